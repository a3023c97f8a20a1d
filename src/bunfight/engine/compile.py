"""Compiles a package's own rules against the compiled engine: ``python -m bunfight.engine.compile FILE ...``.

In a setup.py: ``setup(ext_modules=compiled("src/tea_time/rules.py"))``. Build again when Bunfight changes.
"""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import requires, version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

HOME: Final = Path(__file__).parents[1]
LIBRARY: Final = "bunfight_engine"  # what others link to
SLACK: Final = 60.0  # seconds within which an installer writes its files
ENGINE: Final = (
    "engine/luck.py",
    "engine/event_log.py",
    "engine/step.py",
    "engine/patterns.py",
    "engine/deck.py",
    "engine/encoding.py",
    "physics/geometry.py",
    "testing/empty_game.py",
)


def engine() -> list[str]:
    """Return the compiled modules that every compiled game links to."""
    return [str(HOME / module) for module in ENGINE]


def compiled(*modules: str) -> list[Any]:
    """Extensions for ``setup``; RuntimeError says why they cannot be built."""
    library = find_spec(f"{LIBRARY}__mypyc")
    if library is None or library.origin is None:
        raise RuntimeError(
            "the engine is not compiled as a library of its own, so nothing can be compiled against it; "
            "in a checkout: make build; else: BUNFIGHT_COMPILE=apart pip install --no-binary bunfight bunfight"
        )
    newest = max(Path(module).stat().st_mtime for module in engine())
    if Path(library.origin).stat().st_mtime + SLACK < newest:  # it would be laid out otherwise in memory, and crash
        raise RuntimeError("the engine was compiled from other sources; compile it again first: make build")
    wanted = next(one for one in requires("bunfight") or () if one.startswith("mypy[mypyc]")).partition(";")[0].strip()
    if find_spec("mypyc") is None or version("mypy") != wanted.partition("==")[2]:
        raise RuntimeError(f"the compiler must be the one that compiled the engine: pip install '{wanted}'")
    from mypyc.build import mypycify

    name = Path(modules[0]).resolve().parent.name
    with TemporaryDirectory() as scratch:  # away from its neighbours in site-packages, which mypy would take for ours
        shutil.copytree(HOME, Path(scratch, HOME.name), ignore=shutil.ignore_patterns("*.so", "*.pyd", "static"))
        copies = [str(Path(scratch, HOME.name, module)) for module in ENGINE]
        groups: list[tuple[list[str], str | None]] = [(copies, LIBRARY), (list(modules), name)]
        found = mypycify(["--cache-dir=/dev/null", *copies, *modules], opt_level="3", debug_level="0", separate=groups)
    ours = {f"{LIBRARY}__mypyc", *("bunfight." + module.removesuffix(".py").replace("/", ".") for module in ENGINE)}
    return [one for one in found if one.name not in ours]


def main() -> int:
    if not sys.argv[1:] or any(not Path(module).is_file() for module in sys.argv[1:]):
        print("name the modules to compile: python -m bunfight.engine.compile src/tea_time/rules.py", file=sys.stderr)
        return 2
    from setuptools import setup

    try:
        setup(script_args=["-q", "build_ext", "--inplace"], ext_modules=compiled(*sys.argv[1:]))
    except RuntimeError as error:
        print(f"bunfight: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
