// Pictures of every page and board at three sizes, and of the fullest moments of recorded games, to be looked at:
// BUNFIGHT_URL=... node scripts/shots.mjs FOLDER [GAME ...]
import { mkdirSync } from "node:fs";
import { close, games, makeTable, open, playByList } from "../tests/browser/helpers.mjs";
import { fixture, full, table as recorded, turnTo } from "../tests/browser/layout.mjs";

const [folder = "shots", ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const looks = [
  ["wide-light", { width: 1280, height: 720, settings: { theme: "light" } }],
  ["wide-dark-zh", { width: 1280, height: 720, settings: { theme: "dark", lang: "zh" } }],
  ["large-light", { width: 1920, height: 1080, settings: { theme: "light" } }],
  ["large-dark-zh", { width: 1920, height: 1080, settings: { theme: "dark", lang: "zh" } }],
  ["phone-light", { width: 390, height: 844, settings: { theme: "light" } }],
  ["phone-dark-zh", { width: 390, height: 844, settings: { theme: "dark", lang: "zh" } }],
];
const shot = async (page, name) => {
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: /phone|home/.test(name) });
  if (page.problems.length) throw new Error(`${name}: ${page.problems.join("; ")}`);
};
const table = async (how, game, seats) => {
  const page = await open("/settings", how);
  const made = await makeTable(page, {
    game,
    places: [{ kind: "me", name: "Ann" }, ...Array.from({ length: seats - 1 }, () => ({ kind: "bot", bot: "easy" }))],
    start: true,
    pace: "instant",
    practice: "shots",
  });
  await page.goto(new URL(`/t/${made.table.id}`, page.url()).href);
  await page.waitForSelector(".frame .board > *");
  return page;
};

for (const [look, { width, height, settings }] of looks)
  for (const game of only.length ? only : games) {
    if (!full[game]) continue;
    const [seats, ...options] = full[game];
    const { page, steps } = await recorded(
      fixture(game, seats, "stage", 4, ...options),
      `${width}x${height}`,
      settings,
    );
    for (let at = 0; at < steps; at++) {
      await turnTo(page, at);
      await page.screenshot({ path: `${folder}/${game}-full-${at}-${look}.png`, fullPage: height > width });
    }
    await page.context().close();
  }

for (const [look, how] of looks) {
  if (!only.length) {
    const page = await open("/", how);
    await page.waitForFunction(
      (n) => document.querySelectorAll(".cover svg use, .cover svg path").length >= n,
      games.length,
    );
    await page.waitForTimeout(1500); // the covers are painted
    await shot(page, `home-${look}`);
    for (const path of ["lobby", "new", "settings", "rules/jom_burger"]) {
      await page.goto(new URL(`/${path}`, page.url()).href);
      await page.waitForTimeout(700);
      await shot(page, `${path.replace("/", "-")}-${look}`);
    }
    await page.context().close();
  }
  for (const game of only.length ? only : games) {
    const page = await table(how, game, 3);
    await playByList(page, { stop: (n) => n >= 7 });
    await page.waitForSelector("button.choice").catch(() => undefined);
    await page.waitForTimeout(700);
    await shot(page, `${game}-${look}`);
    const end = look === "wide-light" || (look === "phone-dark-zh" && game === "jom_burger");
    if (end) {
      await playByList(page);
      await page.waitForTimeout(1800);
      await shot(page, `${game}-end-${look}`);
      await page.click("dialog a[href^='/replay']");
      await page.waitForSelector(".controls svg");
      await page.fill(".controls input[type=range]", "9");
      await page.waitForTimeout(900);
      await shot(page, `${game}-replay-${look}`);
    }
    await page.context().close();
    if (look.startsWith("wide") && /jom_burger|burger_war/.test(game)) {
      const full = await table(how, game, 6);
      await playByList(full, { stop: (n) => n >= 8 });
      await full.waitForTimeout(700);
      await shot(full, `${game}-six-${look}`);
      await full.context().close();
    }
    if (look === "wide-light" || look === "phone-dark-zh") {
      const learn = await open(`/learn/${game}`, how);
      await learn.waitForSelector(".lesson button.main");
      while (await learn.$(".lesson .hint ~ button.main")) await learn.click(".lesson button.main");
      await learn.waitForSelector("[data-guide]");
      await learn.waitForTimeout(700);
      await shot(learn, `${game}-learn-${look}`);
      await learn.context().close();
    }
  }
}
await close();
