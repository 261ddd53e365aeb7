// Choices on demand: the button says what it does, and c does it too.
function onChoices(fold) {
  var head = fold.querySelector("summary");
  function name() { head.textContent = fold.open ? words.card_choices_hide : words.card_choices; }
  fold.addEventListener("toggle", name);
  onKey("c", head);
  name();
}

all("details.choices, details.mistakes").forEach(onChoices);
