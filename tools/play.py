"""Runs ``make play``: starts a game at once and compiles the engine in the background, at low priority.

Until then the games run from their source, and processes of bots that start later use the compiled engine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

BIN = Path(sys.executable).parent
STAMP = Path(".venv/.built")
PARTS = 3 + len(list(Path("src/bunfight/games").glob("*/rules/moves.py")))  # libraries: engine, games, search, batch


def compiled() -> bool:
    """Whether the compiled engine is that of these sources; also where nothing can be compiled."""
    return subprocess.run(["make", "-q", "build"], capture_output=True, check=False).returncode == 0


def compile_behind() -> subprocess.Popen[str]:
    STAMP.unlink(missing_ok=True)
    for old in Path("build").glob("lib*/*__mypyc*"):
        old.unlink()
    lowly = ["nice", "-n", "19"] if os.name == "posix" else []
    return subprocess.Popen(
        [*lowly, "make", "-s", "build"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def tell_of(work: subprocess.Popen[str], over: threading.Event) -> None:
    """Print one line for each part that is done."""
    printed = 0
    print("compiling the engine in the background; you can play meanwhile", flush=True)
    while work.poll() is None and not over.wait(1):
        done = len(list(Path("build").glob("lib*/*__mypyc*")))
        if done > printed:
            printed = done
            print(f"compiling the engine: {min(done, PARTS)} of {PARTS} parts are done", flush=True)
    if over.is_set():
        return
    if work.returncode:
        assert work.stderr is not None
        print(f"the engine could not be compiled; it runs from source:\n{work.stderr.read()[-2000:]}", flush=True)
    else:
        print("the engine is compiled: bots that sit down from now on, and the next start, are faster", flush=True)


def main() -> int:
    serve = [str(BIN / "bunfight"), "serve", *sys.argv[1:]]
    if compiled():
        os.execv(serve[0], serve)
    work, over = compile_behind(), threading.Event()
    table = subprocess.Popen(serve, env={**os.environ, "BUNFIGHT_PURE": f"until:{STAMP.resolve()}"})
    teller = threading.Thread(target=tell_of, args=(work, over))
    teller.start()
    try:
        return table.wait()
    except KeyboardInterrupt:
        return table.wait()
    finally:
        over.set()
        if work.poll() is None:
            work.terminate()
        teller.join()


if __name__ == "__main__":
    sys.exit(main())
