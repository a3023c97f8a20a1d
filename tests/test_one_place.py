"""What is particular to a game stands in its folder: nobody else knows it by name, or looks for hooks in it."""

import re
from pathlib import Path

from bunfight import games

SRC = Path(str(games.__file__)).parents[1]
OTHERS = [path for path in SRC.rglob("*.py") if path.relative_to(SRC).parts[0] != "games"]
NOT_YET = {"bots/stacker.py"}  # the bot of Buffet Boss, which knows the world: to be moved; must shrink to nothing
WORLDLY = 2  # places of a server that ask whether a game has a world outside


def found(pattern: str) -> set[str]:
    """Places outside the games at which a pattern stands."""
    places = set()
    for path in OTHERS:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(pattern, line):
                places.add(f"{path.relative_to(SRC).as_posix()}:{number}: {line.strip()}")
    return places


def test_games_are_known_by_name_only_in_the_registry() -> None:
    known = found(rf"\b({'|'.join(games.names())})\b")
    assert {place for place in known if place.partition(":")[0] not in NOT_YET} == set()
    assert {place.partition(":")[0] for place in known} == NOT_YET, "what was mended must be taken off the list"


def test_nobody_looks_for_hooks_in_a_game() -> None:
    assert found(r"\b(get|has)attr\([\w.]*\bgame\b") == set()
    assert found(r"\b(get|has)attr\(move\b") == set()


def test_nature_is_asked_for_and_stands_for_no_game() -> None:
    asked = found(r"\.game\.nature\b|\bgame\.nature\b")
    assert {place for place in asked if not place.startswith("serve/")} == set()
    assert len(asked) <= WORLDLY, asked
