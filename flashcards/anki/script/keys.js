// Keys that neither the desktop nor AnkiDroid has taken: letters choose, c opens choices, h a hint.
var KEYS = "jklnpqwxz", byKey = {};
function onKey(key, button) {
  byKey[key] = button;
  button.setAttribute("aria-keyshortcuts", key);
  button.setAttribute("data-key", key);
}
function onKeys(buttons) {
  each(buttons, function (button, place) {
    if (place < KEYS.length) { onKey(KEYS[place], button); }
  });
}

// A key that is held presses once.
function press(event) {
  var name = event.target.tagName, button = byKey[String(event.key).toLowerCase()];
  if (!card.isConnected || /^(INPUT|TEXTAREA|SELECT)$/.test(name)) { return; }
  if (event.repeat && event.key === "Enter" && name === "BUTTON") { event.preventDefault(); }
  if (event.ctrlKey || event.altKey || event.metaKey || !button || !button.offsetParent) { return; }
  event.preventDefault();
  if (!event.repeat) { button.click(); }
}

if (!window.ptquizPress) {
  document.addEventListener("keydown", function (event) { window.ptquizPress(event); });
}
window.ptquizPress = press;
