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
const { chooseForm, gradeAnswer, offerRatings } = await load("grading");
const log = await load("log");
const cases = JSON.parse(readFileSync(file, "utf-8"));
const { cards } = cases;
const places = new Map(cards.map((card, place) => [card, place]));
const OWNER = { course: cards.length ? cards[0].course : "", lang: "en" };
const ANSWER = {
  ...OWNER,
  ...{ score: 1, form: "reveal", answer: "" },
  ...{ overruled: false, undone: false, due: null },
};

// A device: the answers and marks that it keeps, and the memories that follow.
class Device {
  constructor(settings) {
    this.settings = { ...plan.USUAL_SETTINGS, ...settings };
    this.answers = [];
    this.marks = [];
    this.memories = new Map();
  }

  findLast() {
    return this.answers.filter((answer) => !answer.undone).at(-1);
  }

  remember(owner) {
    const name = schedule.nameOwner(owner);
    const history = this.answers.filter((answer) => schedule.nameOwner(answer) === name);
    const memory = schedule.replay(history, this.settings.retention);
    if (memory) this.memories.set(name, memory);
    else this.memories.delete(name);
    return memory;
  }

  record(answer) {
    const before = this.memories.get(schedule.nameOwner(answer));
    this.answers.push(schedule.chooseDue(before, answer, this.settings.retention));
    return this.remember(answer);
  }

  undo() {
    const last = this.findLast();
    last.undone = true;
    this.remember(last);
    return last;
  }

  // Takes everything over that another device wrote out.
  take(other) {
    const read = log.readLog(log.formatLog(other.answers, other.marks).join(""), [OWNER.course]);
    if (read.problem) deepStrictEqual(read.problem.id, "log_empty");
    const { answers } = log.mergeLog(this, read);
    const changed = new Set(answers.map((answer) => answer.uid));
    this.answers = [...this.answers.filter(({ uid }) => !changed.has(uid)), ...answers];
    answers.forEach((answer) => this.remember(answer));
  }

  stand(moment) {
    const recent = plan.listRecent(this.answers, moment);
    return { ...this, cards, moment, marks: plan.mergeMarks(this.marks), recent };
  }
}

function chooseFormOf(learner, card) {
  const forms = cases.card_forms[places.get(card)];
  return chooseForm(forms, learner.settings.ask, plan.isFirstDay(learner, card));
}

function tellToday({ plan: today, minutes }) {
  return {
    cards: today.cards.map((card) => places.get(card)),
    due: today.due.length,
    steps: today.steps.map(([at, card]) => [at, places.get(card)]),
    waiting: today.backlog.length,
    minutes,
  };
}

// Powers differ in the last bit: so may what is rounded at the ninth place.
function tellMemory(memory, theirs) {
  const { state, step, due, last, first, reviews, day } = memory;
  const powers = [memory.stability, memory.difficulty].map((value, place) =>
    Math.abs(value - theirs[7 + place]) <= 2e-9 * Math.max(1, value) ? theirs[7 + place] : value,
  );
  return [state, step, due, last, first, reviews, day, ...powers];
}

function playHistory({ zone, settings, steps, now, expected }) {
  process.env.TZ = zone;
  const devices = [new Device(settings), new Device(settings)];
  steps.forEach(([kind, number, place, rating, at], step) => {
    const device = devices[number];
    const uid = `u${String(step).padStart(3, "0")}`;
    const day = kind === "dayless" ? null : schedule.makeMoment(at).day;
    const about = { card: cards[place].id, duration: 1000 + step, day };
    const hasLast = device.findLast() !== undefined;
    if (kind === "undo" && hasLast) device.undo();
    else if (kind === "correct" && hasLast)
      device.record({ ...device.undo(), rating, uid, due: null, undone: false });
    else device.record({ ...ANSWER, ...about, at, rating, uid });
  });
  const due = devices.flatMap((device) => device.answers).map(({ uid, due }) => [uid, due]);
  devices[0].take(devices[1]);
  devices[1].take(devices[0]);
  const moment = schedule.makeMoment(now);
  const [mine, other] = devices.map((device) => new Map([...device.memories].sort()));
  deepStrictEqual(mine, other);
  const memories = [...mine].map(([name, memory]) => {
    const id = name.split(" ")[1];
    return [id, tellMemory(memory, expected.memories[id] || [])];
  });
  const asked = { card: cards[0].id, at: now, day: moment.day };
  const before = mine.get(schedule.nameCard(cards[0]));
  const learner = devices[0].stand(moment);
  const waits = schedule.previewWaits(before, asked, devices[0].settings.retention);
  deepStrictEqual(
    {
      moment: [moment.day_start, moment.day_end, moment.day],
      due: Object.fromEntries(due),
      memories: Object.fromEntries(memories),
      waits: Object.values(waits),
      today: tellToday(plan.planToday(learner)),
      forms: cards.slice(0, expected.forms.length).map((card) => chooseFormOf(learner, card)),
    },
    expected,
  );
}

