"""``bunfight new``: creates a package with a small complete game to change."""

from __future__ import annotations

import argparse
import re
import sys
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Final

from bunfight import games
from bunfight.cli.arguments import parser_of
from bunfight.engine.errors import InvalidInput
from bunfight.engine.game import API
from bunfight.i18n.arguments import CommandParser

HOME: Final = Path(str(files("bunfight")))
SMALL: Final = HOME / "games" / "_starter"
LARGE: Final = HOME / "games" / "_template"
AROUND: Final = SMALL / "around"
TAKEN: Final = (".py", ".toml", ".md")


def parser(command: str = "new") -> CommandParser:
    made = parser_of(command, "Create a new game: a package outside Bunfight that runs at once and passes the laws.")
    made.add_argument("name", metavar="NAME", help="name of the game and its package, such as tea_time")
    made.add_argument(
        "--folder", type=Path, metavar="FOLDER", help="where to put it (default: a folder of that name, here)"
    )
    made.add_argument("--large", action="store_true", help="start from the larger example, with one module per concern")
    made.add_argument("--rooms", dest="large", action="store_true", help=argparse.SUPPRESS)  # the old name
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    name = args.name
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        raise InvalidInput("new_name", name=name)
    if name in games.found() or name in games.skipped():
        raise InvalidInput("new_taken", name=name)
    if iskeyword(name):
        raise InvalidInput("new_keyword", name=name)
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise InvalidInput("new_module", name=name)
    folder: Path = args.folder or Path(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidInput("new_folder", folder=str(folder))
    for path in written(name, folder, args.large):
        print(path)
    print(f"\nNow try it:\n  pip install -e {folder}\n  bunfight laws {name}\n  bunfight play {name}\n  bunfight serve")
    return 0


def written(name: str, folder: Path, large: bool) -> list[Path]:
    """Write the package; returns its files in the order of their names."""
    example, says = (LARGE, _large(name)) if large else (SMALL, _small(name))
    own = [path for path in example.rglob("*") if path.suffix in TAKEN and not path.is_relative_to(AROUND)]
    found = {folder / "src" / name / path.relative_to(example): path for path in own}
    found |= {folder / path.relative_to(AROUND): path for path in AROUND.rglob("*") if path.suffix in TAKEN}
    done = []
    for target, source in sorted(found.items()):
        text = source.read_text(encoding="utf-8")
        if large and source.is_relative_to(AROUND / "tests"):
            text = LAWS
        for old, new in says if source.is_relative_to(example) and large else _small(name):
            text = text.replace(old, new)
        target = target.with_name(target.name.replace("tea_time", name))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        done.append(target)
    return done


def _small(name: str) -> list[tuple[str, str]]:
    """Return the names to replace in the copy: title, classes and the prefix of rule ids."""
    parts = name.split("_")
    title, letters = " ".join(parts).title(), _letters(name)
    return [
        ("tea_time", name),
        ("TeaTime", "".join(part.capitalize() for part in parts)),
        ("Tea Time", title),
        ("TT-", letters),
    ]


def _large(name: str) -> list[tuple[str, str]]:
    title = name.replace("_", " ").title()
    declared = f'    api = {API}\n    id = "{name}"'
    return [("bunfight.games._template", name), ('    id = "_template"', declared), ("CR-", _letters(name)),
            ('title = "Crumbs"', f'title = "{title}"'), ('en = "Crumbs"', f'en = "{title}"')]  # fmt: skip


def _letters(name: str) -> str:
    """Return the prefix of rule ids: TT- for Tea Time, PI- for Pig."""
    parts = name.split("_")
    return ("".join(part[0] for part in parts) if len(parts) > 1 else name[:2]).upper() + "-"


LAWS: Final = '''"""The laws hold for tea_time."""

import pytest

from bunfight import games
from bunfight.testing.laws import Case, cases, hold


@pytest.mark.parametrize("case", cases(games.load("tea_time"), 20), ids=str)
def test_the_laws_hold(case: Case) -> None:
    hold(case)
'''
