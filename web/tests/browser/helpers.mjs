// Shared by the browser tests: a browser, pages that must stay silent on the console, and the ways to play.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

export const base = process.env.BUNFIGHT_URL ?? "http://127.0.0.1:8800";
/** All games of the server, or those that are asked for. */
export const games =
  process.env.BUNFIGHT_GAMES?.split(",") ?? (await (await fetch(`${base}/api/games`)).json()).map((game) => game.id);

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP bunfight.test 127.0.0.1", // plain http from a name, as in a home network
];
/** How long a page may take on a busy machine, in ms. */
export const PATIENCE = 120_000;
let shared;
export const browser = () =>
  (shared ??= chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args }));
export const close = async () => (await shared)?.close();

export const open = async (
  path = "/",
  { width = 1280, height = 720, settings = {}, mobile = false, stranger = false, made = null } = {},
) => {
  const context = await (
    await browser()
  ).newContext({
    viewport: { width, height },
    hasTouch: mobile,
    isMobile: mobile,
    reducedMotion: settings.motion === "full" ? "no-preference" : "reduce",
  });
  await context.addInitScript(
    (s) =>
      localStorage.getItem("bunfight.settings") ??
      localStorage.setItem("bunfight.settings", JSON.stringify({ lang: "en", choiceList: true, ...s })),
    settings,
  );
  /* the list of choices is open unless a test asks for `choiceList: false` */
  /* whoever is no stranger knows all games: nothing is offered at the first contact, no sound, no name is asked for */
  if (!stranger)
    await context.addInitScript(
      ([all, name]) => {
        if (!localStorage.getItem("bunfight.met"))
          localStorage.setItem("bunfight.met", JSON.stringify(Object.fromEntries(all.map((g) => [g, "know"]))));
        const now = JSON.parse(localStorage.getItem("bunfight.settings"));
        if (!now.name) localStorage.setItem("bunfight.settings", JSON.stringify({ ...now, name }));
      },
      [games, "Guest"],
    );
  if (made) await context.addInitScript(hold, made);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.problems = [];
  page.on(
    "console",
    (m) =>
      m.type() === "error" &&
      !/ERR_INTERNET_DISCONNECTED|WebSocket connection .* failed/.test(m.text()) &&
      page.problems.push(m.text()),
  );
  page.on(
    "response",
    (r) => r.status() >= 400 && page.problems.push(`${r.status()} ${r.request().method()} ${r.url()}`),
  );
  page.on("pageerror", (e) => page.problems.push(e.message));
  await page.goto(base + path);
  return page;
};

export const start = async (page, game) => {
  await page.click(`[data-play="${game}"]`);
  await page.waitForSelector(".frame .board > *");
};

/* In the page: it holds the seats of a table from now on. */
const hold = (m) => {
  const all = JSON.parse(localStorage.getItem("bunfight.tables") ?? "[]");
  if (all.some((one) => one.id === m.table.id)) return;
  all.unshift({
    id: m.table.id,
    game: m.table.game,
    title: "",
    host: m.host,
    seats: Object.fromEntries(m.seats.map((s) => [s.seat, s.token])),
    seen: 0,
    over: false,
  });
  localStorage.setItem("bunfight.tables", JSON.stringify(all));
};
/** A table made through the API. */
const asked = async (setup, path = "tables") => {
  const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(setup) };
  const ask = () => fetch(`${base}/api/${path}`, how);
  const made = await (await ask().catch(ask)).json(); // a line that was idle for long may have been cut
  if (!made.table) throw new Error(JSON.stringify(made));
  return made;
};
/** The same, with this page holding its seats. */
export const makeTable = async (page, setup) => {
  const made = await asked(setup);
  await page.evaluate(hold, made);
  return made;
};
/** A page at a new table. */
export const sitDown = async (setup, size = {}) => sitAt(await asked(setup), size);
/** A page at a seat of a recorded game, which goes on after so many decisions; bots have the other seats. */
export const goOn = async (record, at, seat, size = {}) => {
  const start = record.split("\n").slice(0, 3 + at); // head, luck and deal, then the decisions
  const setup = { record: `${start.join("\n")}\n`, at, seats: [seat], bot: "random" };
  return (await sitAt(await asked(setup, "records"), size)).page;
};
const sitAt = async (made, size) => {
  const page = await open(`/t/${made.table.id}`, { ...size, made });
  await page.waitForSelector(".frame .board > *, .hot");
  return { page, id: made.table.id };
};

