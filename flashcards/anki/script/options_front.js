// Options are buttons; what is picked is kept for the back.
function offer(list, items, order) {
  var several = all(".right", list).length > 1;
  var buttons = items.map(function (item, place) {
    var button = make("button", "pick");
    while (item.firstChild && !(item.firstChild.className === "mark")) {
      button.appendChild(item.firstChild);
    }
    item.insertBefore(button, item.firstChild);
    onTap(button, function () {
      var chosen = kept.picks.indexOf(place) < 0;
      var others = several ? kept.picks.filter(function (pick) { return pick !== place; }) : [];
      kept.picks = chosen ? others.concat(place) : others;
      keep();
      show();
    });
    return button;
  });
  function show() {
    buttons.forEach(function (button, place) {
      button.setAttribute("aria-pressed", String(kept.picks.indexOf(place) >= 0));
    });
  }
  list.classList.add(several ? "several" : "one");
  show();
  onKeys(order.map(function (place) { return buttons[place]; }));
}

all("details.choices").forEach(function (fold) {
  fold.addEventListener("toggle", function () { kept.opened = kept.opened || fold.open; keep(); });
});
all("ol.options").forEach(function (list) {
  var made = arrange(list);
  offer(list, made.items, made.order);
});
