// Everything grey says why: rule and sentence, by click, by key, by pointing and by a long press.
import assert from "node:assert/strict";
import { PATIENCE, axeCheck, calm, done, games, goOn, makeTable, open, playByList, practice } from "./helpers.mjs";
import { fixture } from "./layout.mjs";

const RULE = /\b(?:[A-Z]{2}-[A-Z]+-\d+|(?:HOUSE|TABLE)-[A-Z]+)\b/;
const UNREAD = /is no move|is not a move|there is no card '|is not a whole number|is not a side/;

/** Every grey control of the page, once for each thing it asks. */
const greys = (page) =>
  page.evaluate(() => {
    const seen = new Set();
    return [...document.querySelectorAll('[aria-disabled="true"]')]
      .map((e) => ({ asks: e.dataset.why ?? e.dataset.rule ?? "", name: e.textContent.trim().slice(0, 60) }))
      .filter((g) => !seen.has(g.asks) && seen.add(g.asks));
  });
const answer = async (page, what) => {
  await page.waitForSelector(".explanation").catch(() => assert.fail(`no answer: ${what}`));
  assert.doesNotMatch(await page.textContent(".explanation"), RULE, `${what}: the code comes on demand`);
  await page.evaluate(() => document.querySelector(".explanation .which").click());
  await page.waitForSelector(".explanation .rule");
  const text = await page.textContent(".explanation");
  assert.match(text, RULE, what);
  assert.doesNotMatch(text, UNREAD, what);
  const words = text.replace(RULE, "").replace(/^\s*(Not allowed:|Rule)\s*/, "");
  assert.ok(words.trim().length > 12, `${what}: no sentence in "${text}"`);
  return RULE.exec(await page.textContent(".explanation .rule a"))[0];
};
const away = async (page) => {
  await page.keyboard.press("Escape");
  await page.waitForSelector(".explanation", { state: "detached" });
};
/** The own turn has come and nothing moves any more. */
const settled = async (page) => {
  const until = Date.now() + PATIENCE;
  for (let same = 0, last = ""; same < 4; await page.waitForTimeout(120)) {
    assert.ok(Date.now() < until, `the own turn did not come: ${last.slice(0, 400)}`);
    const now = await page.evaluate(() =>
      document.querySelector("button.choice:not([aria-disabled='true'])")
        ? document.querySelector(".frame").innerText
        : `${Math.random()}`,
    );
    same = now === last ? same + 1 : 0;
    last = now;
  }
};
const askAll = async (page, where) => {
  const rules = new Map();
  assert.equal(await page.locator(".frame :disabled").count(), 0, `${where}: a control that cannot be asked`);
  const mute = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        ".board button.thing:not(.lit):not([aria-disabled='true']):not([aria-pressed]):not([aria-expanded])",
      ),
    ].map((e) => e.textContent.trim().slice(0, 60)),
  );
  assert.deepEqual(mute, [], `${where}: neither usable nor grey`);
  for (const g of await greys(page)) {
    assert.ok(g.asks, `${where}: "${g.name}" does not say what it stands for`);
    const there = await page.evaluate(
      (asks) =>
        [...document.querySelectorAll('[aria-disabled="true"]')]
          .find((e) => (e.dataset.why ?? e.dataset.rule ?? "") === asks)
          ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })),
      g.asks,
    );
    assert.notEqual(there, undefined, `${where}: ${g.name} (${g.asks}) is gone`);
    rules.set(await answer(page, `${where}: ${g.name} (${g.asks.slice(0, 80)})`), g.asks);
    await away(page);
  }
  return rules;
};

const unhurried = { buffet_boss: { rescue_seconds: "untimed" } }; // nothing runs out while every grey thing is asked
const looks = [{ theme: "light" }, { plain: true }, { theme: "dark", lang: "zh" }];
/** The table as it stands, in every look; at last in the first one again. */
const axeInAllLooks = async (page, game) => {
  for (const look of [...looks.slice(1), looks[0]]) {
    await page.evaluate((s) => localStorage.setItem("bunfight.settings", JSON.stringify(s)), {
      lang: "en",
      choiceList: true,
      name: "Guest",
      ...look,
    });
    await page.reload();
    await settled(page); // nobody else moves while axe looks
    await axeCheck(page, `${game} ${JSON.stringify(look)}`);
  }
};

