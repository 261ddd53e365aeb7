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

// Where code in a block may be broken: behind the marks of what is too long for a line.
function soften(text) {
  var made = document.createDocumentFragment();
  text.data.split(/(->|\S{20,})/).forEach(function (run, at) {
    if (run === "->") { made.appendChild(make("span", "whole", run)); return; }
    run.split(at % 2 ? /([._,(\[\/=:])(?=\w)/ : /$^/).forEach(function (part, place) {
      made.appendChild(document.createTextNode(part));
      if (place % 2) { made.appendChild(make("wbr")); }
    });
  });
  text.parentNode.replaceChild(made, text);
}

function isBrief(text) { return text.length <= 16; }

// Code in a sentence is broken at its spaces, else behind brackets, commas and operators;
// inside a name only if the name alone is longer than the line.
function keepWhole(text) {
  var made = document.createDocumentFragment();
  text.data.split(/(\s+)/).forEach(function (run, at) {
    if (at % 2) { made.appendChild(document.createTextNode(run)); return; }
    run.replace(/([,(\[=\/])(?=[\w"'])/g, "$1\n").split("\n").forEach(function (part, place) {
      if (!part) { return; }
      if (place) { made.appendChild(make("wbr")); }
      soften(made.appendChild(make("span", isBrief(part) ? "whole" : "whole long", part)).firstChild);
    });
  });
  text.parentNode.replaceChild(made, text);
}

function softenAll(code) {
  var walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) { texts.push(walker.currentNode); }
  var inline = !code.closest("pre") && code.id !== "typeans";
  if (inline && isBrief(code.textContent)) { code.classList.add("whole"); return; }
  texts.forEach(inline ? keepWhole : soften);
  if (inline && code.childNodes.length === 1 && !code.closest("th")) { keepMark(code); }
}

// Brackets stand as close to code as to words.
function closeIn(code) {
  if (/[(\[（]$/.test((code.previousSibling || code).data)) { code.classList.add("after-bracket"); }
  if (/^[)\]）]/.test((code.nextSibling || code).data)) { code.classList.add("before-bracket"); }
}

// A long name is a box of its own, behind which a line could end: its comma stays with it.
function keepMark(code) {
  var text = code.nextSibling, holder = make("span", "whole");
  if (!text || !/^[.,;:!?)、。，；：！？）]/.test(text.data || "")) { return; }
  code.parentNode.insertBefore(holder, code);
  text.splitText(1);
  holder.appendChild(code);
  holder.appendChild(text);
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

// A comment behind code is a block of its own if it does not fit beside it.
function keepRemark(line, last) {
  var behind = last && last.className === "c" && last.textContent.trim() !== line.textContent.trim();
  if (behind) { last.classList.add("remark"); }
}

function hang(block) {
  var lines = splitLines(block);
  block.textContent = "";
  lines.forEach(function (line) {
    var indent = hideIndent(line);
    line.style.paddingInlineStart = Math.min(indent, 12) + 2 + "ch";
    line.style.paddingInlineStart = "min(" + (indent + 2) + "ch, 50%)";
    line.style.textIndent = "-2ch";
    keepRemark(line, line.lastElementChild);
    block.appendChild(line);
  });
}
