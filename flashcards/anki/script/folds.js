// What was folded stays folded; links of the web client open beside it.
function keepFold(fold) {
  var name = fold.className;
  if (name in kept.folds) { fold.open = kept.folds[name]; }
  fold.addEventListener("toggle", function () { kept.folds[name] = fold.open; keep(); });
}

all("details").forEach(keepFold);
if (/(^|\.)anki(web|user)\.net$/.test(location.hostname)) {
  all("a[href]:not(.hint)").forEach(function (link) { link.target = "_blank"; link.rel = "noopener"; });
}
