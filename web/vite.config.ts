import { defineConfig } from "vite";
import { svelte } from "@sveltejs/vite-plugin-svelte";

const server = process.env.BUNFIGHT_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
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
