"""How to play sensibly: an evaluation of plates, and a policy that looks one decision ahead.

Nothing here reads a rival's hand; terms() and value() judge the state that they are given, real or sampled.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from bunfight.engine.luck import Rng
from bunfight.engine.step import Move
from bunfight.games.burger_war.rules.actions import (
    all_served,
    burger_sum,
    burger_with,
    effective,
    effective_kind,
    finished_sum,
    hand_cap,
    lay,
    number_card,
    open_burger,
    pool_of,
    release,
    served,
    size,
    unlay,
)
from bunfight.games.burger_war.rules.moves import (
    BUN,
    C_BUN,
    C_SAUCE,
    C_VEGGIES,
    DECLINE,
    DEFLECT,
    DEFLECTOR,
    L_BUN,
    L_SAUCE,
    L_VEGGIES,
    NUKE,
    PATTY,
    RECYCLER,
    TRANSMOG,
    Aim,
    Discard,
    Draw,
    EndTurn,
    Loot,
    PlaceIngredient,
    UseNuke,
    UseRecycler,
    UseTransmog,
)
from bunfight.games.burger_war.rules.state import SERVED, Burger, WarState
from bunfight.games.burger_war.rules.steps import AnswerAttack, TakeAction
from bunfight.games.burger_war.rules.steps_war import RaiseShield, TakeAim, TakeLoot

WIN: Final = 100.0
LOSS: Final = -100.0
TIE: Final = -40.0

# The evaluation: what the end is worth to who leads and to the others.
LEAD: Final = 6.0
TRAIL: Final = -2.5

# The policy; fitted to some hundred thousand games in which players drew their weights at random (benchmarks/coach.md).
CHASE: Final = 1.0  # the cards that serve the last rivals while leading
SERVE: Final = 1.5
WANT_END: Final = 2.0  # LEAD and TRAIL of the policy
FEAR_END: Final = -4.0
OPEN: Final = 1.4  # unfinished burgers
HARM: Final = 1.5  # what rivals have
DRAWN: Final = 1.25  # a card from the deck
DRAWN_FULL: Final = -0.5  # the same with a full hand
LANDS: Final = 0.55  # an attack that a rival might deflect
PIP: Final = 0.5  # a number card in the hand
KEY: Final = 0.5  # a BUN or PATTY more than another card
TWIN: Final = 0.3  # less if another one of its type stays in the hand


def kind_worth(s: WarState, kind: int) -> float:
    """What a card is worth in a hand."""
    type = s.book.types[kind]
    if type in (NUKE, DEFLECTOR):
        return 0.9
    if type == TRANSMOG:
        return 0.7
    if type == RECYCLER:
        return 0.6
    worth = 0.35 * int(size(s.book.modifiers[kind]))
    if type in (BUN, PATTY):
        worth += 0.25
    return worth


def price(s: WarState, kind: int) -> float:
    """What the policy gives up with a card of its hand."""
    type = s.book.types[kind]
    if type == NUKE:
        return 1.25
    if type == DEFLECTOR:
        return 0.6
    if type == TRANSMOG:
        return 0.8
    if type == RECYCLER:
        return 0.4
    worth = PIP * int(size(s.book.modifiers[kind]))
    if type in (BUN, PATTY):
        worth += KEY
    return worth


def hand_worth(s: WarState, seat: int) -> float:
    worth = 0.0
    for kind in s.hands[seat]:
        worth += kind_worth(s, kind)
    return worth


def unfinished_worth(s: WarState, plate: int) -> float:
    """Open burgers count less than locked ones, more if one card could lock them."""
    worth = 0.0
    for burger in s.plates[plate]:
        if not burger.finished():
            share = 0.7 if burger.buns + burger.patties > 0 else 0.55
            worth += share * int(burger_sum(s, plate, burger))
    return worth


def special_worth(s: WarState, plate: int) -> float:
    """What special cards do beyond their numbers."""
    where = s.where
    worth = 0.0
    if where[L_SAUCE] == plate:
        worth += 1.5
    if where[L_VEGGIES] == plate:
        worth += 0.8
    if where[L_BUN] == plate:
        worth += 0.7
    if where[C_BUN] == plate:
        worth -= 1.5
    if where[C_VEGGIES] == plate:
        worth -= 0.7
    if where[C_SAUCE] == plate:
        for burger in s.plates[plate]:
            if burger.finished() and burger_sum(s, plate, burger) > 0:
                worth -= 1.0
    return worth


def plate_worth(s: WarState, plate: int) -> float:
    return int(finished_sum(s, plate)) + unfinished_worth(s, plate) + special_worth(s, plate)


def end_share(s: WarState) -> float:
    """How much of what ends the game is done: seats served, and halfway those with a BUN or PATTY."""
    done = 0.0
    for seat in range(s.house.seats):
        if served(s, seat):
            done += 1.0
        else:
            burger = open_burger(s, seat)
            if burger is not None and burger.buns + burger.patties > 0:
                done += 0.45
    return done / s.house.seats


def rival_worth(s: WarState, seat: int) -> float:
    """How far rivals are: mostly the best of them, a little all of them."""
    best = -1000.0
    total = 0.0
    for rival in range(s.house.seats):
        if rival != seat:
            worth = plate_worth(s, rival)
            total += worth
            best = max(best, worth)
    return 0.6 * best + 0.4 * total / (s.house.seats - 1)


def closeness(s: WarState, seat: int, lead: float, trail: float) -> float:
    """The end is good for who leads; and near closing time it is bad not to be served."""
    mine = finished_sum(s, seat)
    best = -1000
    for rival in range(s.house.seats):
        if rival != seat:
            best = max(best, finished_sum(s, rival))
    share = end_share(s)
    worth = share * (lead if mine > best else trail)
    left = s.house.max_rounds - s.round
    if left < 8 and not served(s, seat):
        worth -= 0.8 * (8 - left)
    return worth


def standing(s: WarState, seat: int) -> float:
    """How well a seat stands by what lies on the plates, for the policy."""
    if all_served(s):
        return ending(s, seat)
    own = int(finished_sum(s, seat)) + OPEN * unfinished_worth(s, seat) + special_worth(s, seat)
    return own - HARM * rival_worth(s, seat) + closeness(s, seat, WANT_END, FEAR_END)


def ending(s: WarState, seat: int) -> float:
    """What the end is worth if it came now, with every seat served."""
    mine = finished_sum(s, seat)
    for rival in range(s.house.seats):
        if rival != seat:
            theirs = finished_sum(s, rival)
            if theirs > mine:
                return LOSS
            if theirs == mine:
                return TIE
    return WIN


def after_placing(s: WarState, seat: int, kind: int, plate: int) -> float:
    card = number_card(s, kind)
    burger = lay(s, card, plate)
    worth = standing(s, seat)
    unlay(s, card, plate, burger)
    return worth


def take_off(s: WarState, burger: Burger, card: int) -> int:
    """Lift a card for a thought; says where it was."""
    kind = s.book.kind_of[card]
    at = burger.cards.index(card)
    burger.remove(card, s.book.types[kind])
    if s.book.specials[kind] >= 0:
        s.where[s.book.specials[kind]] = -1
    return at


def put_back(s: WarState, burger: Burger, card: int, at: int, plate: int) -> None:
    kind = s.book.kind_of[card]
    burger.add(card, s.book.types[kind])
    burger.cards.insert(at, burger.cards.pop())
    if s.book.specials[kind] >= 0:
        s.where[s.book.specials[kind]] = plate


def after_nuking(s: WarState, seat: int, plate: int, card: int) -> float:
    burger = burger_with(s, plate, card)
    assert burger is not None
    at = take_off(s, burger, card)
    worth = standing(s, seat)
    put_back(s, burger, card, at, plate)
    return worth


def after_swapping(s: WarState, seat: int, plate: int, card: int, kind: int) -> float:
    burger = burger_with(s, plate, card)
    assert burger is not None
    at = take_off(s, burger, card)
    new = number_card(s, kind)
    put_back(s, burger, new, at, plate)
    worth = standing(s, seat)
    take_off(s, burger, new)
    release(s, new)
    put_back(s, burger, card, at, plate)
    return worth


def after_looting(s: WarState, seat: int, plate: int, card: int) -> float:
    """As if the loot landed at once."""
    burger = burger_with(s, plate, card)
    assert burger is not None
    kind = s.book.kind_of[card]
    at = take_off(s, burger, card)
    if s.house.loot_to_hand:
        worth = standing(s, seat) + kind_worth(s, kind)
    else:
        burgers = len(s.plates[seat])
        landed = lay(s, card, seat)
        worth = standing(s, seat)
        take_off(s, landed, card)
        if len(s.plates[seat]) > burgers:
            s.plates[seat].pop()
            s.serials[seat] -= 1
    put_back(s, burger, card, at, plate)
    return worth


def key_kind(s: WarState, kind: int) -> bool:
    return s.book.types[kind] == BUN or s.book.types[kind] == PATTY


def chased(s: WarState, seat: int) -> list[int]:
    """The types that would serve the last rivals, if this seat leads and wants the end; else nothing."""
    mine = finished_sum(s, seat)
    unserved = 0
    wanted: list[int] = []
    for rival in range(s.house.seats):
        if rival != seat and finished_sum(s, rival) >= mine:
            return []
        if not served(s, rival):
            unserved += 1
            burger = open_burger(s, rival)
            if burger is None or burger.buns == 0:
                wanted.append(BUN)
            if burger is None or burger.patties == 0:
                wanted.append(PATTY)
    return wanted if unserved <= 2 else []


def useful(s: WarState, seat: int, kind: i64, plate: i64) -> bool:
    """Whether a BUN or PATTY brings a plate closer to being served, without giving the lead away."""
    if served(s, int(plate)):
        return False
    burger = open_burger(s, int(plate))
    if burger is None:
        return True
    if (burger.buns if s.book.types[kind] == BUN else burger.patties) > 0:
        return False
    return burger_sum(s, plate, burger) + effective_kind(s, kind, plate) + 1 < finished_sum(s, seat)


def held(s: WarState, seat: int, type: int) -> int:
    """How many cards of a type are in the hand."""
    found = 0
    for kind in s.hands[seat]:
        if s.book.types[kind] == type:
            found += 1
    return found


def holds_any(s: WarState, seat: int, types: list[int]) -> bool:
    for kind in s.hands[seat]:
        if s.book.types[kind] in types:
            return True
    return False


def draw_worth(s: WarState, seat: int, wanted: list[int]) -> float:
    """A card more, which is worth less than nothing with a full hand; who leads draws for what ends the game."""
    worth = DRAWN_FULL if len(s.hands[seat]) >= hand_cap(s, seat) else DRAWN
    if wanted and not holds_any(s, seat, wanted):
        worth += CHASE
    return worth


def action_worth(s: WarState, seat: int, move: Move, now: float, wanted: list[int]) -> float:
    """How well the seat stands after an action; a card used is a card less in the hand."""
    book = s.book
    if isinstance(move, PlaceIngredient):
        worth = after_placing(s, seat, move.kind, move.plate) - price(s, move.kind)
        if wanted and book.types[move.kind] in wanted:
            worth += SERVE if useful(s, seat, move.kind, move.plate) else -CHASE
        return worth
    if isinstance(move, Draw):
        return now + draw_worth(s, seat, wanted)
    if isinstance(move, UseNuke):
        worth = after_nuking(s, seat, move.plate, move.target)
        return expected(s, seat, move.plate, worth, now) - price(s, book.nuke)
    if isinstance(move, UseTransmog):
        worth = after_swapping(s, seat, move.plate, move.target, move.swap)
        spent = price(s, book.transmog) + 0.5 * price(s, move.swap)
        return expected(s, seat, move.plate, worth, now) - spent
    if isinstance(move, UseRecycler):
        if move.kind == book.war:
            return now + war_worth(s, seat) - price(s, book.recycler)
        return now + price(s, move.kind) - price(s, book.recycler) + 0.3
    assert isinstance(move, EndTurn)
    return now


def war_worth(s: WarState, seat: int) -> float:
    """What a WAR of one's own choosing brings: the best that could be stolen, less the best that could be lost."""
    gain = 0
    for plate in range(s.house.seats):
        if plate != seat and s.where[C_VEGGIES] != seat:
            gain = max(gain, best_in_pool(s, pool_of(s, plate), seat))
    loss = max(0, best_in_pool(s, pool_of(s, seat), seat))
    return 0.7 * gain - 0.7 * loss


