// A learner in Firefox: node study_in_firefox.mjs ADDRESS FIREFOX PROFILE ANSWERS; prints what became of it.
// ANSWERS: what is picked, typed, paired or put in order for a key, as `[right, half, wrong]`.
import puppeteer from "puppeteer-core";

const [address, executablePath, userDataDir, given, passes] = process.argv.slice(2);
const answers = JSON.parse(given);
const HOWS = ["right", "half", "wrong"];
const errors = [];

function launch(more = {}) {
  return puppeteer.launch({ browser: "firefox", executablePath, headless: true, ...more });
}

async function open(context, prepare = null) {
  const page = await context.newPage();
  await page.setViewport({ width: 390, height: 800 });
  page.setDefaultTimeout(60e3);
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (told) => told.type() === "error" && errors.push(told.text()));
  if (prepare) await page.evaluateOnNewDocument(prepare);
  await visit(page);
  return page;
}

async function visit(page, view = "today") {
  await page.goto("about:blank");
  await page.goto(`${address}#${view}`);
  await page.waitForSelector("#view > *");
}

function listRows(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open("ptquiz forms");
        request.onsuccess = () => {
          const all = request.result.transaction("answers").objectStore("answers").getAll();
          all.onsuccess = () => {
            request.result.close();
            resolve(all.result);
          };
        };
      }),
  );
}

// Numbers the buttons that answer what is asked; its key, how many there are, and what is typed.
function markAnswer(all, at) {
  const key = document.querySelector(".desk .pq").dataset.card.split("/").slice(2).join("/");
  const answer = (all[key.split(" ")[0]] || [])[at];
  const read = (element) => element.textContent.trim().replace(/^\d(?=[a-z])/, "");
  const find = (selector) => [...document.querySelectorAll(`.desk .front ${selector}`)];
  const cells = find(".cells > li").map(read);
  const pairs = find(".pairs > li").flatMap((row) => {
    const cell = answer[read(row.querySelector(".thing"))];
    return cell ? [row.querySelectorAll("button")[cells.indexOf(cell)]] : [];
  });
  const picks = find(".pick");
  const names = Array.isArray(answer) ? answer : [];
  const buttons = [...pairs, ...names.map((name) => picks.find((each) => read(each) === name))];
  buttons.forEach((button, n) => button.setAttribute("data-go", n));
  const typed = document.querySelector(".desk #typeans") ? answer : "";
  return { key: key.split(" ")[0], count: buttons.length, typed };
}

async function press(page, selector, hand) {
  const center = (element) => element.scrollIntoView({ block: "center", behavior: "instant" });
  await page.$eval(selector, center);
  if (hand === "mouse") await page.click(selector);
  else if (hand === "touch") await page.tap(selector);
  else {
    await page.focus(selector);
    await page.keyboard.press(" ");
  }
}

// Presses what shows another side, and waits for that.
async function turn(page, selector, hand) {
  await page.evaluate(() => document.querySelector(".desk .pq")?.setAttribute("data-seen", ""));
  await press(page, selector, hand);
  try {
    await page.waitForFunction(() => !document.querySelector(".desk .pq[data-seen]"));
  } catch (error) {
    const shown = await page.$eval(".sitting", (sitting) => sitting.innerText);
    throw new Error(`${hand} on ${selector} did nothing at: ${shown}`, { cause: error });
  }
}

async function begin(page, hand = "mouse") {
  await page.waitForSelector(".begin");
  await press(page, ".begin", hand);
  await page.waitForSelector(".desk .front");
}

// Answers what is asked, the first time like this, and stays at its verdict.
async function answer(page, how, hand, seen = new Set()) {
  const card = await page.$eval(".desk .pq", (side) => side.dataset.card);
  const at = seen.has(card) ? 0 : HOWS.indexOf(how);
  const { count, typed } = await page.evaluate(markAnswer, answers, at);
  for (let n = 0; n < count; n += 1) await press(page, `[data-go="${n}"]`, hand);
  if (typed) await page.type("#typeans", typed);
  seen.add(card);
  await turn(page, ".actions .primary", hand);
  return card;
}

async function goOn(page, hand = "mouse") {
  await turn(page, (await page.$(".rating3")) ? ".rating3" : ".actions .primary", hand);
}

async function study(page, how, hand) {
  const seen = new Set();
  await begin(page, hand);
  while (await page.$(".desk .pq")) {
    await answer(page, how, hand, seen);
    await goOn(page, hand);
  }
}

// Every form, today and tomorrow.
async function studyTwoDays(browser, how, hand) {
  const context = await browser.createBrowserContext();
  const page = await open(context);
  await study(page, how, hand);
  await page.evaluateOnNewDocument(() => {
    const now = Date.now;
    Date.now = () => now() + 864e5;
  });
  await visit(page);
  await study(page, how, hand);
  const rows = await listRows(page);
  await context.close();
  return rows;
}

// Goes on until the verdict of a card that is graded is shown.
async function answerGraded(page) {
  for (;;) {
    await answer(page, "right", "mouse");
    if (!(await page.$(".rating3"))) return;
    await goOn(page);
  }
}

// Answers, then the page is loaded again, its tab is closed, its process is killed.
async function lose() {
  const found = {};
  let browser = await launch({ userDataDir });
  let page = await open(browser);
  for (const way of ["reload", "close", "kill"]) {
    await begin(page);
    await answerGraded(page);
    const before = (await listRows(page)).length;
    if (way === "reload") await page.reload();
    if (way === "close") {
      await page.close();
      page = await open(browser);
    }
    if (way === "kill") {
      browser.process().kill("SIGKILL");
      browser = await launch({ userDataDir });
      page = await open(browser);
    }
    found[way] = [before, (await listRows(page)).length];
  }
  await browser.close();
  return found;
}

// The same card in two tabs; who is second gets another one.
async function studyInTabs(browser) {
  const context = await browser.createBrowserContext();
  const [first, second] = [await open(context), await open(context)];
  await begin(first);
  await begin(second);
  const card = await first.$eval(".desk .pq", (side) => side.dataset.card);
  await answer(second, "right", "mouse");
  if (await second.$(".rating3")) await goOn(second);
  await first.waitForFunction(
    (name) => document.querySelector(".desk .pq").dataset.card !== name,
    {},
    card,
  );
  await answer(first, "right", "mouse");
  if (await first.$(".rating3")) await goOn(first);
  const rows = await listRows(first);
  await context.close();
  return rows;
}

async function studyUnkept(browser) {
  const context = await browser.createBrowserContext();
  const page = await open(context, () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("no", "SecurityError");
    };
  });
  const told = await page.$eval(".warning", (warning) => warning.textContent);
  await context.close();
  return told;
}

async function listViews(browser) {
  const page = await open(browser);
  const found = [];
  for (const view of ["browse", "progress", "settings"]) {
    await visit(page, view);
    await page.waitForSelector(`[data-view="${view}"][aria-current]`);
    await page.waitForSelector("#view h1");
    found.push(await page.$eval("#view h1", (heading) => heading.textContent));
  }
  return found;
}

const browser = await launch();
const studied = {};
for (const [hand, how] of JSON.parse(passes))
  studied[`${hand} ${how}`] = await studyTwoDays(browser, how, hand);
const tabs = await studyInTabs(browser);
const refused = await studyUnkept(browser);
const views = await listViews(browser);
await browser.close();
const lost = await lose();
console.log(JSON.stringify({ studied, tabs, refused, views, lost, errors }));
