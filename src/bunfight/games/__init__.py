"""Finds the installed games, those of this project and those of other packages.

Every installed package may add games by entry points of the group ``bunfight.games``: ``tea_time = "tea_time:GAME"``.
A game whose name begins with an underscore can be loaded, but is not offered to players. A package whose game cannot be
used is skipped, with the reason (``skipped``); it never affects other games.
"""

from __future__ import annotations

import inspect
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from bunfight import prefer_source
from bunfight.engine import step
from bunfight.engine.cards import read_toml
from bunfight.engine.errors import BunfightError, InvalidInput
from bunfight.engine.game import API, Game
from bunfight.engine.luck import SimulationNeeded, Simulator
from bunfight.engine.table import AnyGame, Table

GROUP: Final = "bunfight.games"
ATTRIBUTES: Final = {"title": str, "seats": range, "minutes": str, "rules_version": int}  # what every game declares
TABLES: Final = {"words.toml": ("title", "gist", "moves"), "rules.toml": ("rules", "sections")}
_LISTS: WeakKeyDictionary[AnyGame, str] = WeakKeyDictionary()


class SetupFailed(InvalidInput):
    """A game that was loaded but whose code fails when it deals; says in which file and line."""


class GameCrashed(InvalidInput):
    """A game whose code fails during play; says in which package, file and line, and at which decision."""

    record: str = ""  # the game up to there, if it was played without a table


@cache
def found() -> dict[str, EntryPoint]:
    """Every game that is installed, by its id; none whose id two packages claim."""
    points = {}
    for name, claims in _claims().items():
        candidates = _housed(claims) or claims
        if len(candidates) == 1:
            points[name] = candidates[0]
    if not points:
        raise InvalidInput("no_games")
    return points


@cache
def _claims() -> dict[str, list[EntryPoint]]:
    """The entry points by id, sorted."""
    claims: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP)):
        claims.setdefault(point.name, []).append(point)
    return claims


def _housed(points: list[EntryPoint]) -> list[EntryPoint]:
    return [point for point in points if point.module.startswith(f"{__name__}.")]


@cache
def names() -> tuple[str, ...]:
    """The ids of all games that are offered to players. Games of other packages are loaded to find that out."""
    failed = skipped()
    ours = housed()
    return tuple(name for name in found() if not name.startswith("_") and (name in ours or name not in failed))


@cache
def skipped() -> dict[str, InvalidInput]:
    """Why games of other packages are not offered, by id. A game of ours stays although another one claims its id."""
    reasons = {}
    for name, claims in _claims().items():
        try:
            if len(claims) > 1:
                raise _claimed(name, claims)
            if not _housed(claims):
                load(name)
        except InvalidInput as error:
            reasons[name] = error
    return reasons


def skip(name: str, error: Exception) -> None:
    """Stop offering a game of another package that turned out to be broken."""
    why = InvalidInput("game_broken", name=name, why=crash_text(error), package=_package(found()[name]))
    skipped()[name] = error if isinstance(error, InvalidInput) else why
    names.cache_clear()


def _claimed(name: str, claims: list[EntryPoint]) -> InvalidInput:
    packages = sorted({_package(point) for point in claims if point not in _housed(claims)})
    if _housed(claims):
        return InvalidInput("game_ours", name=name, packages=", ".join(packages))
    return InvalidInput("game_twice", name=name, packages=", ".join(packages))


def housed() -> list[str]:
    """The ids of the games in this repository, offered or not, for its tools."""
    return [name for name, point in found().items() if _housed([point])]


@lru_cache(maxsize=64)
def load(name: str, cards: str = "") -> AnyGame:
    """The game of this id, with a custom card list (TOML text) or as printed; InvalidInput says what is wrong."""
    if name not in found():
        if name in _claims():
            raise _claimed(name, _claims()[name])
        close = get_close_matches(name, names(), 1)
        if close:
            raise InvalidInput("unknown_game_like", name=name, close=close[0])
        raise InvalidInput("unknown_game", name=name, known=", ".join(names()))
    game = _loaded(found()[name])
    if cards:
        game = game.with_cards(cards)
        _LISTS[game] = cards
    return game


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.module.partition(".")[0]


def _loaded(point: EntryPoint) -> AnyGame:
    package = _package(point)
    if str(step.__file__).endswith(".py"):  # modules compiled against the compiled engine do not work with its source
        prefer_source(sys.meta_path, point.module.partition(".")[0])
    try:
        game: AnyGame = point.load()
        if not isinstance(game, Game):
            raise InvalidInput("game_other", name=point.name, package=package, value=point.value)
        if game.id != point.name:
            raise InvalidInput("game_misnamed", package=package, name=point.name, id=game.id)
        if not _housed([point]):
            _check_plugin(game, package)
    except InvalidInput:
        raise
    except (Exception, SystemExit) as error:  # whatever the code of others does, the other games stay playable
        raise InvalidInput("game_broken", name=point.name, why=crash_text(error), package=package) from error
    return game


