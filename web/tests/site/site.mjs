// Tests of the static site in build/play (or in BUNFIGHT_SITE), in a browser, with the network cut:
//   node tests/site/site.mjs [name ...]    short: one game; measure: prints sizes and times; without names: everything
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { resolve } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { host } from "./host.mjs";

const folder = resolve(process.env.BUNFIGHT_SITE ?? new URL("../../../build/play", import.meta.url).pathname);
const listed = JSON.parse(readFileSync(`${folder}/data/games.json`, "utf8"));
const site = await host(folder);
process.env.BUNFIGHT_URL = site.url.slice(0, -1);
process.env.BUNFIGHT_GAMES ??= listed.map((game) => game.id).join(",");
const { axeCheck, browser, calm, close, done, games, open, openSheet, over, playByList } =
  await import("../browser/helpers.mjs");

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
/** Wait for the snapshot of Python's memory that the stored site makes; `body` replaces it. */
const snapshot = async (page, body = null) => {
  const found = () =>
    page.evaluate(async (body) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const key = (await cache.keys()).find((one) => one.url.endsWith("/snapshot"));
        if (key && body !== null) await cache.put(key, new Response(new Uint8Array(body)));
        if (key) return true;
      }
      return false;
    }, body);
  for (const until = Date.now() + WAIT; !(await found()); await page.waitForTimeout(200))
    assert.ok(Date.now() < until, "no snapshot was made");
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

/** A program of its own beside this one. */
const program = (name) => async () => {
  const env = { ...process.env, BUNFIGHT_SITE: folder };
  const { status } = spawnSync(process.execPath, [new URL(`./${name}.mjs`, import.meta.url).pathname], {
    env,
    stdio: "inherit",
  });
  assert.equal(status, 0);
};

const CHINESE = { settings: { lang: "zh" } };
const LONG = "burger_up"; // a game that is not over after a few decisions
const tests = {
  desktop: play({}, "desktop, English"),
  desktopChinese: play(CHINESE, "desktop, Chinese"),
  phone: play({ ...PHONE, ...CHINESE }, "phone, Chinese"),
  phoneEnglish: play(PHONE, "phone, English"),
  async pages() {
    const manifest = await (await fetch(`${site.url}manifest.webmanifest`)).json();
    assert.deepEqual(new Set(manifest.screenshots.map((one) => one.form_factor)), new Set(["wide", "narrow"]));
    for (const { src, type } of [...manifest.icons, ...manifest.screenshots]) {
      const answer = await fetch(new URL(src, site.url));
      assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, type], src);
    }
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
      await page.click(".menu > button");
      await page.waitForSelector(".drop .icon, .drop svg");
      const linked = {
        en: ["whole game as a link", "seat on another device"],
        zh: ["把整局复制为链接", "在另一台设备上"],
      }[lang];
      assert.equal(await page.locator(".drop button", { hasText: linked[0] }).count(), 1);
      assert.equal(await page.locator(".drop button", { hasText: linked[1] }).count(), 0, "a link that leads nowhere");
      await page.goto(`${site.url}#/new/${games[0]}`);
      await page.waitForSelector(".place");
      assert.equal(await page.locator(".who, .place option[value='open']").count(), 0, "nobody else can come");
      await done(page);
    }
  },
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
    site.storage = "full";
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
    site.storage = "";
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
  /** A puzzle is answered and explained on the device, whichever choice is made. */
  async puzzle() {
    for (const [how, what] of [
      [{}, "desktop, English"],
      [{ ...PHONE, ...CHINESE }, "phone, Chinese"],
    ]) {
      const page = await offline(how);
      await page.goto(`${site.url}#/puzzles/burger_war`);
      await page.locator("a[href*='/puzzle/']").first().click();
      await page.waitForSelector(".frame .board > *");
      for (let tries = 0; tries < 2 && !(await page.$(".verdict details")); tries++) {
        await openSheet(page);
        await page.locator(CHOICE).nth(tries).click();
        await page.waitForSelector(".verdict .head");
      }
      await page.click(".verdict summary");
      await page.waitForSelector(".verdict ol.list li");
      await axeCheck(page, `a puzzle with its explanation, ${what}`);
      await done(page);
    }
  },
  /** The daily deal is played to its end on the device; after a new start its review is made, read and entered. */
  async daily() {
    for (const [how, what] of [
      [{}, "desktop, English"],
      [{ ...PHONE, ...CHINESE }, "phone, Chinese"],
    ]) {
      const deal = "[data-game='burger_war']";
      const page = await offline(how);
      await page.goto(`${site.url}#/daily/burger_war`);
      await page.click(`${deal} button.main`);
      await page.waitForSelector(".frame .board > *");
      await page.waitForSelector(".bar .tag");
      const made = await playByList(page, { patience: WAIT });
      console.log(`    the daily deal, ${what}: ${made} decisions`);
      await page.goto(`${site.url}#/daily/burger_war`);
      await page.reload();
      await page.waitForSelector(`${deal} :is(progress, a[href*='/review/'])`); // being made, or made
      await axeCheck(page, `the daily deal after it was played, ${what}`);
      await page.waitForSelector(`${deal} a[href*='/review/']`, { timeout: 5 * WAIT });
      await page.click(`${deal} button.main`);
      await page.waitForSelector(`${deal} ol li`);
      await page.click(`${deal} a[href*='/review/']`);
      await page.waitForSelector("details.numbers");
      assert.equal(await page.$("[role='status'] progress"), null, "the review is finished");
      await axeCheck(page, `the review of the daily deal, ${what}`);
      await done(page);
    }
  },
  server: program("server"),
  docs: program("docs"),
  /** Two people, one device: covers between their turns, and what happened since. */
  async hotSeat() {
    const page = await offline(PHONE);
    await newTable(page, LONG, "me");
    let covers = 0;
    const until = Date.now() + WAIT;
    while (covers < 4 && !(await over(page))) {
      assert.ok(Date.now() < until, `${covers} covers`);
      if (await page.$(".hot")) {
        assert.equal(await page.$(".frame .board"), null, "the cover hides the board");
        await calm(page);
        await page.click(".hot button");
        await page.waitForSelector(".hot", { state: "detached" });
        if (++covers === 1) continue; // nothing has happened yet
        await page.waitForSelector(".recap li");
        assert.match(await page.textContent(".recap"), /Since you last looked/);
      } else if (await page.$(".notes > button.main"))
        await page.click(".notes > button.main", { timeout: 2000 }).catch(() => undefined);
      else await playByList(page, { patience: 4000, stop: (made) => made >= 1 }).catch(() => undefined);
    }
    assert.equal(covers, 4);
    await done(page);
  },
};

