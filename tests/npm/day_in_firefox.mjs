// Studies a day in Firefox: node day_in_firefox.mjs ADDRESS FIREFOX CARDS; prints what was asked.
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const [address, executablePath, count] = process.argv.slice(2);
const script = readFileSync(new URL("../helpers/study_day.js", import.meta.url), "utf-8");
const errors = [];
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath,
  headless: true,
  protocolTimeout: 900_000,
});
const page = await browser.newPage();
await page.setViewport({ width: 390, height: 800 });
page.on("pageerror", (error) => errors.push(String(error)));
page.on("console", (told) => told.type() === "error" && errors.push(told.text()));
await page.goto(address);
await page.waitForSelector("#view > *");
const seen = await page.evaluate(`(() => { ${script} return studyDay(${Number(count)}); })()`);
console.log(JSON.stringify({ seen, errors }));
await browser.close();
