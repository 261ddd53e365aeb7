// One's own data: seen, saved as a log, taken in, removed; and how many new cards come.

import { LARGEST_LOG, LogReader, formatLog } from "./log.js";
import { course, say, sayDay } from "./words.js";
import { el, button, notify, saveFile } from "./dom.js";

async function readFile(file, courses) {
  const reader = new LogReader(courses);
  if (file.size > LARGEST_LOG) {
    const size = LARGEST_LOG / 1e6;
    return { problems: [{ line: 0, id: "log-too-large", values: { size } }] };
  }
  const pieces = file
    .stream()
    .pipeThrough(new TextDecoderStream("utf-8", { fatal: true }))
    .getReader();
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
    if (!reader.push(piece.value)) break;
  }
  return reader.end();
}

function sayProblem({ line, id, values }) {
  const told = say(`web_${id.replaceAll("-", "_")}`, values);
  return line > 1 || id.includes("line") ? say("web_log_line", { n: line, told }) : told;
}

async function takeFile(learner, file) {
  const courses = new Set([course.course, ...course.cards.map((card) => card.course)]);
  let read;
  try {
    read = await readFile(file, [...courses]);
  } catch {
    return say("web_log_line_json");
  }
  if (read.problems.length) return sayProblem(read.problems[0]);
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

export async function drawData(learner, place, redraw) {
  const answers = (await learner.listAnswers()).filter((answer) => !answer.undone);
  const first = Math.min(...answers.map((answer) => answer.at));
  const since = answers.length ? sayDay(Math.floor(first / 864e5)) : "";
  const count = { n: answers.length, since };
  const status = el("p.note", { role: "status" });
  const pick = el("input.picker", { type: "file", accept: ".jsonl,.json,.txt", id: "take" });
  pick.addEventListener("change", async () => {
    if (!pick.files.length) return;
    const told = await takeFile(learner, pick.files[0]);
    await redraw();
    notify(told);
    document.querySelector("#view [role=status]").textContent = told;
  });
  const remove = button(
    "quiet.danger",
    () => {
      remove.replaceWith(
        el(
          "div.sure",
          el("p", say("web_remove_sure")),
          button(
            "quiet.danger",
            async () => {
              await learner.removeAll();
              await redraw();
              notify(say("web_removed"));
            },
            say("web_remove_yes"),
          ),
          button("quiet", redraw, say("web_remove_no")),
        ),
      );
    },
    say("web_remove"),
  );
  const pace = el("input", {
    type: "number",
    min: "0",
    max: "999",
    id: "pace",
    value: learner.settings.new,
  });
  pace.addEventListener("change", async () => {
    const value = Math.round(Number(pace.value));
    if (value >= 0 && value <= 999) await learner.keepSettings({ new: value, minutes: null });
    notify(say("web_saved"));
  });
  place.replaceChildren(
    el(
      "section.data",
      el("h1", say("web_data")),
      el(
        "div.panel",
        el("p.big", answers.length ? say("web_answers_since", count) : say("web_no_answers")),
        el("p", await tellKept(learner)),
      ),
      el(
        "div.panel",
        el("h2", say("web_move")),
        el("p", say("web_move_how")),
        el(
          "div.row",
          button("quiet", () => saveLog(learner), say("web_save")),
          el("label.quiet.file", { for: "take" }, say("web_take"), pick),
        ),
        status,
      ),
      el(
        "div.panel",
        el("h2", say("web_pace")),
        el("label.row", { for: "pace" }, say("web_new_a_day"), pace),
      ),
      el("div.panel", el("h2", say("web_remove")), el("p", say("web_remove_how")), remove),
    ),
  );
}