// One day of a learner: what the page would ask must be what the terminal asked.
function playDay(device, { now, today, events }) {
  const moment = schedule.makeMoment(now);
  const learner = device.stand(moment);
  const begun = plan.planToday(learner);
  deepStrictEqual(tellToday(begun), today);
  const queue = new plan.SessionQueue(begun.plan.cards, begun.plan.steps);
  let last = null;
  for (const [kind, place, value, at, form] of events) {
    const card = cards[place];
    if (kind === "answer") {
      deepStrictEqual(queue.cards.length && queue.pop(now, last).id, card.id);
      deepStrictEqual(chooseFormOf(learner, card), form);
      const uid = `u${String(device.answers.length).padStart(5, "0")}`;
      const about = { card: card.id, rating: value, duration: at - now, uid };
      const day = schedule.countDayNear(moment, at);
      const memory = device.record({ ...ANSWER, ...about, at, day });
      if (memory.state !== schedule.REVIEW) queue.wait(card, memory.due);
      [now, last] = [at, card];
    } else if (kind === "more" && value) queue.ready.push(...begun.plan.backlog);
    else if (kind === "more") queue.cards.forEach((left) => queue.remove(left));
    else if (kind === "undo") {
      device.undo();
      queue.wait(card);
    } else {
      const uid = `m${String(device.marks.length).padStart(5, "0")}`;
      device.marks.push({ ...OWNER, card: card.id, at, mark: kind, value, uid });
      queue.remove(card);
    }
  }
  deepStrictEqual(queue.cards, []);
}

function playMonth({ zone, settings, expected: { days, ...end } }) {
  process.env.TZ = zone;
  const device = new Device(settings);
  days.forEach((day) => playDay(device, day));
  const { now, events } = days.at(-1);
  const learner = device.stand(schedule.makeMoment(events.length ? events.at(-1)[3] : now));
  const calendar = plan.countDays(learner.moment, device.answers);
  const forecast = plan.forecastDue(learner);
  deepStrictEqual({ forecast, calendar }, end);
}

function playGrade({ question, given, verdict }) {
  const mine = gradeAnswer(question, given);
  const isNear = Math.abs(mine.score - verdict.score) < 1e-9;
  deepStrictEqual({ ...mine, score: isNear ? verdict.score : mine.score }, verdict);
}

const playForm = ([forms, ask, isFirstDay, form]) =>
  deepStrictEqual(chooseForm(forms, ask, isFirstDay), form);
const playRatings = ([kind, isRight, isHelped, ratings]) =>
  deepStrictEqual(offerRatings(kind, isRight, isHelped), ratings);

const PLAYERS = {
  ...{ forms: playForm, ratings: playRatings },
  ...{ histories: playHistory, months: playMonth, grades: playGrade },
};
const played = {};
for (const [name, play] of Object.entries(PLAYERS)) {
  played[name] = 0;
  (cases[name] || []).forEach((example, number) => {
    try {
      play(example);
      played[name]++;
    } catch (error) {
      console.log(`${name} ${number}: ${String(error.stack).slice(0, 1500)}`);
    }
  });
}
console.log(JSON.stringify(played));
