// All cards on one page, by deck: searched, filtered, answers hidden until they are wished for.

import { cardWords, readCard } from "./card_scripts.js";
import { REVIEW, nameCard } from "./schedule.js";
import { countCards, findMarks, getOrMake } from "./plan.js";
import { course, say } from "./words.js";
import { bar, button, drawKeys, el, fill, icon, notify } from "./dom.js";
import { sayReturn } from "./study.js";
import { TYPED, loadDeck, findTexts, fillSide, makeHolder } from "./cards.js";

const FILTERS = ["stage", "kind", "difficulty", "tag", "deck", "lang", "state"];
// What can be decided about a card, in the words of the menu where it is, and the way back from it.
const STATES = {
  suspended: { word: "web_suspend", back: "web_restore", told: "web_restored" },
  buried: { word: "web_bury", back: "web_restore", told: "web_restored" },
  flagged: { word: "web_state_flagged", back: "web_unflag", told: "web_unflagged" },
};
const SWITCHES = {
  quiz: say("preview_hide"),
  contents: "Contents",
  night: "Night",
  phone: "Phone",
};
// Authors read English.
const KEYS =
  "Keys: [/] search, [j] [k] next and previous card, [h] hide answers, then [Enter] show, " +
  "[n] night, [p] phone, [Esc] everything";
// Learners open the answers and the decks.
const USUALLY_ON = course.is_author ? [] : ["quiz", "contents"];
const MOST_MARKS = 2000;

export function readState() {
  return new URLSearchParams(location.hash.split("?")[1] || "");
}

// What was decided about a card and holds today, under the names of the terminal.
function listStates(standing, card) {
  const { suspended, buried, flagged } = findMarks(standing, card);
  const held = { suspended, buried: buried > standing.moment.day, flagged };
  return Object.keys(STATES).filter((name) => held[name]);
}

const DIFFICULTIES = ["difficulty_easy", "difficulty_medium", "difficulty_hard"];

function nameValue(name, value) {
  if (name === "difficulty") return say(DIFFICULTIES[value]);
  if (name === "state") return say(STATES[value].word);
  return name === "kind" ? course.kinds[value] : value;
}

// What is chosen in a box, as the address has it: nothing where it is as usual.
function readBox(box) {
  if (box.type !== "checkbox") return box.value;
  return box.checked === box.defaultChecked ? "" : String(Number(box.checked));
}

function setBox(box, value) {
  if (box.type === "checkbox") box.checked = value ? value === "1" : box.defaultChecked;
  else box.value = value;
  if (box.selectedIndex < 0) box.value = ""; // a value that no card has
}

function drawSwitch(id, text) {
  const about = { type: "checkbox", role: "switch", checked: USUALLY_ON.includes(id) };
  return el("label.switch", el("input", { id, ...about }), text);
}

export function drawTick(tick) {
  const about = { role: "img", "aria-label": say(tick) };
  return el(`span.tick.${tick}`, about, tick === "known" ? icon("check") : "");
}

export class Browser {
  constructor(place, learner, toggleNight) {
    Object.assign(this, { place, learner, toggleNight });
    this.standing = learner.makeStanding();
    this.cards = new Map(); // by the element that each is drawn in
    this.texts = new Map();
    this.main = el(
      "div",
      {
        ...{ id: "cards", "aria-busy": "true", class: course.is_author ? null : "learner" },
        onclick: ({ target }) => this.open(target),
      },
      this.drawStages(),
      course.glossaries.map(drawGlossary),
      el("p", { id: "none" }, say("preview_none")),
    );
    const title = course.is_author ? course.title : say("web_browse");
    fill(place, "section.browse", el("h1", title), this.drawTools(), this.main);
    this.loaded = this.load();
    this.restore();
    this.drawRest();
  }

