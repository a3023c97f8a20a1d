"""Actions the steps of Jom Burger share: draw, roll, place, swap, serve orders, count points."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.engine.step import Seat
from bunfight.games.jom_burger.rules import events
from bunfight.games.jom_burger.rules.state import (
    BIT,
    COLUMN,
    FIRST_LEFT,
    FIRST_RIGHT,
    FRIES_SODA,
    KIND_IDS,
    LEFT_TO_RIGHT,
    LIMIT,
    NOBODY,
    ONES,
    ROW,
    SLOT_IDS,
    Card,
    JomState,
    Rules,
    Stall,
    slots_in,
)

BASIC_AWARD: Final = 3
FIRST_BASIC: Final = 2
PREMIUM_AWARD: Final = 12
FIRST_PREMIUM: Final = 3

# The lines of the final count, in the order in which they are read out; each begins with the ingredient lines.
COUNTED: Final = [0, 3, 4, 5, 1, 2]  # bread, meat, vegetable, egg, cheese, fries/soda
LABELS: Final = ["bread", "meat", "vegetable", "egg", "cheese", "fries_soda", "basic", "premium", "cards", "salad"]


# ---- dice ----


def draw_and_roll(s: JomState, count: i64, luck: Luck) -> list[int]:
    """Dice out of the bag one after another, then rolled in that order (JB-ROLL-1, JB-ES-3); the kinds, rising."""
    dice = vec[i64]([0] * count)
    n: i64 = 0
    while n < count:
        ticket: i64 = luck.below(s.in_bag)
        ingredient: i64 = 0
        here: i64 = s.bag[0]
        while ticket >= here:
            ticket -= here
            ingredient += 1
            here = s.bag[ingredient]
        s.bag[ingredient] = here - 1
        s.in_bag -= 1
        dice[n] = ingredient * 6
        n += 1
    n = 0
    while n < count:
        rolled: i64 = dice[n] + luck.below(6)
        place: i64 = n
        while place > 0 and dice[place - 1] > rolled:
            dice[place] = dice[place - 1]
            place -= 1
        dice[place] = rolled
        n += 1
    return [int(die) for die in dice]


def take_out(dice: list[int], kind: i64) -> None:
    """One die of this kind leaves, it must be there; those behind it move up."""
    moving: i64 = dice.pop()
    n: i64 = len(dice)
    while moving != kind:
        n -= 1
        here: i64 = dice[n]
        dice[n] = moving
        moving = here


def return_to_bag(s: JomState, kind: i64) -> None:
    """JB-ES-10: in the bag a die has no pips."""
    ingredient: i64 = kind // 6
    s.bag[ingredient] = s.bag[ingredient] + 1
    s.in_bag += 1


def names(kinds: list[int]) -> tuple[str, ...]:
    return tuple([KIND_IDS[kind] for kind in kinds])


# ---- rounds ----


def start_round(s: JomState, luck: Luck, log: EventLog) -> None:
    """JB-ROUND-2, JB-ROLL-1 to JB-ROLL-3: the starting player rolls the pool of the round."""
    s.round += 1
    s.turn = 0
    s.pool = draw_and_roll(s, 2 * s.seats + 1, luck)
    if log.on:
        log.all(events.RoundStarted(s.round, s.start))
        log.all(events.DiceRolled(s.start, len(s.pool), names(s.pool)))


def store_leftover(s: JomState, log: EventLog) -> None:
    """JB-FRIDGE-2: the last die of the pool marks the round as played."""
    kind = s.pool[0]
    s.pool.clear()
    s.fridge.append(kind)
    s.fridge_by.append(NOBODY)
    if log.on:
        log.all(events.LeftoverStored(KIND_IDS[kind], s.round))


def winners(s: JomState) -> list[int]:
    """JB-WIN-1, JB-WIN-2: most points; the victory may be shared."""
    totals = [total(s, seat) for seat in range(s.seats)]
    best = max(totals)
    return [seat for seat in range(s.seats) if totals[seat] == best]


def announce_winners(s: JomState, log: EventLog) -> None:
    """JB-END-1."""
    found = winners(s)
    for seat in found:
        best = total(s, seat)
        log.all(events.GameWon(seat, best) if len(found) == 1 else events.VictoryShared(seat, best))


# ---- placing ----


def open_slots(rules: Rules, card: Card, filled: i64, ingredient: i64) -> i64:
    """The slots in which a die of this ingredient may be put now; of like slots only the first.

    Front slots (bread, left, side) come first (JB-PLACE-3); right slots may be locked (JB-PLACE-4, JB-PLACE-5).
    """
    front: i64 = card.front[ingredient]
    front &= ~filled
    if front:
        return unlike(card, front) if card.choice[ingredient] else front & -front
    right: i64 = card.back[ingredient]
    right &= ~filled
    if rules.left_first == ROW:
        right &= filled << LEFT_TO_RIGHT
    elif rules.left_first == COLUMN and filled & card.left != card.left:
        return 0
    return right & -right


def unlike(card: Card, front: i64) -> i64:
    """The first of each group of interchangeable slots (JB-PLACE-7, JB-PLACE-8)."""
    chosen: i64 = 0
    seen: list[int] = []
    for slot in slots_in(front):
        if card.kin[slot] not in seen:
            seen.append(card.kin[slot])
            chosen |= BIT[slot]
    return chosen


def locked(rules: Rules, card: Card, filled: i64) -> i64:
    """The empty right slots that wait for the left column."""
    empty: i64 = card.right & ~filled
    if rules.left_first == ROW:
        return empty & ~(filled << LEFT_TO_RIGHT)
    if rules.left_first == COLUMN and filled & card.left != card.left:
        return empty
    return 0


def left_first_kept(rules: Rules, card: Card, filled: i64) -> bool:
    """Whether no filled right slot is one that would be locked (JB-ES-8)."""
    right: i64 = card.right & filled
    if rules.left_first == ROW:
        return right & ~(filled << LEFT_TO_RIGHT) == 0
    if rules.left_first == COLUMN:
        return right == 0 or filled & card.left == card.left
    return True


def put(s: JomState, seat: Seat, slot: i64, kind: i64) -> None:
    """A die comes onto a burger card."""
    stall = s.stalls[seat]
    stall.pips[slot] = kind % 6 + 1
    stall.filled |= BIT[slot]


def die_on(stall: Stall, slot: i64) -> i64:
    """The kind of the die on a filled slot."""
    return stall.card.accepts[slot] * 6 + stall.pips[slot] - 1


def serve_orders(s: JomState, seat: Seat, before: i64, log: EventLog) -> None:
    """Serve the orders that the new die completes (JB-ORDER-5 to JB-ORDER-8)."""
    stall = s.stalls[seat]
    card = stall.card
    if stall.filled & card.basic == card.basic and before & card.basic != card.basic:
        first = s.first_basic == NOBODY
        if first:
            s.first_basic = seat
        if log.on:
            log.all(events.OrderFirst(seat, "basic") if first else events.OrderCompleted(seat, "basic"))
    if stall.filled & card.premium == card.premium and before & card.premium != card.premium:
        first = s.first_premium == NOBODY
        if first:
            s.first_premium = seat
        if log.on:
            log.all(events.OrderFirst(seat, "premium") if first else events.OrderCompleted(seat, "premium"))


def has_basic(stall: Stall) -> bool:
    return stall.filled & stall.card.basic == stall.card.basic


def has_premium(stall: Stall) -> bool:
    return stall.filled & stall.card.premium == stall.card.premium


# ---- swapping ----


def slides(stall: Stall, out: i64) -> bool:
    """JB-ES-7: whether lifting the die on ``out`` lets a like die slide in from the right."""
    if out < FIRST_LEFT or out >= FIRST_RIGHT:
        return False
    beside: i64 = out + LEFT_TO_RIGHT
    return stall.filled & BIT[beside] != 0 and stall.card.accepts[beside] == stall.card.accepts[out]


def lifted(stall: Stall, out: i64) -> i64:
    """The filled slots after lifting the die on ``out`` and sliding."""
    if slides(stall, out):
        return stall.filled & ~BIT[out + LEFT_TO_RIGHT]
    return stall.filled & ~BIT[out]


def breaks_order(stall: Stall, after: i64) -> bool:
    """JB-ES-9: whether a complete order would lack a die."""
    card = stall.card
    if has_basic(stall) and after & card.basic != card.basic:
        return True
    return has_premium(stall) and after & card.premium != card.premium


def swap_slots(rules: Rules, stall: Stall, kind: i64, out: i64) -> i64:
    """Where a delivered die may lie if the die on the filled slot ``out`` goes (JB-ES-6 to JB-ES-9)."""
    ingredient: i64 = kind // 6
    if stall.card.accepts[out] == ingredient:
        return BIT[out]
    if not rules.any_ingredient:
        return 0
    rest: i64 = lifted(stall, out)
    fitting: i64 = open_slots(rules, stall.card, rest, ingredient)
    fine: i64 = 0
    while fitting:
        into: i64 = fitting & -fitting
        after: i64 = rest | into
        if left_first_kept(rules, stall.card, after) and not breaks_order(stall, after):
            fine |= into
        fitting &= fitting - 1
    return fine


def exchange(s: JomState, seat: Seat, kind: i64, out: i64, into: i64) -> i64:
    """The die on ``out`` goes, one may slide (JB-ES-7), the new one comes; says which slot lost its die."""
    stall = s.stalls[seat]
    emptied: i64 = out
    if into != out and slides(stall, out):
        emptied = out + LEFT_TO_RIGHT
        stall.pips[out] = stall.pips[emptied]
    stall.pips[emptied] = 0
    stall.filled &= ~BIT[emptied]
    put(s, seat, into, kind)
    return emptied


def swap_dice(s: JomState, seat: Seat, kind: i64, out: i64, into: i64, log: EventLog) -> None:
    """JB-ES-4: the outgoing die and the unused new ones go back into the bag (JB-ES-10)."""
    before: i64 = s.stalls[seat].filled
    old: i64 = die_on(s.stalls[seat], out)
    emptied: i64 = exchange(s, seat, kind, out, into)
    take_out(s.delivered, kind)
    return_to_bag(s, old)
    if log.on:
        log.all(events.DieSwapped(seat, KIND_IDS[old], KIND_IDS[kind], SLOT_IDS[emptied], SLOT_IDS[into]))
    serve_orders(s, seat, before, log)


def send_back(s: JomState) -> None:
    """The rest of the delivery goes back into the bag."""
    for kind in s.delivered:
        return_to_bag(s, kind)
    s.delivered = []


# ---- counting ----


def ingredient_points(s: JomState, seat: Seat, ingredient: i64) -> i64:
    """JB-ADD-1, JB-MUL-1 to JB-MUL-5, JB-SCORE-2."""
    stall = s.stalls[seat]
    if ingredient == FRIES_SODA and not has_basic(stall):
        return 0
    return worth(s, seat, ingredient)


def voided(s: JomState, seat: Seat) -> int:
    """What fries and soda would score if the Basic Burger were complete (JB-SCORE-2)."""
    return 0 if has_basic(s.stalls[seat]) else int(worth(s, seat, FRIES_SODA))


def worth(s: JomState, seat: Seat, ingredient: i64) -> i64:
    """What the dice of an ingredient would score if nothing voids them."""
    stall = s.stalls[seat]
    mask: i64 = stall.card.takes[ingredient]
    mask &= stall.filled
    points: i64 = 0
    n: i64 = 0
    if not s.rules.multiplication:
        while mask:
            if mask & 1:
                points += stall.pips[n]
            mask >>= 1
            n += 1
        return points
    pips = [stall.pips[slot] for slot in slots_in(mask)]
    pips.sort(reverse=True)
    while n + 1 < len(pips):
        points += pips[n] * pips[n + 1]
        n += 2
    if n < len(pips) and single_counts(s, seat):
        points += pips[n]
    return points


def single_counts(s: JomState, seat: Seat) -> bool:
    """JB-MUL-3."""
    return s.rules.single_one or s.rules.young & BIT[seat] != 0


def basic_points(s: JomState, seat: Seat) -> i64:
    """JB-ORDER-9, JB-ORDER-10."""
    stall = s.stalls[seat]
    if not has_basic(stall) or (s.rules.highest and has_premium(stall)):
        return 0
    return BASIC_AWARD + FIRST_BASIC if s.first_basic == seat else BASIC_AWARD


def premium_points(s: JomState, seat: Seat) -> i64:
    """JB-ORDER-9."""
    if not has_premium(s.stalls[seat]):
        return 0
    return PREMIUM_AWARD + FIRST_PREMIUM if s.first_premium == seat else PREMIUM_AWARD


def card_points(s: JomState, seat: Seat) -> i64:
    """JB-ACT-5."""
    stall = s.stalls[seat]
    unused: i64 = 0
    if stall.reroll:
        unused += 1
    if stall.supply:
        unused += 1
    return unused * s.rules.card_worth


def salad_points(s: JomState, seat: Seat) -> i64:
    """JB-SALAD-8, JB-SALAD-9."""
    stall = s.stalls[seat]
    if not stall.salad or (stall.side != ONES and stall.side != LIMIT):
        return 0
    side = s.rules.salads[stall.side]
    column: i64 = len(stall.salad) - 1
    if stall.side == ONES:
        return side.points[column]
    pips: i64 = salad_pips(stall)
    if pips > side.caps[column]:
        return 0
    return pips * side.multipliers[column] if s.rules.multiplication else side.points[column]


def salad_pips(stall: Stall) -> i64:
    pips: i64 = 0
    for kind in stall.salad:
        pips += kind % 6 + 1
    return pips


def score_lines(s: JomState, seat: Seat) -> list[int]:
    """JB-SCORE-1: the points of a seat, one number for each of LABELS."""
    lines = [int(ingredient_points(s, seat, ingredient)) for ingredient in COUNTED]
    lines.append(basic_points(s, seat))
    lines.append(premium_points(s, seat))
    lines.append(card_points(s, seat))
    lines.append(salad_points(s, seat))
    return lines


def total(s: JomState, seat: Seat) -> int:
    points = basic_points(s, seat) + premium_points(s, seat) + card_points(s, seat) + salad_points(s, seat)
    for ingredient in COUNTED:
        points += ingredient_points(s, seat, ingredient)
    return points