def expected(s: WarState, seat: int, plate: int, worth: float, now: float) -> float:
    """An attack on a rival may be deflected."""
    if plate == seat or not s.hands[plate]:
        return worth
    return now + LANDS * (worth - now)


def choose_action(s: WarState, seat: int, moves: list[Move], rng: Rng) -> Move:
    now = standing(s, seat)
    wanted = chased(s, seat)
    best = moves[0]
    best_worth = -1000.0
    for move in moves:
        worth = action_worth(s, seat, move, now, wanted) + 0.01 * rng.chance()
        if worth > best_worth:
            best_worth = worth
            best = move
    return best


def choose_answer(s: WarState, seat: int) -> Move:
    """Deflect what would take something good, IW-DEFL."""
    shot = s.shot
    assert shot is not None
    kind = s.book.kind_of[shot.target]
    special = s.book.specials[kind]
    if special >= C_BUN:
        return DECLINE
    counts = effective(s, shot.target, seat)
    if special >= 0 or counts >= (0 if shot.kind == s.book.transmog else 1):
        return DEFLECT
    return DECLINE


def best_in_pool(s: WarState, pool: list[int], plate: int) -> int:
    best = -9
    for card in pool:
        counts = effective_kind(s, s.book.kind_of[card], plate)
        best = max(best, counts)
    return best


