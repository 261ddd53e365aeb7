// The reason of the gap that was asked for comes first; those of the others are pale.
function sortReasons(list) {
  var gap = card.querySelector(".cloze"), asked = gap ? gap.textContent.trim() : "";
  var items = each(list.children, same), mine = items.filter(function (item) {
    var text = item.textContent.trim();
    return asked && text.indexOf(asked) === 0 && /^\s*[:：]/.test(text.slice(asked.length));
  })[0];
  if (!mine) { return; }
  items.forEach(function (item) { item.classList.toggle("aside", item !== mine); });
  list.insertBefore(mine, list.firstChild);
}

all(".why > ul").forEach(sortReasons);
