// A static host for the tests: the site at a sub-path, with what can go wrong on a host or in a browser.
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

export const PATH = "/some/where/";
const KINDS = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};
const TEXT = [".html", ".js", ".mjs", ".css", ".json", ".svg", ".webmanifest"];

/** In the engine's worker: the storage fails while the page says so. */
const FAILING = `
  let full = false;
  new BroadcastChannel("test-storage").onmessage = (e) => (full = e.data);
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...all) {
    if (full) throw new DOMException("no space", "QuotaExceededError");
    return put.apply(this, all);
  };
`;
const REFUSING = `indexedDB.open = () => { throw new DOMException("refused", "SecurityError"); };\n`;

export const host = async (folder) => {
  /* down: nobody answers; build: 2 is a new version; storage: how the engine's worker finds it */
  const state = { down: false, build: 1, storage: "", sent: 0, url: "" };
  const changed = (name, body) => {
    if (name === "sw.js" && state.build > 1)
      return Buffer.from(String(body).replace(/bunfight-\$\{"\w+"\}/, `bunfight-build${state.build}`));
    if (name === "index.html" && state.build > 1)
      return Buffer.from(String(body).replace("<head>", `<head><meta name="build" content="${state.build}" />`));
    if (/engine\.worker-[^/]*\.js$/.test(name) && state.storage)
      return Buffer.from((state.storage === "refused" ? REFUSING : FAILING) + String(body));
    return body;
  };
  const packed = new Map();
  const server = createServer((request, response) => {
    if (state.down) return request.socket.destroy();
    const path = decodeURIComponent(request.url.replace(/[?#].*/, ""));
    const name = path.startsWith(PATH) ? path.slice(PATH.length) || "index.html" : "";
    const file = join(folder, normalize(`/${name}`));
    if (!name || !statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    let body = changed(name, readFileSync(file));
    const tag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
    const headers = { "Content-Type": KINDS[extname(name)] ?? "application/octet-stream", ETag: tag };
    if (request.headers["if-none-match"] === tag) return response.writeHead(304, headers).end();
    if (TEXT.includes(extname(name))) {
      if (!packed.has(tag)) packed.set(tag, gzipSync(body));
      body = packed.get(tag);
      headers["Content-Encoding"] = "gzip";
    }
    state.sent += body.length;
    response.writeHead(200, headers).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  state.url = `http://127.0.0.1:${server.address().port}${PATH}`;
  state.close = () => (server.closeAllConnections(), server.close());
  return state;
};
