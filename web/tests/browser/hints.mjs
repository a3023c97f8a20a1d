// Hints mark on the board what they are about and say why; with "Explain every choice" each choice says what it is worth.
import assert from "node:assert/strict";
import { axeCheck, done, games, practice } from "./helpers.mjs";

/** Moves of the buffet that name no thing on the board are drawn there. */
const marks = (page) => page.locator(".board [data-hint]").count();

export const hintTests = {
  ...Object.fromEntries(
    games.map((game) => [
      `hint_${game}`,
      async () => {
        for (const settings of [{ firstGame: true }, { plain: true, lang: "zh" }]) {
          const page = await practice(game, settings);
          await page.waitForSelector("button.choice:not([aria-disabled='true'])");
          if (settings.plain) await page.keyboard.press("h");
          await page.waitForSelector(".hintbox .because", { timeout: 30000 });
          const said = await page.textContent(".hintbox .because");
          assert.match(said, settings.plain ? /。$/ : /[a-z].*\.$/, said);
          assert.doesNotMatch(said, /undefined|NaN|\{|hint_/);
          assert.ok((await marks(page)) > 0, `${game}: ${await page.textContent(".hintbox strong")} is marked nowhere`);
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
