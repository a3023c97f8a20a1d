/** Where requests go: to the server, or on a static site to the engine in this browser. */

import { engine } from "../local/engine";
import { onSite } from "../local/site";

/** The part of a WebSocket that the connection uses; the engine's sockets have it too. */
export interface Socket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((e: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export const needsNetwork = !onSite;

/** Answers that never change are files of the site, so that the first pages need no engine. */
const file = (path: string): string =>
  /^\/api\/(games|languages)(\/\w+)?$/.test(path) ? `./data/${path.slice(5)}.json` : "";

export const request = async (path: string, init?: RequestInit): Promise<Response> => {
  if (!onSite) return fetch(path, init);
  if (init?.method !== "POST" && file(path)) return fetch(file(path));
  return engine.fetch(path, init);
};

/** The address names the table, so that a proxy can route all its players to one server. */
export const openSocket = (table: string): Socket => {
  if (onSite) return engine.socket();
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws${table ? `?table=${table}` : ""}`) as Socket;
};
