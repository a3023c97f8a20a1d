/** The engine's worker: the whole server in Python, for all tabs of this browser. Bots think in a second worker, reviews in a third. */

import { randomId } from "../lib/random_id";
import { CHANNEL, type FromEngine, type ToEngine } from "./messages";
import { prepare, startPython, type Prepared, type PythonModule, type Sources } from "./python";
import { pythonWorker } from "./python_worker";
import { rows } from "./rows";

const channel = new BroadcastChannel(CHANNEL);
const send = (message: FromEngine): void => channel.postMessage(message);

const engine = randomId();
let bridge: PythonModule;
const early: ToEngine[] = [];

let python: { sources: Sources; prepared: Prepared };
/* the bots' Python starts a moment after the engine, or when it is needed: two at once would both be slow */
const PAUSE = 1500; // ms
const bots = pythonWorker(() => python);
/* one part of a review can take several seconds, for which no bot should wait */
const reviews = pythonWorker(() => python, 30_000);

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
      bots.call,
      reviews.call,
      (socket: string, text: string) => send({ kind: "heard", socket, text }),
      (socket: string) => send({ kind: "closed", socket }),
    );
    await made.open();
    bridge = made;
    send({ kind: "ready", engine });
    setTimeout(bots.start, PAUSE);
    for (const m of early.splice(0)) handle(m).catch(crashed);
  } catch (error) {
    send({ kind: "failed", why: String(error) });
  }
};
