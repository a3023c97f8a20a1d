"""Builds the static site: the browser client with the engine inside, in a folder that any web server can serve.

    python tools/static_site.py [FOLDER]        the default folder is build/play

If dist has a wheel of the engine for Pyodide, as a release builds it, the site uses its compiled modules.

Python comes from the npm package pyodide, the other packages from requirements/site.lock; tools/physics/build.py
compiles the stacking simulation. Nothing is loaded from anywhere else, neither now nor by the site.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
PYODIDE: Final = WEB / "node_modules" / "pyodide"
PLATFORM: Final = "pyemscripten_2026_0_wasm32"  # of that version of Pyodide
PYTHON: Final = "3.14"
COPIED: Final = ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip", "pyodide-lock.json")
PACKED: Final = ("pyodide.asm.wasm",)  # stored compressed, whatever the host does
LEFT_OUT: Final = ("tui", "cli", "rl", "client")  # packages that a browser has no use for
SIMULATION: Final = "bunfight/physics/space.wasm"
LICENCE: Final = "bunfight/physics/space.txt"  # of the engine in it
SCREENSHOTS: Final = ("burger_war", "jom_burger", "phone")  # in the manifest; only whoever installs the site loads them


def build_client(folder: Path) -> None:
    """Build the browser client for a folder at any address."""
    environment = {**os.environ, "VITE_SITE": "1"}
    command = ["npm", "run", "-s", "build", "--", "--outDir", str(folder), "--base", "./", "--logLevel", "error"]
    subprocess.run(command, cwd=WEB, env=environment, check=True)


def wheels(folder: Path) -> list[Path]:
    """Download the packages of the engine for Pyodide."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
    command += ["--require-hashes", "-r", str(ROOT / "requirements/site.lock"), "--only-binary=:all:"]
    command += ["--platform", PLATFORM, "--platform", "any", "--python-version", PYTHON, "--implementation", "cp"]
    subprocess.run([*command, "--abi", "cp314", "--abi", "none", "-d", str(folder)], check=True)
    return sorted(folder.glob("*.whl"))


def simulation() -> dict[str, bytes]:
    """The rigid-body engine as WebAssembly and its licence, compiled again when its sources have changed."""
    sources = [ROOT / "tools/physics/space.c", ROOT / "tools/physics/build.py", ROOT / "requirements/physics.lock"]
    module = ROOT / "build" / "physics" / f"space-{digest(*[path.read_bytes() for path in sources])}.wasm"
    if not module.exists():
        subprocess.run([sys.executable, str(ROOT / "tools/physics/build.py"), str(module)], check=True)
    return {SIMULATION: module.read_bytes(), LICENCE: module.with_suffix(".txt").read_bytes()}


def compiled(folder: Path) -> dict[str, bytes]:
    """The compiled modules of the engine's own wheel, if there is one; its sources must be those of this checkout."""
    found = sorted(folder.glob(f"bunfight-*-cp{PYTHON.replace('.', '')}-*-{PLATFORM}.whl"))
    if not found:
        return {}
    modules: dict[str, bytes] = {}
    with zipfile.ZipFile(found[-1]) as archive:
        for name in archive.namelist():
            if name.endswith(".so"):
                modules[name] = archive.read(name)
            elif name.startswith("bunfight/") and name.endswith((".py", ".toml")):
                source = ROOT / "src" / name
                if not source.exists() or source.read_bytes() != archive.read(name):
                    raise SystemExit(
                        f"{found[-1].name} has another {name} than this checkout; remove it, or build it anew"
                    )
    return modules


