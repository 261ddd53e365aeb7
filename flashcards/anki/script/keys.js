// Letters that neither the desktop nor AnkiDroid has taken.
var KEYS = "jklnpqwxz";
function onKeys(buttons) {
  each(buttons, function (button, place) {
    if (place < KEYS.length) {
      button.setAttribute("aria-keyshortcuts", KEYS[place]);
      button.setAttribute("data-key", KEYS[place]);
    }
  });
  if (!window.ptquizPress) {
    document.addEventListener("keydown", function (event) { window.ptquizPress(event); });
  }
  window.ptquizPress = function (event) {
    var typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    var place = event.key && event.key.length === 1 ? KEYS.indexOf(event.key.toLowerCase()) : -1;
    var button = buttons[place];
    if (typing || event.ctrlKey || event.altKey || event.metaKey || !button) { return; }
    if (card.isConnected && button.offsetParent) {
      event.preventDefault();
      button.click();
    }
  };
}
