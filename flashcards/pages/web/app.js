// The page: which view is shown, by day or night, and where answers are kept.

import { course, say } from "./words.js";
import { closeDialogs, closeMenus, el, icon } from "./dom.js";
import { Learner } from "./learner.js";
import { Sitting, drawToday, drawEnd } from "./study.js";
import { Browser, readState } from "./browse.js";
import { drawProgress } from "./progress.js";
import { drawSettings } from "./settings.js";

const root = document.getElementById("app");
const dark = matchMedia("(prefers-color-scheme: dark)");
const [lang] = course.languages;
const cards = course.cards.filter((card) => card.lang === lang);
const learner = new Learner(cards, lang);
let sitting, browser, offline; // while there is one

const VIEWS = course.is_author
  ? { browse: { name: "web_browse", draw: showBrowser } }
  : {
      today: { name: "web_today", draw: showToday },
      browse: { name: "web_browse", draw: showBrowser },
      progress: { name: "web_progress", draw: () => drawProgress(learner, view) },
      settings: { name: "web_settings", draw: showSettings },
    };

const view = el("main", { id: "view", tabindex: "-1" });

// By day or night: as the address says, else as the system has it.
function isNight() {
  const chosen = readState().get("night");
  return chosen ? chosen === "1" : dark.matches;
}

function showNight() {
  document.documentElement.classList.toggle("nightMode", isNight());
  if (browser) browser.showNight();
}

// What the address is to say of the night from now on.
function toggleNight() {
  const on = !isNight();
  document.documentElement.classList.toggle("nightMode", on);
  return on === dark.matches ? "" : on ? "1" : "0";
}

function showSettings() {
  return drawSettings(learner, view, showSettings);
}

function showBrowser() {
  browser = new Browser(view, learner, toggleNight);
}

function warnUnkept() {
  return learner.store ? null : el("p.warning", { role: "alert" }, say("web_nothing_kept"));
}

function showToday() {
  setSitting(false);
  takeNewVersion();
  drawToday(learner, view, beginSitting, warnUnkept());
}

function setSitting(on) {
  const { classList, dataset } = document.documentElement;
  classList.toggle("in-sitting", on);
  if (on && !history.state) history.pushState("sitting", "", `#${dataset.view}`);
}

// Back in the browser leads from a sitting to today, another address to its view.
function leaveByAddress() {
  const isBack = findView() === document.documentElement.dataset.view;
  if (sitting) sitting.end(() => goTo(isBack ? "today" : findView()));
}

function goTo(name) {
  sitting = null;
  setSitting(false);
  if (findView() !== name) history.replaceState(null, "", `#${name}`);
  showView();
}

function beginSitting(plan) {
  setSitting(true);
  sitting = new Sitting(learner, view, plan, (answers) => {
    sitting = null;
    setSitting(false);
    if (answers.length) drawEnd(learner, view, beginSitting, showToday);
    else showToday();
  });
  sitting.run(() => sitting.next());
}

function drawFrame() {
  const links = Object.entries(VIEWS).map(([name, { name: word }]) =>
    el("a", { href: `#${name}`, "data-view": name }, icon(name), el("span", say(word))),
  );
  const nav = links.length > 1 ? el("nav", { "aria-label": say("web_views") }, links) : null;
  const link = { href: course.home, rel: "noopener noreferrer" };
  const home = course.home ? [" · ", el("a", link, say("web_home"))] : [];
  const made = [course.author, course.licence].join(" · ");
  root.replaceChildren(
    nav ? el("header.top", el("p.course", course.title), nav) : "",
    view,
    el("footer.about-course", made, home, ` · ptquiz ${course.version}`),
  );
}

function findView() {
  const name = location.hash.slice(1).split("?")[0].replace("data", "settings"); // as it was called
  return name in VIEWS ? name : Object.keys(VIEWS)[0];
}

function showView() {
  const name = findView();
  for (const link of root.querySelectorAll("[data-view]"))
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  document.documentElement.dataset.view = name;
  browser = null;
  closeDialogs();
  VIEWS[name].draw();
}

function isFree() {
  return !sitting && !document.documentElement.classList.contains("in-sitting");
}

// A new version takes over between two sittings, never in the middle of a card.
async function keepOffline() {
  if (!course.files["manifest.webmanifest"] || !navigator.serviceWorker || !isSecureContext) return;
  const hadWorker = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (hadWorker && isFree()) location.reload();
  });
  try {
    offline = await navigator.serviceWorker.register("worker.js");
    offline.addEventListener("updatefound", () => {
      offline.installing.addEventListener("statechange", takeNewVersion);
    });
    takeNewVersion();
  } catch {
    // the page works without it
  }
}

function takeNewVersion() {
  if (offline && offline.waiting && isFree()) offline.waiting.postMessage("take over");
}

function listen() {
  new MutationObserver(() => scrollTo(0, 0)).observe(view, { childList: true }); // a new view
  dark.addEventListener("change", showNight);
  document.addEventListener("click", closeMenus, true);
  document.addEventListener("keydown", (event) => {
    const isAside = [document.body, view].includes(document.activeElement);
    const main = view.querySelector(".today .primary");
    if (browser) browser.handleKey(event);
    else if (event.key === "Enter" && isAside && main && !sitting) main.click();
  });
  addEventListener("beforeprint", () => browser && browser.drawAll());
  addEventListener("popstate", leaveByAddress);
  addEventListener("hashchange", () => {
    if (isFree() && findView() !== document.documentElement.dataset.view) showView();
  });
}

async function start() {
  const opened = course.is_author ? null : learner.open();
  showNight();
  drawFrame();
  await opened;
  learner.onChange = () => {
    if (sitting) sitting.refresh();
    else if (isFree() && findView() === "today") showView();
  };
  listen();
  showView();
  if (!course.is_author) keepOffline();
}

start();
