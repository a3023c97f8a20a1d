// A server that also hands out the static site in build/play (or in BUNFIGHT_SITE): play here while it is down, move the
// game to it when it is back. PYTHON names the interpreter (default: that of the checkout).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(new URL("../../..", import.meta.url).pathname);
const site = resolve(process.env.BUNFIGHT_SITE ?? join(root, "build", "play"));
const own = join(root, ".venv", "bin", "python");
const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
const folder = mkdtempSync(join(tmpdir(), "bunfight-"));
const WAIT = 180000;

const port = await new Promise((found) => {
  const s = createServer().listen(0, "127.0.0.1", () => {
    const { port } = s.address();
    s.close(() => found(port));
  });
});
const url = `http://127.0.0.1:${port}`;
let server;
const start = async (offline = site) => {
  const args = ["-m", "bunfight.server", "--host", "127.0.0.1", "--port", String(port), "--log", "none"];
  args.push("--db", join(folder, "tables.db"), "--offline", offline);
  const env = { ...process.env, PYTHONPATH: join(root, "src") };
  server = spawn(python, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  const up = () =>
    fetch(`${url}/health`).then(
      (r) => r.ok,
      () => false,
    );
  for (const until = Date.now() + WAIT; !(await up()); await new Promise((later) => setTimeout(later, 100)))
    assert.ok(Date.now() < until && server.exitCode === null, "the server did not start");
};
const stop = async () => {
  if (server.exitCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
};

let failed = 0;
try {
  await start();
  process.env.BUNFIGHT_URL = url;
  process.env.BUNFIGHT_GAMES ??= "burger_war";
  const { axeCheck, close, open, playByList } = await import("../browser/helpers.mjs");
  const CHOICE = "button.choice:not([aria-disabled='true'])";
  const visit = async (path, how) => {
    const page = await open(path, { ...how, settings: { pace: "instant", ...how?.settings } });
    page.setDefaultTimeout(WAIT);
    return page;
  };
  const moves = (page, n) => playByList(page, { patience: WAIT, stop: (made) => made >= n });
  try {
    /* nothing stored: an honest sentence, and nothing else happens */
    const other = await visit("/", { settings: { lang: "zh" } });
    await other.waitForSelector("[data-play]");
    const page = await visit("/settings");
    await page.click(".stored button");
    await page.waitForSelector(".stored >> text=works without a network");
    await axeCheck(page, "the settings of a server with a site");
    assert.deepEqual(page.problems, []);
    await page.click("header a[href='/']");
    await page.waitForSelector("[data-play='burger_war']");
    await stop();
    await other.click("[data-play='burger_war']");
    await other.waitForSelector("[role='alert'] >> text=无法连接服务器");
    await other.waitForSelector("[role='alert'] >> text=设置");
    await other.context().close();

    /* stored: the game starts on this device and says so */
    await page.click("[data-play='burger_war']");
    await page.waitForURL(/\/offline\/#\/t\//);
    await page.waitForSelector(".site-bar >> text=server cannot be reached");
    await page.waitForSelector(CHOICE);
    await page.waitForSelector(".site-bar >> text=playing on this device");
    await axeCheck(page, "a table on this device, of a server");
    await page.click(".site-bar button");
    await moves(page, 2);
    const here = page.url();
    await page.click(".menu > button");
    await page.click(".drop >> text=Invite a friend");
    await page.click(".invite button.main");
    await page.waitForSelector(".drop [role='alert'] >> text=cannot be reached");

    /* the server is back: the same game goes on there, with a friend */
    await start();
    await page.click(".invite button.main");
    const address = await page.inputValue(".friend");
    await axeCheck(page, "an invitation");
    assert.match(address, /\/t\/[\w-]+#.+/);
    await page.click(".invite a.main");
    await page.waitForURL((now) => now.pathname.startsWith("/t/"));
    await page.waitForSelector(CHOICE);
    const friend = await visit(address.slice(url.length));
    await friend.waitForSelector(".frame .board > *");
    assert.equal(new URL(friend.url()).pathname, new URL(page.url()).pathname);
    const seated = (p) => p.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("bunfight.tables"))[0].seats));
    const [mine, theirs] = [await seated(page), await seated(friend)];
    assert.equal(mine.length, 1);
    assert.equal(theirs.length, 1);
    assert.notEqual(mine[0], theirs[0]);
    await moves(page, 1);
    await friend.context().close();

    /* the game on this device is still there; the installed app goes online by itself */
    await page.goto(here);
    await page.waitForSelector(CHOICE);
    await page.goto(`${url}/offline/`);
    await page.waitForURL(`${url}/`);
    await page.waitForSelector("[data-play]");
    assert.equal(await page.$(".site-bar"), null);
    /* without the server it stays here */
    await stop();
    await page.goto(`${url}/offline/`);
    await page.waitForSelector(".site-bar >> text=server cannot be reached");
    await page.waitForSelector("[data-play]");
    await page.context().close();
    console.log("ok   a server that hands out the site");
  } finally {
    await close();
  }
} catch (error) {
  failed = 1;
  console.error("FAIL a server that hands out the site", error);
}
await stop();
rmSync(folder, { recursive: true, force: true });
process.exit(failed);
