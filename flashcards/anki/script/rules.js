// The rules of the terminal; RAISED, RULES and NUMBER are written by the build.
function foldName(text, keepCase) {
  text = text.replace(new RegExp(RAISED[0], "gu"), RAISED[1]).normalize("NFKC");
  RULES.forEach(function (rule) { text = text.replace(new RegExp(rule[0], "gu"), rule[1]); });
  return keepCase ? text : Array.from(text.toUpperCase()).map(function (one) {
    return one.toLowerCase();
  }).join("");
}
function isAccepted(typed, names, keepCase) {
  var mine = foldName(typed, keepCase), number = new RegExp("^(?:" + NUMBER + ")$", "i");
  return names.some(function (name) {
    return mine === name || mine === foldName(name, keepCase) ||
      (number.test(mine) && number.test(name) && Number(mine) === Number(name));
  });
}
