// Starts a server on a free port with an empty store, runs a node script against it, and stops it again:
//   node scripts/with-server.mjs tests/browser/run.mjs [arguments ...]
// PYTHON names the interpreter (default python3, with the package on its path or installed).
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const free = () =>
  new Promise((found) => {
    const s = createServer().listen(0, "127.0.0.1", () => {
      const { port } = s.address();
      s.close(() => found(port));
    });
  });
const port = await free();
const url = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(join(tmpdir(), "bunfight-"));
const source = new URL("../../src", import.meta.url).pathname;
const generous = {
  BUNFIGHT_TABLES_PER_HOUR: "100000",
  BUNFIGHT_REQUESTS_PER_SECOND: "500",
  BUNFIGHT_MESSAGES_PER_SECOND: "200",
  BUNFIGHT_BURST: "400",
  BUNFIGHT_CONNECTS_PER_SECOND: "200",
  BUNFIGHT_FRAMES_PER_SECOND: "1000",
  BUNFIGHT_GRACE: "0",
  BUNFIGHT_PATIENCE: "30",
  BUNFIGHT_LOG: "none",
  BUNFIGHT_URL: url,
  BUNFIGHT_SMTP: "smtp://127.0.0.1:9", // nobody is there: mail is offered, but goes nowhere
  BUNFIGHT_MAIL_FROM: "table@bunfight.example",
};
const server = spawn(
  process.env.PYTHON ?? "python3",
  ["-m", "bunfight.server", "--host", "127.0.0.1", "--port", String(port), "--db", join(folder, "tables.db")],
  {
    env: { ...process.env, ...generous, PYTHONPATH: process.env.PYTHONPATH ?? source },
    stdio: ["ignore", "ignore", "inherit"],
  },
);
const stop = () => {
  server.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
};
process.on("SIGINT", () => (stop(), process.exit(130)));
process.on("SIGTERM", () => (stop(), process.exit(143)));

let up = false;
for (let i = 0; i < 150 && !up && server.exitCode === null; i++) {
  up = await fetch(`${url}/health`).then(
    (r) => r.ok,
    () => false,
  );
  if (!up) await new Promise((later) => setTimeout(later, 200));
}
if (!up) {
  stop();
  console.error("the server did not start");
  process.exit(1);
}
const [script, ...rest] = process.argv.slice(2);
const run = spawn(process.execPath, [script, ...rest], {
  env: { ...process.env, BUNFIGHT_URL: url },
  stdio: "inherit",
});
run.on("exit", (code) => {
  stop();
  process.exit(code ?? 1);
});
