"""Findings: what stands out in a run, in sentences, each with its interval.

Where many things are compared, an interval is widened for their number, so that chance alone stands out in 5% of all
reports and not in every one.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from bunfight.lab.plan import WIN
from bunfight.lab.run import Run
from bunfight.lab.stats import strict, wilson
from bunfight.words import Words

MOST: Final = 3  # sentences about one kind of thing
OFTEN: Final = 50  # times that something must have been on offer before it is worth a word that nobody took it
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
PHRASES: Final[dict[str, dict[str, str]]] = {
    "seat_more": {
        "en": "The {seat} seat wins {rate} of {games} games ({low} to {high}), more than its share of {even}.",
        "zh": "{number} 号座位赢了 {games} 局中的 {rate}（{low} 至 {high}），高于均等份额 {even}。",
    },
    "seat_less": {
        "en": "The {seat} seat wins {rate} of {games} games ({low} to {high}), less than its share of {even}.",
        "zh": "{number} 号座位赢了 {games} 局中的 {rate}（{low} 至 {high}），低于均等份额 {even}。",
    },
    "seats_even": {
        "en": "No seat wins clearly more or less than its share of {even} in {games} games: "
        "they range from {least} to {most}, which can be chance.",
        "zh": "{games} 局中没有哪个座位的胜率明显偏离均等份额 {even}：各座位在 {least} 至 {most} 之间，可能只是偶然。",
    },
    "bot_more": {
        "en": "{bot} wins {rate} of its {games} seats ({low} to {high}); an even share is {even}.",
        "zh": "{bot} 在 {games} 个座位中胜率 {rate}（{low} 至 {high}）；均等份额是 {even}。",
    },
    "thing_more": {
        "en": "Seats that used {thing} win {rate} ({low} to {high}; {games} seats), more than their share of {even}.",
        "zh": "用过“{thing}”的座位胜率 {rate}（{low} 至 {high}，共 {games} 个座位），高于均等份额 {even}。",
    },
    "thing_less": {
        "en": "Seats that used {thing} win {rate} ({low} to {high}; {games} seats), less than their share of {even}.",
        "zh": "用过“{thing}”的座位胜率 {rate}（{low} 至 {high}，共 {games} 个座位），低于均等份额 {even}。",
    },
    "never": {
        "en": "{thing} was on offer in {games} decisions and was never taken.",
        "zh": "“{thing}”在 {games} 次决定中可选，却从未有人选。",
    },
    "ending": {
        "en": "{rate} of the games ({low} to {high}) end this way: {ending}.",
        "zh": "{rate} 的对局（{low} 至 {high}）这样结束：{ending}。",
    },
    "length": {
        "en": "Half of the games take {median} decisions or more; the shortest takes {lowest}, the longest {highest}.",
        "zh": "半数对局不少于 {median} 步；最短 {lowest} 步，最长 {highest} 步。",
    },
    "failures": {
        "en": "Bots failed {games} times, and the game's default move was played for them.",
        "zh": "机器人出错 {games} 次，由游戏的默认行动代替。",
    },
}


def findings(run: Run, language: str) -> list[str]:
    """What stands out, the most important first."""
    return [told for key, values in [*_seats(run), *_bots(run), *_things(run, language), *_course(run, language)]
            for told in [PHRASES[key][language].format(**values)]]  # fmt: skip


Found = tuple[str, dict[str, Any]]


def _rates(won: float, seats: float, compared: int) -> tuple[dict[str, Any], float, float]:
    low, high = wilson(won, seats, strict(compared))
    told = {"rate": f"{won / max(1, seats):.1%}", "low": f"{low:.1%}", "high": f"{high:.1%}", "games": f"{seats:,}"}
    return told, low, high


def _seats(run: Run) -> list[Found]:
    seats, games, even = run.plan.seats, max(1, run.games), 1 / run.plan.seats
    found: list[Found] = []
    shares = [run.tally["seat wins", str(seat)] / WIN / games for seat in range(seats)]
    for seat, share in enumerate(shares):
        told, low, high = _rates(share * games, games, seats)
        if not low <= even <= high:
            key = "seat_more" if low > even else "seat_less"
            found.append((key, told | {"seat": ORDINALS[seat], "number": seat + 1, "even": f"{even:.1%}"}))
    if found or seats == 1:
        return found
    told = {"even": f"{even:.1%}", "games": f"{games:,}", "least": f"{min(shares):.1%}", "most": f"{max(shares):.1%}"}
    return [("seats_even", told)]


def _bots(run: Run) -> list[Found]:
    specs, even = run.plan.specs, 1 / run.plan.seats
    found: list[Found] = []
    for spec in specs if len(specs) > 1 else ():
        told, low, _ = _rates(run.tally["bot wins", spec] / WIN, run.tally["bot games", spec], len(specs))
        if low > even:
            found.append(("bot_more", told | {"bot": spec, "even": f"{even:.1%}"}))
    return found


def _things(run: Run, language: str) -> list[Found]:
    words, even = Words(run.plan.rulebook, language), 1 / run.plan.seats
    known = words.table.get("terms", {})
    used = {key[1]: n for key, n in run.tally.items() if key[0] == "users" and key[1] in known}
    more: list[tuple[float, Found]] = []
    less: list[tuple[float, Found]] = []
    for thing, seats in sorted(used.items()):
        told, low, high = _rates(run.tally["users wins", thing] / WIN, seats, len(used))
        told |= {"thing": words.term(thing), "even": f"{even:.1%}"}
        if low > even:
            more.append((even - low, ("thing_more", told)))
        if high < even:
            less.append((high - even, ("thing_less", told)))
    never = [
        (-n, ("never", {"thing": words.term(key[1]), "games": f"{n:,}"}))
        for key, n in run.tally.items()
        if key[0] == "named" and key[1] in known and n >= OFTEN and not run.tally["used", key[1]]
    ]
    return [found for some in (more, less, never) for _, found in sorted(some, key=lambda one: one[0])[:MOST]]


def _course(run: Run, language: str) -> list[Found]:
    found: list[Found] = []
    endings = Counter({key[1]: n for key, n in run.tally.items() if key[0] == "ending"})
    if len(endings) > 1:
        reason, times = endings.most_common(1)[0]
        ending = Words(run.plan.rulebook, language).reason(reason).rstrip(".。")
        found.append(("ending", _rates(times, max(1, run.games), 1)[0] | {"ending": ending}))
    lengths = sorted((int(key[1]), n) for key, n in run.tally.items() if key[0] == "length")
    if lengths:
        passed, median = 0, lengths[0][0]
        for value, n in lengths:
            if 2 * passed < sum(times for _, times in lengths):
                median = value
            passed += n
        found.append(("length", {"median": median, "lowest": lengths[0][0], "highest": lengths[-1][0]}))
    if failed := sum(n for key, n in run.tally.items() if key[0] == "failure"):
        found.append(("failures", {"games": f"{failed:,}"}))
    return found
