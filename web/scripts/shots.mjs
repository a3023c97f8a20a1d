// Pictures to be looked at: first contact, middle, fullest moments and reactions, end, review, rules of every game, and the
// pages around them, at three sizes, light and dark, in both languages. npm run shots FOLDER [GAME ...] [pages]
import { mkdirSync } from "node:fs";
import { close, games, makeTable, open, playByList } from "../tests/browser/helpers.mjs";
import { fixture, full, table as recorded, turnTo } from "../tests/browser/layout.mjs";

const [folder = "shots", ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const sizes = { wide: [1280, 720], large: [1920, 1080], phone: [390, 844] };
const looks = Object.entries(sizes).flatMap(([size, [width, height]]) =>
  [
    ["light", "en"],
    ["dark", "zh"],
  ].map(([theme, lang]) => ({ name: `${size}-${theme}-${lang}`, width, height, settings: { theme, lang } })),
);
const began = Date.now();
let taken = 0;
const shot = async (page, name, whole = /phone/.test(name)) => {
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: whole });
  if (page.problems?.length) throw new Error(`${name}: ${page.problems.join("; ")}`);
  taken++;
};

/** Plays a game at a table of bots, up to so many decisions of the person; gives what the browser keeps of it. */
const played = async (game, stop) => {
  const page = await open("/settings");
  const bots = [1, 2].map(() => ({ kind: "bot", bot: "easy" }));
  const places = [{ kind: "me", name: "Ann" }, ...bots];
  const made = await makeTable(page, { game, places, start: true, pace: "instant", practice: "shots" });
  await page.goto(new URL(`/t/${made.table.id}`, page.url()).href);
  await page.waitForSelector(".frame .board > *");
  await playByList(page, { stop });
  await page.waitForTimeout(500); // the profile is written
  const kept = await page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => !/settings|met$/.test(key))),
  );
  await page.context().close();
  return { id: made.table.id, kept };
};

/** A page with a look, in a browser that keeps this. */
const enter = async (look, path, kept = {}, stranger = false) => {
  const page = await open("/settings", { ...look, stranger });
  await page.evaluate((all) => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, value)), kept);
  await page.goto(new URL(path, page.url()).href);
  return page;
};

let profile = {};
for (const game of only.length ? games.filter((game) => only.includes(game)) : games) {
  const middle = await played(game, (n) => n >= 7);
  const end = await played(game, () => false);
  profile = end.kept;
  for (const look of looks) {
    const as = (what) => `${game}-${what}-${look.name}`;
    const first = await enter(look, `/t/${middle.id}`, middle.kept, true);
    await first.waitForSelector("dialog.first");
    await first.waitForTimeout(700); // what pops up has come to rest
    await shot(first, as("first"), false);
    await first.context().close();
    const page = await enter(look, `/t/${middle.id}`, middle.kept);
    await page.waitForSelector(".frame .board > *");
    await page.waitForTimeout(500);
    await shot(page, as("middle"));
    await page.goto(new URL(`/rules/${game}`, page.url()).href);
    await page.waitForSelector("article");
    await page.waitForTimeout(500);
    await shot(page, as("rules"), false);
    await page.context().close();
    const over = await enter(look, `/t/${end.id}`, end.kept);
    await over.waitForSelector("dialog[open]:not(.aside)");
    await over.waitForTimeout(1500); // the curve is drawn
    await shot(over, as("end"), false);
    await over.goto(new URL(`/review/${end.id}`, over.url()).href);
    await over.waitForSelector("h1, h2");
    await over
      .locator(".verdict")
      .waitFor({ timeout: 60_000 })
      .catch(() => {}); // it is being weighed
    await over.waitForTimeout(500);
    await shot(over, as("review"), true);
    await over.context().close();
    if (!full[game]) continue;
    const [seats, ...options] = full[game];
    const text = fixture(game, seats, "stage", 6, "games=2", ...options);
    const size = `${look.width}x${look.height}`;
    const { page: bench, steps } = await recorded(text, size, look.settings);
    for (let at = 0; at < steps; at++) {
      await turnTo(bench, at);
      await shot(bench, as(`full${at}`));
    }
    await bench.context().close();
  }
  console.log(`${game}: ${taken} pictures, ${Math.round((Date.now() - began) / 1000)} s`);
}
if (!only.length || only.includes("pages"))
  for (const look of looks) {
    const page = await enter(look, "/", profile);
    await page.waitForFunction((n) => document.querySelectorAll(".cover .band").length >= n, games.length);
    await page.waitForTimeout(1500); // the covers are painted
    await shot(page, `home-${look.name}`, true);
    for (const path of ["lobby", "new", "settings", "profile"]) {
      await page.goto(new URL(`/${path}`, page.url()).href);
      await page.waitForTimeout(700);
      await shot(page, `${path}-${look.name}`, true);
    }
    await page.context().close();
  }
console.log(`${taken} pictures, ${Math.round((Date.now() - began) / 1000)} s`);
await close();
