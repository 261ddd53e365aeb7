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

function listTexts(element) {
  var walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) { texts.push(walker.currentNode); }
  return texts;
}

// Takes the first line out of a block; an element that goes on in the next line is divided.
function takeLine(block) {
  var range = document.createRange(), line = make("span", "line");
  range.selectNodeContents(block);
  var last = listTexts(block).filter(function (text) { return text.data.indexOf("\n") >= 0; })[0];
  if (last) { range.setEnd(last, last.data.indexOf("\n") + 1); }
  line.appendChild(range.extractContents());
  return line;
}

// Code wraps with a hanging indent: what does not fit stands two columns behind its line's begin.
function hang(block) {
  var lines = [];
  while (block.firstChild) { lines.push(takeLine(block)); }
  lines.forEach(function (line) {
    var indent = line.textContent.match(/^ */)[0].length + 2;
    line.style.setProperty("--hang", Math.min(indent, 16) + "ch");
    block.appendChild(line);
  });
}

// Where code may be broken besides its spaces: behind the marks of what is long.
function soften(text) {
  var made = document.createDocumentFragment();
  text.data.split(/(\S{20,})/).forEach(function (run, at) {
    run.split(at % 2 ? /([._,(\[\/=:])(?=\w)/ : /$^/).forEach(function (part, place) {
      made.appendChild(document.createTextNode(part));
      if (place % 2) { made.appendChild(make("wbr")); }
    });
  });
  text.parentNode.replaceChild(made, text);
}

// Brief code in a sentence stays whole.
function softenAll(code) {
  if (!code.closest("pre") && code.id !== "typeans" && code.textContent.length <= 16) {
    code.classList.add("whole");
    return;
  }
  listTexts(code).forEach(soften);
}

// Pictures that grow.
function addZoom(picture) {
  var button = make("button", "zoom");
  button.setAttribute("aria-label", words.card_enlarge + (picture.alt ? words.colon + picture.alt : ""));
  picture.parentNode.insertBefore(button, picture);
  button.appendChild(picture);
  button.addEventListener("click", function () {
    var frame = card.appendChild(make("dialog", "enlarged"));
    frame.appendChild(picture.cloneNode(false));
    frame.appendChild(make("button", "close", words.card_close));
    frame.onclick = function () { frame.close(); };
    frame.addEventListener("close", function () { card.removeChild(frame); button.focus(); });
    frame.addEventListener("keydown", function (event) { event.stopPropagation(); });
    frame.showModal();
  });
}

// Longer code is no card. What can be tapped as a whole has no buttons inside.
function isShort(element) { return element.textContent.length < 5000; }
function isFree(element) { return !element.closest(".options, .steps, .points, .held"); }

// Which options are right is said here: a search for the word shall not find every note.
function fillMark(mark) {
  var said = "✗ " + words.card_wrong;
  if (mark.parentNode.classList.contains("ok")) { said = "✓ " + words.card_right; }
  mark.textContent = said;
}

// What every text of a card gets; `readText` is called before anything else moves its parts.
function readText() {
  all("pre > code, pre > samp").filter(isShort).forEach(hang);
  all("code, samp").filter(isShort).forEach(softenAll);
  all("img").filter(isFree).forEach(addZoom);
  all(".back .options .mark").forEach(fillMark);
}
