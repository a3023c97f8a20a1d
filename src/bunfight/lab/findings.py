"""Describes what stands out in a run, in sentences with intervals.

Where many things are compared, intervals are widened for their number, so that chance alone produces a finding in 5%
of all reports and not in every one.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

from bunfight.i18n.languages import Phrases
from bunfight.i18n.words import Words
from bunfight.lab.plan import WIN
from bunfight.lab.run import Run, by_order
from bunfight.lab.stats import strict, wilson

MOST: Final = 3  # sentences about one kind of thing
OFTEN: Final = 50  # something nobody took is mentioned if it was offered at least this often
FOLDER: Final = Path(__file__).parent
SAY: Final = Phrases(FOLDER, "findings")
NTH: Final = Phrases(FOLDER, "ordinals")


def findings(run: Run, language: str) -> list[str]:
    """Return sentences on what stands out, the most important first."""
    found = [
        *_order(run, language),
        *_seats(run, language),
        *_bots(run),
        *_things(run, language),
        *_course(run, language),
    ]
    return [SAY(key, language, **values) for key, values in found]


Found = tuple[str, dict[str, Any]]


def _rates(won: float, seats: float, compared: int) -> tuple[dict[str, Any], float, float]:
    low, high = wilson(won, seats, strict(compared))
    facts = {"rate": f"{won / max(1, seats):.1%}", "low": f"{low:.1%}", "high": f"{high:.1%}", "games": f"{seats:,}"}
    return facts, low, high


def _order(run: Run, language: str) -> list[Found]:
    """Say whether it matters who plays first."""
    found: list[Found] = []
    even, order = 1 / run.plan.seats, by_order(run)
    for turn, (won, games) in enumerate(order):
        facts, low, high = _rates(won, games, len(order))
        if not low <= even <= high:
            key = "order_more" if low > even else "order_less"
            found.append((key, facts | {"turn": NTH(str(turn + 1), language), "even": f"{even:.1%}"}))
    if found or not order:
        return found
    facts = {"even": f"{even:.1%}", "games": f"{order[0][1]:,}"}
    facts |= {"first": f"{order[0][0] / order[0][1]:.1%}", "last": f"{order[-1][0] / order[-1][1]:.1%}"}
    return [("order_even", facts)]


def _seats(run: Run, language: str) -> list[Found]:
    seats, games, even = run.plan.seats, max(1, run.games), 1 / run.plan.seats
    found: list[Found] = []
    shares = [run.tally["seat wins", str(seat)] / WIN / games for seat in range(seats)]
    for seat, share in enumerate(shares):
        facts, low, high = _rates(share * games, games, seats)
        if not low <= even <= high:
            key = "seat_more" if low > even else "seat_less"
            found.append((key, facts | {"seat": NTH(str(seat + 1), language), "even": f"{even:.1%}"}))
    if found or seats == 1:
        return found
    facts = {"even": f"{even:.1%}", "games": f"{games:,}", "least": f"{min(shares):.1%}", "most": f"{max(shares):.1%}"}
    return [("seats_even", facts)]


def _bots(run: Run) -> list[Found]:
    specs, even = run.plan.specs, 1 / run.plan.seats
    found: list[Found] = []
    for spec in specs if len(specs) > 1 else ():
        facts, low, _ = _rates(run.tally["bot wins", spec] / WIN, run.tally["bot games", spec], len(specs))
        if low > even:
            found.append(("bot_more", facts | {"bot": spec, "even": f"{even:.1%}"}))
    return found


def _things(run: Run, language: str) -> list[Found]:
    words, even = Words(run.plan.rulebook, language), 1 / run.plan.seats
    known = words.table.get("terms", {})
    used = {key[1]: n for key, n in run.tally.items() if key[0] == "users" and key[1] in known}
    more: list[tuple[float, Found]] = []
    less: list[tuple[float, Found]] = []
    for thing, seats in sorted(used.items()):
        facts, low, high = _rates(run.tally["users wins", thing] / WIN, seats, len(used))
        facts |= {"thing": words.term(thing), "even": f"{even:.1%}"}
        if low > even:
            more.append((even - low, ("thing_more", facts)))
        if high < even:
            less.append((high - even, ("thing_less", facts)))
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
