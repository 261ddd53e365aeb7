// Anki scrolls to the answer. If that begins in the upper half, nothing need move; else as much
// of the code above it as leaves room stays in view.
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

all("#answer").forEach(function (mark) {
  var above = mark.getBoundingClientRect().bottom - card.getBoundingClientRect().top;
  if (above <= window.innerHeight / 2) {
    mark.removeAttribute("id");
  } else { anchorCode(mark); }
});
