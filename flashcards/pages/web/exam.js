// A quiz under exam rules: no feedback until the end, a time limit, a result to hand in.

import { AGAIN, countDayNear } from "./schedule.js";
import { sum } from "./plan.js";
import { course, say, sayDay } from "./words.js";
import { el, button, bar, drawShare, notify, ask, closeDialogs } from "./dom.js";
import { fill, saveFile } from "./dom.js";
import { loadTexts, makeAsked, showFront, showBack, readAnswer, setAnswer } from "./cards.js";
import { isEmpty, isOpen, listAsked, listShown, tellAnswer } from "./cards.js";
import { drawTool, gradeAnswer, handleCardKey } from "./study.js";

const RESULT_FORMAT = 2;
const STATE_WORDS = { open: "web_unanswered", begun: "web_begun", answered: "web_answered" };
const round = (value, digits) => Number(value.toFixed(digits));
const percentOf = (points, total) => (total ? round((100 * points) / total, 2) : 0);

// What a card asks, once its texts are there.
function drawAsked(card) {
  const text = el("span.text");
  loadTexts(card).then((texts) => text.append(...listAsked(texts)));
  return text;
}

function listRight(question) {
  if (question.form === "order") return question.sequence;
  if (question.form === "match") return question.things.map(([, fits]) => fits);
  if (question.form === "type" || question.form === "gap") return question.accepted;
  return question.options.filter((option) => option.right).map((option) => option.name);
}

const countPoints = ({ questions }) => sum(questions.map(([, , points]) => points));

// A whole number, unless that would tell that the mark is reached where it is not.
function roundPercent({ pass_mark: mark }, percent) {
  return percent < mark && Math.round(percent) >= mark ? percent : Math.round(percent);
}

const nameKept = (learner, exam, isOver) =>
  `${isOver ? "result" : "exam"} ${exam.exam} ${learner.lang}`;

// What was left of an exam that was stopped, if it is still the same one.
async function loadKept(learner, exam) {
  const kept = await learner.loadValue(nameKept(learner, exam));
  return kept && kept.content === exam.content && kept.seed === exam.seed ? kept : null;
}

// Milliseconds until the time is over; it stands still while nobody is at the exam.
const countLeft = ({ minutes }, { began, away }, now) =>
  minutes === null ? Infinity : began + away + minutes * 60e3 - now;

const sayLeft = (ms) => say("time_left", { n: Math.max(0, Math.ceil(ms / 60e3)) });

export class Exam {
  constructor(learner, place, exam, leave) {
    Object.assign(this, { learner, place, exam, leave, at: 0, seeds: [], answers: [] });
    this.state = { candidate: "", began: 0, away: 0, ended: null, finished: false, late: false };
    Object.assign(this.state, { marked: [], told: [] });
    this.cards = new Map(learner.cards.map((card) => [card.id, card]));
    window.ptquizKept ??= {}; // the scripts of the cards take a seed only after another card
  }

  get left() {
    return countLeft(this.exam, this.state, Date.now());
  }

  // An exam that was stopped goes on where it was; the clock stood still meanwhile. What is over
  // comes with its answers, and is looked at again.
  async begin(candidate) {
    const kept = this.exam.answers ? this.exam : await loadKept(this.learner, this.exam);
    if (kept) {
      const { state, answers, seeds = [], at } = kept;
      Object.assign(this, { state: { ...this.state, ...state }, answers, seeds });
      if (state.ended) return this.drawResult();
      this.state.away += Date.now() - at;
    } else Object.assign(this.state, { candidate, began: Date.now() });
    this.at = (kept && kept.place) || 0;
    this.timer = setInterval(() => this.tick(), 1000);
    this.keeper = setInterval(() => this.save(), 5000); // time that is spent stays spent
    this.onKey = (event) => this.handleKey(event);
    document.addEventListener("keydown", this.onKey, true);
    return this.ask();
  }

  // Keeps the exam, under another name once it is over.
  keep() {
    const { learner, exam, state, answers, seeds, at: place } = this;
    const kept = { ...exam, at: Date.now(), place, state, answers, seeds };
    return learner.keepValue(nameKept(learner, exam, state.ended), kept);
  }

  tick() {
    if (this.clock && Number.isFinite(this.left)) this.clock.textContent = sayLeft(this.left);
    if (this.left <= 0) this.finish(true);
  }

