// What all cards share. Like `reading.js` it only defines; `startCard` runs before the script of
// the card's own kind. `words` is given by the build: what the scripts say, in the card's language.
var card, front, id, kept;

function startCard() {
  card = document.querySelector(".pq");
  if (!card) return false;
  front = card.classList.contains("front");
  id = card.getAttribute("data-card");
  kept = startMemory(recall());
  keep();
  // One listener for all cards: it calls the side that is shown.
  if (!window.ptquizPress)
    document.addEventListener("keydown", (event) => window.ptquizPress(event));
  window.ptquizPress = press;
  readText();
  if (front) {
    offerHint(findHint());
  } else {
    openFolds();
    all(".points > ul").forEach(tick);
  }
  return true;
}

function say(key, values) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// Desktop and AnkiMobile keep the window, AnkiDroid only the storage of the session, some nothing.
function recall() {
  try {
    return window.ptquizKept || JSON.parse(sessionStorage.getItem("ptquiz"));
  } catch {
    return null;
  }
}

function keep() {
  window.ptquizKept = kept;
  try {
    sessionStorage.setItem("ptquiz", JSON.stringify(kept));
  } catch {} // no storage
}

// Only a memory that outlived an earlier side is trusted with a new order; without one both
// sides use the order of the day (which begins at four, as Anki's does). A page may give its own.
function startMemory(before) {
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

// The second click of a double click undoes nothing.
function onTap(button, act) {
  button.addEventListener("click", (event) => event.detail < 2 && act());
}

function letter(place) {
  return String.fromCharCode(65 + place);
}

// Places in an order of this review: never the given one, which is right; any other is as likely.
function hideOrder(count) {
  for (let more = 0; ; more++) {
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

// Keys that neither the desktop nor AnkiDroid has taken: letters choose, c opens choices, h a hint.
const KEYS = "jklnpqwxz";
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
  if (event.ctrlKey || event.altKey || event.metaKey || !button || !button.offsetParent) return;
  event.preventDefault();
  if (!event.repeat) button.click();
}

// Choices on demand: the button says what it does, and c does it too.
function onChoices(fold) {
  const head = fold.querySelector("summary");
  const name = () => {
    head.textContent = fold.open ? words.card_choices_hide : words.card_choices;
  };
  fold.addEventListener("toggle", name);
  onKey("c", head);
  name();
}

// A live region: what it says is also spoken. What is `told` stands where the text has a line break.
function announce(text, where, kind, told = "") {
  const said = make("p", `verdict ${kind}`);
  const [before, after = ""] = text.split("\n");
  said.setAttribute("role", "status");
  where.before(said);
  setTimeout(() => said.append(before, told, after));
}

// Where to read on is open where scripts run. Choices that were looked at and not taken are there
// again; a pick stands at the verdict.
function openFolds() {
  const wanted =
    kept.opened && !kept.picks.length ? "details.see, details.mistakes" : "details.see";
  for (const fold of all(wanted)) fold.open = true;
}

// The first letter of each word.
function initials(text) {
  return text.trim().replace(/[^\s]+/g, (word) => {
    const first = word.search(/[A-Za-z0-9\u00c0-\uffff]/) + 1;
    return word.slice(0, first) + word.slice(first).replace(/[A-Za-z0-9\u00c0-\uffff]/g, "·");
  });
}

// What helps without telling the answer: how many points there are, or first letters, unless they
// would be nearly all of it.
function findHint() {
  const n = all(".held .points-held li").length;
  if (n) return { ask: words.card_hint_count, tell: say("card_points_count", { n }) };
  const gap = card.querySelector(".cloze[data-cloze]");
  const html = gap ? gap.getAttribute("data-cloze") : "";
  const shown = new DOMParser().parseFromString(html, "text/html").body;
  const text = (card.querySelector(".held .name") || shown).textContent;
  return text.trim().length > 2 ? { ask: words.card_hint_letter, tell: initials(text) } : null;
}

// A hint on demand: Anki's own class, so that its key for hints works.
function offerHint(hint) {
  if (!hint) return;
  const box = make("div", "hints");
  const link = make("a", "hint", hint.ask);
  link.href = "#";
  link.setAttribute("role", "button");
  link.onclick = () => {
    const told = make("p", "told", hint.tell);
    told.setAttribute("role", "status");
    link.replaceWith(told);
    return false;
  };
  box.append(link);
  card.append(box);
  onKey("h", link);
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
