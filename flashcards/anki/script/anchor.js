// Anki scrolls to the answer: as much of the code above it as leaves room stays in view.
function anchorCode(box) {
  var end = box.getBoundingClientRect().bottom, room = window.innerHeight * 0.6;
  var first = all("pre.code .line", box).filter(function (line) {
    return end - line.getBoundingClientRect().top <= room;
  })[0];
  if (first && end - box.getBoundingClientRect().top > room) {
    box.removeAttribute("id");
    first.id = "answer";
  }
}

all("#answer.asked").forEach(anchorCode);
