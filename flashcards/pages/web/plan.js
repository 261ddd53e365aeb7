// Which cards are asked today and in which order, how long it takes, and where the learner stands:
// as study/ has it (standing, plan, new_cards, goal, today, queue) and progress/.
import { AGAIN, DAY_BEGINS, DAY_MS, LEARNING, REVIEW, estimateRecall, isDue } from "./schedule.js";
import { compareLists, countDayNear, isToday } from "./schedule.js";
import { nameCard, nameOwner, parseDay, roundHalfEven } from "./schedule.js";

export const USUAL_SETTINGS = {
  new: 10,
  minutes: 20,
  retention: 0.9,
  parameters: null,
  stage: 1,
  day_start: DAY_BEGINS,
  goal: null,
};
export const RECENT_DAYS = 14;
const MOST_WRONG = 4;
const NO_MARKS = { suspended: 0, buried: 0, flagged: 0 };
const WINDOW = 6;
const LEARNING_STEPS = 2;
const LEARN_AHEAD_MS = 20 * 60_000;
const FORECAST_DAYS = 30;
const DECKS = 5;
const HEAD_START = 0.06;
const USUAL_SECONDS = 30;
const MIN_CARDS = 20;
const LONGEST_COUNTED_MS = 120_000;
const DAYS_TO_EARN = 7;
const KNOWN_SHARE = 0.9;

export function sum(numbers) {
  return [...numbers].reduce((total, each) => total + each, 0);
}

function sortBy(list, key) {
  return list
    .map((value) => [key(value), value])
    .sort(([one], [other]) => compareLists(one, other))
    .map(([, value]) => value);
}

// A Map with how often each value comes.
function tally(values) {
  const found = new Map();
  for (const each of values) found.set(each, (found.get(each) || 0) + 1);
  return found;
}

