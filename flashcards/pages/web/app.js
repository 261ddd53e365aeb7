// The page: which view is shown, by day or night, and what stands there when something failed.

import { course, say } from "./words.js";
import { button, el, icon, saveAnswers } from "./dom.js";
import { Learner, STORE_NAME } from "./learner.js";
import { planToday } from "./plan.js";
import { Session } from "./study.js";
import { drawToday, drawEnd } from "./today.js";
import { Browser } from "./browse.js";
import { drawProgress } from "./progress.js";
import { drawSettings } from "./settings.js";

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
const learner = new Learner();
const view = el("main", { id: "view", tabindex: "-1" });
const CLAIM_MS = 1000; // a page that is loaded again lets go a little later
let session; // while there is one
let shownDay;
let registration; // of the service worker

const showBrowse = () => new Browser(learner, view, study).show();
const VIEWS = course.is_author
  ? { browse: showBrowse }
  : {
      today: () => drawToday(learner, view, () => study()),
      browse: showBrowse,
      progress: () => drawProgress(learner, view),
      settings: () => drawSettings(learner, view),
    };

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

function showView() {
  const wished = location.hash.slice(1).split("?")[0];
  const name = wished in VIEWS ? wished : Object.keys(VIEWS)[0];
  closeSession();
  takeNewVersion();
  for (const link of document.querySelectorAll("[data-view]"))
    link.setAttribute("aria-current", link.dataset.view === name ? "page" : "false");
  root.dataset.view = name;
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

function showMessage(title, ...children) {
  const heading = el("h1.done", { role: "alert" }, title);
  view.replaceChildren(el("section.today", el("div.hero", heading, children)));
}

// What is there when something failed that nothing else tells of: the answers can be saved.
function showError(error) {
  console.error(error);
  closeSession();
  showMessage(
    say("web_failed"),
    el("p.time", String(error?.message ?? error)),
    button("primary", () => location.reload(), say("web_try_again")),
    button("plain", () => saveAnswers(learner), say("web_save")),
  );
}

// Asks the cards that Browse chose, or today's. Back in the browser leads to where it began.
function study(plan = planToday(learner.makeStanding()).plan) {
  history.pushState(null, "", "#study");
  openSession(new Session(learner, view, plan, endSession));
}

// While cards are asked, `#view` has the whole window.
function openSession(opened) {
  session = opened;
  root.classList.add("in-session");
  root.dataset.view = "study";
  scrollTo(0, 0);
  session.open();
}

function closeSession() {
  session?.close();
  session = null;
  root.classList.remove("in-session");
}

function endSession() {
  const ended = session;
  history.replaceState(null, "", "#today");
  showView();
  if (!ended.answers.length) return;
  const goOn = (plan) => openSession(new Session(learner, view, plan, endSession));
  const undo = () => {
    openSession(ended);
    ended.undoEnd();
  };
  run(() => drawEnd(learner, view, { begin: goOn, goHome: showView, undo }));
}

// Whether this is the only tab at work, so that none overwrites what another keeps.
function claimTab(options) {
  if (!navigator.locks) return true;
  return new Promise((resolve) => {
    let isOurs = false;
    const hold = () => {
      resolve((isOurs = true));
      return new Promise(() => {}); // until the tab is closed or another takes over
    };
    const lose = ({ name }) => {
      if (isOurs) location.reload();
      else resolve(name !== "TimeoutError"); // a file on the disk may be refused any lock
    };
    navigator.locks.request(STORE_NAME, options, hold).catch(lose);
  });
}

function showOtherTab() {
  const takeOver = async () => (await claimTab({ steal: true })) && open();
  showMessage(say("web_other_tab"), button("primary", () => run(takeOver), say("web_use_here")));
}

// A new version takes over when no session is open, never in the middle of a card.
async function keepOffline() {
  const { serviceWorker } = navigator;
  if (!course.files["manifest.webmanifest"] || !serviceWorker || !isSecureContext) return;
  let isFirst = !serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", () => {
    if (!isFirst && !session) location.reload();
    isFirst = false;
  });
  registration = await serviceWorker.register("worker.js");
  registration.addEventListener("updatefound", () => {
    registration.installing.addEventListener("statechange", takeNewVersion);
  });
  takeNewVersion();
}

function takeNewVersion() {
  if (!session) registration?.waiting?.postMessage("take over");
}

// Today again, when another day began.
function redrawToday() {
  if (shownDay !== learner.moment.day && view.querySelector(".today > h1")) showView();
}

function handleKey({ key }) {
  const isAside = [document.body, view].includes(document.activeElement);
  if (session || !isAside || document.querySelector("dialog[open]")) return;
  if (key === "Enter") view.querySelector(".today .primary")?.click();
  else if (key === "u") view.querySelector('.today [data-press="u"]')?.click();
}

async function start() {
  const showNight = () => root.classList.toggle("nightMode", dark.matches);
  showNight();
  dark.addEventListener("change", showNight);
  addEventListener("unhandledrejection", ({ reason }) => showError(reason));
  drawFrame();
  if (course.is_author) showView();
  else if (await claimTab({ signal: AbortSignal.timeout(CLAIM_MS) })) await open();
  else showOtherTab();
}

async function open() {
  await learner.open();
  document.addEventListener("keydown", handleKey);
  document.addEventListener("visibilitychange", redrawToday);
  setInterval(redrawToday, 20e3);
  addEventListener("popstate", showView);
  showView();
  keepOffline().catch(() => {}); // the page works without it
}

run(start);
