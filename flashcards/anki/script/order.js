// Steps to tap in sequence.
function offerSteps(list) {
  var items = [];
  each(list.children, function (item) { items[Number(item.getAttribute("data-step"))] = item; });
  var order = hideOrder(items.length);
  order.forEach(function (step) { list.appendChild(items[step]); });
  var buttons = items.map(function (item, step) {
    return makePick(item, function () {
      var at = kept.picks.indexOf(step);
      if (at < 0) { kept.picks.push(step); } else { kept.picks.splice(at, 1); }
      keep();
      show();
    });
  });
  var again = make("button", "again", words.card_again);
  again.addEventListener("click", function () { kept.picks = []; keep(); show(); });
  list.parentNode.insertBefore(again, list.nextSibling);
  function show() {
    again.hidden = !kept.picks.length;
    buttons.forEach(function (button, step) {
      var at = kept.picks.indexOf(step), badge = button.querySelector(".place");
      setPressed(button, at >= 0);
      if (badge) { button.removeChild(badge); }
      if (at >= 0) { button.insertBefore(make("span", "place", String(at + 1)), button.firstChild); }
    });
  }
  show();
  onKeys(order.map(function (step) { return buttons[step]; }));
}

// The right order: what was tapped is marked; without a tap each step shows its letter.
function judgeSteps(list) {
  var items = each(list.children, same), order = hideOrder(items.length), hits = 0;
  items.forEach(function (item, step) {
    var at = kept.picks.indexOf(step), good = at === step;
    item.setAttribute("data-letter", kept.picks.length ? "" : letter(order.indexOf(step)));
    if (at < 0) { return; }
    hits += good ? 1 : 0;
    item.classList.add(good ? "ok" : "no");
    item.insertBefore(make("span", "mark", good ? "✓" : "✗ " + say("card_put_at", { n: at + 1 })),
      item.firstChild);
  });
  if (kept.picks.length) {
    var whole = hits === items.length;
    announce(whole ? words.right
      : say("card_in_place", { n: hits, all: items.length }), list, whole ? "good" : "bad");
  }
}

// A whole row: its things and its distinct cells in the order of this review, and among them a
// cell that fits nothing, if the table has one.
function readTable(table) {
  var cells = [], things = all("tr", table).map(function (row) {
    var cell = row.querySelector("td"), text = cell.textContent.trim().toLowerCase();
    var known = cells.filter(function (other) { return other.text === text; })[0];
    if (!known) { cells.push(known = { text: text, html: cell.innerHTML }); }
    return { name: row.querySelector("th").innerHTML, cell: known, row: cell };
  });
  var order = cells.length > 2 ? hideOrder(cells.length) : shuffle(cells.length);
  var shown = order.map(function (place) { return cells[place]; });
  var surplus = readSurplus(table);
  if (surplus) { shown.splice(shuffle(shown.length + 1)[0], 0, { html: surplus }); }
  return { things: things, cells: shown };
}

// Which cell belongs to which thing: on demand, for it gives the cells away.
function offerCells(table) {
  var read = readTable(table), buttons = [];
  if (read.things.length < 3 || read.cells.length < 2) { return; }
  var fold = make("details", "choices"), list = make("ol", "cells"), rows = make("ul", "pairs");
  fold.appendChild(make("summary", "tappable", words.card_choices));
  read.cells.forEach(function (cell) {
    list.appendChild(make("li")).innerHTML = cell.html;
  });
  read.things.forEach(function (thing, at) {
    var row = make("li");
    row.appendChild(make("span", "thing")).innerHTML = thing.name;
    var group = row.appendChild(make("span", "letters"));
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", row.firstChild.textContent);
    read.cells.forEach(function (cell, place) {
      var button = group.appendChild(make("button", "", letter(place)));
      onTap(button, function () {
        kept.picks[at] = kept.picks[at] === place ? null : place;
        keep();
        show();
      });
      buttons.push({ button: button, at: at, place: place });
    });
    rows.appendChild(row);
  });
  function show() {
    buttons.forEach(function (choice) {
      setPressed(choice.button, kept.picks[choice.at] === choice.place);
    });
  }
  show();
  fold.appendChild(list);
  fold.appendChild(rows);
  card.appendChild(fold);
  onChoices(fold);
}

// HTML in an attribute is escaped twice: browsers differ in how they write `<` there.
function readSurplus(table) {
  var box = make("textarea");
  box.innerHTML = table.getAttribute("data-surplus") || "";
  return box.value;
}

// The cell that fits nothing stands below the others, and says so.
function tellSurplus(table) {
  var surplus = readSurplus(table);
  if (!surplus) { return; }
  var line = make("p", "surplus", words.card_fits_none + words.colon);
  line.appendChild(make("span")).innerHTML = surplus;
  table.parentNode.insertBefore(line, table.nextSibling);
}

// Each cell says whether it was chosen, or what was chosen in its place.
function judgeCells(table) {
  var read = readTable(table), hits = 0, picked = 0;
  read.things.forEach(function (thing, at) {
    var cell = read.cells[kept.picks[at]];
    if (!cell) { return; }
    picked++;
    hits += cell === thing.cell ? 1 : 0;
    var mark = make("div", "mark " + (cell === thing.cell ? "good" : "bad"));
    mark.textContent = cell === thing.cell ? "✓ " + words.card_yours
      : "✗ " + words.card_yours + words.colon;
    if (cell !== thing.cell) { mark.appendChild(make("span")).innerHTML = cell.html; }
    thing.row.appendChild(mark);
  });
  if (picked) {
    var good = hits === read.things.length;
    announce(good ? words.right : say("card_matched", { n: hits, all: read.things.length }),
      table, good ? "good" : "bad");
  }
}

all(".steps").forEach(front ? offerSteps : judgeSteps);
// A question of its own needs no other one below it.
if (card.matches(".kind-compare") && /[?？]/.test(card.querySelector(".question").textContent)) {
  all(".ask").forEach(function (asked) { asked.hidden = true; });
}
all("table.compare").forEach(function (table) {
  if (front) { offerCells(table); } else { judgeCells(table); tellSurplus(table); }
});
