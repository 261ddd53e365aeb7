// A sitting: a question, its verdict, the next one; until today is done.

import { AGAIN, HARD, GOOD, EASY, REVIEW, nameCard } from "./schedule.js";
import { countLocalDay, isToday, makeMoment } from "./schedule.js";
import { SessionQueue, planToday } from "./plan.js";
import { countAnswersLeft, countCards, countToday } from "./plan.js";
import { makeGrader, judgeAnswer, rateAnswer, suggestRating, chooseForm } from "./grading.js";
import { course, stageNames, say, saySpan, sayWhen } from "./words.js";
import { el, button, icon, bar, drawShare, notify, ask, drawKeys } from "./dom.js";
import { dropSecondTap, fill } from "./dom.js";
import { loadTexts, makeAsked, showFront, showBack } from "./cards.js";
import { readAnswer, isEmpty, isOpen, isTyped, countTicks } from "./cards.js";

const gradeAnswer = makeGrader(course.rules);
const RATING_NAMES = { 1: "web_again", 2: "web_hard", 3: "web_good", 4: "web_easy" };
const OWN_KEYS = "summary, a, .tool, .item, .small, .quiet, .rating, .again, .hint, .reason";
const SOON = 5; // cards whose texts are there before they are asked
const ACTION_MARKS = { flag: "flagged", bury: "buried", suspend: "suspended" };

// The button of the option that a number or, where there are letters, a letter chooses.
function findChoice(root, key) {
  if (!/^[1-9a-h]$/i.test(key)) return null;
  const see = (name) => [...root.querySelectorAll(name)].filter((each) => each.offsetParent);
  const isLetter = Number.isNaN(Number(key));
  const place = isLetter ? key.toLowerCase().charCodeAt(0) - 97 : Number(key) - 1;
  const isFree = (row) => !row.querySelector('[aria-pressed="true"]');
  const row = see(".desk .front .pairs > li").find(isFree);
  if (row) return row.querySelectorAll("button")[place];
  return see(`.desk .front ${isLetter ? ":is(.options, .steps) " : ""}.pick`)[place];
}

export function showKeys() {
  const rows = say("web_keys_told").split(/[;；]\s*/);
  const list = rows.map((row) => el("li", drawKeys(row)));
  return ask(say("web_close"), null, el("h2", say("web_keys")), el("ul.keys", list));
}

// What a key presses while a card is asked; `isIdle`: there is nothing to check yet.
function findPressed({ key, target, ctrlKey, metaKey, altKey }, root, isIdle) {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  const isSpace = key === " " && !isTyping && !target.matches("button, summary, a");
  if (key === "Enter" || isSpace) {
    const isText = target.tagName === "TEXTAREA" && !ctrlKey && !metaKey;
    const isOther = isText || isIdle || target.matches(OWN_KEYS);
    return isOther ? null : root.querySelector(".actions :is(.primary, .suggested)");
  }
  if ((isTyping && key !== "Escape") || ctrlKey || metaKey || altKey) return null;
  if (key === "?") return { click: showKeys };
  const menu = key === "Escape" && root.querySelector("details.menu[open] > summary");
  if (menu) menu.focus();
  const named = `[data-press="${CSS.escape(key.toLowerCase())}"]:enabled`;
  return menu || findChoice(root, key) || root.querySelector(named);
}

function handleCardKey(event, root, isIdle) {
  if (document.querySelector("dialog[open]") || event.isComposing) return;
  const pressed = findPressed(event, root, isIdle);
  if (!pressed) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // the cards have keys of their own
  if (!event.repeat) pressed.click();
}

const press = (key) => ({ "data-press": key, "aria-keyshortcuts": key });

const nameTool = (name) => ({ "aria-label": say(`web_${name}`), title: say(`web_${name}`) });

// A button with a drawing, beside a card that is asked.
function drawTool(name, key, onclick, shape = name) {
  return el("button.tool", { ...press(key), ...nameTool(name), onclick }, icon(shape));
}

// When a card comes back.
export function sayReturn({ moment }, { due }) {
  const days = countLocalDay(due) - moment.day;
  return days < 1 ? say("web_comes_today") : say("web_comes", { when: sayWhen(days) });
}

