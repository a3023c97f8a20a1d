// Whole games with the keyboard alone, and on a phone. They are played with a card list of their own, and nowhere is a word
// of the house list to be seen.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { bots, done, games, playByKeys, playByList, sitDown } from "./helpers.mjs";

const source = new URL("../../../src", import.meta.url).pathname;
const renamed = (game) => {
  const env = { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? source };
  return JSON.parse(
    execFileSync(process.env.PYTHON ?? "python3", ["-m", "bunfight.testing.renamed_cards", game], {
      env,
      encoding: "utf8",
    }),
  );
};

/** Everything that is said on the page: to be seen, to be heard, or shown when pointed at. */
const said = (page) =>
  page.evaluate(() => {
    const quiet = [...document.querySelectorAll("body *:not(script, style)")].flatMap((x) =>
      ["aria-label", "title", "alt"].map((name) => x.getAttribute(name) ?? ""),
    );
    return [
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll("body .sr")].map((x) => x.textContent),
      ...quiet,
    ].join("\n");
  });

const leakedNames = (text, names) =>
  names.filter((name) =>
    new RegExp(`(?<![A-Za-z])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![A-Za-z])`, "i").test(text),
  );

/** Cards that are said to be something else than the list says. */
const misread = (text, terms) =>
  terms.flatMap((term) => {
    const name = term.split(/[(（]/)[0].trimEnd();
    const found = [...text.matchAll(new RegExp(`${name} ?(?=[(（])`, "g"))];
    return found.filter((x) => !text.startsWith(term, x.index)).map((x) => text.slice(x.index, x.index + 60));
  });

/* Options with which a game comes sooner to its end; the games by clicks are played as they come. */
const brief = { burger_boss: { special_windows: "quick", queue_fill: "early" }, burger_up: { stall_rounds: "5" } };
const ways = {
  keys: { lang: "en", size: {}, play: playByKeys },
  phone: { lang: "zh", size: { width: 390, height: 844, mobile: true }, play: playByList },
};

export const ownTests = Object.fromEntries(
  games.flatMap((game) =>
    Object.entries(ways).map(([way, { lang, size, play }]) => [
      `${way}_${game}`,
      async () => {
        const { text, names, terms } = renamed(game);
        const look = async (page, where) => {
          const told = await said(page);
          assert.deepEqual(leakedNames(told, names[lang]), [], `${game}: ${where} says words of the house list`);
          assert.deepEqual(misread(told, terms[lang]), [], `${game}: ${where} says what the list does not say`);
          return told;
        };
        const { page, id } = await sitDown(
          {
            game,
            places: bots(2),
            options: brief[game] ?? {},
            cards: text,
            start: true,
            pace: "instant",
            practice: "own",
          },
          { settings: { lang, pace: "instant" }, ...size },
        );
        const origin = new URL(page.url()).origin;
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 1, `${game} is ${wide} px wider than the ${way}`);
        let seen = "";
        let decisions = 0;
        for (let n = 0; n < 10 && !(await page.$("dialog[open]")); n++) {
          decisions += await play(page, { stop: (chosen) => chosen >= 3 });
          seen += await look(page, "the table");
        }
        assert.ok(seen.includes("Zzyzx"), `${game}: the names of the table's own list are not to be seen`);
        decisions += await play(page);
        console.log(`  ${game}: ${decisions} decisions (${way})`);
        await page.waitForSelector("dialog[open]");
        assert.doesNotMatch(await look(page, "the end"), /undefined|NaN|\{/);
        await page.goto(`${origin}/rules/${game}?table=${id}`);
        await page.waitForSelector("article li");
        const rules = await look(page, "the rules page");
        assert.ok(rules.includes("Zzyzx"), `${game}: the rules page does not list the table's own cards`);
        await page.goto(`${origin}/replay/${id}?at=6&seat=0`);
        await page.waitForSelector(".controls svg");
        await look(page, "the replay");
        await done(page);
      },
    ]),
  ),
);
