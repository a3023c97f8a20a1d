"""Makes bots by name: ``random``, ``search:300ms``, ``master``, ``net:FILE``, ``my_bot.py:MyBot``, ``exec:PROGRAM``."""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bunfight.bots.bot import Bot
from bunfight.bots.external import ExternalBot, FileBot, split_command
from bunfight.bots.levels import NAMES as LEVELS
from bunfight.bots.levels import SPECS
from bunfight.bots.simple import CarelessBot, GameBot, GreedyBot, HeuristicBot, RandomBot
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import error_text

NAMES: Final = ("random", "greedy", "heuristic", "search", "easy", "medium", "hard", "master")
ANSWER_LIMIT: Final = 10.0  # seconds for one decision of somebody else's bot
SLIPS: Final = 0.4  # share of an easy bot's decisions that are made without thinking
SIMPLE: Final[dict[str, Callable[[AnyGame], Bot]]] = {
    "random": RandomBot, "greedy": GreedyBot, "heuristic": HeuristicBot, "medium": HeuristicBot,
}  # fmt: skip
OWN_FILE: Final = re.compile(r"(?P<path>.+\.py):(?P<kind>\w+)")


def make(spec: str, game: AnyGame, limit: float = ANSWER_LIMIT) -> Bot:
    """A new bot for one seat; InvalidInput says what is wrong with ``spec``."""
    name, _, rest = spec.partition(":")
    if name == "exec":
        command = split_command(rest)
        if shutil.which(command[0]) is None:
            raise InvalidInput("bot_no_program", program=command[0])
        return ExternalBot(game, command, limit)
    if own := OWN_FILE.fullmatch(spec):
        if not Path(own["path"]).is_file():
            raise InvalidInput("no_file", path=own["path"])
        return FileBot(game, own["path"], own["kind"], limit)
    if name == "net":
        from bunfight.bots.net import NetBot, placed

        return NetBot(game, placed(rest))
    if name == "search":
        from bunfight.bots.search_bot import SearchBot, budget

        return SearchBot(game, budget(rest or "300ms"))
    searches = name in ("hard", "master") and game.bots.player is None
    if rest and not searches:
        raise InvalidInput("bot_budget", bot=name, rest=rest)
    if game.bots.player and name in LEVELS:
        return GameBot(game, name)
    if name in SIMPLE:
        return SIMPLE[name](game)
    if name == "easy":
        return CarelessBot(game, SLIPS)
    if name == "hard":
        return make(f"search:{rest}" if rest else SPECS["hard"], game, limit)
    if name == "master":
        return master(game, f"search:{rest}" if rest else SPECS["master"], limit)
    known = f"{', '.join(NAMES)}, search:300ms, search:500, master:100ms, net:FILE, my_bot.py:MyBot, exec:COMMAND"
    raise InvalidInput("unknown_bot", bot=spec, known=known)


def master(game: AnyGame, spec: str, limit: float) -> Bot:
    """The search with the settings of Master; without them, and with Hard's time, if its network does not fit."""
    settings = "".join(f";{name}={value}" for name, value in game.bots.master.items())
    base = make(spec, game, limit)  # what is wrong with the time is an error
    try:
        return make(spec + settings, game, limit)
    except InvalidInput as error:
        base.close()
        logging.getLogger(__name__).warning("Master of %s plays like Hard: %s", game.id, error_text(error, "en"))
        return make(SPECS["hard"], game, limit)


def check_spec(spec: str, game: AnyGame) -> None:
    """Raise InvalidInput unless ``spec`` names a bot; starts no process."""
    make(spec, game).close()


def files_of(spec: str) -> list[Path]:
    """The player's own files behind ``spec``: with another content it is another bot."""
    name, _, rest = spec.partition(":")
    own = OWN_FILE.fullmatch(spec)
    if name == "net":
        return [Path(rest)] if Path(rest).is_file() else []
    words = split_command(rest) if name == "exec" else [own["path"]] if own else []
    return [path for path in map(Path, words) if path.is_file()]
