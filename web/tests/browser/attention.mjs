// One attention system: calm legal things, one spotlight, help cards that stay out of the way, a folded list, drag and drop.
import assert from "node:assert/strict";
import {
  PATIENCE,
  axeCheck,
  base,
  bots,
  calm,
  done,
  games,
  goOn,
  holdTimers,
  makeTable,
  open,
  over,
  practice,
  releaseTimers,
  sitDown,
  still,
} from "./helpers.mjs";
import { fixture } from "./layout.mjs";

const RULE = /\b(?:[A-Z]{2}-[A-Z]+-\d+|(?:HOUSE|TABLE)-[A-Z]+)\b/;
const HELP = {
  burger_boss: ".guest[data-about]",
  jom_burger: ".poolDie",
  burger_up: ".hand .card button",
  burger_war: ".hand button",
  buffet_boss: ".food[data-about]",
};
const box = (page, selector) => page.locator(selector).first().boundingBox();
const apart = (a, b) =>
  a.x >= b.x + b.width - 1 || b.x >= a.x + a.width - 1 || a.y >= b.y + b.height - 1 || b.y >= a.y + a.height - 1;

export const attentionTests = {
  async legal_things_are_calm() {
    const page = await practice("burger_up", { motion: "full", choiceList: false });
    await page.waitForSelector(".board .lit");
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((a) => a.effect.getComputedTiming().endTime === Infinity && a.effect.target?.closest(".board"))
        .map((a) => a.effect.target.className),
    );
    assert.deepEqual(moving, [], "nothing pulses for ever");
    assert.equal(await page.locator(".spotlight").count(), 0);
    await done(page);
  },
  async one_spotlight() {
    const page = await open("/learn/burger_up", { settings: { choiceList: false } });
    await page.waitForSelector(".lesson button.main");
    while (await page.$("text=/^Next$/ >> visible=true")) await page.click(".lesson button.main");
    await page.waitForSelector(".spotlight .ring");
    assert.equal(await page.locator(".spotlight .ring").count(), 1);
    assert.doesNotMatch(await page.textContent(".lesson"), /glow/);
    const marks = await page.evaluate(() =>
      [...document.querySelectorAll("[data-guide]")].map((x) => getComputedStyle(x).outlineStyle),
    );
    assert.ok(marks.length && marks.every((m) => m === "none"), `${marks}`);
    await done(page);
  },
  ...Object.fromEntries(
    games.map((game) => [
      `help_docks_${game}`,
      async () => {
        const page = await practice(game, { choiceList: false }, {}, 3);
        await page.waitForSelector(".board .lit, .board .main");
        await page.mouse.move(2, 2);
        const at = await box(page, HELP[game]);
        await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2, { steps: 4 });
        await page.waitForSelector(".component-help");
        await still(page);
        const card = await box(page, ".component-help");
        const board = await box(page, ".board");
        assert.ok(apart(card, board), `the card is beside the board: ${JSON.stringify([card, board])}`);
        assert.ok(apart(card, await box(page, ".ask")), "the prompt stays free");
        assert.doesNotMatch(await page.textContent(".component-help"), RULE);
        await done(page);
      },
    ]),
  ),
  async help_waits_after_a_click() {
    const page = await practice("burger_war", { choiceList: false });
    const card = page.locator(".hand button:not([aria-disabled='true'])").first();
    await card.waitFor();
    await page.evaluate(() => {
      addEventListener("click", () => (window.clicked = performance.now()), { capture: true });
      new MutationObserver(() => {
        if (document.querySelector(".component-help")) window.opened ??= performance.now();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await card.click();
    const at = await card.boundingBox();
    await page.mouse.move(at.x + 9, at.y + 9);
    await page.waitForSelector(".component-help");
    assert.ok((await page.evaluate(() => window.opened - window.clicked)) >= 1500, "not soon after a click");
    await done(page);
  },
  async help_needs_a_moving_pointer() {
    const page = await practice("burger_war", { choiceList: false });
    await page.waitForSelector(".hand button");
    // something else than the thing moved: the pointer rests while a thing comes under it
    const at = await box(page, ".hand button");
    await page.mouse.move(at.x + 20, at.y - 60);
    await page.evaluate(() => {
      document.querySelector(".hand button").style.cssText += "transform: translateY(-80px); z-index: 99";
    });
    await page.waitForTimeout(1200); // as long as a card would need twice over
    assert.equal(await page.locator(".component-help").count(), 0);
    await page.mouse.move(at.x + 24, at.y - 56);
    await page.waitForSelector(".component-help");
    await done(page);
  },
  async rules_on_demand() {
    const page = await practice("jom_burger", { choiceList: false }, {}, 3);
    const slot = page.locator(".own .slot.locked[aria-disabled='true']").first();
    await slot.waitFor();
    await page.waitForSelector(".board .lit");
    await slot.click({ force: true });
    await page.waitForSelector(".explanation");
    assert.doesNotMatch(await page.textContent(".explanation"), RULE);
    await page.click(".explanation >> text=Which rule?");
    assert.match(await page.textContent(".explanation .rule"), RULE);
    await done(page);
  },
  async list_is_folded() {
    for (const game of games) {
      const page = await practice(game, { choiceList: false });
      await page.waitForSelector(".board .lit, .board .main");
      assert.equal(await page.locator("button.choice").count(), 0, `${game}: the board first`);
      await page.keyboard.press("m");
      await page.waitForSelector("button.choice:focus");
      await done(page);
    }
    const plain = await practice("burger_war", { choiceList: false, plain: true });
    await plain.waitForSelector("button.choice");
    await done(plain);
    const keys = await practice("burger_war", { choiceList: false });
    await keys.waitForSelector(".board .lit");
    await keys.keyboard.press("Tab");
    await keys.waitForSelector("button.choice");
    await done(keys);
  },
  async keys_enter_the_board() {
    const page = await practice("burger_war", { choiceList: false });
    await page.waitForSelector(".board .lit");
    await page.keyboard.press("ArrowDown");
    await page.waitForSelector(".board .lit:focus");
    await done(page);
  },
  async tips_go_with_their_question() {
    const setup = { game: "jom_burger", places: bots(2), start: true, pace: "instant", practice: "tips" };
    const { page } = await sitDown(setup, { stranger: true, settings: { choiceList: false, name: "Ann" } });
    await page.waitForSelector("dialog.first");
    await calm(page);
    await page.click("dialog.first >> text=Show me as I play");
    await page.waitForSelector(".lesson.tip");
    const first = await page.textContent(".lesson p");
    assert.match(first, /^Click a die/, "the guide begins with the core decision");
    await page.click(".board .poolDie.lit");
    const target = await page.$(".board .own .lit:not([aria-pressed='true'])");
    await target?.click();
    await page.waitForFunction((text) => document.querySelector(".lesson p")?.textContent !== text, first);
    await done(page);
  },
  async offers_leave() {
    const page = await practice("burger_war", { choiceList: false, offered: false });
    await holdTimers(page, 5000);
    const DECK = ".board [data-place='deck']";
    for (let i = 0; i < 8 && !(await page.$(".toast")); i++) {
      const left = await page.textContent(DECK);
      await page.click(`${DECK}.lit`);
      await page.waitForFunction(
        ([deck, text]) => document.querySelector(".toast") || document.querySelector(deck).textContent !== text,
        [DECK, left],
      );
    }
    await page.waitForSelector(".toast >> text=sounds");
    await page.mouse.move(3, 3);
    await releaseTimers(page);
    await page.waitForSelector(".toast", { state: "detached" });
    await done(page);
  },
  async players_choose_their_restaurants_in_the_waiting_room() {
    const ann = await open("/settings", { settings: { name: "Ann" } });
    const places = [{ kind: "me", name: "Ann" }, { kind: "open" }, { kind: "bot", bot: "random" }];
    const made = await makeTable(ann, { game: "burger_boss", places, pace: "instant" });
    await ann.goto(`${base}/t/${made.table.id}`);
    await ann.selectOption(".seats select", "hipster");
    const ben = await open(`/t/${made.table.id}`, { settings: { name: "Ben" }, stranger: true });
    await ben.waitForSelector(".seats >> text=Hipster Hamburgers");
    await ben.click("text=Sit here");
    await ben.waitForSelector(".seats select");
    const free = await ben.$$eval(".seats select option", (all) => all.map((one) => one.value));
    assert.deepEqual(free, ["", "mcdowels", "big_tasties", "burger_prince", "great_burger"]);
    await ben.selectOption(".seats select", "great_burger");
    await ann.waitForSelector(".seats >> text=Great Burger");
    await axeCheck(ben, "the waiting room");
    await ann.click("text=Start the game");
    await ann.waitForSelector(".frame .board > *");
    const info = await (await fetch(`${base}/api/tables/${made.table.id}`)).json();
    assert.equal(info.options.restaurants, "hipster,great_burger,mcdowels,big_tasties,burger_prince");
    await done(ben);
    await done(ann);
  },
  async invited_stay_at_the_table() {
    const ann = await open("/settings", { settings: { name: "Ann" } });
    const places = [{ kind: "me", name: "Ann" }, { kind: "open" }];
    const made = await makeTable(ann, { game: "burger_war", places, pace: "instant" });
    await ann.goto(`${base}/t/${made.table.id}`);
    const ben = await open(`/t/${made.table.id}`, { settings: { name: "Ben", choiceList: false }, stranger: true });
    await ben.waitForSelector("text=lesson");
    await ben.click("text=Sit here");
    await ann.click("text=Start the game");
    await ben.waitForSelector("dialog.first");
    assert.equal(await ben.locator("dialog.first >> text=Two-minute lesson").count(), 0, "nobody is sent away");
    await done(ben);
    await done(ann);
  },
};

/** Drags from the middle of one element to the middle of another. */
const dragTo = async (page, from, to) => {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) return false;
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(a.x + a.width / 2 + 12, a.y + a.height / 2 + 4, { steps: 2 });
  const near = page.locator("[data-dragging]");
  if (!(await near.count())) return void (await page.mouse.up());
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 3 });
  await page.mouse.up();
  return true;
};

