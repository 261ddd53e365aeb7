// When a card is asked again: FSRS in whole days of the learner, as reviews/memory.py has it.
// Nothing is random and nothing reads a clock: the same answers always give the same memory.

export const AGAIN = 1;
export const HARD = 2;
export const GOOD = 3;
export const EASY = 4;
export const LEARNING = 1;
export const REVIEW = 2;
const RELEARNING = 3;
export const DAY_MS = 86_400_000;
const DAY_BEGINS = 4; // who studies after midnight still studies today
const STEP_MS = 600_000;
const STEPS_MS = { [LEARNING]: [60_000, STEP_MS], [RELEARNING]: [STEP_MS] };
const MAX_INTERVAL = 36_500;
const MIN_STABILITY = 0.001;
const SPREADS = [
  [2.5, 7, 0.15],
  [7, 20, 0.1],
  [20, Infinity, 0.05],
];
// The parameters of FSRS, as its formulas number them.
const W = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
  0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
const DECAY = -W[20];
const FACTOR = 0.9 ** (1 / DECAY) - 1;

// Days

// The learner's day of a time, in the time zone of the machine, counted from 1970.
export function countLocalDay(at) {
  const offset = new Date(at).getTimezoneOffset() * 60_000;
  return Math.floor((at - offset - DAY_BEGINS * 3_600_000) / DAY_MS);
}

// Now, and the learner's day around it; a change of clocks makes it longer or shorter.
export function makeMoment(now) {
  const day = countLocalDay(now);
  const utc = new Date(day * DAY_MS);
  const [year, month, date] = [utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate()];
  const findStart = (later) => new Date(year, month, date + later, DAY_BEGINS).getTime();
  return { now, day_start: findStart(0), day_end: findStart(1), day };
}

// The learner's day of a time near a moment.
export function countDayNear(moment, at) {
  return moment.day + Math.floor((at - moment.day_start) / DAY_MS);
}

export function isToday(moment, at) {
  return moment.day_start <= at && at <= moment.now;
}

// Names

export function nameCard(card) {
  return card.course + " " + card.id;
}

// The name of the card that an answer or a mark is about.
export function nameOwner(row) {
  return row.course + " " + row.card;
}

// Numbers

// To the nearest whole number; from the middle to the even one, as Python rounds.
export function roundHalfEven(number) {
  const rounded = Math.round(number); // from the middle up
  return number % 1 === 0.5 && rounded % 2 === 1 ? rounded - 1 : rounded;
}

function clamp(number, low, high) {
  return Math.min(Math.max(number, low), high);
}

// Which of two lists of numbers or texts comes first: negative for the first of them.
export function compareLists(one, other) {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : one[at] < other[at] ? -1 : 1;
}

// Memories

// The probability that a card is known after so many days.
function recallAfter(days, stability) {
  return (1 + (FACTOR * days) / stability) ** DECAY;
}

export function estimateRecall(memory, now) {
  return recallAfter(Math.max(0, now - memory.last) / DAY_MS, memory.stability);
}

// The memory after one more answer. `day` is the learner's; `due` the day that was chosen for the
// next answer, perhaps by another device: the same day means short steps.
function review(memory, { rating, at, day, due = null }, retention) {
  const today = day ?? countLocalDay(at);
  const elapsed = memory ? today - Math.min(memory.day, today) : 0;
  const next = learn(memory, rating, elapsed);
  let wait = takeStep(next, rating) ?? findInterval(next.stability, retention) * DAY_MS;
  if (due !== null && due > today) {
    Object.assign(next, { state: REVIEW, step: null });
    wait = (due - today) * DAY_MS;
  } else if (due === today && next.state === REVIEW) {
    const isNew = !memory || memory.state === LEARNING;
    Object.assign(next, isNew ? { state: LEARNING, step: 1 } : { state: RELEARNING, step: 0 });
    wait = STEP_MS;
  }
  return {
    ...next,
    due: at + wait,
    last: at,
    first: memory ? memory.first : at,
    reviews: memory ? memory.reviews + 1 : 1,
    day: today,
  };
}

// How well a card is known after an answer so many days after the last one, at the same step.
function learn(memory, rating, elapsed) {
  if (!memory) {
    const difficulty = clamp(startDifficulty(rating), 1, 10);
    return { state: LEARNING, step: 0, stability: W[rating - 1], difficulty };
  }
  const { state, step, difficulty } = memory;
  const grown = elapsed < 1 ? growSameDay(memory, rating) : growLater(memory, rating, elapsed);
  const change = ((10 - difficulty) * -(W[6] * (rating - 3))) / 9;
  const mean = W[7] * startDifficulty(EASY) + (1 - W[7]) * (difficulty + change);
  const stability = Math.max(grown, MIN_STABILITY);
  return { state, step, stability, difficulty: clamp(mean, 1, 10) };
}