  async ask() {
    const [id, form] = this.exam.questions[this.at];
    const card = this.cards.get(id);
    const texts = await loadTexts(card);
    const question = { ...makeAsked(card, texts), form };
    const desk = el("div.desk", { tabindex: "-1" });
    const { title, questions } = this.exam;
    this.clock = el("span.left");
    const lead = (style, key, at, word) => {
      const about = { "data-press": key, disabled: at < 0, onclick: () => this.go(at) };
      return el(`button.${style}`, about, say(at < questions.length ? word : "web_to_end"));
    };
    const before = this.isJump ? questions.length : this.at - 1;
    const back = lead("quiet", "arrowleft", before, "web_back");
    const next = lead("primary", "arrowright", this.at + 1, "web_next");
    const stop = drawTool("close", "escape", () => this.stop());
    const tools = el("div.tools", stop, this.drawGrid(), this.drawMark(), this.clock);
    const parts = [el("h1.unseen", title), tools, desk, el("div.actions.two", back, next)];
    this.root = el("section.sitting.in-exam", { "aria-label": title }, parts);
    this.place.replaceChildren(this.root);
    const { holder, seed } = showFront(desk, card, texts, form, this.seeds[this.at]);
    this.seeds[this.at] = seed;
    const earlier = this.answers[this.at];
    if (earlier) setAnswer(holder, question, form, earlier.answer);
    this.shown = { card, question, form, holder, began: Date.now() };
    this.tick();
    desk.focus({ preventScroll: true });
  }

  // The number of a question, with what became of it.
  drawPlace(at, tag, about = {}) {
    const marked = this.state.marked.includes(at) ? ".marked" : "";
    return el(`${tag}.spot.${this.findState(at)}${marked}`, about, at + 1);
  }

  // Whether a question is answered, or begun: not every place is filled.
  findState(at) {
    const { form, answer, right } = this.answers[at] || { answer: [] };
    if (isEmpty(answer)) return "open";
    const hasPlaces = form === "match" || form === "order";
    return hasPlaces && answer.filter(Boolean).length < right.length ? "begun" : "answered";
  }

  // What became of a question; `said` is its answer, `isKnown` tells that its state stands above.
  sayState(at, said = "", isKnown = false) {
    const state = this.findState(at);
    const told = [state === "open" ? "" : said];
    if (!isKnown && !(said && state === "answered")) told.push(say(STATE_WORDS[state]));
    if (this.state.marked.includes(at)) told.push(say("web_marked"));
    return told.filter(Boolean).join(" · ");
  }

  // All questions at a glance, as they are when it is opened.
  drawGrid() {
    const all = this.exam.questions.length;
    const place = say("web_question_of", { n: this.at + 1, all });
    const grid = el("div.items.grid");
    const drawSpot = (_, at) => {
      const name = `${say("exam_mistake", { n: at + 1 })}: ${this.sayState(at)}`;
      const about = { "aria-label": name, "aria-current": at === this.at ? "step" : null };
      return this.drawPlace(at, "button", { ...about, onclick: () => this.go(at) });
    };
    const review = button("small.all", () => this.go(all), say("web_to_end"));
    const onclick = () => {
      this.accept();
      grid.replaceChildren(...this.exam.questions.map(drawSpot), review);
    };
    const parts = [bar((this.at + 1) / all), el("span.left", place)];
    return el("details.menu.questions", el("summary.meter", { onclick }, parts), grid);
  }

  drawMark() {
    const { state, at } = this;
    const show = () => mark.setAttribute("aria-pressed", String(state.marked.includes(at)));
    const toggle = () => {
      const others = state.marked.filter((each) => each !== at);
      state.marked = others.length < state.marked.length ? others : [...others, at];
      show();
    };
    const mark = drawTool("mark", "*", toggle, "flag");
    show();
    return mark;
  }

  // Takes what is on the screen as the answer.
  async accept() {
    const { card, question, form, holder, began } = this.shown;
    const given = readAnswer(holder, question, form);
    const verdict = gradeAnswer(question, given);
    const before = this.answers[this.at];
    const of = this.exam.questions[this.at][2];
    this.state.told[this.at] = tellAnswer(holder, form);
    this.answers[this.at] = {
      ...{ card: card.id, form, shown: listShown(holder, question, form), answer: given },
      ...{ right: listRight(question), score: verdict.score, points: round(of * verdict.score, 4) },
      ...{ of, near: verdict.near, duration: Date.now() - began + (before ? before.duration : 0) },
    };
    this.shown.began = Date.now();
    await this.keep();
  }

  // Keeps the exam with what is on the screen, so that nothing is lost with the page.
  save() {
    const { question, form, holder } = this.shown;
    const isAnswered = holder.isConnected && !isEmpty(readAnswer(holder, question, form));
    return isAnswered ? this.accept() : this.keep();
  }

