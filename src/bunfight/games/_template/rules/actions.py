"""Actions the steps of Crumbs share."""

from mypy_extensions import i64

from bunfight.engine.event_log import NOBODY_KNEW, EventLog
from bunfight.engine.luck import Luck
from bunfight.games._template.cards import IDS, KINDS, LARGE
from bunfight.games._template.rules.events import BunDealt, BunEaten, BunGiven, BunPassed, BunSnatched
from bunfight.games._template.rules.state import CrumbsState


def bare(counts: list[int]) -> bool:
    """Whether a pile or a hand is empty."""
    for count in counts:
        if count:
            return False
    return True


def put(pile: list[int], bun: i64) -> None:
    """Add one bun of this size."""
    pile[bun] = pile[bun] + 1


def take(pile: list[int], bun: i64) -> None:
    """Remove one bun of this size."""
    pile[bun] = pile[bun] - 1


def draw(s: CrumbsState, seat: int, luck: Luck, log: EventLog) -> None:
    """CR-SETUP-2, CR-TURN-1: a random bun of the basket, each equally likely."""
    if bare(s.basket):
        return
    bun: i64 = luck.pick(s.basket)
    take(s.basket, bun)
    put(s.hands[seat], bun)
    if log.on:
        log.only([seat], BunDealt(seat, IDS[bun]), BunDealt(seat, None))


def leave_hand(s: CrumbsState, seat: int, bun: i64) -> None:
    """A bun leaves a hand for all to see; whoever had seen one of this size there has seen one less."""
    take(s.hands[seat], bun)
    for counts in s.seen[seat]:
        if counts[bun]:
            take(counts, bun)


def pass_buns(s: CrumbsState, picks: list[int], log: EventLog) -> None:
    """CR-PASS-2: all buns change hands at once; giver and taker know which."""
    for giver in range(s.seats):
        taker = (giver + 1) % s.seats
        bun: i64 = picks[giver]
        take(s.hands[giver], bun)
        put(s.hands[taker], bun)
        put(s.seen[taker][giver], bun)
        if log.on:
            log.only([giver, taker], BunPassed(giver, taker, IDS[bun]), BunPassed(giver, taker, None), giver)


def give(s: CrumbsState, giver: int, taker: int, bun: i64, log: EventLog) -> None:
    """CR-TURN-2: a bun goes from hand to hand for all to see."""
    leave_hand(s, giver, bun)
    put(s.hands[taker], bun)
    for watcher in range(s.seats):
        if watcher != taker:
            put(s.seen[taker][watcher], bun)
    if log.on:
        log.show(giver, BunGiven(giver, taker, IDS[bun]))


def eat(s: CrumbsState, seat: int, bun: i64, log: EventLog) -> None:
    """CR-TURN-1: the bun, which has left the hand, lies on the plate; nobody was sure of that before."""
    put(s.eaten[seat], bun)
    if log.on:
        log.show(NOBODY_KNEW if bun >= LARGE else seat, BunEaten(seat, IDS[bun]))


def snatch(s: CrumbsState, seat: int, paid: i64, bun: i64, log: EventLog) -> None:
    """CR-SNATCH-2: the payment and the bun that was to be eaten become crumbs; nobody knew of it before."""
    leave_hand(s, seat, paid)
    put(s.crumbs, paid)
    put(s.crumbs, bun)
    if log.on:
        log.show(NOBODY_KNEW, BunSnatched(seat, IDS[paid]))


def score(s: CrumbsState, seat: int) -> int:
    """CR-SCORE-1."""
    total = 0
    for bun in range(KINDS):
        if s.eaten[seat][bun] < 3:
            total += (bun + 1) * s.eaten[seat][bun]
    return total


def gain(s: CrumbsState, seat: int, bun: int) -> int:
    """What eating one more bun of this size changes (CR-SCORE-1)."""
    had = s.eaten[seat][bun]
    if had >= 3:
        return 0
    return bun + 1 if had < 2 else -2 * (bun + 1)
