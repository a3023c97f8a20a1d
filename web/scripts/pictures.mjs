// The pictures of README and docs in docs/pictures: the first page (also on a phone) and the board of each game.
// npm --prefix web run pictures
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
const phone = await open("/", { ...look, width: 390, height: 844, mobile: true });
await phone.waitForFunction((n) => document.querySelectorAll(".cover .band").length >= n, games.length);
await phone.waitForTimeout(1500);
await keep(phone, "phone");
await phone.context().close();
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
