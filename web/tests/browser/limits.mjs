// Clocks and the limits of the chat: shown while they run, and what happens at the end of them.
import assert from "node:assert/strict";
import { bots, done, makeTable, open, playByList, practice, still } from "./helpers.mjs";

const RUNNING = ".strip .asked .time";
const TURN = "button.choice:not([aria-disabled='true'])";
const seconds = async (page) => {
  const [m, s] = (await page.textContent(RUNNING)).split(":").map(Number);
  return m * 60 + s;
};

export const limitTests = {
  async clock_runs_out() {
    const page = await open("/settings");
    const made = await makeTable(page, {
      game: "jom_burger",
      places: bots(2),
      start: true,
      pace: "instant",
      clock: { kind: "fast" },
    });
    await page.goto(new URL(`/t/${made.table.id}`, page.url()).href);
    await page.waitForSelector("button.choice");
    await page.waitForSelector(RUNNING);
    const first = await seconds(page);
    assert.ok(first > 0 && first <= 75, `${first} s on a fast clock`);
    await page.waitForFunction(
      ([where, n]) => {
        const [m, s] = (document.querySelector(where)?.textContent ?? "99:00").split(":").map(Number);
        return m * 60 + s <= n - 3;
      },
      [RUNNING, first],
    );
    const before = await page.textContent(".snake");
    await page.keyboard.press("l");
    const lines = await page.locator(".log li").count();
    await page.waitForFunction((text) => document.querySelector(".snake").textContent !== text, before);
    assert.ok((await page.locator(".log li").count()) > lines, "a move was made when the time was up");
    await done(page);
  },
  async rescue_runs_out() {
    const page = await practice("buffet_boss");
    await page.evaluate((clock) => {
      new MutationObserver(() => {
        window.fell ||= !!document.querySelector(".rescue");
        window.clockSeen ||= !!document.querySelector(".rescue") && !!document.querySelector(clock);
      }).observe(document.body, { childList: true, subtree: true });
    }, RUNNING);
    const fell = () => page.evaluate(() => !!window.fell);
    for (let i = 0; i < 12 && !(await fell()); i++) {
      await playByList(page, { stop: (n) => n >= 1 });
      await page.waitForSelector(TURN);
      if (!(await page.$(".aiming"))) continue;
      await page.focus(".mine");
      for (let k = 0; k < 33; k++) await page.keyboard.press(i % 2 ? "ArrowRight" : "ArrowLeft");
      for (let k = 0; k < 8; k++) await page.keyboard.press("ArrowRight");
      const version = await page.getAttribute(".frame", "data-version");
      await page.keyboard.press("Enter");
      await page.waitForSelector(`.frame:not([data-version="${version}"])`);
      await page.waitForFunction((turn) => window.fell || document.querySelector(turn), TURN);
    }
    assert.ok(await fell(), "something fell");
    await page.waitForSelector(".rescue", { state: "detached" });
    assert.ok(await page.evaluate(() => window.clockSeen), "the time to save it is shown");
    await page.keyboard.press("l");
    await page.waitForSelector(".log >> text=/too late|left|lost|bin/i");
    await done(page);
  },
  async chat_limits() {
    const page = await practice("burger_up");
    await page.waitForSelector("button.choice");
    await page.keyboard.press("c");
    await page.fill(".chat input", "x".repeat(201));
    await page.waitForSelector(".chat .over");
    await page.press(".chat input", "Enter");
    await page.click(".explanation .which");
    await page.waitForSelector(".explanation >> text=TABLE-CHAT");
    assert.equal(await page.locator(".chat ol li").count(), 0);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".explanation", { state: "detached" });
    // five at once, then one every two seconds: whoever types fast is refused soon
    await page.evaluate(() => {
      const input = document.querySelector(".chat input");
      for (let n = 0; n < 12; n++) {
        input.value = `line ${n}.`;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        input.form.requestSubmit();
      }
    });
    await page.waitForSelector(".explanation >> text=wait a moment before your next message");
    await page.click(".explanation .which");
    await page.waitForSelector(".explanation >> text=TABLE-CHAT");
    assert.equal(await page.inputValue(".chat input"), "line 11.", "what was not heard stays in the box");
    const heard = await page.locator(".chat ol li").count();
    assert.ok(heard >= 5 && heard < 12, `${heard} lines were heard`);
    await done(page);
  },
  async full_tables() {
    for (const [game, box] of [
      ["jom_burger", ".others"],
      ["burger_war", ".rivals"],
    ]) {
      const page = await practice(game, {}, {}, 6);
      await playByList(page, { stop: (n) => n >= 4 });
      const folded = `${box} [aria-expanded='false']`;
      for (let n = 0; n < 60 && !(await page.$(folded)); n++) await playByList(page, { stop: (made) => made > 0 });
      await still(page);
      const fit = await page.evaluate((b) => {
        const e = document.querySelector(b);
        const board = document.querySelector(".board").firstElementChild;
        return {
          list: e.scrollHeight - e.clientHeight,
          board: board.scrollHeight - board.clientHeight,
          seats: e.children.length,
        };
      }, box);
      const some = 12; // pixels: plates grow, but never may a row of cards be out of sight
      assert.deepEqual(
        { ...fit, list: fit.list > some, board: fit.board > 1 },
        { list: false, board: false, seats: 5 },
        `${game}: ${JSON.stringify(fit)}`,
      );
      await page.click(folded);
      await page.waitForSelector(`${box} [aria-expanded='true']`);
      await done(page);
    }
  },
};
