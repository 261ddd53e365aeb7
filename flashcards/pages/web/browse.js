// All cards by deck: searched, filtered, each with its answer behind a tap.

import { REVIEW } from "./schedule.js";
import { countCards, findMarks, findMemory, groupBy } from "./plan.js";
import { course, say, stageNames } from "./words.js";
import { button, drawBar, el, icon, notify } from "./dom.js";
import { sayReturn } from "./study.js";
import { drawSide, loadTexts, readHtml } from "./cards.js";

const SHOWN_AT_ONCE = 50; // results; those of further decks follow deck by deck

const nameDeck = ({ stage, deck }) => `${stage} ${deck}`;
const findSection = (card) => course.sections.find((each) => nameDeck(each) === nameDeck(card));

// What somebody may look for: on an author's page cards with any warning, or with that of a rule,
// else suspended ones.
function listStates(learner, card) {
  if (card.warned.length) return ["warnings", ...card.warned];
  return findMarks(learner, card).suspended ? [say("web_never_asked")] : [];
}

// Nothing where there is nothing to choose between; `say` names a value.
function drawFilter(name, label, values, least, say) {
  const all = [...new Set(values)];
  if (all.length < least) return null;
  const options = all.map((value) => el("option", { value }, say(value)));
  return el("select", { name, "aria-label": label }, el("option", { value: "" }, label), options);
}

function drawForm(learner, ...below) {
  const label = say("preview_search");
  const about = { type: "search", name: "search", autocomplete: "off" };
  const [stage, kind] = say("preview_filters").split(" ");
  const { cards } = course;
  const states = cards.flatMap((card) => listStates(learner, card));
  return el(
    "form",
    { id: "tools", onsubmit: (event) => event.preventDefault() },
    el("div", { id: "bar" }, el("input", { ...about, placeholder: label, "aria-label": label })),
    el(
      "div.filters",
      drawFilter("stage", stage, cards.map((card) => card.stage), 2, (n) => stageNames.get(n)),
      drawFilter("kind", kind, cards.map((card) => card.kind), 2, (name) => course.kinds[name]),
      drawFilter("state", say("web_state"), states, 1, String),
    ),
    el("div.row", below),
  );
}

// Where words stand in what is drawn, a phrase as a whole, also where it goes over several texts.
function findRanges(part, words) {
  const patterns = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
  const wished = new RegExp([patterns.join("\\s+"), ...patterns].join("|"), "gi");
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const texts = []; // each with where it begins in the whole
  let whole = "";
  while (walker.nextNode()) {
    texts.push([walker.currentNode, whole.length]);
    whole += walker.currentNode.data;
  }
  return [...whole.matchAll(wished)].map(({ index, 0: { length } }) => {
    const [first, begin] = texts.findLast(([, start]) => start <= index);
    const [last, start] = texts.findLast((text) => text[1] < index + length);
    const from = { startContainer: first, startOffset: index - begin };
    return new StaticRange({ ...from, endContainer: last, endOffset: index + length - start });
  });
}

export class Browser {
  // `study` begins a session of a plan.
  constructor(learner, place, study) {
    Object.assign(this, { learner, place, texts: new Map(), items: new Map(), cards: [] });
    const start = () => study({ cards: this.cards, steps: [] });
    this.count = el("span", { id: "count", role: "status" });
    this.start = button("small", start);
    this.form = drawForm(learner, this.count, course.is_author ? null : this.start);
    this.list = el("div", { id: "cards", class: course.is_author ? "author" : "learner" });
    this.list.addEventListener("click", openItem);
    const title = course.is_author ? course.title : say("web_browse");
    place.replaceChildren(el("section.browse", el("h1", title), this.form, this.list));
    const wished = new URLSearchParams(location.hash.split("?")[1] || "");
    for (const box of this.form.querySelectorAll("[name]")) {
      box.value = wished.get(box.name) || "";
      box.addEventListener(box.matches("select") ? "change" : "input", () => {
        scrollTo(0, 0);
        this.show();
      });
    }
    this.load();
  }

  // Loads the texts of all cards; what is there already is not asked for again.
  load() {
    const load = async (card) => this.texts.set(card, await loadTexts(card));
    this.loaded = Promise.all(course.cards.map(load));
  }

  fail() {
    const again = () => {
      this.load();
      this.show();
    };
    const told = el("p", { role: "alert" }, say("web_not_loaded"));
    this.list.replaceChildren(told, button("primary", again, say("web_try_again")));
    this.list.removeAttribute("aria-busy");
    this.count.textContent = "";
  }

