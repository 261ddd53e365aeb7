// Where the learner stands: stages, concepts, what comes, what was done.

import { countCards, countConcepts, countDays, countToday } from "./plan.js";
import { forecastDue, makeStanding, sum } from "./plan.js";
import { course, stageNames, say, sayDay } from "./words.js";
import { el, drawPanel } from "./dom.js";
import { drawTick } from "./browse.js";
import { drawStages } from "./today.js";

const WEEKS = 26;
const LEVELS = [1, 10, 30, 60]; // answers a day from which a square is darker

const drawFact = (n, name) => el("li", el("b", String(n)), el("span", name));

// A column for each of two weeks with what is due on it; the tallest fills the height.
function drawForecast(days, today) {
  const most = Math.max(...days);
  const columns = days.map((n, place) => {
    const weekday = sayDay(today + place, { weekday: "narrow" });
    const column = el("span", el("b", n ? String(n) : ""), el("i"), weekday);
    column.style.setProperty("--share", n / (most || 1));
    return column;
  });
  const label = say("web_forecast_told", { n: sum(days), days: days.length, most });
  return [el("div.columns", { role: "img", "aria-label": label }, columns), el("p", label)];
}

// A square for each day, weeks from left to right; darker where more was answered.
function drawCalendar(calendar, today) {
  const weekday = (today + 3) % 7; // the first of 1970 was a Thursday
  const first = today - weekday - 7 * (WEEKS - 1);
  const days = Array.from({ length: today - first + 1 }, (_, at) => calendar[first + at] || 0);
  const squares = days.map((n) => el(`i.level${LEVELS.filter((least) => n >= least).length}`));
  const since = sayDay(Math.max(first, ...Object.keys(calendar).slice(0, 1)));
  const n = days.filter(Boolean).length;
  const label = n ? say("web_calendar_told", { n, since }) : say("web_no_answers");
  return [el("div.calendar", { role: "img", "aria-label": label }, squares), el("p", label)];
}

function drawConcepts([stage, name], concepts) {
  const own = concepts.filter(({ card }) => card.stage === stage);
  if (!own.length) return null;
  const known = own.filter(({ tick }) => tick === "known").length;
  const text = say("of_concepts", { known, n: own.length });
  const rows = own.map(({ card, tick, cards, earned }) => {
    const title = el("span", course.concepts[card.key]);
    return el("li", drawTick(tick), title, el("span.number", `${earned}/${cards}`));
  });
  const summary = el("summary", el("span.name", name), el("span.number", text));
  return el("details.concepts", summary, el("ul", rows));
}

export function drawProgress(learner, place) {
  const standing = makeStanding(learner);
  const calendar = countDays(standing.moment, learner.answers);
  const today = countToday(standing);
  const all = countCards(standing);
  const { day } = learner.moment;
  const concepts = countConcepts(standing);
  const facts = [
    drawFact(all.seen, say("web_seen", { all: all.cards })),
    drawFact(all.earned, say("web_earned")),
    drawFact(today.answers ? `${today.right}/${today.answers}` : "–", say("web_right_today")),
  ];
  const lists = [...stageNames].map((stage) => drawConcepts(stage, concepts));
  place.replaceChildren(
    el(
      "section.progress",
      el("h1", say("web_progress")),
      el("ul.facts", facts),
      drawPanel(say("web_stages"), drawStages(standing)),
      drawPanel(say("stats_forecast"), drawForecast(forecastDue(standing), day)),
      drawPanel(say("stats_calendar"), drawCalendar(calendar, day)),
      concepts.length ? drawPanel(say("web_checklist"), lists) : null,
    ),
  );
}