def _check_plugin(game: AnyGame, package: str) -> None:
    """Raise InvalidInput unless the game declares all that every page needs, for this version of the interface."""
    if game.api != API:
        key = "game_api" if game.api else "game_no_api"
        raise InvalidInput(key, name=game.id, package=package, api=game.api, wanted=API)
    for name, kind in ATTRIBUTES.items():
        if not isinstance(getattr(game, name, None), kind) or not getattr(game, name):
            where = f"{Path(inspect.getfile(type(game))).name}: {type(game).__name__}"
            raise InvalidInput("game_attribute", package=package, name=name, kind=kind.__name__, at=where)
    for file, tables in TABLES.items():
        path = text_folder(game) / file
        if not path.is_file():
            raise InvalidInput("game_text_file", package=package, name=game.id, file=f"text/{file}")
        try:
            found_tables = read_toml(path)
        except InvalidInput as error:
            raise InvalidInput("game_broken", name=game.id, why=error, package=package) from error
        missing = [table for table in tables if table not in found_tables]
        if missing:
            raise InvalidInput("game_text", package=package, file=f"text/{file}", missing=", ".join(missing))


def debugging() -> bool:
    """Whether crashes of games should stay what they are, with a traceback, instead of becoming a sentence."""
    return os.environ.get("BUNFIGHT_DEBUG", "") not in ("", "0")


def new_table(
    game: AnyGame, names: Sequence[str], seed: str, options: Mapping[str, Any], simulator: Simulator | None = None
) -> Table:
    """A table where the game is dealt; raises SetupFailed if the code of the game crashes."""
    try:
        return Table(game, names, seed, options, simulator)
    except (BunfightError, SimulationNeeded):
        raise
    except Exception as error:
        if debugging():
            raise
        raise SetupFailed("setup_failed", name=game.id, why=crash_text(error)) from error


def crash_text(error: BaseException) -> str:
    """An unexpected error in one line, with the file and line where it happened."""
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg} ({Path(error.filename or '?').name}, line {error.lineno})"
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if not _is_library(frame.filename)]
    where = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {error}{where}"


def package_folder(game: AnyGame) -> Path:
    """The folder of the package a game lives in."""
    home = Path(inspect.getfile(type(game))).resolve().parent
    while (home.parent / "__init__.py").exists() and home.parent.name not in ("games", "src"):
        home = home.parent
    return home


def crash_place(error: BaseException, game: AnyGame) -> str:
    """The innermost line of the game's own code on the way to an error; "" if there is none."""
    home = package_folder(game)
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        one for one in frames if not one.filename.startswith("<") and Path(one.filename).resolve().is_relative_to(home)
    ]
    return f"{Path(own[-1].filename).resolve().relative_to(home)}:{own[-1].lineno}" if own else ""


def crashed(game: AnyGame, error: BaseException, key: str, **facts: Any) -> GameCrashed | None:
    """The message ``key`` about a game whose code fails; None if none of its code was running, or for debugging."""
    if debugging() or isinstance(error, BunfightError) or not (place := crash_place(error, game)):
        return None
    package = _package(found()[game.id]) if game.id in found() else package_folder(game).name
    why = f"{type(error).__name__}: {error}".removesuffix(": ")
    return GameCrashed(key, title=game.title, why=why, at=place, package=package, **facts)


def blamed(error: BaseException) -> GameCrashed | None:
    """The same where nobody knows which game was at work: the one that has code on the way to the error."""
    for name, point in found().items():
        if point.module not in sys.modules:
            continue
        try:
            game = load(name)
        except InvalidInput:
            continue
        if (report := crashed(game, error, "game_crashed")) is not None:
            return report
    return None


def _is_library(file: str) -> bool:
    """Whether a file belongs to Bunfight's engine or to Python itself, rather than to a game."""
    if file.startswith("<"):  # the import system
        return True
    path, home = Path(file).resolve(), Path(__file__).resolve().parent
    if path.is_relative_to(home):
        return path == Path(__file__).resolve()
    return path.is_relative_to(home.parent) or path.is_relative_to(
        Path(inspect.__file__).resolve().parent / "importlib"
    )


def text_folder(game: AnyGame) -> Path:
    """The folder with everything people read about a game: ``text`` beside its module, or that folder itself."""
    home = Path(inspect.getfile(type(game))).parent
    return home / "text" if (home / "text").is_dir() else home


def package(name: str) -> str:
    """The dotted name of the package a game lives in."""
    return found()[name].module


def own_cards(game: AnyGame) -> str:
    """The card list that ``load`` was given for this game; "" for the printed cards."""
    return _LISTS.get(game, "")
