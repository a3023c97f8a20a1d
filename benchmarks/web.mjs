// How light and how smooth the browser client is. Needs a built client and a running server:
//   BUNFIGHT_URL=http://127.0.0.1:8800 node benchmarks/web.mjs
// Prints: bytes of the first load and of each board (gzip), first paint of the home page, for each board frames a second at
// rest, with pieces travelling and in play, and frames a second in the staged moments of recorded games; each with the work of
// the page's main thread for a frame (drawing is software).
import { gzipSync } from "node:zlib";
import {
  close,
  games,
  makeTable,
  open,
} from "../web/tests/browser/helpers.mjs";
import { before, turn } from "../web/tests/browser/staged.mjs";

const median = (list) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const loaded = async (path, settle = 1500) => {
  const page = await open("/settings", { settings: { motion: "full" } });
  const bodies = new Map();
  page.on(
    "response",
    async (r) =>
      /\.(js|css|html|svg|png)$|\/$/.test(new URL(r.url()).pathname) &&
      bodies.set(
        new URL(r.url()).pathname,
        gzipSync(await r.body().catch(() => Buffer.alloc(0))).length,
      ),
  );
  const network = await page.context().newCDPSession(page);
  await network.send("Network.setCacheDisabled", { cacheDisabled: true }); // nothing counts as loaded before
  await page.goto(new URL(path, page.url()).href);
  await page.waitForTimeout(settle);
  return { page, bodies, sum: [...bodies.values()].reduce((a, b) => a + b, 0) };
};

/** For how long the page's main thread has worked, in ms. */
const workOf = async (page) => {
  const line = await page.context().newCDPSession(page);
  await line.send("Performance.enable");
  return async () =>
    (await line.send("Performance.getMetrics")).metrics.find(
      (m) => m.name === "TaskDuration",
    ).value * 1000;
};

const home = await loaded("/");
console.log(
  `home page: ${(home.sum / 1000).toFixed(1)} kB gzip in ${home.bodies.size} files (limit 75)`,
);
const paints = [];
for (let i = 0; i < 5; i++) {
  await home.page.reload();
  await home.page.waitForSelector("[data-play]");
  paints.push(
    await home.page.evaluate(
      () =>
        performance.getEntriesByName("first-contentful-paint")[0]?.startTime ??
        NaN,
    ),
  );
}
console.log(
  `first contentful paint of the home page: median ${median(paints).toFixed(0)} ms of ${paints.length} (limit 1000)`,
);
await home.page.context().close();

