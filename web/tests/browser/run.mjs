// Browser tests against a running server: BUNFIGHT_URL=http://127.0.0.1:8800 node tests/browser/run.mjs [name ...]
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  afresh,
  axeCheck,
  bots,
  calm,
  close,
  done,
  games,
  hasty,
  makeTable,
  open,
  over,
  playByClicks,
  playByList,
  practice,
  still,
} from "./helpers.mjs";
import { attentionTests, dragTests } from "./attention.mjs";
import { layoutTests } from "./layout.mjs";
import { motionTests } from "./motion.mjs";
import { boardTests } from "./boards.mjs";
import { coachTests } from "./coach.mjs";
import { guideTests } from "./guide.mjs";
import { hintTests } from "./hints.mjs";
import { lessonTests } from "./lessons.mjs";
import { limitTests } from "./limits.mjs";
import { ownTests } from "./own_cards.mjs";
import { shellTests } from "./shell.mjs";
import { slowTests } from "./slow.mjs";
import { stagedTests } from "./staged.mjs";
import { terminalTests } from "./terminal.mjs";
import { warTests } from "./war.mjs";
import { whyTests } from "./why.mjs";

/** On the end screen the winner's picture stays clear of the words under it. */
const trophyFits = async (page, game) => {
  await page.waitForSelector(".end .hero .trophy"); // the winner's burger, plate or tower, no mere emblem
  await still(page);
  const low = await page.evaluate(() => {
    const end = document.querySelector(".end .told").getBoundingClientRect().top;
    return [...document.querySelectorAll(".end .hero :not(svg *)")].map((x) => x.getBoundingClientRect().bottom - end);
  });
  assert.ok(Math.max(...low) <= 0, `${game}: the trophy covers ${Math.max(...low)} px of the words`);
};

