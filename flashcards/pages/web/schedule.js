// When a card is asked again: FSRS and the days of a learner, as reviews/memory.py has them.
// Nothing is random and nothing reads a clock: the same answers always give the same memory.

export const AGAIN = 1;
export const HARD = 2;
export const GOOD = 3;
export const EASY = 4;
export const LEARNING = 1;
export const REVIEW = 2;
const RELEARNING = 3;
export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
export const DAY_BEGINS = 4; // who studies after midnight still studies today
const LATEST = 100_000_000_000_000;
const LONGEST_INTERVAL = 36_500;
const LEARNING_MS = [60_000, 600_000];
const RELEARNING_MS = 600_000;
const LEAST_STABILITY = 0.001;
const INTERVAL_RANGES = [
  [2.5, 7, 0.15],
  [7, 20, 0.1],
  [20, Infinity, 0.05],
];
const USUAL_PARAMETERS = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
  0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

// Between which each of them may be.
const LEAST_PARAMETERS = [
  0.001, 0.001, 0.001, 0.001, 1, 0.001, 0.001, 0.001, 0, 0, 0.001, 0.001, 0.001, 0.001, 0, 0, 1, 0,
  0, 0, 0.1,
];
const MOST_PARAMETERS = [
  100, 100, 100, 100, 10, 4, 4, 0.75, 4.5, 0.8, 3.5, 5, 0.25, 0.9, 4, 1, 6, 2, 2, 0.8, 0.8,
];

// Whether a list is one of parameters that FSRS can work with.
export function areParameters(values) {
  const isWithin = (low, at) => values[at] >= low && values[at] <= MOST_PARAMETERS[at];
  const isList = Array.isArray(values) && values.length === LEAST_PARAMETERS.length;
  return isList && values.every(Number.isFinite) && LEAST_PARAMETERS.every(isWithin);
}

// Days

// The learner's day of a time, in the time zone of the machine.
function countLocalDay(at) {
  const offset = new Date(at).getTimezoneOffset() * 60_000;
  return Math.floor((at - offset - DAY_BEGINS * HOUR_MS) / DAY_MS);
}

// Now, and the learner's day around it; a change of clocks makes it longer or shorter.
export function makeMoment(now) {
  const day = countLocalDay(now);
  const date = new Date(day * DAY_MS);
  const [year, month, first] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const find = (later) => new Date(year, month, first + later, DAY_BEGINS).getTime();
  return { now, day_start: find(0), day_end: find(1), day };
}

// The learner's day of a time near a moment.
export function countDayNear(moment, at) {
  return moment.day + Math.floor((at - moment.day_start) / DAY_MS);
}

export function isToday(moment, at) {
  return moment.day_start <= at && at <= moment.now;
}

export function parseDay(text) {
  return Math.floor(Date.parse(text + "T00:00:00Z") / DAY_MS);
}

// To the nearest whole number; from the middle to the even one, as Python rounds.
export function roundHalfEven(number) {
  const low = Math.floor(number);
  const rest = number - low;
  if (rest !== 0.5) return rest < 0.5 ? low : low + 1;
  return low % 2 === 0 ? low : low + 1;
}

function clamp(number, low, high) {
  return Math.min(Math.max(number, low), high);
}

// Names

export function nameCard(card) {
  return card.course + " " + card.id;
}

// The name of the card that an answer or a mark is about.
export function nameOwner(row) {
  return row.course + " " + row.card;
}

// What is remembered

// The probability that a card is known at a time.
export function estimateRecall(memory, now) {
  const decay = USUAL_PARAMETERS[20];
  const days = Math.max(0, now - memory.last) / DAY_MS;
  return (1 + ((0.9 ** (-1 / decay) - 1) * days) / memory.stability) ** -decay;
}

// Whether a card is to be asked: in steps to the minute, else on its day.
export function isDue(memory, now, dayEnd) {
  return memory.due <= (memory.state === REVIEW ? dayEnd : now) || memory.last >= dayEnd;
}

// FSRS with the usual steps; in days of the learner.
export class Schedule {
  constructor({ retention = 0.9, parameters = null } = {}) {
    this.parameters = parameters || USUAL_PARAMETERS;
    this.fingerprint = parameters ? JSON.stringify(parameters) : "";
    this.decay = -this.parameters[20];
    this.factor = 0.9 ** (1 / this.decay) - 1;
    this.stretch = retention ** (1 / this.decay) - 1;
  }

