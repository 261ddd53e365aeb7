// How much comes each day; and one's own data: seen, saved as a log, taken in, removed.

import { LARGEST_LOG, formatLog, readLog } from "./log.js";
import { countDayNear } from "./schedule.js";
import { course, stageNames, say, sayDay } from "./words.js";
import { askToLose, button, el, fill, notify, saveFile } from "./dom.js";
import { drawPanel } from "./progress.js";

async function readFile(file, courses) {
  if (file.size > LARGEST_LOG) return { problem: { id: "log-too-large" } };
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return readLog(decoder.decode(await file.arrayBuffer()), courses);
}

function sayProblem({ id, line: n }) {
  return say(`web_${id.replaceAll("-", "_")}`, { n, size: LARGEST_LOG / 1e6 });
}

async function takeFile(learner, file) {
  const courses = new Set([course.course, ...course.cards.map((card) => card.course)]);
  let read;
  try {
    read = await readFile(file, [...courses]);
  } catch {
    return say("web_log_line", { n: 1 });
  }
  if (read.problem) return sayProblem(read.problem);
  const { added, known } = await learner.takeLog(read);
  return say("web_taken", { n: added, known });
}

async function saveLog(learner) {
  const [answers, marks] = await Promise.all([learner.listAnswers(), learner.listMarks()]);
  const day = new Date().toISOString().slice(0, 10);
  const lines = formatLog(answers, marks);
  saveFile(`${course.course}-${day}.jsonl`, lines, "application/jsonl");
}

async function tellKept(learner) {
  if (!learner.store) return say("web_nothing_kept");
  const storage = navigator.storage;
  const isSafe = storage && storage.persisted && (await storage.persisted());
  return say(isSafe ? "web_kept_safe" : "web_kept_loose");
}

// A file to choose, which is taken in at once.
function drawPicker(learner, redraw) {
  const pick = el("input.picker", { type: "file", accept: ".jsonl,.json,.txt", id: "take" });
  pick.addEventListener("change", async () => {
    if (!pick.files.length) return;
    const told = await takeFile(learner, pick.files[0]);
    await redraw();
    notify(told);
    document.querySelector("#view [role=status]").textContent = told;
  });
  return el("label.quiet.file", { for: "take" }, say("web_take"), pick);
}

async function removeAll(learner, redraw) {
  const told = el("p", say("web_remove_sure"));
  if (!(await askToLose(say("web_remove_yes"), say("web_remove_no"), told))) return;
  await learner.removeAll();
  await redraw();
  notify(say("web_removed"));
}

// A number of the learner's settings, `times` as large as it is kept, with a button on either side.
function drawNumber(learner, { name, id = name, word, low, high, times = 1, how }) {
  const value = Math.round(learner.settings[name] * times);
  const box = el("input", { id, type: "number", inputmode: "numeric", min: low, max: high, value });
  box.addEventListener("change", async () => {
    const wished = Math.round(Number(box.value));
    box.value = Math.min(high, Math.max(low, wished || low));
    await learner.keepSettings({ [name]: Number(box.value) / times });
    notify(say("web_saved"));
  });
  const step = (sign, by) => {
    const onclick = () => {
      box.stepUp(by);
      box.dispatchEvent(new Event("change"));
    };
    return el("button", { "aria-label": `${sign} ${say(word)}`, tabindex: "-1", onclick }, sign);
  };
  const label = el("label", { for: id }, say(word), how ? el("small", say(how)) : null);
  return el("div.row", label, el("span.stepper", step("−", -1), box, step("+", 1)));
}

export async function drawSettings(learner, place, redraw) {
  const answers = (await learner.listAnswers()).filter((answer) => !answer.undone);
  const first = Math.min(...answers.map((answer) => answer.at));
  const tell = (n) =>
    say("web_answers_since", { n, since: sayDay(countDayNear(learner.moment, first)) });
  const told = answers.length ? tell(answers.length) : say("web_no_answers");
  const share = { word: "web_retention", how: "web_retention_how", times: 100 };
  const numbers = [
    { name: "minutes", word: "web_minutes_a_day", low: 1, high: 600 },
    { name: "new", id: "pace", word: "web_new_a_day", low: 0, high: 999 },
    { name: "retention", low: 70, high: 97, ...share },
    { name: "stage", word: "web_first_stage", low: 1, high: Math.max(...stageNames.keys()) },
  ].map((each) => drawNumber(learner, each));
  const save = button("quiet", () => saveLog(learner), say("web_save"));
  const how = el("details", el("summary", say("web_move")), el("p", say("web_move_how")));
  const remove = button("quiet.danger", () => removeAll(learner, redraw), say("web_remove"));
  fill(
    place,
    "section.settings",
    el("h1", say("web_settings")),
    drawPanel("web_pace", numbers),
    el(
      "section.panel",
      el("h2", told),
      el("p", await tellKept(learner)),
      el("div.row", save, drawPicker(learner, redraw)),
      el("p.note", { role: "status" }),
      how,
    ),
    el("section.panel.row", el("p", say("web_remove_how")), remove),
  );
}