/** Plays a whole game by dragging: to what takes the thing, or with a click where a thing goes nowhere. */
const playByDragging = async (page, { limit = 700, patience = PATIENCE } = {}) => {
  let [made, dropped] = [0, 0];
  for (let idle = Date.now(); !(await over(page)); await page.waitForTimeout(25)) {
    if (Date.now() - idle > patience) throw new Error(`stuck after ${made}: ${await page.textContent(".ask")}`);
    const before = await page.evaluate(() => document.querySelector(".frame")?.innerHTML.length);
    const things = await page.$$(
      ".board .lit[data-thing]:not([aria-disabled='true']), .board button.main:not([aria-disabled='true']), " +
        ".board .menu button.button:not(.quiet), .board .rescue button, .board .pushes button",
    );
    if (!things.length) continue;
    const thing = things[made % things.length];
    made++;
    const a = await thing.boundingBox().catch(() => null);
    if (!a) continue;
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(a.x + a.width / 2 + 10, a.y + a.height / 2 + 3, { steps: 2 });
    const dragging = await page.$("[data-dragging]");
    const zones = dragging ? await page.$$(".board :is([data-takes], [data-drop-any])") : [];
    const goals =
      dragging && !zones.length
        ? await page.$$(".board .lit[data-thing]:not([aria-pressed='true']):not([aria-disabled='true'])")
        : zones;
    const goal = goals.length ? goals[made % goals.length] : null;
    const b = await goal?.boundingBox().catch(() => null);
    if (b) await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 3 });
    await page.mouse.up();
    if (b) dropped++;
    else await thing.click({ timeout: 500 }).catch(() => undefined);
    if (before !== (await page.evaluate(() => document.querySelector(".frame")?.innerHTML.length))) idle = Date.now();
    if (made > limit) throw new Error(`no end after ${made} drags`);
  }
  return { made, dropped };
};

