/** A worker for bots, hints and simulations, or for reviews, so that the table never waits for them. */

import { startPython, type Prepared, type PythonModule, type Sources } from "./python";

let module: Promise<PythonModule> | undefined;

self.onmessage = async (
  e: MessageEvent<{ sources?: Sources; prepared?: Prepared; id?: number; request?: Uint8Array }>,
): Promise<void> => {
  const { sources, prepared, id, request } = e.data;
  if (sources && prepared) {
    module = startPython(sources, prepared).then((python) => python.pyimport("bunfight.local.browser"));
    module.catch(() => undefined); // reported to whoever calls
    return;
  }
  try {
    self.postMessage({ id, answer: (await module).run(request) as Uint8Array });
  } catch (error) {
    /* an error of Python leaves it as it was; any other means that it cannot go on */
    self.postMessage({ id, error: String(error), crashed: (error as Error).name !== "PythonError" });
  }
};
