// The pictures of README and docs: the first page and the board of each game, in docs/pictures. npm --prefix web run pictures
import { close, games, makeTable, open, playByList } from "../tests/browser/helpers.mjs";

const folder = new URL("../../docs/pictures/", import.meta.url).pathname;
const look = { width: 1280, height: 720, settings: { theme: "light", offered: true } };
const keep = (page, name) =>
  page.screenshot({ path: `${folder}${name}.jpg`, type: "jpeg", quality: 78, fullPage: name === "home" });

const home = await open("/", look);
await home.waitForFunction((n) => document.querySelectorAll(".cover .band").length >= n, games.length);
await home.waitForTimeout(1500);
await keep(home, "home");
await home.context().close();
for (const game of games) {
  const page = await open("/settings", look);
  const places = [{ kind: "me", name: "Ann" }, ...Array.from({ length: 2 }, () => ({ kind: "bot", bot: "easy" }))];
  const made = await makeTable(page, { game, places, start: true, pace: "instant", practice: "pictures" });
  await page.goto(new URL(`/t/${made.table.id}`, page.url()).href);
  await page.waitForSelector(".frame .board > *");
  await playByList(page, { stop: (n) => n >= 7 });
  await page.waitForSelector("button.choice");
  await page.waitForTimeout(1500);
  await keep(page, game);
  await page.context().close();
}
await close();
