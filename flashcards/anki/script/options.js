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

// The verdict stands above the answer, and names the right options by their letters, if these were
// seen. The answer of a comparison is not in its fields but among the options; several right ones
// stand in their order, each in a paragraph.
function judge(list, items, order) {
  const where = card.querySelector(".answer");
  const answers = all(".ok", list).map((item) => {
    const answer = make("p");
    answer.append(...item.cloneNode(true).childNodes);
    return answer;
  });
  for (const part of answers.flatMap((answer) => all(".mark, .because", answer))) part.remove();
  if (answers.length > 1 || !where.hasChildNodes()) where.replaceChildren(...answers);
  const marks = items.map(placeMark);
  list.classList.toggle("unlettered", !kept.opened);
  if (!kept.opened) return;
  for (const place of kept.picks) {
    items[place].classList.add("picked");
    marks[place].append(" · ", make("span", "yours", words.card_yours));
  }
  const join = (kind) =>
    order.flatMap((place, at) => (items[place].matches(kind) ? letter(at) : [])).join(", ");
  const [mine, right] = [join(".picked"), join(".ok")];
  if (mine === right) announce(words.right, where, "good");
  else if (mine) announce(say("card_verdict_wrong", { right }), where, "bad");
  else announce(say("card_verdict_right", { right }), where, "");
}

// In a deck of which a part has this name, a learner wants to see choices always. Several right
// ones are looked for too: notes of an earlier release, which an update does not touch, do not say
// it.
const ALWAYS = ["choices", "选项"];
const decks = card.querySelector(".deck")?.textContent.split("::") ?? [];

// Choices that are open, or are opened by a tap or the key, are known to the back.
function keepOpened(fold) {
  kept.opened ||= fold.open;
  saveState();
}

for (const fold of all("details.choices")) {
  fold.open ||= all(".ok", fold).length > 1 || decks.some((name) => ALWAYS.includes(name.trim()));
  fold.addEventListener("toggle", () => keepOpened(fold));
  keepOpened(fold);
  onKey("c", fold.querySelector("summary"));
}
for (const list of all("ol.options")) {
  const { items, order } = arrange(list);
  (front ? offer : judge)(list, items, order);
}
