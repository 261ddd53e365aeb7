// What was typed, read from Anki's comparison, and whether the terminal's rules accept it.
function readTyped(shown) {
  var text = "";
  for (var node = shown.firstChild; node && node.nodeName !== "BR"; node = node.nextSibling) {
    if (!node.classList || !node.classList.contains("typeMissed")) { text += node.textContent; }
  }
  return shown.querySelector(".typeGood, .typeBad") ? text : "";
}

// The name stands below: of the comparison only what was typed is left.
function dropName(shown) {
  var line = shown.querySelector("br");
  while (line && line.nextSibling) { shown.removeChild(line.nextSibling); }
  if (line) { shown.removeChild(line); }
}

function judgeTyped(shown) {
  var typed = readTyped(shown), list = card.querySelector(".accepted ul");
  var box = card.querySelector(".typed"), name = card.querySelector(".typed ~ .answer");
  if (!list || !box || !name) { return; }
  var items = each(list.children, function (item) { return item.textContent; });
  if (!typed || !shown.querySelector("br")) {
    box.hidden = true;
    if (typed) { announce(words.right, box, true); }
  } else if (isAccepted(typed, items, list.hasAttribute("data-case"))) {
    shown.textContent = "";
    shown.appendChild(make("span", "typeGood", typed));
    name.hidden = true;
    announce(say("card_accepted", { name: card.querySelector(".held .name").textContent }), box, true);
  } else {
    dropName(shown);
    announce(words.card_not_right, box, false);
  }
}

all("code#typeans").forEach(judgeTyped);