  // To another question, or from the last one to all of them.
  async go(at) {
    if (this.left <= 0) return;
    await this.accept();
    await (at < this.exam.questions.length ? this.jump(at, false) : this.review());
  }

  // To a question; from the last page, which is then the way back.
  jump(at, isJump = at < this.exam.questions.length - 1) {
    Object.assign(this, { at, isJump });
    return this.ask();
  }

  // Every question with what was answered, before it is handed in.
  review() {
    const { questions, title } = this.exam;
    const states = questions.map((_, at) => this.findState(at));
    const isSame = new Set(states).size < 2;
    const rows = questions.map(([id], at) => {
      const said = el("span.said", this.sayState(at, this.state.told[at], isSame));
      const parts = [this.drawPlace(at, "span"), drawAsked(this.cards.get(id)), said];
      return el("li", el("button", { onclick: () => this.jump(at) }, parts));
    });
    const missing = Object.entries({ open: "unanswered", begun: "web_partly" });
    const tell = ([name, word]) => {
      const n = states.filter((state) => state === name).length;
      return n ? say(word, { n }) : [];
    };
    const told = missing.flatMap(tell).join(" ") || say("all_answered");
    const back = button("quiet", () => this.ask(), say("web_back"));
    const hand = button("primary", () => this.handIn(told), say("web_hand_in"));
    const list = el("div.panel", el("p.big", told), el("ol.answers", rows));
    const bottom = el("div.actions.two", back, hand);
    fill(this.place, "section.sitting.today", el("h1", title), list, bottom);
    hand.focus({ preventScroll: true });
  }

  // Asks once, as the terminal does; if the time is over meanwhile, it is handed in already.
  async handIn(told) {
    const asked = el("p", say("hand_in", { told }));
    const isSure = await ask(say("web_hand_in"), say("web_back"), asked);
    if (isSure && !this.state.ended) await this.finish(false);
  }

  close() {
    for (const timer of [this.timer, this.keeper]) clearInterval(timer);
    document.removeEventListener("keydown", this.onKey, true);
    closeDialogs();
  }

  // Whether the exam was left: a result at once, for it is kept; all else if it is wished.
  async stop(leave = this.leave) {
    if (!this.state.ended) {
      const clock = this.exam.minutes === null ? null : el("p", say("web_clock_stops"));
      const told = el("p", say("web_exam_leave"));
      const isSure = await ask(say("web_leave"), say("web_stay"), told, clock);
      if (!isSure || this.state.ended) return false;
      this.close();
      await this.save();
      notify(say("web_exam_stopped"));
    }
    leave();
    return true;
  }

  async finish(isLate) {
    this.close();
    const isWhole = this.exam.questions.every((_, at) => this.answers[at]);
    Object.assign(this.state, { ended: Date.now(), late: isLate, finished: !isLate || isWhole });
    this.state.percent = this.makeResult().percent;
    await this.keep();
    await this.learner.keepValue(nameKept(this.learner, this.exam), null);
    this.drawResult();
  }

  makeBlocks() {
    const { blocks, questions } = this.exam;
    return blocks.flatMap(({ title, stage }, section) => {
      const mine = [...questions.keys()].filter((at) => questions[at][3] === section);
      if (!mine.length) return [];
      const points = sum(mine.map((at) => (this.answers[at] ? this.answers[at].points : 0)));
      const total = sum(mine.map((at) => questions[at][2]));
      return [{ title, stage, points: round(points, 4), total, percent: percentOf(points, total) }];
    });
  }

  // Whether each block asks about one stage of its own, and there is a mark to reach.
  get isPlacement() {
    const stages = this.makeBlocks().map(({ stage }) => stage);
    return stages.every(Boolean) && new Set(stages).size > 1 && this.exam.pass_mark !== null;
  }

  // The first stage that a placement shows to be missing.
  findStage(blocks) {
    const missing = blocks.filter(({ percent }) => percent < this.exam.pass_mark);
    if (!this.isPlacement || !missing.length) return null;
    return Math.min(...missing.map(({ stage }) => stage));
  }

  // Whether it is passed; of a placement where to begin, which can be set.
  drawVerdict({ passed, begin_with: stage, finished }) {
    if (!this.isPlacement) return passed === null ? null : say(passed ? "passed" : "failed");
    if (stage === null) return say("web_begin_anywhere");
    const told = el("b", say("web_begin_with", { n: stage }));
    if (stage === this.learner.settings.stage) return [told, " ", say("web_stage_is")];
    const keep = async () => {
      await this.learner.keepSettings({ stage });
      set.replaceWith(say("web_stage_set", { n: stage }));
    };
    const set = button("quiet", keep, say("web_set_stage", { n: stage }));
    return finished ? [told, " ", set] : told;
  }

