// What is asked today and how long it takes, as study/plan.py has it; where the learner stands, as
// progress/ has it.

import { AGAIN, DAY_MS, REVIEW, compareLists, countDayNear, estimateRecall } from "./schedule.js";
import { isToday, nameCard, nameOwner, roundHalfEven } from "./schedule.js";

export const USUAL_SETTINGS = { new: 10, minutes: 20, ask: "grow", retention: 0.9, stage: 1 };
const RECENT_DAYS = 14;
const NO_MARKS = { suspended: 0, buried: 0 };
const LEARNING_STEPS = 2; // right answers that a new card takes
const LEARN_AHEAD_MS = 20 * 60_000;
const FORECAST_DAYS = 14;
const FIRM_DAYS = 21; // what Anki calls mature
const AT_ONCE = -1; // the time of a card that is asked before any other
const USUAL_SECONDS = 30;
const MIN_CARDS = 20;
const MAX_COUNTED_MS = 120_000;

// Lists

export function sum(numbers) {
  return [...numbers].reduce((total, number) => total + number, 0);
}

// A Map from each name to the items that have it, in their order.
export function groupBy(list, name) {
  const groups = new Map();
  for (const item of list) {
    if (!groups.has(name(item))) groups.set(name(item), []);
    groups.get(name(item)).push(item);
  }
  return groups;
}

function sortBy(list, key) {
  return [...list].sort((one, other) => compareLists(key(one), key(other)));
}

// Where the learner stands

// The answers of two weeks that count, the newest first.
export function listRecent(answers, moment) {
  const since = moment.day_start - RECENT_DAYS * DAY_MS;
  return answers
    .filter((answer) => !answer.undone && answer.at >= since && answer.at <= moment.now)
    .sort((one, other) => other.at - one.at);
}

// What holds for each card by its name: of each kind of mark the newest.
export function mergeMarks(marks) {
  const held = new Map();
  for (const { mark, value, ...row } of sortBy(marks, ({ at, uid }) => [at, uid])) {
    const name = nameOwner(row);
    held.set(name, { ...(held.get(name) || NO_MARKS), [mark]: value });
  }
  return held;
}

export function findMarks({ marks }, card) {
  return marks.get(nameCard(card)) || NO_MARKS;
}

export function findMemory(learner, card) {
  return learner.memories.get(nameCard(card));
}

// Whether a card was first asked today, or never.
export function isFirstDay(learner, card) {
  const memory = findMemory(learner, card);
  return !memory || countDayNear(learner.moment, memory.first) === learner.moment.day;
}

// How many cards there are, were ever asked, are earned: in review, and firm: for three weeks.
export function countCards(learner, cards = learner.cards) {
  const seen = cards.map((card) => findMemory(learner, card)).filter(Boolean);
  const earned = seen.filter((memory) => memory.state === REVIEW).length;
  const firm = seen.filter(({ last, due }) => due - last >= FIRM_DAYS * DAY_MS).length;
  return { cards: cards.length, seen: seen.length, earned, firm };
}

// The cards that may be asked today: from the stage on that new cards begin with, and awake.
function listAskable(learner) {
  const { cards, settings, moment } = learner;
  const awake = cards.filter((card) => {
    const { suspended, buried } = findMarks(learner, card);
    return !suspended && moment.day >= buried;
  });
  const first = awake.some((card) => card.stage >= settings.stage) ? settings.stage : 1;
  return awake.filter((card) => card.stage >= first || findMemory(learner, card));
}

// Time

// Milliseconds with answers, the newest of which comes first; a break before one does not count.
function measureTime(answers) {
  const spent = answers.map(({ at, duration }, place) => {
    const gap = place + 1 < answers.length ? at - answers[place + 1].at : Infinity;
    return gap <= MAX_COUNTED_MS ? gap : Math.min(duration, MAX_COUNTED_MS);
  });
  return sum(spent);
}

function roundMinutes(minutes) {
  return Math.max(roundHalfEven(minutes), minutes > 0 ? 1 : 0);
}

// How many answers today has, how many of them are right, and the minutes that they took.
export function countToday({ recent, moment }) {
  const given = recent.filter((answer) => isToday(moment, answer.at));
  const right = given.filter((answer) => answer.rating > AGAIN).length;
  const minutes = Math.max(1, roundMinutes(measureTime(given) / 60_000));
  return { answers: given.length, right, minutes };
}

// What a card took on a day of the last two weeks, repeats and reading included; not on this day.
// A card that was new on a day counts twice on it.
function measureSeconds({ recent, moment, memories }) {
  const before = recent.filter(({ at }) => at < moment.day_start);
  const cards = new Set(before.map((row) => countDayNear(moment, row.at) + " " + nameOwner(row)));
  if (cards.size < MIN_CARDS) return USUAL_SECONDS;
  const days = [...memories.values()].map(({ first }) => moment.day - countDayNear(moment, first));
  const begun = days.filter((ago) => ago > 0 && ago <= RECENT_DAYS).length;
  return Math.max(1, measureTime(before) / (cards.size + begun) / 1000);
}

// Today

