// What an answer is worth, and what the log keeps of it: as study/grading.py and answering.py.
// How a typed answer is read is data of study/answer_rules.py, applied by the script of the cards.
import { makeRules } from "./rules.js";
import { AGAIN, GOOD, HARD } from "./schedule.js";

const HARDENS_AT = 7;
const LONGEST_MS = 3_600_000;
const WORD = "[\\p{L}\\p{N}_]";
const NAME_BEFORE = /[\p{L}\p{N}_.:]+$/u;
const TOKEN = /\p{Nd}+\.?\p{Nd}*|\.\p{Nd}+|(?:(?!\p{Nd})[\p{L}\p{N}_])+|[^\p{L}\p{N}_\s]/gu;

// A function of a question and what was given (names of options, or one text): the verdict.
export function makeGrader({ raised, names, spelling, hyphens, number, slips }) {
  const [byName, bySpelling, byHyphen] = [names, spelling, hyphens].map((rules) =>
    makeRules(raised, rules, number, slips),
  );
  const typed = new TypedAnswers(byName, bySpelling, byHyphen, new RegExp(`^(?:${number})$`, "i"));
  return (question, given) => {
    const verdict = { ...NO_VERDICT, ...gradeForm(typed, question, given) };
    const isEmpty = !given.some((part) => part.trim());
    return verdict.score < 1 && isEmpty ? { ...verdict, unknown: true } : verdict;
  };
}

const NO_VERDICT = { score: 0, near: false, hint: null, missed: [], false: [], unknown: false };

function gradeForm(typed, question, given) {
  const { form, options = [], sequence = [], things = [] } = question;
  if (form === "type" || form === "gap") return typed.grade(question, given.length ? given[0] : "");
  const places = sequence.map((name) => [name, name]);
  if (form === "order") return gradePlaces(places, given);
  if (form === "match") {
    const surplus = options.filter(({ name }) => !things.some(([, fits]) => fits === name));
    const taken = surplus.map(({ name }) => name).filter((name) => given.includes(name));
    return { ...gradePlaces(things, given), false: taken };
  }
  return gradeChoice(options, given);
}

// Credit for every right pick, less one for every false one.
function gradeChoice(options, given) {
  const [right, wrong] = [true, false].map((kind) =>
    options.filter((option) => Boolean(option.right) === kind).map((option) => option.name),
  );
  const missed = right.filter((name) => !given.includes(name));
  const picked = wrong.filter((name) => given.includes(name));
  const hits = right.length - missed.length;
  return { score: Math.max(0, (hits - picked.length) / right.length), missed, false: picked };
}

// Credit for every place, a step or a thing, whose answer is the name that fits.
function gradePlaces(places, given) {
  const missed = places.filter(([, fits], at) => given[at] !== fits).map(([name]) => name);
  return { score: 1 - missed.length / places.length, missed };
}

// How typed answers are compared: names, code in a gap, and the output of a program.
class TypedAnswers {
  constructor(byName, bySpelling, byHyphen, number) {
    this.foldName = byName.foldName;
    this.isNear = byName.isNear;
    this.isNearSpelling = bySpelling.isNear;
    this.fold = bySpelling.foldName;
    this.join = byHyphen.foldName;
    this.number = number;
  }

  grade(question, given) {
    const { accepted = [], others = [], lines, code } = question;
    if (!given.trim() && accepted.some(Boolean)) return { score: 0 };
    const answer = dropSurroundings(question, given);
    const kind = lines ? "Output" : code ? "Code" : "Name";
    if (accepted.some((each) => this["isSame" + kind](answer, each, question.case))) {
      return { score: 1 };
    }
    if (accepted.some((each) => this.hasWrongComma(answer, each))) return { hint: "decimal_point" };
    const mine = this.foldName(answer);
    if (others.some((name) => this.foldName(name) === mine)) return { hint: "other_term" };
    return { near: accepted.some((each) => this["isNearly" + kind](answer, each)) };
  }

  // What an answer may fold to that is this name: its hyphens may be left out.
  listReadings(name, keepCase) {
    const [read, joined] = [this.foldName(name, keepCase), this.join(name, true)];
    return joined === name ? [read] : [read, this.foldName(joined, keepCase)];
  }

  isSameName(answer, accepted, keepCase) {
    const mine = this.foldName(answer, keepCase);
    const readings = this.listReadings(accepted, keepCase);
    return readings.includes(mine) || this.isSameNumber(mine, readings[0]);
  }

  // Only spaces between two words count.
  isSameCode(answer, accepted, keepCase) {
    const [mine, theirs] = [answer, accepted].map((text) => dropSpaces(this.fold(text, keepCase)));
    return mine === theirs || this.isSameNumber(mine, theirs);
  }

