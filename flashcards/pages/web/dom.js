// What all views draw with. Nothing that comes from outside is ever read as HTML here.

import { formatLog } from "./log.js";
import { course, say } from "./words.js";

// `el("p.note", { lang }, "text")`: `on…` are functions that listen, all else are attributes.
export function el(name, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  const hasAttributes = children[0] && Object.getPrototypeOf(children[0]) === Object.prototype;
  for (const [key, value] of Object.entries(hasAttributes ? children.shift() : {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  if (tag === "button") element.type = "button";
  element.classList.add(...classes);
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined));
  return element;
}

export function button(name, onclick, ...children) {
  return el(`button.${name}`, { onclick }, ...children);
}

const SHAPES = {
  close: "M6 6l12 12M18 6L6 18",
  undo: "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  today: "M5 8h14v11H5zM8 4v4M16 4v4M5 12h14",
  browse: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  progress: "M5 20V12M12 20V5M19 20v-6",
  settings: "M3 8h9M18 8h3M15 5v6M3 16h3M12 16h9M9 13v6",
  bury: "M20 14a8 8 0 1 1-9-10 6 6 0 0 0 9 10z",
  suspend: "M9 5v14M15 5v14",
  keys: "M3 6h18v12H3zM7 10h.01M12 10h.01M17 10h.01M8 14h8",
  check: "M5 13l4 4L19 7",
};

export function icon(name) {
  const holder = el("div");
  const path = `<path d="${SHAPES[name]}" />`;
  holder.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;
  return holder.firstChild;
}

// A share, 0 to 1, as a bar; a text beside it says the same, or `label` does.
export function drawBar(share, label) {
  return el("progress.bar", { value: share, "aria-label": label, "aria-hidden": !label && "true" });
}

// A part of a view under a heading of its own.
export function drawPanel(heading, ...children) {
  return el("section.panel", el("h2", heading), children);
}

// A dialog over the page that any tap closes; Enter is then again for the page.
export function drawDialog(name, label, ...children) {
  const onclick = ({ currentTarget }) => currentTarget.close();
  const onclose = () => document.activeElement.blur();
  const about = { "aria-label": label, autofocus: true, onclick, onclose };
  const close = el("button.tool", { "aria-label": say("web_close") }, icon("close"));
  return el(`dialog.${name}`, about, el("h2", label), close, children);
}

// All keys, each of which stands in the text as `[j]`.
const drawKey = (part, place) => (place % 2 ? el("kbd", part) : part);
const drawKeys = (row) => el("li", row.split(/\[([^\]]+)\]/).map(drawKey));
const keyRows = say("web_keys_told").split(/[;；]\s*/);
export const keys = drawDialog("keys", say("web_keys"), el("ul", keyRows.map(drawKeys)));
const notice = el("div", { id: "notice", role: "status" });
document.body.append(keys, notice);

// A line at the foot of the window that is also spoken, and goes by itself.
export function notify(text) {
  notice.replaceChildren(text && el("span", text)); // the style lets it go
}

// Offers everything that is known of the learner as a file, and remembers when.
export async function saveAnswers(learner) {
  const lines = formatLog(learner.listRows("answers"), learner.listRows("marks"));
  const name = `${course.course}-${new Date().toISOString().slice(0, 10)}.jsonl`;
  const address = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  el("a", { href: address, download: name }).click();
  notify(say("web_saved_as", { name }));
  setTimeout(() => URL.revokeObjectURL(address), 60e3);
  await learner.saveSettings({ saved: Date.now() }).catch(() => {}); // the file is what counts
}
