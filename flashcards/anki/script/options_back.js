// The pick stands beside the right option, and a verdict above them.
function judge(list, items, order) {
  if (!kept.picks.length) { return; }
  var right = items.filter(function (item) { return item.classList.contains("right"); });
  var hits = 0;
  list.classList.add("chosen");
  kept.picks.forEach(function (place) {
    items[place].classList.add("picked");
    if (right.indexOf(items[place]) >= 0) { hits++; }
    var mark = items[place].querySelector(".mark");
    if (mark) { mark.appendChild(make("span", "yours", " · " + words.card_yours)); }
  });
  var good = hits === right.length && hits === kept.picks.length;
  function letters(chosen) {
    return order.map(function (place, at) { return chosen(place) ? letter(at) : ""; })
      .filter(same).join(", ");
  }
  var told = right.length > 1 && !good
    ? say("card_verdict_several", { n: hits, all: right.length, wrong: kept.picks.length - hits })
    : good ? words.right : say("card_verdict_wrong", {
      mine: letters(function (place) { return kept.picks.indexOf(place) >= 0; }),
      right: letters(function (place) { return right.indexOf(items[place]) >= 0; })
    });
  announce(told, card.querySelector(".answer") || list, good);
}

all("ol.options").forEach(function (list) {
  var made = arrange(list);
  judge(list, made.items, made.order);
});
