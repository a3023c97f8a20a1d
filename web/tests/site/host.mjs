// A static host for the tests: the site at a sub-path, with what can go wrong on a host or in a browser.
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const PATH = "/some/where/";
const OTHER = "/else/where/"; // another copy of the site
const PLAIN = "bunfight.test"; // a name that is no secure origin; the browser of the tests knows it
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
/** In the engine's worker: the next answer makes it crash, once the page says so. */
const CRASHING = `
  let crash = false;
  new BroadcastChannel("test-crash").onmessage = () => (crash = true);
  const post = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function (message) {
    if (crash && message.kind === "response") throw new Error("a crash");
    return post.call(this, message);
  };
`;
const REFUSING = `indexedDB.open = () => { throw new DOMException("refused", "SecurityError"); };\n`;
const FAULTS = { full: FAILING, refused: REFUSING, crash: CRASHING };

export const host = async (folder) => {
  /* down: nobody answers; build: 2 is a new version; fault: what goes wrong in the engine's worker; declared: see below */
  const state = { down: false, build: 1, fault: "", declared: false, sent: 0, url: "", other: "", plain: "" };
  const changed = (name, body) => {
    if (name === "sw.js" && state.build > 1)
      return Buffer.from(String(body).replace(/CACHE = MINE \+ "\w+"/, `CACHE = MINE + "build${state.build}"`));
    if (name === "index.html" && state.build > 1)
      return Buffer.from(String(body).replace("<head>", `<head><meta name="build" content="${state.build}" />`));
    if (/engine\.worker-[^/]*\.js$/.test(name) && state.fault) return Buffer.from(FAULTS[state.fault] + String(body));
    return body;
  };
  const packed = new Map();
  const server = createServer((request, response) => {
    if (state.down) return request.socket.destroy();
    const path = decodeURIComponent(request.url.replace(/[?#].*/, ""));
    const start = [PATH, OTHER].find((each) => path.startsWith(each));
    const name = start ? path.slice(start.length) || "index.html" : "";
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
    } else if (state.declared && extname(name) === ".gz") headers["Content-Encoding"] = "gzip"; // as some hosts do
    state.sent += body.length;
    response.writeHead(200, headers).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  state.url = `http://127.0.0.1:${port}${PATH}`;
  state.other = `http://127.0.0.1:${port}${OTHER}`;
  state.plain = `http://${PLAIN}:${port}${PATH}`;
  state.close = () => (server.closeAllConnections(), server.close());
  return state;
};
