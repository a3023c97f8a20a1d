/** The line to the server: a WebSocket, or a stream and posts where sockets are blocked. Reconnects by itself. */

import type { ClientMessage, Hello, ServerMessage } from "./wire";
import { api } from "./api";

export type LineState = "connecting" | "live" | "lost" | "closed";

interface Ear {
  hello: () => Hello;
  hear: (m: ServerMessage) => void;
  state: (s: LineState) => void;
  token: (seat: number) => string;
}

/** The table stands in the address, so that a proxy can send all its people to one server. */
const address = (table: string): string =>
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws${table ? `?table=${table}` : ""}`;

const BEAT = 250;
const QUIET = 1750;
const DOUBT = 900;
const DEAD = 7000;

export class Line {
  private socket: WebSocket | undefined;
  private stream: AbortController | undefined;
  private tries = 0;
  private everOpen = false;
  private timer = 0;
  private beat = 0;
  private stopped = false;
  private lastHeard = 0;
  private asked = 0;

  constructor(private readonly ear: Ear) {
    addEventListener("online", this.hurry);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  private hurry = (): void => {
    if (document.visibilityState === "visible" && !this.open && !this.stopped) {
      this.tries = 0;
      this.connect();
    }
  };

  /** The browser says that there is no network: believed at once. */
  private cut = (): void => {
    if (this.stopped) return;
    this.stream?.abort();
    if (this.socket) {
      this.socket.onclose = null;
      this.socket.close();
      this.socket = undefined;
    }
    this.later();
  };

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN || this.stream !== undefined;
  }

  private connect(): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    this.ear.state(this.everOpen ? "lost" : "connecting");
    if (!this.everOpen && this.tries >= 3) {
      void this.listen();
      return;
    }
    this.socket?.close();
    const socket = new WebSocket(address(this.ear.hello().table ?? ""));
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.everOpen = true;
      this.lastHeard = Date.now();
      socket.send(JSON.stringify(this.ear.hello()));
      this.ear.state("live");
      clearInterval(this.beat);
      this.asked = 0;
      this.beat = window.setInterval(() => this.pulse(), BEAT);
    };
    socket.onmessage = (e) => {
      this.lastHeard = Date.now();
      if (this.asked && socket === this.socket) this.ear.state("live");
      this.asked = 0;
      this.take(JSON.parse(String(e.data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.later();
    };
  }

  /**
   * A question every two seconds. If it is not answered within one, the line counts as lost, until something comes; after
   * some more silence it is dead, whatever the socket says, and a new one is tried. A page that nobody sees does not ask.
   */
  private pulse(): void {
    const now = Date.now();
    if (this.asked && now - this.asked > DEAD) return void this.socket?.close();
    if (this.asked && now - this.asked > DOUBT) this.ear.state("lost");
    if (!this.asked && now - this.lastHeard >= QUIET && document.visibilityState === "visible") {
      this.asked = now;
      this.send({ type: "ping", id: "p" });
    }
  }

  private take(m: ServerMessage): void {
    if (m.type === "bye") {
      if (m.retry < 0) this.stop();
      else this.later(m.retry);
      if (m.retry < 0) this.ear.state("closed");
    }
    this.ear.hear(m);
  }

  private later(wait?: number): void {
    clearInterval(this.beat);
    if (this.stopped) return;
    this.ear.state(this.everOpen ? "lost" : "connecting");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), wait ?? Math.min(8000, 300 * 2 ** this.tries++));
  }

  /** Server-sent events by fetch, so that the secret travels in the body. */
  private async listen(): Promise<void> {
    const stop = new AbortController();
    try {
      const response = await fetch("/api/live", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(this.ear.hello()),
        signal: stop.signal,
      });
      if (!response.ok || !response.body) throw new Error(response.statusText);
      this.stream = stop;
      this.ear.state("live");
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        text += value;
        const parts = text.split(/\r?\n\r?\n/);
        text = parts.pop() ?? "";
        for (const part of parts) {
          const data = part
            .split(/\r?\n/)
            .filter((l) => l.startsWith("data:"))
            .map((l) => l.slice(5).trim())
            .join("\n");
          if (data) this.take(JSON.parse(data) as ServerMessage);
        }
      }
    } catch {
      this.everOpen = false;
    }
    this.stream = undefined;
    this.later();
  }

  /** True if it went out; what did not is sent again by the caller after the next welcome. */
  send(m: ClientMessage): boolean {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(m));
      return true;
    }
    if (this.stream && m.type !== "ping" && m.type !== "ghost" && m.type !== "hello") {
      const table = this.ear.hello().table ?? "";
      api.send<ServerMessage>(table, m, this.ear.token(m.seat)).then(
        (a) => this.take(a),
        () => undefined,
      );
      return true;
    }
    return false;
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.hurry);
    this.stream?.abort();
    this.socket?.close();
  }
}
