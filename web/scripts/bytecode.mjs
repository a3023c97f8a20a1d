/**
 * Compiles what the engine loads at its start with the Python of the npm package pyodide, for the static site.
 *
 *   node scripts/bytecode.mjs ARCHIVE OUT      ARCHIVE: the engine and its packages (.tar.gz); OUT: a zip of the compiled files alone
 */
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [archive, out] = process.argv.slice(2);
const python = await loadPyodide();
const SITE = "/lib/python3.14/site-packages/"; // where it is unpacked later, as error messages show it
python.unpackArchive(new Uint8Array(readFileSync(archive)), "gztar", { extractDir: SITE });
python.globals.set("SITE", SITE);
python.runPython(`
import importlib
import importlib.util
import py_compile
import sys
import zipfile

importlib.invalidate_caches()
import bunfight.local.browser
from bunfight import games

for name in games.names():
    games.load(name)
sources = {str(getattr(module, "__file__", "")) for module in list(sys.modules.values())}
with zipfile.ZipFile("/out.zip", "w") as out:
    for source in sorted(each for each in sources if each.startswith(SITE) and each.endswith(".py")):
        # unchecked: nobody compares it with the source when it is loaded
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(source, "/module.pyc", doraise=True, invalidation_mode=mode)
        with open("/module.pyc", "rb") as file:
            out.writestr(importlib.util.cache_from_source(source).removeprefix(SITE), file.read())
`);
writeFileSync(out, python.FS.readFile("/out.zip"));
process.exit(0);
