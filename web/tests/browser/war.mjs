// Burger War's board knows cards by their type, not by their id: tools of a player's own list are lit and drawn.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { calm, done, makeTable, open } from "./helpers.mjs";

const printed = readFileSync(new URL("../../../src/bunfight/games/burger_war/cards.toml", import.meta.url), "utf8");
const own = printed.replace(/id = "nuke"([^]*?)short = 4/, 'id = "zapper"$1short = 20').replace(/short = [23]/g, "short = 1");

export const warTests = {
  async war_own_tools() {
    const page = await open("/");
    const seats = [{ kind: "me", name: "Ann" }, { kind: "me", name: "Ben" }];
    const made = await makeTable(page, { game: "burger_war", places: seats, cards: own, options: { deck: "custom", first_player: "seat" }, start: true, pace: "instant" });
    await page.goto(new URL(`/t/${made.table.id}`, page.url()).href);
    const zapper = page.locator('.hand [data-card="zapper"]').first();
    /* Put something on a plate, then draw until there is a zapper to use. */
    for (let turn = 0; turn < 60 && !(await page.locator('.hand [data-card="zapper"].lit').count()); turn++) {
      await page.waitForSelector("button.choice:not([aria-disabled='true']), .hot");
      if (await page.$(".hot")) {
        await calm(page);
        await page.click(".hot button");
        await page.waitForSelector(".hot", { state: "detached" });
        continue;
      }
      const choices = page.locator("button.choice:not([aria-disabled='true'])");
      const place = page.locator("button.choice >> text=/^Put /");
      await ((await page.locator(".plate [data-card]").count()) || !(await place.count()) ? choices : place).first().click({ timeout: 2000 }).catch(() => undefined); // covered meanwhile
      await page.waitForTimeout(100);
    }
    await zapper.click();
    assert.match(await zapper.innerHTML(), /alien-nuke/);
    assert.ok(await page.locator(".plate [data-card].lit").count(), "a target glows");
    await page.locator(".plate [data-card].lit").first().click();
    await page.waitForFunction(() => !document.querySelector(".hand .chosen"));
    await done(page);
  },
};
