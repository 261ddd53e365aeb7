// Steps to tap in sequence.
function offerSteps(list) {
  var items = [];
  each(list.children, function (item) { items[Number(item.getAttribute("data-step"))] = item; });
  var order = hideOrder(items.length);
  order.forEach(function (step) { list.appendChild(items[step]); });
  var buttons = items.map(function (item, step) {
    var button = make("button", "pick");
    while (item.firstChild) { button.appendChild(item.firstChild); }
    item.appendChild(button);
    onTap(button, function () {
      var at = kept.picks.indexOf(step);
      if (at < 0) { kept.picks.push(step); } else { kept.picks.splice(at, 1); }
      keep();
      show();
    });
    return button;
  });
  var again = make("button", "again", words.card_again);
  again.addEventListener("click", function () { kept.picks = []; keep(); show(); });
  list.parentNode.insertBefore(again, list.nextSibling);
  function show() {
    again.hidden = !kept.picks.length;
    buttons.forEach(function (button, step) {
      var at = kept.picks.indexOf(step), badge = button.querySelector(".place");
      button.setAttribute("aria-pressed", String(at >= 0));
      if (badge) { button.removeChild(badge); }
      if (at >= 0) { button.insertBefore(make("span", "place", String(at + 1)), button.firstChild); }
    });
  }
  show();
  onKeys(order.map(function (step) { return buttons[step]; }));
}

all(".steps").forEach(offerSteps);
