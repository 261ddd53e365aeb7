// What an answer is worth, and what the log keeps of it: as study/grading.py.
// How a typed answer is read is data of text/answer_rules.py, applied by the script of the cards.

import { makeRules } from "./rules.js";
import { AGAIN, EASY, GOOD, HARD } from "./schedule.js";

const byName = makeRules(false);
const inCode = makeRules(true); // also of what code prints
const numberPattern = new RegExp(`^(?:${byName.NUMBER})$`, "i");
const MAX_DURATION_MS = 3_600_000;
const NAME_BEFORE = /[\p{L}\p{N}_.:]+$/u;
const SPACE_IN_CODE = /(?<![\p{L}\p{N}_]) | (?![\p{L}\p{N}_])/gu;

// The score of what was given (names of options, or one text), and whether it was nearly right.
// What was revealed is as right as the learner's rating says.
export function gradeAnswer(question, given, rating = null) {
  const { form } = question;
  if (form === "type" || form === "gap") return gradeTyped(question, given[0] || "");
  if (form === "reveal") return { score: rating === AGAIN ? 0 : 1, near: false };
  return { score: scoreChosen(question, given), near: false };
}

// Credit for every place whose answer is the name that fits; of options, credit for every right
// pick, less one for every false one.
function scoreChosen({ form, options, sequence, things }, given) {
  if (form === "order" || form === "match") {
    const fitting = form === "order" ? sequence : things.map(([, fits]) => fits);
    const missed = fitting.filter((fits, at) => given[at] !== fits);
    return 1 - missed.length / fitting.length;
  }
  const right = options.filter((option) => option.right);
  const picked = options.filter(({ name }) => given.includes(name));
  const hits = picked.filter((option) => option.right).length;
  const wrong = picked.length - hits;
  return Math.max(0, (hits - wrong) / right.length);
}

function isSameNumber(one, other) {
  return numberPattern.test(one) && numberPattern.test(other) && Number(one) === Number(other);
}

// Only spaces between two words count.
function foldCode(text, keepCase) {
  return inCode.foldName(text, keepCase).replace(SPACE_IN_CODE, "");
}

function isSameCode(answer, accepted, keepCase) {
  const [mine, theirs] = [answer, accepted].map((text) => foldCode(text, keepCase));
  return mine === theirs || isSameNumber(mine, theirs);
}

// Line by line; empty lines at the end do not count.
function isSameOutput(answer, accepted, keepCase) {
  const foldLines = (text) => text.split("\n").map((line) => foldCode(line, keepCase));
  const [mine, theirs] = [answer, accepted].map((text) => foldLines(text.trimEnd()));
  const isWhole = (text) => /^[+-]*\p{Nd}+$/u.test(text);
  const isSame = (one, other) =>
    one === other || (isSameNumber(one, other) && isWhole(one) === isWhole(other));
  return mine.length === theirs.length && mine.every((line, at) => isSame(line, theirs[at]));
}

function gradeTyped(question, given) {
  const { accepted = [], others = [], lines, code } = question;
  if (!given.trim() && accepted.some(Boolean)) return { score: 0, near: false };
  const answer = dropSurroundings(question, given);
  const isSame = lines ? isSameOutput : isSameCode;
  const isRight =
    lines || code
      ? accepted.some((text) => isSame(answer, text, question.case))
      : byName.isAccepted(answer, accepted, question.case);
  const mine = byName.foldName(answer);
  const isOther = others.some((name) => byName.foldName(name) === mine);
  const mayBeNear = !isRight && !isOther && !lines;
  const near = mayBeNear && (code ? inCode : byName).isNear(answer, accepted);
  return { score: isRight ? 1 : 0, near };
}

// What fills the gap of `torch.[ … ](x)` if the answer is `torch.compile()`.
function dropSurroundings({ form, code, gap, accepted }, answer) {
  if (form !== "gap" || code == null) return answer;
  const [before, after] = code.split(gap);
  const isCalled = after.startsWith("(") && !accepted.some((text) => text.endsWith(")"));
  const mine = isCalled ? answer.trim().replace(/\(\)$/, "") : answer;
  const [name] = NAME_BEFORE.exec(before) || [""];
  return name && mine.trim().startsWith(name) ? mine.trim().slice(name.length) : mine;
}

// The rating that so many of all points suggest.
export function suggestRating(total, had) {
  if (had === total) return GOOD;
  return total - had === 1 && had > 1 ? HARD : AGAIN;
}

// A card that can be chosen is met with options; after its first day it is asked from memory.
export function chooseForm(possible, ask, isFirstDay) {
  const isBare = ask === "memory" || (ask === "grow" && !isFirstDay);
  const hasBoth = ["single", "reveal"].every((form) => possible.includes(form));
  return isBare && hasBoth ? "reveal" : possible[0];
}

// The ratings that an answer may get, the one that it has at first before the others: after choices
// that had to be looked at it is hard at best; a term that was typed is rated by the learner.
export function offerRatings(kind, isRight, isHelped) {
  if (isHelped) return isRight ? [HARD, AGAIN] : [AGAIN];
  if (isRight) return [GOOD, AGAIN, HARD, EASY];
  return kind === "term" ? [AGAIN, HARD, GOOD, EASY] : [AGAIN];
}

// What the log keeps of an answer, but for the day of the next one.
export function makeAnswer(question, given, verdict, { rating, duration, at, day, uid }) {
  const { course, id, lang, form, options = [] } = question;
  return {
    ...{ course, card: id, lang, at, rating, score: verdict.score, form },
    answer: given.join(options.length ? " " : ""),
    duration: Math.min(Math.max(0, Math.round(duration)), MAX_DURATION_MS),
    ...{ overruled: false, undone: false, uid, day, due: null },
  };
}

// The answer that takes the place of one that was graded because the learner says so.
export function makeCorrection(answer, verdict, rating, uid) {
  const overruled = rating !== AGAIN && verdict.score < 1;
  return { ...answer, rating, overruled, score: overruled ? 1 : verdict.score, uid, due: null };
}