let luck = 12345;
const roll = (n) => (luck = (Math.imul(luck, 1103515245) + 12345) >>> 0) % n;
/** Every test begins with the same luck, whichever tests went before it. */
export const afresh = () => (luck = 12345);
const versionOf = (page) => page.evaluate(() => document.querySelector(".frame")?.dataset.version);
/** A choice was made: it is waited for the position after it, but not for ever, because others may have been quicker. */
const decided = (page, version) =>
  page
    .waitForFunction((v) => document.querySelector(".frame")?.dataset.version !== v, version, { timeout: 3000 })
    .catch(() => undefined);

export const over = (page) => page.$("dialog[open]:not(.aside)");
const where = (page) =>
  page.evaluate(
    () => `${location.pathname}: ${(document.querySelector(".ask") ?? document.body).textContent.trim().slice(0, 200)}`,
  );
/** What has just come up takes no click for a moment. */
export const calm = (page) => page.waitForTimeout(600);
/** Whenever such a thing comes up, everything in it is clicked at once; `window.followed` says which clicks did something. */
export const hasty = (page, selector) =>
  page.evaluate((selector) => {
    let last = null;
    window.followed = [];
    new MutationObserver(() => {
      const now = document.querySelector(selector);
      const fresh = now && now !== last;
      last = now;
      if (fresh)
        for (const x of now.querySelectorAll("a, button"))
          window.followed.push(
            x.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 })),
          );
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  }, selector);

/* In the page: keeps what is still lit right after a click that closed every choice, because a move is on its way. */
const watchLit = () => {
  window.litInVain = [];
  addEventListener("click", () =>
    setTimeout(() => {
      const choices = [...document.querySelectorAll("button.choice")];
      if (!choices.length || choices.some((c) => c.ariaDisabled !== "true")) return;
      for (const x of document.querySelectorAll(".board .lit:not([aria-disabled='true'])"))
        window.litInVain.push(x.outerHTML.slice(0, 120));
    }),
  );
};

/** Plays to the end by clicking lit things on the board; what the board cannot do is an error. */
export const playByClicks = async (page, { limit = 900, patience = PATIENCE } = {}) => {
  let made = 0;
  let idle = Date.now();
  await page.evaluate(watchLit);
  while (!(await over(page))) {
    if (Date.now() - idle > patience) throw new Error(`stuck after ${made} clicks at ${await where(page)}`);
    const lit = await page.$$(
      ".board .lit:not([aria-disabled='true']):not(.chosen), .board " +
        "button.main:not([aria-disabled='true']):not(:disabled), .board .menu button.button:not(.quiet), " +
        ".board .rescue button:not(:disabled), .board .pushes button",
    );
    if (!lit.length) {
      await page.waitForTimeout(40);
      continue;
    }
    const before = await page.evaluate(() => document.querySelector(".frame")?.innerHTML.length);
    try {
      await lit[roll(lit.length)].click({ timeout: 700 });
      made++;
    } catch {
      /* gone meanwhile: somebody else acted */
    }
    await page.waitForTimeout(15);
    if (before !== (await page.evaluate(() => document.querySelector(".frame")?.innerHTML.length))) idle = Date.now();
    if (made > limit) throw new Error(`no end after ${made} clicks`);
  }
  assert.deepEqual(await page.evaluate(() => window.litInVain), [], "lit while a move is on its way");
  return made;
};

