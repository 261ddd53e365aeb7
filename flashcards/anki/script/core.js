// What the sides of a card share: its memory, its random order, its keys. `words` is given by the
// build: what the scripts say, in the language of the card.
var card = document.querySelector(".pq");
if (!card) { return; }
var front = card.classList.contains("front");
var id = card.getAttribute("data-card");

function say(key, values) {
  return words[key].replace(/\{(\w+)\}/g, function (_, name) { return values[name]; });
}

// Desktop and AnkiMobile keep the window, AnkiDroid only the storage of the session, some nothing.
function recall() {
  try {
    return window.ptquizKept || JSON.parse(sessionStorage.getItem("ptquiz"));
  } catch (error) { return null; }
}
function keep() {
  window.ptquizKept = kept;
  try { sessionStorage.setItem("ptquiz", JSON.stringify(kept)); } catch (error) { /* no storage */ }
}

// Only a memory that outlived an earlier side is trusted with a new order; without one both
// sides use the order of the day (which begins at four, as Anki's does).
var before = recall();
var kept = !front && before && before.card === id ? before : {
  card: id, picks: [], folds: (before && before.folds) || {},
  seed: front && before ? String(Math.random()) : new Date(Date.now() - 144e5).toDateString()
};
keep();
