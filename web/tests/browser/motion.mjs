// What others do can be followed: pieces travel one after another, what changed stays marked, and nobody has to wait.
import assert from "node:assert/strict";
import { bots, calm, done, holdTimers, playByList, releaseTimers, sitDown } from "./helpers.mjs";

const FREE = "button.choice:not([aria-disabled='true'])";
const CHANGED = ".board [data-changed]";
const sit = async (settings, game = "burger_up", places = bots(3)) => {
  const { page } = await sitDown({ game, places, start: true, practice: "motion" }, { settings });
  await page.waitForSelector(`.frame .board > :not(.sky), .hot`);
  return page;
};
/** Keeps what flies and how the versions follow each other. */
const watch = (page) =>
  page.evaluate(() => {
    window.flown = 0;
    window.most = 0;
    const sky = document.querySelector(".sky");
    new MutationObserver(() => {
      window.most = Math.max(window.most, sky.childElementCount);
      if (sky.childElementCount) window.flown++;
    }).observe(sky, { childList: true });
  });
const END = "button.choice:is([data-move^='end'], [data-move^='cleanup']):not([aria-disabled='true'])";
/** Plays on until others have acted: only they leave marks, and an own decision wipes them away. */
const endTurn = async (page) => {
  await page.waitForSelector(FREE);
  for (let n = 0; n < 60; n++) {
    await ((await page.$(END)) ?? (await page.$(FREE)))?.click({ timeout: 2000 }).catch(() => undefined);
    await page.waitForFunction((free) => !document.querySelector(free), FREE, { timeout: 1500 }).catch(() => null);
    await page.waitForSelector(`${FREE}, ${CHANGED}`, { state: "attached" });
    if (await page.$(CHANGED)) return;
  }
  assert.fail("the turn never ended");
};

export const motionTests = {
  async motion_travels() {
    const page = await sit({ motion: "full", pace: "brisk" });
    await watch(page);
    await endTurn(page);
    await page.waitForFunction(() => window.flown > 2);
    await page.waitForSelector(CHANGED, { state: "attached" });
    await page.waitForSelector(FREE);
    assert.ok(await page.locator(CHANGED).count(), "what changed stays marked in the own turn");
    await page.click(FREE);
    await page.waitForFunction(() => !document.querySelector(".sky").childElementCount);
    await done(page);
  },
  async motion_skip() {
    const page = await sit({ motion: "full", pace: "calm" });
    const last = "button.choice[data-move='end']"; // the last decision of a turn
    for (let n = 0; n < 60 && !(await page.$(last)); n++) {
      await playByList(page, { stop: (made) => made > 0 });
      await page.waitForSelector(FREE);
    }
    /* each step of others is shown until its time is over, which never comes: two of them are enough to be behind */
    await holdTimers(page);
    await page.click(last);
    await page.waitForSelector(".ask .button");
    await page.waitForSelector(".beside .log li"); // what others do stands beside the board
    await page.focus(".board");
    await page.keyboard.press("Space"); // once is enough
    await page.waitForSelector(FREE);
    await releaseTimers(page);
    assert.equal(await page.locator(".ask .button").count(), 0, "nobody is behind any more");
    await page.waitForSelector(".flying", { state: "detached" }); // what was skipped has landed
    await page.selectOption("select.pace", "instant");
    await endTurn(page);
    await page.waitForSelector(FREE);
    assert.equal(await page.locator(".flying").count(), 0, "nothing travels at instant speed");
    await done(page);
  },
  async motion_rests() {
    /* What rises under the pointer must not fall when the pointer is at its lower edge. */
    const page = await sit({ motion: "full", pace: "instant" }, "burger_war");
    await page.waitForSelector(FREE);
    for (const selector of ["button.choice", ".board .card.lit", ".bar .button"]) {
      const thing = page.locator(selector).first();
      if (!(await thing.count())) continue;
      const box = await thing.boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height - 0.4);
      await calm(page);
      const places = await thing.evaluate(async (node) => {
        const seen = new Set();
        for (let n = 0; n < 12; n++) {
          await new Promise(requestAnimationFrame);
          seen.add(node.getBoundingClientRect().y);
        }
        return seen.size;
      });
      assert.equal(places, 1, `${selector} trembles`);
      await page.mouse.move(2, 2);
    }
    await done(page);
  },
  async motion_less() {
    const page = await sit({ motion: "less", pace: "brisk" });
    await watch(page);
    await endTurn(page);
    await page.waitForSelector(CHANGED, { state: "attached" });
    assert.equal(await page.evaluate(() => window.flown), 0, "marks without travel");
    await done(page);
  },
  async hot_seat_recap() {
    const page = await sit({}, "burger_war", [
      { kind: "me", name: "Ann" },
      { kind: "me", name: "Ben" },
    ]);
    let seen = 0;
    for (let n = 0; n < 30 && !seen; n++) {
      await page.waitForSelector(`${FREE}, button:has-text('Hand over'), .hot`);
      if (await page.$(".hot")) {
        await calm(page);
        await page.click(".hot button");
        await page.waitForSelector(".frame");
        seen = await page.locator(".recap li").count();
      } else if (await page.$("button:has-text('Hand over')")) {
        await page.waitForSelector(".board"); // the result is seen before the cover comes
        await page.click("button:has-text('Hand over')");
      } else await page.click(FREE).catch(() => undefined);
    }
    assert.ok(seen, "the next player is told what happened");
    await done(page);
  },
};
