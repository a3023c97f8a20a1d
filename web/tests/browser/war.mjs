// Burger War's board knows cards by their type, not by their id: tools of a player's own list are lit and drawn.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { done, makeTable, open } from "./helpers.mjs";

const printed = readFileSync(new URL("../../../src/bunfight/games/burger_war/cards.toml", import.meta.url), "utf8");
const own = printed
  .replace(/id = "nuke"([^]*?)short = 4/, 'id = "zapper"$1short = 20')
  .replace(/short = [23]/g, "short = 1");

export const warTests = {
  async war_own_tools() {
    const page = await open("/");
    const places = [
      { kind: "me", name: "Ann" },
      { kind: "bot", bot: "easy" },
      { kind: "bot", bot: "easy" },
    ];
    const made = await makeTable(page, {
      game: "burger_war",
      places,
      cards: own,
      options: { deck: "custom" },
      start: true,
      pace: "instant",
      practice: "zapper",
    });
    await page.goto(new URL(`/t/${made.table.id}`, page.url()).href);
    const zapper = page.locator('.hand [data-card="zapper"].lit').first();
    /* Put something on a plate, then draw, until a zapper has a choice of targets: with a single one a click decides. */
    for (let turn = 0; turn < 40; turn++) {
      await page.waitForSelector("button.choice:not([aria-disabled='true'])");
      if ((await page.locator("button.choice:not([aria-disabled='true']) >> text=/^Use NUKE/").count()) > 1) break;
      const place = page.locator("button.choice >> text=/^Put /");
      const first = page.locator("button.choice").first();
      const version = await page.getAttribute(".frame", "data-version");
      await (
        (await page.locator(".plate [data-card]").count()) || !(await place.count()) ? first : place.first()
      ).click();
      await page.waitForSelector(`.frame:not([data-version="${version}"])`);
    }
    await zapper.click();
    assert.match(await page.locator('.hand [data-card="zapper"].chosen').innerHTML(), /alien-nuke/);
    await page.locator(".plate [data-card].lit").first().click();
    await page.waitForFunction(() => !document.querySelector(".hand .chosen"));
    await done(page);
  },
};
