// What was typed, read from Anki's comparison, and whether the terminal's rules accept it.
function readTyped(shown) {
  var text = "";
  for (var node = shown.firstChild; node && node.nodeName !== "BR"; node = node.nextSibling) {
    if (!node.classList || !node.classList.contains("typeMissed")) { text += node.textContent; }
  }
  return shown.querySelector(".typeGood, .typeBad") ? text : "";
}

function plain(letter) { return /[-\s]/.test(letter) ? " " : letter.toLowerCase(); }

// What was typed with its slips marked; case and hyphens are none. A wholly different word is
// not compared.
function showTyped(typed, names) {
  var mine = Array.from(typed), one = mine.map(plain), made = make("span");
  function edits(name) { return countEdits(one, Array.from(name).map(plain)); }
  var name = names.slice().sort(function (a, b) { return edits(a) - edits(b); })[0];
  var other = Array.from(name).map(plain), rows = measure(one, other);
  var i = one.length, j = other.length;
  if (rows[i][j] * 2 > j) { return make("span", "typeBad", typed); }
  function add(kind, text) { made.insertBefore(make("span", kind, text), made.firstChild); }
  while (i || j) {
    var here = rows[i][j];
    if (i && j && one[i - 1] === other[j - 1]) { add("typeGood", mine[--i]); j--; }
    else if (i && j && here === rows[i - 1][j - 1] + 1) { add("typeBad", mine[--i]); j--; }
    else if (i && here === rows[i - 1][j] + 1) { add("typeBad", mine[--i]); }
    else if (j && here === rows[i][j - 1] + 1) { add("typeMissed", "·"); j--; }
    else { add("typeBad", mine[--i]); add("typeBad", mine[--i]); j -= 2; }
  }
  return made;
}

function judgeTyped(shown) {
  var typed = readTyped(shown), list = card.querySelector(".accepted ul");
  var box = card.querySelector(".typed"), name = card.querySelector(".typed ~ .answer");
  var names = each(list.children, function (item) { return item.textContent; });
  var isExact = !shown.querySelector("br");
  all(".ask").forEach(function (ask) { ask.hidden = true; });
  if (!typed || isExact) {
    box.hidden = true;
    if (typed) { announce(words.right, box, "good"); }
    return;
  }
  shown.textContent = "";
  if (isAccepted(typed, names, list.hasAttribute("data-case"))) {
    shown.appendChild(make("span", "typeGood", typed));
    name.hidden = true;
    announce(say("card_accepted", { name: card.querySelector(".held .name").textContent }), box, "good");
    return;
  }
  var near = isNear(typed, names, []);
  shown.appendChild(showTyped(typed, names));
  announce(near ? words.card_nearly : words.card_not_right, box, near ? "near" : "bad");
}

if (!front) { all("code#typeans").forEach(judgeTyped); }