export class Sitting {
  // `leave` is called when the learner goes or nothing is left.
  constructor(learner, place, plan, leave) {
    Object.assign(this, { learner, place, leave, history: [], answers: [], last: null, share: 0 });
    this.queue = new SessionQueue(plan.cards, plan.steps);
    this.onKey = (event) => handleCardKey(event, this.root, this.isIdle());
    document.addEventListener("keydown", this.onKey, true);
    this.draw();
  }

  draw() {
    const item = (name, key) => {
      const about = { ...press(key), onclick: () => this.run(() => this.decide(name)) };
      return el("button.item", about, icon(name), say(`web_${name}`));
    };
    this.flagItem = item("flag", "*");
    const marks = [this.flagItem, item("bury", "-"), item("suspend", "s")];
    const showAll = { onclick: () => this.run(showKeys) };
    const keys = el("button.item.keyboard", showAll, icon("keys"), say("web_keys"));
    const items = el("div.items", marks, keys);
    this.menu = el("details.menu", el("summary.tool", nameTool("more"), icon("more")), items);
    this.undoButton = drawTool("undo", "u", () => this.run(() => this.undo()));
    this.meter = el("div.meter");
    this.desk = el("div.desk", { tabindex: "-1" });
    this.actions = el("div.actions");
    const close = drawTool("close", "escape", () => this.end());
    const tools = el("div.tools", close, this.meter, this.undoButton, this.menu);
    const parts = [el("h1.unseen", course.title), tools, this.desk, this.actions];
    this.root = el("section.sitting", { "aria-label": say("web_study") }, parts);
    this.place.replaceChildren(this.root);
    dropSecondTap(this.actions);
  }

