// What is known of the learner: answers, marks and settings, each kept before anything is shown.
// Everything that is kept is held here too, so that it can be saved when the store goes away. What
// one tab keeps, all others hold.

import { chooseDue, countDayNear, makeMoment, nameCard, nameOwner } from "./schedule.js";
import { previewWaits, replay } from "./schedule.js";
import { USUAL_SETTINGS, findMemory, groupBy, listRecent, mergeMarks } from "./plan.js";
import { makeAnswer, makeCorrection } from "./grading.js";
import { isAnswer, isMark, isNumber, isTime, isWhole, mergeLog } from "./log.js";
import { course } from "./words.js";
import { openStore } from "./store.js";

export const STORE_NAME = `ptquiz ${course.course}`;

// What each setting may be, as in study/settings.py; any other value is as if nothing were set.
const SETTING_FIELDS = {
  new: (value) => isWhole(value, 0, 9999),
  minutes: (value) => isNumber(value, 1, 600),
  ask: (value) => ["grow", "memory", "options"].includes(value),
  retention: (value) => isNumber(value, 0.7, 0.97),
  stage: (value) => isWhole(value, 1, 9),
  saved: isTime,
};

function makeUid() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const isOfLanguage = (row) => row.lang === course.lang;

export class Learner {
  // `store` is null while nothing is kept; the tables hold its rows by their keys.
  constructor() {
    Object.assign(this, { cards: course.cards, store: null, memories: new Map() });
    this.tables = { answers: new Map(), marks: new Map(), settings: new Map() };
    this.apply({});
  }

  // `onNews` is called when another tab kept something.
  async open(onNews) {
    this.store = await openStore(STORE_NAME);
    if (!this.store) return;
    this.tabs = new BroadcastChannel(STORE_NAME);
    this.tabs.onmessage = ({ data }) => {
      this.apply(data);
      onNews();
    };
    this.apply(await this.store.read());
  }

  // Holds these rows too, and what follows from them; a broken one is left where it is.
  apply({ answers = [], marks = [], settings = [] }) {
    const { tables } = this;
    for (const row of answers.filter(isAnswer)) tables.answers.set(row.uid, row);
    for (const row of marks.filter(isMark)) tables.marks.set(row.uid, row);
    for (const row of settings) tables.settings.set(row.name, row);
    this.marks = mergeMarks(this.listRows("marks").filter(isOfLanguage));
    const names = new Set(answers.map(nameOwner));
    const touched = this.answers.filter((row) => names.has(nameOwner(row)));
    for (const [name, history] of groupBy(touched, nameOwner)) {
      const memory = replay(history, this.settings.retention);
      if (memory) this.memories.set(name, memory);
      else this.memories.delete(name);
    }
  }

  listRows(table) {
    return [...this.tables[table].values()];
  }

  // Those of the language.
  get answers() {
    return this.listRows("answers").filter(isOfLanguage);
  }

  get recent() {
    return listRecent(this.answers, this.moment);
  }

  // The settings that were changed.
  get changedSettings() {
    const kept = this.tables.settings.get("settings")?.value ?? {};
    const right = Object.keys(SETTING_FIELDS).filter((name) => SETTING_FIELDS[name](kept[name]));
    return Object.fromEntries(right.map((name) => [name, kept[name]]));
  }

  get settings() {
    return { ...USUAL_SETTINGS, ...this.changedSettings };
  }

  get moment() {
    return makeMoment(Date.now());
  }

  previewWaits(card) {
    const { now, day } = this.moment;
    const asked = { card: card.id, at: now, day };
    return previewWaits(findMemory(this, card), asked, this.settings.retention);
  }

  // Keeps what was answered; the answer as it is kept, with the day of the next one.
  record(card, { question, given, verdict, rating, duration }) {
    const at = Date.now();
    const about = { rating, duration, at, day: countDayNear(this.moment, at), uid: makeUid() };
    return this.#saveAnswer(card, makeAnswer(question, given, verdict, about));
  }

  // Keeps an answer again with another rating.
  correct(card, { answer, verdict }, rating) {
    return this.#saveAnswer(card, makeCorrection(answer, verdict, rating, makeUid()), answer);
  }

  async #saveAnswer(card, answer, replaced = null) {
    const isBefore = (row) => nameOwner(row) === nameCard(card) && row.uid !== replaced?.uid;
    const { retention } = this.settings;
    const before = replay(this.answers.filter(isBefore), retention);
    const kept = chooseDue(before, answer, retention);
    await this.save({ answers: replaced ? [{ ...replaced, undone: true }, kept] : [kept] });
    return kept;
  }

  undo(answer) {
    return this.save({ answers: [{ ...answer, undone: true }] });
  }

  // Keeps a mark, later than the one that it replaces: the newest holds, and clocks are set back.
  mark(card, name, value) {
    const owner = { course: card.course, card: card.id, lang: course.lang };
    const isReplaced = (row) =>
      row.mark === name && isOfLanguage(row) && nameOwner(row) === nameCard(card);
    const replaced = this.listRows("marks").filter(isReplaced);
    const at = Math.max(Date.now(), ...replaced.map((row) => row.at + 1));
    return this.save({ marks: [{ ...owner, mark: name, value, at, uid: makeUid() }] });
  }

  saveSettings(changed) {
    const value = { ...this.changedSettings, ...changed };
    return this.save({ settings: [{ name: "settings", value }] });
  }

  // Takes a log in, all or nothing; how many of its answers are new, and how many were here.
  async takeLog(read) {
    const here = { answers: this.listRows("answers"), marks: this.listRows("marks") };
    const { added, known, ...rows } = mergeLog(here, read);
    await this.save(rows);
    return { added, known };
  }

  // Keeps rows and holds them. A store that went away is opened again and gets back what is held
  // here. If that is in vain, the promise is broken: whoever waits for it says so.
  async save(rows) {
    try {
      await this.store?.put(rows);
    } catch (error) {
      const store = await openStore(STORE_NAME);
      if (!store) throw error;
      this.store = store;
      const tables = Object.keys(this.tables).map((name) => [name, this.listRows(name)]);
      await store.put(Object.fromEntries(tables));
      await store.put(rows);
    }
    this.tabs?.postMessage(rows);
    this.apply(rows);
  }
}
