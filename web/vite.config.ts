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

export default defineConfig({
  plugins: [svelte(), fixtures()],
  base: "/",
  build: {
    outDir: "../src/bunfight/serve/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: { "/api": server, "/health": server, "/openapi.json": server, "/ws": { target: server, ws: true } },
  },
});
