// The page: which view is shown, by day or night, and when a new version takes over.

import { course, say } from "./words.js";
import { button, el, icon, saveAnswers } from "./dom.js";
import { Learner } from "./learner.js";
import { planToday } from "./plan.js";
import { nameCard } from "./schedule.js";
import { Session } from "./study.js";
import { drawToday, drawEnd } from "./today.js";
import { Browser } from "./browse.js";
import { drawProgress } from "./progress.js";
import { drawSettings } from "./settings.js";

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
const [lang] = course.languages;
const learner = new Learner(course.cards.filter((card) => card.lang === lang), lang);
const view = el("main", { id: "view", tabindex: "-1" });
const SESSION_LOCK = `ptquiz session ${course.course}`;
let session, browser, offline, shownDay; // while there is one
let giveLockBack = () => {};
let sessionLock; // settles when the session of this tab is over

const VIEWS = course.is_author
  ? { browse: showBrowser }
  : {
      today: showToday,
      browse: showBrowser,
      progress: () => drawProgress(learner, view),
      settings: () => drawSettings(learner, view),
    };

function showNight(isNight = dark.matches) {
  root.classList.toggle("nightMode", isNight);
}

function showBrowser() {
  browser = new Browser(view, learner, studyThese);
}

function showToday() {
  takeNewVersion();
  return drawToday(learner, view, studyToday);
}

const studyToday = () => beginSession(() => planToday(learner.makeStanding()).plan);

// Cards that are chosen, whether they are due or not.
const studyThese = (cards) => beginSession(keepAsking({ cards, steps: [] }));

// What is left of a plan: the cards that were not answered since, here or in another tab.
function keepAsking({ cards, steps }) {
  const began = Date.now();
  const isLeft = (card) => !(learner.memories.get(nameCard(card))?.last >= began);
  return () => ({ cards: cards.filter(isLeft), steps: steps.filter(([, card]) => isLeft(card)) });
}

// What stands in the place of everything else while cards are asked: `#view` has the whole window.
function setAside(isAside) {
  root.classList.toggle("in-session", isAside);
  scrollTo(0, 0);
  if (isAside && !history.state) history.pushState("session", "", location.hash);
  giveLockBack();
  const end = new Promise((resolve) => (giveLockBack = resolve));
  if (isAside) sessionLock = navigator.locks?.request(SESSION_LOCK, { mode: "shared" }, () => end);
}

function beginSession(makePlan) {
  browser = null;
  setAside(true);
  session = new Session(learner, view, makePlan, endSession);
  session.show();
  session.run(() => session.next());
}

function endSession(ended) {
  session = null;
  setAside(false);
  const undo = () => {
    session = ended;
    setAside(true);
    ended.undoEnd();
  };
  const goOn = (plan) => beginSession(keepAsking(plan));
  const goHome = () => goTo("today");
  if (ended.answers.length) run(() => drawEnd(learner, view, { begin: goOn, goHome, undo }));
  else goHome();
}

function goTo(name) {
  session = null;
  setAside(false);
  if (findView() !== name) history.replaceState(null, "", `#${name}`);
  showView();
}

// Back in the browser leads from a session to today, another address to its view.
function leaveByAddress() {
  const name = findView() === root.dataset.view ? "today" : findView();
  if (session) session.end(() => goTo(name));
  else if (name !== root.dataset.view) showView();
}

function drawFrame() {
  const links = Object.keys(VIEWS).map((name) =>
    el("a", { href: `#${name}`, "data-view": name }, icon(name), el("span", say(`web_${name}`))),
  );
  const nav = el("nav", { "aria-label": say("web_views") }, links);
  const link = { href: course.home, rel: "noopener noreferrer" };
  const home = course.home ? [" · ", el("a", link, say("web_home"))] : [];
  const credits = [course.author, course.licence].join(" · ");
  document.getElementById("app").replaceChildren(
    course.is_author ? "" : el("header.top", el("p.course", course.title), nav),
    view,
    el("footer.about-course", credits, home, ` · ptquiz ${course.version}`),
  );
}

function findView() {
  const name = location.hash.slice(1).split("?")[0];
  return name in VIEWS ? name : Object.keys(VIEWS)[0];
}

function showView() {
  const name = findView();
  for (const link of document.querySelectorAll("[data-view]"))
    link.setAttribute("aria-current", link.dataset.view === name ? "page" : "false");
  root.dataset.view = name;
  browser = null;
  shownDay = learner.moment.day;
  for (const box of document.querySelectorAll("dialog[open]")) box.close("");
  scrollTo(0, 0);
  run(VIEWS[name]);
}

async function run(act) {
  try {
    await act();
  } catch (error) {
    showError(error);
  }
}

// What is there when something failed that nothing else can tell: the answers can be saved.
function showError(error) {
  console.error(error);
  session?.end(() => setAside(false));
  session = null;
  view.replaceChildren(
    el(
      "section.today",
      el(
        "div.hero",
        el("h1.done", { role: "alert" }, say("web_failed")),
        el("p.time", String(error?.message ?? error)),
        button("primary", () => location.reload(), say("web_try_again")),
        button("plain", () => saveAnswers(learner), say("web_save")),
      ),
    ),
  );
}

async function keepOffline() {
  if (!course.files["manifest.webmanifest"] || !navigator.serviceWorker || !isSecureContext) return;
  let hadWorker = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (hadWorker && !session) location.reload();
    hadWorker = true;
  });
  offline = await navigator.serviceWorker.register("worker.js");
  offline.addEventListener("updatefound", () => {
    offline.installing.addEventListener("statechange", takeNewVersion);
  });
  takeNewVersion();
}

// A new version takes over while no session is open in any tab, never in the middle of a card.
async function takeNewVersion() {
  await sessionLock;
  const takeOver = (lock) => lock && offline.waiting?.postMessage("take over");
  if (offline?.waiting) navigator.locks.request(SESSION_LOCK, { ifAvailable: true }, takeOver);
}

// Today again, when the day or the answers are others than those that are shown.
function refresh() {
  if (session) session.refresh();
  else if (view.querySelector(".today > h1")) showView();
}

function handleKey(event) {
  if (session || document.querySelector("dialog[open]")) return;
  const { activeElement } = document;
  const isAside = [document.body, view].includes(activeElement);
  if (browser?.handleKey(event)) event.preventDefault();
  else if (event.key === "n" && course.is_author && !activeElement.matches("input"))
    showNight(!root.classList.contains("nightMode"));
  else if (event.key === "Enter" && isAside) view.querySelector(".today .primary")?.click();
  else if (event.key === "u" && isAside) view.querySelector('.today [data-press="u"]')?.click();
}

async function start() {
  showNight();
  drawFrame();
  dark.addEventListener("change", () => showNight());
  addEventListener("unhandledrejection", ({ reason }) => showError(reason));
  if (!course.is_author) await learner.open();
  learner.onChange = refresh;
  document.addEventListener("keydown", handleKey);
  addEventListener("popstate", leaveByAddress);
  setInterval(() => shownDay !== learner.moment.day && refresh(), 20e3);
  showView();
  if (!course.is_author) keepOffline().catch(() => {}); // the page works without it
}

run(start);
