/** Messages between the tabs and the engine's worker, over a BroadcastChannel. */

export const CHANNEL = "bunfight-engine";

export type ToEngine =
  | { kind: "request"; tab: string; id: number; method: string; target: string; body: string; token: string }
  | { kind: "connect"; socket: string }
  | { kind: "say"; socket: string; text: string }
  | { kind: "disconnect"; socket: string }
  | { kind: "who" };

export type FromEngine =
  | { kind: "ready"; engine: string }
  | { kind: "progress"; done: number }
  | { kind: "failed"; why: string }
  | { kind: "response"; tab: string; id: number; status: number; type: string; body: string }
  | { kind: "heard"; socket: string; text: string }
  | { kind: "closed"; socket: string };
