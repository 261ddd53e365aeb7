// Answers and marks as JSON lines, as `ptquiz log export` and `import` have them. Nothing of a log
// is ever run or shown as HTML: each line is checked field by field, as in reviews/review.py.

import { DAY_MS, nameOwner } from "./schedule.js";

const LATEST_MS = 100_000_000_000_000;
const MAX_LINE = 300_000; // letters; the terminal reads a million bytes
const OLD_MARK = "known"; // of earlier versions: nothing reads it

const isText = (value) => typeof value === "string" && !/[\0\p{Cs}]/u.test(value);
export const isNumber = (value, least, most) =>
  typeof value === "number" && value >= least && value <= most;
export const isWhole = (value, least, most) =>
  Number.isInteger(value) && isNumber(value, least, most);
export const isTime = (value) => isWhole(value, 0, LATEST_MS);
const isDay = (value) => isWhole(value, 0, LATEST_MS / DAY_MS);
const isDayOrNull = (value) => value === null || isDay(value);
const isFlag = (value) => typeof value === "boolean";

// Field by field, in the order of the columns: what it may be.
const OWNER_FIELDS = { course: isText, card: isText, lang: isText };
const ANSWER_FIELDS = {
  ...OWNER_FIELDS,
  at: isTime,
  rating: (value) => isWhole(value, 1, 4),
  score: (value) => isNumber(value, 0, 1),
  form: isText,
  answer: isText,
  duration: isTime,
  overruled: isFlag,
  undone: isFlag,
  uid: isText,
  day: isDayOrNull,
  due: isDayOrNull,
};
const MARK_FIELDS = {
  ...OWNER_FIELDS,
  at: isTime,
  mark: (value) => ["suspended", "buried", "flagged", OLD_MARK].includes(value),
  value: isDay,
  uid: isText,
};
const DEFAULTS = { overruled: false, undone: false, day: null, due: null };

function pick(row, fields) {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
}

function fits(row, fields) {
  return Object.entries(fields).every(([name, isRight]) => isRight(row[name]));
}

export const isAnswer = (row) => fits(row, ANSWER_FIELDS);
export const isMark = (row) => fits(row, MARK_FIELDS);

// Lines of JSON: answers, then marks.
export function formatLog(answers, marks) {
  const format = (rows, fields) => rows.map((row) => `${JSON.stringify(pick(row, fields))}\n`);
  return [...format(answers, ANSWER_FIELDS), ...format(marks, MARK_FIELDS)];
}

// The rows of a log about these courses; after a problem nothing of it is to be taken.
export function readLog(text, courses) {
  const log = { answers: [], marks: [], problem: null };
  for (const [at, line] of text.split("\n").entries()) {
    if (!line.trim()) continue;
    const row = readLine(line.trim());
    if (!row) return { ...log, problem: { id: "log_line", line: at + 1 } };
    if (row.mark === OLD_MARK) continue;
    if (courses.includes(row.course)) (row.mark ? log.marks : log.answers).push(row);
  }
  const isEmpty = !log.answers.length && !log.marks.length;
  return isEmpty ? { ...log, problem: { id: "log_empty" } } : log;
}

// The answer or mark in a line, without what it has more; null if it is neither.
function readLine(line) {
  if (line.length > MAX_LINE) return null;
  try {
    const data = JSON.parse(line);
    const fields = "mark" in data ? MARK_FIELDS : ANSWER_FIELDS;
    const row = pick({ ...DEFAULTS, ...data }, fields);
    return fits(row, fields) ? row : null;
  } catch {
    return null;
  }
}

// What a log that was read changes: rows to keep, those that were taken back elsewhere included.
// Card and time name an answer too: what was given here may come back from Anki.
export function mergeLog(known, read) {
  const nameTime = (row) => [nameOwner(row), row.lang, row.at].join(" ");
  const times = new Set(known.answers.filter((row) => !row.undone).map(nameTime));
  const rows = new Map(known.answers.map((row) => [row.uid, row]));
  const marks = new Set(known.marks.map((mark) => mark.uid));
  const changed = new Map();
  for (const row of read.answers) {
    const here = rows.get(row.uid);
    const isKnown = here ? here.undone || !row.undone : !row.undone && times.has(nameTime(row));
    if (isKnown) continue;
    const kept = here ? { ...here, undone: true } : row;
    rows.set(row.uid, kept);
    changed.set(row.uid, kept);
    if (!kept.undone) times.add(nameTime(kept));
    else if (here) times.delete(nameTime(kept));
  }
  const count = (answers) => answers.filter((row) => !row.undone).length;
  const added = count([...changed.values()]);
  return {
    answers: [...changed.values()],
    marks: read.marks.filter((mark) => !marks.has(mark.uid) && marks.add(mark.uid)),
    added,
    known: count(read.answers) - added,
  };
}