  // Shows the cards that fit what is chosen, by deck, first those with the phrase as it was typed;
  // the address keeps it.
  async show() {
    const chosen = [...new FormData(this.form)].filter(([, value]) => value);
    history.replaceState(null, "", `#browse?${new URLSearchParams(chosen)}`);
    this.list.setAttribute("aria-busy", "true");
    this.count.textContent = say("web_loading");
    try {
      await this.loaded;
    } catch {
      return this.fail();
    }
    const { search = "", ...filters } = Object.fromEntries(chosen);
    this.words = search.toLowerCase().split(/\s+/).filter(Boolean);
    this.found = window.Highlight && new Highlight(); // where a browser has none nothing is marked
    CSS.highlights?.set("found", this.found);
    const hasPhrase = (card) => this.readText(card).includes(this.words.join(" "));
    this.cards = course.cards
      .filter((card) => this.fits(card, filters))
      .sort((one, other) => hasPhrase(other) - hasPhrase(one));
    this.count.textContent = say("preview_cards", { n: this.cards.length });
    this.start.textContent = say("web_study_these", { n: this.cards.length });
    this.start.hidden = !chosen.length || !this.cards.length;
    const decks = [...groupBy(this.cards, nameDeck).values()];
    const drawn = new Map(decks.map((cards) => [this.drawDeck(cards), cards]));
    const stages = [...groupBy([...drawn], ([, [{ stage }]]) => stage)].map(([stage, decks]) =>
      el("section.stage", el("h2", stageNames.get(stage)), decks.map(([deck]) => deck)),
    );
    this.list.replaceChildren(...(stages.length ? stages : [el("p", say("preview_none"))]));
    if (chosen.length || course.is_author) await this.openDecks(drawn);
    else this.list.removeAttribute("aria-busy");
  }

  // Opens decks, each with its cards; the window goes on reacting, and another search ends it.
  async openDecks(decks) {
    let shown = 0;
    for (const [deck, cards] of decks) {
      if (shown >= SHOWN_AT_ONCE) await new Promise((resolve) => setTimeout(resolve));
      if (!deck.isConnected) return;
      this.fillDeck(deck, cards);
      deck.open = true;
      shown += cards.length;
    }
    this.list.removeAttribute("aria-busy");
  }

  fits(card, { stage, kind, state }) {
    if (stage && Number(stage) !== card.stage) return false;
    if (kind && kind !== card.kind) return false;
    if (state && !listStates(this.learner, card).includes(state)) return false;
    return this.words.every((word) => this.readText(card).includes(word));
  }

  // What a search looks through: all that is said of a card.
  readText(card) {
    const texts = this.texts.get(card);
    if (!texts.searched) {
      const { front, back, place = "", warnings = [] } = texts;
      const { textContent } = readHtml(`${front} ${back}`).body;
      const { name, title } = findSection(card);
      const about = [card.id, name, title, course.kinds[card.kind], ...card.tags];
      const parts = [...about, place, ...warnings, textContent];
      texts.searched = parts.join(" ").toLowerCase().replace(/\s+/g, " ");
    }
    return texts.searched;
  }

  drawDeck(cards) {
    const { seen } = countCards(this.learner, cards);
    const bar = drawBar(seen / cards.length, say("cards_seen", { seen, n: cards.length }));
    const count = course.is_author ? String(cards.length) : `${seen}/${cards.length}`;
    const head = [el("h3", findSection(cards[0]).title), el("small", count)];
    const deck = el("details.deck", el("summary", head, course.is_author ? null : bar));
    deck.addEventListener("toggle", () => this.fillDeck(deck, cards));
    return deck;
  }

  // Draws the cards of a deck when it is opened, and marks in them what was searched.
  fillDeck(deck, cards) {
    if (!deck.isConnected || deck.querySelector(".item")) return;
    deck.append(...cards.map((card) => this.findItem(card)));
    const parts = this.words.length ? deck.querySelectorAll("h3, .about, .card") : [];
    for (const part of parts)
      for (const range of findRanges(part, this.words)) this.found?.add(range);
  }

  findItem(card) {
    if (!this.items.has(card)) this.items.set(card, this.drawItem(card));
    this.items.get(card).classList.toggle("open", this.cards.length === 1);
    return this.items.get(card);
  }

  drawItem(card) {
    const texts = this.texts.get(card);
    const sides = ["front", "back"].map((side) => drawSide(card, texts, side));
    const reveal = button("small.reveal", null, say("preview_show_answer"));
    if (!course.is_author) sides[0].querySelector(".pq").append(reveal);
    const isSuspended = findMarks(this.learner, card).suspended;
    const state = isSuspended ? this.drawSuspended(card) : drawMemory(this.learner, card);
    const head = course.is_author ? drawAbout(card, texts) : state;
    return el("article.item", { "aria-label": card.id }, head, el("div.pair", sides));
  }

  // That a card is never asked, and the way back; it leaves a list that it belongs to no more.
  drawSuspended(card) {
    const takeBack = async () => {
      await this.learner.mark(card, "suspended", 0);
      this.items.delete(card);
      notify(say("web_restored"));
      await this.show();
      this.place.focus({ preventScroll: true });
    };
    const way = button("small", takeBack, say("web_restore"));
    return el("p.states", say("web_never_asked"), way);
  }
}

// A tap on a card shows its answer.
function openItem({ target }) {
  const item = target.closest(".item");
  if (item && !target.closest("a, summary, button:not(.reveal)")) item.classList.add("open");
}

// Whether a card was seen and learned, and when it comes back.
function drawMemory(learner, card) {
  const memory = findMemory(learner, card);
  if (!memory) return el("p.memory", el("span.tick"), say("new"));
  const isLearned = memory.state === REVIEW;
  const tick = isLearned ? el("span.tick.known", icon("check")) : el("span.tick.begun");
  return el("p.memory", tick, sayReturn(learner, card));
}

// What an author wants to know of a card.
function drawAbout(card, { place, warnings }) {
  const list = warnings.map((warning) => el("li.warned", warning));
  const head = [el("h4", card.id), el("code.place", place)];
  return el("div.about", head, list.length ? el("ul", list) : null);
}