  // One thing at a time: a second tap while something is being kept does nothing.
  async run(act) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      this.menu.open = false;
      await act();
    } catch (error) {
      this.fail(error);
    } finally {
      this.isBusy = false;
    }
  }

  fail(error) {
    console.error(error);
    const again = () => this.run(() => (this.shown ? this.ask(this.shown.card) : this.next()));
    const retry = button("primary", again, say("web_try_again"));
    const told = this.shown && this.shown.side === "none" ? "web_not_loaded" : "web_not_kept";
    this.actions.replaceChildren(el("p", { role: "alert" }, say(told)), retry);
  }

  async next() {
    if (!this.queue.length) return this.end();
    return this.ask(this.queue.pop(Date.now(), this.last));
  }

  // `seed`: the options come in the order of an earlier time.
  async ask(card, seed = null) {
    this.shown = { card, side: "none" };
    const texts = await loadTexts(card);
    const question = makeAsked(card, texts);
    const memory = this.learner.memories.get(nameCard(card));
    const wished = chooseForm(question, memory ? memory.stability : 0);
    const made = showFront(this.desk, card, texts, wished, seed);
    const { holder, form } = made;
    this.shown = { ...made, card, texts, question: { ...question, form }, side: "front" };
    this.shown.isGraded = !["reveal", "points"].includes(form);
    this.shown.began = Date.now();
    this.drawTools();
    this.offerCheck();
    scrollTo(0, 0);
    const isFine = matchMedia("(hover: hover) and (pointer: fine)").matches; // no keyboard pops up
    const box = isFine && holder.querySelector("#typeans");
    (box || this.desk).focus({ preventScroll: true });
  }

  // Cards that are not asked yet today, those to repeat, and how much of it all is done.
  drawTools() {
    const { isAnswered, card } = this.shown;
    const waiting = isAnswered ? this.queue.cards : [...this.queue.cards, card];
    const memories = waiting.map((card) => this.learner.memories.get(nameCard(card)) || null);
    const left = memories.reduce((sum, memory) => sum + countAnswersLeft(memory), 0);
    const steps = memories.filter((memory) => memory && memory.state !== REVIEW).length;
    const fresh = waiting.length - steps;
    this.share = Math.max(this.share, this.answers.length / (this.answers.length + left || 1));
    const told = [fresh || !steps ? say("web_left", { n: fresh }) : ""];
    if (steps) told.push(say("left_steps", { n: steps }));
    const line = told.filter(Boolean).join(" · ");
    this.meter.replaceChildren(bar(this.share), el("span.left", line));
    this.undoButton.disabled = !this.history.length;
    const isFlagged = this.learner.findMarks(card).flagged > 0;
    this.desk.classList.toggle("flagged", isFlagged);
    this.flagItem.lastChild.data = say(isFlagged ? "web_unflag" : "web_flag");
  }

  offerCheck() {
    const { holder, isGraded } = this.shown;
    const check = button("primary", () => this.run(() => this.check()));
    const name = () => {
      const isIdle = this.isIdle();
      const told = isGraded ? "web_check" : "preview_show_answer";
      check.textContent = say(isIdle ? "web_unknown" : told);
      check.classList.toggle("quiet", isIdle);
    };
    for (const event of ["click", "input"]) holder.addEventListener(event, () => setTimeout(name));
    name();
    const how = isGraded ? "" : el("p.how", say("web_how_reveal"));
    this.actions.replaceChildren(how, check);
  }

  async check() {
    for (const next of this.queue.cards.slice(0, SOON)) loadTexts(next).catch(() => {});
    const { question, form, holder, began, isGraded } = this.shown;
    const spent = Date.now() - began;
    if (this.isIdle()) window.ptquizKept.picks = []; // who does not know has chosen nothing
    const given = isGraded ? readAnswer(holder, question, form) : [];
    const verdict = isGraded ? gradeAnswer(question, given) : null;
    if (isGraded && !(await this.keep(given, verdict, null, spent))) return;
    const back = showBack(this.desk, this.shown, given, verdict);
    Object.assign(this.shown, { holder: back, side: "back", spent });
    if (isGraded) this.offerNext(given);
    else this.offerRatings();
  }

  // The answer is on the disk when this comes back; nothing if another tab was quicker.
  async keep(given, verdict, rating, duration) {
    const { card, question, seed } = this.shown;
    const about = { question, given, verdict, rating: rateAnswer(verdict, rating), duration };
    const made = await this.learner.record(card, about);
    if (!made) {
      notify(say("web_other_tab"));
      return this.startAgain();
    }
    const { answer, memory } = made;
    const kept = { kind: "answer", card, answer, memory, verdict, seed };
    this.shown.isAnswered = true;
    if (!this.history.length) navigator.storage?.persist?.().catch(() => {});
    this.history.push(kept);
    this.follow(kept);
    return kept;
  }

  // What follows from an answer: when its card is asked again.
  follow(kept) {
    this.answers.push(kept);
    this.last = kept.card;
    if (kept.memory.state !== REVIEW) this.queue.wait(kept.card, kept.memory.due);
  }

  forget(kept) {
    this.answers = this.answers.filter((each) => each !== kept);
    this.history = this.history.filter((each) => each !== kept);
    this.queue.remove(kept.card);
  }

  async startAgain() {
    const { plan } = planToday(this.learner.makeStanding());
    this.queue = new SessionQueue(plan.cards, plan.steps);
    await this.next();
  }

  offerNext(given) {
    const kept = this.answers.at(-1);
    const next = button("primary", () => this.run(() => this.next()), say("web_next"));
    const isRight = kept.answer.rating !== AGAIN;
    const isSlip = isTyped(this.shown.form) && !isEmpty(given); // may be right after all
    const offered = isRight ? [HARD, EASY] : isSlip ? [GOOD] : [];
    const rate = (rating) => {
      const isChosen = kept.answer.rating === rating;
      const onclick = () => this.run(() => this.correct(isChosen ? GOOD : rating));
      const about = { "aria-pressed": isRight && String(isChosen), onclick };
      return el("button.small", about, say(isRight ? RATING_NAMES[rating] : "web_overrule"));
    };
    const line = el("p.turn", sayReturn(this.learner, kept.memory));
    const told = el("div.told", this.root.querySelector(".verdict"), line);
    this.actions.replaceChildren(told, ...offered.map(rate), next);
    this.drawTools();
    this.scrollToAnswer();
    this.pointToReason(line);
    next.focus({ preventScroll: true });
  }

  // A reason that the panel hides is told of, or many would never see one.
  pointToReason(line) {
    const reasons = [...this.desk.querySelectorAll(".because, .why")];
    const reason = reasons.find((each) => each.getClientRects().length);
    const top = this.actions.getBoundingClientRect().top;
    if (!reason || reason.getBoundingClientRect().top + 24 < top) return;
    const go = () => {
      reason.scrollIntoView({ block: "start" });
      show.remove();
    };
    const show = button("reason", go, `${say("card_why")} ↓`);
    line.append(" ", show);
  }

  async correct(rating) {
    const kept = this.answers.at(-1);
    const made = await this.learner.correct(kept.card, kept, rating);
    if (!made) return this.startAgain();
    this.forget(kept);
    const told = this.root.querySelector(".verdict");
    if (kept.answer.rating === AGAIN && told)
      Object.assign(told, { className: "verdict good", textContent: say("web_right") });
    const now = { ...kept, answer: made.answer, memory: made.memory };
    this.history.push(now);
    this.follow(now);
    return this.offerNext(["-"]);
  }

  offerRatings() {
    const { card, holder } = this.shown;
    const waits = this.learner.previewWaits(card);
    const buttons = [AGAIN, HARD, GOOD, EASY].map((rating) => {
      const onclick = () => this.run(() => this.rate(rating));
      const wait = el("span.wait", saySpan(waits[rating]));
      const about = { "data-press": String(rating), onclick };
      return el(`button.rating.rating${rating}`, about, wait, say(RATING_NAMES[rating]));
    });
    const suggest = () => {
      const { total, ticked } = countTicks(holder);
      const best = ticked.length ? suggestRating(total, ticked.length) : total ? 0 : GOOD;
      buttons.forEach((each, place) => each.classList.toggle("suggested", place + 1 === best));
    };
    holder.addEventListener("click", () => setTimeout(suggest));
    suggest();
    this.actions.replaceChildren(el("p.how", say("web_rate")), el("div.ratings", buttons));
    this.drawTools();
    this.scrollToAnswer();
    this.desk.focus({ preventScroll: true });
  }

  async rate(rating) {
    const { question, holder, form } = this.shown;
    const names = (question.options || []).map((option) => option.name);
    const given = form === "points" ? countTicks(holder).ticked.map((place) => names[place]) : [];
    const verdict = judgeAnswer(gradeAnswer, question, given, rating);
    if (await this.keep(given, verdict, rating, this.shown.spent)) await this.next();
  }

  // Options stay where they are if the right one is seen; another answer is brought into view.
  scrollToAnswer() {
    const mark = this.desk.querySelector("#answer");
    const right = this.desk.querySelector(".options > .ok");
    if (right) right.scrollIntoView({ block: "nearest" });
    else if (mark) mark.scrollIntoView({ block: "center" });
    else scrollTo(0, 0);
  }

  async decide(action) {
    const card = this.shown.card;
    const name = ACTION_MARKS[action];
    const before = this.learner.findMarks(card)[name];
    const values = { flagged: before ? 0 : 1, suspended: 1, buried: this.learner.moment.day + 1 };
    await this.learner.mark(card, name, values[name]);
    this.history.push({ kind: "mark", card, name, before, seed: this.shown.seed });
    const flagged = before ? "web_unflagged" : "web_flagged";
    notify(say({ flagged, buried: "web_buried", suspended: "web_suspended" }[name]));
    if (name === "flagged") return this.drawTools();
    this.queue.remove(card);
    return this.next();
  }

  async undo() {
    const last = this.history.at(-1);
    if (!last) return;
    const current = this.shown.side === "front" ? this.shown.card : null;
    if (last.kind === "mark") {
      await this.learner.mark(last.card, last.name, last.before);
      this.history.pop();
    } else {
      if (!(await this.learner.undo(last.card, last.answer.uid))) return this.startAgain();
      this.forget(last);
    }
    if (current && current.id !== last.card.id) this.queue.putFirst(current);
    this.queue.remove(last.card);
    this.share = 0;
    notify(say("web_undone"));
    return this.ask(last.card, last.seed);
  }

  // Another tab or an import changed something: a question that is answered there is left.
  refresh() {
    if (this.isBusy || !this.shown || this.shown.side !== "front") return;
    const memory = this.learner.memories.get(nameCard(this.shown.card));
    if (memory && memory.last > this.shown.began) this.run(() => this.startAgain());
  }

  isIdle() {
    const { holder, question, form, side, isGraded } = this.shown || {};
    return side === "front" && isGraded && isOpen(holder, question, form);
  }

  end(leave = this.leave) {
    document.removeEventListener("keydown", this.onKey, true);
    leave(this.answers);
  }
}

