// The cell that fits nothing stands below the others, and says so.
function tellSurplus(table) {
  var surplus = table.getAttribute("data-surplus");
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

all("table.compare").forEach(judgeCells);
all("table.compare").forEach(tellSurplus);
