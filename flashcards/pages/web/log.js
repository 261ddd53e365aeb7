// Answers and marks out and in, as the JSON lines of `ptquiz log export` and `import` (reviews/
// jsonl.py), with the settings that the schedule depends on. Nothing of a log is ever run or shown
// as HTML: a line is checked field by field, and what no ptquiz wrote is refused.
import { DAY_BEGINS, DAY_MS, areParameters, nameOwner, parseDay } from "./schedule.js";
import { USUAL_SETTINGS } from "./plan.js";

export const LARGEST_LOG = 100_000_000;
const MOST_LINES = 1_000_000;
const LONGEST_LINE = 1_000_000;
const LATEST_MS = 100_000_000_000_000;
const NEAR_MS = 1000;
const SETTINGS_VERSION = 1;
const MARK_NAMES = ["suspended", "buried", "flagged"];
const OLD_MARK = "known"; // of earlier versions: nothing reads it

const isKeepable = (value) => typeof value === "string" && !/[\0\p{Cs}]/u.test(value);
const isTime = (value) => Number.isInteger(value) && value >= 0 && value <= LATEST_MS;
const isDay = (value) => value === null || (isTime(value) && value <= LATEST_MS / DAY_MS);
const isFlag = (value) => typeof value === "boolean";
const isShare = (value) => typeof value === "number" && value >= 0 && value <= 1;
const isRating = (value) => [1, 2, 3, 4].includes(value);

// Field by field, in the order of the columns: what it may be.
const ANSWER_FIELDS = {
  course: isKeepable,
  card: isKeepable,
  lang: isKeepable,
  fingerprint: isKeepable,
  at: isTime,
  rating: isRating,
  score: isShare,
  form: isKeepable,
  answer: isKeepable,
  duration: isTime,
  version: isKeepable,
  overruled: isFlag,
  undone: isFlag,
  uid: isKeepable,
  day: isDay,
  due: isDay,
};
const MARK_FIELDS = {
  course: isKeepable,
  card: isKeepable,
  lang: isKeepable,
  at: isTime,
  mark: (value) => MARK_NAMES.includes(value),
  value: isTime,
  uid: isKeepable,
};
const OLDER = { overruled: false, undone: false, day: null, due: null };

const isDate = (value) =>
  isKeepable(value) && /^\d{4}-\d\d-\d\d$/.test(value) && isTime(parseDay(value));
const isWithin = (low, high, isWhole) => (value) =>
  Number.isFinite(value) && value >= low && value <= high && (!isWhole || Number.isInteger(value));
const isNullOr = (check) => (value) => value === null || check(value);
const isStage = isWithin(1, 9, true);
const isGoal = (value) =>
  isObject(value) && isDate(value.date) && isNullOr(isStage)(value.stage ?? null);
const SETTING_CHECKS = {
  new: isWithin(0, 9999, true),
  minutes: isNullOr(isWithin(1, 600)),
  retention: isWithin(0.7, 0.97),
  parameters: isNullOr(areParameters),
  stage: isStage,
  day_start: (value) => value === DAY_BEGINS,
  goal: isNullOr(isGoal),
};

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Out

// Lines of JSON: answers, then marks; the first one also carries the settings.
export function formatLog(answers, marks, settings) {
  const shared = { version: SETTINGS_VERSION, ...shareSettings(settings) };
  const rows = [
    ...answers.map((each) => pick(each, Object.keys(ANSWER_FIELDS))),
    ...marks.map((each) => pick(each, Object.keys(MARK_FIELDS))),
  ];
  return rows.map((row, at) => JSON.stringify(at ? row : { ...row, settings: shared }) + "\n");
}

