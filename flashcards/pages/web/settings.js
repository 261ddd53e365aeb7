// How much comes each day; and one's own data: saved as a log, taken in.

import { readLog } from "./log.js";
import { countDayNear } from "./schedule.js";
import { makeStanding, planToday } from "./plan.js";
import { course, stageNames, say, sayDay } from "./words.js";
import { button, drawPanel, el, notify, saveAnswers } from "./dom.js";

// Takes a log in; what became of it, in a sentence.
async function takeFile(learner, file) {
  const courses = [...new Set([course.course, ...course.cards.map((card) => card.course)])];
  const log = readLog(await file.text(), courses);
  if (log.problem) return say(`web_${log.problem.id}`, { n: log.problem.line });
  const { added, known } = await learner.takeLog(log);
  return say("web_taken", { n: added, known });
}

// How many cards a day the minutes hold, and how many of them are new.
function describePace(learner) {
  const standing = makeStanding(learner);
  const { capacity } = planToday(standing);
  const n = Math.min(capacity, standing.cards.length);
  const fresh = Math.min(learner.settings.new, Math.floor(capacity / 2), n); // each is asked twice
  return say("web_pace_holds", { n, fresh });
}

// A number of the learner's settings, `times` as large as it is kept, with a button on either side.
function drawNumber(learner, pace, { name, word, low, high, times = 1, how }) {
  const value = Math.round(learner.settings[name] * times);
  const about = { type: "number", inputmode: "numeric", min: low, max: high, value };
  const box = el("input", { id: name, ...about });
  box.addEventListener("change", async () => {
    const wished = Math.round(Number(box.value));
    box.value = Math.min(high, Math.max(low, wished || low));
    await learner.keepSettings({ [name]: Number(box.value) / times });
    pace.textContent = describePace(learner);
    notify(say("web_saved"));
  });
  const step = (sign, by) => {
    const onclick = () => {
      box.stepUp(by);
      box.dispatchEvent(new Event("change"));
    };
    return el("button", { "aria-label": `${sign} ${say(word)}`, tabindex: "-1", onclick }, sign);
  };
  const label = el("label", { for: name }, say(word), how ? el("small", say(how)) : null);
  return el("div.row", label, el("span.stepper", step("−", -1), box, step("+", 1)));
}

function drawPace(learner) {
  const pace = el("p.pace", describePace(learner));
  const share = { word: "web_retention", how: "web_retention_how", times: 100 };
  const numbers = [
    { name: "minutes", word: "web_minutes_a_day", low: 1, high: 600 },
    { name: "new", word: "web_new_a_day", low: 0, high: 999 },
    { name: "retention", low: 70, high: 97, ...share },
    { name: "stage", word: "web_first_stage", low: 1, high: Math.max(...stageNames.keys()) },
  ].map((each) => drawNumber(learner, pace, each));
  return drawPanel(say("web_pace"), pace, numbers);
}

export function drawSettings(learner, place) {
  const take = async ({ target }) => {
    const text = await takeFile(learner, target.files[0]);
    drawSettings(learner, place);
    place.querySelector(".loaded").textContent = text;
    notify(text);
  };
  const pick = el("input.picker", { type: "file", accept: ".jsonl", id: "take", onchange: take });
  const answers = learner.answers.filter((answer) => !answer.undone);
  const first = countDayNear(learner.moment, Math.min(...answers.map((answer) => answer.at)));
  const n = answers.length;
  place.replaceChildren(
    el(
      "section.settings",
      el("h1", say("web_settings")),
      drawPace(learner),
      drawPanel(
        n ? say("web_answers_since", { n, since: sayDay(first) }) : say("web_no_answers"),
        el("p", say(learner.store ? "web_kept" : "web_nothing_kept")),
        el(
          "div.row",
          button("quiet", () => saveAnswers(learner), say("web_save")),
          el("label.quiet.file", say("web_take"), pick),
        ),
        el("p.loaded", { role: "status" }),
        el("details", el("summary", say("web_move")), el("p", say("web_move_how"))),
      ),
    ),
  );
}
