// Tests of the static site in build/play (or in BUNFIGHT_SITE), in a browser, with the network cut:
//   node tests/site/site.mjs [name ...]    short: one game; measure: prints sizes and times; without names: everything
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import {
  axeCheck,
  browser,
  calm,
  close,
  done,
  games,
  openSheet,
  over,
  playByList,
  CHINESE,
  CHOICE,
  LONG,
  PHONE,
  WAIT,
  asked,
  cut,
  folder,
  newTable,
  offline,
  reopen,
  site,
  snapshot,
  store,
  visit,
} from "./steps.mjs";
import { troubles } from "./troubles.mjs";

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
  ...troubles,
  /** Undo, hints and a lesson to its end, on the device. */
  async help() {
    for (const [how, what] of [
      [{}, "desktop, English"],
      [{ ...PHONE, ...CHINESE }, "phone, Chinese"],
    ]) {
      const page = await offline(how);
      await newTable(page, LONG);
      const placed = (n) => page.waitForSelector(`text=/${n} (of|\\/) 3/`);
      await openSheet(page);
      await page.locator("button.choice[data-move^='place']").first().click();
      await placed(1);
      await page.keyboard.press("u");
      await placed(0);
      await page.keyboard.press("h");
      await page.waitForSelector(".hintbox .because");
      await axeCheck(page, `a hint, ${what}`);
      await page.goto(`${site.url}#/learn/burger_war`);
      await page.waitForSelector(".lesson");
      for (const until = Date.now() + WAIT; !(await page.$(".lesson a.button")); await page.waitForTimeout(60)) {
        assert.ok(Date.now() < until, `the lesson is stuck: ${await page.textContent(".side")}`);
        const thing =
          (await page.$(".lesson .hint ~ button.main")) ??
          (await page.$(".board [data-guide]:not([aria-pressed='true'])")) ??
          ((await page.$("[data-guide]")) ? null : await page.$(CHOICE));
        await thing?.click({ timeout: 700 }).catch(() => undefined);
      }
      await axeCheck(page, `the end of a lesson, ${what}`);
      await done(page);
    }
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