for (const game of games) {
  const { page, bodies, sum } = await loaded("/", 1200);
  const before = sum;
  const made = await makeTable(page, {
    game,
    places: [{ kind: "me" }, { kind: "bot", bot: "random" }],
    start: true,
    practice: "bench",
  });
  await page.evaluate(
    (id) => (
      history.pushState(null, "", `/t/${id}`),
      dispatchEvent(new PopStateEvent("popstate"))
    ),
    made.table.id,
  );
  await page.waitForSelector(".frame .board > *", { timeout: 20000 });
  await page.waitForTimeout(1500);
  const after = [...bodies.values()].reduce((a, b) => a + b, 0);
  /* Frames while four pieces travel as they do when others act, while every card moves, and while nothing moves: what the
     machine can do. Besides: how long the page itself worked for a frame; the rest is drawing without a graphics card. */
  const worked = await workOf(page);
  const frames = async (moving) => {
    const before = await worked();
    const count = await page.evaluate(async (moving) => {
      const sky = document.querySelector(".sky");
      const all = [
        ...document.querySelectorAll(".board .thing, .board article"),
      ];
      const hulls = all.slice(0, moving === "four" ? 4 : 0).map((e) => {
        const r = e.getBoundingClientRect();
        const hull = Object.assign(document.createElement("div"), {
          className: "flying",
        });
        hull.style.cssText = `left:0;top:0;width:${r.width}px;height:${r.height}px`;
        hull.append(e.cloneNode(true));
        return hull;
      });
      sky.append(...hulls);
      for (const e of moving === "all" ? all : hulls)
        e.animate(
          [
            { transform: "translate(0, -60px)" },
            { transform: "translate(500px, 300px)" },
            { transform: "none" },
          ],
          { duration: 600, iterations: 4 },
        );
      let count = 0;
      const until = performance.now() + 2000;
      await new Promise((over) => {
        const look = () => (
          count++,
          performance.now() < until ? requestAnimationFrame(look) : over()
        );
        requestAnimationFrame(look);
      });
      sky.replaceChildren();
      return count;
    }, moving);
    return `${Math.round(count / 2)} (${(((await worked()) - before) / count).toFixed(1)} ms)`;
  };
  /* The same in play, at brisk speed: frames while something is in the sky. */
  const inPlay = async () => {
    await page.goto(new URL("/settings", page.url()).href);
    const { table } = await makeTable(page, {
      game,
      places: [
        { kind: "me" },
        ...Array(2).fill({ kind: "bot", bot: "random" }),
      ],
      start: true,
      practice: "bench",
    });
    await page.goto(new URL(`/t/${table.id}`, page.url()).href);
    await page.waitForSelector("select.pace");
    await page.selectOption("select.pace", "brisk");
    return page.evaluate(async () => {
      let [flying, time] = [0, 0];
      let last = performance.now();
      const until = last + 12000;
      await new Promise((over) => {
        const look = (now) => {
          if (document.querySelector(".sky").childElementCount) {
            flying++;
            time += now - last;
          } else
            document
              .querySelector("button.choice:not([aria-disabled='true'])")
              ?.click();
          last = now;
          if (now < until) requestAnimationFrame(look);
          else over();
        };
        requestAnimationFrame(look);
      });
      return `${Math.round((flying * 1000) / Math.max(1, time))} of ${(time / 1000).toFixed(1)} s`;
    });
  };
  console.log(
    `${game}: table page and board ${((after - before) / 1000).toFixed(1)} kB gzip more (limit 150); frames a second (work of the page for each): ` +
      `${await frames("none")} at rest, ${await frames("four")} with four pieces travelling, ${await frames("all")} with every card moving; in play ${await inPlay()}`,
  );
  await page.context().close();
}

/* The staged moments: a game with so many seats, and the events that bring one about. */
const MOMENTS = [
  ["NUKE", "burger_war", 3, ["IngredientNuked"]],
  ["WAR", "burger_war", 4, ["WarDrawn"]],
  ["everyone's aim", "burger_war", 4, ["AimShown"]],
  ["a fall", "buffet_boss", 3, ["FoodFell"]],
  ["a sale", "burger_boss", 3, ["ItemSold"]],
  ["an order served", "burger_up", 3, ["OrderServed"]],
  ["a completed row", "jom_burger", 3, ["OrderCompleted"]],
];
const TIMES = 3;
for (const [what, game, seats, kinds] of MOMENTS) {
  if (!games.includes(game)) continue;
  const runs = [];
  for (let n = 0; n < TIMES; n++) {
    const { page, at } = await before(game, seats, kinds);
    const worked = await workOf(page);
    const from = await worked();
    await page.evaluate(() => {
      window.frames = [];
      const look = (now) => (
        window.frames.push(now),
        requestAnimationFrame(look)
      );
      requestAnimationFrame(look);
    });
    await turn(page, at);
    await page.waitForTimeout(1800);
    const seen = await page.evaluate(() => window.frames);
    const gaps = seen.slice(1).map((now, i) => now - seen[i]);
    runs.push({
      rate: (gaps.length * 1000) / (seen.at(-1) - seen[0]),
      longest: Math.max(...gaps),
      work: ((await worked()) - from) / gaps.length,
    });
    await page.context().close();
  }
  const of = (key) => median(runs.map((run) => run[key]));
  console.log(
    `${what} (${game}): ${of("rate").toFixed(0)} frames a second, longest gap ${of("longest").toFixed(0)} ms, ` +
      `${of("work").toFixed(1)} ms of work for a frame; median of ${TIMES}`,
  );
}
await close();
