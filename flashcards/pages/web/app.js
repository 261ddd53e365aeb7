// The page: which view is shown, by day or night, and what stands there when something failed.

import { course, say } from "./words.js";
import { button, el, icon, keys, saveAnswers } from "./dom.js";
import { Learner } from "./learner.js";
import { planToday } from "./plan.js";
import { Session } from "./study.js";
import { drawToday, drawEnd } from "./today.js";
import { Browser } from "./browse.js";
import { drawProgress } from "./progress.js";
import { drawSettings } from "./settings.js";

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
const learner = new Learner();
const view = el("main", { id: "view", tabindex: "-1" }, el("p.loading", say("web_loading")));
let session; // while there is one
let shownDay;

const showBrowse = () => new Browser(learner, view, study).show();
const VIEWS = course.is_author
  ? { browse: showBrowse }
  : {
      today: () => drawToday(learner, view, study),
      browse: showBrowse,
      progress: () => drawProgress(learner, view),
      settings: () => drawSettings(learner, view),
    };

function drawFrame() {
  const links = Object.keys(VIEWS).map((name) =>
    el("a", { href: `#${name}`, "data-view": name }, icon(name), el("span", say(`web_${name}`))),
  );
  const nav = el("nav", { "aria-label": say("web_views") }, links);
  const home = course.home ? [" · ", el("a", { href: course.home }, say("web_home"))] : [];
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
  for (const link of document.querySelectorAll("a[data-view]"))
    link.setAttribute("aria-current", link.dataset.view === name ? "page" : "false");
  root.dataset.view = name;
  shownDay = learner.moment.day;
  scrollTo(0, 0);
  try {
    VIEWS[name]();
  } catch (error) {
    showError(error);
  }
}

// What is there when something failed that nothing else tells of: the answers can be saved.
function showError(error) {
  console.error(error);
  closeSession();
  const hero = el(
    "div.hero",
    el("h1.done", { role: "alert" }, say("web_failed")),
    el("p.time", String(error?.message ?? error)),
    button("primary", () => location.reload(), say("web_try_again")),
    button("plain", () => saveAnswers(learner), say("web_save")),
  );
  view.replaceChildren(el("section.today", hero));
}

// Asks the cards that were chosen in a view, and leads back there, or today's.
function study(chosen) {
  const home = (chosen && location.hash) || "#today";
  const plan = chosen ?? planToday(learner).plan;
  history.pushState(null, "", "#study");
  openSession(new Session(learner, view, plan, () => endSession(home)));
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
  session = null;
  root.classList.remove("in-session");
}

function endSession(home) {
  const ended = session;
  history.replaceState(null, "", home);
  showView();
  if (!ended.answers.length) return;
  const undo = () => {
    openSession(ended);
    ended.run(() => ended.undo());
  };
  drawEnd(learner, view, { begin: study, goHome: showView, undo });
}

// The page works without a network; a new version waits until the page is open in no tab.
function keepOffline() {
  const { serviceWorker } = navigator;
  if (course.files["manifest.webmanifest"] && serviceWorker && isSecureContext)
    serviceWorker.register("worker.js").catch(() => {}); // the page works without it
}

// Today again, when another tab kept something.
function redrawToday() {
  if (view.querySelector(".today > h1")) showView();
}

function handleKey(event) {
  const { key, target } = event;
  session?.handleKey(event);
  if (event.defaultPrevented) return;
  if (key === "?" && !target.matches("input, textarea"))
    return keys.open ? keys.close() : keys.showModal();
  const isAside = [document.body, view].includes(document.activeElement);
  if (session || !isAside) return;
  if (key === "Enter") view.querySelector(".today .primary")?.click();
  else if (key === "u") view.querySelector('.today [data-press="u"]')?.click();
}

async function start() {
  const showNight = () => root.classList.toggle("nightMode", dark.matches);
  showNight();
  dark.addEventListener("change", showNight);
  addEventListener("unhandledrejection", ({ reason }) => showError(reason));
  drawFrame();
  if (course.is_author) return showView();
  await learner.open(redrawToday);
  document.addEventListener("keydown", handleKey, true); // before a card's own
  const checkDay = () => shownDay !== learner.moment.day && redrawToday();
  document.addEventListener("visibilitychange", checkDay);
  setInterval(checkDay, 20e3);
  addEventListener("popstate", showView);
  showView();
  keepOffline();
}

start();
