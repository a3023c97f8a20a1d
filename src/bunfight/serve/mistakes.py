"""Mistakes: what is wrong with a request over HTTP, in both languages and, where one forbids it, with its rule."""

from __future__ import annotations

import re
from typing import Final

from bunfight.serve import wire

RULES: Final = {
    "free_seats": "TABLE-FULL",
    "frozen": "TABLE-FROZEN",
    "not_begun": "TABLE-WAIT",
    "not_yours": "TABLE-SEAT",
}
CITED: Final = re.compile(r"[(\[]([A-Z]{2}-[A-Z0-9]+-\d+)[)\]]")  # a rule that a sentence names at its end
CHINESE: Final = {
    "that request is too large": "请求太大",
    "send application/json": "请发送 application/json",
    "this server does not offer that game": "这里没有这个游戏",
    "there is no such table": "没有这张牌桌",
    "only the host can do that": "只有房主可以这样做",
    "too many new tables; wait a while": "新开的牌桌太多了，请过一会儿再试",
    "this table is played with the list that comes with the game": "这张牌桌用的是游戏自带的牌表",
    "you do not hold that seat": "这不是你的座位",
    "only people who sat at this table can do that": "只有坐过这一桌的人可以这样做",
    "too many messages; wait a moment": "消息太多了，请稍等",
    "the game has not begun yet": "游戏还没有开始",
    "this table is for its players only": "这张牌桌不让旁人观战",
    "the game is not over yet": "游戏还没有结束",
    "there is no such seat": "没有这个座位",
    "there are {0} decisions": "一共 {0} 步",
    "metrics are for this machine only; see the setting open_metrics": "运行数据只供本机查看，见设置 open_metrics",
    "your change could not be saved, so nothing happened; try again": "没能保存，所以什么也没有改变，请再试一次",
    "no seat is free at this table": "这张牌桌没有空座位",
    "that seat is not free": "这个座位已经有人了",
    "the game has begun": "游戏已经开始",
    "seat {0} is still free; wait for a player, or fill the table with bots": (
        "{0} 号座位还空着，可以等人来，也可以让机器人补上"
    ),
    "the table's own card list cannot be read any more": "这张牌桌自己的牌表已经读不出来了",
    "this server does not offer {0}; choose one of: {1}": "这里没有 {0}；可以选：{1}",
    "a practice table has a seed that is no secret, so nobody else can join it": "练习桌的种子是公开的，别人不能加入",
    "this game has {0} decisions and {1} seats; choose a decision and seats within that range": (
        "这一局有 {0} 步、{1} 个座位，请在范围内选择"
    ),
    "the game is over there; go on from an earlier decision": "这一步游戏已经结束，请从更早的一步接着玩",
    "this card list cannot be dealt to {0} players: {1}": "这份牌表发不了 {0} 人的牌：{1}",
    "the card list is too long: this server takes at most {0} characters": "牌表太长：这里最多收 {0} 个字符",
    "the card list is too long: this server takes only the printed cards": "这里不收自己的牌表",
    "card list: not a TOML file: {0}": "牌表不是 TOML 文件：{0}",
    "card list: it has more than {0} rows or {1} values": "牌表太大：最多 {0} 行、{1} 个值",
    "card list: it is nested more than {0} deep": "牌表嵌套太深：最多 {0} 层",
    "this card list takes too much time or memory to be played; make it smaller": "这份牌表太费时间或内存，请缩小一些",
    "this card list cannot be read: {0}": "这份牌表读不了：{0}",
    "the card list could not be tried: {0}": "没能试用这份牌表：{0}",
    "this table is damaged and cannot be opened: {0}": "这张牌桌的数据坏了，打不开：{0}",
    "too many requests; wait a moment": "请求太多了，请稍等",
    "this server does not go by that name; see `hosts` in its settings": "这台服务器不叫这个名字，见设置 hosts",
    "this page may not talk to this server": "这个网页不能访问这台服务器",
    "at most {0} bytes": "最多 {0} 字节",
    "card list: there is a number beyond {0}": "牌表里有超过 {0} 的数",
    "unknown bot {0}; there are: {1}": "没有 {0} 这种机器人；可以选：{1}",
    "unknown game {0}; {1}": "没有 {0} 这个游戏",
    "{0} takes no card list of your own": "{0} 不能用自己的牌表",
    "{0} is for {1} to {2} players, not {3}": "{0} 是 {1} 至 {2} 人的游戏，不能 {3} 人玩",
    "unknown option {0}; {1} has: {2}": "没有 {0} 这个选项；{1} 有：{2}",
    "option {0}: a whole number from {1} to {2}, not {3}": "选项 {0} 要填 {1} 至 {2} 的整数，不能是 {3}",
    "option {0}: choose from {1}, not {2}": "选项 {0} 只能选 {1}，不能是 {2}",
}
OTHERWISE: Final = {"bad_body": "请求的内容有误：{0}", "not_possible": "这样不行：{0}"}


def mistake(error: str, why: str) -> wire.Mistake:
    """The body of an HTTP error."""
    cited = CITED.search(why)
    rule = cited[1] if cited else RULES.get(error, "")
    return wire.Mistake(error, why, rule, wire.Words(why, chinese(why) or OTHERWISE.get(error, "{0}").format(why)))


def chinese(why: str) -> str:
    """The Chinese of a sentence; "" if there are no words for it."""
    if why in CHINESE:
        return CHINESE[why]
    for template, told in CHINESE.items():
        pattern = re.sub(r"\\\{\d\\\}", "(.+?)", re.escape(template))
        if "{" in template and (found := re.fullmatch(pattern, why, re.DOTALL)):
            return told.format(*found.groups())
    return ""
