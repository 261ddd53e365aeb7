// Options in the order of this review, which both sides share.
function arrange(list) {
  var items = each(list.children, same);
  var order = list.hasAttribute("data-shuffle") ? shuffle(items.length, function (place) {
    return items[place].hasAttribute("data-lock");
  }) : items.map(function (_, place) { return place; });
  order.forEach(function (place) { list.appendChild(items[place]); });
  return { items: items, order: order };
}

// Options are buttons; what is picked is kept for the back.
function offer(list, items, order) {
  var several = all(".ok", list).length > 1;
  var buttons = items.map(function (item, place) {
    return makePick(item, function () {
      var chosen = kept.picks.indexOf(place) < 0;
      var others = several ? kept.picks.filter(function (pick) { return pick !== place; }) : [];
      kept.picks = chosen ? others.concat(place) : others;
      keep();
      show();
    }, item.querySelector(".mark"));
  });
  function show() {
    buttons.forEach(function (button, place) { setPressed(button, kept.picks.indexOf(place) >= 0); });
  }
  list.classList.add(several ? "several" : "one");
  show();
  onKeys(order.map(function (place) { return buttons[place]; }));
}

// The mark of an option is its first part, at the same place in each of them.
function placeMark(item) {
  var mark = item.insertBefore(item.querySelector(".mark"), item.firstChild);
  mark.classList.add("placed");
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

// Letter and text of each right option; an output stands below, so its letter is enough.
function tellRight(items, order, right, isCode) {
  var told = document.createDocumentFragment();
  order.forEach(function (place, at) {
    if (right.indexOf(items[place]) < 0) { return; }
    var text = items[place].cloneNode(true);
    all(".mark, .because", text).forEach(function (part) { text.removeChild(part); });
    told.appendChild(document.createTextNode((told.firstChild ? "; " : "") + letter(at)));
    if (isCode) { return; }
    told.appendChild(document.createTextNode(", "));
    while (text.firstChild) { told.appendChild(text.firstChild); }
    var last = told.lastChild;
    // The sentence around it has its own full stop.
    if (last.nodeType === 3) {
      last.data = last.data.replace(/\s+$/, "").replace(/([^.])[.。]$/, "$1");
    }
  });
  return told;
}

// The verdict takes the place of the instruction; the pick stands beside the right option.
function judge(list, items, order) {
  var marks = items.map(placeMark), where = card.querySelector(".answer") || list, hits = 0;
  var isCode = card.classList.contains("kind-code");
  if (isCode && !kept.picks.length && !kept.opened) { return; }
  var right = items.filter(function (item) { return item.classList.contains("ok"); });
  kept.picks.forEach(function (place) {
    items[place].classList.add("picked");
    if (right.indexOf(items[place]) >= 0) { hits++; }
    marks[place].appendChild(make("span", "yours", " · " + words.card_yours));
  });
  all(".ask").forEach(function (ask) { ask.hidden = true; });
  var good = hits === right.length && hits === kept.picks.length;
  announce(tellHits(order, right, hits), where,
    good ? "good" : kept.picks.length ? "bad" : "", good ? null : tellRight(items, order, right, isCode));
  order.forEach(function (place, at) {
    if (kept.picks.indexOf(place) >= 0 && right.indexOf(items[place]) < 0) {
      tellReason(items[place], letter(at), where);
    }
  });
}

// What to say of the picks; a line break is where the right options belong.
function tellHits(order, right, hits) {
  var wrong = kept.picks.length - hits, answer = say("card_verdict_right", { right: "\n" });
  if (hits === right.length && !wrong) { return words.right; }
  if (!kept.picks.length) { return answer; }
  if (right.length > 1) {
    return say("card_verdict_several", { n: hits, all: right.length, wrong: wrong }) + " " + answer;
  }
  return say("card_verdict_wrong", { mine: letter(order.indexOf(kept.picks[0])), right: "\n" });
}

all("details.choices, details.mistakes").forEach(onChoices);
all("details.choices").forEach(function (fold) {
  fold.addEventListener("toggle", function () { kept.opened = kept.opened || fold.open; keep(); });
});
all("ol.options").forEach(function (list) {
  var made = arrange(list);
  (front ? offer : judge)(list, made.items, made.order);
});
