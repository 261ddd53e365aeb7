// Steps to tap in sequence.
function offerSteps(list) {
  const items = [];
  for (const item of list.children) items[item.getAttribute("data-step")] = item;
  const order = hideOrder(items.length);
  list.append(...order.map((step) => items[step]));
  const buttons = items.map((item, step) =>
    makePick(item, () => {
      const at = kept.picks.indexOf(step);
      if (at < 0) kept.picks.push(step);
      else kept.picks.splice(at, 1);
      saveState();
      show();
    }),
  );
  function show() {
    for (const badge of all(".place", list)) badge.remove();
    buttons.forEach((button, step) => setPressed(button, kept.picks.includes(step)));
    kept.picks.forEach((step, at) => buttons[step].prepend(make("span", "place", String(at + 1))));
  }
  show();
  onKeys(order.map((step) => buttons[step]));
}

// The right order: what was tapped is marked.
function judgeSteps(list) {
  const items = [...list.children];
  items.forEach((item, step) => {
    const at = kept.picks.indexOf(step);
    if (at < 0) return;
    item.classList.add(at === step ? "ok" : "no");
    const text = at === step ? "✓" : `✗ ${say("card_put_at", { n: at + 1 })}`;
    item.prepend(make("bdi", "mark", text)); // its words say nothing of the step's direction
  });
  const hits = items.filter((_, step) => kept.picks[step] === step).length;
  const told = say("card_in_place", { n: hits, all: items.length });
  if (kept.picks.length) tellCount(told, hits === items.length, list);
}

// How many parts are right, if not all.
function tellCount(text, isWhole, where) {
  announce(isWhole ? words.right : text, where, isWhole ? "good" : "bad");
}

// A whole row: its things and its distinct cells in the order of this review, and among them a
// cell that fits nothing, if the table has one. A cell is named by the first thing that has it.
function readTable(table) {
  const cells = [];
  const things = all("tr", table).map((row, at) => {
    const cell = row.querySelector("td");
    const text = cell.textContent.trim().toLowerCase();
    if (!cells.some((other) => other.text === text)) cells.push({ at, text, html: cell.innerHTML });
    const fits = cells.find((other) => other.text === text);
    return { name: row.querySelector("th").innerHTML, fits, cell };
  });
  const order = cells.length > 2 ? hideOrder(cells.length) : shuffle(cells.length);
  const shown = order.map((place) => cells[place]);
  // HTML in an attribute is escaped twice: browsers differ in how they write `<` there.
  const html = fill("textarea", table.getAttribute("data-surplus") || "").value;
  if (html) shown.splice(shuffle(shown.length + 1)[0], 0, { at: things.length, html });
  return { things, cells: shown };
}

// Which cell belongs to which thing: on demand, for it gives the cells away.
function offerCells(table) {
  const { things, cells } = readTable(table);
  if (things.length < 3 || cells.length < 2) return;
  const fold = make("details", "choices");
  const list = make("ol", "cells");
  const rows = make("ul", "pairs");
  for (const { html } of cells) list.append(fill("li", html));
  things.forEach(({ name }, thing) => {
    const row = make("li");
    const group = make("span", "letters");
    row.append(fill("span", name, "thing"), group);
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", row.textContent);
    const buttons = cells.map((_, place) => make("button", "", letter(place)));
    const show = () => {
      buttons.forEach((button, place) => setPressed(button, kept.picks[thing] === cells[place].at));
    };
    buttons.forEach((button, place) => {
      const { at } = cells[place];
      onTap(button, () => {
        kept.picks[thing] = kept.picks[thing] === at ? null : at;
        saveState();
        show();
      });
    });
    group.append(...buttons);
    rows.append(row);
    show();
  });
  const head = make("summary", "tappable", words.card_show_choices);
  fold.append(head, list, rows);
  card.append(fold);
  onKey("c", head);
}

function fill(tag, html, name) {
  const filled = make(tag, name);
  filled.dir = "auto";
  filled.innerHTML = html;
  return filled;
}

// Each cell says whether it was chosen, or what was chosen in its place.
function judgeCells(table) {
  const { things, cells } = readTable(table);
  const picked = things.map((_, thing) => cells.find(({ at }) => at === kept.picks[thing]));
  things.forEach(({ fits, cell }, thing) => {
    const pick = picked[thing];
    if (!pick) return;
    const mark = make("div", `mark ${pick === fits ? "good" : "bad"}`);
    if (pick === fits) mark.append(`✓ ${words.card_yours}`);
    else mark.append(`✗ ${words.card_yours}${words.colon}`, fill("span", pick.html));
    cell.append(mark);
  });
  const hits = things.filter(({ fits }, thing) => picked[thing] === fits).length;
  const told = say("card_matched", { n: hits, all: things.length });
  if (picked.some(Boolean)) tellCount(told, hits === things.length, table);
}

all(".steps").forEach(front ? offerSteps : judgeSteps);
all("table.compare").forEach(front ? offerCells : judgeCells);
