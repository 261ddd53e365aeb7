// How much comes each day; and one's own data: saved as a log, taken in.

import { readLog } from "./log.js";
import { countDayNear } from "./schedule.js";
import { USUAL_SETTINGS, planToday } from "./plan.js";
import { course, stageNames, say, sayDay } from "./words.js";
import { button, drawPanel, el, saveAnswers } from "./dom.js";

// Of each setting what may be chosen, and how a value of it is said.
const SETTINGS = {
  minutes: [[5, 10, 15, 20, 30, 45, 60, 90, 120], String],
  new: [[0, 3, 5, 10, 15, 20, 30, 50], String],
  ask: [["grow", "memory", "options"], (way) => say(`web_ask_${way}`)],
  retention: [[0.8, 0.85, 0.9, 0.95], (share) => `${Math.round(100 * share)} %`],
  stage: [[...stageNames.keys()], (stage) => stageNames.get(stage) ?? String(stage)],
};

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
  const { capacity } = planToday(learner);
  const n = Math.min(capacity, learner.cards.length);
  const fresh = Math.min(learner.settings.new, Math.floor(capacity / 2), n); // each is asked twice
  return say("web_pace_holds", { n, fresh });
}

// A setting is kept as soon as it is chosen; the usual value and one from elsewhere are choices.
function drawSetting(learner, name, pace) {
  const [values, format] = SETTINGS[name];
  const kept = learner.settings[name];
  const all = [...new Set([...values, USUAL_SETTINGS[name], kept])].sort((a, b) => a - b);
  const options = all.map((value) =>
    el("option", { value, selected: value === kept }, format(value)),
  );
  const onchange = async ({ target }) => {
    await learner.saveSettings({ [name]: all[target.selectedIndex] });
    pace.textContent = describePace(learner);
  };
  const label = el("label", { for: name }, say(`web_${name}`), el("small", say(`web_${name}_how`)));
  return el("div.row", label, el("select", { id: name, onchange }, options));
}

export function drawSettings(learner, place) {
  const take = async ({ target }) => {
    const text = await takeFile(learner, target.files[0]);
    drawSettings(learner, place);
    place.querySelector(".loaded").textContent = text;
  };
  const pick = el("input.picker", { type: "file", accept: ".jsonl", id: "take", onchange: take });
  const answers = learner.answers.filter((answer) => !answer.undone);
  const begun = answers.reduce((first, { at }) => Math.min(first, at), Infinity);
  const first = countDayNear(learner.moment, begun);
  const n = answers.length;
  const pace = el("p.pace", { role: "status" }, describePace(learner));
  const settings = Object.keys(SETTINGS).map((name) => drawSetting(learner, name, pace));
  place.replaceChildren(
    el(
      "section.settings",
      el("h1", say("web_settings")),
      drawPanel(say("web_pace"), pace, settings),
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
