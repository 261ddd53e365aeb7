// Elements, made from names and texts: nothing that comes from outside is ever read as HTML here.

import { say } from "./words.js";

// `el("p.note", { lang }, "text")`: `on…` are functions that listen, all else are attributes.
export function el(name, ...rest) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  const isPlain = rest[0] && Object.getPrototypeOf(rest[0]) === Object.prototype;
  for (const [key, value] of Object.entries(isPlain ? rest.shift() : {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  if (tag === "button") element.type = "button";
  if (classes.length) element.classList.add(...classes);
  element.append(...rest.flat(2).filter((child) => child !== null && child !== undefined));
  return element;
}

// What stands in a place from now on: one element.
export const fill = (place, name, ...inside) => place.replaceChildren(el(name, ...inside));

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
  flag: "M6 21V4h11l-2 4 2 4H6",
  bury: "M20 14a8 8 0 1 1-9-10 6 6 0 0 0 9 10z",
  suspend: "M9 5v14M15 5v14",
  check: "M5 13l4 4L19 7",
  keys: "M3 7h18v10H3zM7 11h.01M12 11h.01M17 11h.01M8 14h8",
};

// A drawing: shapes are `[tag, attributes]`.
export function draw(attributes, ...shapes) {
  const [svg, ...inside] = [["svg", attributes], ...shapes].map(([tag, values]) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(values)) element.setAttribute(key, value);
    return element;
  });
  svg.append(...inside);
  return svg;
}

export function icon(name) {
  const about = { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" };
  return draw(about, ["path", { d: SHAPES[name] }]);
}

// A box that is filled to a share, 0 to 1; what it shows is told by its label, or beside it.
export function bar(share, label) {
  return el("progress.bar", { value: share, "aria-label": label, "aria-hidden": !label && "true" });
}

// What is named and told, with a box that is filled to a share.
export function drawShare(name, told, share) {
  return el("li", el("span.name", name), el("span.number", told), bar(share));
}

// A number and what it counts.
export function drawFact(n, name) {
  return el("li", el("b", String(n)), el("span", name));
}

// A line at the foot of the window that is also spoken, and goes by itself.
export function notify(text) {
  let box = document.getElementById("notice");
  if (!box) {
    box = el("div", { id: "notice", role: "status" });
    document.body.append(box);
  }
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(notify.timer);
  notify.timer = setTimeout(() => box.classList.remove("shown"), 3500);
}

export const guard = { ms: 350 };

// Of two taps in one place the second would answer what nobody has read yet.
export function dropSecondTap(box, tapped = -Infinity) {
  let last = tapped;
  const drop = (event) => {
    const isSecond = event.detail > 0 && event.timeStamp - last < guard.ms;
    if (isSecond) event.stopImmediatePropagation();
    else last = event.timeStamp;
  };
  box.addEventListener("click", drop, true);
}

// A tap beside an open menu closes it, and does nothing else.
export function closeMenus(event) {
  const menu = document.querySelector("details.menu[open]");
  if (!menu || menu.contains(event.target) || !event.detail) return; // a key clicks without detail
  menu.open = false;
  event.preventDefault();
  event.stopPropagation();
}

// Asks in a window of its own: whether the main button was pressed; `no` is the other one's name.
export const ask = (yes, no, ...told) => openDialog("primary", yes, no, told);

// The same where something would be lost: the main button is red, and the other has the focus.
export const askToLose = (yes, no, ...told) => openDialog("quiet.danger", yes, no, told);

function openDialog(style, yes, no, told) {
  return new Promise((answer) => {
    const choose = (value) => () => box.close(value);
    const main = button(style, choose("yes"), yes);
    const safe = { autofocus: style !== "primary", onclick: choose("") };
    const box = el("dialog", told, main, no ? el("button.quiet", safe, no) : null);
    dropSecondTap(box, performance.now());
    box.addEventListener("close", () => {
      box.remove();
      answer(box.returnValue === "yes");
    });
    document.getElementById("app").append(box);
    box.showModal();
  });
}

// Who is asked says no by leaving.
export function closeDialogs() {
  for (const box of document.querySelectorAll("dialog[open]")) box.close();
}

// `[j]` becomes a key.
export function drawKeys(text) {
  return text.split(/\[([^\]]+)\]/).map((part, place) => (place % 2 ? el("kbd", part) : part));
}

// Offers a text as a file, and says so.
export function saveFile(name, lines, type) {
  const address = URL.createObjectURL(new Blob(lines, { type }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  notify(say("web_saved_as", { name }));
  setTimeout(() => URL.revokeObjectURL(address), 60e3);
}
