// The layout laws over recorded games. Short form in `npm run test:browser`; all of it: `npm run layout [GAME ...]`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { PATIENCE, axeCheck, base, browser, games, still } from "./helpers.mjs";
import { broken } from "./layout_rules.mjs";

const script = new URL("../../scripts/fixture.py", import.meta.url).pathname;
const source = new URL("../../../src", import.meta.url).pathname;
const recorded = new Map();
/** Positions of a game of bots: all (0), or so many with every question and every list at its longest. */
export const fixture = (game, seats, seed, keep, ...options) => {
  const args = [game, String(seats), seed, `keep=${keep}`, ...options];
  if (!recorded.has(String(args)))
    recorded.set(
      String(args),
      execFileSync(process.env.PYTHON ?? "python3", [script, ...args], {
        maxBuffer: 1e9,
        env: { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? source },
      }).toString(),
    );
  return recorded.get(String(args));
};

const LONG = ["Maximiliane", "Bartholomew", "Konstantinopel", "Wilhelmina", "Hortensia-Rose", "Featherstonehaugh"];
export const sizes = {
  "1280x720": [1280, 720],
  "1440x900": [1440, 900],
  "1920x1080": [1920, 1080],
  "2560x1440": [2560, 1440],
  "1024x768": [1024, 768, true],
  "820x1180": [820, 1180, true],
  "390x844": [390, 844, true],
  "1280x720 at 200 %": [640, 360],
  "1920x1080 at 200 %": [960, 540],
};

