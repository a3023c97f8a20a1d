"""The rules of the server itself, worded like the rules of a game, and sentences for people in general."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any, Final

from bunfight import games
from bunfight.serve.wire import Both, RuleText
from bunfight.words import HOUSE_RULES, Words
from bunfight.wrong import Wrong

TABLE_RULES: Final = {
    "TABLE-STALE": Both(
        "The table has changed since you decided. Look again, then choose.", "牌桌上的情况变了，请看清楚再决定。"
    ),
    "TABLE-FULL": Both(
        "A game starts when every seat is taken; bots can fill the free ones.", "坐满才能开始；空位可以由机器人补上。"
    ),
    "TABLE-WAIT": Both("The game has not begun yet.", "游戏还没有开始。"),
    "TABLE-SEAT": Both("Only the player in a seat can decide for it.", "谁坐这个座位，就由谁做决定。"),
    "TABLE-BOT": Both(
        "A bot is playing for this seat. Take the seat back before you decide.",
        "机器人正在代打，请先收回座位再做决定。",
    ),
    "TABLE-AWAY": Both("A bot can stand in only for players who are away.", "玩家离开了，才能请机器人代打。"),
    "TABLE-UNDO": Both("Undo is switched off at this table.", "这张牌桌约定不能撤回。"),
    "TABLE-ASKED": Both("Only one undo request can be open at a time.", "一次只处理一个撤回请求。"),
    "TABLE-CHAT": Both("Keep messages short, and do not send them too often.", "每次少说几句，也别说得太频繁。"),
    "TABLE-FROZEN": Both(
        "This game was started under different rules and cannot continue; you can still look at it.",
        "这一局是按别的规则版本开始的，不能继续，只能查看。",
    ),
    "TABLE-NATURE": Both("The plate could not be simulated; try again.", "无法模拟盘子，请再试一次。"),
    "TABLE-REMIND": Both(
        "In a slow game the server can tell you when it is your turn, if its owner has set that up.",
        "慢速局里，如果服务器的主人设置好了，轮到你时服务器可以通知你。",
    ),
    "TABLE-HINT": Both("You can ask for a hint only when it is your turn to decide.", "轮到你时才能要提示。"),
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
    """A request that a rule of the server forbids."""

    def __init__(self, rule: str, sentence: str, stale: bool = False, **facts: Any) -> None:
        self.rule, self.wrong, self.stale = rule, Wrong(sentence, **facts), stale
        super().__init__(str(self.wrong))


@cache
def rule_text(game: str, rule: str) -> Both:
    """A rule in both languages; an empty wording if there is none."""
    if rule in TABLE_RULES:
        return TABLE_RULES[rule]
    book = games.load(game)
    return Both(*(Words(book, language).rule(rule) or "" for language in ("en", "zh")))


def house_rules() -> list[RuleText]:
    told = {rule: Both(text["en"], text["zh"]) for rule, text in HOUSE_RULES.items()} | TABLE_RULES
    return [RuleText(rule, text) for rule, text in told.items()]


def clean(text: str, limit: int) -> str:
    """What a person typed, as plain text of one line: no control or invisible characters, no runs of spaces."""
    kept = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(kept.split())[:limit].strip()


def bot_name(seat: int, taken: set[str]) -> str:
    free = [name for name in HERBS if name not in taken]
    return free[seat % len(free)] if free else f"Bot {seat + 1}"