/** The processor time of the browser so far, in seconds: of everything that this process has started (Linux only). */
const used = () => {
  const found = new Map();
  for (const pid of readdirSync("/proc").filter(Number)) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\) /, "").split(" ").map(Number);
      found.set(Number(pid), { parent: fields[1], ticks: fields[11] + fields[12] });
    } catch {
      continue; // it has ended
    }
  }
  const ours = (pid) => pid === process.pid || (found.has(pid) && ours(found.get(pid).parent));
  const ticks = [...found].map(([pid, one]) => (pid !== process.pid && ours(pid) ? one.ticks : 0));
  return ticks.reduce((a, b) => a + b) / 100;
};

/** Sizes and times, as docs/site.md shows them. */
const measure = async () => {
  const rows = [];
  const lap = async (what, work) => {
    const [start, before] = [Date.now(), used()];
    await work();
    rows.push([what, `${((Date.now() - start) / 1000).toFixed(1)} s`, `${(used() - before).toFixed(1)} s`]);
  };
  await browser(); // its start is not measured
  site.sent = 0;
  let page;
  await lap("home page, first visit", async () => {
    page = await visit();
    await page.waitForSelector("[data-play]");
  });
  await lap("engine ready, after that", () => page.waitForSelector(".site-bar button.main"));
  await store(page);
  await snapshot(page);
  console.log(`over the wire until it is stored: ${(site.sent / 1e6).toFixed(1)} MB`);
  await cut(page);
  const context = page.context();
  const again = await reopen(page, "about:blank");
  await page.close();
  await lap("home page, cached, no network", async () => {
    await again.goto(site.url);
    await again.waitForSelector("[data-play]");
  });
  await lap("a table to play at, after that", async () => {
    await again.click('[data-play="burger_war"]');
    await again.waitForSelector(CHOICE);
  });
  await context.close();
  console.log(`load of the machine, with ${cpus().length} processors: ${loadavg()[0].toFixed(0)}`);
  console.log(["", "wall clock", "processor time of the browser"].join("\t"));
  for (const row of rows) console.log(row.join("\t"));
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
