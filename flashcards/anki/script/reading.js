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

// Takes the first line out of a block; an element that goes on in the next line is divided.
function takeLine(block) {
  const range = document.createRange();
  const line = make("span", "line");
  range.selectNodeContents(block);
  const last = listTexts(block).find((text) => text.data.includes("\n"));
  if (last) range.setEnd(last, last.data.indexOf("\n") + 1);
  line.append(range.extractContents());
  return line;
}

// Code wraps with a hanging indent: what does not fit stands two columns behind its line's begin.
function hang(block) {
  const lines = [];
  while (block.firstChild) lines.push(takeLine(block));
  for (const line of lines) {
    const indent = line.textContent.match(/^ */)[0].length + 2;
    line.style.setProperty("--hang", `${Math.min(indent, 16)}ch`);
  }
  block.append(...lines);
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
  const range = document.createRange();
  for (const text of [...(all("p", question).pop() ?? question).childNodes].reverse()) {
    const data = text.nextSibling ? text.data : text.data?.replace(/[.!?。！？\s]+$/, "");
    const before = data?.match(/^[^]*([.!?]\s+(?=\p{Lu}|["“¿]|$)|[。！？](?![”」）]))/u);
    if (!before) continue;
    range.setStart(text, before[0].length);
    range.setEndAfter(text.parentNode.lastChild);
    return range.surroundContents(make("b"));
  }
}

// What every text of a card gets; `readText` is called before anything else moves its parts.
function readText() {
  all("pre > code, pre > samp").forEach(hang);
  all("code, samp").forEach(softenAll);
  all(".back .options .mark").forEach(fillMark);
  all(".question").forEach(calmQuestion);
}
