// Each lesson can be finished by clicking what it points at, and by keyboard alone; other moves are refused politely.
import assert from "node:assert/strict";
import { PATIENCE, done, games, open } from "./helpers.mjs";

const DONE = ".lesson a.button";
const begin = async (game, settings = {}) => {
  const page = await open(`/learn/${game}`, { settings });
  await page.waitForSelector(".lesson");
  await page.waitForSelector("button.choice, .board .lit");
  return page;
};
const led = (page) => page.evaluate(() => document.querySelectorAll("[data-guide]").length);
const stepOf = (page) => page.evaluate(() => document.querySelector(".lesson .hint")?.textContent ?? "");

/** What a lesson must come to: the first success, and where there is one, the first crisis. */
const COMES_TO = {
  buffet_boss: /It fell on the table\. Save it/,
  burger_war: /Use it: nobody robs you now/,
  burger_up: /fulfils the order/,
  jom_burger: /right column is open/,
  burger_boss: /take the money/,
};

/** Makes moves until the lesson says that it is done; `act` makes one attempt. */
const through = async (page, act) => {
  const steps = new Set();
  for (let idle = Date.now(); !(await page.$(DONE)); await page.waitForTimeout(60)) {
    assert.ok(Date.now() - idle < PATIENCE, `stuck at ${[...steps].at(-1)}: ${await page.textContent(".side")}`);
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
  /* On a phone what is pointed at is scrolled into view, and then the page stays where the player moves it. */
  async lesson_scrolls() {
    const page = await open("/learn/buffet_boss", { width: 390, height: 844, mobile: true });
    await page.waitForSelector(".lesson");
    while (await page.$("text=/^Next$/ >> visible=true")) await page.click(".lesson button.main");
    const visible = () => {
      const [ring, bar, side] = [".ring", ".bar", ".side"].map((x) =>
        document.querySelector(x)?.getBoundingClientRect(),
      );
      return ring && ring.top >= bar.bottom && ring.bottom <= side.top;
    };
    for (let idle = Date.now(); !/let go/.test(await page.textContent(".lesson")); await page.waitForTimeout(60)) {
      assert.ok(Date.now() - idle < PATIENCE, await page.textContent(".lesson"));
      await page.evaluate(() => document.querySelector(".board [data-guide]:not([aria-pressed='true'])")?.click());
    }
    await page.waitForFunction(visible);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(400);
    assert.equal(await page.evaluate(visible), false, "it is below at the top of the page");
    assert.equal(await page.evaluate(() => scrollY), 0);
    await done(page);
  },
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
        const said = [];
        const steps = await through(page, async () => {
          said.push(await page.textContent(".lesson").catch(() => ""));
          // beyond the rim of the plate
          if (/Drop it on purpose/.test(said.at(-1)))
            for (let i = 0; i < 15; i++) await page.locator(".buffet .mine").press("ArrowRight");
          const thing =
            (await page.$(".board [data-guide]:not([aria-pressed='true'])")) ??
            ((await led(page)) ? null : await page.$("button.choice:not([aria-disabled='true'])"));
          await thing?.click({ timeout: 700 }).catch(() => undefined);
          return thing;
        });
        assert.ok(
          !COMES_TO[game] || said.some((text) => COMES_TO[game].test(text)),
          `the lesson comes to its point: ${said.at(-1)}`,
        );
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
