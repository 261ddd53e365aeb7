// What makes and finds elements.
function all(selector, within = card) {
  return [...within.querySelectorAll(selector)];
}

function make(tag, name = "", text = "") {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (tag === "button") made.type = "button";
  made.textContent = text;
  return made;
}

function listTexts(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  return texts;
}

// The parts of an element, line by line; a part that continues in the next line is divided. No
// Range does it: a browser updates every live Range whenever the page changes, which took seconds.
function splitLines(element) {
  const lines = [[]];
  for (const child of element.childNodes) {
    splitNode(child).forEach((part, at) => {
      if (at) lines.push([]);
      lines.at(-1).push(part);
    });
  }
  return lines;
}

function splitNode(node) {
  if (node.nodeType === Node.TEXT_NODE) {
    const texts = node.data.split("\n");
    return texts.map((text, at) => (at + 1 < texts.length ? `${text}\n` : text));
  }
  if (!node.hasChildNodes()) return [node];
  return splitLines(node).map((parts) => {
    const divided = node.cloneNode();
    divided.append(...parts);
    return divided;
  });
}

// Code wraps with a hanging indent: what does not fit stands two columns behind its line's begin.
function hang(block) {
  const lines = splitLines(block).map((parts) => {
    const line = make("span", "line");
    line.append(...parts);
    const indent = line.textContent.match(/^ */)[0].length + 2;
    line.style.setProperty("--hang", `${Math.min(indent, 16)}ch`);
    return line;
  });
  block.replaceChildren(...lines);
}

// Where code may be broken besides its spaces: behind the marks of what is long, not in a name.
function soften(text) {
  const parts = text.data.split(/(\S{12,})/).map((run, at) => {
    const pieces = at % 2 ? run.split(/(?<=[.,(\[\/=:])(?=\w)/) : [run];
    return pieces.flatMap((piece, place) => (place ? [make("wbr"), piece] : piece));
  });
  text.replaceWith(...parts.flat());
}

// Brief code in a sentence stays whole.
function softenAll(code) {
  if (!code.closest("pre") && code.id !== "typeans" && code.textContent.length <= 16)
    code.classList.add("whole");
  else listTexts(code).forEach(soften);
}

// Which options are right is said here: a search for the word shall not find every note.
function fillMark(mark) {
  const isRight = mark.parentNode.classList.contains("ok");
  mark.textContent = isRight ? `✓ ${words.card_right}` : `✗ ${words.card_wrong}`;
}

// Of a longer question only the last sentence is bold, the one that asks.
function calmQuestion(question) {
  const code = all("pre", question).reduce((sum, part) => sum + part.textContent.length, 0);
  if (question.textContent.length - code <= 100) return;
  question.classList.add("text");
  for (const text of [...(all("p", question).pop() ?? question).childNodes].reverse()) {
    const data = text.nextSibling ? text.data : text.data?.replace(/[.!?。！？\s]+$/, "");
    const before = data?.match(/^[^]*([.!?]\s+(?=\p{Lu}|["“¿]|$)|[。！？](?![”」）]))/u);
    if (!before) continue;
    const bold = make("b");
    text.splitText(before[0].length).before(bold);
    while (bold.nextSibling) bold.append(bold.nextSibling);
    return;
  }
}

// What every text of a card gets; `readText` is called before anything else moves its parts.
function readText() {
  all("pre > code, pre > samp").forEach(hang);
  all("code, samp").forEach(softenAll);
  all(".back .options .mark").forEach(fillMark);
  // Else the first word around a text, as "✗ wrong", would turn the text left-to-right.
  for (const part of all(".label, .mark, .because")) part.dir = "auto";
  all(".question").forEach(calmQuestion);
}
