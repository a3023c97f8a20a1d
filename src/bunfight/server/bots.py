"""The bots that the server offers, and the interface to the processes that run bots and simulations."""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

from bunfight.bots.levels import NAMES, levels
from bunfight.bots.net import check, placed, shelf
from bunfight.bots.net import load as load_net
from bunfight.coach.puzzles import Verdict
from bunfight.engine import View
from bunfight.engine.errors import InvalidInput
from bunfight.games import load
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON
from bunfight.protocol import BotInfo, Choice, Values

GameSource = tuple[str, str]  # the id of a game, and the text of a custom card list, if any
DEFAULT_BOT: Final = "medium"
SIMPLE: Final = ("greedy", "random")
KNOWN: Final = frozenset([*NAMES, *SIMPLE])  # clients get no other: a spec may name a file or a command


class BotFailed(Exception):
    """A worker gave no answer: it took too long, its process died, or the call failed."""


class BotAdvice(msgspec.Struct):
    """The move that the coach recommends, and how it compares with the others."""

    move: str
    choices: list[Choice]


class ReviewSlice(msgspec.Struct):
    """A review so far, in JSON: judged decisions, closer looks at some of them, and at the end the whole review."""

    moments: bytes = b""
    looks: bytes = b""
    review: bytes = b""
    done: int = 0  # judged decisions


class TableSetup(msgspec.Struct):
    """The part of a new table that decides whether it can be dealt."""

    game: str
    cards: str
    options: Values
    seats: int


class Workers(Protocol):
    """Runs bots, simulations and card list trials outside the event loop.

    ``owner`` is the table or client that asks; owners with waiting calls take turns.
    """

    async def choose(self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = "") -> str:
        """The move of a bot; raises BotFailed."""

    async def explain(
        self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = ""
    ) -> BotAdvice:
        """Return what the coach recommends and why; only a bot's move if that takes too long."""

    def pending_hints(self, owner: str) -> int:
        """Return how many hints this owner waits for."""

    async def review(
        self, game: GameSource, record: str, before: ReviewSlice, brief: bool, owner: str = ""
    ) -> ReviewSlice:
        """Continue the review of a finished game for a moment; raises BotFailed."""

    async def judge(self, puzzle: str, move: str, owner: str = "") -> Verdict:
        """Return what an answer to a puzzle is worth; raises InvalidInput, IllegalMove or BotFailed."""

    async def simulate(self, game: GameSource, question: str, owner: str = "") -> str:
        """Return what the physics simulation of a game answers; raises BotFailed."""

    async def try_setup(self, setup: TableSetup, owner: str = "") -> Values:
        """Deal a table with a custom card list on trial and return its options; raises InvalidInput or BotFailed."""

    async def warm_up(self) -> None:
        """Start processes before the first call."""

    def close(self) -> None: ...


def offered(game: str, rated: bool = True) -> list[BotInfo]:
    """The bots that a player can choose: levels with their ratings, simple bots and the server's trained networks."""
    titles = [(level.id, {one: level.title(one, rated) for one in languages.every()}) for level in levels(game)]
    simple = [BotInfo(bot, languages.texts(COMMON["bots"][bot])) for bot in SIMPLE]
    learned = languages.texts(COMMON["bots"]["learned"])
    for bot, about in shelf().items():
        if about.game == game and fits(bot, game):
            labels = {one: text.format(name=bot[4:-4], n=listed(about.players)) for one, text in learned.items()}
            simple.append(BotInfo(bot, labels))
    return [*(BotInfo(*title) for title in titles), *simple]


def listed(players: list[int]) -> str:
    return ", ".join(map(str, players))


def fits(bot: str, game: str) -> bool:
    """Return whether a network was trained with the encoding and the cards of this version of the game."""
    name = bot.removeprefix("net:")
    try:
        check(load_net(placed(name)), name, load(game))
    except InvalidInput:
        return False
    return True


def checked_bot(spec: str, game: str, seats: int) -> str:
    """A bot that a client may ask for; raises InvalidInput if there is no such bot or it is for another table."""
    spec = spec or DEFAULT_BOT
    if spec in KNOWN:
        return spec
    about = shelf().get(spec)
    if about is None:
        raise InvalidInput("unknown_bot", bot=spec[:50], known=", ".join(sorted(KNOWN)))
    if about.game != game or seats not in about.players or not fits(spec, game):
        raise InvalidInput("other_net", bot=spec, game=about.game, n=listed(about.players), version=about.encoding)
    return spec
