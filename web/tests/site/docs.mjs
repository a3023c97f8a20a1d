// The live examples of the documentation in build/site (`make docs` after `make site`), in a browser: each one runs as it
// is printed, a mistake is named, and nothing is loaded from elsewhere.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { host } from "./host.mjs";

const folder = resolve(new URL("../../../build/site", import.meta.url).pathname);
if (!existsSync(`${folder}/live/engine/engine.tar.gz`))
  throw new Error("no live examples: run make site, then make docs");
const site = await host(folder);
process.env.BUNFIGHT_URL = site.url.slice(0, -1);
process.env.BUNFIGHT_GAMES ??= "none"; // nobody plays here
const { close, open } = await import("../browser/helpers.mjs");

const PAGES = [
  ["tutorial-bot", "en", [/\w+ won [\d.]+ of 20 games against random/, /LookAhead won [\d.]+ of 20 games/]],
  ["change-cards", "en", [/20 games with this list took \d+ decisions/]],
  ["zh/change-cards", "zh", [/20 games with this list took \d+ decisions/]],
];
const run = async (box, expected) => {
  await box.locator("button").click();
  await box.locator("pre[role='status']").filter({ hasText: expected }).waitFor();
};

let failed = 0;
try {
  for (const [path, lang, outputs] of PAGES) {
    const page = await open(`/${path}.html`, { settings: { lang } });
    page.setDefaultTimeout(180000);
    const elsewhere = [];
    page.on("request", (request) => request.url().startsWith("http") && elsewhere.push(request.url()));
    const boxes = page.locator("div.live");
    await boxes.first().locator("button").waitFor();
    assert.equal(await boxes.count(), outputs.length, `${path}: examples`);
    for (const [i, expected] of outputs.entries()) await run(boxes.nth(i), expected);
    const last = boxes.nth(outputs.length - 1);
    await last.locator("textarea").fill("class Broken:\n    nonsense(");
    await run(last, path === "tutorial-bot" ? /SyntaxError|was never closed/ : /line 1|Invalid|Expected/);
    assert.deepEqual(
      elsewhere.filter((url) => !url.startsWith(site.url)),
      [],
      `${path} loads from elsewhere`,
    );
    console.log(`ok   the live examples of ${path}`);
    await page.context().close();
  }
} catch (error) {
  failed = 1;
  console.error("FAIL the live examples", error);
}
await close();
site.close();
process.exit(failed);
