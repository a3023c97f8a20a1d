"""Building: rules of your own compiled by mypyc onto the compiled kernel: ``python -m bunfight.building FILE ...``.

In a setup.py: ``setup(ext_modules=compiled("src/tea_time/rules.py"))``. Build again when Bunfight changes.
"""

from __future__ import annotations

import sys
from importlib.metadata import requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

HOME: Final = Path(__file__).parent
LIBRARY: Final = "bunfight_kernel"  # the kernel as a library of its own, in a checkout
WHOLE: Final = "bunfight_whole"  # everything in one library, in a wheel
SLACK: Final = 60.0  # seconds within which an installer writes its files
KERNEL: Final = (
    "kernel/luck.py",
    "kernel/talk.py",
    "kernel/step.py",
    "pile.py",
    "encoding.py",
    "plane.py",
    "testing/idle.py",
)
ROOMS: Final = ("state*.py", "moves*.py", "steps*.py", "verbs*.py", "view*.py", "bots*.py", "encoding*.py")


def hot() -> dict[str, list[str]]:
    """Everything that is compiled, by library."""
    found = {"kernel": [str(HOME / room) for room in KERNEL]}
    for game in sorted((HOME / "games").iterdir()):
        found[game.name] = sorted(str(path) for room in ROOMS for path in game.glob(room))
    found["search"] = sorted(str(path) for path in (HOME / "bots").glob("search*.py"))
    found["lanes"] = [str(HOME / "adapters" / "lanes.py")]
    return {name: rooms for name, rooms in found.items() if rooms}


def module(room: str) -> str:
    return ".".join((HOME.name, *Path(room).with_suffix("").relative_to(HOME).parts))


def library() -> tuple[str, list[str]]:
    """The library that holds the compiled kernel, and the rooms in it, in the order in which they were compiled."""
    for name in (LIBRARY, WHOLE):
        spec = find_spec(f"{name}__mypyc")
        if spec is None or spec.origin is None:
            continue
        rooms = hot()["kernel"] if name == LIBRARY else [room for rooms in hot().values() for room in rooms]
        rooms = [
            room for room in rooms if any(Path(room).parent.glob(f"{Path(room).stem}.*{Path(spec.origin).suffix}"))
        ]
        newest = max(Path(room).stat().st_mtime for room in rooms)
        if Path(spec.origin).stat().st_mtime + SLACK < newest:  # it would be laid out otherwise in memory, and crash
            raise ValueError("the kernel was compiled from other sources; compile it again first: make build")
        return name, rooms
    raise ValueError(
        "the kernel is not compiled, so nothing can be compiled onto it; in a checkout: make build; "
        "else install a C compiler, then: pip install --force-reinstall --no-binary bunfight bunfight"
    )


def compiled(*rooms: str) -> list[Any]:
    """Extensions for ``setup``; a ValueError says why there can be none."""
    name, theirs = library()
    wanted = next(one for one in requires("bunfight") or () if one.startswith("mypy[mypyc]")).partition(";")[0].strip()
    if find_spec("mypyc") is None or version("mypy") != wanted.partition("==")[2]:
        raise ValueError(f"the compiler must be the one that compiled the kernel: pip install '{wanted}'")
    from mypyc.build import mypycify

    mine = Path(rooms[0]).resolve().parent.name
    groups: list[tuple[list[str], str | None]] = [(theirs, name), (list(rooms), mine)]
    found = mypycify(["--cache-dir=/dev/null", *theirs, *rooms], opt_level="3", debug_level="0", separate=groups)
    there = {f"{name}__mypyc", *(module(room) for room in theirs)}
    return [one for one in found if one.name not in there]


def main() -> int:
    if not sys.argv[1:] or any(not Path(room).is_file() for room in sys.argv[1:]):
        print("say which rules to compile: python -m bunfight.building src/tea_time/rules.py", file=sys.stderr)
        return 2
    from setuptools import setup

    try:
        setup(script_args=["-q", "build_ext", "--inplace"], ext_modules=compiled(*sys.argv[1:]))
    except ValueError as error:
        print(f"bunfight: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
