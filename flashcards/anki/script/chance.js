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
