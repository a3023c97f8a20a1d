/** A worker with a Python of its own. It starts with its first call; after a crash the next call starts another one. */

import type { Prepared, Sources } from "./python";

export interface PythonWorker {
  start(): void;
  call(request: Uint8Array): Promise<Uint8Array>;
}

/** `idle`: after how many ms without a call it ends, to give back its memory. */
export const pythonWorker = (python: () => { sources: Sources; prepared: Prepared }, idle = Infinity): PythonWorker => {
  const waiting = new Map<number, { done: (answer: Uint8Array) => void; failed: (why: Error) => void }>();
  let worker: Worker | undefined;
  let calls = 0;
  let timer = 0;
  const end = (): void => {
    worker?.terminate();
    worker = undefined;
  };
  const heard = (e: MessageEvent<{ id: number; answer?: Uint8Array; error?: string; crashed?: boolean }>): void => {
    const { id, answer, error, crashed } = e.data;
    if (crashed) end();
    for (const each of crashed ? [...waiting.keys()] : [id]) {
      const call = waiting.get(each);
      waiting.delete(each);
      if (answer) call?.done(answer);
      else call?.failed(new Error(error));
    }
    if (!waiting.size && idle < Infinity) timer = self.setTimeout(end, idle);
  };
  const start = (): Worker => {
    if (worker) return worker;
    worker = new Worker(new URL("./bots.worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = heard;
    worker.postMessage(python());
    return worker;
  };
  return {
    start,
    call: (request) =>
      new Promise((done, failed) => {
        clearTimeout(timer);
        waiting.set(++calls, { done, failed });
        start().postMessage({ id: calls, request });
      }),
  };
};
