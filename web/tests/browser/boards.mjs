// Laws of all boards, on recorded games: nothing moves under the finger, and choices are named as the board does.
import assert from "node:assert/strict";
import { games, still } from "./helpers.mjs";
import { fixture, full, table, turnTo } from "./layout.mjs";

/* In the page: where everything on the board is, besides what is chosen, which may rise. */
const remember = () => {
  const all = [
    ...document.querySelectorAll(".board [data-thing], .board [data-place], .board [data-drop], .board button"),
  ];
  window.spots = all.map((e) => [e, e.getBoundingClientRect(), scrollY]);
};
const moved = () =>
  window.spots
    .filter(
      ([e]) =>
        e.isConnected &&
        !e.closest(".chosen, [aria-pressed='true']") &&
        !e.closest(".card")?.querySelector(".chosen") &&
        !e.querySelector(".chosen, [aria-pressed='true']"),
    )
    .map(([e, was, from]) => [e, was, from, e.getBoundingClientRect()])
    .filter(
      ([, was, from, now]) =>
        Math.max(
          Math.abs(was.x - now.x),
          Math.abs(was.y + from - now.y - scrollY),
          Math.abs(was.width - now.width),
          Math.abs(was.height - now.height),
        ) > 1,
    )
    .map(([e, was, , now]) => {
      const [before, after] = [was, now].map((r) => [r.x, r.y, r.width, r.height].map(Math.round));
      return `${e.dataset.place ?? e.dataset.thing ?? e.textContent.trim().slice(0, 30)}: ${before} → ${after}`;
    });

/** Selects one thing after the other in some positions; how many selections were looked at. */
const selectAll = async (game, size) => {
  const [seats, ...options] = full[game];
  const { page, steps } = await table(fixture(game, seats, "select", 8, ...options), size);
  let looked = 0;
  for (let at = 0; at < steps && looked < 14; at++) {
    await turnTo(page, at);
    const many = await page.locator(".board .lit[aria-pressed='false']").count();
    for (let i = 0; i < Math.min(many, 5); i++) {
      await page.evaluate(remember);
      const done = await page.evaluate((n) => {
        const one = document.querySelectorAll(".board .lit[aria-pressed='false']")[n];
        one?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        return !!one;
      }, i);
      if (!done) break;
      await still(page);
      const here = (await page.locator(`[data-at="${at}"]`).count()) > 0;
      if (here) {
        looked++;
        assert.deepEqual(await page.evaluate(moved), [], `${game} at ${size}, position ${at}, thing ${i}`);
      }
      await turnTo(page, at);
      for (let n = 0; n < 9 && (await page.locator(".board [aria-pressed='true'][data-thing]").count()); n++)
        await page.evaluate(() => document.querySelector(".board [aria-pressed='true'][data-thing]").click());
    }
  }
  await page.context().close();
  return looked;
};

/* Numbers of places that only the code knows, and words of the grammar. */
const CODES =
  /market card|\b[SRLM]\d\b|\d mm\b|\d 毫米|°\s*right|\b(?:BB|JB|BU|BW|FB)-|(?:\b|_)[a-z]+_[a-z]+\b|undefined|NaN|\{\w+\}/;

export const boardTests = {
  /* What others put somewhere is marked only as long as it is there. */
  async marks_leave_emptied_places() {
    const text = fixture("burger_boss", 3, "staged", 0);
    const rounds = JSON.parse(text).steps.map((s) => s.events.some((e) => e.kind === "RoundBegan"));
    const end = rounds.indexOf(true, 1);
    const { page } = await table(text, "1280x720");
    let seen = 0;
    for (let at = 1; at <= end; at++) {
      await turnTo(page, at);
      seen += await page.locator(".sp[data-changed]:has(.die)").count();
      assert.equal(await page.locator(".sp[data-changed]:not(:has(.die))").count(), 0, `position ${at}`);
    }
    assert.ok(seen > 3, "others' workers are marked");
    await page.context().close();
  },
  /* Once a die is selected, each space that it could fill says what that brings. */
  async points_stand_at_their_spaces() {
    const text = fixture("jom_burger", 3, "staged", 0);
    const { page, steps } = await table(text, "1280x720");
    const said = new Set();
    for (let at = 1; at < steps && said.size < 4; at++) {
      await turnTo(page, at);
      for (let i = 0; i < (await page.locator(".poolDie.lit").count()); i++) {
        await page.evaluate((n) => document.querySelectorAll(".poolDie.lit")[n].click(), i);
        if (!(await page.locator(`[data-at="${at}"]`).count())) break;
        const shown = await page.$$eval(".own .slot", (all) =>
          all.map((x) => [x.matches(".lit"), x.querySelector(".brings")?.textContent ?? ""]),
        );
        for (const [lit, text] of shown) {
          assert.ok(lit || !text, `position ${at}: ${text} where nothing can be put`);
          if (text) assert.match(text, /^[+\u2212]\d+$/);
          if (text) said.add(text);
        }
        await turnTo(page, at);
      }
    }
    assert.ok(said.size >= 2, `${[...said]}`);
    await page.context().close();
  },
  ...Object.fromEntries(
    games.map((game) => [
      `still_${game}`,
      async () => {
        let looked = 0;
        for (const size of ["1280x720", "390x844"]) looked += await selectAll(game, size);
        assert.ok(looked >= (game === "buffet_boss" ? 0 : 6), `${game}: only ${looked} selections`);
        console.log(`  ${game}: ${looked} selections`);
      },
    ]),
  ),
  ...Object.fromEntries(
    games.map((game) => [
      `names_${game}`,
      async () => {
        const text = fixture(game, 2, "names", 10);
        const said = {};
        for (const lang of ["en", "zh"]) {
          const { page, steps } = await table(text, "1280x720", { lang });
          said[lang] = new Set();
          for (let at = 0; at < steps; at++) {
            await turnTo(page, at);
            const names = await page.$$eval("button.choice", (all) =>
              all.map((x) => (x.querySelector(".name") ?? x).innerText.trim()),
            );
            for (const name of names) said[lang].add(name);
            assert.deepEqual(
              names.filter((name) => CODES.test(name)),
              [],
              `${game} in ${lang}, position ${at}`,
            );
          }
          await page.context().close();
        }
        assert.ok(said.en.size > 10 && said.zh.size > 10, `${game}: ${said.en.size} names`);
        if (process.env.BUNFIGHT_NAMES) console.log([...said.en, ...said.zh].join("\n"));
      },
    ]),
  ),
};
