// Plays the cases of the page's scripts: node play_cases.mjs FOLDER CASES prints what differs.
// FOLDER has the modules, CASES is a file that tests/helpers/page_cases.py made.
import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(folder, name + ".js")));
const schedule = await load("schedule");
const plan = await load("plan");
const { makeGrader } = await load("grading");
const log = await load("log");
const cases = JSON.parse(readFileSync(file, "utf-8"));
const { cards } = cases;
const places = new Map(cards.map((card, place) => [card, place]));
const OWNER = { course: cards.length ? cards[0].course : "", lang: "en" };

// A device: what it keeps, and the memories that follow.
class Device {
  constructor(settings) {
    this.settings = { ...plan.USUAL_SETTINGS, ...settings };
    this.schedule = new schedule.Schedule(this.settings);
    this.memories = new Map();
    this.answers = [];
    this.marks = [];
  }

  listHistory({ card }) {
    return this.answers.filter((each) => each.card === card);
  }

  find(owner) {
    return this.memories.get(schedule.nameOwner(owner)) || null;
  }

  findLast() {
    return this.answers.filter((each) => !each.undone).at(-1);
  }

  keep({ answer, memory, undone }) {
    this.answers
      .filter((each) => undone.includes(each.uid))
      .forEach((each) => (each.undone = true));
    this.answers.push(answer);
    this.memories.set(schedule.nameOwner(answer), memory);
    return memory;
  }

  record(answer) {
    const history = this.listHistory(answer);
    return this.keep(schedule.recordAnswer(this.schedule, this.find(answer), answer, history));
  }

  correct(answer) {
    const last = this.findLast();
    const next = { ...last, rating: answer.rating, uid: answer.uid, due: null };
    const history = this.listHistory(last);
    this.keep(schedule.correctAnswer(this.schedule, last.uid, next, history));
  }

  undo() {
    const last = this.findLast();
    const memory = schedule.undoAnswer(this.schedule, this.listHistory(last), last.uid);
    last.undone = true;
    this.setMemory(last, memory);
  }

  setMemory(owner, memory) {
    const name = schedule.nameOwner(owner);
    memory ? this.memories.set(name, memory) : this.memories.delete(name);
  }

  // Takes everything over that another device wrote out.
  take(other) {
    const text = log.formatLog(other.answers, other.marks, other.settings).join("");
    const read = log.readLog(text, [OWNER.course]);
    if (read.problem) deepStrictEqual(read.problem.id, "log-empty");
    const merged = log.mergeLog(this, read);
    this.answers
      .filter((each) => merged.undone.includes(each.uid))
      .forEach((each) => (each.undone = true));
    this.answers.push(...merged.answers);
    merged.touched.forEach((owner) =>
      this.setMemory(owner, schedule.replayAnswers(this.schedule, this.listHistory(owner))),
    );
    return merged;
  }

  stand(moment) {
    const { settings, memories, marks, answers } = this;
    return plan.makeStanding({
      cards,
      moment,
      settings,
      memories,
      marks,
      answers,
    });
  }
}

function tellToday(standing) {
  const today = plan.planToday(standing);
  return {
    cards: today.plan.cards.map((card) => places.get(card)),
    due: today.plan.due.length,
    steps: today.plan.steps.map(([at, card]) => [at, places.get(card)]),
    waiting: today.plan.waiting,
    minutes: today.minutes,
    goal: today.goal && [today.goal.cards, today.goal.new],
  };
}

// Powers differ in the last bit: so may what is rounded at the ninth place.
function tellMemory(memory, theirs) {
  const { state, step, due, last, first, reviews, lapses, day } = memory;
  const powers = [memory.stability, memory.difficulty].map((value, place) =>
    Math.abs(value - theirs[8 + place]) <= 2e-9 * Math.max(1, value) ? theirs[8 + place] : value,
  );
  return [state, step, due, last, first, reviews, lapses, day, ...powers];
}

function playHistory({ zone, settings, steps, now, expected }) {
  process.env.TZ = zone;
  const devices = [new Device(settings), new Device(settings)];
  steps.forEach(([kind, device, place, rating, at], number) => {
    const day = kind === "dayless" ? null : schedule.makeMoment(at).day;
    const [uid, duration] = ["u" + String(number).padStart(3, "0"), 1000 + number];
    const kept = { score: 1, form: "reveal", answer: "", version: "1", fingerprint: "f" };
    const flags = { overruled: false, undone: false, due: null };
    const answer = {
      ...OWNER,
      card: cards[place].id,
      ...kept,
      ...flags,
      at,
      rating,
      duration,
      uid,
      day,
    };
    const hasLast = devices[device].findLast() !== undefined;
    if (kind === "undo" && hasLast) devices[device].undo();
    else if (kind === "correct" && hasLast) devices[device].correct(answer);
    else devices[device].record(answer);
  });
  const due = devices.flatMap((each) => each.answers).map((each) => [each.uid, each.due]);
  devices[0].take(devices[1]);
  devices[1].take(devices[0]);
  const moment = schedule.makeMoment(now);
  const [mine, other] = devices.map((each) => new Map([...each.memories].sort()));
  deepStrictEqual([...mine], [...other]);
  const tell = ([name, memory]) => [name.split(" ")[1], memory];
  const memories = [...mine]
    .map(tell)
    .map(([id, memory]) => [id, tellMemory(memory, expected.memories[id] || [])]);
  const standing = devices[0].stand(moment);
  const asked = { ...OWNER, card: cards[0].id, at: now, day: moment.day };
  const waits = schedule.previewWaits(devices[0].schedule, devices[0].find(asked), asked);
  deepStrictEqual(
    {
      moment: [moment.day_start, moment.day_end, moment.day],
      due: Object.fromEntries(due),
      memories: Object.fromEntries(memories),
      waits: Object.values(waits),
      today: tellToday(standing),
    },
    expected,
  );
}