/** A page with a recorded game, at a size and in a language. */
export const table = async (text, size, { lang = "en", long = false, theme = "light", motion = "less" } = {}) => {
  const [width, height, touch = false] = sizes[size];
  const data = JSON.parse(text);
  if (long) data.names = data.names.map((_, i) => LONG[i]);
  const context = await (
    await browser()
  ).newContext({
    viewport: { width, height },
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: motion === "less" ? "reduce" : "no-preference",
  });
  await context.addInitScript((s) => localStorage.setItem("bunfight.settings", JSON.stringify(s)), {
    lang,
    theme,
    motion,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.route("**/fixture/*.json", (r) =>
    r.fulfill({ contentType: "application/json", body: JSON.stringify(data) }),
  );
  await page.goto(`${base}/bench/${data.game}`);
  await page.waitForSelector(".frame .board > :first-child");
  await page.evaluate(() => document.fonts.ready);
  return { page, steps: data.steps.length, touch };
};

export const turnTo = async (page, at) => {
  await page.evaluate((n) => dispatchEvent(new CustomEvent("bench", { detail: n })), at);
  await page.waitForSelector(`[data-at="${at}"]`);
  await still(page);
};

/** What is wrong, by position; `note`: with a note of so many pixels beside the question. */
export const inspect = async (text, size, how) => {
  const { page, steps, touch } = await table(text, size, how);
  if (how?.note)
    await page.evaluate((px) => {
      const notes = Object.assign(document.createElement("div"), { className: "notes", innerHTML: "<div></div>" });
      notes.firstChild.style.height = `${px}px`;
      document.querySelector(".noted").append(notes);
    }, how.note);
  const phone = touch && sizes[size][0] < 600;
  const found = new Map();
  for (let at = 0; at < steps; at++) {
    await turnTo(page, at);
    for (const one of await page.evaluate(broken, { type: phone ? 13 : 12, target: touch ? 44 : 36, touch }))
      found.set(one, [...(found.get(one) ?? []), at]);
  }
  await page.context().close();
  return [...found].map(
    ([what, where]) => `${what} [${where.slice(0, 3)}${where.length > 3 ? ` and ${where.length - 3} more` : ""}]`,
  );
};

/* The most that each game can have on the table. */
export const full = {
  burger_boss: [5],
  jom_burger: [6, "salad=true"],
  burger_up: [4],
  burger_war: [6],
  buffet_boss: [4, "version=dinner"],
};

export const layoutTests = {
  ...Object.fromEntries(
    games.map((game) => [
      `layout_${game}`,
      async () => {
        const [seats, ...options] = full[game];
        const most = fixture(game, seats, "stage", 3, ...options);
        const two = fixture(game, 2, "stage", 3);
        const all = [
          ["1280x720", await inspect(most, "1280x720", { long: true })],
          ["1280x720, two seats, Chinese", await inspect(two, "1280x720", { lang: "zh" })],
          ["390x844, Chinese", await inspect(most, "390x844", { lang: "zh" })],
        ];
        for (const [where, found] of all) assert.deepEqual(found, [], `${game} at ${where}`);
      },
    ]),
  ),
  /* On a tablet on its side a tip, a hint or a recap takes its height from the board. */
  ...Object.fromEntries(
    games.map((game) => [
      `layout_note_${game}`,
      async () => {
        const [seats, ...options] = full[game];
        const text = fixture(game, seats, "stage", 6, ...options);
        assert.deepEqual(await inspect(text, "1024x768", { long: true, note: 200 }), [], game);
      },
    ]),
  ),
  ...Object.fromEntries(
    games.map((game) => [
      `layout_axe_${game}`,
      async () => {
        const [seats, ...options] = full[game];
        const text = fixture(game, seats, "stage", 3, ...options);
        for (const [size, lang, theme] of [
          ["820x1180", "en", "light"],
          ["1024x768", "en", "dark"],
          ["390x844", "zh", "dark"],
        ]) {
          const { page, steps } = await table(text, size, { lang, theme });
          for (let at = 1; at < steps; at++) {
            await turnTo(page, at);
            await axeCheck(page, `${game} at ${size}, position ${at}`);
          }
          await page.context().close();
        }
      },
    ]),
  ),
  async layout_catches() {
    const { page } = await table(fixture("burger_up", 2, "stage", 8), "1280x720");
    const laws = { type: 12, target: 36, touch: false };
    assert.deepEqual(await page.evaluate(broken, laws), []);
    const planted = async (what, act) => {
      await page.evaluate(act);
      await still(page);
      const found = await page.evaluate(broken, laws);
      assert.ok(
        found.some((f) => f.startsWith(what)),
        `${what} was planted, found: ${found.slice(0, 3)}`,
      );
      await page.reload();
      await page.waitForSelector(".frame .board > :first-child");
    };
    await planted("covered", () => {
      const e = document.querySelector(".board button").getBoundingClientRect();
      const lid = Object.assign(document.createElement("div"), { innerHTML: "<b>lid</b>" });
      lid.style.cssText = "position:fixed;z-index:99;background:red;pointer-events:none";
      Object.assign(lid.style, { left: `${e.x}px`, top: `${e.y}px`, width: `${e.width}px`, height: `${e.height}px` });
      document.querySelector(".frame").append(lid);
    });
    await planted("outside", () => {
      document.querySelector(".board button").style.translate = "-900px";
    });
    await planted("cut off", () => {
      Object.assign(document.querySelector(".board section").style, { overflow: "hidden", height: "30px" });
    });
    await planted("text overflows", () => {
      Object.assign(document.querySelector(".board article h2").style, {
        whiteSpace: "nowrap",
        width: "9px",
        letterSpacing: "90px",
      });
    });
    await planted("small type", () => (document.querySelector(".board h2").style.fontSize = "9px"));
    await planted("small target", () => {
      Object.assign(document.querySelector(".board button.lit").style, {
        width: "20px",
        minWidth: "0",
        overflow: "hidden",
      });
    });
    await planted("scrolls", () => (document.body.style.minHeight = "3000px"));
    await page.context().close();
    const { page: phone } = await table(fixture("burger_up", 2, "stage", 8), "390x844");
    await phone.evaluate(() => (document.querySelector(".board .hand").style.marginTop = "600px"));
    const far = await phone.evaluate(broken, { type: 13, target: 44, touch: true });
    assert.ok(
      far.some((f) => f.startsWith("far")),
      `600 px were planted, found: ${far.slice(0, 3)}`,
    );
    await phone.context().close();
  },
  /* On a phone the plates of a full table are lines that open. */
  async layout_plates_open() {
    const { page } = await table(fixture("burger_war", 6, "stage", 3), "390x844");
    await turnTo(page, 0); // nobody takes loot, which opens a plate
    assert.equal(await page.locator(".rivals .mini").count(), 5);
    assert.equal(await page.locator(".rivals button.card").count(), 0);
    await page.click(".rivals .fold >> nth=0");
    assert.equal(await page.locator(".rivals .mini").count(), 4);
    await page.waitForSelector(".rivals button.card");
    await page.context().close();
  },
  /* The own kitchen or burger is the largest; an opponent is compact and can be opened. */
  async layout_own_is_largest() {
    const area = (page, selector) =>
      page.evaluate((s) => {
        const { width, height } = document.querySelector(s).getBoundingClientRect();
        return width * height;
      }, selector);
    for (const size of ["1280x720", "1024x768", "390x844"]) {
      const { page: boss } = await table(fixture("burger_boss", 2, "stage", 3), size);
      assert.ok((await area(boss, ".mykitchen")) > 2 * (await area(boss, ".rival")), `Burger Boss at ${size}`);
      assert.equal(await boss.locator(".opened .kitchen").count(), 0);
      await boss.click(".rival .fold");
      await boss.waitForSelector(".opened .kitchen");
      await boss.context().close();
      const { page: jom } = await table(fixture("jom_burger", 2, "stage", 3), size);
      assert.ok((await area(jom, ".own .paper")) > (await area(jom, ".others .paper")), `Jom Burger at ${size}`);
      await jom.waitForSelector(".own .paper >> text=You");
      await jom.context().close();
    }
  },
  /* A shop is no larger than what it says, the own kitchen takes the room, and what an opponent has is compact. */
  async layout_no_empty_boxes() {
    const { page } = await table(fixture("burger_boss", 2, "stage", 3), "1280x720");
    const shops = await page.$$eval(".gcard", (all) =>
      all.map((x) => {
        const high = (part) => x.querySelector(part).getBoundingClientRect().height;
        return (high(".title") + high(".spaces")) / x.getBoundingClientRect().height;
      }),
    );
    assert.ok(Math.min(...shops) > 0.7, `filled: ${shops.map((n) => n.toFixed(2))}`);
    const [kitchen, street] = await page.evaluate(() =>
      [".mykitchen", ".cards"].map((x) => document.querySelector(x).getBoundingClientRect().height),
    );
    assert.ok(kitchen > street * 0.8, `${kitchen} of ${street}`);
    await page.context().close();
    const { page: up } = await table(fixture("burger_up", 2, "stage", 0), "1280x720");
    await turnTo(up, 0); // low burgers
    const [theirs, bench] = await up.evaluate(() =>
      [".others .kitchen", ".bench"].map((x) => document.querySelector(x).getBoundingClientRect().height),
    );
    assert.ok(theirs < bench * 0.85, `${theirs} of ${bench}`);
    await up.context().close();
  },
  /* What a die would do at each shop has room on its sign. */
  async layout_effects_on_signs() {
    for (const size of ["1280x720", "820x1180", "390x844"]) {
      const { page, steps } = await table(fixture("burger_boss", 3, "signs", 0), size);
      let looked = 0;
      for (let at = 0; at < steps && looked < 3; at++) {
        await turnTo(page, at);
        const die = page.locator(".boss[data-step='DirectWorkers'] .d.lit").first();
        if (!(await die.count())) continue;
        await die.click();
        if (!(await page.locator(".told").count())) continue;
        looked++;
        const over = await page.$$eval(".gcard:has(.told)", (all) =>
          all
            .map((x) => [x.querySelector(".title"), x.querySelector(".spaces")].map((e) => e.getBoundingClientRect()))
            .filter(([title, doors]) => title.bottom > doors.top + 1 || doors.height < 30)
            .map(([title, doors]) => [title.bottom, doors.top, doors.height]),
        );
        assert.deepEqual(over, [], `${size}, position ${at}`);
      }
      assert.ok(looked > 0, size);
      await page.context().close();
    }
  },
  /* A tablet held upright: no stretched phone. */
  async layout_upright_tablet() {
    const low = (page, selector) =>
      page.$$eval(selector, (all) => Math.max(...all.map((x) => x.getBoundingClientRect().bottom)));
    const tops = (page, selector) =>
      page.$$eval(selector, (all) => new Set(all.map((x) => Math.round(x.getBoundingClientRect().top))).size);
    const { page: boss } = await table(fixture("burger_boss", 3, "stage", 3), "820x1180");
    assert.equal(await tops(boss, ".gcard"), 2, "the street has two rows");
    const { y } = await boss.locator(".side").boundingBox();
    assert.ok((await low(boss, ".mykitchen")) <= y, "the own kitchen is on the screen");
    await boss.context().close();
    const { page: jom } = await table(fixture("jom_burger", 3, "stage", 3), "820x1180");
    await jom.waitForSelector(".cards .action");
    const [paper, cards] = await Promise.all([".own .paper", ".own .cards"].map((x) => jom.locator(x).boundingBox()));
    assert.ok(cards.x >= paper.x + paper.width, "the cards lie beside the burger");
    await jom.context().close();
    const { page: up } = await table(fixture("burger_up", 3, "stage", 3), "820x1180");
    assert.equal(await tops(up, ".order"), 1, "the orders stand side by side");
    await up.context().close();
  },
  /* What an action card says is what it is worth unused, and dice are taken before they are rerolled. */
  async layout_jom_burger_words() {
    const { page, steps } = await table(fixture("jom_burger", 2, "stage", 0), "1280x720");
    await turnTo(page, 1);
    await page.waitForSelector(".action >> text=worth 2 if you keep it");
    for (let at = 1; at < steps; at++) {
      await turnTo(page, at);
      const groups = await page.$$eval(".choices .group", (all) => all.map((x) => x.getAttribute("aria-label")));
      const taken = groups.findIndex((verb) => verb === "burger" || verb === "fridge");
      const again = groups.findIndex((verb) => verb.startsWith("reroll"));
      if (taken >= 0 && again >= 0) {
        assert.ok(taken < again, String(groups));
        return page.context().close();
      }
    }
    assert.fail("no position with both choices");
  },
  /* Without motion a size that changes has changed at once: what is fitted into a box is measured rightly. */
  async layout_sizes_at_once() {
    const { page } = await table(fixture("burger_war", 2, "stage", 3), "1280x720");
    const width = await page.evaluate(() => {
      const box = document.querySelector(".board").appendChild(document.createElement("div"));
      box.style.width = "10px";
      box.getBoundingClientRect();
      box.style.width = "50px";
      return box.getBoundingClientRect().width;
    });
    assert.equal(width, 50);
    await page.context().close();
  },
};

if (process.argv[1]?.endsWith("layout.mjs")) {
  /* The extremes of three games each: fewest and most seats at every size, others at the two that matter most. */
  const wanted = process.argv.slice(2).filter((a) => !a.includes("="));
  const set = (name, usual) => Number(process.argv.find((a) => a.startsWith(`${name}=`))?.split("=")[1] ?? usual);
  const [keep, played] = [set("keep", 12), set("games", 3)];
  const began = Date.now();
  let wrong = 0;
  let looked = 0;
  for (const game of wanted.length ? wanted : games) {
    const most = full[game][0];
    const between = { jom_burger: 3, burger_war: 4, buffet_boss: 1 }[game] ?? 3;
    for (const seats of [2, between, most]) {
      const options = seats === most ? full[game].slice(1) : [];
      const text = fixture(game, seats, `sweep-${seats}`, keep, `games=${played}`, ...options);
      const { steps } = JSON.parse(text);
      const here = Object.keys(sizes).filter((s) => seats !== between || /^(1280x720|390x844)$/.test(s));
      for (const size of here)
        for (const lang of ["en", "zh"]) {
          const found = await inspect(text, size, { lang, long: lang === "en" });
          looked += steps.length;
          wrong += found.length;
          console.log(
            `${found.length ? "BROKEN" : "ok"} ${game}, ${seats} seats, ${size}, ${lang}: ${steps.length} positions`,
          );
          for (const f of found.slice(0, 12)) console.log(`  ${f}`);
        }
    }
  }
  console.log(`${looked} positions, ${wrong} broken, ${Math.round((Date.now() - began) / 1000)} s`);
  await (await browser()).close();
  process.exitCode = wrong ? 1 : 0;
}
