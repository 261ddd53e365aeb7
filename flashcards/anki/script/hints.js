// Hints on demand, one after the other: Anki's own class, so that its key for hints works.
function initials(text) {
  return text.trim().replace(/[^\s]+/g, function (word) {
    var first = word.search(/[A-Za-z0-9\u00c0-\uffff]/) + 1;
    return word.slice(0, first) + word.slice(first).replace(/[A-Za-z0-9\u00c0-\uffff]/g, "·");
  });
}

// The beginning of a point: two telling words, more where another point begins alike, and at
// most half of it. Four signs of a language without spaces count as a word.
function begin(text, place, texts) {
  var parts = text.trim().match(/[\u3400-\u9fff]{1,4}\s*|[^\s\u3400-\u9fff]+\s*/g) || [], count = 0;
  function first(n) { return parts.slice(0, n).join("").trim(); }
  function isShared(n) {
    return texts.some(function (other, at) {
      return at !== place && other.trim().indexOf(first(n)) === 0;
    });
  }
  for (var telling = 0; telling < 2 && count < parts.length / 2; count++) {
    telling += parts[count].trim().length > 3 ? 1 : 0;
  }
  while (isShared(count) && count < parts.length - 1) { count++; }
  return parts.length < 2 ? initials(text) : first(count) + " …";
}
// The first letters of a name; none if they would be all or nearly all of it.
function hintAt(name) {
  return name.trim().length > 2 ? [[words.card_hint_letter, initials(name)]] : [];
}

function textOf(item) { return item.textContent; }

function collectHints() {
  var points = all(".held .points-held li"), name = card.querySelector(".held .name");
  if (points.length) {
    return [
      [words.card_hint_count, say("card_points_count", { n: points.length })],
      [words.card_hint_begin, points.map(textOf).map(begin).join("\n")]
    ];
  }
  if (name) { return hintAt(name.textContent); }
  var gap = card.querySelector(".cloze[data-cloze]");
  return !gap ? [] : hintAt(
    new DOMParser().parseFromString(gap.getAttribute("data-cloze"), "text/html").body.textContent
  );
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
  // AnkiDroid's own key clicks the link: two hints would come at once.
  if (!/Android/.test(navigator.userAgent)) { onKey("h", link); }
}

offerHints(collectHints());
