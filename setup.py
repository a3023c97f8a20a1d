"""Compiles the kernel and the games' hot modules with mypyc where a C compiler is there; else installs plain Python.

In a checkout (``build_ext --inplace``) the kernel and each game become libraries of their own, which compile side by
side and one by one; in a wheel everything is one library, which takes longer to compile and plays a little faster.
BUNFIGHT_COMPILE chooses what to compile: "no", "yes" (all; no fallback), "release" (all, as one library, also in a
checkout), "apart" (all, as libraries of their own, also in a wheel: other packages can link to the kernel), or names
such as "kernel burger_up" ("apart kernel": the same as a library of its own in a wheel).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

sys.path.insert(0, "src")
from bunfight.building import KERNEL  # it needs nothing that is not here yet

ROOMS = ("state*.py", "moves*.py", "steps*.py", "verbs*.py", "view*.py", "bots*.py", "encoding*.py")
# Nobody calls into our libraries by name: so functions may be inlined and called directly.
CLOSED = ["-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt"]


def hot_modules(wanted: set[str]) -> dict[str, list[str]]:
    """What is compiled, by library."""
    package = Path("src/bunfight")
    found = {"kernel": [package / room for room in KERNEL]}
    for game in sorted((package / "games").iterdir()):
        if game.is_dir() and (not wanted or game.name in wanted):
            found[game.name] = sorted(path for room in ROOMS for path in game.glob(room))
    if not wanted or "search" in wanted:
        found["search"] = sorted((package / "bots").glob("search*.py"))
    if not wanted or "lanes" in wanted:
        found["lanes"] = [package / "adapters" / "lanes.py"]
    return {name: [str(path) for path in paths] for name, paths in found.items() if paths}


def extensions() -> list[Any]:
    choice = os.environ.get("BUNFIGHT_COMPILE", "auto")
    if choice == "no":
        return []
    try:
        from mypyc.build import mypycify
        from setuptools._distutils.ccompiler import new_compiler
        from setuptools._distutils.sysconfig import customize_compiler

        compiler = new_compiler()
        customize_compiler(compiler)
        compiler.spawn([*compiler.compiler[:1], "-dumpversion"])
    except Exception as error:  # any trouble with the compiler means: plain Python
        if choice != "auto":
            raise
        print(f"bunfight: no C compiler ({error}); installing plain Python", file=sys.stderr)
        return []
    wanted = set() if choice in ("auto", "yes", "release") else set(choice.split()) - {"apart"}
    hot = hot_modules(wanted)
    apart = "apart" in choice.split() or ("--inplace" in sys.argv and choice != "release")
    found = mypycify(
        ["--cache-dir=/dev/null", *(path for paths in hot.values() for path in paths)],  # what it keeps goes stale
        opt_level="3",
        debug_level="0",
        separate=[(paths, f"bunfight_{name.strip('_')}") for name, paths in hot.items()] if apart else False,
    )
    if compiler.compiler_type == "unix":
        for extension in found:
            extension.extra_compile_args = [*extension.extra_compile_args, *CLOSED]
    return found


def with_client() -> None:
    """A package without the table in the browser is no Bunfight: it is built now, or nothing is."""
    if Path("src/bunfight/serve/static/index.html").exists():
        return
    npm = shutil.which("npm")
    if npm is None or not Path("web").is_dir():
        raise SystemExit("bunfight: the browser client is not built; install Node 20 or newer, or run: make web")
    for step in (["install", "--no-fund", "--no-audit", "--no-save"], ["run", "build"]):
        subprocess.run([npm, "--prefix", "web", *step], check=True)


class BuildPackage(build_py):
    def run(self) -> None:
        if not self.editable_mode:
            with_client()
        super().run()


class Source(sdist):
    def run(self) -> None:
        with_client()
        super().run()


def entry_points() -> dict[str, list[str]]:
    """The command, and the games as any package adds its own: each folder with a game.py is one."""
    rooms = sorted(path.parent.name for path in Path("src/bunfight/games").glob("*/game.py"))
    return {
        "console_scripts": ["bunfight = bunfight.cli:main"],
        "bunfight.games": [f"{room} = bunfight.games.{room}:GAME" for room in rooms],
    }


setup(ext_modules=extensions(), entry_points=entry_points(), cmdclass={"build_py": BuildPackage, "sdist": Source})
