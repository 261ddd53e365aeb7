// The points of a full answer: tick those that you had.
function tick(list) {
  var items = each(list.children, same), count = make("p", "verdict");
  count.setAttribute("role", "status");
  function show() {
    var had = items.filter(function (item) {
      return item.firstChild.getAttribute("aria-pressed") === "true";
    }).length;
    count.textContent = had ? say("card_had", { n: had, all: items.length }) : words.card_tick;
  }
  var buttons = items.map(function (item) {
    var button = make("button", "pick");
    button.setAttribute("aria-pressed", "false");
    while (item.firstChild) { button.appendChild(item.firstChild); }
    item.appendChild(button);
    onTap(button, function () {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      show();
    });
    return button;
  });
  list.classList.add("ticks");
  list.parentNode.insertBefore(count, list);
  onKeys(buttons);
  show();
}

all(".points > ul").forEach(tick);
