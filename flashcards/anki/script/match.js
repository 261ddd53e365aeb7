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
  var surplus = table.getAttribute("data-surplus");
  if (surplus) { shown.splice(shuffle(shown.length + 1)[0], 0, { html: surplus }); }
  return { things: things, cells: shown };
}
