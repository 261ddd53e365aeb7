// What was folded stays folded, where to read on is unfolded at first; links of the web client
// open beside it.
function keepFold(fold) {
  var name = fold.className;
  if (name === "see") { fold.open = true; }
  if (name in kept.folds) { fold.open = kept.folds[name]; }
  fold.querySelector("summary").addEventListener("click", function () {
    kept.folds[name] = !fold.open;
    keep();
  });
}

// Fingers get a line for each link, without the marks between them.
function markDots(fold) {
  each(fold.childNodes, same).forEach(function (node) {
    if (node.nodeType === 3 && node.data === " · ") {
      fold.replaceChild(make("span", "dot", node.data), node);
    }
  });
}

all("details").forEach(keepFold);
all("details.see").forEach(markDots);
// Choices that were looked at and not taken are there again; a pick stands at the verdict.
if (kept.opened && !kept.picks.length) {
  all("details.mistakes").forEach(function (fold) { fold.open = true; });
}
if (/(^|\.)anki(web|user)\.net$/.test(location.hostname)) {
  all("a[href]:not(.hint)").forEach(function (link) { link.target = "_blank"; link.rel = "noopener"; });
}
