// What is known of the learner: answers, marks and settings, each kept before anything is shown.
// Everything that is kept is held here too, so that it can be saved when the store goes away.

import { chooseDue, countDayNear, makeMoment, nameCard, nameOwner } from "./schedule.js";
import { previewWaits, replay } from "./schedule.js";
import { USUAL_SETTINGS, findMarks, groupBy, holdMarks, makeStanding } from "./plan.js";
import { makeAnswer, makeCorrection } from "./grading.js";
import { isAnswer, isMark, mergeLog } from "./log.js";
import { course } from "./words.js";
import { openStore } from "./store.js";

const STORE_NAME = `ptquiz ${course.course}`;

export function makeUid() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Learner {
  #rows = {}; // by table, and there by their key

  // `store` is null while nothing is kept.
  constructor(cards, lang) {
    Object.assign(this, { cards, lang, store: null, memories: new Map(), onChange: () => {} });
    this.#take({ answers: [], marks: [], settings: [] });
  }

  async open() {
    this.store = await openStore(STORE_NAME);
    if (!this.store) return;
    this.#take(await this.store.read());
    this.channel = new BroadcastChannel(STORE_NAME);
    this.channel.onmessage = () => this.refresh();
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
  }

  // Takes over what other tabs kept; if the store went away, what is held stays.
  async refresh() {
    try {
      this.#take(await this.store.read());
    } catch (error) {
      console.error(error);
    }
    this.onChange();
  }

  // Holds these rows and no others; one that is broken is left where it is.
  #take({ answers, marks, settings }) {
    this.#rows = {
      answers: new Map(answers.filter(isAnswer).map((row) => [row.uid, row])),
      marks: new Map(marks.filter(isMark).map((row) => [row.uid, row])),
      settings: new Map(settings.map((row) => [row.name, row])),
    };
    this.memories.clear();
    for (const [name, history] of groupBy(this.answers, nameOwner)) this.#remember(name, history);
  }

  #remember(name, history) {
    const memory = replay(history, this.settings.retention);
    if (memory) this.memories.set(name, memory);
    else this.memories.delete(name);
  }

  listAnswers() {
    return [...this.#rows.answers.values()];
  }

  listMarks() {
    return [...this.#rows.marks.values()];
  }

  // Those of the language.
  get answers() {
    return this.listAnswers().filter((row) => row.lang === this.lang);
  }

  get marks() {
    return this.listMarks().filter((row) => row.lang === this.lang);
  }

  // The settings that were changed.
  get kept() {
    return this.#rows.settings.get("settings")?.value ?? {};
  }

  get settings() {
    return { ...USUAL_SETTINGS, ...this.kept };
  }

  get moment() {
    return makeMoment(Date.now());
  }

  makeStanding() {
    return makeStanding(this);
  }

  findMarks(card) {
    return findMarks({ marks: holdMarks(this.marks) }, card);
  }

  previewWaits(card) {
    const { now, day } = this.moment;
    const asked = { card: card.id, at: now, day };
    return previewWaits(this.memories.get(nameCard(card)), asked, this.settings.retention);
  }

  // Keeps what was answered; null if the card was answered in another tab meanwhile.
  record(card, { question, given, verdict, rating, duration }) {
    const at = Date.now();
    const about = { rating, duration, at, day: countDayNear(this.moment, at) };
    const origin = { uid: makeUid(), version: course.version };
    return this.#answer(card, makeAnswer(question, given, verdict, { ...about, ...origin }));
  }

  // Keeps an answer again with another rating.
  correct(card, { answer, verdict }, rating) {
    return this.#answer(card, makeCorrection(answer, verdict, rating, makeUid()), answer.uid);
  }

  undo(card, uid) {
    return this.#answer(card, null, uid);
  }

  // Keeps a new answer, takes one back, or both; null if another tab changed the card.
  async #answer(card, answer, undone = null) {
    const name = nameCard(card);
    const isMine = (row) => nameOwner(row) === name;
    const here = this.answers.filter(isMine);
    const makeRows = (stored) => {
      const history = stored.filter(isAnswer);
      if (history.length !== here.length) return null;
      const others = history.filter((row) => row.uid !== undone);
      const before = replay(others, this.settings.retention);
      const taken = history.filter((row) => row.uid === undone);
      const rows = taken.map((row) => ({ ...row, undone: true }));
      const kept = answer && chooseDue(before, answer, this.settings.retention);
      return { answers: kept ? [...rows, kept] : rows, answer: kept };
    };
    const made = await this.#change(makeRows, [card.course, this.lang, card.id]);
    if (!made) {
      await this.refresh();
      return null;
    }
    this.#remember(name, this.answers.filter(isMine));
    return { answer: made.answer, memory: this.memories.get(name) ?? null };
  }

  mark(card, name, value) {
    const owner = { course: card.course, card: card.id, lang: this.lang };
    const row = { ...owner, mark: name, value, at: Date.now(), uid: makeUid() };
    return this.#change(() => ({ marks: [row] }));
  }

  keepSettings(changed) {
    const value = { ...this.kept, ...changed };
    return this.#change(() => ({ settings: [{ name: "settings", value }] }));
  }

  // Takes a log in, all or nothing; how many of its answers are new, and how many were here.
  async takeLog(read) {
    const makeRows = (answers) => mergeLog({ answers, marks: this.listMarks() }, read);
    const { added, known } = await this.#change(makeRows);
    this.#take(this.#listRows());
    return { added, known };
  }

  async removeAll() {
    if (this.store) await this.store.clear();
    this.#take({ answers: [], marks: [], settings: [] });
    this.#tellOthers();
  }

  #tellOthers() {
    this.channel?.postMessage("changed");
  }

  #listRows() {
    return Object.fromEntries(
      Object.entries(this.#rows).map(([table, rows]) => [table, [...rows.values()]]),
    );
  }

  // Keeps and holds the rows that `makeRows` gives for the answers to a card, or of all answers.
  async #change(makeRows, owner = null) {
    const isOwn = (row) => !owner || [row.course, row.lang, row.card].join() === owner.join();
    const made = this.store
      ? await this.#keep(makeRows, owner)
      : makeRows(this.listAnswers().filter(isOwn));
    for (const [table, rows] of Object.entries(this.#rows))
      for (const row of made?.[table] ?? []) rows.set(row.uid ?? row.name, row);
    if (made) this.#tellOthers();
    return made;
  }

  // A store that went away is opened again and gets back what is held here. If that is in vain,
  // the promise is broken: whoever waits for it says so.
  async #keep(makeRows, owner) {
    try {
      return await this.store.change(makeRows, owner);
    } catch (error) {
      const store = await openStore(STORE_NAME);
      if (!store) throw error;
      this.store = store;
      await store.restore(this.#listRows());
      return store.change(makeRows, owner);
    }
  }
}
