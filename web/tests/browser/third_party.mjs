// Games of other packages, in a real browser: node scripts/with-server.mjs tests/browser/third_party.mjs GAME ...
// Each is found on the first page, played to its end by pointing at its board, wide and on a phone, and read by axe.
import assert from "node:assert/strict";
import { afresh, axeCheck, close, done, games, open, over, playByClicks, practice } from "./helpers.mjs";

const wanted = process.argv.slice(2);
const home = await open("/");
for (const game of wanted) {
  assert.ok(games.includes(game), `${game} is offered`);
  await home.waitForSelector(`[data-play="${game}"]`);
}
await axeCheck(home, "the first page with games of others");
await done(home);
for (const game of wanted) {
  for (const [look, settings, size] of [
    ["wide", {}, {}],
    ["phone", { lang: "zh", theme: "dark" }, { width: 390, height: 844, mobile: true }],
  ]) {
    afresh();
    const page = await practice(game, settings, size);
    if (look === "wide") await axeCheck(page, game);
    const picture = process.env.SHOTS && `${process.env.SHOTS}/${game}-${look}.png`;
    if (picture) await page.screenshot({ path: picture });
    const clicks = await playByClicks(page);
    assert.ok(clicks > 0 && (await over(page)), `${game}, ${look}: played to the end`);
    console.log(`${game}, ${look}: played to the end with ${clicks} clicks`);
    await done(page);
  }
}
await close();