  // Line by line; spaces within a line and empty lines at the end do not count.
  isSameOutput(answer, accepted, keepCase) {
    const [mine, theirs] = [answer, accepted].map((text) =>
      splitOutput(text).map((line) => this.fold(line, keepCase).replaceAll(" ", "")),
    );
    const isWhole = (text) => /^[+-]*\p{Nd}+$/u.test(text);
    const isSame = (one, other) =>
      one === other || (this.isSameNumber(one, other) && isWhole(one) === isWhole(other));
    return mine.length === theirs.length && mine.every((line, at) => isSame(line, theirs[at]));
  }

  isSameNumber(one, other) {
    return this.number.test(one) && this.number.test(other) && Number(one) === Number(other);
  }

  // A decimal comma where a point is meant: 0,73.
  hasWrongComma(answer, accepted) {
    const mine = this.fold(answer);
    const isComma = /^[-+]?\p{Nd}+,\p{Nd}+$/u.test(mine);
    return isComma && this.isSameNumber(mine.replace(",", "."), this.fold(accepted));
  }

  isNearlyName(answer, accepted) {
    return this.isNear(answer, this.listReadings(accepted), []);
  }

  isNearlyCode(answer, accepted) {
    return this.isNearSpelling(answer, [accepted], []);
  }

  // The right letters and digits, but other marks or another case; or one slip in each line.
  isNearlyOutput(answer, accepted) {
    const marks = new RegExp(`${WORD.replace("[", "[^")}`, "gu");
    const [mine, theirs] = [answer, accepted].map((text) => this.fold(text).replace(marks, ""));
    if (mine && mine === theirs) return true;
    const [one, other] = [answer, accepted].map(splitOutput);
    const places = [...(one.length > other.length ? one : other).keys()];
    return places.every((at) => this.isSlip(this.fold(one[at] || ""), this.fold(other[at] || "")));
  }

  // Whether a line is what is printed but for one slip: a letter, or a number written differently.
  isSlip(line, printed) {
    const [mine, theirs] = [line, printed].map((text) => text.match(TOKEN) || []);
    const slips = theirs
      .map((token, at) => [mine[at], token])
      .filter(([one, other]) => one !== other);
    const isForgiven = ([one, other]) =>
      this.isSameNumber(one, other) ||
      (/^[\p{L}_]/u.test(other) && this.isNearSpelling(one, [other], []));
    return mine.length === theirs.length && slips.length <= 1 && slips.every(isForgiven);
  }
}

function splitOutput(text) {
  return text.trimEnd().split("\n");
}

function dropSpaces(text) {
  const isWord = new RegExp(WORD, "u");
  return text.replace(/ /g, (space, at) =>
    isWord.test(text[at - 1] || "") && isWord.test(text[at + 1] || "") ? space : "",
  );
}

// What fills the gap of `torch.[ … ](x)` if the answer is `torch.compile()`.
function dropSurroundings({ form, code, gap, accepted }, answer) {
  if (form !== "gap" || code == null) return answer;
  const at = code.indexOf(gap);
  const [before, after] = [code.slice(0, at), code.slice(at + gap.length)];
  const isCalled = after.startsWith("(") && !accepted.some((each) => each.endsWith(")"));
  const mine = isCalled ? answer.trim().replace(/\(\)$/, "") : answer;
  const [name] = NAME_BEFORE.exec(before) || [""];
  return name && mine.trim().startsWith(name) ? mine.trim().slice(name.length) : mine;
}

// The verdict; what was revealed is as right as the learner says.
export function judgeAnswer(grade, question, given, rating = null) {
  if (question.form === "reveal") return { ...NO_VERDICT, score: rating === AGAIN ? 0 : 1 };
  return grade(question, given);
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

// What the log keeps of an answer; `recordAnswer` adds the day that is chosen for the next one.
export function makeAnswer(question, given, verdict, { rating, duration, at, day, uid, version }) {
  const { course, id, lang, fingerprint, form, options = [] } = question;
  return {
    ...{ course, card: id, lang, fingerprint, at, rating, score: verdict.score, form },
    answer: given.join(options.length ? " " : ""),
    duration: Math.min(Math.max(0, Math.round(duration)), LONGEST_MS),
    ...{ version, overruled: false, undone: false, uid, day, due: null },
  };
}

// The answer that takes the place of one that was graded because the learner says so.
export function makeCorrection(answer, verdict, rating, uid) {
  const overruled = rating !== AGAIN && verdict.score < 1;
  return { ...answer, rating, overruled, score: overruled ? 1 : verdict.score, uid, due: null };
}
