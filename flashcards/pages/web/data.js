// One's own data: seen, saved as a log, taken in, removed; and how many new cards come.

import { LARGEST_LOG, formatLog, readLog } from "./log.js";
import { course, say, sayDay } from "./words.js";
import { askToLose, button, el, notify, saveFile } from "./dom.js";
import { drawPanel } from "./progress.js";

async function readFile(file, courses) {
  const bytes = file.size > LARGEST_LOG ? new ArrayBuffer(0) : await file.arrayBuffer();
  return readLog(new TextDecoder("utf-8", { fatal: true }).decode(bytes), courses, file.size);
}

function sayProblem({ line, id, values }) {
  const told = say(`web_${id.replaceAll("-", "_")}`, values);
  return id.includes("line") ? say("web_log_line", { n: line, told }) : told;
}

async function takeFile(learner, file) {
  const courses = new Set([course.course, ...course.cards.map((card) => card.course)]);
  let read;
  try {
    read = await readFile(file, [...courses]);
  } catch {
    return say("web_log_line_json");
  }
  if (read.problem) return sayProblem(read.problem);
  const { added, known, outcome } = await learner.takeLog(read);
  const told = say("web_taken", { n: added, known });
  return outcome === "kept" ? `${told} ${say("web_settings_kept")}` : told;
}

async function saveLog(learner) {
  const [answers, marks] = await Promise.all([learner.listAnswers(), learner.listMarks()]);
  const day = new Date().toISOString().slice(0, 10);
  const lines = formatLog(answers, marks, learner.settings);
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

function drawPace(learner) {
  const about = { type: "number", min: "0", max: "999", id: "pace", value: learner.settings.new };
  const pace = el("input", about);
  pace.addEventListener("change", async () => {
    const value = Math.round(Number(pace.value));
    if (value >= 0 && value <= 999) await learner.keepSettings({ new: value, minutes: null });
    notify(say("web_saved"));
  });
  return el("label.row", { for: "pace" }, say("web_new_a_day"), pace);
}

export async function drawData(learner, place, redraw) {
  const answers = (await learner.listAnswers()).filter((answer) => !answer.undone);
  const first = Math.min(...answers.map((answer) => answer.at));
  const since = answers.length ? sayDay(Math.floor(first / 864e5)) : "";
  const count = { n: answers.length, since };
  const told = answers.length ? say("web_answers_since", count) : say("web_no_answers");
  const save = button("quiet", () => saveLog(learner), say("web_save"));
  const move = el("div.row", save, drawPicker(learner, redraw));
  const status = el("p.note", { role: "status" });
  const remove = button("quiet.danger", () => removeAll(learner, redraw), say("web_remove"));
  place.replaceChildren(
    el(
      "section.data",
      el("h1", say("web_data")),
      el("div.panel", el("p.big", told), el("p", await tellKept(learner))),
      drawPanel("web_move", el("p", say("web_move_how")), move, status),
      drawPanel("web_pace", drawPace(learner)),
      drawPanel("web_remove", el("p", say("web_remove_how")), remove),
    ),
  );
}
