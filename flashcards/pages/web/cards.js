// A card on the page: its texts, its sides with their scripts, and what was answered on them.

import { readCard, runSide } from "./card_scripts.js";
import { course, say } from "./words.js";
import { el } from "./dom.js";

const decks = new Map(); // name of a deck: the promise of its texts
const patience = { ms: 10_000 }; // for which nothing may come from the network; tests set it
let stall = new AbortController();
let timer;

// Called when something comes or is requested. When nothing has come for a while, all running
// requests are given up.
function keepWaiting() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    stall.abort();
    stall = new AbortController();
  }, patience.ms);
}

async function readDeck(name) {
  const packed = document.querySelector(`script.deck[data-name="${CSS.escape(name)}"]`);
  if (packed) {
    const bytes = Uint8Array.from(atob(packed.textContent), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  }
  keepWaiting();
  const response = await fetch(course.files[`cards/${name}.json`], { signal: stall.signal });
  if (!response.ok) throw new Error(response.statusText);
  const transform = (chunk, read) => {
    keepWaiting();
    read.enqueue(chunk);
  };
  return new Response(response.body.pipeThrough(new TransformStream({ transform }))).json();
}

// The texts of a card; its file is loaded once, and what failed is tried again the next time.
export async function loadTexts({ deck, id }) {
  if (!decks.has(deck)) {
    decks.set(deck, readDeck(deck));
    decks.get(deck).catch(() => decks.delete(deck));
  }
  return (await decks.get(deck))[id];
}

// The question as the engine grades it, with the names of other terms. If its numbers change, each
// turn has the next variant; the script of the card is told which.
export function makeQuestion(texts, turn) {
  const { own, variants, ...question } = texts.question;
  const others = own ? course.names.filter((name) => !own.includes(name)) : [];
  if (variants) question.accepted = variants[turn % variants.length];
  window.ptquizVariant = turn;
  return { ...question, others };
}

// The letters of the first options are their keys; the scripts of the cards are told.
export const CHOICE_KEYS = "abcdefgh";
window.ptquizKeys = CHOICE_KEYS;

const TYPED = "[[type:Answer]]";
const HOW = { order: "web_how_order", match: "web_how_match" };

export const isTyped = (form) => form === "type" || form === "gap";

// HTML of a card is that of its author, made safe when it was built; the policy runs nothing in it.
function makeSide(card, html, form = null) {
  const holder = el(`div.card.card${card.ordinal + 1}${form === "multiple" ? ".several" : ""}`);
  holder.innerHTML = html;
  for (const part of holder.querySelectorAll("[data-style]"))
    part.style.cssText = part.dataset.style;
  for (const link of holder.querySelectorAll("a[href]")) link.target = "_blank";
  return holder;
}

// HTML to look into: nothing of it runs or loads.
export const readHtml = (html) => new DOMParser().parseFromString(html, "text/html");

// A side of a card that is only shown: `front` or `back`.
export function drawSide(card, texts, side) {
  const [typed = ""] = texts.question.accepted || [];
  const answer = side === "back" ? el("code", typed).outerHTML : "";
  const holder = makeSide(card, texts[side].replace(TYPED, answer));
  readCard(holder);
  return holder;
}

// What is typed and what is said of it stand below what is asked.
function putBelow(holder, ...parts) {
  const asked = holder.querySelectorAll(".pq > :is(.question, .meaning, .asked, pre.code)");
  [...asked].at(-1).after(...parts);
}

function addBox(holder, isLong) {
  const box = el(isLong ? "textarea" : "input", {
    ...{ id: "typeans", autocomplete: "off", autocapitalize: "off", spellcheck: "false" },
    ...{ "aria-label": say("preview_typed"), rows: isLong ? 3 : null, enterkeyhint: "done" },
    ...{ dir: "auto", maxlength: 10_000 },
  });
  const place = holder.querySelector(".typed");
  if (place) place.replaceChildren(box);
  else putBelow(holder, el("div.typed", box));
}

export function openChoices(holder) {
  const fold = holder.querySelector("details.choices");
  if (fold) fold.open = true;
}

// The question in a form, which comes out as `reveal` if nothing can be picked.
export function showFront(place, card, texts, form) {
  const holder = makeSide(card, texts.front.replace(TYPED, ""), form);
  place.replaceChildren(holder);
  if (isTyped(form)) addBox(holder, card.kind === "code");
  runSide(texts.script);
  if (form === "single" || form === "match") openChoices(holder);
  if (form === "match" && !holder.querySelector(".pairs")) return { holder, form: "reveal" };
  if (HOW[form])
    Object.assign(holder.querySelector(".ask"), { textContent: say(HOW[form]), hidden: false });
  return { holder, form };
}

// What was answered: names of options, or what was typed. The script of the card keeps places: of
// steps in their order, of options, or for each thing that of its cell; the surplus one is last.
export function readAnswer({ holder, question }) {
  const { form, options = [], sequence, things } = question;
  if (isTyped(form)) return [holder.querySelector("#typeans").value];
  const { picks } = window.ptquizKept;
  if (form === "order") return picks.map((place) => sequence[place]);
  if (form !== "match") return picks.map((place) => options[place].name);
  const fits = things.map(([, name]) => name);
  const surplus = options.find((option) => !fits.includes(option.name));
  return things.map((_, at) => (picks[at] == null ? "" : (fits[picks[at]] ?? surplus.name)));
}

export const isEmpty = (given) => !given.some((part) => part.trim());

// How many steps or things have no place yet.
export function countMissing({ form, sequence = [], things = [] }, given) {
  if (form !== "order" && form !== "match") return 0;
  return (form === "order" ? sequence : things).length - given.filter(Boolean).length;
}

// What was typed is judged by the page; in Anki the card's script reads Anki's comparison.
function addVerdict(holder, { score, near }, typed) {
  const [kind, word] =
    score >= 1 ? ["good", "web_right"] : near ? ["near", "web_nearly"] : ["bad", "web_wrong"];
  const line = el(`p.verdict.${kind}`, { role: "status" });
  setTimeout(() => line.append(say(word))); // a moment later, and so it is spoken
  const row = typed && score < 1 ? el("div.typed", el("code.typeBad", typed)) : "";
  putBelow(holder, line, row);
}

const BELOW = ".pq > :is(.verdict, .aliases, .why, .grid, .foot)";

// Options stay where they were asked, each with its reason: what stands above them is of the front,
// the list and what stands below are of the back.
function settleOptions(back, front) {
  const list = back.querySelector(".options");
  front.querySelector(".options").replaceWith(list);
  const parts = [...front.querySelector(".pq").children];
  const above = parts.slice(0, parts.findIndex((part) => part.contains(list)) + 1);
  back.querySelector(".pq").replaceChildren(...above, ...back.querySelectorAll(BELOW));
}

// The answer, judged: `verdict` is null where the learner rates it; `shown` is what was asked.
export function showBack(place, { card, texts, question, holder: front }, given, verdict) {
  const { form } = question;
  const back = makeSide(card, texts.back.replace(TYPED, ""), form);
  place.replaceChildren(back);
  runSide(texts.script);
  if (isTyped(form)) addVerdict(back, verdict, given[0].trim());
  if (form === "single" || form === "multiple") settleOptions(back, front);
  return back;
}

// The points of a full answer that were ticked: how many, and of how many.
export function countTicks(holder) {
  const buttons = [...holder.querySelectorAll(".ticks .pick")];
  const isTicked = (each) => each.getAttribute("aria-pressed") === "true";
  const ticked = buttons.flatMap((each, place) => (isTicked(each) ? place : []));
  return { total: buttons.length, ticked };
}
