// The moments of a game are staged: sales and orders travel, a NUKE explodes, a WAR shows everyone's aim, food lies on the table.
import assert from "node:assert/strict";
import { holdTimers, releaseTimers, still } from "./helpers.mjs";
import { fixture, table, turnTo } from "./layout.mjs";

/** A page right before the first position that one of these events led to, and its number. */
export const before = async (game, seats, kinds, how = {}, ...options) => {
  const text = fixture(game, seats, "staged", 0, ...options);
  const { steps } = JSON.parse(text);
  const at = steps.findIndex((s, i) => i > 0 && s.events.some((e) => kinds.includes(e.kind)));
  assert.ok(at > 0, `${game}: none of ${kinds}`);
  const { page } = await table(text, how.size ?? "1280x720", { motion: "full", ...how });
  await turnTo(page, at - 1);
  return { page, at, events: steps[at].events };
};
export const turn = (page, at) => page.evaluate((n) => dispatchEvent(new CustomEvent("bench", { detail: n })), at);
/** A picture of everything that moves, so many ms after it began. */
const picture = async (page, name, ms) => {
  if (!process.env.BUNFIGHT_PICTURES) return;
  await page.evaluate((ms) => {
    for (const a of document.getAnimations()) {
      a.pause();
      a.currentTime = ms;
    }
  }, ms);
  await page.screenshot({ path: `${process.env.BUNFIGHT_PICTURES}/${name}.png` });
  await page.evaluate(() => document.getAnimations().forEach((a) => a.play()));
};
/** What flies over the board from now on: the classes of all copies. */
const flights = (page) =>
  page.evaluate(() => {
    window.seen = [];
    new MutationObserver((all) => {
      for (const m of all)
        for (const x of m.addedNodes) window.seen.push(`${x.firstChild.className} ${x.textContent}`.trim());
    }).observe(document.querySelector(".sky"), { childList: true });
  });

/** With less motion the moment is a still that can be seen for a while, whatever the system prefers. */
const isStill = async (game, kind, selector, size) => {
  const { page, at } = await before(game, 3, [kind], { motion: "less", size });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await holdTimers(page); // it stays until it has been looked at
  await turn(page, at);
  await page.waitForSelector(selector);
  await still(page);
  const seen = await page.evaluate((s) => {
    const e = document.querySelector(s);
    const { width, height } = e?.getBoundingClientRect() ?? {};
    return e && { opacity: Number(getComputedStyle(e).opacity), width, height, text: e.textContent };
  }, selector);
  if (process.env.BUNFIGHT_PICTURES)
    await page.screenshot({ path: `${process.env.BUNFIGHT_PICTURES}/${kind}-still-${size}.png` });
  assert.ok(seen?.opacity === 1 && seen.width > 90 && seen.height > 50, `${kind}: ${JSON.stringify(seen)}`);
  assert.match(seen.text, /\$\d/, "it says what was paid");
  await releaseTimers(page);
  await page.waitForSelector(selector, { state: "detached" });
  await page.context().close();
};

