// What can go wrong on the device, on the host or on the way, each time with nothing lost and a clear sentence.
import assert from "node:assert/strict";
import { gunzipSync, gzipSync } from "node:zlib";
import {
  axeCheck,
  done,
  playByList,
  CHOICE,
  LONG,
  PHONE,
  WAIT,
  cut,
  moves,
  newTable,
  number,
  offline,
  reopen,
  site,
  snapshot,
  store,
  visit,
  worker,
} from "./steps.mjs";

export const troubles = {
  /** The tab crashes; what was decided is there, and the game goes on. */
  async crash() {
    const page = await offline();
    await newTable(page, LONG);
    await moves(page, 5);
    const [url, before] = [page.url(), await number(page)];
    assert.ok(before >= 5, `${before} decisions are stored`);
    await page.goto("chrome://crash").catch(() => undefined);
    await page.close();
    const context = page.context();
    const again = await reopen(page, url);
    await again.waitForSelector(CHOICE);
    assert.ok((await number(again)) >= before);
    await moves(again, 3);
    assert.ok((await number(again)) > before);
    await context.close();
  },
  /** A new version waits until the player agrees; the game is the same before and after. */
  async update() {
    const page = await visit();
    await store(page);
    await page.reload();
    await newTable(page, LONG);
    await moves(page, 3);
    site.build = 2;
    await page.reload();
    await worker(page, "waiting", "installed");
    await page.waitForSelector(CHOICE);
    await moves(page, 2);
    assert.equal(await page.$('meta[name="build"]'), null, "the old version is still served");
    assert.equal(await page.$(".site-bar"), null, "nobody is disturbed at a table");
    const [url, before] = [page.url(), await number(page)];
    await page.goto(`${site.url}#/`);
    await page.waitForSelector(".site-bar button.main");
    assert.match(await page.textContent(".site-bar"), /new version/);
    await page.click(".site-bar button.main");
    await page.waitForSelector('meta[name="build"][content="2"]', { state: "attached" });
    await page.goto(url);
    await page.waitForSelector(CHOICE);
    assert.ok((await number(page)) >= before);
    await moves(page, 1);
    assert.ok((await number(page)) > before);
    await done(page);
  },
  /** All tabs take the new version; one that is at a table goes on there. */
  async updateTabs() {
    const page = await visit();
    await store(page);
    await page.reload();
    await newTable(page, LONG);
    await moves(page, 2);
    const before = await number(page);
    site.build = 2;
    const other = await reopen(page, site.url);
    await other.click(".site-bar >> text=Update");
    for (const each of [other, page])
      await each.waitForSelector('meta[name="build"][content="2"]', { state: "attached" });
    await page.waitForSelector(CHOICE);
    assert.ok((await number(page)) >= before);
    await moves(page, 1);
    assert.ok((await number(page)) > before);
    await done(page);
  },
  /** Two copies of the site on one host: an update of one leaves the other stored. */
  async copies() {
    const page = await visit();
    await store(page);
    const other = await reopen(page, site.other);
    await store(other);
    const stored = async (url) =>
      (await page.evaluate(() => caches.keys())).filter((name) => name.includes(`:${new URL(url).pathname}:`));
    const [[first], [second]] = [await stored(site.url), await stored(site.other)];
    site.build = 2;
    await page.reload();
    await worker(page, "waiting", "installed");
    await page.click(".site-bar >> text=Update");
    await page.waitForSelector('meta[name="build"][content="2"]', { state: "attached" });
    await worker(page, "active", "activated");
    assert.ok(!(await stored(site.url)).includes(first));
    assert.ok((await stored(site.other)).includes(second));
    await cut(page);
    await other.reload();
    await other.waitForSelector("[data-play]");
    assert.equal(await other.$('meta[name="build"]'), null);
    await done(page);
  },
  /** A host that declares stored compression, so that the browser unpacks it before the page does. */
  async declared() {
    site.declared = true;
    const page = await offline();
    await newTable(page, LONG);
    await moves(page, 1);
    site.declared = false;
    await done(page);
  },
  /** Over plain http there are no locks and no service workers; the tabs agree who runs the engine. */
  async plainHttp() {
    const page = await visit();
    await page.goto(site.plain);
    assert.equal(await page.evaluate(() => isSecureContext || "locks" in navigator), false);
    await newTable(page, LONG, "bot", site.plain);
    await moves(page, 2);
    const second = await reopen(page, page.url());
    await second.waitForSelector(CHOICE);
    await moves(second, 2);
    const before = await number(second);
    await page.close({ runBeforeUnload: true });
    await moves(second, 2);
    assert.ok((await number(second)) > before);
    assert.equal(await second.$(".site-bar"), null, "nothing can be stored, and nothing is offered");
    await done(second);
  },
  /** The engine crashes: it is started again, and what was asked is answered. */
  async engineCrash() {
    site.fault = "crash";
    const page = await visit();
    await newTable(page, LONG);
    await moves(page, 2);
    const [url, before] = [page.url(), await number(page)];
    const started = page.waitForEvent("worker");
    await page.evaluate(() => new BroadcastChannel("test-crash").postMessage(true));
    await page.goto(`${site.url}#/puzzles/burger_war`);
    await started;
    await page.waitForSelector("a[href*='/puzzle/']");
    await page.goto(url);
    await moves(page, 2);
    assert.ok((await number(page)) > before);
    site.fault = "";
    await done(page);
  },
  /** Two tabs share one engine; when the one that runs it is closed, the other takes over. */
  async tabs() {
    const first = await offline();
    await newTable(first, LONG);
    await first.waitForSelector(CHOICE);
    const second = await reopen(first, first.url());
    await second.waitForSelector(CHOICE);
    const same = async () => {
      const shown = async (page) => page.$eval(".frame .board", (board) => board.textContent);
      for (
        const until = Date.now() + WAIT;
        (await shown(first)) !== (await shown(second));
        await first.waitForTimeout(100)
      )
        assert.ok(Date.now() < until, "the tabs do not show the same");
    };
    await moves(first, 2);
    await first.waitForSelector(CHOICE);
    await same();
    await moves(second, 2);
    await second.waitForSelector(CHOICE);
    await same();
    const before = await number(second);
    await first.close();
    await moves(second, 4);
    assert.ok((await number(second)) > before);
    assert.deepEqual(second.problems, []);
    await second.context().close();
  },
  /** A full storage is reported, nothing is half done, and the game goes on when there is space. */
  async full() {
    site.fault = "full";
    const page = await visit();
    await newTable(page, LONG);
    await moves(page, 2);
    await page.waitForSelector(CHOICE);
    const fill = (full) => page.evaluate((full) => new BroadcastChannel("test-storage").postMessage(full), full);
    const before = await number(page);
    await fill(true);
    await page.locator(CHOICE).first().click();
    await page.waitForSelector("text=/storage of this browser/");
    assert.equal(await number(page), before);
    await fill(false);
    await moves(page, 2);
    assert.ok((await number(page)) > before);
    site.fault = "";
    await page.context().close();
  },
  /** The stored copy can be removed; the games stay. */
  async clear() {
    const page = await visit();
    await store(page);
    await newTable(page, LONG);
    await moves(page, 1);
    const before = await number(page);
    await page.goto(`${site.url}#/settings`);
    await page.click(".stored button");
    await page.waitForSelector(".stored [role='status']");
    const left = () =>
      page.evaluate(async () => [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length]);
    assert.deepEqual(await left(), [[], 0]);
    assert.ok((await number(page)) >= before);
    await axeCheck(page, "settings without a stored copy");
    await page.reload();
    await page.waitForSelector(".stored button");
    assert.deepEqual(await left(), [[], 0], "it is stored again only if the player wants that");
    await done(page);
  },
  async refused() {
    site.fault = "refused";
    const page = await visit();
    await page.waitForSelector(".site-bar[role='alert'] >> text=/does not let the page store games/");
    await axeCheck(page, "storage refused");
    site.fault = "";
    await done(page);
  },
  async noWebAssembly() {
    for (const [lang, said] of [
      ["en", /no WebAssembly/],
      ["zh", /没有游戏引擎所需的 WebAssembly/],
    ]) {
      const page = await visit("/", { settings: { lang } });
      await page.addInitScript(() => delete globalThis.WebAssembly);
      await page.reload();
      await page.waitForSelector(".site-bar[role='alert']");
      assert.match(await page.textContent(".site-bar"), said);
      await axeCheck(page, `no WebAssembly, ${lang}`);
      await done(page);
    }
  },
  /** A finished game as a link, on another device: replay, play on; whatever does not fit is refused with a reason. */
  async link() {
    const page = await offline();
    await newTable(page, "burger_war");
    await playByList(page, { patience: WAIT });
    await page.goto(page.url().replace("#/t/", "#/replay/"));
    await page.click(".controls >> text=whole game as a link");
    const address = await page.inputValue(".address");
    await axeCheck(page, "a link to a game");
    await done(page);
    console.log(`    a finished game: ${address.length} characters`);
    const other = await visit(address.replace(site.url, "/"));
    const opened = (link) => other.goto(link);
    await other.waitForURL(/#\/replay\/shared-/);
    await other.waitForSelector(".controls");
    await axeCheck(other, "the game of a link");
    await other.click(".controls >> text=Check the luck");
    await other.waitForSelector(".controls [role='status'] >> text=/right|match|fair|seed/i");
    await other.press(".controls input[type='range']", "ArrowRight");
    await other.click(".controls >> text=Play on from here");
    await other.waitForURL(/#\/t\//);
    await moves(other, 2);
    await opened(address.slice(0, -20));
    await other.waitForSelector("[role='alert'] >> text=damaged");
    const [start, body] = address.split("#1.").length === 2 ? address.split("#1.") : assert.fail(address);
    const lines = gunzipSync(Buffer.from(body, "base64url")).toString().split("\n");
    const wrong = lines.map((line, i) => (i === 4 ? line.replace(/"move":"[^"]*"/, '"move":"nonsense"') : line));
    await opened(`${start}#1.${gzipSync(wrong.join("\n")).toString("base64url")}`);
    await other.waitForSelector("[role='alert'] >> text=/refused: .*decision 2/");
    await opened(`${start}#1.${gzipSync(lines.slice(0, -1).join("\n")).toString("base64url")}`);
    await other.click("form button.main");
    await other.waitForSelector("[role='alert'] >> text=/refused: .*result is missing/");
    await opened(`${start}#9.abc`);
    await other.waitForSelector("[role='alert'] >> text=newer version");
    await other.context().close(); // the refusals are answers with status 400
  },
  /** A running game as a link, in Chinese on a phone, going on from an earlier moment. */
  async runningLink() {
    const page = await offline({ ...PHONE, settings: { lang: "zh" } });
    await newTable(page, "jom_burger");
    await moves(page, 2);
    await page.click(".menu > button");
    await page.click(".drop >> text=把整局复制为链接");
    const address = await page.inputValue(".address");
    await page.goto(address);
    await page.waitForSelector("form input[type='range']");
    await axeCheck(page, "a running game of a link");
    await page.press("form input[type='range']", "Home");
    await page.selectOption("form select", "1");
    await page.click("form button.main");
    await page.waitForURL(/#\/t\//);
    await page.waitForSelector(".frame .board > *");
    await moves(page, 2);
    await page.goto(address.slice(0, -9));
    await page.waitForSelector("[role='alert'] >> text=已损坏");
    await done(page);
  },
  /** The next start uses the snapshot; a damaged one is passed over. */
  async snapshot() {
    const page = await visit();
    await store(page);
    await snapshot(page);
    await cut(page);
    await page.reload();
    await newTable(page, LONG);
    await moves(page, 2);
    const before = await number(page);
    for (const body of [[...Buffer.from("nothing")], [...gzipSync(Buffer.alloc(100000))]]) {
      await snapshot(page, body);
      await page.reload();
      await page.waitForSelector(CHOICE);
    }
    await moves(page, 1);
    assert.ok((await number(page)) > before);
    await done(page);
  },
};