// What is left to ask today, the minutes that it takes, and how many cards the minutes of a day
// hold: due cards, the weakest first, then new ones; those in steps have their time with them.
// Who wants more than that is given what waits (`backlog`), then new cards (`more`).
export function planToday(learner) {
  const { settings, moment, memories } = learner;
  const count = (name) =>
    [...memories.values()].filter((memory) => isToday(moment, memory[name])).length;
  const begun = count("first");
  const seconds = measureSeconds(learner);
  const capacity = Math.max(1, Math.floor((settings.minutes * 60) / seconds));
  const room = Math.max(0, capacity - count("last") - begun);
  const cards = listAskable(learner).map((card) => [card, findMemory(learner, card)]);
  const isStep = ([, memory]) =>
    memory && memory.state !== REVIEW && memory.due <= moment.now + LEARN_AHEAD_MS;
  const steps = sortBy(cards.filter(isStep), ([card, memory]) => [memory.due, card.id]).map(
    ([card, memory]) => [memory.due, card],
  );
  const asked = [...memories].filter(([, memory]) => isToday(moment, memory.last));
  const nameNote = ([name]) => name.slice(name.indexOf(" ") + 1, name.lastIndexOf("#"));
  const notes = new Set(asked.map(nameNote)); // whose cards are not asked a second time
  steps.forEach(([, card]) => notes.add(card.note));
  const isDue = ([, memory]) => memory && memory.state === REVIEW && memory.due <= moment.day_end;
  const weakness = ([, memory]) => [estimateRecall(memory, moment.now)];
  const ready = keepSiblingsApart(sortBy(cards.filter(isDue), weakness), notes, moment);
  const due = ready.slice(0, room);
  const unseen = cards.filter(([, memory]) => !memory).map(([card]) => card);
  const free = Math.min(settings.new - begun, Math.floor((room - due.length) / LEARNING_STEPS));
  const picked = pickNew(unseen, notes, ready);
  const fresh = picked.slice(0, Math.max(0, free));
  const more = picked.slice(fresh.length).slice(0, Math.min(settings.new, USUAL_SETTINGS.new));
  const turns = due.length + LEARNING_STEPS * fresh.length + steps.length;
  const backlog = ready.slice(room);
  const plan = { cards: interleave([due, fresh]), due, new: fresh, steps, backlog, more };
  return { plan, minutes: roundMinutes((turns * seconds) / 60), capacity };
}

// Without cards whose sibling is asked today, unless they waited a day already.
function keepSiblingsApart(due, notes, moment) {
  const taken = new Set(notes);
  const kept = due.filter(([card, memory]) => {
    const isAsked = !taken.has(card.note) || memory.due < moment.day_start;
    if (isAsked) taken.add(card.note);
    return isAsked;
  });
  return kept.map(([card]) => card);
}

// New cards in their turn, one of each note and none of the notes of today; those with a sibling
// that is due come last of their stage.
function pickNew(unseen, notes, due) {
  const siblings = new Set(due.map((card) => card.note));
  const cards = unseen.filter((card) => !notes.has(card.note));
  const ordered = sortBy(cards, ({ stage, note, turn }) => [stage, siblings.has(note), turn]);
  return [...groupBy(ordered, (card) => card.note).values()].map(([first]) => first);
}

// The cards of all groups: each in its order, and spread evenly over the whole.
function interleave(groups) {
  const place = (group) => group.map((card, at) => [(at + 0.5) / group.length, card]);
  return sortBy(groups.flatMap(place), ([share]) => [share]).map(([, card]) => card);
}

// A session

// What a session still has to ask: cards in order, and cards that wait for a short step.
export class SessionQueue {
  constructor(cards, steps = []) {
    this.ready = [...cards];
    this.steps = [...steps];
  }

  get cards() {
    return [...this.ready, ...this.steps.map(([, card]) => card)];
  }

  // The next card at a time; not `last` if there is another.
  pop(now, last = null) {
    const step = this.steps.find(([at, card]) => card !== last || at === AT_ONCE);
    const isStep = step && (step[0] <= now || !this.ready.length);
    const card = isStep ? step[1] : this.ready[0] || last;
    this.remove(card);
    return card;
  }

  // The card is asked again at `due`, or when nothing else is left; without it before any other.
  wait(card, due = AT_ONCE) {
    this.remove(card);
    this.steps = sortBy([[due, card], ...this.steps], ([at]) => [at]);
  }

  remove(card) {
    this.ready = this.ready.filter((other) => other !== card);
    this.steps = this.steps.filter(([, other]) => other !== card);
  }
}

// Progress

// Cards due today, as the day is planned, and on each day after.
export function forecastDue(learner) {
  const { plan } = planToday(learner);
  const { day, day_start } = learner.moment;
  const planned = new Set([...plan.due, ...plan.backlog, ...plan.steps.map(([, card]) => card)]);
  const days = new Array(FORECAST_DAYS).fill(0);
  for (const card of learner.cards) {
    const memory = findMemory(learner, card);
    const { suspended, buried } = findMarks(learner, card);
    if (!memory || suspended) continue;
    const later = Math.max(1, Math.floor((memory.due - day_start - 1) / DAY_MS), buried - day);
    const ahead = planned.has(card) ? 0 : later;
    if (ahead < FORECAST_DAYS) days[ahead]++;
  }
  return days;
}

// How many answers each day has.
export function countDays(moment, answers) {
  const days = {};
  for (const answer of answers.filter(({ undone }) => !undone)) {
    const day = answer.day ?? countDayNear(moment, answer.at);
    days[day] = (days[day] || 0) + 1;
  }
  return days;
}
