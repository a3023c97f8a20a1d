// Pictures of every page and board at two sizes, to be looked at: BUNFIGHT_URL=... node scripts/shots.mjs FOLDER [GAME ...]
import { mkdirSync } from "node:fs";
import { close, games, makeTable, open, playByList } from "../tests/browser/helpers.mjs";

const [folder = "shots", ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const looks = [
  ["wide-light", { width: 1280, height: 720, settings: { theme: "light" } }],
  ["wide-dark-zh", { width: 1280, height: 720, settings: { theme: "dark", lang: "zh" } }],
  ["phone-light", { width: 390, height: 844, settings: { theme: "light" } }],
  ["phone-dark-zh", { width: 390, height: 844, settings: { theme: "dark", lang: "zh" } }],
];
const shot = (page, name) => page.screenshot({ path: `${folder}/${name}.png`, fullPage: name.includes("phone") });

for (const [look, how] of looks) {
  if (!only.length) {
    const page = await open("/", how);
    await page.waitForSelector("[data-play]");
    await shot(page, `home-${look}`);
    for (const path of ["lobby", "new", "settings", "rules/jom_burger"]) {
      await page.goto(new URL(`/${path}`, page.url()).href);
      await page.waitForTimeout(700);
      await shot(page, `${path.replace("/", "-")}-${look}`);
    }
    await page.context().close();
  }
  for (const game of only.length ? only : games) {
    const page = await open("/settings", how);
    const made = await makeTable(page, { game, places: [{ kind: "me", name: "Ann" }, { kind: "bot", bot: "easy" }, { kind: "bot", bot: "easy" }], start: true, pace: "instant", practice: "shots" });
    await page.goto(new URL(`/t/${made.table.id}`, page.url()).href);
    await page.waitForSelector(".frame .board > *");
    await playByList(page, { stop: (n) => n >= 7 });
    await page.waitForSelector("button.choice").catch(() => undefined);
    await page.waitForTimeout(700);
    await shot(page, `${game}-${look}`);
    if (look === "wide-light") {
      await playByList(page);
      await page.waitForTimeout(1800);
      await shot(page, `${game}-end-${look}`);
    }
    await page.context().close();
  }
}
await close();