  drawStages() {
    const decks = group(course.cards, nameSection);
    return [...group(course.sections, ({ name }) => name)].map(([name, sections]) =>
      el(
        "section.stage",
        el("h2", { lang: sections[0].lang }, name),
        sections.map((section) => this.drawDeck(section, decks.get(nameSection(section)))),
      ),
    );
  }

  drawDeck({ lang, title }, cards) {
    const items = cards.map((card) => {
      const item = el("article.item", { tabindex: "-1", "aria-label": card.id });
      this.cards.set(item, card);
      return item;
    });
    const { seen } = countCards(this.standing, cards);
    const told = say("cards_seen", { seen, n: cards.length });
    const share = course.is_author ? null : bar(seen / cards.length, told);
    const head = el("summary", el("h3", { lang }, title), el("small"), share);
    return el("details.deck", head, items);
  }

  // The values of a card that a filter chooses by.
  listValues(card, name) {
    if (name === "state") return listStates(this.standing, card);
    if (name === "warned") return [card.warned ? "1" : "0"];
    return name === "tag" ? card.tags : [String(card[name])];
  }

  drawFilter(name, word) {
    const cards = [...this.cards.values()];
    const values = [...new Set(cards.flatMap((card) => this.listValues(card, name)))];
    if (["difficulty", "tag"].includes(name)) values.sort();
    const options = values.map((value) => el("option", { value }, nameValue(name, value)));
    const box = el(
      "select",
      { id: name },
      el("option", { value: "" }, say("preview_all")),
      options,
    );
    return el("label", { hidden: values.length < (name === "lang" ? 2 : 1) }, word, box);
  }

  // The search, and what else one can choose.
  drawTools() {
    const name = say("preview_search");
    const about = { type: "search", autocomplete: "off", placeholder: name, "aria-label": name };
    const names = [...say("preview_filters").split(" "), say("web_state")];
    const switches = Object.entries(SWITCHES).map(([name, label]) => drawSwitch(name, label));
    const choose = ({ target }) => this.choose(target);
    this.search = el("input", { id: "search", oninput: choose, ...about });
    this.chosen = el("span");
    this.count = el("span", { id: "count", role: "status" });
    const tools = el(
      "details",
      { id: "tools", onchange: choose, open: course.is_author && innerWidth > 800 },
      el("summary", { id: "fold" }, el("b", say("preview_more"), this.chosen), this.count),
      el(
        "div",
        FILTERS.map((name, n) => this.drawFilter(name, names[n])),
        course.is_author ? [drawSwitch("warned", "warnings only"), switches] : switches[0],
        course.is_author ? el("p", { id: "keys" }, drawKeys(KEYS)) : null,
      ),
    );
    this.switches = Object.fromEntries(switches.map(({ firstChild: box }) => [box.id, box]));
    this.filters = [...tools.querySelectorAll("select, #warned")];
    return [el("div", { id: "bar" }, this.search), tools];
  }

  // Cards are drawn when they come near.
  async load() {
    const draw = (seen) =>
      seen.forEach(({ isIntersecting, target }) => isIntersecting && this.draw(target));
    const near = new IntersectionObserver(draw, { rootMargin: "100% 0px" });
    for (const item of this.cards.keys()) near.observe(item);
    for (const name of new Set(course.cards.map((card) => card.file))) await loadDeck(name);
  }

  // The others bit by bit, where decks are open: the browser's own search finds them then.
  async drawRest() {
    await this.loaded;
    const items = [...this.main.querySelectorAll("[open] > .item:empty")];
    while (items.length && this.main.isConnected) {
      items.splice(0, 10).forEach((item) => this.draw(item));
      await new Promise((goOn) => setTimeout(goOn, 20));
    }
    this.main.removeAttribute("aria-busy");
  }

  drawAll() {
    for (const item of this.cards.keys()) this.draw(item);
  }