// Today in one glance, and one button.
export function drawToday(learner, place, begin, warning) {
  const standing = learner.makeStanding();
  const today = planToday(standing);
  const { plan } = today;
  const count = countPlan(plan);
  const parts = [
    [plan.due.length, "left_due"],
    [plan.new.length, "left_new"],
    [plan.steps.length, "left_steps"],
  ].flatMap(([n, name]) => (n ? say(name, { n }) : []));
  for (const card of plan.cards.slice(0, 1)) loadTexts(card).catch(() => {});
  const isFirst = !learner.memories.size;
  const word = isFirst ? "web_begin" : "web_go_on";
  const about = say("web_about_minutes", { n: Math.max(1, today.minutes) });
  const hero = count
    ? [
        el("p.count", el("b", String(count)), el("span", say("web_cards", { n: count }))),
        tell(about, ...parts),
        button("primary.begin", () => begin(plan), say(word)),
      ]
    : drawDone(standing);
  const n = plan.new.length;
  const how = isFirst && n ? el("p.note", say("web_how", { n })) : null;
  const stages = isFirst ? null : drawStages(standing);
  const title = el("h1", say("web_today"));
  fill(place, "section.today", title, el("div.hero", hero), warning, how, stages);
}

const countPlan = ({ cards, steps }) => cards.length + steps.length;
const tell = (...parts) => el("p.time", parts.filter(Boolean).join(" · "));

