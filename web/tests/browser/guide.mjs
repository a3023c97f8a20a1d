// Understanding and trust: things that explain themselves, first contact, the sheet of help, lines that are cut.
import assert from "node:assert/strict";
import { axeCheck, base, bots, calm, done, games, makeTable, open, playByList, practice, start } from "./helpers.mjs";

const POINT_AT = {
  burger_boss: ".guest[data-about]",
  jom_burger: ".poolDie",
  burger_up: ".hand .card button",
  burger_war: ".hand button",
  buffet_boss: ".food[data-about]",
};
/** The page cannot reach the server, and nobody tells it. */
const silence = async (context) => {
  const wall = { up: false };
  await context.routeWebSocket(/\/ws\b/, (page) => {
    const server = page.connectToServer();
    page.onMessage((m) => void (wall.up || server.send(m)));
    server.onMessage((m) => void (wall.up || page.send(m)));
  });
  return wall;
};

export const guideTests = {
  ...Object.fromEntries(
    games.map((game) => [
      `about_${game}`,
      async () => {
        const page = await practice(game, {}, {}, 3);
        await page.waitForSelector("button.choice:not([aria-disabled='true'])");
        await page.mouse.move(2, 2);
        await page.hover(POINT_AT[game]);
        await page.waitForSelector(".component-help p");
        const told = await page.textContent(".component-help");
        assert.doesNotMatch(told, /undefined|NaN|\{/);
        assert.ok(told.length > 80, told);
        await page.mouse.move(2, 2);
        await page.waitForSelector(".component-help", { state: "detached" });
        if (game === "burger_war") {
          await page.hover('[data-place="deck"]');
          await page.waitForSelector(".component-help >> text=/deck/i");
          await page.mouse.move(2, 2);
        }
        // every thing on the board that says what it stands for is explained, or stands for no thing at all
        const strange = await page.evaluate(async (g) => {
          const book = await (await fetch(`/api/games/${g}`)).json();
          const known = (ids) =>
            ids
              .split(" ")
              .some((id) => [id, id.replace(/#.*$/, ""), id.replace(/\d$/, "")].some((x) => x in book.words.things));
          return [...document.querySelectorAll(".board [data-about]")]
            .map((x) => x.dataset.about)
            .filter((ids) => /[a-z]{2}/.test(ids) && !known(ids));
        }, game);
        assert.deepEqual(strange, []);
        await done(page);
      },
    ]),
  ),
  async about_by_keys_and_touch() {
    const page = await practice("burger_war");
    await page.waitForSelector("button.choice:not([aria-disabled='true'])");
    await page.focus(".hand button");
    await page.keyboard.press("i");
    await page.click(".component-help.pinned >> text=Which rule?");
    await page.waitForSelector(".component-help.pinned a[href*='#IW-']");
    await axeCheck(page, "a card that explains itself");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".component-help", { state: "detached" });
    await done(page);
    const phone = await practice("burger_war", {}, { width: 390, height: 844, mobile: true });
    await phone.waitForSelector(".hand button:not([aria-disabled='true'])");
    const before = await phone.textContent(".ask");
    const hand = phone.locator(".hand button").first();
    await hand.scrollIntoViewIfNeeded();
    await hand.dispatchEvent("pointerdown", { pointerType: "touch", isPrimary: true, clientX: 60, clientY: 700 });
    await phone.waitForSelector(".component-help.pinned");
    await hand.dispatchEvent("pointerup", { pointerType: "touch" });
    await hand.dispatchEvent("click");
    assert.equal(await hand.getAttribute("aria-pressed"), "false", "a long press is for reading, not for choosing");
    assert.equal(await phone.textContent(".ask"), before);
    await done(phone);
  },
  async preview_on_pointing() {
    const page = await practice("burger_war", {}, {}, 3);
    await page.waitForSelector(".hand button:not([aria-disabled='true'])");
    const plain = page.locator(".hand .card:not(.machine)").first();
    await plain.click();
    await page.hover(".drop.lit, .burger .card.lit, [data-plate] .lit");
    await page.waitForSelector(".does, .drop .num, .component-help .next");
    await done(page);
  },
  async first_contact() {
    const page = await open("/", { stranger: true });
    await start(page, "jom_burger");
    await page.waitForSelector("dialog.first");
    await axeCheck(page, "first contact");
    await calm(page);
    await page.click("dialog.first >> text=Show me as I play");
    await page.waitForSelector(".lesson");
    await page.click(".lesson >> text=Enough, thanks");
    await page.waitForSelector(".lesson", { state: "detached" });
    await page.goto(base);
    await start(page, "jom_burger");
    await page.waitForTimeout(300);
    assert.equal(await page.locator("dialog.first").count(), 0, "once is enough");
    await page.goto(base);
    await start(page, "burger_war");
    await calm(page);
    await page.click("dialog.first >> text=Two-minute lesson");
    await page.waitForSelector(".lesson");
    await done(page);
  },
  async no_dialog_while_a_clock_runs() {
    const page = await open("/settings", { stranger: true });
    const made = await makeTable(page, { game: "burger_war", places: bots(3), start: true, clock: { kind: "fast" } });
    await page.goto(`${base}/t/${made.table.id}`);
    await page.waitForSelector(".lesson.tip");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await page.click(".lesson >> text=Enough, thanks");
    await page.waitForSelector(".lesson", { state: "detached" });
    await done(page);
  },
  /* A clock of the rules: whoever comes to the table while it runs finds no dialog over the plate. */
  async no_dialog_while_a_piece_is_held() {
    const page = await open("/settings", { stranger: true, settings: { name: "Ann" } });
    const options = { hold_seconds: "90", first_player: "0" }; // who takes last is asked for one or both
    const made = await makeTable(page, { game: "buffet_boss", places: bots(2), options, start: true, pace: "instant" });
    await page.goto(`${base}/t/${made.table.id}`);
    await page.waitForSelector("dialog.first");
    await calm(page);
    await page.click("dialog.first >> text=I know it");
    await page.waitForSelector("dialog.first", { state: "detached" });
    /* on a busy machine the board may be redrawn under the first click */
    for (let n = 0; n < 20 && !(await page.$(".strip .asked .time")); n++) {
      await page.click(".line .food.lit");
      await page.waitForSelector(".strip .asked .time", { timeout: 6000 }).catch(() => undefined);
    }
    await page.waitForSelector(".strip .asked .time");
    await page.evaluate(() => localStorage.removeItem("bunfight.met"));
    await page.reload();
    await page.waitForSelector(".lesson.tip");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await done(page);
  },
  async lesson_keeps_its_coach() {
    const page = await open("/learn/burger_war");
    await page.waitForSelector(".lesson button.main");
    while (await page.$(".lesson .hint ~ button.main")) await page.click(".lesson button.main");
    await page.waitForSelector("button.choice[data-guide]");
    const step = Number(/Step (\d+) of/.exec(await page.textContent(".lesson"))[1]); // cards to read are steps too
    const next = `text=/Step ${step + 1} of/`;
    await page.click("button.choice[data-guide]");
    await page.waitForSelector(next);
    await page.waitForSelector(".bar >> text=Lesson");
    assert.match(new URL(page.url()).pathname, /^\/t\//);
    await page.reload();
    await page.waitForSelector(next);
    await page.goto(base);
    await page.waitForSelector("[data-play]");
    assert.equal(await page.locator(".mine >> text=Learn").count(), 0); // a lesson takes no room from the games
    await done(page);
  },
  async help_sheet() {
    const page = await practice("burger_up", { lang: "zh" });
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.help ol li");
    await axeCheck(page, "the sheet of help");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog.help", { state: "detached" });
    await page.goto(base);
    await page.waitForSelector("[data-play]");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.help kbd");
    await done(page);
  },
  async wrong_addresses() {
    const page = await open("/nowhere/at/all");
    await page.waitForSelector("text=There is no page at /nowhere/at/all");
    await axeCheck(page, "no page");
    for (const [path, said] of [
      ["/t/none1234", "There is no table at this address"],
      ["/learn/chess", "There is no game called"],
      ["/rules/chess", "There is no game called"],
      ["/replay/none1234", "There is no table at this address"],
      ["/new/chess", "There is no game called"],
    ]) {
      await page.goto(base + path);
      await page.waitForSelector(`text=${said}`);
      assert.ok(await page.locator("main a[href='/']").count(), `${path} has a way out`);
    }
    page.problems = page.problems.filter((p) => !/404/.test(p));
    await done(page);
  },
  async outdated_page_asks_for_a_reload() {
    const page = await open("/settings");
    const bye = JSON.stringify({ type: "bye", reason: "protocol", why: "", retry: -1 });
    await page.routeWebSocket(/\/ws/, (socket) => socket.onMessage(() => socket.send(bye)));
    await page.goto(new URL("/lobby", page.url()).href);
    await page.waitForSelector(".outdated >> text=A new version is ready");
    await axeCheck(page, "outdated page");
    await Promise.all([page.waitForNavigation(), page.click(".outdated button")]);
    await done(page);
  },
  async line_is_cut() {
    const page = await practice("jom_burger", {}, {}, 3);
    await page.waitForSelector("button.choice:not([aria-disabled='true'])");
    await page.context().setOffline(true);
    await page.waitForSelector(".line.lost >> text=Not connected");
    await page.click("button.choice");
    await page.waitForSelector("text=Your move is kept");
    await page.context().setOffline(false);
    await page.waitForSelector(".line.live");
    await page.waitForFunction(() => !document.querySelector("button.choice[aria-disabled='true']"));
    await done(page);
  },
  async line_falls_silent() {
    const page = await open("/settings");
    const wall = await silence(page.context());
    const made = await makeTable(page, {
      game: "jom_burger",
      places: bots(3),
      start: true,
      pace: "instant",
      practice: "x",
    });
    await page.goto(`${base}/t/${made.table.id}`);
    await page.waitForSelector("button.choice:not([aria-disabled='true'])");
    wall.up = true;
    await page.waitForSelector(".line.lost");
    await page.click("button.choice");
    await page.waitForSelector("text=Your move is kept");
    await page.click("text=Don't send it");
    await page.waitForSelector("text=Your move is kept", { state: "detached" });
    wall.up = false;
    await page.waitForSelector(".line.live");
    await done(page);
  },
  async undo_behind_what_was_learned() {
    const page = await practice("burger_war");
    await page.waitForSelector("button.choice[data-move='draw']:not([aria-disabled='true'])");
    await page.click("button.choice[data-move='draw']");
    await page.waitForFunction(() => document.querySelectorAll(".hand button").length === 4);
    await page.waitForSelector("button.choice:not([aria-disabled='true'])");
    await page.click(".bar >> text=Undo");
    await page.click(".explanation >> text=Go back and practise");
    await page.waitForSelector("text=this game is not counted");
    await done(page);
  },
  async profile_goes_along() {
    const page = await open("/settings", { settings: { name: "Ann" } });
    const made = await makeTable(page, { game: "jom_burger", places: bots(2), start: true, pace: "instant" });
    await page.goto(`${base}/t/${made.table.id}`);
    await playByList(page);
    await page.goto(`${base}/profile`);
    await page.waitForSelector(".history li");
    await page.check("text=Show a rating");
    await page.waitForSelector("text=/± \\d+/");
    await axeCheck(page, "profile");
    await page.click("text=Link for another device");
    const link = await page.inputValue("input[readonly]");
    const other = await open(new URL(link).pathname + new URL(link).hash);
    await other.waitForSelector("text=Add this profile to yours?");
    assert.equal(await other.locator(".history li").count(), 0, "nothing is added before the answer");
    await axeCheck(other, "profile from a link");
    await other.click(".brought .button.main");
    await other.waitForSelector("text=Games added: 1");
    await other.waitForSelector(".history li");
    await Promise.all([page, other].map(done));
  },
  async damaged_storage_breaks_no_page() {
    const page = await open("/settings");
    await page.evaluate(() => {
      localStorage.setItem("bunfight.profile", '{"avatar":{},"games":[null,{"table":7,"names":"x"},{"table":"a"}]}');
      localStorage.setItem("bunfight.tables", '[null,{"id":"a","seats":7},{"id":{}}]');
      localStorage.setItem("bunfight.met", "null");
      localStorage.setItem("bunfight.solved", '{"a":1}');
    });
    for (const path of ["/profile", "/", "/puzzles", "/daily"]) {
      await page.goto(`${base}${path}`);
      await page.waitForSelector("h1");
    }
    await done(page);
  },
  async sit_anywhere_asks_for_a_name_once() {
    const ann = await open("/lobby", { stranger: true });
    await ann.selectOption(".any select", "burger_war");
    await ann.click(".any button");
    await ann.fill("dialog.name input", "Ann");
    await ann.click("dialog.name >> text=Sit down");
    await ann.waitForURL(/\/t\//);
    const ben = await open("/lobby", { settings: { name: "Ben" } });
    await ben.selectOption(".any select", "burger_war");
    await ben.click(".any button");
    await ben.waitForURL(/\/t\//);
    assert.equal(ben.url(), ann.url(), "the first table with a free seat");
    await ann.waitForSelector("text=Ben");
    await Promise.all([ann, ben].map(done));
  },
  async undo_request_is_seen() {
    const ann = await open("/settings", { settings: { name: "Ann" } });
    const made = await makeTable(ann, {
      game: "burger_war",
      places: [{ kind: "me", name: "Ann" }, { kind: "open" }],
      pace: "instant",
    });
    await ann.goto(`${base}/t/${made.table.id}`);
    const ben = await open(`/t/${made.table.id}`, { settings: { name: "Ben" } });
    await ben.click("text=Sit here");
    await ann.click("text=Start the game");
    await Promise.all([ann, ben].map((p) => p.waitForSelector(".frame .board > *")));
    const first = (await ann.$("button.choice")) ? ann : ben;
    const other = first === ann ? ben : ann;
    await first.click("button.choice[data-move='draw']");
    await other.waitForSelector("button.choice");
    await first.click("text=Ask to undo");
    await first.waitForSelector("text=You asked to undo. Waiting for");
    await other.click("text=Refuse");
    await first.waitForSelector("text=You asked to undo. Waiting for", { state: "detached" });
    await Promise.all([ann, ben].map(done));
  },
};