def engine_files() -> dict[str, bytes]:
    """The engine and its packages, with compiled modules."""
    files: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        for wheel in wheels(Path(folder)):
            with zipfile.ZipFile(wheel) as archive:
                files |= {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    source = ROOT / "src"
    for path in sorted((source / "bunfight").rglob("*")):
        parts = path.relative_to(source / "bunfight").parts
        unwanted = parts[0] in LEFT_OUT or "__pycache__" in parts or parts[:2] == ("server", "static")
        if path.is_file() and not unwanted and path.suffix not in (".so", ".pyd", ".c"):
            files[path.relative_to(source).as_posix()] = path.read_bytes()
    files |= compiled(ROOT / "dist") | simulation() | metadata()
    return files | bytecode(packed(files))


def packed(files: dict[str, bytes]) -> bytes:
    """An archive of these files, the same bytes for the same content. web/src/local/python.ts unpacks it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, body in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(body)
            archive.addfile(entry, io.BytesIO(body))
    return gzip.compress(out.getvalue(), 9, mtime=0)


def bytecode(archive: bytes) -> dict[str, bytes]:
    """The modules that the engine loads, compiled by the Python of the site: a browser would do it at each start."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder) / "given.tar.gz", Path(folder) / "made.zip"
        given.write_bytes(archive)
        subprocess.run(["node", str(WEB / "scripts/bytecode.mjs"), str(given), str(made)], check=True)
        with zipfile.ZipFile(made) as compiled_files:
            return {name: compiled_files.read(name) for name in compiled_files.namelist()}


def metadata() -> dict[str, bytes]:
    """What an installed package says about itself: its version and the games in it."""
    from bunfight import __version__, games

    points = "".join(f"{name} = bunfight.games.{name}:GAME\n" for name in games.names())
    folder = f"bunfight-{__version__}.dist-info"
    about = f"Metadata-Version: 2.1\nName: bunfight\nVersion: {__version__}\n"
    return {f"{folder}/METADATA": about.encode(), f"{folder}/entry_points.txt": f"[bunfight.games]\n{points}".encode()}


async def answers(folder: Path) -> None:
    """Store what the first pages ask for as files, so that they appear before the engine is loaded."""
    from bunfight import games
    from bunfight.local import Engine, LocalStore, LocalWorkers

    class Nothing:
        async def read(self) -> dict[str, bytes]:
            return {}

        async def write(self, rows: dict[str, bytes], deleted: list[str]) -> None:
            raise OSError("nothing is stored here")

    async def idle(request: bytes) -> bytes:
        raise OSError("nobody thinks here")

    engine = Engine(LocalStore(Nothing()), LocalWorkers(idle))
    await engine.open()
    for path in ("games", "languages", *(f"games/{name}" for name in games.names())):
        answer = await engine.request("GET", f"/api/{path}")
        if answer.status != 200:
            raise SystemExit(f"/api/{path}: {answer.status} {answer.body.decode()}")
        target = folder / f"{path}.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(answer.body)
    await engine.close()


def digest(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:12]


def add_python(folder: Path, archive: bytes) -> dict[str, str]:
    """Copy Python and the engine; folders and names change with their content."""
    names = [*COPIED, *PACKED]
    version = digest(*[(PYODIDE / name).read_bytes() for name in names])
    target = folder / f"python-{version}"
    target.mkdir()
    for name in COPIED:
        shutil.copyfile(PYODIDE / name, target / name)
    for name in PACKED:
        (target / f"{name}.gz").write_bytes(gzip.compress((PYODIDE / name).read_bytes(), 9, mtime=0))
    engine = f"engine-{digest(archive)}.tar.gz"
    (target / engine).write_bytes(archive)
    return {"folder": target.name, "engine": engine}


def add_licences(folder: Path, files: dict[str, bytes]) -> None:
    """Add the licences of Python and of the engine's packages to those of the client's packages."""
    version = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
    parts = [
        f"## pyodide - {version} (MPL-2.0)",
        "The source code is at https://github.com/pyodide/pyodide under the Mozilla Public License 2.0, "
        "whose text is at https://www.mozilla.org/MPL/2.0/. It contains Python, whose licence is the same text "
        "as that of typing_extensions below.",
    ]
    for name, body in sorted(files.items()):
        package, _, text = name.partition(".dist-info/licenses/")
        if text:
            parts += [f"## {package.replace('-', ' - ')}", body.decode().strip()]
    parts += ["## Munk2D, the rigid-body engine of pymunk", files[LICENCE].decode().strip()]
    with (folder / "licenses.md").open("a", encoding="utf-8") as file:
        file.write("\n\n" + "\n\n".join(parts) + "\n")


def finish(folder: Path, engine: dict[str, str]) -> None:
    """Write what the page must know: where the engine is, and what the service worker keeps."""
    (folder / "engine.js").write_text(f"globalThis.BUNFIGHT_ENGINE = {json.dumps(engine)};\n", encoding="utf-8")
    page = folder / "index.html"
    text = page.read_text(encoding="utf-8")
    text = text.replace("<head>", '<head>\n    <script src="./engine.js"></script>', 1)
    text = text.replace("</title>", '</title>\n    <link rel="manifest" href="./manifest.webmanifest" />', 1)
    page.write_text(text, encoding="utf-8")
    (folder / "turns.js").unlink(missing_ok=True)
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    kept = [name for name in files if name not in ("sw.js", "licenses.md") and not name.startswith("screenshot-")]
    version = digest(*[name.encode() + (folder / name).read_bytes() for name in kept])
    worker = (WEB / "site" / "sw.js").read_text(encoding="utf-8")
    stored = ["./", *(name for name in kept if name != "index.html")]  # some hosts redirect it to the folder
    worker = worker.replace('"VERSION"', json.dumps(version)).replace('["FILES"]', json.dumps(stored))
    (folder / "sw.js").write_text(worker, encoding="utf-8")


def sizes(folder: Path) -> str:
    """How much a first visit loads: as it is stored, and with a host that compresses text."""
    stored = packed = 0
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "licenses.md" and not path.name.startswith("screenshot-"):
            body = path.read_bytes()
            text = path.suffix in (".js", ".mjs", ".css", ".html", ".json", ".svg")
            stored, packed = stored + len(body), packed + (len(gzip.compress(body)) if text else len(body))
    return f"{stored / 1e6:.1f} MB stored, {packed / 1e6:.1f} MB over the wire where text is compressed"


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "play").resolve()
    if folder.exists():
        shutil.rmtree(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    build_client(folder)
    for path in sorted((WEB / "site").iterdir()):
        if path.name != "sw.js":
            shutil.copyfile(path, folder / path.name)
    for name in SCREENSHOTS:
        shutil.copyfile(ROOT / "docs" / "pictures" / f"{name}.jpg", folder / f"screenshot-{name}.jpg")
    asyncio.run(answers(folder / "data"))
    files = engine_files()
    add_licences(folder, files)
    finish(folder, add_python(folder, packed(files)))
    print(f"the site is in {os.path.relpath(folder)}: {sizes(folder)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
