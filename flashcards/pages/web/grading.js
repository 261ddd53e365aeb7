// What an answer is worth, and what the log keeps of it: as study/grading.py.
// How a typed answer is read is data of text/answer_rules.py, applied by the script of the cards.

import { makeRules } from "./rules.js";
import { AGAIN, GOOD, HARD } from "./schedule.js";

const HARDENS_AT = 7; // days of stability from which a card is typed or recalled, not chosen
const MAX_DURATION_MS = 3_600_000;
const NAME_BEFORE = /[\p{L}\p{N}_.:]+$/u;
const SPACE_IN_CODE = /(?<![\p{L}\p{N}_]) | (?![\p{L}\p{N}_])/gu;
const NO_VERDICT = { score: 0, near: false, hint: null, missed: [], false: [], unknown: false };

// A function of a question and what was given (names of options, or one text): the verdict.
// What was revealed is as right as the learner's rating says.
export function makeGrader(rules) {
  const gradeTyped = makeTypedGrader(rules);
  return (question, given, rating = null) => {
    const { form, options = [], sequence = [], things = [] } = question;
    const steps = sequence.map((name) => [name, name]);
    const isTyped = form === "type" || form === "gap";
    const verdict = {
      ...NO_VERDICT,
      ...(isTyped && gradeTyped(question, given[0] || "")),
      ...(form === "reveal" && { score: rating === AGAIN ? 0 : 1 }),
      ...(form === "order" && gradePlaces(steps, given)),
      ...(form === "match" && gradePairs(things, options, given)),
      ...(["single", "multiple", "points"].includes(form) && gradeChoice(options, given)),
    };
    return { ...verdict, unknown: verdict.score < 1 && !given.some((part) => part.trim()) };
  };
}

// Credit for every right pick, less one for every false one.
function gradeChoice(options, given) {
  const right = options.filter((option) => option.right);
  const missed = right.map(({ name }) => name).filter((name) => !given.includes(name));
  const wrong = options.filter((option) => !option.right && given.includes(option.name));
  const score = Math.max(0, (right.length - missed.length - wrong.length) / right.length);
  return { score, missed, false: wrong.map(({ name }) => name) };
}

// Credit for every place, a step or a thing, whose answer is the name that fits.
function gradePlaces(places, given) {
  const missed = places.filter(([, fits], at) => given[at] !== fits).map(([name]) => name);
  return { score: 1 - missed.length / places.length, missed };
}

// The same for things and their answers; an option that fits nothing is false wherever it is put.
function gradePairs(things, options, given) {
  const fitting = things.map(([, name]) => name);
  const surplus = options.map(({ name }) => name).filter((name) => !fitting.includes(name));
  return { ...gradePlaces(things, given), false: surplus.filter((name) => given.includes(name)) };
}

// How typed answers are compared: names, code in a gap, and the output of a program.
function makeTypedGrader({ raised, names, spelling, number, slips }) {
  const byName = makeRules(raised, names, number, slips);
  const inCode = makeRules(raised, spelling, number, slips);
  const numberPattern = new RegExp(`^(?:${number})$`, "i");

  function isSameNumber(one, other) {
    return numberPattern.test(one) && numberPattern.test(other) && Number(one) === Number(other);
  }

  // Only spaces between two words count.
  function isSameCode(answer, accepted, keepCase) {
    const [mine, theirs] = [answer, accepted].map((text) =>
      inCode.foldName(text, keepCase).replace(SPACE_IN_CODE, ""),
    );
    return mine === theirs || isSameNumber(mine, theirs);
  }

  // Line by line; spaces within a line and empty lines at the end do not count.
  function isSameOutput(answer, accepted, keepCase) {
    const [mine, theirs] = [answer, accepted].map((text) =>
      text
        .trimEnd()
        .split("\n")
        .map((line) => inCode.foldName(line, keepCase).replaceAll(" ", "")),
    );
    const isWhole = (text) => /^[+-]*\p{Nd}+$/u.test(text);
    const isSame = (one, other) =>
      one === other || (isSameNumber(one, other) && isWhole(one) === isWhole(other));
    return mine.length === theirs.length && mine.every((line, at) => isSame(line, theirs[at]));
  }

  return (question, given) => {
    const { accepted = [], others = [], lines, code } = question;
    if (!given.trim() && accepted.some(Boolean)) return { score: 0 };
    const answer = dropSurroundings(question, given);
    const isSame = lines ? isSameOutput : isSameCode;
    const isRight = lines || code
      ? accepted.some((text) => isSame(answer, text, question.case))
      : byName.isAccepted(answer, accepted, question.case);
    if (isRight) return { score: 1 };
    const mine = byName.foldName(answer);
    if (others.some((name) => byName.foldName(name) === mine)) return { hint: "other_term" };
    if (lines) return { score: 0 };
    return { near: (code ? inCode : byName).isNear(answer, accepted, []) };
  };
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

// The rating that is kept: the learner's own, else what the verdict says.
export function rateAnswer(verdict, rating = null) {
  return rating || (verdict.score >= 1 ? GOOD : AGAIN);
}

// The rating that so many of all points suggest.
export function suggestRating(total, had) {
  if (had === total) return GOOD;
  return total - had === 1 && had > 1 ? HARD : AGAIN;
}

// Options while the memory is young, then typing or recalling; long output is never typed.
export function chooseForm({ forms, long }, stability) {
  const harder = forms.filter((form) => form !== "single");
  if (!harder.length || harder.length === forms.length) return forms[0];
  return stability < HARDENS_AT || long ? "single" : harder[0];
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
