// A learner in Firefox: node study_in_firefox.mjs ADDRESS FIREFOX PROFILE ANSWERS; prints what
// became of it. ANSWERS has by key what is picked, typed or put in order: right, half, wrong.
import puppeteer from "puppeteer-core";

const [address, executablePath, userDataDir, given] = process.argv.slice(2);
const answers = JSON.parse(given);
const errors = [];

function launch(more = {}) {
  return puppeteer.launch({ browser: "firefox", executablePath, headless: true, ...more });
}

async function open(context) {
  const page = await context.newPage();
  await page.setViewport({ width: 390, height: 800 });
  page.setDefaultTimeout(60e3);
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await visit(page);
  return page;
}

async function visit(page, view = "today") {
  await page.goto("about:blank");
  await page.goto(`${address}#${view}`);
  await page.waitForSelector("#view > :not(.loading)");
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

// Numbers the buttons that answer what is asked; how many there are, and what is typed.
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
  const picks = find(".pick").filter((pick) => !pick.closest("details:not([open])"));
  const names = Array.isArray(answer) ? answer : [];
  const wished = names.flatMap((name) => picks.find((pick) => read(pick) === name) ?? []);
  const buttons = [...pairs, ...wished];
  buttons.forEach((button, n) => button.setAttribute("data-go", n));
  return { count: buttons.length, typed: find("#typeans").length ? answer : "" };
}

async function click(page, selector) {
  await page.$eval(selector, (element) => element.scrollIntoView({ block: "center" }));
  await page.click(selector);
}

// Presses what shows another side, and waits for that.
async function turn(page, selector) {
  await page.evaluate(() => document.querySelector(".desk .pq")?.setAttribute("data-seen", ""));
  await click(page, selector);
  await page.waitForFunction(() => !document.querySelector(".desk .pq[data-seen]"));
}

async function begin(page) {
  await page.waitForSelector(".begin");
  await click(page, ".begin");
  await page.waitForSelector(".desk .front");
}

// Answers what is asked, the first time half right, and stays at its verdict.
async function answer(page, seen) {
  const card = await page.$eval(".desk .pq", (side) => side.dataset.card);
  const isBare = await page.$('[data-press="c"]');
  if (isBare && card.includes("one")) await page.keyboard.press("c"); // shows its choices
  const { count, typed } = await page.evaluate(markAnswer, answers, seen.has(card) ? 0 : 1);
  for (let n = 0; n < count; n += 1) await click(page, `[data-go="${n}"]`);
  if (typed) await page.type("#typeans", typed);
  seen.add(card);
  await turn(page, ".actions .primary");
}

async function goOn(page) {
  await turn(page, (await page.$(".rating3")) ? ".rating3" : ".actions .primary");
}

async function study(page) {
  const seen = new Set();
  await begin(page);
  while (await page.$(".desk .pq")) {
    await answer(page, seen);
    await goOn(page);
  }
}

// Every form, today and in three weeks.
async function studyTwoDays(browser) {
  const page = await open(await browser.createBrowserContext());
  await study(page);
  await page.evaluateOnNewDocument(() => {
    const now = Date.now;
    Date.now = () => now() + 20 * 864e5;
  });
  await visit(page);
  await study(page);
  const rows = await listRows(page);
  const views = [];
  for (const view of ["browse", "progress", "settings"]) {
    await visit(page, view);
    await page.waitForSelector("#view h1");
    views.push(await page.$eval("#view h1", (heading) => heading.textContent));
  }
  return { rows, views };
}

// Answers until the verdict of a card that is graded is shown, and kills the browser.
async function lose() {
  let browser = await launch({ userDataDir });
  const page = await open(browser);
  await begin(page);
  await answer(page, new Set());
  while (await page.$(".rating3")) {
    await goOn(page);
    await answer(page, new Set());
  }
  const before = (await listRows(page)).length;
  browser.process().kill("SIGKILL");
  browser = await launch({ userDataDir });
  const after = (await listRows(await open(browser))).length;
  await browser.close();
  return [before, after];
}

const browser = await launch();
const studied = await studyTwoDays(browser);
await browser.close();
console.log(JSON.stringify({ ...studied, lost: await lose(), errors }));
