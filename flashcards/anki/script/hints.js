// Hints on demand, one after the other: Anki's own class, so that its key for hints works.
function initials(text) {
  return text.trim().replace(/[^\s]+/g, function (word) {
    return word.slice(0, 1) + word.slice(1).replace(/[A-Za-z0-9\u00c0-\uffff]/g, "·");
  });
}
function begin(text) { return text.trim().split(/\s+/).slice(0, 2).join(" ") + " …"; }

function collectHints() {
  var points = all(".held .points-held li"), name = card.querySelector(".held .name");
  if (points.length) {
    return [
      [words.card_hint_count, say("card_points_count", { n: points.length })],
      [words.card_hint_begin, points.map(function (item) { return begin(item.textContent); }).join("\n")]
    ];
  }
  if (name) { return [[words.card_hint_letter, initials(name.textContent)]]; }
  return all(".cloze[data-cloze]").slice(0, 1).map(function (gap) {
    var hidden = new DOMParser().parseFromString(gap.getAttribute("data-cloze"), "text/html");
    return [words.card_hint_letter, initials(hidden.body.textContent)];
  });
}

function offerHints(hints) {
  if (!hints.length) { return; }
  var box = card.appendChild(make("div", "hints")), link = make("a", "hint", hints[0][0]);
  link.href = "#";
  link.setAttribute("role", "button");
  link.onclick = function () {
    var told = make("p", "told", hints.shift()[1]);
    told.setAttribute("role", "status");
    box.insertBefore(told, link);
    link.textContent = hints.length ? hints[0][0] : "";
    if (!hints.length) { link.style.display = "none"; }
    return false;
  };
  box.appendChild(link);
}

offerHints(collectHints());
