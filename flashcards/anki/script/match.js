// A whole row: its things and its distinct cells in the order of this review.
function readTable(table) {
  var cells = [], things = all("tr", table).map(function (row) {
    var cell = row.querySelector("td"), text = cell.textContent.trim().toLowerCase();
    var known = cells.filter(function (other) { return other.text === text; })[0];
    if (!known) { cells.push(known = { text: text, html: cell.innerHTML }); }
    return { name: row.querySelector("th").innerHTML, cell: known, row: cell };
  });
  var order = cells.length > 2 ? hideOrder(cells.length) : shuffle(cells.length);
  return { things: things, cells: order.map(function (place) { return cells[place]; }) };
}
