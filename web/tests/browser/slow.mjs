// Slow games: the browser tells of one's turn, mail can be asked for, a request says who answered, giving up is asked about.
import assert from "node:assert/strict";
import { axeCheck, base, done, makeTable, open } from "./helpers.mjs";

/** A table of two people with a day for each decision; the page whose turn it is comes first. */
const two = async () => {
  const ann = await open("/settings", { settings: { name: "Ann" } });
  const context = ann.context();
  await context.grantPermissions(["notifications"], { origin: base });
  await context.addInitScript(() => {
    /* not asked yet; a click on "yes" is answered with yes */
    let answer = sessionStorage.getItem("consent") ?? "default";
    Object.defineProperty(Notification, "permission", { get: () => answer });
    Notification.requestPermission = async () => (sessionStorage.setItem("consent", "granted"), (answer = "granted"));
    /* what is shown is recorded: asking the browser for its notifications while it shows one may lose it */
    window.notes = [];
    const show = ServiceWorkerRegistration.prototype.showNotification;
    ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
      await show.call(this, title, options);
      window.notes.push([title, options.data]);
    };
  });
  const made = await makeTable(ann, {
    game: "burger_war",
    places: [{ kind: "me", name: "Ann" }, { kind: "open" }],
    pace: "instant",
    clock: { kind: "days", days: 1 },
  });
  await ann.goto(`${base}/t/${made.table.id}`);
  const ben = await open(`/t/${made.table.id}`, { settings: { name: "Ben" } });
  await ben.click("text=Sit here");
  await ann.click("text=Start the game");
  await Promise.all([ann, ben].map((p) => p.waitForSelector(".frame .board > *")));
  return [ann, ben];
};
const notes = (page) => page.evaluate(() => window.notes);

export const slowTests = {
  async slow_game() {
    const [ann, ben] = await two();
    await ann.click("text=Yes, notify me");
    await ann.waitForSelector("text=Yes, notify me", { state: "detached" });
    await ann.fill("input[type=email]", "ann@example.org");
    await axeCheck(ann, "offers of a slow game");
    if (process.env.SHOTS) await ann.screenshot({ path: `${process.env.SHOTS}/remind.png` });
    await ann.click("text=Mail me");
    await ann.waitForSelector("text=The server tells you");
    await ann.reload();
    await ann.waitForSelector("text=The server tells you");
    await ann.click(".remind >> text=Stop");
    await ann.waitForSelector("input[type=email]");
    // nobody looks at Ann's page while Ben decides
    await ann.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    if (await ann.$("button.choice:not([aria-disabled='true'])")) {
      await ann.click("button.choice[data-move='draw']");
      await ben.waitForSelector("button.choice:not([aria-disabled='true'])");
    }
    assert.deepEqual(await notes(ann), []);
    await ben.click("button.choice[data-move='draw']");
    await ann.waitForFunction(() => window.notes.length);
    assert.deepEqual(await notes(ann), [["Your turn in Intergalactic Burger War", new URL(ann.url()).pathname]]);
    // a request to undo says who refused
    await ben.click("text=Ask to undo");
    await ann.click("text=Refuse");
    await ben.waitForSelector("text=Ann did not agree to undo.");
    // giving up
    await ann.click(".bar [aria-label='More']");
    await ann.click(".drop >> text=Resign");
    await ann.waitForSelector("dialog.resign >> text=A bot takes your seat");
    await axeCheck(ann, "resigning");
    if (process.env.SHOTS) await ann.screenshot({ path: `${process.env.SHOTS}/resign.png` });
    await ann.click("dialog.resign >> text=Keep playing");
    assert.equal(await ann.locator("dialog.resign").count(), 0);
    await ann.click(".bar [aria-label='More']");
    await ann.click(".drop >> text=Resign");
    await ann.click("dialog.resign button.stop");
    await ann.waitForSelector("text=You have resigned. A bot plays on for you.");
    await ben.waitForSelector("button.choice:not([aria-disabled='true'])"); // the bot has decided
    if (process.env.SHOTS) await ann.screenshot({ path: `${process.env.SHOTS}/resigned.png` });
    await Promise.all([ann, ben].map(done));
  },
};
