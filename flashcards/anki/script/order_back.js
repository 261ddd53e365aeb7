// The right order: what was tapped is marked; without a tap each step shows its letter.
function judgeSteps(list) {
  var items = each(list.children, same), order = hideOrder(items.length), hits = 0;
  items.forEach(function (item, step) {
    var at = kept.picks.indexOf(step), good = at === step;
    item.setAttribute("data-letter", kept.picks.length ? "" : letter(order.indexOf(step)));
    if (at < 0) { return; }
    hits += good ? 1 : 0;
    item.classList.add(good ? "right" : "wrong");
    item.insertBefore(make("span", "mark", good ? "✓" : "✗ " + say("card_put_at", { n: at + 1 })),
      item.firstChild);
  });
  if (kept.picks.length) {
    var whole = hits === items.length;
    announce(whole ? words.right
      : say("card_in_place", { n: hits, all: items.length }), list, whole ? "good" : "bad");
  }
}

all(".steps").forEach(judgeSteps);
