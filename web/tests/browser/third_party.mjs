// Games of other packages, in a real browser: node scripts/with-server.mjs tests/browser/third_party.mjs GAME ...
// Each is found on the first page, played to its end by pointing at its board, wide and on a phone, and read by axe.
import assert from "node:assert/strict";
import { afresh, axeCheck, base, close, done, games, open, over, playByClicks, practice, sitDown } from "./helpers.mjs";

const wanted = process.argv.slice(2);
const home = await open("/");
for (const game of wanted) {
  assert.ok(games.includes(game), `${game} is offered`);
  await home.waitForSelector(`[data-play="${game}"]`);
  const offered = await home.$(`[href="/learn/${game}"]`);
  const { lesson } = (await (await fetch(`${base}/api/games`)).json()).find((g) => g.id === game);
  assert.equal(Boolean(offered), lesson, `${game}: a lesson is offered if there is one`);
}
await axeCheck(home, "the first page with games of others");
await done(home);
/* Games without a lesson do not offer one; the lesson of a game that has one leads from move to move. */
const learn = async (game) => {
  const page = await open(`/learn/${game}`);
  await page.waitForSelector(".lesson");
  while (await page.$("text=/^Next$/ >> visible=true")) await page.click(".lesson button.main");
  await page.waitForSelector(".board [data-guide]");
  const lesson = () => page.evaluate(() => document.querySelector(".lesson")?.textContent);
  const said = await lesson();
  /* a move may be about several things: each is marked in turn */
  for (let clicks = 0; clicks < 4 && said === (await lesson()); clicks++) {
    await page.click(".board [data-guide]:not([aria-pressed=true])");
    await page.waitForTimeout(300);
  }
  await page.waitForFunction((text) => document.querySelector(".lesson")?.textContent !== text, said);
  await done(page);
};
const known = await (await fetch(`${base}/api/games`)).json();
for (const game of wanted) {
  if (known.find((g) => g.id === game).lesson) await learn(game);
  const bots = Math.max(...known.find((g) => g.id === game).seats) - 1;
  const places = [{ kind: "me", name: "Ann" }, ...Array.from({ length: bots }, () => ({ kind: "bot", bot: "easy" }))];
  const { page: full } = await sitDown({ game, start: true, practice: "full", places });
  await full.waitForSelector(".generic .lit, .third-party .lit");
  const [high, room] = await full.evaluate(() => {
    const board = document.querySelector(".generic, .third-party");
    return [board.scrollHeight, Math.min(board.clientHeight, innerHeight)];
  });
  assert.ok(high <= room, `${game}: a full table fits 1280x720 (${high} of ${room})`);
  if (await full.$(".generic .held .lit")) {
    const before = await full.textContent(".generic .held");
    await full.dragAndDrop(".generic .held .lit", ".generic .table");
    /* it is played, or chosen if the move is about more */
    await full.waitForFunction(
      (text) =>
        document.querySelector(".generic .held").textContent !== text ||
        document.querySelector(".generic .held [aria-pressed=true]"),
      before,
    );
  }
  await done(full);
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