// One day of a learner: what the page would ask must be what the terminal asked.
class MonthDay {
  constructor(device, now) {
    this.device = device;
    this.now = now;
    this.moment = schedule.makeMoment(now);
    this.standing = device.stand(this.moment);
    this.begun = plan.planToday(this.standing);
    const { plan: today } = this.begun;
    this.queue = new plan.SessionQueue(today.cards, today.steps);
    this.wrong = new Map(this.standing.wrong);
    this.last = null;
    this.asked = [];
  }

  play([kind, place, value, at]) {
    const card = cards[place];
    if (kind === "answer") this.answer(card, value, at);
    else if (kind === "more" && value) this.queue.ready.push(...this.begun.plan.rest);
    else if (kind === "more") this.queue = new plan.SessionQueue([]);
    else if (kind === "undo") {
      this.device.undo();
      this.wrong.set(card.id, this.asked.pop());
      this.queue.putFirst(card);
    } else {
      const uid = "m" + String(this.device.marks.length).padStart(5, "0");
      this.device.marks.push({ ...OWNER, card: card.id, at, mark: kind, value, uid });
      this.queue.remove(card);
    }
  }

  answer(card, rating, at) {
    deepStrictEqual(this.queue.length && this.queue.pop(this.now, this.last).id, card.id);
    const uid = "u" + String(this.device.answers.length).padStart(5, "0");
    const duration = at - this.now;
    this.now = at;
    const day = schedule.countDayNear(this.moment, at);
    const rest = {
      fingerprint: "f",
      score: 1,
      form: "reveal",
      answer: "",
      version: "1",
      due: null,
    };
    const flags = { overruled: false, undone: false };
    const answer = { ...OWNER, card: card.id, ...rest, ...flags, at, rating, duration, uid, day };
    const memory = this.device.record(answer);
    const before = this.wrong.get(card.id) ?? this.standing.wrong.get(schedule.nameCard(card)) ?? 0;
    const wrong = before + (rating === schedule.AGAIN ? 1 : 0);
    this.asked.push(before);
    this.wrong.set(card.id, wrong);
    this.last = card;
    if (plan.findTurn(memory, rating, wrong) === "session") this.queue.wait(card, memory.due);
  }
}

function tellConcepts(standing) {
  return plan
    .countConcepts(standing)
    .map(({ card, tick, cards: all, seen, earned }) => [card.key, tick, all, seen, earned]);
}

function playMonth({ zone, settings, expected }) {
  process.env.TZ = zone;
  const device = new Device(settings);
  let now = 0;
  expected.days.forEach(({ now: began, today, events }, number) => {
    const day = new MonthDay(device, began);
    now = began;
    deepStrictEqual([number, tellToday(day.standing)], [number, today]);
    for (const event of events) {
      day.play(event);
      now = event[3];
    }
    deepStrictEqual([number, day.queue.length], [number, 0]);
  });
  const standing = device.stand(schedule.makeMoment(now));
  const stats = plan.computeStats(standing, device.answers);
  const { days, ...end } = expected;
  deepStrictEqual(
    {
      forecast: plan.forecastDue(standing),
      concepts: tellConcepts(standing),
      calendar: stats.calendar,
      retention: Object.fromEntries(
        Object.entries(stats.retention).map(([stage, { answers, right }]) => [
          stage,
          [answers, right],
        ]),
      ),
    },
    end,
  );
}

const grade = makeGrader(JSON.parse(readFileSync(join(folder, "rules.json"), "utf-8")));

function playGrade({ question, given, verdict }) {
  const mine = grade(question, given);
  const isNear = Math.abs(mine.score - verdict.score) < 1e-9;
  deepStrictEqual({ ...mine, score: isNear ? verdict.score : mine.score }, verdict);
}

const PLAYERS = { histories: playHistory, months: playMonth, grades: playGrade };
const played = {};
for (const [name, play] of Object.entries(PLAYERS)) {
  played[name] = 0;
  (cases[name] || []).forEach((each, number) => {
    try {
      play(each);
      played[name]++;
    } catch (error) {
      console.log(`${name} ${number}: ${String(error.stack).slice(0, 1500)}`);
    }
  });
}
console.log(JSON.stringify(played));
