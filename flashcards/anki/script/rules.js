// The rules of the terminal; RAISED, RULES, NUMBER and SLIPS are written by the build.
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

// Edits from each beginning of one text to each of the other; two letters swapped are one edit.
function measure(one, other) {
  var rows = [];
  for (var i = 0; i <= one.length; i++) {
    rows.push([i]);
    for (var j = 1; j <= other.length; j++) {
      rows[i][j] = !i ? j : Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1,
        rows[i - 1][j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows;
}
function countEdits(one, other) { return measure(one, other)[one.length][other.length]; }

// Whether it is a name but for a slip; no digit is one, nor is the name of another term.
function isNear(typed, names, others) {
  var mine = foldName(typed);
  return others.indexOf(mine) < 0 && names.some(function (name) {
    var theirs = Array.from(foldName(name));
    var allowed = SLIPS.filter(function (rule) { return theirs.length >= rule[0]; })[0];
    return listDigits(mine) === listDigits(theirs.join("")) &&
      countEdits(Array.from(mine), theirs) <= (allowed ? allowed[1] : 0);
  });
}
function listDigits(text) { return text.replace(/\P{Nd}/gu, ""); }
