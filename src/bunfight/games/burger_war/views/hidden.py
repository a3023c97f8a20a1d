"""Redeal what the rules hide from a seat.

Written from the ledger's table of information, not from view.py. Hidden are: the deck; the cards in other hands
except those seen going there (IW-RECY-6) until all hands are shown at the end; the sealed swap card of somebody
else's TRANSMOG (IW-TRANS-6), which fits its target (IW-TRANS-5); aims until all are in (IW-WAR-7); answers until
all are in (IW-REACT-4). No WAR is ever in a hand (IW-DRAW-2).
"""

from __future__ import annotations

from bunfight.engine import Rng, Seat
from bunfight.games.burger_war.rules.moves import BUN, NUKE, PATTY
from bunfight.games.burger_war.rules.state import WarState
from bunfight.games.burger_war.rules.steps_war import RaiseShield, TakeAim


def resample_hidden(state: WarState, seat: Seat | None, rng: Rng) -> WarState:
    s = state.copy()
    war = s.book.war
    if s.agenda:
        loose = [kind for kind in s.deck if kind != war]
        wars = len(s.deck) - len(loose)
        missing: list[int] = []
        for holder in range(s.house.seats):
            sure = s.hands[holder] if holder == seat else s.known[holder]
            hidden = s.hands[holder][:]
            for kind in sure:
                hidden.remove(kind)
            loose += hidden
            missing.append(len(hidden))
            s.hands[holder] = sure[:]
        reseal(s, seat, loose, missing, rng)
        for holder, count in enumerate(missing):
            for _ in range(count):
                s.hands[holder].append(loose.pop(rng.below(len(loose))))
            s.hands[holder].sort()
        s.deck = loose + [war] * wars
        resecret(s, seat, rng)
    for left in range(len(s.deck), 1, -1):
        at = rng.below(left)
        s.deck[at], s.deck[left - 1] = s.deck[left - 1], s.deck[at]
    return s


def reseal(s: WarState, seat: Seat | None, loose: list[int], missing: list[int], rng: Rng) -> None:
    """Another swap card for a TRANSMOG of somebody else, out of what that hand may hold."""
    shot = s.shot
    if shot is None or shot.kind != s.book.transmog or shot.seat == seat:
        return
    burger = next(burger for burger in s.plates[shot.plate] if shot.target in burger.cards)
    rest = [s.book.types[s.book.kind_of[card]] for card in burger.cards if card != shot.target]

    def fits(kind: int) -> bool:
        after = [*rest, s.book.types[kind]]
        return s.book.types[kind] < NUKE and not (after.count(BUN) >= 2 and after.count(PATTY) >= 2)

    seen = [kind for kind in s.hands[shot.seat] if fits(kind)]
    unseen = [kind for kind in loose if fits(kind)] if missing[shot.seat] else []
    ticket = rng.below(len(seen) + len(unseen))
    if ticket < len(seen):
        shot.swap = seen[ticket]
    else:
        shot.swap = unseen[ticket - len(seen)]
        loose.remove(shot.swap)
        s.hands[shot.seat].append(shot.swap)
        missing[shot.seat] -= 1


def resecret(s: WarState, seat: Seat | None, rng: Rng) -> None:
    """Other aims and answers for those who have locked theirs in while the rest are still thinking."""
    step, battle = s.agenda[-1], s.battle
    if battle is None:
        return
    for who in range(s.house.seats):
        if who == seat:
            continue
        if isinstance(step, TakeAim) and who in battle.locks:
            others = [other for other in range(s.house.seats) if other != who]
            battle.aims[who] = others[rng.below(len(others))]
        if isinstance(step, RaiseShield) and battle.answers[who] in (0, 1):
            battle.answers[who] = int(rng.below(2)) if s.book.deflector in s.hands[who] else 0
