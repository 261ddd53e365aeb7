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
      saveState();
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

// The verdict takes the place of the instruction, and names the right options by their letters.
function judge(list, items, order) {
  const marks = items.map(placeMark);
  const isCode = card.classList.contains("kind-code");
  if (isCode && !kept.picks.length && !kept.opened) return;
  for (const place of kept.picks) {
    items[place].classList.add("picked");
    marks[place].append(" · ", make("span", "yours", words.card_yours));
  }
  for (const ask of all(".ask")) ask.hidden = true;
  const join = (kind) =>
    order.flatMap((place, at) => (items[place].matches(kind) ? letter(at) : [])).join(", ");
  const [mine, right] = [join(".picked"), join(".ok")];
  const where = card.querySelector(".answer") || list;
  if (mine === right) announce(words.right, where, "good");
  else if (mine) announce(say("card_verdict_wrong", { right }), where, "bad");
  else announce(say("card_verdict_right", { right }), where, "");
}

for (const head of all(":is(.choices, .mistakes) > summary")) onKey("c", head);
for (const fold of all("details.choices")) {
  fold.addEventListener("toggle", () => {
    kept.opened = kept.opened || fold.open;
    saveState();
  });
}
for (const list of all("ol.options")) {
  const { items, order } = arrange(list);
  (front ? offer : judge)(list, items, order);
}
