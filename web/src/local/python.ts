/** Starts Python (Pyodide) in a worker, with the engine's packages. Everything comes from the site itself. */

/** The part of Pyodide's interface that is used here. */
export interface Python {
  FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
  };
  runPython(code: string): unknown;
  pyimport(module: string): PythonModule;
  makeMemorySnapshot(): Uint8Array;
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
const BLOCK = 512; // bytes, of a tar archive

/** Called with bytes that are still to come, below zero when they have come. */
type Expect = (bytes: number) => void;

/** Unpack what is compressed. Some hosts declare the compression of such a file, and then the browser has unpacked it. */
const inflate = async (packed: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<ReadableStream> => {
  const [start, all] = packed.tee();
  const reader = start.getReader();
  const { value } = await reader.read();
  void reader.cancel();
  return value?.[0] === 0x1f && value[1] === 0x8b ? all.pipeThrough(new DecompressionStream("gzip")) : all;
};

/** Fetch a file that is stored compressed, so that every static host sends it compressed. */
const unpacked = async (url: string, kind: string, expect: Expect = () => undefined): Promise<Response> => {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
  expect(Number(response.headers.get("Content-Length")));
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      expect(-chunk.length);
      out.enqueue(chunk);
    },
  });
  return new Response(await inflate(response.body.pipeThrough(counted)), { headers: { "Content-Type": kind } });
};

/** Where the snapshot of Python's memory is kept, if there is one. */
export const snapshotAt = (from: Sources): string => `${from.base}snapshot`;

const storedSnapshot = async (from: Sources): Promise<Uint8Array | undefined> => {
  try {
    const found = await caches.match(snapshotAt(from));
    if (!found?.body) return undefined;
    const memory = new Response(found.body.pipeThrough(new DecompressionStream("gzip")));
    return new Uint8Array(await memory.arrayBuffer());
  } catch {
    return undefined; // no caches in this browser, or a damaged file
  }
};

/** What two workers share, so that only the first one has to fetch and compile it. */
export interface Prepared {
  wasm: WebAssembly.Module;
  /** the engine's packages, a tar archive */
  archive: Uint8Array;
  snapshot: Uint8Array | undefined;
}

const compiled = (from: Sources, expect?: Expect): Promise<WebAssembly.Module> =>
  WebAssembly.compileStreaming(unpacked(`${from.base}pyodide.asm.wasm.gz`, "application/wasm", expect));

const inflated = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer());

/** How much of the progress of a start is loading. */
const LOADED = 0.5;

export const prepare = async (from: Sources, progress: (done: number) => void): Promise<Prepared> => {
  let [all, left, done] = [0, 0, 0];
  const expect: Expect = (bytes) => {
    all += Math.max(0, bytes);
    left += bytes;
    /* it never goes back, although the sizes become known one after the other, or never */
    if (all > 0) done = Math.max(done, LOADED * Math.min(1, 1 - left / all));
    progress(done);
  };
  const [wasm, archive, snapshot] = await Promise.all([
    compiled(from, expect),
    unpacked(from.base + from.engine, "application/x-tar", expect).then(inflated),
    storedSnapshot(from),
  ]);
  return { wasm, archive, snapshot };
};

/** Load the interpreter alone. */
export const loadPython = async (
  from: Sources,
  options: Record<string, unknown> = {},
  wasm: Promise<WebAssembly.Module> = compiled(from),
): Promise<Python> => {
  const [fetch, instantiateStreaming] = [self.fetch, WebAssembly.instantiateStreaming];
  self.fetch = (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    return url.endsWith(".wasm") ? Promise.resolve(new Response()) : fetch(input, init); // it is compiled already
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await wasm;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  try {
    const module = (await import(/* @vite-ignore */ `${from.base}pyodide.mjs`)) as {
      loadPyodide: (options: Record<string, unknown>) => Promise<Python>;
    };
    return await module.loadPyodide({ indexURL: from.base, fullStdLib: false, ...options });
  } finally {
    self.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
};

/** Write the files of a tar archive into Python's file system, which is faster than to let Python do it. */
const unpack = (python: Python, tar: Uint8Array): void => {
  const text = new TextDecoder();
  const field = (from: number, length: number): string =>
    text.decode(tar.subarray(from, from + length)).replace(/\0[^]*/, "");
  const folders = new Set<string>();
  for (let at = 0; tar[at];) {
    const size = parseInt(field(at + 124, 12), 8);
    const name = [SITE, field(at + 345, 155), field(at, 100)].filter(Boolean).join("/");
    const folder = name.slice(0, name.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(name, tar.subarray(at + BLOCK, at + BLOCK + size), { canOwn: true });
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  python.pyimport("importlib").invalidate_caches();
};

/** Start Python with the engine's packages. */
export const startPython = async (
  from: Sources,
  prepared: Prepared,
  progress: (done: number) => void = () => undefined,
): Promise<Python> => {
  const { wasm, archive, snapshot } = prepared;
  progress(LOADED);
  const load = (options: Record<string, unknown>): Promise<Python> => loadPython(from, options, Promise.resolve(wasm));
  const python = snapshot ? await load({ _loadSnapshot: snapshot }).catch(() => load({})) : await load({});
  progress(0.8);
  unpack(python, archive);
  progress(0.9);
  return python;
};
