// Tests of the static site in build/play (or in BUNFIGHT_SITE), in a browser, with the network cut:
//   node tests/site/site.mjs [name ...]    short: one game; measure: prints sizes and times; without names: everything
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { host } from "./host.mjs";

const folder = resolve(process.env.BUNFIGHT_SITE ?? new URL("../../../build/play", import.meta.url).pathname);
const listed = JSON.parse(readFileSync(`${folder}/data/games.json`, "utf8"));
const site = await host(folder);
process.env.BUNFIGHT_URL = site.url.slice(0, -1);
process.env.BUNFIGHT_GAMES ??= listed.map((game) => game.id).join(",");
const { axeCheck, browser, close, done, games, open, over, playByList } = await import("../browser/helpers.mjs");

const WAIT = 180000; // for whatever needs Python, on a busy machine
const CHOICE = "button.choice:not([aria-disabled='true'])";
const PHONE = { width: 390, height: 844, mobile: true };

const visit = async (path = "/", how = {}) => {
  Object.assign(site, { down: false, build: 1 });
  const page = await open(path, { ...how, settings: { pace: "instant", ...how.settings } });
  page.setDefaultTimeout(WAIT);
  page.context().setDefaultTimeout(WAIT);
  return page;
};
/** Wait until the service worker has come so far. */
const worker = async (page, which, state) => {
  const now = () =>
    page.evaluate(async (w) => (await navigator.serviceWorker.getRegistration("./"))?.[w]?.state, which);
  for (const until = Date.now() + WAIT; (await now()) !== state; await page.waitForTimeout(100))
    assert.ok(Date.now() < until, `the ${which} service worker is not ${state}`);
};
/** Store the site on the device, as its bar offers. */
const store = async (page) => {
  await page.click(".site-bar button.main");
  await worker(page, "active", "activated");
};
const cut = async (page) => {
  site.down = true;
  await page.context().setOffline(true);
};
const offline = async (how = {}) => {
  const page = await visit("/", how);
  await store(page);
  await cut(page);
  await page.reload();
  await page.waitForSelector("[data-play]");
  return page;
};
const newTable = async (page, game, second = "bot") => {
  await page.goto(`${site.url}#/new/${game}`);
  await page.waitForSelector(`form[data-game="${game}"]`);
  await page.selectOption("form .field select", String(Math.max(2, listed.find((g) => g.id === game).seats[0])));
  const place = page.locator(".place").nth(1).locator("select");
  await place.first().selectOption(second);
  if (second === "bot") await place.nth(1).selectOption("random");
  await page.click("form button.main");
  await page.waitForSelector(".frame .board > *, .hot");
};
const moves = async (page, n) => {
  await page.bringToFront(); // a page in the background does not draw
  return playByList(page, { patience: WAIT, stop: (made) => made >= n });
};
const asked = (page) => page.waitForSelector(`${CHOICE}, .frame.tall`);
/** How many decisions the table has seen, as the engine has stored it. */
const number = (page) =>
  page.evaluate(
    () =>
      new Promise((found, failed) => {
        const opening = indexedDB.open("bunfight", 1);
        opening.onerror = failed;
        opening.onsuccess = () => {
          const keys = opening.result.transaction("rows").objectStore("rows").getAllKeys();
          keys.onerror = failed;
          keys.onsuccess = () => {
            opening.result.close();
            found(keys.result.filter((key) => key.includes("/entry/")).length);
          };
        };
      }),
  );
const reopen = async (page, url) => {
  const next = await page.context().newPage();
  next.setDefaultTimeout(WAIT);
  next.problems = page.problems;
  await next.goto(url);
  return next;
};

const play = (how, what) =>
  async function whole() {
    const page = await offline(how);
    for (const game of games) {
      await newTable(page, game);
      const made = await playByList(page, { patience: WAIT });
      await axeCheck(page, `the end of ${game}, ${what}`);
      console.log(`    ${game}, ${what}: ${made} decisions`);
    }
    await done(page);
  };

