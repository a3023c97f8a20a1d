"""Thinking: what a table asks of bots and of nature. Who answers, and where, it does not know."""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

from bunfight.bots.levels import NAMES, levels
from bunfight.bots.net import check, placed, shelf
from bunfight.bots.net import load as load_net
from bunfight.engine import View
from bunfight.engine.errors import InvalidInput
from bunfight.games import load
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON
from bunfight.protocol import BotInfo, Choice, Values

Rulebook = tuple[str, str]  # the id of a game, and the card list of its own that it is played with, if any
DEFAULT_BOT: Final = "medium"
SIMPLE: Final = ("greedy", "random")
KNOWN: Final = frozenset([*NAMES, *SIMPLE])  # no other: a spec may name a file or a command


class BotFailed(Exception):
    """No answer came: too late, the process died, or the call failed."""


class Thought(msgspec.Struct):
    move: str
    choices: list[Choice]


class Slice(msgspec.Struct):
    """A review as far as it is made: moments (JSON), the whole of it (JSON) when all are there, and how many."""

    moments: bytes
    review: bytes
    done: int


def offered(game: str) -> list[BotInfo]:
    """The bots that a person may choose: the levels with their measured ratings, simpler ones, the owner's networks."""
    rated = [BotInfo(level.id, {one: level.title(one) for one in languages.every()}) for level in levels(game)]
    simple = [BotInfo(bot, languages.texts(COMMON["bots"][bot])) for bot in SIMPLE]
    learned = languages.texts(COMMON["bots"]["learned"])
    for bot, about in shelf().items():
        if about.game == game and fits(bot, game):
            named = {one: said.format(name=bot[4:-4], n=about.players) for one, said in learned.items()}
            simple.append(BotInfo(bot, named))
    return [*rated, *simple]


def fits(bot: str, game: str) -> bool:
    """Whether a network of the shelf was trained with the encoding and the cards that this program has."""
    name = bot.removeprefix("net:")
    try:
        check(load_net(placed(name)), name, load(game))
    except InvalidInput:
        return False
    return True


def settled_bot(spec: str, game: str, seats: int) -> str:
    """A bot that may be asked for from outside; a ValueError names those that there are, or the table it is for."""
    spec = spec or DEFAULT_BOT
    if spec in KNOWN:
        return spec
    about = shelf().get(spec)
    if about is None:
        raise InvalidInput("unknown_bot", bot=spec[:50], known=", ".join(sorted(KNOWN)))
    if (about.game, about.players) != (game, seats) or not fits(spec, game):
        raise InvalidInput(
            "other_net",
            bot=spec,
            game=about.game,
            n=about.players,
            version=about.encoding,
        )
    return spec


class CardWish(msgspec.Struct):
    """A table as far as its cards are concerned."""

    game: str
    cards: str
    options: Values
    seats: int


class Minds(Protocol):
    """Whoever thinks. ``whose``: for whom; those who wait take turns."""

    async def choose(self, game: Rulebook, view: View, spec: str, seed: str, stream: str, whose: str = "") -> str:
        """What a bot decides; BotFailed if it cannot."""

    async def explain(self, game: Rulebook, view: View, spec: str, seed: str, stream: str, whose: str = "") -> Thought:
        """What the coach would do and why; only what a bot would do, if that takes too long."""

    def hints_wanted(self, whose: str) -> int:
        """How many hints somebody waits for."""

    async def look_back(self, game: Rulebook, record: str, done: bytes, hurry: bool, whose: str = "") -> Slice:
        """Some more of the review of a finished game; BotFailed if it cannot."""

    async def observe(self, game: Rulebook, question: str, whose: str = "") -> str:
        """What nature answers."""

    async def settle(self, wish: CardWish, whose: str = "") -> Values:
        """The options of a table with cards of its own, which are read and dealt for trial; ValueError or BotFailed."""

    async def warm(self) -> None:
        """Be ready before the first one asks."""

    def close(self) -> None: ...
