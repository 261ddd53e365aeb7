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

// Code that wraps with a hanging indent, and where it may be broken.
function splitLines(block) {
  var lines = [], open = [block], line;
  function start() {
    line = make("span", "line");
    lines.push(line);
    open.slice(1).reduce(function (under, element) {
      return under.appendChild(element.cloneNode(false));
    }, line);
  }
  function deepest() {
    return open.slice(1).reduce(function (under) { return under.lastElementChild; }, line);
  }
  function walk(node) {
    each(node.childNodes, same).forEach(function (child) {
      if (child.nodeType === 3) {
        child.data.split("\n").forEach(function (text, at, texts) {
          if (at) { start(); }
          deepest().appendChild(document.createTextNode(text + (at < texts.length - 1 ? "\n" : "")));
        });
      } else {
        deepest().appendChild(child.cloneNode(false));
        open.push(child);
        walk(child);
        open.pop();
      }
    });
  }
  start();
  walk(block);
  return lines;
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
  var walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) { texts.push(walker.currentNode); }
  texts.forEach(soften);
}

// The spaces before a line stay in its text and take no room: the padding is the indent.
function hideIndent(line) {
  var walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), nodes = [], width = 0;
  while (walker.nextNode()) { nodes.push(walker.currentNode); }
  nodes.every(function (node) {
    var spaces = node.data.match(/^ */)[0], hidden = make("span", "indent", spaces);
    var whole = spaces.length === node.data.length;
    width += spaces.length;
    if (spaces) { node.parentNode.insertBefore(hidden, node); }
    node.data = node.data.slice(spaces.length);
    return whole;
  });
  return width;
}

function hang(block) {
  var lines = splitLines(block);
  block.textContent = "";
  lines.forEach(function (line) {
    line.style.paddingInlineStart = "min(" + (hideIndent(line) + 2) + "ch, 50%)";
    line.style.textIndent = "-2ch";
    block.appendChild(line);
  });
}

// Code that can be copied, pictures that grow.
function addCopy(block) {
  if (!navigator.clipboard) { return; }
  var button = make("button", "copy", words.card_copy), text = block.textContent;
  button.addEventListener("click", function () {
    navigator.clipboard.writeText(text).then(function () {
      button.textContent = words.card_copied;
      setTimeout(function () { button.textContent = words.card_copy; }, 1500);
    });
  });
  var touch = window.matchMedia && matchMedia("(hover: none)").matches;
  ((touch && card.querySelector(".foot")) || block).appendChild(button);
}

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
  all(".back.kind-code > .asked > pre.code").forEach(addCopy);
  all("code, samp").filter(isShort).forEach(softenAll);
  all("img").filter(isFree).forEach(addZoom);
  all(".back .options .mark").forEach(fillMark);
}
