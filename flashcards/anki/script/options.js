// Options in the order of this review, which both sides share.
function arrange(list) {
  const items = [...list.children];
  const isFixed = !list.hasAttribute("data-shuffle");
  const order = shuffle(items.length, (at) => isFixed || items[at].hasAttribute("data-lock"));
  list.append(...order.map((place) => items[place]));
  return { items, order };
}

// Options are buttons; what is picked is kept for the back.
function offer(list, items, order) {
  const several = all(".ok", list).length > 1;
  const buttons = items.map((item, place) => {
    const act = () => {
      const chosen = !kept.picks.includes(place);
      const others = several ? kept.picks.filter((pick) => pick !== place) : [];
      kept.picks = chosen ? [...others, place] : others;
      keep();
      show();
    };
    return makePick(item, act, item.querySelector(".mark"));
  });
  function show() {
    buttons.forEach((button, place) => setPressed(button, kept.picks.includes(place)));
  }
  list.classList.add(several ? "several" : "one");
  show();
  onKeys(order.map((place) => buttons[place]));
}

// The mark of an option is its first part, at the same place in each of them.
function placeMark(item) {
  const mark = item.querySelector(".mark");
  item.prepend(mark);
  mark.classList.add("placed");
  return mark;
}

// What was wrongly picked, told at the verdict: its letter and the reason; an output itself, too.
function tellReason(item, name, where) {
  const reason = item.querySelector(".because");
  const output = item.querySelector("pre");
  if (!reason && !output) return;
  const box = make("div", "mine");
  box.append(make("span", "letter", name));
  if (output) box.append(output.cloneNode(true));
  if (reason) box.append(output ? reason.cloneNode(true) : reason);
  where.before(box);
}

// Letter and text of each right option; an output stands below, so its letter is enough.
function tellRight(items, order, right, isCode) {
  const told = document.createDocumentFragment();
  order.forEach((place, at) => {
    if (!right.includes(items[place])) return;
    const text = items[place].cloneNode(true);
    for (const part of all(".mark, .because", text)) part.remove();
    told.append((told.firstChild ? "; " : "") + letter(at));
    if (isCode) return;
    told.append(", ", ...text.childNodes);
    const last = told.lastChild;
    // The sentence around it has its own full stop.
    if (last.nodeType === Node.TEXT_NODE)
      last.data = last.data.trimEnd().replace(/([^.])[.。]$/, "$1");
  });
  return told;
}

// The verdict takes the place of the instruction; the pick stands beside the right option.
function judge(list, items, order) {
  const marks = items.map(placeMark);
  const where = card.querySelector(".answer") || list;
  const isCode = card.classList.contains("kind-code");
  if (isCode && !kept.picks.length && !kept.opened) return;
  const right = items.filter((item) => item.classList.contains("ok"));
  for (const place of kept.picks) {
    items[place].classList.add("picked");
    marks[place].append(make("span", "yours", ` · ${words.card_yours}`));
  }
  for (const ask of all(".ask")) ask.hidden = true;
  const hits = kept.picks.filter((place) => right.includes(items[place])).length;
  const good = hits === right.length && hits === kept.picks.length;
  const kind = good ? "good" : kept.picks.length ? "bad" : "";
  const told = good ? "" : tellRight(items, order, right, isCode);
  announce(tellHits(order, right, hits), where, kind, told);
  order.forEach((place, at) => {
    if (items[place].matches(".picked:not(.ok)")) tellReason(items[place], letter(at), where);
  });
}

// What to say of the picks; a line break is where the right options belong.
function tellHits(order, right, hits) {
  const wrong = kept.picks.length - hits;
  const answer = say("card_verdict_right", { right: "\n" });
  if (hits === right.length && !wrong) return words.right;
  if (!kept.picks.length) return answer;
  if (right.length > 1)
    return `${say("card_verdict_several", { n: hits, all: right.length, wrong })} ${answer}`;
  return say("card_verdict_wrong", { mine: letter(order.indexOf(kept.picks[0])), right: "\n" });
}

all("details.choices, details.mistakes").forEach(onChoices);
for (const fold of all("details.choices")) {
  fold.addEventListener("toggle", () => {
    kept.opened = kept.opened || fold.open;
    keep();
  });
}
for (const list of all("ol.options")) {
  const { items, order } = arrange(list);
  (front ? offer : judge)(list, items, order);
}