function startDifficulty(rating) {
  return W[4] - Math.exp(W[5] * (rating - 1)) + 1;
}

function growSameDay({ stability }, rating) {
  const growth = Math.exp(W[17] * (rating - 3 + W[18])) * stability ** -W[19];
  return stability * (rating === AGAIN ? growth : Math.max(growth, 1));
}

function growLater({ stability, difficulty }, rating, elapsed) {
  const forgotten = 1 - recallAfter(elapsed, stability);
  if (rating === AGAIN) {
    const left = ((stability + 1) ** W[13] - 1) * Math.exp(forgotten * W[14]);
    return Math.min(W[11] * difficulty ** -W[12] * left, stability / Math.exp(W[17] * W[18]));
  }
  const ease = rating === HARD ? W[15] : rating === EASY ? W[16] : 1;
  const growth = Math.exp(W[8]) * (11 - difficulty) * stability ** -W[9];
  return stability * (1 + growth * (Math.exp(forgotten * W[10]) - 1) * ease);
}

// Moves a card to its next step; the milliseconds of that, or null if it comes on another day.
function takeStep(memory, rating) {
  if (memory.state === REVIEW && rating !== AGAIN) return null;
  if (memory.state === REVIEW) Object.assign(memory, { state: RELEARNING, step: -1 });
  const steps = STEPS_MS[memory.state];
  const step = rating === AGAIN ? 0 : rating === HARD ? memory.step : memory.step + 1;
  if (rating === EASY || step >= steps.length) {
    Object.assign(memory, { state: REVIEW, step: null });
    return null;
  }
  memory.step = step;
  if (rating !== HARD || step > 0) return steps[step];
  return steps.length > 1 ? (steps[0] + steps[1]) / 2 : 1.5 * steps[0];
}

// Days; rounded at 1e-6 before, because engines differ in the last bit.
function findInterval(stability, retention) {
  const days = (stability / FACTOR) * (retention ** (1 / DECAY) - 1);
  return clamp(roundHalfEven(Math.round(days * 1e6) / 1e6), 1, MAX_INTERVAL);
}

// The memory of a card in review with one of the days that are as good as its own; card and
// number of answers decide which, so that cards which were learned together part.
function spreadDue(memory, cardId) {
  const interval = Math.floor((memory.due - memory.last) / DAY_MS);
  if (memory.state !== REVIEW || interval < 2.5) return memory;
  let spread = 1;
  for (const [start, end, factor] of SPREADS)
    spread += factor * Math.max(0, Math.min(interval, end) - start);
  const shortest = Math.max(2, roundHalfEven(interval - spread));
  const longest = Math.min(roundHalfEven(interval + spread), MAX_INTERVAL);
  const share = computeCrc(`${cardId} ${memory.reviews}`) / 2 ** 32;
  const days = shortest + Math.floor(share * (longest - shortest + 1));
  return { ...memory, due: memory.last + days * DAY_MS };
}

// CRC-32 of a text, as Python's zlib has it.
function computeCrc(text) {
  let crc = -1;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

// Answers

// The memory after the answers to a card that count, in order of time; null if there are none.
export function replay(answers, retention) {
  return answers
    .filter((answer) => !answer.undone)
    .sort((one, other) => compareLists([one.at, one.uid], [other.at, other.uid]))
    .reduce((memory, answer) => review(memory, answer, retention), null);
}

// A new answer with the day that is chosen for the next one; none is if the clock went back.
// `before` is the memory after the earlier answers to the card.
export function chooseDue(before, answer, retention) {
  if (before && answer.at <= before.last) return answer;
  const memory = spreadDue(review(before, answer, retention), answer.card);
  const days = Math.floor((memory.due - memory.last) / DAY_MS);
  return { ...answer, due: days ? memory.day + days : answer.day };
}

// For each rating, in how many milliseconds a card would come back.
export function previewWaits(before, { card, at, day }, retention) {
  const waits = {};
  for (const rating of [AGAIN, HARD, GOOD, EASY])
    waits[rating] = spreadDue(review(before, { rating, at, day }, retention), card).due - at;
  return waits;
}
