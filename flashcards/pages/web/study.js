// A session: a question, its verdict, the next one; until its cards are done.

import { AGAIN, DAY_MS, EASY, GOOD, HARD, REVIEW, countLocalDay } from "./schedule.js";
import { SessionQueue, findMemory, isFirstDay } from "./plan.js";
import { chooseForm, gradeAnswer, offerRatings, suggestRating } from "./grading.js";
import { say, sayWhen } from "./words.js";
import { el, button, icon, drawBar, drawDialog, keys, notify, saveAnswers } from "./dom.js";
import { CHOICE_KEYS, loadTexts, makeQuestion, openChoices, showFront } from "./cards.js";
import { showBack, readAnswer, isEmpty, isTyped, countMissing, countTicks } from "./cards.js";

const RATING_NAMES = { 1: "web_again", 2: "web_hard", 3: "web_good", 4: "web_easy" };
const PRELOADED = 5; // cards whose texts are there before they are asked
const guard = { ms: 300 }; // in which nobody acts twice; tests set it
const MAIN = ".actions :is(.primary:not(.quiet), .primary:disabled, .suggested)";
// What Enter presses itself, in place of the main button.
const HAS_ENTER = "summary, a, button:not(.primary, .front .pick, .front .letters button)";

// The button of the option that a number or a letter chooses.
function findChoice(root, key) {
  const place = /^[1-9]$/.test(key) ? key - 1 : [...CHOICE_KEYS].indexOf(key.toLowerCase());
  const row = root.querySelector('.front .pairs > li:not(:has([aria-pressed="true"]))');
  const choice = (row ?? root).querySelectorAll(row ? "button" : ".front .pick")[place];
  return choice?.closest("details:not([open])") ? null : choice;
}

// The button that a key presses while a card is asked.
function findPressed({ key, target, ctrlKey, metaKey, altKey }, root) {
  const hasModifier = ctrlKey || metaKey || altKey;
  const isUndo = hasModifier && key.toLowerCase() === "z" && !target.value; // else of the text
  const box = hasModifier ? null : root.querySelector(".front #typeans");
  if (box && /^[^\s?]$/.test(key)) box.focus(); // letters of buttons are typed too
  const isTyping = document.activeElement === box || target.matches("input, textarea, select");
  if (key === "Enter") {
    const isNewLine = target.matches("textarea") && !hasModifier;
    return isNewLine || target.matches(HAS_ENTER) ? null : root.querySelector(MAIN);
  }
  if (isUndo) return root.querySelector('[data-press="u"]:enabled');
  if (hasModifier || (isTyping && key !== "Escape")) return null;
  if (key === " ") return target.matches("button, summary, a") ? null : root.querySelector(MAIN);
  const named = `[data-press="${CSS.escape(key.toLowerCase())}"]:enabled`;
  return findChoice(root, key) || root.querySelector(named);
}

// A button with a drawing: above a card that is asked, or in the menu, whose keys work while it is
// closed.
function drawTool(name, key, onclick) {
  const label = say(`web_${name}`);
  const about = { title: label, "data-press": key, onclick };
  return el("button.tool", about, icon(name), el("span", label));
}

// When a card comes back.
export function sayReturn(learner, card) {
  const days = countLocalDay(findMemory(learner, card).due) - learner.moment.day;
  return days < 1 ? say("web_comes_today") : say("web_comes", { when: sayWhen(days) });
}

export class Session {
  // `leave` is called when the learner goes or no card is left.
  constructor(learner, place, { cards, steps }, leave) {
    Object.assign(this, { learner, place, leave, history: [] });
    this.queue = new SessionQueue(cards, steps);
    this.undoButton = drawTool("undo", "u", () => this.run(() => this.undo()));
    this.meter = el("div.meter");
    this.desk = el("div.desk", { tabindex: "-1" });
    this.actions = el("div.actions");
    const tools = el(
      "div.tools",
      drawTool("close", "escape", () => this.leave()),
      this.meter,
      this.undoButton,
      drawTool("more", null, () => menu.showModal()),
    );
    const menu = drawDialog(
      "menu",
      say("web_more"),
      drawTool("bury", "-", () => this.run(() => this.decide("buried"))),
      drawTool("suspend", "s", () => this.run(() => this.decide("suspended"))),
      drawTool("keys", "?", () => keys.showModal()),
    );
    const heading = el("h1.unseen", say("web_study"));
    this.root = el("section.session", heading, tools, this.desk, this.actions, menu);
  }

