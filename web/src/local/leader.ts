/** Lets one tab at a time run the engine; when that tab is closed, another one takes over. */

import { randomId } from "../lib/random_id";

const PATIENCE = 500; // ms

type Message = { kind: "claim"; tab: string } | { kind: "held"; tab: string } | { kind: "released" };

/** Over plain http there are no locks, so the tabs ask each other. */
const askOthers = (name: string, lead: () => void): void => {
  const tab = randomId();
  const channel = new BroadcastChannel(`${name}-claims`);
  const say = (message: Message): void => channel.postMessage(message);
  let state: "waiting" | "claiming" | "leading" = "waiting";
  const claim = (): void => {
    state = "claiming";
    say({ kind: "claim", tab });
    setTimeout(() => {
      if (state !== "claiming") return;
      state = "leading";
      lead();
    }, PATIENCE);
  };
  channel.onmessage = (e: MessageEvent<Message>): void => {
    const m = e.data;
    if (m.kind === "claim" && (state === "leading" || (state === "claiming" && tab < m.tab)))
      say({ kind: "held", tab: m.tab });
    else if (m.kind === "held" && m.tab === tab) {
      /* the browser had stopped this tab or the other one for a while: one of them gives way, and its tables are stored */
      if (state === "leading") location.reload();
      state = "waiting";
    } else if (m.kind === "released" && state === "waiting") claim();
  };
  addEventListener("pagehide", () => state === "leading" && say({ kind: "released" }));
  addEventListener("pageshow", (e) => e.persisted && location.reload());
  claim();
};

/** Call `lead` in one tab of all that call this with the same name. */
export const whenLeader = (name: string, lead: () => void): void => {
  if (!navigator.locks) return askOthers(name, lead);
  void navigator.locks.request(name, () => {
    lead();
    return new Promise(() => undefined); // until this tab is closed
  });
};
