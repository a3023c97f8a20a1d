/**
 * A server inside this browser. One tab runs the engine's worker; the others reach it over a channel, and one of them takes
 * over when that tab is closed.
 */

import { randomId } from "../lib/random_id";
import { whenLeader } from "./leader";
import { CHANNEL, type FromEngine, type ToEngine } from "./messages";
import type { Sources } from "./python";

const RESTARTS = 3; // of an engine that crashes again and again

export type EngineState = "off" | "loading" | "ready" | "failed";

/** What can go wrong before Python starts. */
export const missing = (): "wasm" | "workers" | "storage" | "" => {
  if (typeof WebAssembly === "undefined") return "wasm";
  if ([typeof Worker, typeof BroadcastChannel, typeof DecompressionStream].includes("undefined")) return "workers";
  return typeof indexedDB === "undefined" ? "storage" : "";
};

/** As much of a WebSocket as the connection needs. */
export class LocalSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly id = randomId();

  constructor(private readonly engine: LocalEngine) {
    void engine.ready().then(
      () => {
        if (this.readyState !== WebSocket.CONNECTING) return;
        engine.post({ kind: "connect", socket: this.id });
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
      },
      () => this.ended(),
    );
  }

  send(text: string): void {
    if (this.readyState === WebSocket.OPEN) this.engine.post({ kind: "say", socket: this.id, text });
  }

  close(): void {
    if (this.readyState === WebSocket.OPEN) this.engine.post({ kind: "disconnect", socket: this.id });
    this.ended();
  }

  ended(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.engine.sockets.delete(this.id);
    this.onclose?.();
  }
}

interface Waiting {
  message: ToEngine & { kind: "request" };
  done: (r: Response) => void;
  failed: (e: Error) => void;
}

export class LocalEngine {
  state = $state<EngineState>("off");
  progress = $state(0);
  why = $state("");
  readonly sockets = new Map<string, LocalSocket>();
  private readonly tab = randomId();
  private readonly waiting = new Map<number, Waiting>();
  private channel: BroadcastChannel | undefined;
  private waiters: Array<{ done: () => void; failed: (e: Error) => void }> = [];
  private count = 0;
  private engine = "";

  constructor(private readonly sources: () => Sources) {}

  post(message: ToEngine): void {
    this.channel?.postMessage(message);
  }

  /** Load the engine, here or in the tab that already runs it. */
  start(): void {
    if (this.state !== "off") return;
    const lacking = missing();
    if (lacking) return this.fail(lacking);
    this.state = "loading";
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.onmessage = (e: MessageEvent<FromEngine | ToEngine>) => this.heard(e.data);
    this.post({ kind: "who" });
    whenLeader(CHANNEL, () => this.run(RESTARTS));
  }

  /** Run the engine in this tab. A worker that reports a crash is replaced: what was decided is stored. */
  private run(restarts: number): void {
    const worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
    const crashed = (why: string): void => {
      worker.onerror = worker.onmessage = null;
      worker.terminate();
      if (restarts) return this.run(restarts - 1);
      this.channel?.postMessage({ kind: "failed", why } satisfies FromEngine);
      this.fail(why);
    };
    worker.onerror = (e) => crashed(e.message);
    worker.onmessage = (e: MessageEvent<string>) => crashed(e.data);
    worker.postMessage(this.sources());
  }

  ready(): Promise<void> {
    this.start();
    if (this.state === "ready") return Promise.resolve();
    if (this.state === "failed") return Promise.reject(new Error(this.why));
    return new Promise((done, failed) => this.waiters.push({ done, failed }));
  }

  private fail(why: string): void {
    this.state = "failed";
    this.why = why;
    for (const w of [...this.waiters.splice(0), ...this.waiting.values()]) w.failed(new Error(why));
    this.waiting.clear();
    for (const socket of [...this.sockets.values()]) socket.ended();
  }

  private heard(m: FromEngine | ToEngine): void {
    if (m.kind === "ready") this.started(m.engine);
    else if (m.kind === "progress") this.progress = m.done;
    else if (m.kind === "failed") this.fail(m.why);
    else if (m.kind === "heard") this.sockets.get(m.socket)?.onmessage?.({ data: m.text });
    else if (m.kind === "closed") this.sockets.get(m.socket)?.ended();
    else if (m.kind === "response" && m.tab === this.tab) {
      const call = this.waiting.get(m.id);
      this.waiting.delete(m.id);
      call?.done(new Response(m.body, { status: m.status, headers: { "Content-Type": m.type } }));
    }
  }

  /** The engine is there. If it is another one than before, what was under way is asked again, or it has failed. */
  private started(engine: string): void {
    if (engine === this.engine) return;
    const restarted = this.engine !== "";
    this.engine = engine;
    this.state = "ready";
    this.progress = 1;
    for (const w of this.waiters.splice(0)) w.done();
    if (!restarted) return;
    for (const socket of [...this.sockets.values()]) socket.ended();
    for (const [id, call] of this.waiting) {
      if (call.message.method === "GET") this.post(call.message);
      else {
        this.waiting.delete(id);
        call.failed(new TypeError("the engine was restarted"));
      }
    }
  }

  socket(): LocalSocket {
    const socket = new LocalSocket(this);
    this.sockets.set(socket.id, socket);
    return socket;
  }

  async fetch(target: string, init: RequestInit = {}): Promise<Response> {
    await this.ready();
    const headers = (init.headers ?? {}) as Record<string, string>;
    const message = {
      kind: "request" as const,
      tab: this.tab,
      id: ++this.count,
      method: init.method ?? "GET",
      target,
      body: String(init.body ?? ""),
      token: (headers.Authorization ?? "").replace(/^Bearer /, ""),
    };
    return new Promise((done, failed) => {
      this.waiting.set(message.id, { message, done, failed });
      this.post(message);
    });
  }
}
