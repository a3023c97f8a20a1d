"""The rules of the server itself, worded like the rules of a game, and sentences for people in general."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from bunfight import games
from bunfight.serve.wire import RuleText, Words
from bunfight.words import HOUSE_RULES
from bunfight.words import Words as GameWords

TABLE_RULES: Final = {
    "TABLE-STALE": Words("Decide on what is on the table now: it has changed.", "桌面已经变化，请按现在的情况决定。"),
    "TABLE-FULL": Words(
        "A game starts when every seat is taken; bots may fill the free ones.", "坐满才能开始；空位可以由机器人补上。"
    ),
    "TABLE-WAIT": Words("The game has not begun yet.", "游戏还没有开始。"),
    "TABLE-SEAT": Words("Only who holds a seat may decide for it.", "只有持有座位的人可以为它做决定。"),
    "TABLE-BOT": Words(
        "While a bot plays for a seat its player first takes the seat back.", "机器人代打时，玩家须先收回座位。"
    ),
    "TABLE-AWAY": Words("A bot may stand in only for players who are away.", "只能为离开的玩家请机器人代打。"),
    "TABLE-UNDO": Words("This table has agreed to take nothing back.", "这张桌子约定不能悔棋。"),
    "TABLE-ASKED": Words("One wish to take back is decided at a time.", "一次只处理一个悔棋请求。"),
    "TABLE-CHAT": Words("Say a few words at a time, and not too often.", "每次说几句话，不要太频繁。"),
    "TABLE-FROZEN": Words(
        "This game was begun under other rules and cannot go on; it can be looked at.",
        "这局游戏是按别的规则版本开始的，不能继续，只能查看。",
    ),
    "TABLE-NATURE": Words("The plate could not be simulated; try again.", "无法模拟盘子，请再试一次。"),
    "TABLE-HINT": Words("A hint is for a seat that is asked.", "只有轮到的座位可以要提示。"),
}
HERBS: Final = (
    "Basil",
    "Clove",
    "Dill",
    "Fennel",
    "Ginger",
    "Juniper",
    "Mace",
    "Nutmeg",
    "Oregano",
    "Parsley",
    "Rosemary",
)


class Refusal(Exception):
    """A wish that a rule of the server forbids."""

    def __init__(self, rule: str, why: str, stale: bool = False) -> None:
        super().__init__(why)
        self.rule, self.why, self.stale = rule, why, stale


@cache
def rule_text(game: str, rule: str) -> Words:
    """A rule in both languages; an empty wording if there is none."""
    if rule in TABLE_RULES:
        return TABLE_RULES[rule]
    book = games.load(game)
    return Words(*(GameWords(book, language).rule(rule) or "" for language in ("en", "zh")))


def house_rules() -> list[RuleText]:
    told = {rule: Words(text["en"], text["zh"]) for rule, text in HOUSE_RULES.items()} | TABLE_RULES
    return [RuleText(rule, text) for rule, text in told.items()]


def clean(text: str, limit: int) -> str:
    """What a person typed, as plain text of one line: no control or invisible characters, no runs of spaces."""
    kept = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(kept.split())[:limit].strip()


def bot_name(seat: int, taken: set[str]) -> str:
    free = [name for name in HERBS if name not in taken]
    return free[seat % len(free)] if free else f"Bot {seat + 1}"