function pick(row, names) {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

// In

class LogProblem extends Error {
  constructor(id, values = {}) {
    super(id);
    this.values = values;
  }
}

// Reads a log of so many bytes; rows of other courses than `courses` are left out. Its first
// problem is told with its line, and then nothing of it is to be taken.
export function readLog(text, courses, size = text.length) {
  const found = { answers: [], marks: [], settings: null, problem: null };
  let line = 0;
  try {
    if (size > LARGEST_LOG) throw new LogProblem("log-too-large", { size: LARGEST_LOG / 1e6 });
    let foreign = 0;
    for (const each of text.split("\n")) {
      line++;
      if (line > MOST_LINES) throw new LogProblem("log-too-many", { n: MOST_LINES });
      if (each.trim() && !takeLine(found, each.trim(), courses)) foreign++;
    }
    const isEmptyLog = !found.answers.length && !found.marks.length;
    if (isEmptyLog) throw new LogProblem(foreign ? "log-foreign" : "log-empty");
  } catch (problem) {
    if (!(problem instanceof LogProblem)) throw problem;
    found.problem = { line, id: problem.message, values: problem.values };
  }
  return found;
}

// Adds the row of a line to what was found; whether it is of these courses.
function takeLine(found, line, courses) {
  const data = parseLine(line);
  const isMark = "mark" in data;
  if (data.settings !== undefined) found.settings = data.settings;
  if (data.mark === OLD_MARK) return true;
  const row = checkRow(isMark ? data : { ...OLDER, ...data }, isMark ? MARK_FIELDS : ANSWER_FIELDS);
  if (!courses.includes(row.course)) return false;
  found[isMark ? "marks" : "answers"].push(row);
  return true;
}

function parseLine(line) {
  if (line.length > LONGEST_LINE) throw new LogProblem("log-line-long");
  let data = null;
  try {
    data = JSON.parse(line);
  } catch {
    throw new LogProblem("log-line-json");
  }
  if (!isObject(data)) throw new LogProblem("log-line-object");
  return data;
}

// The fields that a row has, each checked; others are left out.
function checkRow(data, fields) {
  const row = {};
  for (const [name, check] of Object.entries(fields)) {
    if (!Object.hasOwn(data, name)) throw new LogProblem("log-line-missing", { name });
    if (!check(data[name])) throw new LogProblem("log-line-wrong", { name });
    row[name] = data[name];
  }
  return row;
}

// Together

// What is new in a log that was read: rows to add, answers to take back, owners to replay.
export function mergeLog(known, read) {
  const [uids, twins, touched] = [new Map(), new Twins(), new Map()];
  const add = (each) => {
    uids.set(each.uid, each);
    twins.add(each);
  };
  known.answers.forEach(add);
  const made = { answers: [], undone: [] };
  for (const each of read.answers) {
    const here = uids.get(each.uid);
    const isNew = !here && !twins.has(each);
    const isUndone = here && each.undone && !here.undone;
    if (isNew) made.answers.push(each);
    if (isUndone) made.undone.push(each.uid);
    if (!isNew && !isUndone) continue;
    add(each);
    touched.set(nameOwner(each) + " " + each.lang, pick(each, ["course", "lang", "card"]));
  }
  const held = new Set(known.marks.map((each) => each.uid));
  const marks = read.marks.filter((each) => !held.has(each.uid) && held.add(each.uid));
  const added = made.answers.length;
  const count = { added, known: read.answers.length - added };
  return { ...made, marks, ...count, touched: [...touched.values()] };
}

// Finds the same answer under another name: one was given here and Anki has the other, with a
// time that may be shifted by a second. Of each second only the first and last time are kept.
class Twins {
  #times = new Map();

  add(answer) {
    if (!answer.undone) {
      const key = this.#name(answer, answer.form === "anki", Math.floor(answer.at / NEAR_MS));
      const [first, last] = this.#times.get(key) || [Infinity, 0];
      this.#times.set(key, [Math.min(first, answer.at), Math.max(last, answer.at)]);
    }
  }

  has(answer) {
    const second = Math.floor(answer.at / NEAR_MS);
    return [second - 1, second, second + 1].some((near) => {
      const found = this.#times.get(this.#name(answer, answer.form !== "anki", near));
      const isNear = (at) => Math.abs(at - answer.at) <= NEAR_MS;
      return !answer.undone && found !== undefined && found.some(isNear);
    });
  }

  #name({ course, lang, card, rating, duration }, isAnki, second) {
    return JSON.stringify([course, lang, card, rating, duration, isAnki, second]);
  }
}

// Settings that came with a log are taken where the learner has set nothing.
export function mergeSettings(own, theirs) {
  const mine = shareSettings({ ...USUAL_SETTINGS, ...own });
  if (theirs === null) return { settings: mine, outcome: "none" };
  if (!isObject(theirs) || theirs.version !== SETTINGS_VERSION || !areSettings(theirs)) {
    return { settings: mine, outcome: "unknown" };
  }
  const [here, there, usual] = [mine, theirs, USUAL_SETTINGS].map((each) =>
    JSON.stringify(shareSettings(each)),
  );
  if (here === there) return { settings: mine, outcome: "same" };
  const isFree = here === usual;
  return { settings: isFree ? shareSettings(theirs) : mine, outcome: isFree ? "taken" : "kept" };
}

function areSettings(data) {
  return Object.entries(SETTING_CHECKS).every(([name, check]) => check(data[name] ?? null));
}

// The settings that the schedule depends on, each in one way of writing.
function shareSettings(settings) {
  const { goal } = settings;
  return {
    ...pick({ ...USUAL_SETTINGS, ...settings }, Object.keys(SETTING_CHECKS)),
    minutes: settings.minutes ?? USUAL_SETTINGS.minutes, // earlier versions had none
    goal: goal ? { date: goal.date, stage: goal.stage ?? null } : null,
  };
}
