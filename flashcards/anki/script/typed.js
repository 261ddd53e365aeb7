// What was typed, read from Anki's comparison, and whether the terminal's rules accept it.
function readTyped(shown) {
  var text = "";
  for (var node = shown.firstChild; node && node.nodeName !== "BR"; node = node.nextSibling) {
    if (!node.classList || !node.classList.contains("typeMissed")) { text += node.textContent; }
  }
  return shown.querySelector(".typeGood, .typeBad") ? text : "";
}

function acceptTyped(shown) {
  var typed = readTyped(shown), list = card.querySelector(".accepted ul"), items;
  if (!typed || !list) { return; }
  items = each(list.children, function (item) { return item.textContent; });
  if (!shown.querySelector("br")) { announce(words.right, shown, true); return; }
  if (!isAccepted(typed, items, list.hasAttribute("data-case"))) { return; }
  shown.textContent = "";
  shown.appendChild(make("span", "typeGood", typed));
  announce(say("card_accepted", { name: card.querySelector(".held .name").textContent }), shown, true);
}

all("code#typeans").forEach(acceptTyped);
