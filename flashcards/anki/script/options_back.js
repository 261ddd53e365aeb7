// The mark of an option is its first part, at the same place in each of them.
function placeMark(item) {
  var mark = item.querySelector(".mark");
  if (mark) {
    item.insertBefore(mark, item.firstChild);
    mark.classList.add("placed");
  }
  return mark;
}

// What was wrongly picked, told at the verdict: its letter and the reason; an output itself, too.
function tellReason(item, name, where) {
  var reason = item.querySelector(".because"), output = item.querySelector("pre");
  if (!reason && !output) { return; }
  var box = make("div", "mine");
  box.appendChild(make("span", "letter", name));
  if (output) { box.appendChild(output.cloneNode(true)); }
  if (reason) { box.appendChild(output ? reason.cloneNode(true) : reason); }
  where.parentNode.insertBefore(box, where);
}

// The pick stands beside the right option, and a verdict above them.
function judge(list, items, order) {
  var marks = items.map(placeMark), where = card.querySelector(".answer") || list, hits = 0;
  if (!kept.picks.length) { return; }
  var right = items.filter(function (item) { return item.classList.contains("right"); });
  list.classList.add("chosen");
  kept.picks.forEach(function (place) {
    items[place].classList.add("picked");
    if (right.indexOf(items[place]) >= 0) { hits++; }
    if (marks[place]) { marks[place].appendChild(make("span", "yours", " · " + words.card_yours)); }
  });
  announce(tellHits(items, order, right, hits), where,
    hits === right.length && hits === kept.picks.length);
  order.forEach(function (place, at) {
    if (kept.picks.indexOf(place) >= 0 && right.indexOf(items[place]) < 0) {
      tellReason(items[place], letter(at), where);
    }
  });
}

function tellHits(items, order, right, hits) {
  var wrong = kept.picks.length - hits;
  function letters(chosen) {
    return order.map(function (place, at) { return chosen(place) ? letter(at) : ""; })
      .filter(same).join(", ");
  }
  if (hits === right.length && !wrong) { return words.right; }
  return right.length > 1
    ? say("card_verdict_several", { n: hits, all: right.length, wrong: wrong })
    : say("card_verdict_wrong", {
      mine: letters(function (place) { return kept.picks.indexOf(place) >= 0; }),
      right: letters(function (place) { return right.indexOf(items[place]) >= 0; })
    });
}

all("ol.options").forEach(function (list) {
  var made = arrange(list);
  judge(list, made.items, made.order);
});