  async draw(item) {
    const card = this.cards.get(item);
    await loadDeck(card.file);
    if (item.firstChild) return;
    const texts = findTexts(card);
    const { accepted = [""] } = texts.question;
    const about = { id: "typeans", disabled: true, "aria-label": say("preview_typed") };
    const sides = [
      texts.front.replace(TYPED, () => el("input", about).outerHTML),
      texts.back.replace(TYPED, () => el("code", { id: "typeans" }, accepted[0]).outerHTML),
    ].map((html) => {
      const holder = makeHolder(card);
      fillSide(holder, html);
      readCard(holder, cardWords[card.lang]);
      return holder;
    });
    sides[0].querySelector(".pq").append(el("button.small.reveal", say("preview_show_answer")));
    const states = listStates(this.standing, card).map((name) => this.drawState(item, name));
    const above = texts.place ? [drawAbout(card, texts)] : [this.drawMemory(card), ...states];
    item.replaceChildren(...above, el("div.pair", sides));
    this.mark(item);
  }

  // Whether a card is known, and when it comes back.
  drawMemory(card) {
    const memory = this.learner.memories.get(nameCard(card));
    const word = el("span", { "aria-hidden": "true" }, say("new")); // its mark is named so
    if (!memory) return el("p.memory", drawTick("new"), word);
    const tick = memory.state === REVIEW ? "known" : "begun";
    return el("p.memory", drawTick(tick), sayReturn(this.learner, memory));
  }

  // What was decided about a card, with the way back; it leaves a list that it belongs to no more.
  drawState(item, name) {
    const { word, back, told } = STATES[name];
    const takeBack = async () => {
      await this.learner.mark(this.cards.get(item), name, 0);
      this.standing = this.learner.makeStanding();
      line.remove();
      if (this.isChosen()) await this.show();
      (item.hidden ? this.place : item).focus({ preventScroll: true });
      notify(say(told));
    };
    const line = el("p.states", say(word), button("small", takeBack, say(back)));
    return line;
  }

  readText(card) {
    return getOrMake(this.texts, card, () => {
      const { front, back, place, facts, warnings = [] } = findTexts(card);
      const sides = el("template"); // where nothing of it runs or loads
      sides.innerHTML = `${front} ${back}`;
      const parts = [card.id, place, facts, ...warnings, sides.content.textContent];
      return parts.join(" ").toLowerCase();
    });
  }

  fits(card, words) {
    const isChosen = this.filters.every((box) => {
      const value = readBox(box);
      return !value || this.listValues(card, box.id).includes(value);
    });
    return isChosen && words.every((word) => this.readText(card).includes(word));
  }

  // The cards that fit what was chosen, and how many they are.
  async show() {
    if (this.search.value) await this.loaded;
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isOpen = this.isChosen() || !this.switches.contents.checked;
    let count = 0;
    for (const [item, card] of this.cards) item.hidden = !this.fits(card, words);
    for (const deck of this.main.querySelectorAll(".deck")) {
      const found = deck.querySelectorAll(".item:not([hidden])").length;
      count += found;
      Object.assign(deck, { hidden: !found, open: isOpen });
      deck.querySelector("small").textContent = found;
    }
    const filters = this.filters.filter(readBox).length;
    this.chosen.textContent = filters ? ` (${filters})` : ""; // seen also when they are folded
    this.count.textContent = say("preview_cards", { n: count });
    this.sought = words.length && new RegExp(words.map(escapeWord).join("|"), "gi");
    if (CSS.highlights) CSS.highlights.set("found", new Highlight());
    for (const item of this.main.querySelectorAll(".item:not([hidden])")) this.mark(item);
    this.keep();
  }

