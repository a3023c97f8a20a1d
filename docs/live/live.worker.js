/* Runs the examples with the engine of the static site, which tools/site.py copies to engine/. */
const base = new URL("./engine/", import.meta.url).href;
let starting;

const start = async () => {
  const [{ loadPyodide }, archive] = await Promise.all([
    import(`${base}pyodide.mjs`),
    fetch(`${base}engine.tar.gz`).then((r) => r.arrayBuffer()),
  ]);
  const python = await loadPyodide({ indexURL: base });
  python.unpackArchive(new Uint8Array(archive), "gztar", { extractDir: "/lib/python3.14/site-packages" });
  python.pyimport("bunfight.local.browser"); // before all: it adds what Pyodide lacks
  return python.pyimport("bunfight.local.examples");
};

self.onmessage = async ({ data: { id, kind, game, text } }) => {
  try {
    const examples = await (starting ??= start());
    self.postMessage({ id });
    self.postMessage({ id, output: examples.run(kind, game, text), done: true });
  } catch (error) {
    self.postMessage({ id, output: String(error), done: true });
  }
};
