/** The connection to the server: a WebSocket, or a stream and posts where sockets are blocked. Reconnects by itself. */

import type { ClientMessage, Hello, ServerMessage } from "./protocol";
import { api } from "./api";
import { needsNetwork, openSocket, request, type Socket } from "./backend";
import { outdated } from "./outdated.svelte";

export type ConnectionState = "connecting" | "live" | "lost" | "closed";

interface Handlers {
  hello: () => Hello;
  receive: (m: ServerMessage) => void;
  state: (s: ConnectionState) => void;
  token: (seat: number) => string;
}

const BEAT = 250;
const QUIET = 1750;
const DOUBT = 900;
const DEAD = 7000;

export class Connection {
  private socket: Socket | undefined;
  private stream: AbortController | undefined;
  private tries = 0;
  private everOpen = false;
  private timer = 0;
  private beat = 0;
  private stopped = false;
  private lastHeard = 0;
  private asked = 0;

  constructor(private readonly handlers: Handlers) {
    addEventListener("online", this.reconnect);
    if (needsNetwork) addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.reconnect);
    this.connect();
  }

  private reconnect = (): void => {
    if (document.visibilityState === "visible" && !this.open && !this.stopped) {
      this.tries = 0;
      this.connect();
    }
  };

  /** The browser reports that it is offline. */
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
    this.handlers.state(this.everOpen ? "lost" : "connecting");
    if (!this.everOpen && this.tries >= 3) {
      void this.listen();
      return;
    }
    this.socket?.close();
    const socket = openSocket(this.handlers.hello().table ?? "");
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.everOpen = true;
      this.lastHeard = Date.now();
      socket.send(JSON.stringify(this.handlers.hello()));
      this.handlers.state("live");
      clearInterval(this.beat);
      this.asked = 0;
      this.beat = window.setInterval(() => this.checkAlive(), BEAT);
    };
    socket.onmessage = (e) => {
      this.lastHeard = Date.now();
      if (this.asked && socket === this.socket) this.handlers.state("live");
      this.asked = 0;
      this.take(JSON.parse(e.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.later();
    };
  }

  /**
   * Pings every two seconds. Without an answer within one the connection counts as lost until something arrives; after some
   * more silence it is closed and reopened. A hidden page does not ping.
   */
  private checkAlive(): void {
    const now = Date.now();
    if (this.asked && now - this.asked > DEAD) return void this.socket?.close();
    if (this.asked && now - this.asked > DOUBT) this.handlers.state("lost");
    if (!this.asked && now - this.lastHeard >= QUIET && document.visibilityState === "visible") {
      this.asked = now;
      this.send({ type: "ping", id: "p" });
    }
  }

  private take(m: ServerMessage): void {
    if (m.type === "bye") {
      outdated.reload ||= m.reason === "protocol";
      if (m.retry < 0) {
        this.stop();
        this.handlers.state("closed");
      } else this.later(m.retry);
    }
    this.handlers.receive(m);
  }

  private later(wait?: number): void {
    clearInterval(this.beat);
    if (this.stopped) return;
    this.handlers.state(this.everOpen ? "lost" : "connecting");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), wait ?? Math.min(8000, 300 * 2 ** this.tries++));
  }

  /** Server-sent events by fetch, so that the token travels in the body. */
  private async listen(): Promise<void> {
    const stop = new AbortController();
    try {
      const response = await request("/api/live", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(this.handlers.hello()),
        signal: stop.signal,
      });
      if (!response.ok || !response.body) throw new Error(response.statusText);
      this.stream = stop;
      this.handlers.state("live");
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
    if (this.stream && m.type !== "ping" && m.type !== "ephemeral" && m.type !== "hello") {
      const table = this.handlers.hello().table ?? "";
      api.send<ServerMessage>(table, m, this.handlers.token(m.seat)).then(
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
    removeEventListener("online", this.reconnect);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.reconnect);
    this.stream?.abort();
    this.socket?.close();
  }
}
