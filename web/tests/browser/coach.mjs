// The coach in the browser: puzzles are asked and explained; the daily deal is played, reviewed, trained and counted.
import assert from "node:assert/strict";
import { axeCheck, calm, done, open, openSheet, playByList } from "./helpers.mjs";

const LONG = { timeout: 600000 }; // a review plays every position on many times
const PHONE = { width: 390, height: 844, mobile: true };
/** Somebody who takes pictures may have a look at each page. */
export const look = { at: async () => undefined };

export const coachTests = {
  async coach_puzzle() {
    for (const [how, name] of [
      [{}, "wide"],
      [{ ...PHONE, settings: { lang: "zh" } }, "phone-zh"],
    ]) {
      const page = await open("/puzzles/burger_war", how);
      await page.waitForSelector("a[href^='/puzzle/']");
      await axeCheck(page, "puzzles");
      await look.at(page, `puzzles-${name}`);
      await page.locator("a[href^='/puzzle/']").first().click();
      await page.waitForSelector(".frame .board > *");
      await openSheet(page);
      await look.at(page, `puzzle-${name}`);
      await page.locator("button.choice:not([aria-disabled='true'])").first().click();
      await page.waitForSelector(".verdict .head");
      if (!(await page.$(".verdict details"))) {
        // a wrong first answer gets a second try, and nothing is given away
        assert.equal(await page.locator(".verdict .row").count(), 0);
        await openSheet(page);
        await page.locator("button.choice:not([aria-disabled='true'])").first().click();
      }
      await page.click(".verdict summary");
      await page.waitForSelector(".verdict ol.list li");
      assert.equal(await page.locator(".tall .side.opened").count(), 0, "nothing covers what came of the answer");
      assert.doesNotMatch(await page.textContent(".frame"), /\bP\d\b/, "players are numbered in words");
      assert.ok(await page.locator(".verdict .row a, .verdict .row button").count(), "one more, or the same again");
      await axeCheck(page, "a puzzle with its explanation");
      await look.at(page, `puzzle-told-${name}`);
      await done(page);
    }
  },
  async coach_daily_review_and_trainer() {
    for (const [how, name] of [
      [{}, "wide"],
      [{ ...PHONE, settings: { lang: "zh" } }, "phone-zh"],
    ]) {
      const page = await open("/daily/jom_burger", how);
      await page.locator("[data-game='jom_burger'] button.main").click();
      await page.waitForSelector(".frame .board > *");
      await page.waitForSelector(".bar .tag");
      await page.keyboard.press("h"); // there are no hints in a deal that is the same for everybody
      await playByList(page);
      assert.equal(await page.locator(".hintbox").count(), 0);
      await page.waitForSelector("dialog .note");
      await calm(page);
      await look.at(page, `end-${name}`);
      await page.locator("dialog[open] a[href^='/review/']").click();
      await page.waitForSelector("p.verdict", LONG);
      const story = await page.textContent(".story");
      assert.doesNotMatch(story, /%|[+−]\d|\d{3}(?<!100)/, `the story is told in words: ${story}`);
      assert.equal(await page.locator(".turns h3, .card h3 >> text=/\\d%/").count(), 0);
      assert.equal(await page.locator("tbody tr").count(), await page.locator("tbody th").count());
      assert.equal(await page.locator("figure circle").count(), 3 * (await page.locator("tbody tr").count()));
      for (const row of await page.locator("tbody tr").all()) {
        const [start, luck, skill, others, result] = (await row.locator("td.num").allTextContents()).map((said) =>
          Number(said.trim().replace("−", "-").replace(/[+±%]/g, "")),
        );
        assert.ok(Math.abs(start + luck + skill + others - result) <= 2.5, "the books balance, to rounding");
      }
      await page.locator("button[aria-expanded]").last().click();
      await page.waitForSelector("ol.all li");
      await axeCheck(page, "a review");
      await page.locator("button[aria-expanded='true']").last().click();
      await look.at(page, `review-${name}`);
      const train = page.locator("a[href^='/train/']");
      if (await train.count()) {
        const back = page.url();
        await train.click();
        await page.waitForSelector(".frame .board > *");
        await openSheet(page);
        await page.locator("button.choice:not([aria-disabled='true'])").first().click();
        await page.waitForSelector(".verdict .good, .verdict .bad");
        await look.at(page, `train-${name}`);
        await page.goto(back);
      }
      await page.goto(new URL("/daily/jom_burger", page.url()).href);
      // the name was asked before the deal, and is not asked again
      await page.locator("[data-game='jom_burger'] .button.small.main").click();
      await page.waitForSelector("ol li >> text=Guest");
      await axeCheck(page, "the daily deal");
      await look.at(page, `daily-${name}`);
      await done(page);
    }
  },
};
