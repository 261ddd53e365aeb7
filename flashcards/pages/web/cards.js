// A card on the page: its texts, its sides with their scripts, and what was answered on them.

import { cardSides, cardWords, runSide } from "./card_scripts.js";
import { course, say } from "./words.js";
import { el } from "./dom.js";

const deckTexts = new Map();
const loading = new Map();

async function unpackDeck(packed) {
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream);
}

async function readDeck(name) {
  const packed = document.querySelector(`script.deck[data-name="${CSS.escape(name)}"]`);
  const found = packed ? unpackDeck(packed.textContent) : fetch(course.files[`cards/${name}.json`]);
  const answer = await found;
  if (!answer.ok) throw new Error(answer.statusText);
  deckTexts.set(name, await answer.json());
}

// The texts of some cards of a deck, loaded once; what failed is tried again the next time.
export function loadDeck(name) {
  if (!loading.has(name)) {
    loading.set(name, readDeck(name));
    loading.get(name).catch(() => loading.delete(name));
  }
  return loading.get(name);
}

// The texts of a card whose deck is loaded, else null.
export function findTexts(card) {
  const deck = deckTexts.get(card.file);
  if (!deck) return null;
  const texts = deck.cards[card.id];
  const show = (html) =>
    html.replace(/src="picture:(\d+)"/g, (_, place) => `src="${deck.pictures[place]}"`);
  return { ...texts, front: show(texts.front), back: show(texts.back) };
}

export async function loadTexts(card) {
  await loadDeck(card.file);
  return findTexts(card);
}

// The question as the engine grades it, with the names of other terms.
export function makeAsked(card, texts) {
  const { own, ...question } = texts.question;
  const mine = new Set(own);
  const others = own ? course.names[card.lang].filter((name) => !mine.has(name)) : [];
  return { ...question, others };
}

export const TYPED = "[[type:Answer]]";

export const makeHolder = (card, form) =>
  el(`div.card.card${card.ordinal + 1}${form === "multiple" ? ".several" : ""}`);

const HOW = { order: "web_how_order", match: "web_how_match" };
export const isTyped = (form) => form === "type" || form === "gap";

// Where a line of code may be broken: behind a mark, never inside a word.
const MARKS = /(<[^>]*>)|(?:[([{,=/:]|\.(?!\d))(?![)\]}.,=:/\s])/g;