export const dragTests = {
  async drag_a_card_to_a_plate() {
    const page = await practice("burger_war", { choiceList: false });
    await page.waitForSelector(".hand .card:not(.machine):not([aria-disabled='true'])");
    const held = await page.locator(".hand .card").count();
    const card = page.locator(".hand .card:not(.machine):not([aria-disabled='true'])").first();
    await dragTo(page, card, page.locator("article.plate.own"));
    await page.waitForFunction((n) => document.querySelectorAll(".hand .card").length < n, held);
    await done(page);
  },
  async a_wrong_drop_says_why() {
    const page = await practice("jom_burger", { choiceList: false }, {}, 3);
    await page.waitForSelector(".poolDie.lit");
    await dragTo(page, page.locator(".poolDie.lit").first(), page.locator(".own .slot.locked").first());
    await page.waitForSelector(".explanation");
    assert.ok((await page.textContent(".explanation")).trim().length > 15);
    assert.equal(await page.locator(".poolDie[aria-pressed='true']").count(), 0, "it goes back");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".explanation", { state: "detached" });
    await dragTo(page, page.locator(".poolDie.lit").first(), page.locator(".others .slot").first());
    await page.waitForSelector(".explanation >> text=these do not go together");
    await done(page);
  },
  /* The own kitchen is a target as a whole: who cooks is dropped anywhere on it. */
  async drag_a_worker_to_the_kitchen() {
    const { record, steps } = JSON.parse(fixture("burger_boss", 2, "cooking", 0, "record=1"));
    const at = steps.findIndex((_, i) => steps[i + 1]?.view.step === "CookFood"); // there is something to cook
    const page = await goOn(record, at, steps[at].seat);
    await page.waitForSelector(".dice .button:has(.place)");
    await dragTo(page, page.locator(".dice .d.lit").first(), page.locator(".mykitchen"));
    await page.waitForSelector(".boss[data-step='CookFood']");
    await done(page);
  },
  /* There is nothing to cook yet: that is said of the kitchen, not of the grill in it on which the worker was dropped. */
  async a_worker_dropped_on_a_grill_is_told_of_the_kitchen() {
    const page = await practice("burger_boss", { choiceList: false });
    await dragTo(page, page.locator(".dice .d.lit").first(), page.locator(".mykitchen .grill").first());
    await page.waitForSelector(".explanation");
    assert.doesNotMatch(await page.textContent(".explanation"), /send a worker into your kitchen/);
    await done(page);
  },
  async a_card_dropped_on_the_pile_is_discarded() {
    const { record, steps } = JSON.parse(fixture("burger_war", 3, "pile", 0, "record=1"));
    const at = steps.findIndex(({ view }) => view.step === "MustDiscard");
    const page = await goOn(record, at, steps[at].seat, { settings: { choiceList: false } });
    await page.waitForSelector(".hand .lit");
    const held = await page.locator(".hand .card").count();
    await dragTo(page, page.locator(".hand .lit").first(), page.locator("[data-place='pile']"));
    await page.waitForFunction((n) => document.querySelectorAll(".hand .card").length < n, held);
    await done(page);
  },
  /* Whoever may take one or both puts a food on the plate: that one is taken. */
  async a_food_dropped_on_the_plate_is_taken() {
    const { record, steps } = JSON.parse(fixture("buffet_boss", 3, "taking", 0, "record=1"));
    const at = steps.findIndex(({ view }) => view.moves.some((move) => move.startsWith("taketwo")));
    const page = await goOn(record, at, steps[at].seat, { settings: { choiceList: false } });
    await page.waitForSelector(".line .food.lit");
    await dragTo(page, page.locator(".line .food.lit").first(), page.locator(".buffet .mine"));
    await page.waitForSelector(".aiming");
    await done(page);
  },
  async drag_to_the_hand_buys() {
    const page = await practice("burger_up", { choiceList: false });
    await page.waitForSelector(".market .lit");
    const held = await page.locator(".hand .card").count();
    await dragTo(page, page.locator(".market .lit").first(), page.locator(".hand"));
    await page.waitForFunction((n) => document.querySelectorAll(".hand .card").length > n, held);
    await done(page);
  },
  /* A burger that is dropped on an order it does not fulfil is told why. */
  async drag_to_an_order_says_why() {
    const page = await practice("burger_up", { choiceList: false });
    await page.waitForSelector(".market .lit");
    await dragTo(page, page.locator(".bench .zone").first(), page.locator(".order").first());
    await page.waitForSelector(".explanation");
    assert.ok((await page.textContent(".explanation")).trim().length > 15);
    await done(page);
  },
  async drag_with_a_finger() {
    const page = await practice("burger_war", { choiceList: false }, { width: 390, height: 844, mobile: true });
    const card = page.locator(".hand .card:not(.machine):not([aria-disabled='true'])").first();
    await card.waitFor();
    await card.scrollIntoViewIfNeeded();
    const held = await page.locator(".hand .card").count();
    const [a, b] = [await card.boundingBox(), await box(page, "article.plate.own")];
    const touch = await page.context().newCDPSession(page);
    const at = (x, y) => [{ x: Math.round(x), y: Math.round(y) }];
    const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await send("touchStart", at(a.x + a.width / 2, a.y + a.height / 2));
    await page.waitForTimeout(260); // a finger that rests lifts the card; one that moves at once scrolls
    for (let i = 1; i <= 6; i++)
      await send(
        "touchMove",
        at(
          a.x + a.width / 2 + ((b.x + b.width / 2 - a.x - a.width / 2) * i) / 6,
          a.y + a.height / 2 + ((b.y + b.height / 2 - a.y - a.height / 2) * i) / 6,
        ),
      );
    await send("touchEnd", []);
    await page.waitForFunction((n) => document.querySelectorAll(".hand .card").length < n, held);
    await done(page);
  },
  ...Object.fromEntries(
    games.map((game) => [
      `drags_${game}`,
      async () => {
        const page = await practice(game, { choiceList: false, pace: "instant" }, {}, game === "burger_war" ? 4 : 2);
        const { made, dropped } = await playByDragging(page);
        console.log(`  ${game}: ${made} drags, ${dropped} of them to a place`);
        assert.ok(dropped >= 3, `${game}: only ${dropped} things were dropped somewhere`);
        await page.waitForSelector("dialog.end .told");
        await done(page);
      },
    ]),
  ),
};
