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

function each(list, act) { return Array.prototype.map.call(list, act); }
function all(selector, within) { return each((within || card).querySelectorAll(selector), same); }
function same(value) { return value; }

function make(tag, name, text) {
  var made = document.createElement(tag);
  if (name) { made.className = name; }
  if (tag === "button") { made.type = "button"; }
  if (text !== undefined) { made.textContent = text; }
  return made;
}

// The places 0, 1, … in the order of this review; `locked` ones stay where they are.
function shuffle(count, locked) {
  var state = 2166136261, text = kept.seed + id, order = [], free = [];
  for (var at = 0; at < text.length; at++) {
    state = Math.imul(state ^ text.charCodeAt(at), 16777619);
  }
  function next(below) {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 2654435769 | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  }
  for (var place = 0; place < count; place++) {
    order.push(place);
    if (!locked || !locked(place)) { free.push(place); }
  }
  for (var i = free.length - 1; i > 0; i--) {
    var j = next(i + 1), moved = order[free[i]];
    order[free[i]] = order[free[j]];
    order[free[j]] = moved;
  }
  return order;
}

// The second click of a double click undoes nothing.
function onTap(button, act) {
  button.addEventListener("click", function (event) { if (event.detail < 2) { act(); } });
}

function letter(place) { return String.fromCharCode(65 + place); }
