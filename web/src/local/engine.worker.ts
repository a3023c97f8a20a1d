/** The engine's worker: the whole server in Python, for all tabs of this browser. Bots think in a second worker. */

import { randomId } from "../lib/random_id";
import { CHANNEL, type FromEngine, type ToEngine } from "./messages";
import { prepare, startPython, type PythonModule, type Sources } from "./python";
import { rows } from "./rows";

const channel = new BroadcastChannel(CHANNEL);
const send = (message: FromEngine): void => channel.postMessage(message);

const engine = randomId();
let bridge: PythonModule;
const early: ToEngine[] = [];

const bots = new Worker(new URL("./bots.worker.ts", import.meta.url), { type: "module" });
const waiting = new Map<number, { done: (answer: Uint8Array) => void; failed: (why: Error) => void }>();
let calls = 0;
bots.onmessage = (e: MessageEvent<{ id: number; answer?: Uint8Array; error?: string }>) => {
  const call = waiting.get(e.data.id);
  waiting.delete(e.data.id);
  if (e.data.answer) call?.done(e.data.answer);
  else call?.failed(new Error(e.data.error));
};
/* the bots' Python starts a moment after the engine, or when it is needed: two at once would both be slow */
const PAUSE = 1500; // ms
let startBots = (): void => undefined;
const think = (request: Uint8Array): Promise<Uint8Array> =>
  new Promise((done, failed) => {
    startBots();
    waiting.set(++calls, { done, failed });
    bots.postMessage({ id: calls, request });
  });

const handle = async (m: ToEngine): Promise<void> => {
  if (m.kind === "request") {
    const answer = await bridge.request(m.method, m.target, m.body, m.token);
    const [status, type, body] = answer.toJs() as [number, string, string];
    answer.destroy();
    send({ kind: "response", tab: m.tab, id: m.id, status, type, body });
  } else if (m.kind === "connect") bridge.connect(m.socket);
  else if (m.kind === "say") bridge.receive(m.socket, m.text);
  else if (m.kind === "disconnect") bridge.disconnect(m.socket);
  else if (m.kind === "who") send({ kind: "ready", engine });
};

channel.onmessage = (e: MessageEvent<ToEngine>) => {
  if (bridge) void handle(e.data);
  else early.push(e.data);
};

self.onmessage = async (e: MessageEvent<Sources>): Promise<void> => {
  try {
    await rows.open();
  } catch {
    return send({ kind: "failed", why: "storage" });
  }
  try {
    const progress = (done: number): void => send({ kind: "progress", done });
    const prepared = await prepare(e.data, progress);
    const python = await startPython(e.data, prepared, progress);
    const module = python.pyimport("bunfight.local.browser");
    const made = module.Bridge(
      rows,
      think,
      (socket: string, text: string) => send({ kind: "heard", socket, text }),
      (socket: string) => send({ kind: "closed", socket }),
    );
    await made.open();
    bridge = made;
    send({ kind: "ready", engine });
    startBots = () => {
      startBots = () => undefined;
      bots.postMessage({ sources: e.data, prepared });
    };
    setTimeout(() => startBots(), PAUSE);
    for (const m of early.splice(0)) await handle(m);
  } catch (error) {
    send({ kind: "failed", why: String(error) });
  }
};
