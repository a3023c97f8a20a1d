/** The one engine of this page, and where the site keeps its files. */

import { LocalEngine } from "./backend.svelte";
import type { Sources } from "./python";

declare global {
  /** written into the page when the site is built: the folder of Python and the name of the engine's archive */
  var BUNFIGHT_ENGINE: { folder: string; engine: string } | undefined;
}

export const sources = (): Sources => {
  const { folder, engine } = globalThis.BUNFIGHT_ENGINE ?? { folder: "python", engine: "engine.tar.gz" };
  return { base: new URL(`${folder}/`, location.href.replace(/#.*/, "")).href, engine };
};

export const engine = new LocalEngine(sources);
