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

const address = (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;

export class Line {
  private socket: WebSocket | undefined;
  private stream: AbortController | undefined;
  private tries = 0;
  private everOpen = false;
  private timer = 0;
  private beat = 0;
  private stopped = false;
  private lastHeard = 0;

  constructor(private readonly ear: Ear) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  private hurry = (): void => {
    if (document.visibilityState === "visible" && !this.open && !this.stopped) {
      this.tries = 0;
      this.connect();
    }
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
    const socket = new WebSocket(address());
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.everOpen = true;
      this.lastHeard = Date.now();
      socket.send(JSON.stringify(this.ear.hello()));
      this.ear.state("live");
      clearInterval(this.beat);
      this.beat = window.setInterval(() => this.pulse(), 10_000);
    };
    socket.onmessage = (e) => {
      this.lastHeard = Date.now();
      this.take(JSON.parse(String(e.data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.later();
    };
  }

  /** A line that has been silent for long is dead, whatever the socket says. */
  private pulse(): void {
    if (Date.now() - this.lastHeard > 25_000) this.socket?.close();
    else this.send({ type: "ping", id: "p" });
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
      const response = await fetch("/api/live", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(this.ear.hello()), signal: stop.signal });
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
          const data = part.split(/\r?\n/).filter((l) => l.startsWith("data:")).map((l) => l.slice(5).trim()).join("\n");
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
      api.send<ServerMessage>(table, m, this.ear.token(m.seat)).then((a) => this.take(a), () => undefined);
      return true;
    }
    return false;
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.stream?.abort();
    this.socket?.close();
  }
}
