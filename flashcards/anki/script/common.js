// What all cards share. Like `reading.js` it only defines; `startCard` runs before the script of
// the card's own kind. `words` is given by the build: what the scripts say, in the card's language.
var card, front, id, kept;

function startCard() {
  card = document.querySelector(".pq");
  if (!card) { return false; }
  front = card.classList.contains("front");
  id = card.getAttribute("data-card");
  kept = startMemory(recall());
  keep();
  window.ptquizPress = listen();
  readText();
  if (front) {
    offerHint(findHint());
  } else {
    openFolds();
    all(".points > ul").forEach(tick);
    all(".why > ul").forEach(sortReasons);
  }
  return true;
}

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
function startMemory(before) {
  return !front && before && before.card === id ? before : {
    card: id, picks: [],
    seed: front && before ? String(Math.random()) : new Date(Date.now() - 144e5).toDateString()
  };
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

// Places in an order of this review: never the given one, which is right; any other is as likely.
function hideOrder(count) {
  for (var more = 0; ; more++) {
    var order = shuffle(count + more).filter(function (place) { return place < count; });
    if (count < 2 || order.some(function (at, place) { return at !== place; })) { return order; }
  }
}

// What an item shows becomes a button; what follows `last` stays outside of it.
function makePick(item, act, last) {
  var button = make("button", "pick");
  while (item.firstChild && item.firstChild !== last) { button.appendChild(item.firstChild); }
  item.insertBefore(button, item.firstChild);
  onTap(button, act);
  return button;
}
function setPressed(button, pressed) { button.setAttribute("aria-pressed", String(pressed)); }

// Keys that neither the desktop nor AnkiDroid has taken: letters choose, c opens choices, h a hint.
var KEYS = "jklnpqwxz", byKey = {};
function onKey(key, button) {
  byKey[key] = button;
  button.setAttribute("aria-keyshortcuts", key);
  button.setAttribute("data-key", key);
}
function onKeys(buttons) {
  each(buttons, function (button, place) {
    if (place < KEYS.length) { onKey(KEYS[place], button); }
  });
}

// A key that is held presses once.
function press(event) {
  var name = event.target.tagName, button = byKey[String(event.key).toLowerCase()];
  if (!card.isConnected || /^(INPUT|TEXTAREA|SELECT)$/.test(name)) { return; }
  if (event.repeat && event.key === "Enter" && name === "BUTTON") { event.preventDefault(); }
  if (event.ctrlKey || event.altKey || event.metaKey || !button || !button.offsetParent) { return; }
  event.preventDefault();
  if (!event.repeat) { button.click(); }
}

// One listener for all cards: it calls the side that is shown.
function listen() {
  if (!window.ptquizPress) {
    document.addEventListener("keydown", function (event) { window.ptquizPress(event); });
  }
  return press;
}

// Choices on demand: the button says what it does, and c does it too.
function onChoices(fold) {
  var head = fold.querySelector("summary");
  function name() { head.textContent = fold.open ? words.card_choices_hide : words.card_choices; }
  fold.addEventListener("toggle", name);
  onKey("c", head);
  name();
}

// A live region: what it says is also spoken. What is `told` stands where the text has a line break.
function announce(text, where, kind, told) {
  var said = make("p", "verdict " + kind), parts = text.split("\n");
  said.setAttribute("role", "status");
  where.parentNode.insertBefore(said, where);
  setTimeout(function () {
    said.textContent = parts[0];
    if (told) {
      said.appendChild(told);
      said.appendChild(document.createTextNode(parts[1]));
    }
  }, 0);
}

// Where to read on is open where scripts run. Choices that were looked at and not taken are there
// again; a pick stands at the verdict.
function openFolds() {
  var wanted = kept.opened && !kept.picks.length ? "details.see, details.mistakes" : "details.see";
  all(wanted).forEach(function (fold) { fold.open = true; });
}

// The first letter of each word.
function initials(text) {
  return text.trim().replace(/[^\s]+/g, function (word) {
    var first = word.search(/[A-Za-z0-9\u00c0-\uffff]/) + 1;
    return word.slice(0, first) + word.slice(first).replace(/[A-Za-z0-9\u00c0-\uffff]/g, "·");
  });
}

// What helps without telling the answer: how many points there are, or first letters, unless they
// would be nearly all of it.
function findHint() {
  var points = all(".held .points-held li"), name = card.querySelector(".held .name");
  var gap = card.querySelector(".cloze[data-cloze]"), text = name ? name.textContent : "";
  if (points.length) {
    return { ask: words.card_hint_count, tell: say("card_points_count", { n: points.length }) };
  }
  if (gap) {
    var parsed = new DOMParser().parseFromString(gap.getAttribute("data-cloze"), "text/html");
    text = parsed.body.textContent;
  }
  return text.trim().length > 2 ? { ask: words.card_hint_letter, tell: initials(text) } : null;
}

// A hint on demand: Anki's own class, so that its key for hints works.
function offerHint(hint) {
  if (!hint) { return; }
  var box = card.appendChild(make("div", "hints")), link = make("a", "hint", hint.ask);
  link.href = "#";
  link.setAttribute("role", "button");
  link.onclick = function () {
    var told = make("p", "told", hint.tell);
    told.setAttribute("role", "status");
    box.replaceChild(told, link);
    return false;
  };
  box.appendChild(link);
  onKey("h", link);
}

// The points of a full answer: tick those that you had.
function tick(list) {
  var items = each(list.children, same), had = [], count = make("p", "verdict");
  count.setAttribute("role", "status");
  var buttons = items.map(function (item, place) {
    return makePick(item, function () { had[place] = !had[place]; show(); });
  });
  function show() {
    var hits = had.filter(same).length;
    buttons.forEach(function (button, place) { setPressed(button, !!had[place]); });
    count.textContent = hits ? say("card_had", { n: hits, all: items.length }) : words.card_tick;
  }
  list.classList.add("ticks");
  list.parentNode.insertBefore(count, list);
  onKeys(buttons);
  show();
}

// The reason of the gap that was asked for comes first; those of the others are pale.
function sortReasons(list) {
  var gap = card.querySelector(".cloze"), asked = gap ? gap.textContent.trim() : "";
  var items = each(list.children, same), mine = items.filter(function (item) {
    var text = item.textContent.trim();
    return asked && text.indexOf(asked) === 0 && /^\s*[:：]/.test(text.slice(asked.length));
  })[0];
  if (!mine) { return; }
  items.forEach(function (item) { item.classList.toggle("aside", item !== mine); });
  list.insertBefore(mine, list.firstChild);
}