export function getOrMake(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

function roundMinutes(minutes) {
  return Math.max(roundHalfEven(minutes), minutes > 0 ? 1 : 0);
}

// Standing

// What is known of a learner: `answers` are at least those of the last two weeks, `marks` all rows
// of the language.
export function makeStanding({ cards, moment, settings, memories, marks, answers }) {
  const past = answers.filter((each) => !each.undone && each.at <= moment.now);
  const wrong = past.filter((each) => each.rating === AGAIN && each.at >= moment.day_start);
  return {
    ...{ cards, moment, memories, marks: holdMarks(marks) },
    settings: { ...USUAL_SETTINGS, ...settings },
    wrong: tally(wrong.map(nameOwner)),
    recent: past
      .sort((one, other) => other.at - one.at)
      .map((each) => ({ ...each, name: nameOwner(each) })),
  };
}

// What holds for each card by its name: of each kind of mark the newest.
export function holdMarks(marks) {
  const held = new Map();
  for (const each of sortBy(marks, (mark) => [mark.at, mark.uid])) {
    const name = nameOwner(each);
    held.set(name, { ...(held.get(name) || NO_MARKS), [each.mark]: each.value });
  }
  return held;
}

export function findMarks({ marks }, card) {
  return marks.get(nameCard(card)) || NO_MARKS;
}

function findMemory(standing, card) {
  return standing.memories.get(nameCard(card));
}

// How many cards there are, were ever asked, and are earned.
export function countCards(standing, cards = standing.cards) {
  const seen = cards.map((card) => findMemory(standing, card)).filter(Boolean);
  const earned = seen.filter((memory) => memory.state === REVIEW).length;
  return { cards: cards.length, seen: seen.length, earned };
}

function listAwake(standing, cards) {
  return cards.filter((card) => {
    const { suspended, buried } = findMarks(standing, card);
    return !suspended && standing.moment.day >= buried;
  });
}

// Without those that were wrong so often today that they rest until tomorrow.
function listRested(standing, cards) {
  return cards.filter((card) => {
    const memory = findMemory(standing, card);
    const wrong = standing.wrong.get(nameCard(card)) || 0;
    return wrong < MOST_WRONG || !memory || memory.state === REVIEW;
  });
}

// The cards that the learner means to learn: from the stage on that new cards begin with.
function listLearned(standing, cards) {
  const { stage } = standing.settings;
  const first = cards.some((card) => card.stage >= stage) ? stage : 1;
  return cards.filter(
    (card) =>
      !findMarks(standing, card).suspended &&
      (card.stage >= first || findMemory(standing, card)),
  );
}

function covers(goal, stage) {
  return goal.stage == null || stage <= goal.stage;
}

// The order of new cards

// The cards of `unseen` as they will be introduced: stage by stage, some decks of it at a time.
// `cards` are all, in teaching order.
function orderNewCards(unseen, cards) {
  const [wanted, stages] = [new Set(unseen), new Map()];
  for (const card of cards) {
    const decks = getOrMake(stages, card.stage, () => new Map());
    getOrMake(decks, card.deck, () => []).push(card);
  }
  return [...stages.keys()]
    .sort((one, other) => one - other)
    .flatMap((stage) => mixDecks([...stages.get(stage).values()]))
    .filter((card) => wanted.has(card));
}

// About five decks take turns, each at even distances; then the next ones.
function mixDecks(decks) {
  const rounds = Math.max(1, roundHalfEven(decks.length / DECKS));
  const placed = decks.flatMap((deck, place) => {
    const round = Math.floor((place * rounds) / decks.length);
    return orderDeck(deck).map((card, number) => [round, number / deck.length, place, card]);
  });
  return sortBy(placed, (each) => each.slice(0, 3)).map((each) => each[3]);
}

// The cards of a deck: each kind at even distances, from its easy ones to its hard ones.
function orderDeck(cards) {
  const kinds = new Map();
  for (const card of cards) getOrMake(kinds, card.kind, () => []).push(card);
  const placed = [...kinds.values()].flatMap((kind) =>
    sortBy(kind, (card) => [card.difficulty, card.ordinal]).map((card, number) => [
      (number + 0.5) / kind.length + HEAD_START * card.difficulty,
      card,
    ]),
  );
  return placed.sort((one, other) => one[0] - other[0]).map(([, card]) => card);
}

// The plan of a day

// What is left to ask today: due cards, then at most `fresh` new ones; `room` for so many of both.
function planDay(standing, cards, fresh, room) {
  const { memories, moment } = standing;
  const soon = moment.now + LEARN_AHEAD_MS;
  const { seen, unseen } = splitSeen(standing, cards);
  const ripe = seen.filter(({ memory }) => isDue(memory, soon, moment.day_end));
  const steps = sortBy(
    ripe.filter(({ memory }) => memory.state !== REVIEW),
    ({ card, memory }) => [memory.due, card.id],
  );
  const notes = findNotesOfToday(memories, moment);
  steps.forEach(({ card }) => notes.add(card.note));
  const due = ripe.filter(({ memory }) => memory.state === REVIEW);
  const ready = keepSistersApart(weakestFirst(due, moment.now), notes, moment);
  const asked = ready.slice(0, room);
  const sisters = new Set(ready.map((card) => card.note));
  const count = Math.min(fresh, Math.floor((room - asked.length) / LEARNING_STEPS));
  const picked = pickNew(orderNewCards(unseen, standing.cards), notes, sisters, count);
  const mixed = interleave(asked);
  return {
    cards: spread(mixed, picked),
    due: mixed,
    new: picked,
    steps: steps.map(({ card, memory }) => [memory.due, card]),
    rest: ready.slice(asked.length),
    waiting: ready.length - asked.length,
  };
}

// Cards that were asked before, with their memories, and those that never were.
function splitSeen(standing, cards) {
  const known = cards.map((card) => ({ card, memory: findMemory(standing, card) }));
  const unseen = known.filter((each) => !each.memory).map((each) => each.card);
  return { seen: known.filter((each) => each.memory), unseen };
}

// Notes of which a card was answered today.
function findNotesOfToday(memories, moment) {
  const asked = [...memories].filter(([, memory]) => isToday(moment, memory.last));
  return new Set(asked.map(([name]) => name.slice(name.indexOf(" ") + 1, name.lastIndexOf("#"))));
}

function weakestFirst(seen, now) {
  return seen
    .map((each) => ({ ...each, recall: estimateRecall(each.memory, now) }))
    .sort((one, other) => one.recall - other.recall);
}

// Without cards whose sister is asked today, unless they waited a day already.
function keepSistersApart(due, notes, moment) {
  const taken = new Set(notes);
  const isKept = ({ card, memory }) => {
    const kept = !taken.has(card.note) || memory.due < moment.day_start;
    taken.add(card.note);
    return kept;
  };
  return due.filter(isKept).map(({ card }) => card);
}

// The first new cards, one of each note; those with a sister that is due come last of their stage.
function pickNew(ordered, notes, due, count) {
  const picked = new Map();
  const mine = ordered.filter((card) => !notes.has(card.note));
  for (const card of sortBy(mine, (each) => [each.stage, due.has(each.note) ? 1 : 0])) {
    if (picked.size < count && !picked.has(card.note)) picked.set(card.note, card);
  }
  return [...picked.values()];
}

// The same cards, neighbours about different but confusable things where possible.
function interleave(cards) {
  const [window, mixed] = [cards.slice(0, WINDOW), []];
  let [next, before] = [WINDOW, { key: "", about: [""], tags: [], confused: [] }];
  while (window.length) {
    const likeness = window.map((card) => compareCards(before, card));
    [before] = window.splice(likeness.indexOf(Math.min(...likeness)), 1);
    mixed.push(before);
    window.push(...cards.slice(next, ++next));
  }
  return mixed;
}

// 0 for a confusable card, 1 for another topic, 2 for the same topic, 3 for the same entry.
function compareCards(one, other) {
  const findTopic = (card) => (card.about.length ? card.about[0] : card.deck);
  if (one.key === other.key) return 3;
  if (one.confused.includes(other.key) || other.confused.includes(one.key)) return 0;
  if (findTopic(one) === findTopic(other)) return 2;
  return one.tags.some((tag) => other.tags.includes(tag)) ? 0 : 1;
}

// Both in their own order, the new ones at even distances among the due ones.
function spread(due, fresh) {
  const placed = [
    ...due.map((card, place) => [(place + 1) / (due.length + 1), 0, place, card]),
    ...fresh.map((card, place) => [(place + 0.5) / fresh.length, 1, place, card]),
  ];
  return sortBy(placed, (each) => each.slice(0, 3)).map((each) => each[3]);
}

// Cards due today, as the day is planned, and on each day after.
export function forecastDue(standing) {
  const { memories, moment } = standing;
  const seen = standing.cards.filter((card) => findMemory(standing, card));
  const { plan } = planToday(standing);
  const today = new Set([...plan.due, ...plan.rest, ...plan.steps.map(([, card]) => card)]);
  const days = new Array(FORECAST_DAYS).fill(0);
  for (const card of seen) {
    const { suspended, buried } = findMarks(standing, card);
    const later = Math.floor((memories.get(nameCard(card)).due - moment.day_start - 1) / DAY_MS);
    const day = today.has(card) ? 0 : Math.max(1, later, buried - moment.day);
    if (!suspended && day < FORECAST_DAYS) days[day]++;
  }
  return days;
}

// What a session still has to ask: cards in order, and cards that wait for a short step.
export class SessionQueue {
  constructor(cards, steps = []) {
    this.first = [];
    this.ready = [...cards];
    this.steps = [...steps];
  }

  get cards() {
    return [...this.first, ...this.ready, ...this.steps.map(([, card]) => card)];
  }

  get length() {
    return this.cards.length;
  }

  // The next card at a time; not `last` if there is another.
  pop(now, last = null) {
    if (this.first.length) return this.first.pop();
    const step = this.steps.find(([, card]) => card !== last);
    if (step && (step[0] <= now || !this.ready.length)) {
      this.remove(step[1]);
      return step[1];
    }
    return this.ready.length ? this.ready.shift() : this.steps.shift()[1];
  }

  putFirst(card) {
    this.remove(card);
    this.ready.unshift(...this.first);
    this.first = [card];
  }

  // The card is asked again at `due`, or when nothing else is left.
  wait(card, due) {
    this.remove(card);
    this.steps.push([due, card]);
    this.steps.sort((one, other) => one[0] - other[0]);
  }

  remove(card) {
    this.first = this.first.filter((other) => other !== card);
    this.ready = this.ready.filter((other) => other !== card);
    this.steps = this.steps.filter(([, other]) => other !== card);
  }
}

// When a card comes back; `wrongToday` counts the answer that was just given.
export function findTurn(memory, rating, wrongToday) {
  if (memory.state === REVIEW) return "later";
  return wrongToday >= MOST_WRONG ? "rests" : "session";
}

// How many right answers a card takes until it is done for its day.
export function countAnswersLeft(memory) {
  if (!memory) return 2;
  return memory.state === LEARNING ? Math.max(1, 2 - (memory.step || 0)) : 1;
}

// Time

// Milliseconds with answers, the newest of which comes first; a break before one does not count.
function measureTime(answers) {
  const spent = answers.map(({ at, duration }, place) => {
    const gap = place + 1 < answers.length ? at - answers[place + 1].at : Infinity;
    return gap <= LONGEST_COUNTED_MS ? gap : Math.min(duration, LONGEST_COUNTED_MS);
  });
  return sum(spent);
}

// How many answers today has, how many of them are right, and the minutes that they took.
export function countToday({ recent, moment }) {
  const given = recent.filter((each) => isToday(moment, each.at));
  const right = given.filter((each) => each.rating > AGAIN).length;
  const minutes = Math.max(1, roundMinutes(measureTime(given) / 60e3));
  return { answers: given.length, right, minutes };
}

// What a card took on a day of the last two weeks, repeats and reading included; not on this day.
// A card that was new on a day counts twice on it.
function measureSeconds({ recent, moment, memories }) {
  const since = moment.day_start - RECENT_DAYS * DAY_MS;
  const before = recent.filter(({ at }) => at >= since && at < moment.day_start);
  const cards = new Set(before.map(({ at, name }) => countDayNear(moment, at) + " " + name));
  if (cards.size < MIN_CARDS) return USUAL_SECONDS;
  const days = [...memories.values()].map(({ first }) => moment.day - countDayNear(moment, first));
  const begun = days.filter((ago) => ago > 0 && ago <= RECENT_DAYS).length;
  return Math.max(1, measureTime(before) / (cards.size + begun) / 1000);
}

// Today

// How many new cards a day the goal needs, until its date has come; null without one.
function planGoal(standing) {
  const { settings, memories, moment } = standing;
  const { goal } = settings;
  if (!goal) return null;
  const cards = listLearned(standing, standing.cards).filter(
    (card) => covers(goal, card.stage) && !memories.has(nameCard(card)),
  ).length;
  const left = parseDay(goal.date) - moment.day;
  const days = Math.max(1, left - DAYS_TO_EARN + 1);
  return { cards, new: Math.ceil(cards / days), isOver: left <= 0 };
}

// The plan of the rest of today, how long it takes, and the goal.
export function planToday(standing) {
  const { settings, moment } = standing;
  const memories = [...standing.memories.values()];
  const count = (name) => memories.filter((memory) => isToday(moment, memory[name])).length;
  const seconds = measureSeconds(standing);
  const minutes = settings.minutes ?? USUAL_SETTINGS.minutes; // earlier versions had none
  const capacity = Math.max(1, Math.floor((minutes * 60) / seconds));
  const room = Math.max(0, capacity - count("last") - count("first"));
  const goal = planGoal(standing);
  const isBound = goal && !goal.isOver;
  const wished = isBound ? Math.max(settings.new, goal.new) : settings.new;
  const awake = listAwake(standing, listLearned(standing, standing.cards));
  const cards = listRested(standing, awake).filter(
    (card) => !isBound || covers(settings.goal, card.stage) || findMemory(standing, card),
  );
  const plan = planDay(standing, cards, Math.max(0, wished - count("first")), room);
  const turns = plan.due.length + LEARNING_STEPS * plan.new.length + plan.steps.length;
  return { plan, minutes: roundMinutes((turns * seconds) / 60), goal };
}

// Progress

// The concepts; nine tenths of the cards about one in review make it known.
export function countConcepts(standing) {
  const about = new Map();
  for (const card of standing.cards) {
    card.about.forEach((key) => getOrMake(about, key, () => []).push(card));
  }
  return standing.cards
    .filter((card) => card.kind === "concept")
    .map((card) => {
      const cards = about.get(card.key);
      const counts = countCards(standing, cards);
      const known = counts.earned >= KNOWN_SHARE * counts.cards;
      const isReached = (each) => each.stage >= card.stage && findMemory(standing, each);
      return { card, ...counts, tick: known ? "known" : cards.some(isReached) ? "begun" : "new" };
    });
}

// The numbers behind the page of progress; `answers` are all of the language.
export function computeStats(standing, answers) {
  const { moment, cards } = standing;
  const chosen = new Map(cards.map((card) => [nameCard(card), card]));
  const findDay = (each) => (each.day == null ? countDayNear(moment, each.at) : each.day);
  const [calendar, retention, last] = [{}, {}, new Map()];
  const today = { answers: 0, right: 0 };
  for (const each of answers.filter((one) => !one.undone).sort((a, b) => a.at - b.at)) {
    const [name, day, right] = [nameOwner(each), findDay(each), each.rating > AGAIN ? 1 : 0];
    calendar[day] = (calendar[day] || 0) + 1;
    if (day === moment.day) {
      [today.answers, today.right] = [today.answers + 1, today.right + right];
    }
    if (chosen.has(name) && last.has(name) && day > last.get(name)) {
      const { stage } = chosen.get(name);
      const told = (retention[stage] = retention[stage] || { answers: 0, right: 0 });
      [told.answers, told.right] = [told.answers + 1, told.right + right];
    }
    last.set(name, day);
  }
  return { today, calendar, retention };
}