// HTML of a card is that of its author, made safe when it was built; the policy runs nothing in it.
export function fillSide(holder, html) {
  holder.innerHTML = html;
  for (const part of holder.querySelectorAll("[data-style]"))
    part.style.cssText = part.dataset.style;
  for (const code of holder.querySelectorAll("pre:not(.aligned) > :is(code, samp)"))
    code.innerHTML = code.innerHTML.replace(MARKS, (found, tag) => tag || `${found}<wbr>`);
  for (const link of holder.querySelectorAll("a[href]")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
}

function runScripts(card) {
  const at = card.kind === "cloze" ? 0 : card.ordinal;
  runSide(cardSides[`${card.kind} ${at}`], cardWords[card.lang]);
}

// Runs what draws the seed of an order by chance with the seed of an earlier time.
function withSeed(seed, act) {
  const { random } = Math;
  if (seed) Math.random = () => seed;
  try {
    act();
  } finally {
    Math.random = random;
  }
}

// Where a card has what is typed.
const findTyped = (holder) => holder.querySelector(".typed:not(.held *)");

function addBox(holder, isLong) {
  const box = el(isLong ? "textarea" : "input", {
    ...{ id: "typeans", autocomplete: "off", autocapitalize: "off", spellcheck: "false" },
    ...{ "aria-label": say("preview_typed"), rows: isLong ? 3 : null, enterkeyhint: "done" },
  });
  const place = findTyped(holder);
  if (place) place.replaceChildren(box);
  else putBelow(holder, el("div.typed", box));
}

// What is typed and what is said of it stand below what is asked.
function putBelow(holder, ...parts) {
  const asked = holder.querySelectorAll(".pq > :is(.question, .asked, pre.code)");
  [...asked].at(-1).after(...parts);
}

function showSide(place, card, form, html) {
  const holder = makeHolder(card, form);
  fillSide(holder, html.replace(TYPED, ""));
  place.replaceChildren(holder);
  return holder;
}

// The question in a form, which may come out as `reveal` if nothing can be picked; the same `seed`
// gives the same order of options again.
export function showFront(place, card, texts, form, seed = null) {
  const holder = showSide(place, card, form, texts.front);
  if (isTyped(form)) addBox(holder, card.kind === "code");
  holder.querySelectorAll(".options > li").forEach((item, n) => {
    item.dataset.place = n;
  });
  withSeed(seed, () => runScripts(card));
  const fold = holder.querySelector("details.choices");
  if (fold && (form === "single" || form === "match")) {
    fold.open = true;
    fold.classList.add("opened");
  }
  const isOffered = form !== "match" || holder.querySelector(".pairs");
  if (isOffered && HOW[form])
    Object.assign(holder.querySelector(".ask"), { textContent: say(HOW[form]), hidden: false });
  return { holder, form: isOffered ? form : "reveal", seed: window.ptquizKept.seed };
}

const listPicks = () => window.ptquizKept?.picks || [];

const foldText = (element) => element.textContent.trim().toLowerCase();

// The names of the cells in the order in which they are shown.
function listMatch(holder, question) {
  const fits = question.things.map(([, name]) => name);
  const cells = [...holder.querySelectorAll(".held table.compare td")].map(foldText);
  const surplus = question.options.find((option) => !fits.includes(option.name));
  return [...holder.querySelectorAll(".cells > li")].map((cell) => {
    const known = cells.indexOf(foldText(cell));
    return known >= 0 ? fits[known] : surplus ? surplus.name : "";
  });
}

// The names of the options, or of the steps, by their places.
const listNames = ({ sequence, options }, form) =>
  form === "order" ? sequence : (options || []).map(({ name }) => name);

// What was answered: names of options, or what was typed.
export function readAnswer(holder, question, form) {
  const picks = listPicks();
  if (isTyped(form)) return [holder.querySelector("#typeans").value];
  if (form !== "match") return picks.map((place) => listNames(question, form)[place]);
  const names = listMatch(holder, question);
  return question.things.map((_, at) => names[picks[at]] || "");
}

const readLetter = (place) => String.fromCharCode(65 + place);

export const isEmpty = (given) => !given.some((part) => part.trim());

// Whether there is nothing to check yet: nothing is chosen, or not every place is filled.
export function isOpen(holder, question, form) {
  const given = readAnswer(holder, question, form);
  if (form === "match") return given.includes("");
  return isEmpty(given) || (form === "order" && given.length < question.sequence.length);
}

// A line whose text comes a moment later than itself, and so is spoken.
function makeVerdict(classes, text) {
  const line = el("p", { class: classes, role: "status" });
  setTimeout(() => line.append(text));
  return line;
}

// What was typed into a gap, or as the output of a program, is judged by the page.
function addVerdict(holder, { score, near }, typed) {
  const [kind, word] =
    score >= 1 ? ["good", "web_right"] : near ? ["near", "web_nearly"] : ["bad", "web_wrong"];
  const row = typed && score < 1 ? el("div.typed", el("code.typeBad", typed)) : "";
  putBelow(holder, makeVerdict(`verdict ${kind}`, say(word)), row);
}

// What the cards' script reads: Anki's comparison of what was typed with what is right.
function compareTyped(holder, given, verdict, answer) {
  const shown = el("code", { id: "typeans" });
  if (given) {
    const isExact = verdict.score >= 1 && given === answer;
    shown.append(el(verdict.score >= 1 ? "span.typeGood" : "span.typeBad", given));
    if (!isExact) shown.append(el("br"), el("span.typeGood", answer));
  }
  findTyped(holder).replaceChildren(shown);
}

// Which options are right, by their letters: they stand above, with what was chosen.
function tellPicks(list) {
  const name = (kind) =>
    [...list.children].flatMap((item, at) => (item.matches(kind) ? readLetter(at) : [])).join(", ");
  const [mine, right] = [name(".picked"), name(".ok")];
  if (mine === right) return say("right");
  return say(mine ? "web_wrong_pick" : "card_verdict_right", { right });
}

const BELOW = ".pq > :is(.verdict, .aliases, .why, .foot)";

// Options stay where they were asked. Why one is wrong stands in it if it was picked, else below.
function settleOptions(holder, asked) {
  const list = holder.querySelector(".options");
  asked.querySelector(".options").replaceWith(list);
  const above = [...asked.querySelector(".pq").children];
  above.length = above.findIndex((part) => part.contains(list)) + 1;
  for (const mine of holder.querySelectorAll(".mine")) {
    const item = list.children[mine.firstChild.textContent.charCodeAt(0) - 65];
    if (!item.querySelector(".because")) item.append(...mine.querySelectorAll(".because"));
  }
  for (const item of list.querySelectorAll(".picked, .several .options:has(.picked) > .ok")) {
    const mark = item.querySelector(".mark");
    const told = mark.querySelector(".yours") || mark.appendChild(el("span.yours"));
    told.textContent = say(item.matches(".picked") ? "card_yours" : "web_missed");
  }
  const reasons = [...list.children].flatMap((item, at) => {
    const reason = item.querySelector(".because");
    const isBelow = reason && !item.matches(".no.picked");
    return isBelow ? [el("li", el("b", readLetter(at)), reason)] : [];
  });
  for (const line of holder.querySelectorAll(".verdict"))
    line.replaceWith(makeVerdict(line.className, tellPicks(list)));
  const pq = holder.querySelector(".pq");
  pq.replaceChildren(...above, ...holder.querySelectorAll(BELOW));
  if (reasons.length) pq.insertBefore(el("ul.reasons", reasons), pq.querySelector(".foot"));
}

// Why the cell that fits nothing does not fit is told where it was put.
function settlePairs(holder) {
  const none = holder.querySelector(".surplus span")?.textContent;
  const find = (name, test) => [...holder.querySelectorAll(name)].find(test);
  const reason = find(".why p", (each) => each.textContent.indexOf(none) === 2);
  const mark = find(".mark.bad", (each) => each.lastChild.textContent === none);
  if (!reason || !mark) return;
  reason.firstChild.data = reason.firstChild.data.slice(2); // it has a mark of its own
  mark.lastChild.replaceWith(reason);
}

// The answer, judged: `verdict` is null where the learner rates it; `shown` is what was asked.
export function showBack(place, shown, given, verdict) {
  const { card, texts, form } = shown;
  const holder = showSide(place, card, form, texts.back);
  const isTerm = card.kind === "term";
  if (form === "type" && isTerm)
    compareTyped(holder, given[0].trim(), verdict, texts.question.accepted[0]);
  runScripts(card);
  if (verdict && !isTerm && isTyped(form)) addVerdict(holder, verdict, given[0].trim());
  if (form === "single" || form === "multiple") settleOptions(holder, shown.holder);
  if (form === "match") settlePairs(holder);
  return holder;
}

// The points of a full answer that were ticked: how many, and of how many.
export function countTicks(holder) {
  const buttons = [...holder.querySelectorAll(".ticks .pick")];
  const ticked = buttons.filter((button) => button.getAttribute("aria-pressed") === "true");
  return { total: buttons.length, ticked: ticked.map((button) => buttons.indexOf(button)) };
}