// What today was so far.
function tellToday({ memories, ...standing }) {
  const { answers, minutes } = countToday(standing);
  const isNew = ({ first }) => isToday(standing.moment, first);
  const n = [...memories.values()].filter(isNew).length;
  const told = [say("web_answers", { n: answers }), n && say("left_new", { n })];
  return answers ? tell(...told, say("span_minutes", { n: minutes })) : null;
}

function tellTomorrow(standing) {
  const moment = makeMoment(standing.moment.day_end);
  const { plan, minutes: n } = planToday({ ...standing, moment });
  return tell(say("web_tomorrow", { n: countPlan(plan) }), n && say("web_about_minutes", { n }));
}

// A finished day; `goHome` is offered where the sitting ends.
function drawDone(standing, goHome) {
  return [
    el("p.done-mark", icon("check")),
    el(goHome ? "h1.done" : "p.done", say("web_done")),
    tellToday(standing),
    tellTomorrow(standing),
    goHome ? button("primary", goHome, say("web_finish")) : null,
  ];
}

// How far each stage is.
export function drawStages(standing) {
  const rows = [...stageNames].map(([stage, name]) => {
    const cards = standing.cards.filter((card) => card.stage === stage);
    const { seen } = countCards(standing, cards);
    return drawShare(name, say("cards_seen", { seen, n: cards.length }), seen / cards.length);
  });
  return el("ul.stages", rows);
}

// The end of a sitting: the day is done, or so much of it is left.
export function drawEnd(learner, place, begin, goHome) {
  const standing = learner.makeStanding();
  const { plan } = planToday(standing);
  const isUsedUp = !countPlan(plan); // then others may wait
  const left = isUsedUp ? { ...plan, cards: plan.rest } : plan;
  const n = countPlan(left);
  const hero = n
    ? [
        el("h1.done", say("web_cards_left", { n })),
        tellToday(standing),
        button("primary", () => begin(left), say("web_go_on")),
        button("plain", goHome, say("web_stop")),
      ]
    : drawDone(standing, goHome);
  fill(place, "section.today", el("div.hero", hero));
}
