"""Runs the examples of the documentation in the reader's browser: a bot plays some games, a changed card is checked."""

from __future__ import annotations

import inspect
import re
import tomllib
import traceback
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bunfight import games
from bunfight.bots import Bot
from bunfight.bots.external_host import find_class
from bunfight.engine import Rng, Seat, View
from bunfight.engine.errors import BunfightError
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import card_report, error_text
from bunfight.lab.match import Players, match
from bunfight.lab.stats import wilson

GAMES: Final = 20
OWN: Final = "reader"
BOT: Final = re.compile(r"^class (\w+)", re.MULTILINE)
HEADING: Final = re.compile(r"^(?=\[\[)", re.MULTILINE)


def run(kind: str, game: str, text: str) -> str:
    """The output of an example; what is wrong with it, if it does not work."""
    try:
        return run_bot(game, text) if kind == "bot" else run_card(game, text)
    except (BunfightError, tomllib.TOMLDecodeError) as error:
        return error_text(error) if isinstance(error, BunfightError) else str(error)
    except Exception as error:  # noqa: BLE001 (whatever the reader's code raises)
        return "".join(traceback.format_exception_only(error)).strip()


class ReaderBot(Bot):
    """A bot of the reader, in this process: a browser has no other, and the worker it runs in is the reader's own."""

    def __init__(self, game: AnyGame, kind: type[Any]) -> None:
        super().__init__(game)
        self.name = kind.__name__
        self._bot = kind(game) if inspect.signature(kind).parameters else kind()

    def choose(self, view: View, rng: Rng) -> str:
        return str(self._bot.choose(view, rng))


class ReaderPlayers(Players):
    """Players one of whom is the reader's class."""

    def __init__(self, game: AnyGame, kind: type[Any]) -> None:
        super().__init__(game)
        self._kind = kind

    def seat(self, spec: str, seat: Seat) -> Bot:
        return ReaderBot(self.game, self._kind) if spec == OWN else super().seat(spec, seat)


def run_bot(name: str, code: str, count: int = GAMES) -> str:
    """Let the last class of some code play against a bot that moves at random, in alternating seats."""
    classes = BOT.findall(code)
    if not classes:
        return "There is no class in this code."
    with TemporaryDirectory() as folder:
        file = Path(folder) / "my_bot.py"
        file.write_text(code, encoding="utf-8")
        game, wins = games.load(name), 0.0
        players = ReaderPlayers(game, find_class(str(file), classes[-1]))
        for number in range(count):
            own = number % 2
            lineup = [OWN if seat == own else "random" for seat in range(2)]
            result = match(game, players, lineup, game.settle({}, 2), f"example {number}")
            wins += (own in result.outcome.winners) / max(1, len(result.outcome.winners))
            if result.failures:
                return f"{classes[-1]}: {result.failures[0]}"
    low, high = wilson(wins, count)
    return f"{classes[-1]} won {wins:g} of {count} games against random (95% interval: {low:.0%} to {high:.0%})."


def run_card(name: str, text: str, count: int = GAMES) -> str:
    """Replace a card of a game's list, or add it; check the list, and play some games with it."""
    cards = import_module(f"bunfight.games.{name}.cards")
    printed = Path(str(cards.__file__)).with_name("cards.toml").read_text(encoding="utf-8")
    ids = {card["id"] for rows in tomllib.loads(text).values() for card in rows}
    kept = [part for part in HEADING.split(printed) if not any(f'\nid = "{id}"\n' in part for id in ids)]
    listed = "".join(kept).rstrip() + "\n\n" + text
    with TemporaryDirectory() as folder:
        file = Path(folder) / "my_cards.toml"
        file.write_text(listed, encoding="utf-8")
        said = card_report(cards.check(file))
        game = games.load(name, listed)
        options, players = game.settle({}, 2), Players(game)
        played = [match(game, players, ["random"] * 2, options, f"example {n}") for n in range(count)]
    mean = sum(result.decisions for result in played) / count
    return f"{said}\n{count} games with this list took {mean:.0f} decisions on average."
