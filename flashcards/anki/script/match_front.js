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
    buttons.forEach(function (each) {
      each.button.setAttribute("aria-pressed", String(kept.picks[each.at] === each.place));
    });
  }
  show();
  fold.appendChild(list);
  fold.appendChild(rows);
  card.appendChild(fold);
  onChoices(fold);
}

// A question of its own needs no other one below it.
if (/[?？]/.test((card.querySelector(".question") || card).textContent)) {
  all(".ask").forEach(function (asked) { asked.hidden = true; });
}
all("table.compare").forEach(offerCells);
