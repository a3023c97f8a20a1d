import { readFile } from "node:fs/promises";
import { defineConfig, type Plugin } from "vite";
import { svelte } from "@sveltejs/vite-plugin-svelte";

const server = process.env.BUNFIGHT_SERVER ?? "http://127.0.0.1:8800";

/** While developing, /fixture/GAME.json comes from BUNFIGHT_FIXTURES (see scripts/fixture.py) for the page /bench/GAME. */
const fixtures = (): Plugin => ({
  name: "fixtures",
  apply: "serve",
  configureServer: (s) => {
    s.middlewares.use("/fixture", (request, response) => {
      const name = (request.url ?? "").replace(/[^\w.]/g, "");
      readFile(`${process.env.BUNFIGHT_FIXTURES ?? "."}/${name}`).then(
        (data) => response.setHeader("Content-Type", "application/json").end(data),
        () => response.writeHead(404).end(),
      );
    });
  },
});

/**
 * A pixel of a style sheet is 1/16 rem. At a table the root grows with the window (src/lib/stage.svelte.ts), and everything
 * with it; elsewhere it follows the reader's own type size. Media queries keep real pixels.
 */
const inRem = (text: string): string => text.replace(/(?<![\w#])(-?\d*\.?\d+)px\b/g, (_, n: string) => `${+n / 16}rem`);
const scaled = {
  postcssPlugin: "px-to-rem",
  Declaration(d: { value: string }) {
    if (d.value.includes("px")) d.value = inRem(d.value);
  },
  AtRule(a: { name: string; params: string }) {
    if (a.name === "container" && a.params.includes("px")) a.params = inRem(a.params);
  },
};

export default defineConfig({
  plugins: [svelte(), fixtures()],
  base: "/",
  css: { postcss: { plugins: [scaled] } },
  build: {
    outDir: "../src/bunfight/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.md" }, // of the packages in the bundle
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    fs: { allow: [".", "../src/bunfight/games"] },
    proxy: { "/api": server, "/health": server, "/openapi.json": server, "/ws": { target: server, ws: true } },
  },
});