const tests = {
  async home() {
    const page = await open("/");
    await page.waitForSelector("[data-play]");
    assert.equal(await page.locator("[data-play]").count(), games.length);
    await axeCheck(page, "home");
    await page.click("header nav button");
    await page.waitForSelector("text=马上开玩");
    assert.equal(await page.getAttribute("html", "lang"), "zh-Hans");
    await axeCheck(page, "home in Chinese");
    await done(page);
  },
  async pages() {
    for (const theme of ["light", "dark"]) {
      const page = await open("/lobby", { settings: { theme } });
      await page.waitForSelector("h2");
      await axeCheck(page, `lobby ${theme}`);
      for (const path of ["/settings", "/new/jom_burger", `/rules/${games[0]}`, `/learn/${games[0]}`]) {
        await page.goto(new URL(path, page.url()).href);
        await page.waitForSelector("h1, h2");
        await axeCheck(page, `${path} ${theme}`);
      }
      await done(page);
    }
  },
  async rules() {
    for (const game of games) {
      const page = await open(`/rules/${game}`);
      await page.waitForSelector("article li");
      const all = await page.locator("article li").count();
      await page.fill("input[type=search]", "card");
      await page.waitForFunction((n) => document.querySelectorAll("article li").length < n, all);
      assert.ok(all > 40, `${game}: ${all} rules`);
      await done(page);
    }
  },
  /* The first page of the rules, and the help at a table, tell the game with the options of the table. */
  async rules_follow_options() {
    const right = [".page .turn", "The right column opens", "the left space of its row"];
    const page = await open("/rules/jom_burger");
    await page.waitForSelector(right[0]);
    const told = async () => (await page.textContent(right[0])).includes(right[2]);
    assert.equal(await told(), false);
    const { table } = await makeTable(page, {
      game: "jom_burger",
      places: [
        { kind: "me", name: "Ann" },
        { kind: "me", name: "Ben" },
      ],
      options: { left_first: "row" },
      start: true,
    });
    await page.goto(new URL(`/rules/jom_burger?table=${table.id}`, page.url()).href);
    await page.waitForSelector(right[0]);
    assert.equal(await told(), true);
    assert.equal((await page.textContent(right[0])).includes(right[1]), false);
    /* a table that is gone leaves the ordinary rules */
    await page.goto(new URL("/rules/jom_burger?table=gone-table-0000", page.url()).href);
    await page.waitForSelector(right[0]);
    assert.equal(await told(), false);
    page.problems = page.problems.filter((p) => !p.includes("404"));
    await done(page);
  },
  ...Object.fromEntries(
    games.map((game) => [
      `clicks_${game}`,
      async () => {
        const page = await practice(game);
        const clicks = await playByClicks(page);
        await trophyFits(page, game);
        await axeCheck(page, `${game} end`);
        console.log(`  ${game}: ${clicks} clicks`);
        await done(page);
      },
    ]),
  ),
  async two_browsers() {
    const ann = await open("/settings");
    const made = await makeTable(ann, {
      game: "burger_war",
      places: [{ kind: "me", name: "Ann" }, { kind: "open" }],
      pace: "instant",
    });
    const path = `/t/${made.table.id}`;
    await ann.goto(new URL(path, ann.url()).href);
    await ann.waitForSelector("text=Waiting for players");
    const ben = await open(path, { settings: { name: "Ben" } });
    await ben.click("text=Sit here");
    await ann.waitForSelector("text=Ben");
    await ann.click("text=Start the game");
    await Promise.all([ann, ben].map((p) => p.waitForSelector(".frame .board > *")));
    const watcher = await open(path);
    await watcher.waitForSelector(".frame .board > *");
    const seen = [];
    watcher.on("websocket", (w) => w.on("framereceived", (f) => seen.push(String(f.payload))));
    await watcher.reload();
    await watcher.waitForSelector(".frame .board > *");
    const chosen = [0, 0];
    const both = await Promise.all(
      [ann, ben].map((p, i) => playByList(p, { stop: (n) => ((chosen[i] = n), chosen[0] + chosen[1] >= 30) })),
    );
    console.log(`  two browsers: ${both.join(" + ")} choices`);
    for (const text of seen) {
      const m = JSON.parse(text);
      if (m.type !== "view" || m.view.over) continue;
      assert.equal(m.seat, null);
      assert.ok(
        m.view.plates.every((p) => p.hand === null),
        "a spectator saw a hand",
      );
      assert.deepEqual(m.view.moves, []);
    }
    assert.ok(seen.length > 3);
    await Promise.all([ann, ben, watcher].map(done));
  },
  async names_removal_and_mute() {
    const ann = await open("/settings", { settings: { name: "Ann" } });
    const places = [{ kind: "me", name: "Ann" }, { kind: "open" }];
    const made = await makeTable(ann, { game: "burger_war", places, pace: "instant", stand_in_bot: "easy" });
    const path = `/t/${made.table.id}`;
    await ann.goto(new URL(path, ann.url()).href);
    await ann.waitForSelector("text=Bot for absent players: Easy");
    const ben = await open(path, { settings: { name: "\u0410nn" } }); // a Cyrillic A
    await ben.click("text=Sit here");
    await ben.fill("dialog.name input", "Ben");
    await ben.click("dialog.name >> text=Sit down");
    await ann.click("text=Remove this player");
    await ben.click("text=Sit here");
    await ann.waitForSelector("text=Ben");
    await ann.click("text=Start the game");
    await Promise.all([ann, ben].map((p) => p.waitForSelector(".frame .board > *")));
    await ben.click("role=tab[name=/Chat/]");
    await ben.click(".emotes >> text=Hello");
    await ann.click("role=tab[name=/Chat/]");
    await ann.click(".chat .mute >> text=Mute");
    await ann.waitForSelector(".chat li.muted");
    await ann.reload();
    await ann.click("role=tab[name=/Chat/]");
    await ann.waitForSelector(".chat li.muted");
    ben.problems = ben.problems.filter((p) => !p.includes("409"));
    await Promise.all([ann, ben].map(done));
  },
  async rematch_keeps_seats() {
    const ann = await open("/settings");
    const places = [{ kind: "me", name: "Ann" }, { kind: "open" }];
    const made = await makeTable(ann, { game: "jom_burger", places, pace: "instant" });
    const path = `/t/${made.table.id}`;
    await ann.goto(new URL(path, ann.url()).href);
    const ben = await open(path, { settings: { name: "Ben" } });
    await ben.click("text=Sit here");
    await ann.waitForSelector("text=Ben");
    await ann.click("text=Start the game");
    await Promise.all([ann, ben].map((p) => playByList(p)));
    await calm(ann);
    await ann.click("dialog .actions .main");
    await ann.waitForSelector(".frame .board > *");
    await ben.click("text=Join the rematch");
    await ben.waitForURL(ann.url());
    await ben.waitForSelector(".frame .board > *");
    assert.equal(await ben.locator("text=You are watching").count(), 0, "who joins the rematch plays");
    await Promise.all([ann, ben].map(done));
  },
  async reconnect() {
    const page = await practice("jom_burger", {}, {}, 3);
    await page.context().setOffline(true);
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    await page.waitForSelector("button.choice");
    await page.waitForTimeout(300);
    await page.context().setOffline(false);
    await page.click("button.choice");
    await page.waitForFunction(() => !document.querySelector("button.choice[aria-disabled='true']"));
    await playByList(page, { stop: (n) => n >= 4 });
    await done(page);
  },
  async blocked_sockets() {
    const page = await open("/settings");
    await page.context().addInitScript(() => {
      window.WebSocket = class {
        static OPEN = 1;
        readyState = 3;
        constructor() {
          setTimeout(() => this.onclose?.(), 5);
        }
        send() {}
        close() {}
      };
    });
    const made = await makeTable(page, {
      game: "jom_burger",
      places: bots(2),
      start: true,
      pace: "instant",
      practice: "browser",
    });
    await page.goto(new URL(`/t/${made.table.id}`, page.url()).href);
    await page.waitForSelector("button.choice");
    await playByList(page, { stop: (n) => n >= 8 });
    await done(page);
  },
  async lobby() {
    const ann = await open("/new/jom_burger", { settings: { name: "Ann" } });
    await ann.selectOption("[aria-label='Seat 2']", "open");
    await ann.selectOption("[aria-label='Seat 3']", "open");
    await ann.locator("input[name=listed]").nth(1).check();
    await ann.click("text=Set up the table");
    await ann.waitForSelector("text=Waiting for players");
    await ann.click("text=QR code");
    await ann.waitForFunction(() => document.querySelector("img.qr")?.naturalWidth > 0); // the QR code is a picture
    await axeCheck(ann, "gathering");
    const ben = await open("/lobby", { settings: { name: "Ben" } });
    await ben.getByRole("button", { name: "Join", exact: true }).first().click();
    await ann.waitForSelector("li >> text=Ben");
    await ann.click("text=Fill with bots");
    await Promise.all([ann, ben].map((p) => p.waitForSelector(".frame .board > *")));
    await done(ben);
    await done(ann);
  },
  async recorded_motion() {
    const page = await practice("buffet_boss", { motion: "full" });
    const watch = () =>
      page.evaluate(() => {
        window.poses = new Set();
        const look = () => {
          document.querySelectorAll(".scene .plate").forEach((e) => window.poses.add(e.getAttribute("transform")));
          requestAnimationFrame(look);
        };
        look();
      });
    await watch();
    await playByList(page, { stop: (n) => n >= 6 });
    await page.waitForFunction(() => window.poses.size > 12); // the plates were seen while they moved
    await done(page);
  },
  async seat_link() {
    const page = await practice("burger_up");
    const secret = await page.evaluate(
      () => Object.values(JSON.parse(localStorage.getItem("bunfight.tables"))[0].seats)[0],
    );
    const other = await open(`${new URL(page.url()).pathname}#${secret}`);
    await other.waitForSelector("button.choice");
    assert.equal(new URL(other.url()).hash, "");
    await done(other);
    await done(page);
  },
  ...ownTests,
  ...whyTests,
  ...warTests,
  async undo_hint_chat() {
    const page = await practice("burger_up");
    await page.click("button.choice[data-move^='place']");
    await page.waitForSelector("text=1 of 3 placed");
    await page.keyboard.press("u");
    await page.waitForSelector("text=0 of 3 placed");
    await page.keyboard.press("h");
    await page.waitForSelector(".hintbox, .explanation");
    await page.keyboard.press("c");
    await page.fill(".chat input", "hello <b>there</b>");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=hello <b>there</b>");
    await done(page);
  },
  async hot_seat() {
    const page = await open("/settings");
    const made = await makeTable(page, {
      game: "burger_war",
      places: [
        { kind: "me", name: "Ann" },
        { kind: "me", name: "Ben" },
      ],
      start: true,
    });
    await page.goto(new URL(`/t/${made.table.id}`, page.url()).href);
    await page.waitForSelector(".frame, .hot");
    await hasty(page, ".hot");
    let covers = 0;
    while (covers < 4 && !(await over(page))) {
      await page.waitForSelector(
        "button.choice:not([aria-disabled='true']), button:has-text('Hand over'), .hot, dialog[open]",
      );
      if (await page.$(".hot")) {
        covers++;
        assert.equal(await page.locator(".board, button.choice, .ticker").count(), 0, "the cover hides everything");
        await page.waitForTimeout(200); // whatever was to be said has been said
        assert.doesNotMatch(await page.textContent("[data-testid=announcements]"), /\S/, "the cover says nothing");
        await calm(page);
        await page.click(".hot button");
        await page.waitForSelector(".hot", { state: "detached" });
      } else if (!(await over(page)))
        await page
          .click("button:has-text('Hand over'), button.choice:not([aria-disabled='true'])", { timeout: 2000 })
          .catch(() => undefined); // covered meanwhile
    }
    const followed = await page.evaluate(() => window.followed);
    assert.ok(
      covers > 1 && followed.length >= covers - 1 && !followed.includes(true),
      `a click too many showed the next player's hand: ${followed}`,
    );
    await done(page);
  },
  async end_screen_and_replay() {
    const page = await practice("jom_burger");
    const table = page.url();
    await hasty(page, "dialog[open]");
    await playByList(page);
    const followed = await page.evaluate(() => window.followed);
    assert.ok(followed.length >= 5 && !followed.includes(true), `clicks on their way to the board: ${followed}`);
    await calm(page);
    assert.ok(await over(page));
    assert.equal(page.url(), table);
    await page.click("dialog >> text=Home");
    await page.waitForSelector("[data-play]");
    await page.goto(table);
    await page.waitForSelector("dialog[open]");
    await calm(page);
    await page.click("dialog >> text=Replay");
    await page.waitForSelector(".controls input[type=range]");
    await page.waitForSelector(".frame .board > *");
    for (let i = 0; i < 5; i++) await page.click("[aria-label='Next']");
    await page.waitForSelector("text=/Decision 5 of/");
    await axeCheck(page, "replay");
    await page.selectOption(".viewer select", { index: 1 });
    await page.click("text=Check the luck");
    await page.waitForSelector("text=The luck was fair");
    await page.click("text=Play on from here");
    await page.waitForURL(/\/t\//);
    await page.waitForSelector("button.choice");
    await done(page);
  },
  ...attentionTests,
  ...dragTests,
  ...layoutTests,
  ...motionTests,
  ...coachTests,
  ...guideTests,
  ...hintTests,
  ...lessonTests,
  ...shellTests,
  ...slowTests,
  ...stagedTests,
  ...boardTests,
  ...terminalTests,
  ...limitTests,
};

// arguments: beginnings of names, and --share=FOLDER: who makes a test's folder there first runs it
const share = process.argv.slice(2).find((a) => a.startsWith("--share="));
const wanted = process.argv.slice(2).filter((a) => a !== share);
const patient = ["clock_runs_out"]; // these only wait, and do so beside the others
let failed = 0;
for (const word of wanted)
  assert.ok(
    Object.keys(tests).some((name) => name.startsWith(word)),
    `no test begins with ${word}`,
  );

const mine = (name) => {
  if (wanted.length && !wanted.some((w) => name.startsWith(w))) return false;
  return !share || mkdirSync(join(share.slice(8), name), { recursive: true }) !== undefined;
};
const LIMIT = 15 * 60_000; // no test waits for ever, not even on a busy machine
const flaky = [];
const attempt = async (name) => {
  const began = Date.now();
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${name} is not done after ${LIMIT / 1000} s`)), LIMIT);
  });
  try {
    await Promise.race([tests[name](), late]);
    console.log(`ok ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`FAILED ${name}\n${error.stack}`);
    return false;
  } finally {
    clearTimeout(timer);
  }
};
/** Run a test, and once more if it fails: one that then passes is reported as flaky. */
const run = async (name) => {
  if (await attempt(name)) return;
  if (!patient.includes(name)) afresh();
  if (await attempt(name)) flaky.push(name);
  else failed++;
};

const waiting = patient.filter(mine).map(run);
for (const name of Object.keys(tests)) {
  if (patient.includes(name) || !mine(name)) continue;
  afresh();
  await run(name);
}
await Promise.all(waiting);
await close();
if (flaky.length) console.log(`flaky, to be fixed: ${flaky.join(", ")}`);
process.exitCode = failed ? 1 : 0;
