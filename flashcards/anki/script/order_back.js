// The longest run of steps that were tapped in the right sequence; one alone is no sequence.
function findRun(picks) {
  var runs = picks.map(function () { return []; }), best = [];
  picks.forEach(function (step, at) {
    picks.slice(0, at).forEach(function (earlier, place) {
      if (earlier < step && runs[place].length > runs[at].length) { runs[at] = runs[place]; }
    });
    runs[at] = runs[at].concat(step);
    if (runs[at].length > best.length) { best = runs[at]; }
  });
  return best.length > 1 ? best : [];
}

// The right order: what was tapped is marked; without a tap each step shows its letter.
function judgeSteps(list) {
  var items = each(list.children, same), order = hideOrder(items.length);
  var run = findRun(kept.picks), whole = run.length === items.length;
  items.forEach(function (item, step) {
    var at = kept.picks.indexOf(step), good = run.indexOf(step) >= 0;
    item.setAttribute("data-letter", kept.picks.length ? "" : letter(order.indexOf(step)));
    if (at < 0) { return; }
    item.classList.add(good ? "right" : "wrong");
    item.insertBefore(make("span", "mark", good ? "✓" : "✗ " + say("card_put_at", { n: at + 1 })),
      item.firstChild);
  });
  if (kept.picks.length) {
    announce(whole ? words.right
      : say("card_in_sequence", { n: run.length, all: items.length }), list, whole ? "good" : "bad");
  }
}

all(".steps").forEach(judgeSteps);
