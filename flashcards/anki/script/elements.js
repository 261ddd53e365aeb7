// What makes and finds elements.
function each(list, act) { return Array.prototype.map.call(list, act); }
function all(selector, within) { return each((within || card).querySelectorAll(selector), same); }
function same(value) { return value; }

function make(tag, name, text) {
  var made = document.createElement(tag);
  if (name) { made.className = name; }
  if (tag === "button") { made.type = "button"; }
  if (text !== undefined) { made.textContent = text; }
  return made;
}
