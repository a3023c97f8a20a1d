// Each lesson can be finished by clicking what it points at, and by keyboard alone; other moves are refused politely.
import assert from "node:assert/strict";
import { done, games, open } from "./helpers.mjs";

const DONE = ".lesson a.button";
const begin = async (game, settings = {}) => {
  const page = await open(`/learn/${game}`, { settings });
  await page.waitForSelector(".lesson", { timeout: 20000 });
  await page.waitForSelector("button.choice, .board .lit", { timeout: 20000 });
  return page;
};
const led = (page) => page.evaluate(() => document.querySelectorAll("[data-guide]").length);
const stepOf = (page) => page.evaluate(() => document.querySelector(".lesson .hint")?.textContent ?? "");

/** Makes moves until the lesson says that it is done; `act` makes one attempt. */
const through = async (page, act) => {
  const steps = new Set();
  for (let idle = Date.now(); !(await page.$(DONE)); await page.waitForTimeout(60)) {
    assert.ok(Date.now() - idle < 25000, `stuck at ${[...steps].at(-1)}: ${await page.textContent(".side")}`);
    const before = await page.evaluate(() => document.querySelector(".frame").innerHTML);
    const step = await stepOf(page);
    if ((await act()) && step) steps.add(step);
    await page.waitForTimeout(60);
    if (before !== (await page.evaluate(() => document.querySelector(".frame").innerHTML))) idle = Date.now();
  }
  assert.equal(await page.$("dialog[open]"), null, "the lesson ends before the game does");
  return steps.size;
};

export const lessonTests = {
  ...Object.fromEntries(
    games.map((game) => [
      `lesson_clicks_${game}`,
      async () => {
        const page = await begin(game);
        while (await page.$("text=/^Next$/ >> visible=true")) await page.click(".lesson button.main");
        await page.waitForSelector("[data-guide]");
        const other = await page.$("button.choice:not([data-guide]):not([aria-disabled='true'])");
        if (other) {
          await other.click();
          await page.waitForSelector(".explanation >> text=That comes later");
          await page.click(".explanation .offers button");
        }
        const steps = await through(page, async () => {
          const thing =
            (await page.$(".board [data-guide]:not([aria-pressed='true'])")) ??
            ((await led(page)) ? null : await page.$("button.choice:not([aria-disabled='true'])"));
          await thing?.click({ timeout: 700 }).catch(() => undefined);
          return thing;
        });
        console.log(`  ${game}: ${steps} steps by clicks`);
        await done(page);
      },
    ]),
  ),
  ...Object.fromEntries(
    games.map((game) => [
      `lesson_keys_${game}`,
      async () => {
        const page = await begin(game, { lang: "zh" });
        const tabTo = async (selector) => {
          for (let i = 0; i < 160; i++) {
            if (await page.evaluate((s) => !!document.activeElement?.matches(s), selector)) return true;
            await page.keyboard.press("Tab");
          }
          return false;
        };
        while (await page.$(".lesson .hint + button.main, .lesson .hint ~ button.main")) {
          assert.ok(await tabTo(".lesson button.main"));
          await page.keyboard.press("Enter");
          await page.waitForTimeout(30);
        }
        const steps = await through(page, async () => {
          const wanted = (await led(page)) ? "button.choice[data-guide]" : "button.choice:not([aria-disabled='true'])";
          if (!(await page.$(wanted)) || !(await tabTo(wanted))) return false;
          await page.keyboard.press("Enter");
          return true;
        });
        console.log(`  ${game}: ${steps} steps by keyboard, in Chinese`);
        await done(page);
      },
    ]),
  ),
};