export const whyTests = {
  ...Object.fromEntries(
    games.map((game) => [
      `why_${game}`,
      async () => {
        const page = await practice(game, looks[0], {}, 3, unhurried[game]);
        const all = new Map();
        for (const n of [0, 3, 6, 9]) {
          await playByList(page, { stop: (made) => made >= (n ? 3 : 0) });
          if (await page.$("dialog[open]")) break;
          await settled(page);
          for (const [rule, asks] of await askAll(page, `${game} after ${n}`)) all.set(rule, asks);
          if (n === 3) await axeInAllLooks(page, game);
        }
        const own = [...all.keys()].filter((r) => !/^(HOUSE|TABLE)-/.test(r));
        assert.ok(own.length >= 1, `${game}: only ${[...all.keys()]}`);
        console.log(`  ${game}: ${[...all.keys()].join(" ")}`);
        await done(page);
      },
    ]),
  ),
  async why_ways() {
    const page = await practice("jom_burger", {}, {}, 3);
    await page.waitForSelector("button.choice:not([aria-disabled='true'])");
    const slot = page.locator(".own .slot.locked[aria-disabled='true']").first();
    await slot.click({ force: true });
    await answer(page, "click");
    await away(page);
    await page.mouse.move(2, 2);
    await slot.hover({ force: true });
    const told = page.locator(".component-help .why, .explanation").first(); // the card of a thing says why it is grey
    await told.waitFor().catch(() => assert.fail("no answer: pointing"));
    await page.mouse.move(2, 2);
    await page.waitForSelector(".component-help, .explanation", { state: "detached" });
    await page.focus(".board");
    await page.keyboard.press("ArrowDown");
    for (
      let i = 0;
      i < 12 && !(await page.evaluate(() => document.activeElement.matches(".slot[aria-disabled='true']")));
      i++
    )
      await page.keyboard.press(i % 3 === 2 ? "ArrowRight" : "ArrowDown");
    assert.ok(
      await page.evaluate(() => document.activeElement.matches("[aria-disabled='true']")),
      "arrows reach grey things",
    );
    await page.keyboard.press("Enter");
    await answer(page, "Enter");
    await done(page);

    const phone = await practice("jom_burger", { lang: "zh" }, { width: 390, height: 844, mobile: true });
    await phone.waitForSelector("button.choice:not([aria-disabled='true'])", { state: "attached" });
    const grey = phone.locator(".own .slot.locked[aria-disabled='true']").first();
    await grey.scrollIntoViewIfNeeded();
    await grey.dispatchEvent("pointerdown", { pointerType: "touch", bubbles: true });
    await phone.waitForSelector(".component-help .why, .explanation");
    const shown = phone.locator(".component-help, .explanation").first();
    await shown.waitFor().catch(() => assert.fail("no answer: long press"));
    assert.match(await shown.textContent(), /[\u4e00-\u9fff]{6}/);
    const box = await shown.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844, JSON.stringify(box));
    await done(phone);
  },
  /* Two different dice and $3: what is lacking is money, not a die. */
  async why_names_the_price() {
    for (let deal = 0; ; deal++) {
      assert.ok(deal < 12, "no deal with two different dice and three dollars at the first placement");
      const page = await practice("burger_boss", { choiceList: false });
      await page.waitForSelector(".board .d.lit");
      const dice = await page.$$eval(".board .d.lit", (all) => all.map((e) => e.textContent.trim()));
      const money = await page.textContent(".mykitchen .money");
      if (dice.length === 2 && dice[0] !== dice[1] && money.trim() === "3") {
        await page.click(".board .d.lit >> nth=0");
        for (const card of ["Workers card", "Kitchen Expansion"]) {
          await page.locator(".gcard", { hasText: card }).click({ force: true });
          await page.waitForSelector(".explanation >> text=costs $5 with one die and you have $3");
          await page.keyboard.press("Escape");
        }
        return done(page);
      }
      await page.context().close();
    }
  },
  /* A customer does not go with the shop that is selected: what is said is why nobody can be served now. */
  async why_of_things_that_never_go_together() {
    const { record, steps } = JSON.parse(fixture("burger_boss", 2, "cooking", 0, "record=1"));
    const at = steps.findIndex(({ view }) => view.step === "DirectWorkers" && view.queue.some((one) => one.customer));
    const page = await goOn(record, at, steps[at].seat, { settings: { choiceList: false } });
    await page.locator(".gcard.lit").first().click();
    await page.waitForSelector(".gcard.chosen");
    await page.locator(".guest[aria-disabled='true']").first().click({ force: true });
    await page.waitForSelector(".explanation");
    const text = await page.textContent(".explanation");
    assert.doesNotMatch(text, /pick one of these|part of a move/);
    assert.match(text, /sell|serve/i);
    await done(page);
  },
  async why_elsewhere() {
    const page = await open("/settings");
    const made = await makeTable(page, {
      game: "burger_war",
      places: [{ kind: "me", name: "Ann" }, { kind: "open" }],
      public: true,
    });
    await page.goto(new URL(`/t/${made.table.id}`, page.url()).href);
    await page.click("text=Start the game", { force: true });
    assert.equal(await answer(page, "start"), "TABLE-FULL");
    await page.click("text=Fill with bots");
    await page.waitForSelector(".frame .board > *");
    const watcher = await open(`/t/${made.table.id}`);
    await watcher.waitForSelector(".frame .board > *");
    await watcher.waitForSelector(".board [aria-disabled='true']");
    for (const rule of (await askAll(watcher, "spectator")).keys()) assert.equal(rule, "TABLE-SEAT");
    await done(watcher);
    await playByList(page);
    await calm(page);
    await page.click("dialog >> text=Replay");
    await page.waitForSelector(".frame .board [aria-disabled='true']");
    for (const rule of (await askAll(page, "replay")).keys()) assert.equal(rule, "HOUSE-OVER");
    await done(page);
  },
};
