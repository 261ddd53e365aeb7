// All cards by deck: searched, filtered, each with its answer behind a tap.

import { cardWords, readCard } from "./card_scripts.js";
import { REVIEW, nameCard } from "./schedule.js";
import { countCards, groupBy } from "./plan.js";
import { course, say } from "./words.js";
import { button, drawBar, el, icon, notify } from "./dom.js";
import { sayReturn } from "./study.js";
import { TYPED, fillSide, loadTexts, makeHolder } from "./cards.js";

// What can be decided about a card, in the words of the menu where it is, and the way back from it.
const MARKS_SHOWN = {
  suspended: { word: "web_suspend", back: "web_restore", done: "web_restored" },
  buried: { word: "web_bury", back: "web_restore", done: "web_restored" },
  flagged: { word: "web_state_flagged", back: "web_unflag", done: "web_unflagged" },
};
const FRAME_MS = 12; // of drawing, before the window may react again

export function drawTick(tick) {
  const about = { role: "img", "aria-label": say(tick) };
  return el(`span.tick.${tick}`, about, tick === "known" ? icon("check") : "");
}

const nameStage = (value) => course.sections.find(({ stage }) => `${stage}` === value).name;
const nameDeck = ({ lang, stage, deck }) => [lang, stage, deck].join(" ");
const titles = new Map(
  course.sections.map((section) => [nameDeck(section), `${section.name} ${section.title}`]),
);

export class Browser {
  // `study` begins a session of some cards.
  constructor(place, learner, study) {
    Object.assign(this, { place, learner, study, texts: new Map(), searched: new Map() });
    this.items = new Map(
      course.cards.map((card) => [card, el("article.item", { "aria-label": card.id })]),
    );
    this.count = el("span", { id: "count", role: "status" });
    this.begin = button("small", () => study(this.list()), say("web_study_these"));
    const show = () => this.show(true);
    this.form = el("form", { id: "tools", oninput: show, onchange: show }, this.drawTools());
    this.main = el(
      "div",
      { id: "cards", class: course.is_author ? "author" : "learner", "aria-busy": "true" },
      this.drawDecks(),
      course.glossaries.map(drawGlossary),
      el("p", { id: "none" }, say("preview_none")),
    );
    this.main.addEventListener("toggle", () => this.draw(), true);
    this.main.addEventListener("click", ({ target }) => this.open(target));
    const title = course.is_author ? course.title : say("web_browse");
    place.replaceChildren(el("section.browse", el("h1", title), this.form, this.main));
    const wished = new URLSearchParams(location.hash.split("?")[1] || "");
    for (const box of this.boxes)
      if (box.type === "checkbox") box.checked = wished.has(box.name);
      else box.value = wished.get(box.name) || "";
    this.loaded = this.load();
    this.show();
  }

  get boxes() {
    return [...this.form.elements].filter((box) => box.name);
  }

  drawDecks() {
    const stages = groupBy(course.sections, ({ name }) => name);
    const cards = groupBy(course.cards, nameDeck);
    return [...stages].map(([name, sections]) =>
      el(
        "section.stage",
        el("h2", { lang: sections[0].lang }, name),
        sections.map((section) => this.drawDeck(section, cards.get(nameDeck(section)))),
      ),
    );
  }

  drawDeck({ lang, title }, cards) {
    const { seen } = countCards(this.learner.makeStanding(), cards);
    const bar = drawBar(seen / cards.length, say("cards_seen", { seen, n: cards.length }));
    const summary = el(
      "summary",
      el("h3", { lang }, title),
      el("small"),
      course.is_author ? null : bar,
    );
    return el("details.deck", summary, cards.map((card) => this.items.get(card)));
  }

  drawTools() {
    const label = say("preview_search");
    const [stage, kind, lang] = say("preview_filters").split(" ");
    const about = { type: "search", name: "search", autocomplete: "off" };
    const check = (name, text) => el("label", el("input", { type: "checkbox", name }), text);
    const checks = [check("warned", "warnings only"), check("quiz", say("preview_hide"))];
    return [
      el("div", { id: "bar" }, el("input", { ...about, placeholder: label, "aria-label": label })),
      el(
        "div.filters",
        this.drawFilter("stage", stage, nameStage),
        this.drawFilter("kind", kind, (value) => course.kinds[value]),
        this.drawFilter("lang", lang),
        this.drawFilter("state", say("web_state"), (value) => say(MARKS_SHOWN[value].word)),
        course.is_author ? checks : null,
      ),
      el("div.row", this.count, course.is_author ? null : this.begin),
    ];
  }

  // Nothing where there is nothing to choose between.
  drawFilter(name, label, say = (value) => value) {
    const values = [...new Set(course.cards.flatMap((card) => this.listValues(card, name)))];
    if (values.length < (name === "state" ? 1 : 2)) return null;
    const options = values.map((value) => el("option", { value }, say(value)));
    const all = el("option", { value: "" }, label);
    return el("select", { name, "aria-label": label }, all, options);
  }

  // What was decided about a card and holds today.
  listMarks(card) {
    const { suspended, buried, flagged } = this.learner.findMarks(card);
    const held = { suspended, buried: buried > this.learner.moment.day, flagged };
    return Object.keys(MARKS_SHOWN).filter((name) => held[name]);
  }

