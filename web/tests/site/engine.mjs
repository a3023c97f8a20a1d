// The engine of the static site in build/play (or in BUNFIGHT_SITE) under Pyodide in Node.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadPyodide } from "pyodide";

export const ROOT = resolve(new URL("../../..", import.meta.url).pathname);

export const startEngine = async () => {
  const site = resolve(process.env.BUNFIGHT_SITE ?? join(ROOT, "build", "play"));
  const inside = (folder, start) => {
    const name = readdirSync(folder).find((each) => each.startsWith(start));
    if (!name) throw new Error(`no ${start}* in ${folder}: run make site`);
    return join(folder, name);
  };
  const archive = inside(inside(site, "python-"), "engine-");
  const python = await loadPyodide();
  const target = { extractDir: "/lib/python3.14/site-packages" };
  python.unpackArchive(new Uint8Array(readFileSync(archive)), "gztar", target);
  return python;
};