const tests = {
  desktop: play({}, "desktop, English"),
  phone: play({ ...PHONE, settings: { lang: "zh" } }, "phone, Chinese"),
  async pages() {
    for (const lang of ["en", "zh"]) {
      const page = await visit("/", { settings: { lang } });
      await page.waitForSelector(".site-bar button.main");
      await axeCheck(page, `home, ${lang}`);
      await page.goto(`${site.url}#/settings`);
      await page.waitForSelector(".stored");
      await axeCheck(page, `settings, ${lang}`);
      await page.goto(`${site.url}#/daily`);
      await page.waitForSelector("h1");
      await newTable(page, games[0]);
      await asked(page);
      await axeCheck(page, `table, ${lang}`);
      await done(page);
    }
  },
  /** The tab crashes; what was decided is there, and the game goes on. */
  async crash() {
    const page = await offline();
    await newTable(page, "burger_war");
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
    await newTable(page, "burger_war");
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
  /** Two tabs share one engine; when the one that runs it is closed, the other takes over. */
  async tabs() {
    const first = await offline();
    await newTable(first, "burger_war");
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
    site.storage = "full";
    const page = await visit();
    await newTable(page, "burger_war");
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
    site.storage = "";
    await page.context().close();
  },
  async refused() {
    site.storage = "refused";
    const page = await visit();
    await page.waitForSelector(".site-bar[role='alert'] >> text=/does not let the page store games/");
    await axeCheck(page, "storage refused");
    site.storage = "";
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
    await other.click(".controls >> text=Check the dice");
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
  /** Two people, one device: covers between their turns, and what happened since. */
  async hotSeat() {
    const page = await offline(PHONE);
    await newTable(page, "burger_war", "me");
    let covers = 0;
    const until = Date.now() + WAIT;
    while (covers < 4 && !(await over(page))) {
      assert.ok(Date.now() < until, `${covers} covers`);
      if (await page.$(".hot")) {
        assert.equal(await page.$(".frame .board"), null, "the cover hides the board");
        await page.click(".hot button", { timeout: 2000 }).then(
          () => covers++,
          () => undefined,
        );
      } else if (await page.$(".notes > button.main"))
        await page.click(".notes > button.main", { timeout: 2000 }).catch(() => undefined);
      else await playByList(page, { patience: 4000, stop: (made) => made >= 1 }).catch(() => undefined);
    }
    assert.equal(covers, 4);
    await done(page);
  },
};

/** Sizes and times, as docs/site.md shows them. */
const measure = async () => {
  const lap = async (work) => {
    const start = Date.now();
    await work();
    return ((Date.now() - start) / 1000).toFixed(1);
  };
  await browser(); // its start is not measured
  site.sent = 0;
  let page;
  const home = await lap(async () => {
    page = await visit();
    await page.waitForSelector("[data-play]");
  });
  const engine = await lap(() => page.waitForSelector(".site-bar button.main"));
  await store(page);
  const wire = (site.sent / 1e6).toFixed(1);
  await cut(page);
  const context = page.context();
  const again = await reopen(page, "about:blank");
  await page.close();
  const cached = await lap(async () => {
    await again.goto(site.url);
    await again.waitForSelector("[data-play]");
  });
  const table = await lap(async () => {
    await again.click('[data-play="burger_war"]');
    await again.waitForSelector(CHOICE);
  });
  await context.close();
  console.log(`over the wire until it is stored  ${wire} MB`);
  console.log(`home page, first visit            ${home} s`);
  console.log(`engine ready, after that          ${engine} s`);
  console.log(`home page, cached, no network     ${cached} s`);
  console.log(`a table to play at, after that    ${table} s`);
};

let wanted = process.argv.slice(2);
let failed = 0;
if (wanted.includes("measure")) await measure();
else {
  if (wanted.includes("short")) {
    games.splice(0, games.length, "burger_war");
    wanted = ["desktop", "noWebAssembly"];
  }
  for (const [name, test] of Object.entries(tests)) {
    if (wanted.length && !wanted.includes(name)) continue;
    try {
      await test();
      console.log(`ok   ${name}`);
    } catch (error) {
      failed++;
      console.error(`FAIL ${name}`, error);
    }
  }
}
await close();
site.close();
process.exit(failed ? 1 : 0);