  get answers() {
    return this.history.filter((step) => step.answer);
  }

  open() {
    this.place.replaceChildren(this.root);
    if (!this.shown) this.run(() => this.next());
  }

  handleKey(event) {
    if (document.querySelector("dialog[open]") || event.isComposing) return;
    const pressed = findPressed(event, this.root);
    if (!pressed) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // the cards have keys of their own
    if (!event.repeat) pressed.click();
  }

  // One thing at a time: of two taps in one place the second would answer what nobody has read.
  // Spans are measured with `performance.now()`, which no change of the clock sets back.
  async run(act) {
    if (this.isBusy || performance.now() - this.acted < guard.ms) return;
    this.isBusy = true;
    notify(""); // what was told is over
    try {
      await act();
    } catch (error) {
      this.fail(error);
    } finally {
      this.isBusy = false;
      this.acted = performance.now();
    }
  }

  fail(error) {
    console.error(error);
    const isLoading = this.shown && this.shown.side === "none";
    if (isLoading) this.desk.replaceChildren();
    const again = () => this.run(() => (this.shown ? this.ask(this.shown.card) : this.next()));
    this.actions.replaceChildren(
      el("p", { role: "alert" }, say(isLoading ? "web_not_loaded" : "web_not_kept")),
      button("primary", again, say("web_try_again")),
      isLoading ? "" : button("plain", () => saveAnswers(this.learner), say("web_save")),
    );
  }

  async next() {
    if (!this.queue.cards.length) return this.leave();
    return this.ask(this.queue.pop(Date.now(), this.history.at(-1)?.card));
  }

  async ask(card) {
    this.shown = { card, side: "none" };
    this.desk.replaceChildren(el("p.loading", { role: "status" }, say("web_loading")));
    this.actions.replaceChildren();
    const texts = await loadTexts(card);
    if (!this.root.isConnected) return; // the learner left while it was loaded
    const memory = findMemory(this.learner, card);
    const question = makeQuestion(texts, memory?.reviews ?? 0);
    const { ask } = this.learner.settings;
    const wished = chooseForm(question.forms, ask, isFirstDay(this.learner, card));
    // A card that is taken back has the order it had.
    window.ptquizSeed = `${memory?.due}`;
    const { holder, form } = showFront(this.desk, card, texts, wished);
    const isGraded = !["reveal", "points"].includes(form);
    const shown = { card, texts, question: { ...question, form }, holder };
    this.shown = { ...shown, isGraded, side: "front", began: performance.now() };
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
    const memories = waiting.map((each) => findMemory(this.learner, each));
    const steps = memories.filter((memory) => memory && memory.state !== REVIEW).length;
    const left = waiting.length - steps;
    const parts = [
      (left || !steps) && say("web_left", { n: left }),
      steps && say("left_steps", { n: steps }),
    ];
    const line = parts.filter(Boolean).join(" · ");
    const answered = this.answers.length;
    const bar = drawBar(answered / (answered + waiting.length || 1));
    this.meter.replaceChildren(bar, el("span.left", line));
    this.undoButton.disabled = !this.history.length;
  }

  // Shows the choices of a card that is asked from memory: now one is to be picked.
  showChoices() {
    Object.assign(this.shown, { isGraded: true, isHelped: true });
    this.shown.question.form = "single";
    openChoices(this.shown.holder);
    this.offerCheck();
  }

