// What was folded stays folded; links of the web client open beside it.
function keepFold(fold) {
  var name = fold.className;
  if (name in kept.folds) { fold.open = kept.folds[name]; }
  fold.querySelector("summary").addEventListener("click", function () {
    kept.folds[name] = !fold.open;
    keep();
  });
}

all("details").forEach(keepFold);
// Choices that were looked at and not taken are there again; a pick stands at the verdict.
if (kept.opened && !kept.picks.length) {
  all("details.mistakes").forEach(function (fold) { fold.open = true; });
}
if (/(^|\.)anki(web|user)\.net$/.test(location.hostname)) {
  all("a[href]:not(.hint)").forEach(function (link) { link.target = "_blank"; link.rel = "noopener"; });
}
