// What all cards share. Like `reading.js` it only defines; `startCard` runs before the script of
// the card's own kind. `words` is given by the build: what the scripts say, in the card's language.
var card, front, id, kept;

function startCard() {
  card = document.querySelector(".pq");
  if (!card) return false;
  front = card.classList.contains("front");
  id = card.getAttribute("data-card");
  kept = startState(loadState());
  saveState();
  // One listener for all cards: it calls the side that is shown.
  if (!window.ptquizPress)
    document.addEventListener("keydown", (event) => window.ptquizPress(event));
  window.ptquizPress = press;
  showVariant();
  readText();
  if (!front) {
    for (const fold of all("details.see")) fold.open = true; // closed where no script runs
    all(".points > ul").forEach(tick);
  }
  return true;
}

function say(key, values) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// Desktop and AnkiMobile keep the window, AnkiDroid only the storage of the session, some nothing.
function loadState() {
  try {
    return window.ptquizKept || JSON.parse(sessionStorage.getItem("ptquiz"));
  } catch {
    return null;
  }
}

function saveState() {
  window.ptquizKept = kept;
  try {
    sessionStorage.setItem("ptquiz", JSON.stringify(kept));
  } catch {} // no storage
}

// An order by chance is used only where an earlier state was found: else front and back could not
// agree, so both take the day as seed (which begins at four, as Anki's). A page may give its own.
function startState(before) {
  if (!front && before && before.card === id) return before;
  const today = new Date(Date.now() - 144e5).toDateString();
  const seed = front && before ? String(Math.random()) : today;
  return { card: id, picks: [], seed: window.ptquizSeed ?? seed };
}

// The places 0, 1, … in the order of this review; `locked` ones stay where they are.
function shuffle(count, locked = () => false) {
  let state = 2166136261;
  for (const sign of kept.seed + id) state = Math.imul(state ^ sign.codePointAt(0), 16777619);
  function next(below) {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 2654435769) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  }
  const order = Array.from({ length: count }, (_, place) => place);
  const free = order.filter((place) => !locked(place));
  for (let at = free.length - 1; at > 0; at--) {
    const [one, other] = [free[at], free[next(at + 1)]];
    [order[one], order[other]] = [order[other], order[one]];
  }
  return order;
}

// Other variants of the card lie beside the one that its fields show; each has the parts in which
// it differs. A page says which one it asks. (A shuffle of more places has nothing to do with that
// of the options.)
function showVariant() {
  const others = all(".variant");
  const count = others.length + 1;
  const place = window.ptquizVariant ?? shuffle(64 * count)[0];
  const chosen = others[(place % count) - 1];
  for (const part of chosen ? [...chosen.children] : [])
    all(`[data-field="${part.dataset.field}"]`)[0].replaceChildren(...part.childNodes);
  for (const holder of all(".variants")) holder.remove();
}

// The second click of a double click undoes nothing.
function onTap(button, act) {
  button.addEventListener("click", (event) => event.detail < 2 && act());
}

function letter(place) {
  return String.fromCharCode(65 + place);
}

// Places in an order of this review: never the given one, which is right; any other is as likely.
function hideOrder(count) {
  for (let more = 0; ; more++) { // a longer shuffle gives another order from the same seed
    const order = shuffle(count + more).filter((place) => place < count);
    if (count < 2 || order.some((at, place) => at !== place)) return order;
  }
}

// What an item shows becomes a button; what follows `last` stays outside of it.
function makePick(item, act, last) {
  const button = make("button", "pick");
  while (item.firstChild && item.firstChild !== last) button.append(item.firstChild);
  item.prepend(button);
  onTap(button, act);
  return button;
}

function setPressed(button, pressed) {
  button.setAttribute("aria-pressed", String(pressed));
}

// Keys that neither the desktop nor AnkiDroid has taken: letters choose, c opens choices. A page
// may have others.
const KEYS = window.ptquizKeys ?? "jklnpqwxz";
const byKey = {};

function onKey(key, button) {
  byKey[key] = button;
  button.setAttribute("aria-keyshortcuts", key);
  button.setAttribute("data-key", key);
}

function onKeys(buttons) {
  buttons.slice(0, KEYS.length).forEach((button, place) => onKey(KEYS[place], button));
}

// A key that is held presses once.
function press(event) {
  const name = event.target.tagName;
  const button = byKey[String(event.key).toLowerCase()];
  if (!card.isConnected || /^(INPUT|TEXTAREA|SELECT)$/.test(name)) return;
  if (event.repeat && event.key === "Enter" && name === "BUTTON") event.preventDefault();
  if (event.ctrlKey || event.altKey || event.metaKey || !button) return;
  if (button.matches("details:not([open]) :not(summary)")) return; // nobody sees it
  event.preventDefault();
  if (!event.repeat) button.click();
}

// A live region: what it says comes a moment later than itself, and so is also spoken.
function announce(text, where, kind) {
  const said = make("p", `verdict ${kind}`);
  said.setAttribute("role", "status");
  where.before(said);
  setTimeout(() => said.append(text));
}

// The points of a full answer: tick those that you had.
function tick(list) {
  const had = new Set();
  const count = make("p", "verdict");
  count.setAttribute("role", "status");
  const buttons = [...list.children].map((item, place) =>
    makePick(item, () => {
      if (!had.delete(place)) had.add(place);
      show();
    }),
  );
  function show() {
    buttons.forEach((button, place) => setPressed(button, had.has(place)));
    const told = { n: had.size, all: buttons.length };
    count.textContent = had.size ? say("card_had", told) : words.card_tick;
  }
  list.classList.add("ticks");
  list.before(count);
  onKeys(buttons);
  show();
}
