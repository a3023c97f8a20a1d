"""Compiles the kernel and the games' hot rooms with mypyc where a C compiler is there; else installs plain Python.

BUNFIGHT_COMPILE chooses what to compile: "no", "yes" (all; no fallback), or names such as "kernel burger_up".
"""

import os
import sys
from pathlib import Path
from typing import Any

from setuptools import setup

ROOMS = ("state*.py", "moves*.py", "steps*.py", "verbs*.py", "view*.py", "bots*.py")
KERNEL = ("luck", "talk", "step")
# Nobody calls into our libraries by name: so functions may be inlined and called directly.
CLOSED = ["-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt"]


def hot_modules(wanted: set[str]) -> list[str]:
    package = Path("src/bunfight")
    found = [package / "kernel" / f"{name}.py" for name in KERNEL] + [
        package / name for name in ("pile.py", "plane.py")
    ]
    for game in sorted((package / "games").iterdir()):
        if game.is_dir() and (not wanted or game.name in wanted):
            found += sorted(path for room in ROOMS for path in game.glob(room))
    found.append(package / "testing" / "idle.py")
    if not wanted or "search" in wanted:
        found += sorted((package / "bots").glob("search*.py"))
    return [str(path) for path in found if path.exists()]


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
    wanted = set() if choice in ("auto", "yes") else set(choice.split())
    found = mypycify(hot_modules(wanted), opt_level="3", debug_level="0", strict_dunder_typing=False)
    if compiler.compiler_type == "unix":
        for extension in found:
            extension.extra_compile_args = [*extension.extra_compile_args, *CLOSED]
    return found


setup(ext_modules=extensions())
