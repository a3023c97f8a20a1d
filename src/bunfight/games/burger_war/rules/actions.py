"""Shared actions: what a card counts, who may do what, and how cards move between hands, plates and pile."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bunfight.engine import EventLog, Luck
from bunfight.engine.deck import Deck
from bunfight.games.burger_war.rules.events import (
    BurgerFinished,
    BurgerReopened,
    BurgerVanished,
    CardDrawn,
    PileReshuffled,
)
from bunfight.games.burger_war.rules.moves import (
    BUN,
    C_BUN,
    C_CHEESE,
    C_PATTY,
    C_SAUCE,
    C_VEGGIES,
    CHEESE,
    L_BUN,
    L_CHEESE,
    L_PATTY,
    L_SAUCE,
    L_VEGGIES,
    PATTY,
    VEGGIES,
)
from bunfight.games.burger_war.rules.state import Burger, WarState

CAP: Final = 5
CURSED_CAP: Final = 2


def size(m: i64) -> i64:
    return m if m >= 0 else -m


def effective_kind(s: WarState, kind: i64, plate: i64) -> i64:
    """What a kind counts, or would count, on a plate: IW-MOD, sign first, then doubling."""
    where = s.where
    m = s.book.modifiers[kind]
    type = s.book.types[kind]
    if type == CHEESE:
        legendary = where[L_CHEESE] == plate
        cursed = where[C_CHEESE] >= 0 and where[C_CHEESE] != plate
        if legendary or cursed:
            return size(m) * (4 if legendary and cursed and s.house.cheese_twice else 2)
    elif type == PATTY:
        if where[L_PATTY] == plate:
            return size(m)
    elif where[C_PATTY] == plate or (type == VEGGIES and where[L_PATTY] >= 0 and where[L_PATTY] != plate):
        return -size(m)
    return m


def effective(s: WarState, card: i64, plate: i64) -> i64:
    return effective_kind(s, s.book.kind_of[card], plate)


def burger_sum(s: WarState, plate: i64, burger: Burger) -> i64:
    total: i64 = 0
    for card in burger.cards:
        total += effective(s, card, plate)
    return total


def finished_sum(s: WarState, plate: i64) -> i64:
    """IW-SCORE-1: what a plate scores if the game ends now."""
    total: i64 = 0
    for burger in s.plates[plate]:
        if burger.finished():
            total += burger_sum(s, plate, burger)
    return total


def unfinished_sum(s: WarState, plate: i64) -> i64:
    total: i64 = 0
    for burger in s.plates[plate]:
        if not burger.finished():
            total += burger_sum(s, plate, burger)
    return total


def served(s: WarState, seat: int) -> bool:
    for burger in s.plates[seat]:
        if burger.finished():
            return True
    return False


def winners(s: WarState) -> list[int]:
    """Who wins a game that is over: the highest sum of those who have served; nobody if it is shared (IW-SCORE-5)."""
    best: i64 = 0
    found: list[int] = []
    for seat in range(s.house.seats):
        if served(s, seat):
            total = finished_sum(s, seat)
            if not found or total > best:
                best, found = total, [seat]
            elif total == best:
                found.append(seat)
    return found if len(found) == 1 else []


def all_served(s: WarState) -> bool:
    """IW-END-1."""
    for plate in s.plates:
        for burger in plate:
            if burger.finished():
                break
        else:
            return False
    return True


def hand_cap(s: WarState, seat: int) -> int:
    """IW-HAND-1, IW-HAND-2."""
    return CURSED_CAP if s.where[C_BUN] == seat else CAP


def anyone_above_cap(s: WarState) -> bool:
    """IW-HAND-3."""
    for hand in s.hands:
        if len(hand) > CAP:
            return True
    cursed = s.where[C_BUN]
    return cursed >= 0 and len(s.hands[cursed]) > CURSED_CAP


def allowance(s: WarState, seat: int) -> int:
    """IW-TURN-4."""
    return 2 if s.where[L_SAUCE] == seat else 1


def not_banned(s: WarState, seat: int) -> bool:
    """IW-NUKE-3, IW-DEFL-4: the Legendary Veggies let only their owner use NUKE and DEFLECTOR."""
    return s.where[L_VEGGIES] < 0 or s.where[L_VEGGIES] == seat


def reachable(s: WarState, seat: int, plate: int) -> bool:
    """Whether a seat may choose cards of a plate for NUKE and TRANSMOG: L-BUN, C-VEGGIES."""
    return s.where[L_BUN] != plate and (plate == seat or s.where[C_VEGGIES] != seat)


def exposed(s: WarState, plate: int, burger: Burger) -> bool:
    """IW-BURGER-6."""
    return not burger.finished() or s.where[C_SAUCE] == plate


def swap_fits(s: WarState, burger: Burger, target: int, swap: int) -> bool:
    """IW-BURGER-4: never several BUN and several PATTY."""
    old = s.book.types[s.book.kind_of[target]]
    new = s.book.types[swap]
    buns = burger.buns - (1 if old == BUN else 0) + (1 if new == BUN else 0)
    patties = burger.patties - (1 if old == PATTY else 0) + (1 if new == PATTY else 0)
    return buns < 2 or patties < 2


def may_hold_deflector(s: WarState, seat: int) -> bool:
    """IW-REACT-2, from public facts only."""
    if not s.hands[seat] or not not_banned(s, seat):
        return False
    return s.pile.count(s.book.deflector) < s.listed()[s.book.deflector]


def burger_with(s: WarState, plate: int, card: int) -> Burger | None:
    for burger in s.plates[plate]:
        if card in burger.cards:
            return burger
    return None


def open_burger(s: WarState, plate: int) -> Burger | None:
    """The oldest unfinished burger, which takes what comes: IW-PLACE-2, IW-REOPEN-3."""
    for burger in s.plates[plate]:
        if not burger.finished():
            return burger
    return None


def insert_sorted(kinds: list[int], kind: int) -> None:
    at = len(kinds)
    while at > 0 and kinds[at - 1] > kind:
        at -= 1
    kinds.insert(at, kind)


def gain(s: WarState, seat: int, kind: int) -> None:
    insert_sorted(s.hands[seat], kind)


def gain_seen(s: WarState, seat: int, kind: int) -> None:
    """A card that everyone saw going into a hand: IW-RECY-6."""
    insert_sorted(s.hands[seat], kind)
    insert_sorted(s.known[seat], kind)


def lose(s: WarState, seat: int, kind: int) -> None:
    """A card leaves a hand, and with it one memory of its kind: IW-RECY-6."""
    s.hands[seat].remove(kind)
    if s.known[seat] and kind in s.known[seat]:
        s.known[seat].remove(kind)


def number_card(s: WarState, kind: int) -> int:
    """The lowest free number of a kind: IW-CARD-3."""
    taken = s.numbers[kind]
    number = 0
    bit = 1
    while taken & bit:
        bit += bit
        number += 1
    s.numbers[kind] = taken | bit
    return s.book.base[kind] + number


def release(s: WarState, card: int) -> int:
    """A card leaves the plates and loses its number; says its kind."""
    kind = s.book.kind_of[card]
    bit = 1
    for _ in range(card - s.book.base[kind]):
        bit += bit
    s.numbers[kind] -= bit
    return kind


def lay(s: WarState, card: int, plate: int) -> Burger:
    """A card comes to a plate: IW-PLACE-2, IW-PLACE-3."""
    kind = s.book.kind_of[card]
    burger = open_burger(s, plate)
    if burger is None:
        s.serials[plate] += 1
        burger = Burger(s.serials[plate])
        s.plates[plate].append(burger)
    burger.add(card, s.book.types[kind])
    special = s.book.specials[kind]
    if special >= 0:
        s.where[special] = plate
    return burger


def unlay(s: WarState, card: int, plate: int, burger: Burger) -> None:
    """Take back the last lay() of a numbered card, wholly: for previews and for thinking."""
    kind = release(s, card)
    burger.remove(card, s.book.types[kind])
    if s.book.specials[kind] >= 0:
        s.where[s.book.specials[kind]] = -1
    if not burger.cards:
        s.plates[plate].pop()
        s.serials[plate] -= 1


def log_finished(s: WarState, plate: int, burger: Burger, log: EventLog) -> None:
    if log.on and burger.finished():
        log.all(BurgerFinished(plate, burger.serial, burger_sum(s, plate, burger)))


def lift(s: WarState, card: int, plate: int, burger: Burger, log: EventLog) -> None:
    """A card is taken off a plate but keeps its number."""
    kind = s.book.kind_of[card]
    was = burger.finished()
    burger.remove(card, s.book.types[kind])
    special = s.book.specials[kind]
    if special >= 0:
        s.where[special] = -1
    if log.on and was and not burger.finished():
        log.all(BurgerReopened(plate, burger.serial))


def exchange(s: WarState, card: int, new: int, plate: int, burger: Burger, log: EventLog) -> None:
    """A card takes the place of another in a burger."""
    at = burger.cards.index(card)
    was = burger.finished()
    kind = s.book.kind_of[card]
    burger.remove(card, s.book.types[kind])
    if s.book.specials[kind] >= 0:
        s.where[s.book.specials[kind]] = -1
    kind = s.book.kind_of[new]
    burger.add(new, s.book.types[kind])
    burger.cards.insert(at, burger.cards.pop())
    if s.book.specials[kind] >= 0:
        s.where[s.book.specials[kind]] = plate
    if log.on and was and not burger.finished():
        log.all(BurgerReopened(plate, burger.serial))
    if not was:
        log_finished(s, plate, burger, log)


def sweep(s: WarState, plate: int, log: EventLog) -> None:
    """Empty burgers disappear: IW-BURGER-9, IW-SETTLE-1."""
    burgers = s.plates[plate]
    at = len(burgers) - 1
    while at >= 0:
        if not burgers[at].cards:
            if log.on:
                log.all(BurgerVanished(plate, burgers[at].serial))
            del burgers[at]
        at -= 1


def pool_of(s: WarState, plate: int) -> list[int]:
    """Everything exposed on a plate, in printed order: IW-WAR-2."""
    pool: list[int] = []
    for burger in s.plates[plate]:
        if exposed(s, plate, burger):
            pool += burger.cards
    pool.sort()
    return pool


def draw_kind(s: WarState, luck: Luck, log: EventLog) -> int:
    """The top card of the deck, which has no order before it is drawn: IW-DRAW-1, IW-DRAW-3."""
    if len(s.deck) == 0:
        s.pile.sort()
        s.deck = Deck(s.pile)
        s.pile = []
        s.reshuffles += 1
        if log.on:
            log.all(PileReshuffled(len(s.deck)))
    return s.deck.draw(luck)


def draw_to_hand(s: WarState, seat: int, kind: int, log: EventLog) -> None:
    gain(s, seat, kind)
    if log.on:
        log.only([seat], CardDrawn(seat, s.book.ids[kind]), CardDrawn(seat, None))