  makeResult() {
    const { exam, state } = this;
    const answers = this.answers.filter(Boolean); // some may never have been looked at
    const points = sum(answers.map((each) => each.points));
    const total = countPoints(exam);
    const percent = percentOf(points, total);
    const blocks = this.makeBlocks();
    const open = exam.questions.filter((_, at) => !this.answers[at]);
    return {
      ...{ format: RESULT_FORMAT, exam: exam.exam, title: exam.title, candidate: state.candidate },
      ...{ seed: exam.seed, began: state.began, ended: state.ended, away: state.away },
      versions: { ptquiz: course.version, course: course.course, content: exam.content },
      ...{ finished: state.finished, out_of_time: state.late, left_out: exam.left_out },
      ...{ minutes: exam.minutes, pass_mark: exam.pass_mark, points: round(points, 4) },
      ...{ total, percent },
      passed: exam.pass_mark === null ? null : percent >= exam.pass_mark,
      blocks: blocks.map(({ stage, ...block }) => block),
      begin_with: this.findStage(blocks),
      answers,
      unanswered: open.map(([card, , of]) => ({ card, of })),
    };
  }

  drawResult() {
    const result = this.makeResult();
    const { total, passed, pass_mark: mark, unanswered } = result;
    const chip = this.isPlacement || passed === null ? "" : passed ? ".good" : ".bad";
    const tellPercent = (percent) => say("percent", { n: roundPercent(this.exam, percent) });
    const save = () => {
      const name = `${result.exam}-${result.candidate || "result"}.json`.replace(/[^\w.-]+/g, "-");
      saveFile(name, [JSON.stringify(result, null, 2), "\n"], "application/json");
    };
    const isThere = ({ card }) => this.cards.has(card); // a newer page may be without it
    const wrong = this.answers.filter((each) => each.score < 1 && isThere(each));
    const take = () => this.takeMistakes(wrong, learn);
    const learn = button("primary", take, say("web_take_mistakes", { n: wrong.length }));
    const show = (each, at) => (isThere(each) ? this.drawAnswer(each, at) : "");
    const missed = [];
    if (wrong.length) missed.push(say("web_count_wrong", { n: wrong.length }));
    if (unanswered.length) missed.push(say("web_count_unseen", { n: unanswered.length }));
    const blocks = result.blocks.filter(({ title }) => title);
    const rows = blocks.map(({ title, percent }) =>
      drawShare(title, tellPercent(percent), percent / 100),
    );
    const score = [
      result.out_of_time ? el("p", say("out_of_time")) : null,
      el("p.count", el("b", tellPercent(result.percent))),
      el("p.big", say("web_points", { points: round(result.points, 2), n: total })),
      el("p", missed.join(" · ")),
      el(`p.outcome${chip}`, this.drawVerdict(result)),
      mark === null ? null : el("p", say("exam_pass_mark", { n: mark })),
    ];
    const main = wrong.length && !this.state.taken ? learn : null;
    const shares = rows.length ? el("div.panel", el("ul.stages", rows)) : null;
    const done = button("quiet", () => this.stop(), say("web_finish"));
    const ways = el("div.row", button("quiet", save, say("web_save_result")), done);
    const given = [el("h2", say("web_questions")), el("div.panel.review", this.answers.map(show))];
    const head = [el("h1", this.exam.title), el("div.panel", score)];
    fill(this.place, "section.today", head, main, shares, ways, given);
  }

  drawAnswer({ card: id, form, answer, score }, place) {
    const card = this.cards.get(id);
    const [kind, word] = score < 1 ? ["bad", "card_wrong"] : ["good", "card_right"];
    const mark = el(
      `span.${kind}`,
      { role: "img", "aria-label": say(word) },
      score < 1 ? "✗" : "✓",
    );
    const fold = el("details", el("summary", mark, drawAsked(card)));
    fold.addEventListener("toggle", async () => {
      if (!fold.open || fold.querySelector(".desk")) return;
      for (const other of this.place.querySelectorAll(".review .desk")) {
        other.parentNode.open = false;
        other.remove(); // the scripts of the cards know one card at a time
      }
      const desk = el("div.desk");
      fold.append(desk);
      const texts = await loadTexts(card);
      const question = { ...makeAsked(card, texts), form };
      const shown = { ...showFront(desk, card, texts, form, this.seeds[place]), card, texts };
      setAnswer(shown.holder, question, form, answer);
      showBack(desk, shown, answer, gradeAnswer(question, answer));
    });
    return fold;
  }

