// What was typed, read from Anki's comparison, and whether the terminal's rules accept it.
function readTyped(shown) {
  let text = "";
  for (let node = shown.firstChild; node && node.nodeName !== "BR"; node = node.nextSibling)
    if (!node.classList?.contains("typeMissed")) text += node.textContent;
  return shown.querySelector(".typeGood, .typeBad") ? text : "";
}

function judgeTyped(shown) {
  const typed = readTyped(shown);
  const list = card.querySelector(".accepted ul");
  const box = card.querySelector(".typed");
  const names = [...list.children].map((item) => item.textContent);
  const isExact = !shown.querySelector("br");
  for (const ask of all(".ask")) ask.hidden = true;
  box.hidden = !typed || isExact;
  if (!typed) return;
  if (isExact) {
    announce(words.right, box, "good");
  } else if (isAccepted(typed, names, list.hasAttribute("data-case"))) {
    const name = card.querySelector(".held .name").textContent;
    shown.replaceChildren(make("span", "typeGood", typed));
    card.querySelector(".typed ~ .answer").hidden = true;
    announce(say("card_accepted", { name }), box, "good");
  } else {
    const near = isNear(typed, names);
    shown.replaceChildren(make("span", "typeBad", typed));
    announce(near ? words.card_nearly : words.card_not_right, box, near ? "near" : "bad");
  }
}

if (!front) all("code#typeans").forEach(judgeTyped);
