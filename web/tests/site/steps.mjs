// What the tests of the static site share: its host, a visitor's steps, and what the engine has stored.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { host } from "./host.mjs";

export const folder = resolve(process.env.BUNFIGHT_SITE ?? new URL("../../../build/play", import.meta.url).pathname);
const listed = JSON.parse(readFileSync(`${folder}/data/games.json`, "utf8"));
export const site = await host(folder);
process.env.BUNFIGHT_URL = site.url.slice(0, -1);
process.env.BUNFIGHT_GAMES ??= listed.map((game) => game.id).join(",");
/* not before it is known where the site is */
export const { axeCheck, browser, calm, close, done, games, open, openSheet, over, playByList } =
  await import("../browser/helpers.mjs");

export const WAIT = 180000; // for whatever needs Python, on a busy machine
export const CHOICE = "button.choice:not([aria-disabled='true'])";
export const PHONE = { width: 390, height: 844, mobile: true };

export const visit = async (path = "/", how = {}) => {
  Object.assign(site, { down: false, build: 1 });
  const page = await open(path, { ...how, settings: { pace: "instant", ...how.settings } });
  page.setDefaultTimeout(WAIT);
  page.context().setDefaultTimeout(WAIT);
  return page;
};
/** Wait until the service worker has come so far. */
export const worker = async (page, which, state) => {
  const now = () =>
    page.evaluate(async (w) => (await navigator.serviceWorker.getRegistration("./"))?.[w]?.state, which);
  for (const until = Date.now() + WAIT; (await now()) !== state; await page.waitForTimeout(100))
    assert.ok(Date.now() < until, `the ${which} service worker is not ${state}`);
};
/** Store the site on the device, as its bar offers. */
export const store = async (page) => {
  await page.click(".site-bar button.main");
  await worker(page, "active", "activated");
};
/** Wait for the snapshot of Python's memory that the stored site makes; `body` replaces it. */
export const snapshot = async (page, body = null) => {
  const found = () =>
    page.evaluate(async (body) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const key = (await cache.keys()).find((one) => one.url.endsWith("/snapshot"));
        if (key && body !== null) await cache.put(key, new Response(new Uint8Array(body)));
        if (key) return true;
      }
      return false;
    }, body);
  for (const until = Date.now() + WAIT; !(await found()); await page.waitForTimeout(200))
    assert.ok(Date.now() < until, "no snapshot was made");
};
export const cut = async (page) => {
  site.down = true;
  await page.context().setOffline(true);
};
export const offline = async (how = {}) => {
  const page = await visit("/", how);
  await store(page);
  await cut(page);
  await page.reload();
  await page.waitForSelector("[data-play]");
  return page;
};
export const newTable = async (page, game, second = "bot", url = site.url) => {
  await page.goto(`${url}#/new/${game}`);
  await page.waitForSelector(`form[data-game="${game}"]`);
  await page.selectOption("form .field select", String(Math.max(2, listed.find((g) => g.id === game).seats[0])));
  const place = page.locator(".place").nth(1).locator("select");
  await place.first().selectOption(second);
  if (second === "bot") await place.nth(1).selectOption("random");
  await page.click("form button.main");
  await page.waitForSelector(".frame .board > *, .hot");
};
export const moves = async (page, n) => {
  await page.bringToFront(); // a page in the background does not draw
  return playByList(page, { patience: WAIT, stop: (made) => made >= n });
};
export const asked = (page) => page.waitForSelector(`${CHOICE}, .frame.tall`);
/** How many decisions the table has seen, as the engine has stored it. */
export const number = (page) =>
  page.evaluate(
    () =>
      new Promise((found, failed) => {
        const opening = indexedDB.open("bunfight", 1);
        opening.onerror = failed;
        opening.onsuccess = () => {
          const keys = opening.result.transaction("rows").objectStore("rows").getAllKeys();
          keys.onerror = failed;
          keys.onsuccess = () => {
            opening.result.close();
            found(keys.result.filter((key) => key.includes("/entry/")).length);
          };
        };
      }),
  );
export const reopen = async (page, url) => {
  const next = await page.context().newPage();
  next.setDefaultTimeout(WAIT);
  next.problems = page.problems;
  await next.goto(url);
  return next;
};

export const CHINESE = { settings: { lang: "zh" } };
export const LONG = "burger_up"; // a game that is not over after a few decisions
