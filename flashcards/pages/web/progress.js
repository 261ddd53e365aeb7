// Where the learner stands: stages, what was answered, what comes.

import { AGAIN } from "./schedule.js";
import { countCards, countDays, forecastDue, sum } from "./plan.js";
import { say, sayDay } from "./words.js";
import { el, drawPanel } from "./dom.js";
import { drawStages } from "./today.js";

// A column for each day, today's stronger; the tallest fills the height.
function drawColumns(numbers, first, today, label) {
  const most = Math.max(1, ...numbers);
  const columns = numbers.map((n, place) => {
    const day = first + place;
    const name = day === today ? "span.now" : "span";
    const weekday = sayDay(day, { weekday: "narrow" });
    const column = el(name, el("b", n ? String(n) : ""), el("i"), weekday);
    column.style.setProperty("--share", n / most);
    return column;
  });
  const nameDay = (day) => el("span", day === today ? say("web_today") : sayDay(day));
  const ends = [nameDay(first), nameDay(first + numbers.length - 1)];
  const chart = el("div.columns", { role: "img", "aria-label": label }, columns);
  return [chart, el("p.ends", ends), el("p", label)];
}

export function drawProgress(learner, place) {
  const { recent, moment } = learner;
  const { cards, seen, earned, firm } = countCards(learner);
  const right = recent.filter(({ rating }) => rating > AGAIN).length;
  const share = recent.length ? `${Math.round((100 * right) / recent.length)} %` : "–";
  const facts = [
    [seen, say("web_seen", { all: cards })],
    [earned, say("web_earned")],
    [firm, say("web_firm")],
    [share, say("web_right_lately")],
  ].map(([n, name]) => el("li", el("b", String(n)), el("span", name)));
  const due = forecastDue(learner);
  const days = due.length;
  const dueTold = say("web_forecast_told", { n: sum(due), days, most: Math.max(...due) });
  const answers = countDays(moment, learner.answers);
  const first = moment.day - days + 1;
  const given = due.map((_, at) => answers[first + at] ?? 0);
  const active = given.filter(Boolean).length;
  const givenTold = say("web_answered_told", { n: sum(given), active, days });
  place.replaceChildren(
    el(
      "section.progress",
      el("h1", say("web_progress")),
      el("ul.facts", facts),
      el("p.note", say("web_earned_how")),
      drawStages(learner),
      drawPanel(say("web_answered"), drawColumns(given, first, moment.day, givenTold)),
      drawPanel(say("stats_forecast"), drawColumns(due, moment.day, moment.day, dueTold)),
    ),
  );
}
