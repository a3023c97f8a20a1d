// Hints mark on the board what they are about and say why; with "Explain every choice" each choice says what it is worth.
import assert from "node:assert/strict";
import { axeCheck, done, games, practice } from "./helpers.mjs";

/** The nouns of the hinted move for which nothing on the board is marked. */
const unmarked = (page) =>
  page.evaluate(() => {
    const marked = [...document.querySelectorAll(".board [data-hint]")];
    const said = document.querySelector("button.choice.suggested")?.dataset.move.split(" ") ?? [];
    const shown = marked.flatMap((x) => [
      x.dataset.plate,
      ...Object.values(JSON.parse(x.dataset.thing ?? "{}")).map(String),
    ]);
    return marked.length ? said.slice(1).filter((word) => !shown.includes(word)) : said;
  });

export const hintTests = {
  /* On a tablet on its side the note is low: move, reason and buttons are all seen. */
  async hint_on_a_tablet() {
    const page = await practice("burger_boss", {}, { width: 1024, height: 768, mobile: true });
    await page.waitForSelector("button.choice:not([aria-disabled='true'])", { state: "attached" });
    await page.keyboard.press("h");
    await page.waitForSelector(".hintbox .because");
    const cut = await page.evaluate(() => {
      const note = document.querySelector(".noted").getBoundingClientRect();
      return ["strong", ".because", ".main", "[aria-label]"].filter((part) => {
        const { top, height } = document.querySelector(`.hintbox ${part}`).getBoundingClientRect();
        return top < note.top - 1 || top + Math.min(height, part === ".because" ? 15 : height) > note.bottom + 1;
      });
    });
    assert.deepEqual(cut, []);
    await done(page);
  },
  ...Object.fromEntries(
    games.map((game) => [
      `hint_${game}`,
      async () => {
        for (const settings of [{ firstGame: true }, { plain: true, lang: "zh" }]) {
          const page = await practice(game, settings);
          await page.waitForSelector("button.choice:not([aria-disabled='true'])");
          if (settings.plain) await page.keyboard.press("h");
          await page.waitForSelector(".hintbox .because");
          const said = await page.textContent(".hintbox .because");
          assert.match(said, settings.plain ? /。$/ : /[a-z].*\.$/, said);
          assert.doesNotMatch(said, /undefined|NaN|\{|hint_/);
          if (settings.plain)
            assert.ok(
              await page.locator(".board [data-hint]").count(),
              `${game}: nothing is marked for ${await page.getAttribute("button.choice.suggested", "data-move")}`,
            );
          else assert.deepEqual(await unmarked(page), [], `${game}: ${await page.textContent(".hintbox strong")}`);
          if (!settings.plain) {
            const silent = await page.$$eval("button.choice", (all) =>
              all.filter((x) => !x.querySelector(".why small")?.textContent.trim()).map((x) => x.dataset.move),
            );
            assert.deepEqual(silent, [], "every choice is explained");
            if (game === games[0]) await axeCheck(page, `${game} with a hint`);
          }
          if (process.env.SHOTS)
            await page.screenshot({ path: `${process.env.SHOTS}/hint_${game}_${settings.lang ?? "en"}.png` });
          await page.click(".hintbox [aria-label]");
          await page.waitForFunction(() => !document.querySelector(".board [data-hint]"));
          await done(page);
        }
      },
    ]),
  ),
};