  // The learner's day of an answer: the one that was kept with it, else counted.
  findDay(at, day = null) {
    return day === null ? countLocalDay(clamp(at, 0, LATEST)) : day;
  }

  // The memory after one more answer. `day` is the learner's; `due` the day that was chosen for
  // the next answer, perhaps by another device: the same day means short steps.
  review(memory, rating, at, day = null, due = null) {
    const time = clamp(at, 0, LATEST);
    const today = this.findDay(time, day);
    const elapsed = memory ? today - Math.min(memory.day, today) : 0;
    const learned = memory !== null && memory.state !== LEARNING;
    const next = this.#learn(memory, rating, elapsed);
    let wait = this.#step(next, memory, rating);
    if (due !== null && due > today && due - today <= LONGEST_INTERVAL) {
      [next.state, next.step] = [REVIEW, null];
      wait = (due - today) * DAY_MS;
    } else if (due === today && next.state === REVIEW) {
      [next.state, next.step] = learned ? [RELEARNING, 0] : [LEARNING, 1];
      wait = RELEARNING_MS;
    }
    const lapsed = memory !== null && memory.state === REVIEW && rating === AGAIN;
    return {
      ...next,
      due: time + wait,
      last: time,
      first: memory ? memory.first : time,
      reviews: (memory ? memory.reviews : 0) + 1,
      lapses: (memory ? memory.lapses : 0) + (lapsed ? 1 : 0),
      fingerprint: "",
      day: today,
    };
  }

  // The memory after a whole history, in order of time.
  replay(answers) {
    let memory = null;
    for (const each of answers) {
      memory = this.review(memory, each.rating, each.at, each.day, each.due);
    }
    return memory;
  }

  // How well the card is known after an answer so many days after the last one.
  #learn(memory, rating, elapsed) {
    if (memory === null) {
      const stability = Math.max(this.parameters[rating - 1], LEAST_STABILITY);
      const difficulty = clamp(this.#startDifficulty(rating), 1, 10);
      return { state: LEARNING, step: 0, stability, difficulty };
    }
    const { state, step } = memory;
    const found =
      elapsed < 1 ? this.#relearn(memory, rating) : this.#recall(memory, rating, elapsed);
    const stability = Math.max(found, LEAST_STABILITY);
    const difficulty = this.#changeDifficulty(memory.difficulty, rating);
    return { state, step, stability, difficulty };
  }

  #startDifficulty(rating) {
    return this.parameters[4] - Math.E ** (this.parameters[5] * (rating - 1)) + 1;
  }

  #changeDifficulty(difficulty, rating) {
    const w = this.parameters;
    const change = ((10 - difficulty) * -(w[6] * (rating - 3))) / 9;
    return clamp(w[7] * this.#startDifficulty(EASY) + (1 - w[7]) * (difficulty + change), 1, 10);
  }

  // Stability after a second answer on one day.
  #relearn({ stability }, rating) {
    const w = this.parameters;
    const more = Math.E ** (w[17] * (rating - 3 + w[18])) * stability ** -w[19];
    return stability * (rating === AGAIN ? more : Math.max(more, 1));
  }

  // Stability after an answer on a later day.
  #recall({ stability, difficulty }, rating, elapsed) {
    const w = this.parameters;
    const forgotten = 1 - (1 + (this.factor * elapsed) / stability) ** this.decay;
    if (rating === AGAIN) {
      const long =
        w[11] *
        difficulty ** -w[12] *
        ((stability + 1) ** w[13] - 1) *
        Math.E ** (forgotten * w[14]);
      return Math.min(long, stability / Math.E ** (w[17] * w[18]));
    }
    const ease = rating === HARD ? w[15] : rating === EASY ? w[16] : 1;
    const growth = Math.E ** w[8] * (11 - difficulty) * stability ** -w[9];
    return stability * (1 + growth * (Math.E ** (forgotten * w[10]) - 1) * ease);
  }

  // The step that follows, written into `next`; the milliseconds until then.
  #step(next, memory, rating) {
    const state = memory ? memory.state : LEARNING;
    const last = state === LEARNING ? 1 : 0;
    if (state === REVIEW && rating === AGAIN) {
      [next.state, next.step] = [RELEARNING, 0];
      return RELEARNING_MS;
    }
    const graduates = rating === EASY || (rating === GOOD && next.step >= last);
    if (state === REVIEW || graduates || (rating !== AGAIN && next.step > last)) {
      [next.state, next.step] = [REVIEW, null];
      return this.#findInterval(next.stability) * DAY_MS;
    }
    next.step = rating === AGAIN ? 0 : rating === GOOD ? next.step + 1 : next.step;
    if (state === RELEARNING) return rating === HARD ? 1.5 * RELEARNING_MS : RELEARNING_MS;
    const between = rating === HARD && next.step === 0;
    return between ? (LEARNING_MS[0] + LEARNING_MS[1]) / 2 : LEARNING_MS[next.step];
  }

  // Days; rounded at 1e-6 before, because engines differ in the last bit.
  #findInterval(stability) {
    const days = Math.round((stability / this.factor) * this.stretch * 1e6) / 1e6;
    return clamp(roundHalfEven(days), 1, LONGEST_INTERVAL);
  }
}

