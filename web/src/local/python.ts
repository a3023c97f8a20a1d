/** Starts Python (Pyodide) in a worker, with the engine's packages. Everything comes from the site itself. */

/** The part of Pyodide's interface that is used here. */
export interface Python {
  unpackArchive(data: Uint8Array, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
  pyimport(module: string): PythonModule;
}
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type PythonModule = any;

export interface Sources {
  /** the folder with Pyodide's files and the engine, with a slash at its end */
  base: string;
  /** the engine's archive in it */
  engine: string;
}

const SITE = "/lib/python3.14/site-packages";

/** Fetch a file that is stored compressed, so that every static host sends it compressed. */
const unpacked = async (url: string, kind: string): Promise<Response> => {
  const response = await fetch(`${url}.gz`);
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), {
    headers: { "Content-Type": kind },
  });
};

export const startPython = async (from: Sources, progress: (done: number) => void): Promise<Python> => {
  const direct = self.fetch.bind(self);
  const archive = direct(from.base + from.engine).then((r) => r.arrayBuffer());
  self.fetch = ((input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input);
    return url.endsWith(".wasm") ? unpacked(url, "application/wasm") : direct(input, init);
  }) as typeof fetch;
  const module = (await import(/* @vite-ignore */ `${from.base}pyodide.mjs`)) as {
    loadPyodide: (options: Record<string, unknown>) => Promise<Python>;
  };
  progress(0.1);
  const python = await module.loadPyodide({ indexURL: from.base, fullStdLib: false });
  self.fetch = direct;
  progress(0.7);
  python.unpackArchive(new Uint8Array(await archive), "zip", { extractDir: SITE });
  progress(0.8);
  return python;
};
