/**
 * A snapshot of Python's memory after its start, which makes the next starts faster. It is made on this device, once the
 * site is stored here, and kept with its files, so that nothing more is loaded and an update removes it.
 */

import { storedVersions } from "./install.svelte";
import { snapshotAt, type Sources } from "./python";

let begun = false;

export const makeSnapshot = async (from: Sources): Promise<void> => {
  if (begun) return;
  begun = true;
  const [name] = await storedVersions();
  if (!name || (await caches.match(snapshotAt(from)))) return;
  const worker = new Worker(new URL("./snapshot.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = () => worker.terminate();
  worker.postMessage({ sources: from, cache: name });
};
