// Pages and keys that all games share.
import assert from "node:assert/strict";
import { axeCheck, base, calm, done, games, makeTable, open, playByList, practice, still } from "./helpers.mjs";

const PHONE = { width: 390, height: 844, mobile: true };

/* In the page: the words that are beyond the window or the sheet of paper on which they stand. */
const beyond = () => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const e = node.parentElement;
    if (!node.textContent.trim() || e.closest("script, style, option, .sr, .skip, .scroll, .pick, pre")) continue;
    if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const sheet = (e.closest(".panel, .sheet-of-paper, .tag, .button") ?? document.body).getBoundingClientRect();
    const right = Math.min(innerWidth, sheet.right) + 2;
    if ([...range.getClientRects()].some((r) => r.right > right || r.left < sheet.left - 2))
      found.push(node.textContent.trim().slice(0, 60));
  }
  const wide = document.documentElement.scrollWidth;
  return wide > innerWidth + 1 ? [...found, `the page is ${wide} px wide`] : found;
};

export const shellTests = {
  /* Over plain HTTP, in a home network, browsers lack what they keep for safe pages: everything else works. */
  async home_network() {
    const page = await open("/");
    await page.addInitScript(() => {
      delete Crypto.prototype.randomUUID;
      delete Crypto.prototype.subtle;
      for (const name of ["clipboard", "locks", "serviceWorker", "storage"]) delete Navigator.prototype[name];
    });
    await page.goto(`${base}/`);
    for (const game of games) await page.waitForSelector(`[data-play=${game}]`);
    await page.click(`[data-play=${games[0]}]`);
    await page.waitForSelector("button.choice");
    for (const path of ["/puzzles", "/daily", "/profile", "/about"]) {
      await page.goto(base + path);
      await page.waitForSelector("h1");
    }
    await done(page);
  },
  /* Games stand in the same order everywhere: short ones first. */
  async games_in_one_order() {
    const page = await open("/");
    await page.waitForSelector(".games .card .band");
    const home = await page.$$eval(".games .card[data-game]", (all) => all.map((x) => x.dataset.game));
    assert.deepEqual(home.slice(0, 2), ["burger_war", "buffet_boss"]);
    await page.goto(`${base}/new`);
    await page.waitForSelector("[data-game] .band");
    assert.deepEqual(await page.$$eval("[data-game]:has(.band)", (all) => all.map((x) => x.dataset.game)), home);
    await done(page);
  },
  /* No page is wider than the window, and no words leave the sheet they stand on. */
  async pages_fit() {
    for (const [width, height, lang] of [
      [1280, 720, "en"],
      [1024, 768, "zh"],
      [820, 1180, "en"],
      [390, 844, "en"],
      [390, 844, "zh"],
    ]) {
      const page = await open("/settings", { width, height, mobile: width < 1100, settings: { lang, name: "Ann" } });
      const places = [{ kind: "me", name: "Featherstonehaugh" }, { kind: "open" }, { kind: "bot", bot: "hard" }];
      const clock = { kind: "fast" };
      const { table } = await makeTable(page, { game: "burger_boss", places, clock, options: { queue_fill: "early" } });
      const ways = [
        "",
        "lobby",
        "new/buffet_boss",
        "settings",
        "profile",
        "about",
        "puzzles",
        "daily",
        `t/${table.id}`,
      ];
      for (const path of [...ways, `rules/${games[0]}`]) {
        await page.goto(`${base}/${path}`);
        await page.waitForSelector("h1, h2");
        await page.waitForLoadState("networkidle");
        await still(page);
        assert.deepEqual(await page.evaluate(beyond), [], `/${path} at ${width}x${height} in ${lang}`);
      }
      await page.context().close();
    }
  },
  async about_page() {
    for (const how of [{}, { ...PHONE, settings: { lang: "zh", theme: "dark" } }]) {
      const page = await open("/", how);
      await page.click("a[href='/about']");
      await page.waitForSelector("h1:has-text('Bunfight') + .panel .num");
      await axeCheck(page, "about");
      const licence = await page.locator("a[href='/bree-serif.txt']").getAttribute("href");
      assert.match(await (await fetch(new URL(licence, page.url()))).text(), /SIL Open Font License/);
      await done(page);
    }
  },
  /* After a hint the focus is on what it suggests: Enter takes it up and asks no second time. */
  async enter_after_a_hint() {
    const page = await practice("burger_up");
    const asked = [];
    page.on("websocket", (w) => w.on("framesent", (f) => asked.push(String(f.payload))));
    await page.reload();
    await page.waitForSelector("button.choice");
    await page.focus("[data-hint-button]");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".hintbox");
    await page.waitForFunction(() => !document.activeElement.closest("[data-hint-button]"));
    const at = await page.evaluate(() => document.activeElement.closest(".board [data-hint], .hintbox") !== null);
    assert.ok(at, "the focus is on the suggestion");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".board [aria-pressed='true'], .frame:not(:has(.hintbox))");
    assert.equal(asked.filter((m) => JSON.parse(m).type === "hint").length, 1);
    await done(page);
  },
  /* Those who played see the replay from their own seat, and a review shows pictures while it is made. */
  async own_replay_and_pictures() {
    const page = await practice("burger_war");
    const id = page.url().split("/").pop();
    await playByList(page);
    await page.waitForSelector("dialog[open]");
    await calm(page);
    await page.goto(new URL(`/replay/${id}`, page.url()).href);
    await page.waitForSelector(".frame .board > *");
    assert.equal(await page.inputValue(".viewer select"), "0");
    await page.addInitScript(() => {
      new MutationObserver(() => {
        window.early ||= !!document.querySelector("progress") && !!document.querySelector(".picture .drawn > *");
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(new URL(`/review/${id}`, page.url()).href);
    await page.waitForSelector("p.verdict", { timeout: 240000 });
    assert.ok(await page.evaluate(() => window.early), "there are pictures before the review is done");
    await page.waitForSelector(".two .picture .drawn > *");
    await axeCheck(page, "a review with pictures");
    await done(page);
  },
};
