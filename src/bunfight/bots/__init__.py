"""Computer players. A bot is given a view and answers with a move; ``make("search:300ms", game)`` creates one."""

from bunfight.bots.bot import Alternative, Bot, BotFailure, Explanation, OpenBot, Reason
from bunfight.bots.factory import NAMES, check_spec, files_of, make
from bunfight.bots.guard import Failure, Guarded
from bunfight.bots.levels import Level, levels

__all__ = [
    "NAMES",
    "Alternative",
    "Bot",
    "BotFailure",
    "Explanation",
    "Failure",
    "Guarded",
    "Level",
    "OpenBot",
    "Reason",
    "check_spec",
    "files_of",
    "levels",
    "make",
]
