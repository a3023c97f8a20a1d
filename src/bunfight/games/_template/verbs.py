"""What the steps of Crumbs do in common."""

from bunfight.games._template.cards import IDS, KINDS, LARGE
from bunfight.games._template.events import BunDealt, BunEaten, BunGiven, BunPassed, BunSnatched
from bunfight.games._template.state import CrumbsState
from bunfight.kernel.luck import Luck
from bunfight.kernel.talk import NOBODY_KNEW, Talk


def bare(counts: list[int]) -> bool:
    """Whether a pile or a hand is empty."""
    for count in counts:
        if count:
            return False
    return True


def draw(s: CrumbsState, seat: int, luck: Luck, talk: Talk) -> None:
    """CR-SETUP-2, CR-TURN-1: any bun of the basket, each as likely as the others."""
    if bare(s.basket):
        return
    bun = luck.pick(s.basket)
    s.basket[bun] -= 1
    s.hands[seat][bun] += 1
    if talk.on:
        talk.only([seat], BunDealt(seat, IDS[bun]), BunDealt(seat, None))


def leave_hand(s: CrumbsState, seat: int, bun: int) -> None:
    """A bun leaves a hand for all to see; whoever had seen one of this size there has seen one less."""
    s.hands[seat][bun] -= 1
    for counts in s.seen[seat]:
        if counts[bun]:
            counts[bun] -= 1


def pass_buns(s: CrumbsState, picks: list[int], talk: Talk) -> None:
    """CR-PASS-2: all buns change hands at once; giver and taker know which."""
    for giver in range(s.seats):
        taker, bun = (giver + 1) % s.seats, picks[giver]
        s.hands[giver][bun] -= 1
        s.hands[taker][bun] += 1
        s.seen[taker][giver][bun] += 1
        if talk.on:
            talk.only([giver, taker], BunPassed(giver, taker, IDS[bun]), BunPassed(giver, taker, None), giver)


def give(s: CrumbsState, giver: int, taker: int, bun: int, talk: Talk) -> None:
    """CR-TURN-2: a bun goes from hand to hand for all to see."""
    leave_hand(s, giver, bun)
    s.hands[taker][bun] += 1
    for watcher in range(s.seats):
        if watcher != taker:
            s.seen[taker][watcher][bun] += 1
    if talk.on:
        talk.show(giver, BunGiven(giver, taker, IDS[bun]))


def eat(s: CrumbsState, seat: int, bun: int, talk: Talk) -> None:
    """CR-TURN-1: the bun, which has left the hand, lies on the plate; nobody was sure of that before."""
    s.eaten[seat][bun] += 1
    if talk.on:
        talk.show(NOBODY_KNEW if bun >= LARGE else seat, BunEaten(seat, IDS[bun]))


def snatch(s: CrumbsState, seat: int, paid: int, bun: int, talk: Talk) -> None:
    """CR-SNATCH-2: the payment and the bun that was to be eaten become crumbs."""
    leave_hand(s, seat, paid)
    s.crumbs[paid] += 1
    s.crumbs[bun] += 1
    if talk.on:
        talk.show(seat, BunSnatched(seat, IDS[paid]))


def score(s: CrumbsState, seat: int) -> int:
    """CR-SCORE-1."""
    total = 0
    for bun in range(KINDS):
        if s.eaten[seat][bun] < 3:
            total += (bun + 1) * s.eaten[seat][bun]
    return total
