/** The engine's worker: the whole server in Python, for all tabs of this browser. Bots think in a second worker. */

import { randomId } from "../lib/random_id";
import { CHANNEL, type FromEngine, type ToEngine } from "./messages";
import { prepare, startPython, type Prepared, type PythonModule, type Sources } from "./python";
import { rows } from "./rows";

const channel = new BroadcastChannel(CHANNEL);
const send = (message: FromEngine): void => channel.postMessage(message);

const engine = randomId();
let bridge: PythonModule;
const early: ToEngine[] = [];

let python: { sources: Sources; prepared: Prepared };
let bots: Worker | undefined;
const waiting = new Map<number, { done: (answer: Uint8Array) => void; failed: (why: Error) => void }>();
let calls = 0;
/* the bots' Python starts a moment after the engine, or when it is needed: two at once would both be slow */
const PAUSE = 1500; // ms
const startBots = (): Worker => {
  const worker = new Worker(new URL("./bots.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = (e: MessageEvent<{ id: number; answer?: Uint8Array; error?: string; crashed?: boolean }>) => {
    const { id, answer, error, crashed } = e.data;
    if (crashed) {
      worker.terminate();
      bots = undefined; // the next call starts another one
    }
    for (const each of crashed ? [...waiting.keys()] : [id]) {
      const call = waiting.get(each);
      waiting.delete(each);
      if (answer) call?.done(answer);
      else call?.failed(new Error(error));
    }
  };
  worker.postMessage(python);
  return worker;
};
const think = (request: Uint8Array): Promise<Uint8Array> =>
  new Promise((done, failed) => {
    bots ??= startBots();
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

/* Python answers mistakes; whatever else is thrown means that it has crashed */
const crashed = (error: unknown): void => self.postMessage(String(error));

channel.onmessage = (e: MessageEvent<ToEngine>) => {
  if (bridge) handle(e.data).catch(crashed);
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
    python = { sources: e.data, prepared };
    const module = (await startPython(e.data, prepared, progress)).pyimport("bunfight.local.browser");
    const made = module.Bridge(
      rows,
      think,
      (socket: string, text: string) => send({ kind: "heard", socket, text }),
      (socket: string) => send({ kind: "closed", socket }),
    );
    await made.open();
    bridge = made;
    send({ kind: "ready", engine });
    setTimeout(() => (bots ??= startBots()), PAUSE);
    for (const m of early.splice(0)) handle(m).catch(crashed);
  } catch (error) {
    send({ kind: "failed", why: String(error) });
  }
};