  // What the button does follows from what is chosen; a term may be recalled without being typed.
  offerCheck() {
    const { card, holder, question, isGraded } = this.shown;
    const check = button("primary", () => this.run(() => this.check()));
    const update = () => {
      const given = isGraded ? readAnswer(this.shown) : ["-"];
      const missing = countMissing(question, given);
      const isUnknown = isEmpty(given);
      const isRecalled = !isGraded || (card.kind === "term" && isUnknown);
      const word = isUnknown ? "web_unknown" : missing ? "web_left" : "web_check";
      check.textContent = say(isRecalled ? "preview_show_answer" : word, { n: missing });
      check.disabled = !isUnknown && missing > 0;
      check.classList.toggle("quiet", !isRecalled && (isUnknown || missing > 0));
      check.dataset.press = isUnknown ? "0" : "";
    };
    for (const event of ["click", "input"]) holder.addEventListener(event, update);
    update();
    const about = { "data-press": "c", onclick: () => this.showChoices() };
    const mayChoose = question.form === "reveal" && question.forms.includes("single");
    const choices = mayChoose ? el("button.small", about, say("card_show_choices")) : "";
    const how = isGraded ? "" : el("p.how.told", say("web_how_reveal"));
    this.actions.replaceChildren(how, choices, check);
  }

  async check() {
    for (const next of this.queue.cards.slice(0, PRELOADED)) loadTexts(next).catch(() => {});
    const { card, question, began, isHelped } = this.shown;
    const spent = performance.now() - began;
    const given = this.shown.isGraded ? readAnswer(this.shown) : [];
    const isGraded = this.shown.isGraded && !(card.kind === "term" && isEmpty(given));
    if (!isGraded && isTyped(question.form)) question.form = "reveal";
    const verdict = isGraded ? gradeAnswer(question, given) : null;
    if (isGraded) {
      this.shown.ratings = offerRatings(card.kind, verdict.score >= 1, isHelped);
      await this.keep(given, verdict, this.shown.ratings[0], spent);
    }
    const holder = showBack(this.desk, this.shown, given, verdict);
    Object.assign(this.shown, { holder, side: "back", spent });
    if (isGraded) this.offerNext(given);
    else this.askRating();
  }

  // The answer is on the disk when this comes back.
  async keep(given, verdict, rating, duration) {
    const { card, question } = this.shown;
    const answer = await this.learner.record(card, { question, given, verdict, rating, duration });
    this.shown.isAnswered = true;
    if (!this.history.length) navigator.storage?.persist?.().catch(() => {});
    this.follow({ card, answer, verdict });
  }

  // What follows from an answer: when its card is asked again.
  follow(step) {
    this.history.push(step);
    const { state, due } = findMemory(this.learner, step.card);
    if (state !== REVIEW) this.queue.wait(step.card, due);
  }

  offerNext(given) {
    const { answer, card } = this.answers.at(-1);
    const [usual, ...others] = this.shown.ratings;
    const offered = usual === GOOD ? [HARD, EASY] : others.sort();
    const drawRating = (rating) => {
      const isChosen = answer.rating === rating;
      const onclick = () => this.run(() => this.correct(isChosen ? usual : rating));
      const about = { "data-press": rating, "aria-pressed": String(isChosen), onclick };
      const isOverruled = usual === AGAIN && rating === GOOD;
      return el("button.small", about, say(isOverruled ? "web_overrule" : RATING_NAMES[rating]));
    };
    const ratings = offered.map(drawRating);
    if (!ratings.length && isTyped(this.shown.question.form) && !isEmpty(given)) {
      const onclick = () => this.run(() => this.overrule());
      ratings.push(el("button.small", { "data-press": GOOD, onclick }, say("web_overrule")));
    }
    const next = button("primary", () => this.run(() => this.next()), say("web_next"));
    const turn = el("p.turn", sayReturn(this.learner, card));
    const verdict = el("div.told", this.root.querySelector(".verdict"), turn);
    this.actions.replaceChildren(verdict, ...ratings, next);
    this.drawTools();
    this.scrollToAnswer();
    this.pointToReason(verdict);
    next.focus({ preventScroll: true });
  }

