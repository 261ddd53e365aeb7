// All cards on one page: contents, search, filters, answers hidden until they are wished for.

import { cardWords, readCard } from "./card_scripts.js";
import { isEarned, nameCard } from "./schedule.js";
import { countCards, findMarks, getOrMake } from "./plan.js";
import { course, say } from "./words.js";
import { el, button, drawKeys, icon, notify, ring } from "./dom.js";
import { sayReturn } from "./study.js";
import { TYPED, loadDeck, findTexts, fillSide, makeHolder } from "./cards.js";

const FILTERS = ["stage", "kind", "difficulty", "tag", "deck", "lang", "state"];
// What can be decided about a card, in the words of the menu where it is.
const STATES = { suspended: "web_suspend", buried: "web_bury", flagged: "web_state_flagged" };
const SWITCHES = { night: "nightMode", phone: "phone", quiz: "asking" };
const IS_USUAL = { phone: false, quiz: !course.is_author }; // learners open the answers
const TAGS = /<(?:[^>"']|"[^"]*"|'[^']*')*>/g;
const DIFFICULTY_NAMES = say("difficulty_names").split(", ");

export function readState() {
  return new URLSearchParams(location.hash.split("?")[1] || "");
}

// What was decided about a card and holds today, under the names of the terminal.
function listStates(standing, card) {
  const { suspended, buried, flagged } = findMarks(standing, card);
  const held = { suspended, buried: buried > standing.moment.day, flagged };
  return Object.keys(STATES).filter((name) => held[name]);
}

function nameValue(name, value) {
  if (name === "difficulty") return DIFFICULTY_NAMES[value];
  if (name === "state") return say(STATES[value]);
  return name === "kind" ? course.kinds[value] : value;
}

// What is chosen in a box, as the address has it.
function readBox(box) {
  return box.type === "checkbox" ? (box.checked ? "1" : "") : box.value;
}

function setBox(box, value) {
  if (box.type === "checkbox") box.checked = Boolean(value);
  else box.value = value;
  if (box.selectedIndex < 0) box.value = ""; // a value that no card has
}

const TICKS = { known: "known", begun: "begun", new: "new" }; // names of messages

export function drawTick(tick) {
  const about = { role: "img", "aria-label": say(TICKS[tick]) };
  return el(`span.tick.${tick}`, about, tick === "known" ? icon("check") : "");
}

export class Browser {
  constructor(place, learner, toggleNight) {
    Object.assign(this, { place, learner, toggleNight, at: -1 });
    Object.assign(this, { texts: [], drawn: [], reader: document.createElement("title") });
    this.standing = learner.makeStanding();
    this.cards = this.sortCards();
    this.items = this.cards.map((card) =>
      el("article.item", {
        ...{ tabindex: "-1", "aria-label": card.id, "data-lang": card.lang },
        "data-warned": card.warned,
      }),
    );
    place.replaceChildren(this.makeBar(), this.makeMain());
    this.listen();
    this.measureBar();
    this.restore();
    this.load();
  }

  // By language, stage and deck, as the sections are; within a deck they keep their order.
  sortCards() {
    const order = new Map(course.sections.map((section, place) => [nameSection(section), place]));
    const place = (card) => order.get(nameSection(card));
    return [...course.cards].sort((one, other) => place(one) - place(other));
  }

  listValues(card, name) {
    if (name === "state") return listStates(this.standing, card);
    return name === "tag" ? card.tags : [String(card[name])];
  }

  makeFilter(name) {
    const values = [...new Set(this.cards.flatMap((card) => this.listValues(card, name)))];
    if (["difficulty", "tag"].includes(name)) values.sort();
    const options = values.map((value) => el("option", { value }, nameValue(name, value)));
    return el("select", { id: name }, el("option", { value: "" }, say("preview_all")), options);
  }

  makeBar() {
    const names = [...say("preview_filters").split(" "), say("web_state")];
    const about = { type: "search", autocomplete: "off", placeholder: say("preview_search") };
    const filters = FILTERS.map((name) => this.makeFilter(name));
    this.search = el("input", { id: "search", ...about });
    this.warned = el("input", { id: "warned", type: "checkbox" });
    this.boxes = [this.search, this.warned, ...filters];
    const label = (text, box, hidden = false) => el("label", { hidden }, text, " ", box);
    const isNeedless = ({ id, options }) =>
      (id === "lang" && options.length < 3) || (id === "state" && options.length < 2);
    const toggle = (name) => {
      const about = { id: name, role: "switch", onclick: () => this.toggle(name) };
      const words = { quiz: "preview_hide", night: "preview_night", phone: "preview_phone" };
      return el("button.small", about, say(words[name]));
    };
    const fold = { id: "fold", "aria-expanded": "false", "aria-controls": "tools" };
    this.count = el("output", { id: "count" }, say("preview_cards", { n: this.cards.length }));
    const tools = el(
      "div",
      { id: "tools" },
      filters.map((box, n) => label(names[n], box, isNeedless(box))),
      course.is_author ? label(this.warned, say("preview_warned")) : null,
      (course.is_author ? ["quiz", "night", "phone"] : ["quiz"]).map((name) => toggle(name)),
      course.is_author ? this.makeContents() : null, // learners see decks, closed
      course.is_author ? el("p", { id: "keys" }, drawKeys(say("preview_keys"))) : null,
    );
    this.bar = el(
      "div",
      { id: "bar" },
      course.is_author ? el("h1", course.title) : el("h1.unseen", say("web_browse")),
      this.count,
      label(el("span.unseen", say("preview_search")), this.search),
      el("button.small", { ...fold, onclick: () => this.fold() }, say("preview_more")),
      tools,
    );
    return this.bar;
  }

  makeContents() {
    const of = (test) => el("small", String(this.cards.filter(test).length));
    const link = (id, lang, title) => el("a", { href: `#${id}`, lang }, title);
    const stages = groupSections().map(([name, sections]) => {
      const [{ lang }] = sections;
      const decks = sections.map((section) => {
        const id = nameSection(section);
        const count = of((card) => nameSection(card) === id);
        return el("li", link(id, lang, section.title), " ", count);
      });
      const id = nameStage(sections[0]);
      const count = of((card) => nameStage(card) === id);
      return el("li", link(id, lang, name), " ", count, el("ol", decks));
    });
    const title = say("preview_contents");
    const nav = el("nav", { "aria-label": title }, el("ol", stages));
    return el("details", { id: "contents" }, el("summary", title), nav);
  }

  makeMain() {
    const bySection = new Map();
    this.cards.forEach((card, place) =>
      getOrMake(bySection, nameSection(card), () => []).push(this.items[place]),
    );
    const stages = groupSections().map(([name, sections]) => {
      const head = { id: nameStage(sections[0]), lang: sections[0].lang, tabindex: "-1" };
      const decks = sections.map((section) => {
        const id = nameSection(section);
        const items = bySection.get(id);
        const title = el("h3", { lang: section.lang }, section.title);
        const seen = course.is_author ? null : this.drawSeen(id);
        const head = el("summary", { id }, title, el("small", String(items.length)), seen);
        return el("details.deck", { open: course.is_author }, head, items);
      });
      return el("section.stage", { "aria-labelledby": head.id }, el("h2", head, name), decks);
    });
    this.none = el("p", { id: "none", hidden: true }, say("preview_none"));
    const about = { id: "cards", "aria-busy": "true", class: course.is_author ? "" : "learner" };
    this.main = el("div", about, stages, course.glossaries.map(drawGlossary), this.none);
    return this.main;
  }

  // How many cards of a deck were seen.
  drawSeen(id) {
    const cards = this.cards.filter((card) => nameSection(card) === id);
    const { seen } = countCards(this.standing, cards);
    return ring(seen / cards.length, say("cards_seen", { seen, all: cards.length }));
  }

  // What is in sight at once, the rest and the index of the search bit by bit.
  async load() {
    const top = this.items.findIndex((item) => item.getBoundingClientRect().bottom > 0);
    this.main.addEventListener("contentvisibilityautostatechange", (event) => {
      if (!event.skipped) this.draw(this.items.indexOf(event.target));
    });
    const inOrder = [...this.cards.slice(Math.max(top, 0)), ...this.cards];
    for (const name of new Set(inOrder.map((card) => card.file))) {
      await loadDeck(name);
      this.drawAround(top);
      this.drawAround(this.at); // who went somewhere before its deck was there
    }
    if (this.search.value) this.show();
    this.comeBack();
    this.drawRest(0);
  }

  drawRest(next) {
    const ends = performance.now() + 40;
    for (; next < this.items.length && performance.now() < ends; next += 1) {
      this.draw(next);
      this.readText(next);
    }
    if (!this.main.isConnected) return;
    if (next < this.items.length) setTimeout(() => this.drawRest(next), 40);
    else this.main.removeAttribute("aria-busy");
  }

  drawAround(place) {
    for (let near = place - 8; near < place + 8; near += 1) this.draw(near);
  }

  drawAll() {
    this.items.forEach((_, place) => this.draw(place));
  }

  draw(place) {
    const item = this.items[place];
    const texts = item && !this.drawn[place] ? findTexts(this.cards[place]) : null;
    if (!texts) return;
    this.drawn[place] = true;
    const card = this.cards[place];
    const box = `<input id="typeans" type="text" disabled aria-label="${say("preview_typed")}">`;
    const name = texts.question.accepted ? texts.question.accepted[0] : "";
    const answer = el("code", { id: "typeans" }, name).outerHTML;
    const sides = [texts.front.replace(TYPED, box), texts.back.replace(TYPED, answer)];
    const holders = sides.map((html) => {
      const holder = makeHolder(card);
      fillSide(holder, html);
      readCard(holder, cardWords[card.lang]);
      return holder;
    });
    const own = [this.drawMemory(card), ...this.drawStates(card)];
    const about = texts.place ? [drawAbout(card, texts)] : own;
    item.replaceChildren(...about, el("div.pair", holders));
    if (document.documentElement.classList.contains("asking")) this.ask(item, true);
  }

  // Whether a card is known, and when it comes back.
  drawMemory(card) {
    const memory = this.learner.memories.get(nameCard(card));
    const word = el("span", { "aria-hidden": "true" }, say("new")); // its mark is named so
    if (!memory) return el("p.memory", drawTick("new"), word);
    const tick = isEarned(memory, Date.now()) ? "known" : "begun";
    return el("p.memory", drawTick(tick), sayReturn(this.learner, memory));
  }

  // What was decided about a card, with the way back from it.
  drawStates(card) {
    const states = listStates(this.standing, card);
    const asleep = states.filter((name) => name !== "flagged");
    const back = (names, word, told) =>
      button("small", () => this.takeBack(card, names, told), say(word));
    const line = el("p.states", states.map((name) => say(STATES[name])).join(" · "));
    if (asleep.length) line.append(back(asleep, "web_restore", "web_restored"));
    if (states.includes("flagged")) line.append(back(["flagged"], "web_unflag", "web_unflagged"));
    return states.length ? [line] : [];
  }

  // The card leaves a list that it belongs to no more.
  async takeBack(card, names, told) {
    for (const name of names) await this.learner.mark(card, name, 0);
    this.standing = this.learner.makeStanding();
    const item = this.items[this.cards.indexOf(card)];
    item.querySelector(".states").replaceWith(...this.drawStates(card));
    if (this.isChosen()) this.show();
    (item.hidden ? this.place : item).focus({ preventScroll: true });
    notify(say(told));
  }

  readText(place) {
    if (this.texts[place] === undefined) {
      const card = this.cards[place];
      const texts = findTexts(card);
      if (!texts) return "";
      const html = `${texts.front} ${texts.back}`.replace(TAGS, "");
      const about = [texts.place, texts.facts, ...(texts.warnings || [])];
      this.reader.innerHTML = html;
      this.texts[place] = [card.id, ...about, this.reader.textContent].join(" ").toLowerCase();
    }
    return this.texts[place];
  }

  fits(card, place, words) {
    const isWarned = !this.warned.checked || Boolean(card.warned);
    const [, , ...filters] = this.boxes;
    const isChosen = filters.every(
      ({ id, value }) => !value || this.listValues(card, id).includes(value),
    );
    return isWarned && isChosen && words.every((word) => this.readText(place).includes(word));
  }

  show() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const decks = new Map();
    let count = 0;
    this.items.forEach((item, place) => {
      const fit = this.fits(this.cards[place], place, words);
      if (item.hidden === fit) item.hidden = !fit;
      if (!fit) return;
      decks.set(item.parentNode, (decks.get(item.parentNode) || 0) + 1);
      count += 1;
      if (count < 12) this.draw(place);
    });
    const stages = new Set([...decks.keys()].map((deck) => deck.parentNode));
    for (const deck of this.main.querySelectorAll(".deck")) {
      deck.hidden = !decks.has(deck);
      deck.open = course.is_author || this.isChosen();
      deck.querySelector("small").textContent = decks.get(deck);
    }
    for (const stage of this.main.querySelectorAll(".stage")) stage.hidden = !stages.has(stage);
    this.at = -1;
    this.none.hidden = count > 0;
    this.tellChosen();
    this.count.textContent = say("preview_cards", { n: count });
    this.mark(words);
    this.keep();
  }

  // How many filters hold is seen also when they are folded.
  tellChosen() {
    const n = this.boxes.slice(1).filter(readBox).length;
    const fold = this.bar.querySelector("#fold");
    fold.textContent = say("preview_more") + (n ? ` (${n})` : "");
    fold.classList.toggle("chosen", n > 0);
  }

  // What was searched for is marked without touching the cards.
  mark(words) {
    if (!window.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("found");
    const ranges = [];
    (words.length ? this.items : []).forEach((item, place) => {
      if (item.hidden || ranges.length >= 2000) return;
      this.draw(place);
      findWords(item, words, ranges);
    });
    if (ranges.length) CSS.highlights.set("found", new Highlight(...ranges));
  }

  setSwitch(name, on) {
    const button = this.bar.querySelector(`#${name}`);
    if (button) button.setAttribute("aria-checked", String(on));
    document.documentElement.classList.toggle(SWITCHES[name], on);
    if (name === "quiz") this.items.forEach((item, at) => this.drawn[at] && this.ask(item, on));
  }

  toggle(name) {
    if (name !== "night") this.setSwitch(name, !this.isOn(name));
    this.keep(name === "night" ? this.toggleNight() : undefined);
    this.showNight();
  }

  isOn(name) {
    return document.documentElement.classList.contains(SWITCHES[name]);
  }

  showNight() {
    if (course.is_author)
      this.bar.querySelector("#night").setAttribute("aria-checked", String(this.isOn("night")));
  }

  // An answer hidden until asked for.
  ask(item, on) {
    item.classList.remove("open");
    const shows = item.querySelector(".reveal");
    if (shows) shows.remove();
    if (on)
      item.querySelector(".card").append(el("button.small.reveal", say("preview_show_answer")));
  }

  reveal(item) {
    item.classList.add("open");
    item.querySelector(".reveal").textContent = say("preview_answer_shown");
    if (!course.is_author && item.contains(document.activeElement)) item.focus();
  }

  // What was chosen stands in the address; `night` is "1", "0" or, as the system has it, null.
  keep(night = readState().get("night")) {
    const state = new URLSearchParams();
    const set = (name, value) => value && state.set(name, value);
    for (const box of this.boxes) set(box.id, readBox(box));
    set("night", night);
    for (const [name, usual] of Object.entries(IS_USUAL))
      set(name, this.isOn(name) !== usual && String(Number(!usual)));
    try {
      history.replaceState(null, "", `#browse?${state}`);
    } catch {
      // not kept
    }
  }

  restore() {
    const state = readState();
    for (const box of this.boxes) setBox(box, state.get(box.id) || "");
    this.showNight();
    for (const [name, usual] of Object.entries(IS_USUAL))
      this.setSwitch(name, state.has(name) ? state.get(name) === "1" : usual);
    if (this.isChosen()) this.show();
  }

  isChosen() {
    return this.boxes.some((box) => readBox(box));
  }

  // A card gets its true height when it comes into sight, which moves what is below it.
  go(element, times = 4) {
    this.measureBar();
    const deck = element.closest(".deck, .stage");
    const item = element.closest(".item") || deck.querySelector(".item:not([hidden])");
    item.parentNode.open = true;
    this.drawAround(this.items.indexOf(item));
    this.at = this.items.indexOf(item) - (element === item ? 0 : 1); // next is the heading's first
    element.focus({ preventScroll: true });
    bringToTop(element, times);
  }

  move(step) {
    for (let next = this.at + step; next >= 0 && next < this.items.length; next += step) {
      if (this.items[next].hidden) continue;
      this.at = next;
      this.fold(false);
      this.go(this.items[next]);
      return;
    }
  }

  clear() {
    for (const box of this.boxes) setBox(box, "");
    this.search.blur();
    this.show();
  }

  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      this.clear();
      return;
    }
    const { target } = event;
    if (/^(INPUT|SELECT)$/.test(target.tagName) && target.type !== "checkbox") {
      if (event.key !== "Enter" || target !== this.search) return;
      this.show();
      this.search.blur();
      this.move(1);
      return;
    }
    const keys = {
      "/": () => this.search.select(),
      j: () => this.move(1),
      k: () => this.move(-1),
      h: () => this.toggle("quiz"),
      n: () => this.toggle("night"),
      p: () => this.toggle("phone"),
    };
    if (this.isOn("quiz") && target.matches(".item")) keys.Enter = () => this.reveal(target);
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  handleClick(event) {
    const { target } = event;
    const item = target.closest(".item");
    if (item && this.isOn("quiz")) {
      const isTap = !course.is_author && !target.closest("a, summary, button, dialog");
      if (target.closest(".reveal") || (isTap && target.closest(".card"))) this.reveal(item);
      return;
    }
    const link = target.closest("#contents a");
    if (!link) return;
    event.preventDefault(); // the address keeps what was chosen
    this.bar.querySelector("#contents").open = false;
    this.fold(false);
    this.go(document.getElementById(decodeURIComponent(link.hash.slice(1))));
  }

  listen() {
    let soon = 0;
    const show = () => {
      this.show();
      scrollTo(0, 0); // to the first hit
    };
    this.search.addEventListener("input", () => {
      clearTimeout(soon);
      soon = setTimeout(show, 60);
    });
    for (const box of this.boxes.slice(1)) box.addEventListener("change", show);
    this.place.addEventListener("click", (event) => this.handleClick(event));
    this.place.addEventListener("focusin", (event) => {
      const item = event.target.closest(".item");
      if (item) this.at = this.items.indexOf(item);
    });
  }

  // Where the page was when another version of it was written.
  comeBack() {
    const name = sessionStorage.getItem("top");
    sessionStorage.removeItem("top");
    const item = this.items.find((each) => each.getAttribute("aria-label") === name);
    if (item) bringToTop(item, 5);
  }

  findTop() {
    const top = this.items.find(
      (item) => !item.hidden && item.getBoundingClientRect().bottom > this.bar.offsetHeight,
    );
    return top ? top.getAttribute("aria-label") : "";
  }

  // What is scrolled to stands below the bar, however high that is.
  measureBar() {
    this.place.style.setProperty("--above", `${this.bar.offsetHeight + 12}px`);
  }

  fold(open = !this.bar.classList.contains("unfolded")) {
    this.bar.classList.toggle("unfolded", open);
    this.bar.querySelector("#fold").setAttribute("aria-expanded", String(open));
  }
}

function nameStage({ lang, stage }) {
  return lang === course.languages[0] ? `stage-${stage}` : `stage-${stage}-${lang}`;
}

function nameSection(card) {
  return `${nameStage(card)}-${card.deck}`;
}

function groupSections() {
  const groups = new Map();
  for (const section of course.sections) getOrMake(groups, section.name, () => []).push(section);
  return [...groups];
}

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

function bringToTop(element, times) {
  element.scrollIntoView({ block: "start" });
  if (times > 1) requestAnimationFrame(() => bringToTop(element, times - 1));
}

function findWords(item, words, ranges) {
  const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.toLowerCase();
    if (text.length !== node.data.length) continue; // some letters grow in lower case
    for (const word of words) {
      let from = text.indexOf(word);
      while (from >= 0) {
        const range = new Range();
        range.setStart(node, from);
        range.setEnd(node, from + word.length);
        ranges.push(range);
        from = text.indexOf(word, from + word.length);
      }
    }
  }
}
