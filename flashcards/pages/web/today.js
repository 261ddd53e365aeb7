// The first screen of a day, and what stands where it ends.

import { AGAIN, DAY_MS, isToday, makeMoment, nameCard, nameOwner } from "./schedule.js";
import { countCards, countDays, countToday, planToday } from "./plan.js";
import { stageNames, say, sayDay } from "./words.js";
import { el, button, icon, drawBar, drawPanel, saveAnswers } from "./dom.js";
import { drawSide, loadTexts, readHtml } from "./cards.js";

const REMIND_DAYS = 30;
const LONG_DAY = { weekday: "long", day: "numeric", month: "long" };

const countPlan = ({ cards, steps }) => cards.length + steps.length;
const drawLine = (...parts) => el("p.time", parts.filter(Boolean).join(" · "));

// Today in one glance, and one button; `begin` is given cards in place of today's, or nothing.
export function drawToday(learner, place, begin) {
  const { plan } = planToday(learner);
  const how = { n: plan.new.length, minutes: learner.settings.minutes };
  const isFirst = !learner.memories.size;
  for (const card of plan.cards.slice(0, 1)) loadTexts(card).catch(() => {});
  const unkept = el("p.warning", { role: "alert" }, say("web_nothing_kept"));
  const word = countToday(learner).answers ? "web_go_on" : "web_begin";
  const hero = countPlan(plan)
    ? [drawCount(learner), button("primary.begin", () => begin(), say(word))]
    : drawDone(learner, begin);
  const section = el(
    "section.today",
    el("h1", say("web_today"), el("small", sayDay(learner.moment.day, LONG_DAY))),
    el("div.hero", hero),
    learner.store ? drawReminder(learner) : unkept,
    isFirst && plan.new.length ? el("p.note", say("web_how", how)) : null,
    drawStages(learner),
  );
  place.replaceChildren(section);
  if (!countPlan(plan)) addMissed(section, learner, begin).catch(() => {}); // no network: no list
}

function drawCount(learner) {
  const { plan, minutes } = planToday(learner);
  const n = countPlan(plan);
  const parts = [
    [plan.due.length, "left_due"],
    [plan.new.length, "left_new"],
    [plan.steps.length, "left_steps"],
  ].flatMap(([count, name]) => (count ? el("li", say(name, { n: count })) : []));
  return el(
    "div",
    el("p.count", el("b", String(n)), el("span", say("web_cards", { n }))),
    drawLine(say("web_about_minutes", { n: Math.max(1, minutes) })),
    el("ul.parts", parts),
    drawStreak(learner),
  );
}

// Answers of a month that are nowhere else.
function drawReminder(learner) {
  const firsts = [...learner.memories.values()].map(({ first }) => first);
  const saved = learner.changedSettings.saved ?? Math.min(...firsts);
  if (Date.now() - saved < REMIND_DAYS * DAY_MS || !firsts.length) return null;
  const save = async ({ target }) => {
    await saveAnswers(learner);
    target.closest(".warning").remove();
  };
  return el("p.warning", say("web_remind"), " ", button("plain", save, say("web_save")));
}

// What today was, what tomorrow brings, a button to finish, and a way to learn more than planned.
function drawDone(learner, begin, finish = null) {
  const { answers, right, minutes } = countToday(learner);
  const { moment, memories } = learner;
  const fresh = [...memories.values()].filter(({ first }) => isToday(moment, first)).length;
  const tomorrow = Object.create(learner, { moment: { value: makeMoment(moment.day_end) } });
  const { plan, minutes: n } = planToday(tomorrow);
  const { backlog, more } = planToday(learner).plan;
  const cards = backlog.length ? backlog : more;
  const learn = say("web_learn_more", { n: cards.length });
  const done = say("web_right_of", { right, n: answers });
  const parts = [fresh && say("left_new", { n: fresh }), say("span_minutes", { n: minutes })];
  return [
    el("p.done-mark", icon("check")),
    el("h2.done", say("web_done")),
    answers ? drawLine(done, ...parts) : null,
    drawStreak(learner),
    drawLine(
      say("web_tomorrow", { n: countPlan(plan) }),
      n ? say("web_about_minutes", { n }) : null,
    ),
    finish,
    cards.length ? button("quiet", () => begin({ cards, steps: [] }), learn) : null,
  ];
}

// On how many days in a row there were answers, up to today or, before the first, yesterday.
function drawStreak(learner) {
  const { moment } = learner;
  const days = countDays(moment, learner.answers);
  const last = days[moment.day] ? moment.day : moment.day - 1;
  let n = 0;
  while (days[last - n]) n += 1;
  return n > 1 ? el("p.streak", say("web_streak", { n })) : null;
}

// Adds the cards that were wrong today: each can be looked at, and all of them asked again.
async function addMissed(section, { recent, moment, cards }, begin) {
  const isMissed = ({ at, rating }) => rating === AGAIN && isToday(moment, at);
  const names = new Set(recent.filter(isMissed).map(nameOwner));
  const missed = cards.filter((card) => names.has(nameCard(card)));
  if (!missed.length) return;
  const list = el("ul.missed.learner", await Promise.all(missed.map(drawMissed)));
  const n = missed.length;
  const begun = () => begin({ cards: missed, steps: [] });
  const again = button("quiet", begun, say("web_study_these", { n }));
  section.querySelector(".hero").after(drawPanel(say("web_missed_today"), list, again));
}

// What was asked in a line, which opens to the card.
async function drawMissed(card) {
  const texts = await loadTexts(card);
  const front = readHtml(texts.front);
  const asked = ".pq > :is(.head, .question, .meaning, .asked, pre.code)";
  const drawPart = (part) => {
    const name = part.matches(".head") ? "small" : part.matches("pre") ? "code" : "span";
    return el(name, { dir: name === "code" ? "ltr" : "auto" }, part.textContent);
  };
  const parts = [...front.querySelectorAll(asked)].map(drawPart);
  const fold = el("details", el("summary", parts));
  const fill = () => fold.append(el("div.pair", drawSide(card, texts, "back")));
  fold.addEventListener("toggle", fill, { once: true });
  return el("li", fold);
}

// How far each stage is.
export function drawStages(learner) {
  const rows = [...stageNames].map(([stage, name]) => {
    const cards = learner.cards.filter((card) => card.stage === stage);
    const { seen, earned } = countCards(learner, cards);
    const learned = earned ? ` · ${earned} ${say("web_earned")}` : "";
    const text = say("cards_seen", { seen, n: cards.length }) + learned;
    return el("li", el("span.name", name), el("span.number", text), drawBar(seen / cards.length));
  });
  return drawPanel(say("web_stages"), el("ul.stages", rows));
}

// The end of a session: the day is done, or so much of it is left.
export function drawEnd(learner, place, { begin, goHome, undo }) {
  const n = countPlan(planToday(learner).plan);
  const { answers, right, minutes } = countToday(learner);
  const line = [say("web_right_of", { right, n: answers }), say("span_minutes", { n: minutes })];
  const hero = n
    ? [
        el("h1.done", say("web_cards_left", { n })),
        drawLine(...line),
        drawBar(answers / (answers + n)),
        button("primary", () => begin(), say("web_go_on")),
      ]
    : drawDone(learner, begin, button("primary", goHome, say("web_finish")));
  const stop = n ? button("plain", goHome, say("web_stop")) : null;
  const takeBack = el("button.plain", { onclick: undo, "data-press": "u" }, say("web_undo"));
  const section = el("section.today", el("div.hero", hero, el("div.ways", stop, takeBack)));
  place.replaceChildren(section);
  addMissed(section, learner, begin).catch(() => {});
}