/** Plays to the end with the keyboard alone: Tab to the choices, arrows, Enter. */
export const playByKeys = async (page, { limit = 600, patience = PATIENCE, stop = () => false } = {}) => {
  let made = 0;
  let idle = Date.now();
  while (!(await over(page)) && !stop(made)) {
    if (Date.now() - idle > patience) throw new Error(`stuck after ${made} keys at ${await where(page)}`);
    const ready = await page.$("button.choice:not([aria-disabled='true'])");
    if (!ready) {
      await page.waitForTimeout(40);
      continue;
    }
    let there = await page.evaluate(() => document.activeElement?.classList.contains("choice"));
    for (let i = 0; i < 140 && !there; i++) {
      await page.keyboard.press("Tab");
      there = await page.evaluate(() => document.activeElement?.classList.contains("choice"));
    }
    if (!there) {
      await page.waitForTimeout(40);
      continue;
    }
    for (let i = roll(9); i > 0; i--) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    made++;
    idle = Date.now();
    await page.waitForTimeout(30);
    if (made > limit) throw new Error(`no end after ${made} decisions`);
  }
  return made;
};

/** On phones and tablets the choices are in a sheet that opens. */
export const openSheet = async (page) => {
  if (await page.$(":is(.frame.tall, .frame.strip) .side:not(.opened)")) await page.click("#tab-choices");
};

/** Plays through the list of choices with the mouse: the quickest way through a whole game. */
export const playByList = async (page, { limit = 900, patience = PATIENCE, stop = () => false } = {}) => {
  let made = 0;
  let idle = Date.now();
  while (!(await over(page)) && !stop(made)) {
    if (Date.now() - idle > patience) throw new Error(`stuck after ${made} choices at ${await where(page)}`);
    await openSheet(page);
    const list = await page.$$("button.choice:not([aria-disabled='true'])");
    if (!list.length) {
      await page.waitForTimeout(40);
      continue;
    }
    const [before, version] = [luck, await versionOf(page)];
    try {
      await list[roll(list.length)].click({ timeout: 700 });
      made++;
      idle = Date.now();
      await decided(page, version);
    } catch {
      luck = before; // gone meanwhile: the same luck again, so that the game does not depend on the machine's speed
    }
    if (made > limit) throw new Error(`no end after ${made} choices`);
  }
  return made;
};

const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const quiet = (page) => assert.deepEqual(page.problems, []);
export const done = async (page) => {
  quiet(page);
  await page.context().close();
};
/**
 * Timers of the page of at least so many ms wait until they are released: what leaves by itself stays while a test looks at
 * it, on a machine of any speed.
 */
export const holdTimers = (page, least = 300) =>
  page.evaluate((least) => {
    const { setTimeout: set, clearTimeout: clear } = window;
    const held = new Map();
    let number = -1;
    window.setTimeout = (act, ms = 0, ...more) => {
      if (ms < least) return set(act, ms, ...more);
      held.set(--number, () => act(...more));
      return number;
    };
    window.clearTimeout = (id) => void (held.delete(id) || clear(id));
    window.releaseTimers = () => {
      Object.assign(window, { setTimeout: set, clearTimeout: clear });
      held.forEach((act) => act());
    };
  }, least);
export const releaseTimers = (page) => page.evaluate(() => window.releaseTimers());
/** Everything has come to rest that does not go on for ever. */
export const still = (page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const short = document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime < 5000);
    await Promise.all(short.map((a) => a.finished.catch(() => undefined)));
  });
export const axeCheck = async (page, what) => {
  await still(page);
  await page.evaluate(axe);
  const found = await page.evaluate(async () =>
    (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map(
      (v) =>
        `${v.id}: ${v.nodes
          .slice(0, 3)
          .map((n) => n.html.slice(0, 160))
          .join(" | ")} ${v.nodes[0].any?.[0]?.message ?? ""}`,
    ),
  );
  assert.deepEqual(found, [], what);
};
export const bots = (n, bot = "random") => [
  { kind: "me", name: "Ann" },
  ...Array.from({ length: n - 1 }, () => ({ kind: "bot", bot })),
];
export const practice = async (game, settings = {}, size = {}, n = 2, options = {}) =>
  (
    await sitDown(
      { game, places: bots(n), options, start: true, pace: "instant", practice: "browser" },
      { settings, ...size },
    )
  ).page;