def choose_shield(s: WarState, seat: int) -> Move:
    """Deflect if there is more to lose than to steal."""
    battle = s.battle
    assert battle is not None
    lose = best_in_pool(s, battle.pools[seat], seat)
    gain = 0
    if battle.aims[seat] >= 0 and battle.pools[battle.aims[seat]]:
        gain = best_in_pool(s, battle.pools[battle.aims[seat]], seat)
    return DEFLECT if lose >= 1 and lose > gain else DECLINE


def choose_aim(s: WarState, seat: int, moves: list[Move], rng: Rng) -> Move:
    battle = s.battle
    assert battle is not None
    best = moves[0]
    best_worth = -1000.0
    for move in moves:
        assert isinstance(move, Aim)
        worth = 1.5 * rng.chance()
        if battle.pools[move.target]:
            worth += best_in_pool(s, battle.pools[move.target], seat) + 0.15 * int(finished_sum(s, move.target))
        if worth > best_worth:
            best_worth = worth
            best = move
    return best


def choose_loot(s: WarState, seat: int, moves: list[Move], rng: Rng) -> Move:
    battle = s.battle
    assert battle is not None
    best = moves[0]
    best_worth = -1000.0
    for move in moves:
        if isinstance(move, Loot):
            worth = after_looting(s, seat, battle.aims[seat], move.target)
        else:
            worth = standing(s, seat)
        worth += 0.01 * rng.chance()
        if worth > best_worth:
            best_worth = worth
            best = move
    return best


