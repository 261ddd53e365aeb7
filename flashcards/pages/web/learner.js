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
  #rows; // by table, and there by their key

  // `store` is null while nothing is kept.
  constructor(cards, lang) {
    Object.assign(this, { cards, lang, store: null, memories: new Map(), onChange: () => {} });
    this.#take({});
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

  // Holds these rows and no others.
  #take(rows) {
    this.#rows = { answers: new Map(), marks: new Map(), settings: new Map() };
    this.memories.clear();
    this.#hold(rows);
  }

  // Holds these rows too, and what follows from them; a broken one is left where it is.
  #hold({ answers = [], marks = [], settings = [] }) {
    for (const row of answers.filter(isAnswer)) this.#rows.answers.set(row.uid, row);
    for (const row of marks.filter(isMark)) this.#rows.marks.set(row.uid, row);
    for (const row of settings) this.#rows.settings.set(row.name, row);
    const names = new Set(answers.map(nameOwner));
    const touched = this.answers.filter((row) => names.has(nameOwner(row)));
    for (const [name, history] of groupBy(touched, nameOwner)) {
      const memory = replay(history, this.settings.retention);
      if (memory) this.memories.set(name, memory);
      else this.memories.delete(name);
    }
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
    const answer = makeAnswer(question, given, verdict, { ...about, uid: makeUid() });
    return this.#answer(card, answer);
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
    const here = this.answers.filter((row) => nameOwner(row) === name);
    const { retention } = this.settings;
    const makeRows = (stored) => {
      const history = stored.filter(isAnswer);
      if (history.length !== here.length) return null;
      const rows = history
        .filter((row) => row.uid === undone)
        .map((row) => ({ ...row, undone: true }));
      const others = history.filter((row) => row.uid !== undone);
      const kept = answer && chooseDue(replay(others, retention), answer, retention);
      return { answers: kept ? [...rows, kept] : rows, answer: kept };
    };
    const made = await this.#change(makeRows, [card.course, this.lang, card.id]);
    if (made) return { answer: made.answer, memory: this.memories.get(name) ?? null };
    await this.refresh();
    return null;
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
    return { added, known };
  }

  async removeAll() {
    if (this.store) await this.store.clear();
    this.#take({});
    this.channel?.postMessage("changed");
  }

  // Keeps and holds the rows that `makeRows` gives for the answers to a card, or for all answers.
  async #change(makeRows, owner = null) {
    const isOwn = (row) => !owner || [row.course, row.lang, row.card].join() === owner.join();
    const rows = this.store
      ? await this.#keep(makeRows, owner)
      : makeRows(this.listAnswers().filter(isOwn));
    if (!rows) return null;
    this.#hold(rows);
    this.channel?.postMessage("changed");
    return rows;
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
      const settings = [...this.#rows.settings.values()];
      await store.restore({ answers: this.listAnswers(), marks: this.listMarks(), settings });
      return store.change(makeRows, owner);
    }
  }
}