  listValues(card, name) {
    return name === "state" ? this.listMarks(card) : [String(card[name])];
  }

  async load() {
    for (const card of course.cards) this.texts.set(card, await loadTexts(card));
  }

  // What a search looks through: all that is said of a card.
  readText(card) {
    if (!this.searched.has(card)) {
      const { front, back, place = "", facts = "", warnings = [] } = this.texts.get(card);
      const sides = el("template"); // where nothing of it runs or loads
      sides.innerHTML = `${front} ${back}`;
      const about = [card.id, titles.get(nameDeck(card)), course.kinds[card.kind], ...card.tags];
      const parts = [...about, place, facts, ...warnings, sides.content.textContent];
      this.searched.set(card, parts.join(" ").toLowerCase());
    }
    return this.searched.get(card);
  }

  fits(card, { search = "", warned, quiz, ...filters }) {
    const isChosen = ([name, value]) => !value || this.listValues(card, name).includes(value);
    if ((warned && !card.warned) || !Object.entries(filters).every(isChosen)) return false;
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return words.every((word) => this.readText(card).includes(word));
  }

  // The cards that are shown.
  list() {
    return [...this.items].flatMap(([card, item]) => (item.hidden ? [] : card));
  }

  // Shows the cards that fit what is chosen; the address keeps it.
  async show(isAnotherList = false) {
    const chosen = Object.fromEntries(new FormData(this.form));
    if (chosen.search) await this.loaded;
    for (const [card, item] of this.items) item.hidden = !this.fits(card, chosen);
    const { quiz, ...filters } = chosen;
    const isChosen = Object.values(filters).some(Boolean);
    for (const deck of this.main.querySelectorAll(".deck")) {
      const count = deck.querySelectorAll(".item:not([hidden])").length;
      Object.assign(deck, { hidden: !count, open: isChosen || course.is_author });
      deck.querySelector("small").textContent = count;
    }
    const n = this.list().length;
    this.count.textContent = say("preview_cards", { n });
    this.begin.hidden = !isChosen || !n;
    const named = Object.entries(chosen).filter(([, value]) => value);
    history.replaceState(null, "", `#browse?${new URLSearchParams(named)}`);
    if (isAnotherList) scrollTo(0, 0);
    await this.draw();
  }

  // Draws the cards of open decks, a few at a time.
  async draw() {
    await this.loaded;
    let ends = performance.now() + FRAME_MS;
    for (const [card, item] of this.items) {
      if (item.firstChild || item.hidden || !item.parentNode.open) continue;
      item.append(...this.drawCard(card, item));
      if (performance.now() < ends) continue;
      await new Promise((resolve) => setTimeout(resolve));
      ends = performance.now() + FRAME_MS;
    }
    this.main.removeAttribute("aria-busy");
  }

  drawCard(card, item) {
    const texts = this.texts.get(card);
    const [typed = ""] = texts.question.accepted || [];
    const sides = [texts.front, texts.back].map((html, side) => {
      const holder = makeHolder(card);
      fillSide(holder, html.replace(TYPED, side ? el("code", typed).outerHTML : ""));
      readCard(holder, cardWords[card.lang]);
      return holder;
    });
    sides[0].querySelector(".pq").append(button("small.reveal", null, say("preview_show_answer")));
    const marks = this.listMarks(card).map((name) => this.drawMark(card, item, name));
    const head = texts.place ? drawAbout(card, texts) : this.drawMemory(card);
    return [head, ...marks, el("div.pair", sides)];
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
  drawMark(card, item, name) {
    const { word, back, done } = MARKS_SHOWN[name];
    const takeBack = async () => {
      await this.learner.mark(card, name, 0);
      line.remove();
      notify(say(done));
      await this.show();
      if (item.hidden) this.place.focus({ preventScroll: true });
    };
    const line = el("p.states", say(word), button("small", takeBack, say(back)));
    return line;
  }

  // A tap on a card shows its answer.
  open(target) {
    const item = target.closest(".item");
    if (item && !target.closest("a, summary, button:not(.reveal)")) item.classList.add("open");
  }

  handleKey({ key, target, ctrlKey, metaKey, altKey }) {
    const { search, quiz } = this.form.elements;
    if (ctrlKey || metaKey || altKey) return false;
    if (key === "Escape") this.form.reset();
    else if (target.matches("input[type=search], select")) return false;
    else if (key === "/") search.select();
    else if (key === "h" && quiz) quiz.checked = !quiz.checked;
    else return false;
    this.show();
    return true;
  }
}

function drawGlossary({ lang, title, terms }) {
  const rows = terms.flatMap(([name, meaning]) => {
    const description = el("dd");
    description.innerHTML = meaning;
    return [el("dt", name), description];
  });
  return el("details.glossary", { lang }, el("summary", title), el("dl", rows));
}

// What an author wants to know of a card.
function drawAbout(card, { place, facts, warnings }) {
  const list = warnings.map((warning) => el("li.warned", warning));
  const head = [el("h4", card.id), el("code.place", place), el("span", facts)];
  return el("div.about", head, list.length ? el("ul", list) : null);
}