  // As the terminal does: they are answers of this moment, and come back for it.
  async takeMistakes(wrong, learn) {
    learn.remove();
    this.state.taken = true;
    await this.keep();
    for (const { card: id, form, answer: given, duration } of wrong) {
      const card = this.cards.get(id);
      const question = { ...makeAsked(card, await loadTexts(card)), form };
      const verdict = gradeAnswer(question, given);
      await this.learner.record(card, { question, given, verdict, rating: AGAIN, duration });
    }
    notify(say("web_mistakes_taken"));
  }

  handleKey(event) {
    if (event.key === "Enter" && event.repeat) event.preventDefault();
    if (!this.root || !this.root.isConnected) return;
    const { holder, question, form } = this.shown;
    handleCardKey(event, this.root, isOpen(holder, question, form));
  }
}

// Who takes the exam, or nobody by name; null for who goes back. The terminal has --name for it.
export async function askName(exam) {
  const { questions, minutes, pass_mark: mark, left_out: titles } = exam;
  const facts = [
    say("exam_begins", { n: questions.length, points: countPoints(exam) }),
    minutes === null ? "" : say("exam_minutes", { n: minutes }),
    mark === null ? "" : say("exam_pass_mark", { n: mark }),
    titles.length ? say("left_out", { titles: titles.join(say("list_comma")) }) : "",
  ].map((fact) => (fact ? el("p", fact) : ""));
  const about = { id: "candidate", type: "text", autocomplete: "name", maxlength: "100" };
  const name = el("input", { ...about, "aria-describedby": "candidate-why" });
  const label = el("label", { for: "candidate" }, say("web_candidate"));
  const why = el("p.note", { id: "candidate-why" }, say("web_candidate_why"));
  const title = el("h2", { tabindex: "-1", autofocus: true }, exam.title); // no keyboard pops up
  const isBegun = await ask(say("web_begin"), say("web_back"), title, facts, label, name, why);
  return isBegun ? name.value.trim() : null;
}

// The exam that says where to begin, by the name that the terminal knows it by.
export const findPlacement = () => course.exams.find(({ exam }) => exam === "placement");

// An exam that can be begun, or gone on with: then with its question and the time that is left.
function drawExam(exam, kept, begin) {
  const { questions, minutes } = exam;
  const all = questions.length;
  const place = kept && say("web_question_of", { n: kept.place + 1, all });
  const left = kept && sayLeft(countLeft(exam, kept.state, kept.at));
  const facts = [place || say("sheet_questions", { n: all })];
  if (minutes !== null) facts.push(left || say("span_minutes", { n: minutes }));
  const go = kept && el("span.primary", say("web_go_on"));
  const parts = [el("span.name", exam.title), el("small", facts.join(" · ")), go];
  return button("exam", () => begin(exam, Boolean(kept)), parts);
}

// The last result of an exam, which can be looked at again.
function drawLast({ moment }, result, begin) {
  const percent = say("percent", { n: roundPercent(result, result.state.percent) });
  const day = sayDay(countDayNear(moment, result.state.ended));
  const about = { "aria-label": say("web_last_result", { percent, day }) };
  const onclick = () => begin(result, true);
  return el("button.last", { ...about, onclick }, el("b", percent), el("small", day));
}

// The exams of the course, told honestly: first what waits, then what tells where to begin.
export async function drawExams(learner, place, begin) {
  const groups = { "": [], web_exams_first: [], web_stages: [], web_exams_other: [] };
  for (const exam of course.exams) {
    const kept = await loadKept(learner, exam);
    const result = await learner.loadValue(nameKept(learner, exam, true));
    const last = result && drawLast(learner, result, begin);
    const other = exam.exam.startsWith("stage-") ? "web_stages" : "web_exams_other";
    const group = kept ? "" : exam === findPlacement() ? "web_exams_first" : other;
    groups[group].push(el("li", drawExam(exam, kept, begin), last));
  }
  const filled = Object.entries(groups).filter(([, rows]) => rows.length);
  const name = (word) => (word && filled.length > 1 ? el("h2", say(word)) : "");
  const lists = filled.map(([word, rows]) => [name(word), el("ul.panel", rows)]);
  const honest = el("p.note", say("web_exam_honest"));
  fill(place, "section.exams", el("h1", say("web_exam")), honest, lists);
}
