// The right order: the letter that each step had, and where it was put.
function judgeSteps(list) {
  var items = each(list.children, same), order = arrangeSteps(items.length), hits = 0;
  items.forEach(function (item, step) {
    var at = kept.picks.indexOf(step);
    item.setAttribute("data-letter", letter(order.indexOf(step)));
    if (at < 0) { return; }
    hits += at === step ? 1 : 0;
    item.classList.add(at === step ? "right" : "wrong");
    item.appendChild(make("div", "mark", at === step
      ? "✓ " + words.card_right : "✗ " + say("card_put_at", { n: at + 1 })));
  });
  if (kept.picks.length) {
    announce(hits === items.length ? words.right
      : say("card_in_place", { n: hits, all: items.length }), list, hits === items.length);
  }
}

all(".steps").forEach(judgeSteps);