export const stagedTests = {
  async staged_stills() {
    for (const size of ["1280x720", "390x844"]) {
      await isStill("burger_boss", "ItemSold", ".queue .sale", size);
      await isStill("burger_up", "OrderServed", ".served", size);
    }
  },
  async staged_row() {
    const { page, at, events } = await before("jom_burger", 3, ["OrderCompleted"], { motion: "less" });
    const { seat } = events.find((e) => e.kind === "OrderCompleted");
    const won = (page) => page.locator(`.cell.won:has([data-place^="slot-${seat}-"])`).count();
    assert.equal(await won(page), 0);
    await turn(page, at);
    await page.waitForSelector(`[data-at="${at}"]`);
    assert.ok((await won(page)) >= 2, "the completed column is lit");
    await page.context().close();
  },
  async staged_sale() {
    const { page, at } = await before("burger_boss", 3, ["ItemSold"]);
    await flights(page);
    await turn(page, at);
    await page.waitForFunction(() => window.seen.length >= 2);
    await picture(page, "sale", 330);
    const seen = await page.evaluate(() => window.seen);
    /* a coin, without the sum that the till holds */
    assert.ok(
      seen.some((x) => /^coin[^\d]*$/.test(x.replace(/svelte-\w+/g, ""))),
      `coins go to the till: ${seen}`,
    );
    await page.context().close();
  },
  async staged_order() {
    const { page, at } = await before("burger_up", 3, ["OrderServed"]);
    await flights(page);
    await turn(page, at);
    await page.waitForFunction(() => window.seen.length >= 2);
    await picture(page, "order", 330);
    const seen = await page.evaluate(() => window.seen);
    /* a coin, without the sum that the till holds */
    assert.ok(
      seen.some((x) => /^coin[^\d]*$/.test(x.replace(/svelte-\w+/g, ""))),
      `coins go to the till: ${seen}`,
    );
    await page.context().close();
  },
  async staged_nuke() {
    for (const motion of ["full", "less"]) {
      const { page, at } = await before("burger_war", 3, ["IngredientNuked"], { motion });
      await holdTimers(page);
      await turn(page, at);
      await page.waitForSelector(".boom");
      await picture(page, `nuke-${motion}`, 500);
      const { x, width } = await page.locator(".boom").boundingBox();
      assert.ok(x > 0 && width > 30, `${motion}: ${[x, width]}`);
      await releaseTimers(page);
      await page.waitForSelector(".boom", { state: "detached" });
      await page.context().close();
    }
  },
  /* A fall is seen in slow motion, with reduced motion as a still; then the food lies on the table. */
  async staged_fall() {
    for (const [motion, size] of [
      ["full", "1280x720"],
      ["less", "1280x720"],
      ["less", "390x844"],
    ]) {
      const { page, at, events } = await before("buffet_boss", 3, ["FoodFell"], { motion, size });
      const fallen = events.find((e) => e.kind === "FoodFell").fallen;
      await holdTimers(page);
      await page.evaluate(() => {
        window.poses = new Set();
        const look = () => {
          for (const x of document.querySelectorAll(".scene .plate")) window.poses.add(x.getAttribute("transform"));
          requestAnimationFrame(look);
        };
        look();
      });
      await turn(page, at);
      if (motion === "full") await page.waitForFunction(() => window.poses.size > 12);
      else {
        await page.waitForSelector(`[data-at="${at}"]`);
        await still(page);
        assert.equal(await page.locator(".lying").count(), 0, "it is still falling");
        await picture(page, `fall-${size}`, 500);
        await releaseTimers(page);
      }
      await page.waitForFunction((n) => document.querySelectorAll(".lying .fallen").length === n, fallen.length);
      if (motion === "less") assert.ok((await page.evaluate(() => window.poses.size)) < 12, "nothing moves");
      await picture(page, `fallen-${motion}-${size}`, 500);
      await page.context().close();
    }
  },
  async staged_war() {
    for (const [motion, size] of [
      ["full", "1280x720"],
      ["less", "390x844"],
    ]) {
      const { page, at } = await before("burger_war", 4, ["WarDrawn"], { motion, size });
      await holdTimers(page);
      await turn(page, at);
      await page.waitForSelector(".stage .war");
      await picture(page, `war-${motion}`, 700);
      const [stage, board] = await page.evaluate(() =>
        [".stage", ".board"].map((x) => {
          const { width, height } = document.querySelector(x).getBoundingClientRect();
          return width * height;
        }),
      );
      assert.ok(stage > board * 0.95, `it takes the whole board: ${stage} of ${board}`);
      await releaseTimers(page);
      await page.waitForSelector(".stage", { state: "detached" });
      await page.context().close();
      const later = await before("burger_war", 4, ["AimShown"], { motion, size });
      await holdTimers(later.page);
      await turn(later.page, later.at);
      await later.page.waitForSelector(".stage .aims");
      const aims = later.events.filter((e) => e.kind === "AimShown").length;
      assert.ok(aims > 0);
      await picture(later.page, `aims-${motion}`, 1400);
      const told = await later.page.locator(".stage .one >> text=/→/").count();
      assert.ok(told >= aims, `${told} of ${aims} aims`);
      assert.equal(await later.page.locator(".stage .one").count(), 4);
      /* its time never runs out here: only the click puts it away */
      await later.page.mouse.click(200, 300);
      await later.page.waitForSelector(".stage", { state: "detached" });
      await later.page.context().close();
    }
  },
};
