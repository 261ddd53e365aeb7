// The rules of the terminal; RAISED, RULES, NUMBER and SLIPS are written by the build.
function foldName(text, keepCase) {
  const raised = text.replace(new RegExp(RAISED[0], "gu"), RAISED[1]).normalize("NFKC");
  const folded = RULES.reduce((made, [old, by]) => made.replace(new RegExp(old, "gu"), by), raised);
  return keepCase ? folded : Array.from(folded.toUpperCase(), (one) => one.toLowerCase()).join("");
}

function isAccepted(typed, names, keepCase) {
  const mine = foldName(typed, keepCase);
  const number = new RegExp(`^(?:${NUMBER})$`, "i");
  const isSame = (name) => number.test(mine) && number.test(name) && Number(mine) === Number(name);
  return names.some((name) => [name, foldName(name, keepCase)].includes(mine) || isSame(name));
}

// Edits from one text to the other; two letters swapped are one edit.
function countEdits(one, other) {
  const rows = [];
  for (let i = 0; i <= one.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j++) {
      const changed = i && rows[i - 1][j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      rows[i][j] = i ? Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, changed) : j;
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[one.length][other.length];
}

// Whether it is a name but for a slip; no digit is one.
function isNear(typed, names) {
  const mine = foldName(typed);
  const digits = (text) => text.replace(/\P{Nd}/gu, "");
  return names
    .map((name) => foldName(name))
    .some((theirs) => {
      const length = Array.from(theirs).length;
      const [, allowed = 0] = SLIPS.find(([least]) => length >= least) || [];
      const edits = countEdits(Array.from(mine), Array.from(theirs));
      return edits <= allowed && digits(mine) === digits(theirs);
    });
}