  // What was searched for is marked without touching the cards.
  mark(item) {
    const found = CSS.highlights && CSS.highlights.get("found");
    if (!found || !this.sought || found.size > MOST_MARKS) return;
    const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      for (const { 0: hit, index } of text.data.matchAll(this.sought)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + hit.length);
        found.add(range);
      }
    }
  }

  showNight() {
    const isNight = document.documentElement.classList.contains("nightMode");
    this.switches.night.checked = isNight;
  }

  // The search, a filter or a switch was touched.
  async choose({ id }) {
    if (id === "quiz")
      for (const item of this.main.querySelectorAll(".open")) item.classList.remove("open");
    if (id in SWITCHES && id !== "contents") {
      this.keep(id === "night" ? this.toggleNight() : undefined);
    } else {
      await this.show();
      scrollTo(0, 0); // to the first hit
    }
  }

  // A tap on a card shows its answer.
  open(target) {
    const item = target.closest(".item");
    if (!item || target.closest("a, summary, button:not(.reveal), input, dialog")) return;
    item.classList.add("open");
    item.focus({ preventScroll: true });
  }

  // What was chosen stands in the address; `night` is "1", "0" or, as the system has it, null.
  keep(night = readState().get("night")) {
    const state = new URLSearchParams();
    for (const box of this.listBoxes()) if (readBox(box)) state.set(box.id, readBox(box));
    if (night) state.set("night", night);
    try {
      history.replaceState(null, "", `#browse?${state}`);
    } catch {
      // not kept
    }
  }

  listBoxes() {
    const { night, ...switches } = this.switches; // by day or night the system may say
    return [this.search, ...this.filters, ...Object.values(switches)];
  }

  restore() {
    const state = readState();
    for (const box of this.listBoxes()) setBox(box, state.get(box.id) || "");
    this.showNight();
    this.show();
  }

  isChosen() {
    return [this.search, ...this.filters].some(readBox);
  }

  clear() {
    for (const box of [this.search, ...this.filters]) setBox(box, "");
    this.search.blur();
    this.show();
  }

  // To the next card, or the one before, from where the focus is.
  move(isNext) {
    const side = isNext ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
    const isThere = (item) => document.activeElement.compareDocumentPosition(item) & side;
    const items = [...this.cards.keys()].filter((item) => !item.hidden && isThere(item));
    const item = items.at(isNext ? 0 : -1);
    if (!item) return;
    item.parentNode.open = true;
    item.focus({ preventScroll: true });
    bringToTop(item);
  }

  handleKey(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const press = (name) => () => this.switches[name].click();
    const keys = {
      "/": () => this.search.select(),
      j: () => this.move(true),
      k: () => this.move(false),
      h: press("quiz"),
      n: press("night"),
      p: press("phone"),
    };
    const isTyped = target.matches("select, input:not([type=checkbox])");
    const found = isTyped ? undefined : keys[key];
    if (key === "Escape") this.clear();
    else if (key === "Enter" && target === this.search) this.move(true);
    else if (key === "Enter" && target.matches(".item")) this.open(target);
    else if (found) {
      event.preventDefault();
      found();
    }
  }
}

function nameSection({ lang, stage, deck }) {
  return [lang, stage, deck].join(" ");
}

function group(list, name) {
  const groups = new Map();
  for (const each of list) getOrMake(groups, name(each), () => []).push(each);
  return groups;
}

const escapeWord = (word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&");

function drawGlossary({ lang, title, terms }) {
  const rows = terms.flatMap(([name, meaning]) => {
    const told = el("dd");
    told.innerHTML = meaning;
    return [el("dt", name), told];
  });
  return el("details.glossary", { lang }, el("summary", title), el("dl", rows));
}

// What an author wants to know of a card.
function drawAbout(card, { place, facts, warnings }) {
  const told = warnings.map((warning) => el("li.warned", warning));
  const head = [el("h4", card.id), el("code.place", place), el("span", facts)];
  return el("div.about", head, told.length ? el("ul", told) : null);
}

// A card gets its true height when it comes into sight, which moves what is below it.
function bringToTop(element, times = 5) {
  element.scrollIntoView({ block: "start" });
  if (times > 1) requestAnimationFrame(() => bringToTop(element, times - 1));
}