def choose_discard(s: WarState, seat: int, moves: list[Move]) -> Move:
    """The least card. Of two BUN or two PATTY one can be spared; the last BUN or PATTY is kept."""
    buns, patties = held(s, seat, BUN), held(s, seat, PATTY)
    best = moves[0]
    best_worth = 1000.0
    for move in moves:
        assert isinstance(move, Discard)
        worth = price(s, move.kind)
        if key_kind(s, move.kind):
            if buns + patties == 1:
                worth += 1.0
            elif (buns if s.book.types[move.kind] == BUN else patties) > 1:
                worth -= TWIN
        if worth < best_worth:
            best_worth = worth
            best = move
    return best


def policy(s: WarState, seat: int, rng: Rng) -> Move:
    """The best move by one step of looking ahead. Every trial undoes itself, so the state stays as it is."""
    step = s.agenda[-1]
    moves = step.legal(s, seat)
    if len(moves) == 1:
        return moves[0]
    if isinstance(step, TakeAction):
        return choose_action(s, seat, moves, rng)
    if isinstance(step, AnswerAttack):
        return choose_answer(s, seat)
    if isinstance(step, TakeAim):
        return choose_aim(s, seat, moves, rng)
    if isinstance(step, RaiseShield):
        return choose_shield(s, seat)
    if isinstance(step, TakeLoot):
        return choose_loot(s, seat, moves, rng)
    return choose_discard(s, seat, moves)


def terms(s: WarState, seat: int) -> list[tuple[str, float]]:
    """How a seat stands, by name."""
    return [
        ("finished", float(finished_sum(s, seat))),
        ("unfinished", unfinished_worth(s, seat)),
        ("specials", special_worth(s, seat)),
        ("rivals", -rival_worth(s, seat)),
        ("closeness", closeness(s, seat, LEAD, TRAIL)),
        ("hand", hand_worth(s, seat)),
    ]


def value(s: WarState) -> list[float]:
    """Estimated chance of each seat to win."""
    seats = s.house.seats
    if not s.agenda:
        return ended_value(s)
    weights: list[float] = []
    for seat in range(seats):
        worth = plate_worth(s, seat) + 0.4 * hand_worth(s, seat)
        weights.append(exp(min(max(worth, -20.0), 40.0) * (0.2 + 0.25 * end_share(s))))
    total = sum(weights)
    return [weight / total for weight in weights]


def ended_value(s: WarState) -> list[float]:
    """One for the winner; a share of a tie is worth little, as it wins nothing."""
    seats = s.house.seats
    best = -1000
    tied = 0
    for seat in range(seats):
        if s.ended == SERVED or served(s, seat):
            total = finished_sum(s, seat)
            if total > best:
                best = total
                tied = 1
            elif total == best:
                tied += 1
    shares: list[float] = []
    for seat in range(seats):
        first = (s.ended == SERVED or served(s, seat)) and finished_sum(s, seat) == best
        shares.append(0.0 if not first else 1.0 if tied == 1 else 0.3 / tied)
    return shares