  // A button that tells of a reason as long as it lies below what is seen.
  pointToReason(verdict) {
    const reason = this.desk.querySelector(".why");
    if (!reason) return;
    const onclick = () => reason.scrollIntoView({ block: "nearest" });
    const way = el("button.small", { hidden: true, onclick }, `${say("card_why")} ↓`);
    const rootMargin = `0px 0px -${this.actions.offsetHeight + 24}px`;
    const update = ([{ boundingClientRect, rootBounds }]) => {
      way.hidden = boundingClientRect.top < rootBounds.bottom;
    };
    verdict.after(way);
    new IntersectionObserver(update, { rootMargin }).observe(reason);
  }

  // What was typed is right after all.
  overrule() {
    this.shown.ratings = offerRatings(this.shown.card.kind, true, false);
    return this.correct(GOOD);
  }

  async correct(rating) {
    const step = this.answers.at(-1);
    const answer = await this.learner.correct(step.card, step, rating);
    const [kind, word] = rating === AGAIN ? ["bad", "web_wrong"] : ["good", "web_right"];
    if (step.verdict.score < 1)
      Object.assign(this.root.querySelector(".verdict"), {
        className: `verdict ${kind}`,
        textContent: say(word),
      });
    this.forget(step);
    this.follow({ ...step, answer });
    return this.offerNext(["-"]);
  }

  forget(step) {
    this.history = this.history.filter((each) => each !== step);
    this.queue.remove(step.card);
  }

  askRating() {
    const { card, holder } = this.shown;
    const waits = this.learner.previewWaits(card);
    const buttons = [AGAIN, HARD, GOOD, EASY].map((rating) => {
      const onclick = () => this.run(() => this.rate(rating));
      const wait = el("span.wait", sayWhen(waits[rating] / DAY_MS, "short"));
      const name = `button.rating.rating${rating}`;
      return el(name, { "data-press": rating, onclick }, wait, say(RATING_NAMES[rating]));
    });
    const suggest = () => {
      const { total, ticked } = countTicks(holder);
      const best = ticked.length ? suggestRating(total, ticked.length) : total ? 0 : GOOD;
      buttons.forEach((each, place) => each.classList.toggle("suggested", place + 1 === best));
    };
    holder.addEventListener("click", suggest);
    suggest();
    this.actions.replaceChildren(el("p.how", say("web_rate")), el("div.ratings", buttons));
    this.scrollToAnswer();
    this.desk.focus({ preventScroll: true });
  }

  async rate(rating) {
    const { question, holder } = this.shown;
    const given = countTicks(holder).ticked.map((place) => question.options[place].name);
    const verdict = gradeAnswer(question, given, rating);
    await this.keep(given, verdict, rating, this.shown.spent);
    await this.next();
  }

  // No further than until the answer is seen: the question stays in view if there is room for both.
  scrollToAnswer() {
    for (const name of [".options > .picked", ".options > .ok, #answer"])
      this.desk.querySelector(name)?.scrollIntoView({ block: "nearest" });
  }

  // Puts the card that is asked away: it gives its place to the next.
  async decide(mark) {
    const { card } = this.shown;
    const value = mark === "buried" ? this.learner.moment.day + 1 : 1;
    await this.learner.mark(card, mark, value);
    this.history.push({ card, mark });
    notify(say(`web_${mark}`));
    this.queue.remove(card);
    return this.next();
  }

  async undo() {
    const step = this.history.at(-1);
    if (!step) return;
    if (step.mark) await this.learner.mark(step.card, step.mark, 0);
    else await this.learner.undo(step.answer);
    const isAsked = this.shown.side === "front" && this.queue.cards.indexOf(this.shown.card) < 0;
    if (isAsked && this.shown.card !== step.card) this.queue.wait(this.shown.card);
    this.forget(step);
    notify(say("web_undone"));
    return this.ask(step.card);
  }
}
