// A friend in a terminal and a friend in a browser play one game together, to the end.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base, done, makeTable, open, over, playByList } from "./helpers.mjs";

const root = new URL("../../..", import.meta.url).pathname;

/** Somebody who plays with the keys of the terminal; answers with what the end screen says. */
const inTerminal = (link) =>
  new Promise((ended, broken) => {
    const env = {
      ...process.env,
      PYTHONPATH: process.env.PYTHONPATH ?? join(root, "src"),
      BUNFIGHT_HOME: mkdtempSync(join(tmpdir(), "bunfight-home-")),
    };
    const run = spawn(process.env.PYTHON ?? "python3", [join(root, "tests/tui/online_player.py"), link], { env });
    let told = "";
    run.stdout.on("data", (text) => (told += text));
    run.stderr.on("data", (text) => (told += text));
    run.on("exit", (code) => (code ? broken(new Error(told)) : ended(told)));
  });

export const terminalTests = {
  async terminal_and_browser() {
    const page = await open("/");
    const places = [{ kind: "me", name: "Browser" }, { kind: "open" }];
    const made = await makeTable(page, { game: "jom_burger", places, pace: "instant" });
    const link = `${base}/t/${made.table.id}`;
    await page.goto(link);
    const playing = inTerminal(link);
    await page.waitForSelector("text=Terminal");
    await page.click("text=Start the game");
    await page.waitForSelector(".frame .board > *");
    await Promise.all([playByList(page), playing]);
    assert.match(await playing, /winners: (Browser|Terminal)/);
    assert.ok(await over(page), "both have come to the end");
    await done(page);
  },
};
