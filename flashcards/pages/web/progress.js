// Where the learner stands: stages, concepts, what is remembered, what comes, what was done.

import { computeStats, countCards, countConcepts, forecastDue, sum } from "./plan.js";
import { stageNames, say, sayDay, sayPercent } from "./words.js";
import { el, draw, drawShare, drawFact, fill } from "./dom.js";
import { drawTick } from "./browse.js";
import { drawStages } from "./study.js";

const WEEKS = 26;

// A part of a view under a heading of its own.
export function drawPanel(name, ...inside) {
  return el("section.panel", el("h2", say(name)), inside);
}

// A column for each of some days (a phone has room for 14) with what is due on it; the tallest fills the height.
function drawForecast(days, today) {
  const most = Math.max(...days);
  const columns = days.map((n, place) => {
    const weekday = sayDay(today + place, { weekday: "narrow" });
    const column = el("span", el("b", n ? String(n) : ""), el("i"), weekday);
    column.style.setProperty("--share", n / (most || 1));
    return column;
  });
  const label = say("web_forecast_told", { n: sum(days), days: days.length, most });
  const last = sayDay(today + days.length - 1);
  const ends = el("p.axis", el("span", say("day_today")), el("span", last));
  return [el("div.columns", { role: "img", "aria-label": label }, columns), ends, el("p", label)];
}

// A square for each day, weeks from left to right; darker where more was answered.
function drawCalendar(calendar, today) {
  const weekday = (today + 3) % 7; // the first of 1970 was a Thursday
  const first = today - weekday - 7 * (WEEKS - 1);
  const squares = [];
  for (let day = first; day <= today; day += 1) {
    const n = calendar[day] || 0;
    const level = n === 0 ? 0 : n < 10 ? 1 : n < 30 ? 2 : n < 60 ? 3 : 4;
    const [x, y] = [Math.floor((day - first) / 7) * 12, ((day - first) % 7) * 12];
    squares.push(["rect", { class: `day level${level}`, x, y, width: 10, height: 10, rx: 2.5 }]);
  }
  const days = Object.keys(calendar).filter((day) => day >= first).length;
  const [began = 0] = Object.keys(calendar); // days are in their order
  const since = sayDay(Math.max(first, began));
  const label = began ? say("web_calendar_told", { n: days, since }) : say("web_no_answers");
  const about = { class: "chart calendar", viewBox: `0 0 ${WEEKS * 12} 84`, role: "img" };
  return [draw({ ...about, "aria-label": label }, ...squares), el("p", label)];
}

function drawRetention(retention) {
  const rows = Object.entries(retention).map(([stage, { answers, right }]) => {
    const told = say("stats_share", { share: sayPercent(right / answers), n: answers });
    return drawShare(stageNames.get(Number(stage)), told, right / answers);
  });
  return rows.length ? el("ul.stages", rows) : el("p", say("web_no_retention"));
}

function drawChecklist(concepts) {
  return [...stageNames].map(([stage, name]) => {
    const found = concepts.filter(({ card }) => card.stage === stage);
    if (!found.length) return null;
    const known = found.filter(({ tick }) => tick === "known").length;
    const told = say("of_concepts", { known, n: found.length });
    const rows = found.map(({ card, tick, cards, earned }) => {
      const number = el("span.number", `${earned}/${cards}`);
      return el("li", drawTick(tick), el("span", card.name), number);
    });
    const head = el("summary", el("span.name", name), el("span.number", told));
    return el("details.concepts", head, el("ul", rows));
  });
}

export async function drawProgress(learner, place) {
  const standing = learner.makeStanding();
  const stats = computeStats(standing, await learner.listAnswers());
  const all = countCards(standing);
  const { day } = learner.moment;
  const { answers, right } = stats.today;
  const concepts = countConcepts(standing);
  fill(
    place,
    "section.progress",
    el("h1", say("web_progress")),
    el(
      "ul.facts",
      drawFact(all.seen, say("web_seen", { all: all.cards })),
      drawFact(all.earned, say("web_earned")),
      drawFact(answers ? `${right}/${answers}` : "–", say("web_right_today")),
    ),
    drawPanel("web_stages", drawStages(standing)),
    drawPanel("stats_forecast", drawForecast(forecastDue(standing).slice(0, 14), day)),
    drawPanel("stats_calendar", drawCalendar(stats.calendar, day)),
    drawPanel("stats_retention", drawRetention(stats.retention)),
    concepts.length ? drawPanel("web_checklist", drawChecklist(concepts)) : null,
  );
}
