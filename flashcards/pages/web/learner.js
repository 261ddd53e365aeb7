// What is known of the learner: answers, marks, memories and settings; every change is kept first.

import { DAY_MS, Schedule, countDayNear, makeMoment, nameCard, nameOwner } from "./schedule.js";
import { recordAnswer, correctAnswer, undoAnswer, replayAnswers } from "./schedule.js";
import {
  RECENT_DAYS,
  USUAL_SETTINGS,
  findMarks,
  getOrMake,
  holdMarks,
  makeStanding,
} from "./plan.js";
import { makeAnswer, makeCorrection } from "./grading.js";
import { mergeLog, mergeSettings } from "./log.js";
import { course } from "./words.js";
import { nameDatabase, openStore } from "./store.js";

export function makeUid() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const sameMemory = (one, other) =>
  (one ? [one.reviews, one.last].join() : "") === (other ? [other.reviews, other.last].join() : "");

export class Learner {
  constructor(cards, lang) {
    Object.assign(this, { cards, lang, store: null, answers: [], marks: [], kept: {} });
    Object.assign(this, { memories: new Map(), onChange: () => {}, onUnkept: () => {} });
  }

  async open() {
    this.store = await openStore(nameDatabase(course.course, course.is_author));
    await this.load();
    if (!this.store) return;
    this.trial = this.tryStore();
    if (typeof BroadcastChannel === "function") {
      this.channel = new BroadcastChannel(nameDatabase(course.course, course.is_author));
      this.channel.onmessage = () => this.refresh();
    }
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.refresh();
    });
  }

  // The first screen does not wait for the disk; whatever is to be kept does.
  async tryStore() {
    if (await this.store.tryOut()) return;
    this.store = null;
    this.onUnkept();
  }

  async refresh() {
    await this.load();
    this.onChange();
  }

  tellOthers() {
    if (this.channel) this.channel.postMessage("changed");
  }

  get settings() {
    return { ...USUAL_SETTINGS, ...this.kept };
  }

  get moment() {
    return makeMoment(Date.now());
  }

  async load() {
    if (this.store) {
      const tables = this.store.read();
      const [answers, marks, rows, kept] = await Promise.all([
        tables.listRecent(this.lang, this.moment.day_start - RECENT_DAYS * DAY_MS),
        tables.listBy("marks", "lang", this.lang),
        tables.listBy("memories", "lang", this.lang),
        tables.get("settings", "settings"),
      ]);
      this.kept = kept ? kept.value : {};
      Object.assign(this, { answers, marks });
      this.schedule = new Schedule(this.settings);
      const isFresh = rows.every((row) => row.parameters === this.schedule.fingerprint);
      this.memories = new Map(rows.map((row) => [row.name, row.memory]));
      if (!isFresh || !rows.length) await this.remakeMemories();
    } else this.schedule = new Schedule(this.settings);
  }

  // Memories are a cache: with other parameters, or after an import, the answers make them anew.
  async remakeMemories() {
    const histories = new Map();
    for (const answer of await this.listAnswers()) {
      if (answer.lang !== this.lang) continue;
      getOrMake(histories, nameOwner(answer), () => []).push(answer);
    }
    this.memories = new Map();
    for (const [name, history] of histories) {
      const memory = replayAnswers(this.schedule, history);
      if (memory) this.memories.set(name, memory);
    }
    if (!this.store) return;
    await this.store.change((tables) => {
      for (const [name, memory] of this.memories) this.putMemory(tables, name, memory);
    });
  }

  putMemory(tables, name, memory) {
    const key = `${this.lang} ${name}`;
    if (!memory) return tables.remove("memories", key);
    const parameters = this.schedule.fingerprint;
    return tables.put("memories", { key, lang: this.lang, name, parameters, memory });
  }

  async listAnswers() {
    return this.store ? this.store.read().listAll("answers") : this.answers;
  }

  async listMarks() {
    return this.store ? this.store.read().listAll("marks") : this.marks;
  }

  makeStanding() {
    return makeStanding(this);
  }

  // Keeps what was answered; null if the card was answered in another tab meanwhile.
  record(card, { question, given, verdict, rating, duration }) {
    const at = Date.now();
    const about = { rating, duration, at, day: countDayNear(this.moment, at) };
    const origin = { uid: makeUid(), version: course.version };
    const answer = makeAnswer(question, given, verdict, { ...about, ...origin });
    return this.changeCard(card, (history) =>
      recordAnswer(this.schedule, this.memories.get(nameCard(card)) || null, answer, history),
    );
  }

  // Keeps an answer again with another rating.
  correct(card, { answer, verdict }, rating) {
    const made = makeCorrection(answer, verdict, rating, makeUid());
    return this.changeCard(card, (history) =>
      correctAnswer(this.schedule, answer.uid, made, history),
    );
  }

  undo(card, uid) {
    return this.changeCard(card, (history) => ({
      answer: null,
      memory: undoAnswer(this.schedule, history, uid),
      undone: [uid],
    }));
  }

  async changeCard(card, act) {
    await this.trial;
    const name = nameCard(card);
    const known = this.memories.get(name);
    const owner = [card.course, this.lang, card.id];
    const change = async (tables) => {
      const stored = await tables.get("memories", `${this.lang} ${name}`);
      if (!sameMemory(stored && stored.memory, known)) return null;
      const history = await tables.listBy("answers", "card", owner);
      const made = act(history);
      for (const row of history)
        if (made.undone.includes(row.uid)) tables.put("answers", { ...row, undone: true });
      if (made.answer) tables.put("answers", made.answer);
      this.putMemory(tables, name, made.memory);
      return made;
    };
    const mine = (row) => nameOwner(row) === name;
    const made = this.store ? await this.store.change(change) : act(this.answers.filter(mine));
    if (!made) {
      await this.load();
      return null;
    }
    this.apply(name, made);
    this.tellOthers();
    return made;
  }

  apply(name, made) {
    this.answers = this.answers.map((row) =>
      made.undone.includes(row.uid) ? { ...row, undone: true } : row,
    );
    if (made.answer) this.answers.push(made.answer);
    if (made.memory) this.memories.set(name, made.memory);
    else this.memories.delete(name);
  }

  findMarks(card) {
    return findMarks({ marks: holdMarks(this.marks) }, card);
  }

  async mark(card, name, value) {
    const owner = { course: card.course, card: card.id, lang: this.lang };
    const row = { ...owner, mark: name, value, at: Date.now(), uid: makeUid() };
    if (this.store) await this.store.change((tables) => tables.put("marks", row));
    this.marks.push(row);
    this.tellOthers();
  }

  async keepSettings(changed) {
    const value = { ...this.kept, ...changed };
    const row = { name: "settings", value };
    if (this.store) await this.store.change((tables) => tables.put("settings", row));
    this.kept = value;
    this.tellOthers();
    await this.load();
  }

  // Takes a log in, all or nothing; how much of it was new.
  async takeLog(read) {
    const known = { answers: await this.listAnswers(), marks: await this.listMarks() };
    const merged = mergeLog(known, read);
    const taken = mergeSettings(this.kept, read.settings);
    const undone = new Set(merged.undone);
    const changed = known.answers.filter((row) => undone.has(row.uid));
    const rows = [...merged.answers, ...changed.map((row) => ({ ...row, undone: true }))];
    if (this.store) {
      await this.store.change((tables) => {
        for (const row of rows) tables.put("answers", row);
        for (const row of merged.marks) tables.put("marks", row);
        tables.work.objectStore("memories").clear();
        tables.put("settings", { name: "settings", value: taken.settings || {} });
      });
    } else {
      this.answers = [...known.answers.filter((row) => !undone.has(row.uid)), ...rows];
      this.marks.push(...merged.marks);
      this.kept = taken.settings || {};
    }
    await this.load();
    if (!this.store) await this.remakeMemories();
    this.tellOthers();
    return { ...merged, outcome: taken.outcome };
  }

  async removeAll() {
    if (this.store) await this.store.change((tables) => tables.clear());
    Object.assign(this, { answers: [], marks: [], kept: {}, memories: new Map() });
    this.tellOthers();
    await this.load();
  }
}