// The shortest and the longest of the intervals that are as good as this one.
function findIntervals(interval) {
  if (interval < 2.5) return [interval, interval];
  let spread = 1;
  for (const [start, end, factor] of INTERVAL_RANGES) {
    spread += factor * Math.max(0, Math.min(interval, end) - start);
  }
  const longest = Math.min(roundHalfEven(interval + spread), LONGEST_INTERVAL);
  return [Math.max(2, roundHalfEven(interval - spread)), longest];
}

// The memory of a card in review with one of the days that are as good as its own; card and number
// of answers decide which.
function spreadDue(memory, card) {
  if (memory.state !== REVIEW) return memory;
  const [shortest, longest] = findIntervals(Math.floor((memory.due - memory.last) / DAY_MS));
  const share = hashText(`${card} ${memory.reviews}`) / 2 ** 32;
  const days = shortest + Math.floor(share * (longest - shortest + 1));
  return { ...memory, due: memory.last + days * DAY_MS };
}

// CRC-32 of a text, as Python's zlib has it.
function hashText(text) {
  let crc = -1;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

// Which of two lists of numbers or texts comes first: negative for the first of them.
export function compareLists(one, other) {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : one[at] < other[at] ? -1 : 1;
}

// Keeping answers

function isCounted(answer) {
  return !answer.undone;
}

// The memory of one card after all its answers that count; null if there is none.
export function replayAnswers(schedule, history) {
  const counted = history.filter(isCounted);
  counted.sort((one, other) => compareLists([one.at, one.uid], [other.at, other.uid]));
  const memory = schedule.replay(counted);
  return memory && { ...memory, fingerprint: counted[counted.length - 1].fingerprint };
}

// The row to keep of a new answer and the memory that follows the one before, or null; `undone` are
// uids of answers that were given while the clock was more than a day ahead. `history` has all
// answers of the card.
export function recordAnswer(schedule, before, answer, history) {
  const later = before !== null && before.last > answer.at + DAY_MS;
  const ahead = later ? history.filter((each) => each.at > answer.at + DAY_MS) : [];
  const kept = history.filter((each) => !ahead.includes(each));
  const known = later ? replayAnswers(schedule, kept) : before;
  const made = keepAnswer(schedule, known, answer, kept);
  return { ...made, undone: ahead.filter(isCounted).map((each) => each.uid) };
}

// The same for an answer that takes the place of another.
export function correctAnswer(schedule, uid, answer, history) {
  const kept = history.filter((each) => each.uid !== uid);
  const before = replayAnswers(schedule, kept);
  return { ...keepAnswer(schedule, before, answer, kept), undone: [uid] };
}

// The memory of a card without one of its answers; null if nothing is left.
export function undoAnswer(schedule, history, uid) {
  const others = history.filter((each) => each.uid !== uid);
  return replayAnswers(schedule, others);
}

// A clock that went back means replaying the card; else the next day is chosen.
function keepAnswer(schedule, before, answer, history) {
  if (before !== null && answer.at <= before.last) {
    return { answer, memory: replayAnswers(schedule, [...history, answer]) };
  }
  const made = schedule.review(before, answer.rating, answer.at, answer.day);
  const memory = spreadDue(made, answer.card);
  const wait = Math.floor((memory.due - memory.last) / DAY_MS);
  const due = memory.state === REVIEW ? memory.day + wait : answer.day;
  const { fingerprint } = answer;
  return { answer: { ...answer, due }, memory: { ...memory, fingerprint } };
}

// For each rating, in how many milliseconds a card would come back.
export function previewWaits(schedule, before, { card, at, day }) {
  const waits = {};
  for (const rating of [AGAIN, HARD, GOOD, EASY]) {
    waits[rating] = spreadDue(schedule.review(before, rating, at, day), card).due - at;
  }
  return waits;
}
