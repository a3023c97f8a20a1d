"""How to play Jom Burger: what a stall may still become, and the die, swap or reroll that helps it most.

An outlook is an estimated final score. Each open space is filled with a chance that follows from the dice still to come
and from how many others want them; a chosen die shows a little over four pips.
"""

import math
from typing import Final

from bunfight.games.jom_burger.moves import (
    CALL,
    CHOOSE,
    FINISH,
    KEEP,
    REROLL_OWN,
    REROLL_POOL,
    PickBurger,
    PickFridge,
    PickSalad,
    SwapDie,
)
from bunfight.games.jom_burger.state import (
    BIT,
    FRIES_SODA,
    LEFT_TO_RIGHT,
    LIMIT,
    NOBODY,
    ONES,
    ROUNDS,
    ROW,
    UNCHOSEN,
    JomState,
    Stall,
    drafter,
    slots_in,
)
from bunfight.games.jom_burger.steps import (
    MayRerollOnce,
    MaySwapDie,
    MustChooseSalad,
    MustTakeDie,
    can_call,
    picks_left,
)
from bunfight.games.jom_burger.verbs import (
    BASIC_AWARD,
    FIRST_BASIC,
    FIRST_PREMIUM,
    PREMIUM_AWARD,
    card_points,
    has_basic,
    lifted,
    locked,
    open_slots,
    salad_pips,
    salad_points,
    single_counts,
    slides,
    swap_slots,
    total,
    worth,
)
from bunfight.kernel.luck import Rng
from bunfight.kernel.step import Move, Seat

CHOSEN: Final = 4.3  # pips of a die that one could choose
CHOICE: Final = 2.0  # how much more it shows if there is plenty to choose from
BASIC_EAGER: Final = 0.9  # how much more of an ingredient one gets if an order depends on it
PREMIUM_EAGER: Final = 1.15
FILLING: Final = 1.1  # spaces are filled a little more often than blind chance says
RIVALS: Final = 0.5  # how hard others compete for an ingredient that they want, too
LINGERING: Final = 1.4  # how much better a die that is seen and stays is than one that may come
REROLL_PRICE: Final = 2.0  # what a reroll in the pool must gain, in unused cards: it could still serve at the end
SWAP_TRIES: Final = 3.0
CANDIDATES: Final = 5  # first dice for which the second die of the round is thought of, too


class Scene:
    """What a seat can hope for: dice to come by ingredient, the others' wants, own picks left."""

    def __init__(self, s: JomState, seat: Seat) -> None:
        self.seat = seat
        left: int = picks_left(s, seat)
        self.picks: int = left
        again = returns(s, seat)
        later = float((ROUNDS - s.round) * (2 * s.seats + 1)) if s.round else float(ROUNDS * (2 * s.seats + 1))
        bag = float(max(1, sum(s.bag)))
        self.come: list[float] = [s.bag[i] / bag * later for i in range(6)]
        self.later: list[float] = self.come[:]  # without the pool of this round
        for kind in s.pool:
            self.come[kind // 6] += LINGERING * again
        self.others: list[float] = [0.0] * 6
        for other, stall in enumerate(s.stalls):
            if other != seat:
                for i in range(6):
                    wants: int = stall.card.takes[i]
                    self.others[i] += 1.0 * count(wants & ~stall.filled)


def count(mask: int) -> int:
    n: int = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def returns(s: JomState, seat: Seat) -> float:
    """The chance that a die of the pool is still there when the seat picks again in this round."""
    turn: int = s.turn + 1
    between = 0.0
    while turn < 2 * s.seats:
        if drafter(s, turn) == seat:
            return max(0.0, 1.0 - (between + 1.0) / max(1, len(s.pool)))
        between += 1.0
        turn += 1
    return 0.0


def at_least(m: float, n: int) -> float:
    """The chance of ``n`` or more where ``m`` are expected."""
    below = 0.0
    term = math.exp(-m)
    k: int = 0
    while k < n:
        below += term
        k += 1
        term *= m / k
    return max(0.0, 1.0 - below)


def outlook(s: JomState, scene: Scene, picks: int) -> float:
    """The final score that a seat may expect with ``picks`` more dice."""
    parts = prospects(s, scene, picks)
    return sum(parts)


def prospects(s: JomState, scene: Scene, picks: int) -> list[float]:
    """The outlook by terms: dice, spaces still open, Basic, Premium, cards, salad."""
    seat = scene.seat
    stall = s.stalls[seat]
    card = stall.card
    shut: int = locked(s.rules, card, stall.filled)
    chances: list[float] = []  # dice of the ingredient that the seat will get, if it wants them
    fills = 0.0
    for i in range(6):
        slots: int = card.takes[i]
        slots &= ~stall.filled
        free = 1.0 * count(slots & ~shut)
        for slot in slots_in(slots & shut):
            free += opening(s, stall, slot)
        if free == 0.0 or picks == 0:
            chances.append(0.0)
            continue
        m = scene.come[i] * free / (free + RIVALS * scene.others[i])
        chances.append(m)
        fills += expected_fills(m, free)
    thrift = FILLING * min(1.0, picks / fills) if fills > 0.0 else 0.0
    basic = order_chance(stall, card.basic, chances, picks, BASIC_EAGER)
    premium = order_chance(stall, card.premium, chances, picks, PREMIUM_EAGER)
    dice = 0.0
    hope = 0.0
    for i in range(6):
        now = float(int(worth(s, seat, i)))
        more = hoped(s, seat, i, chances[i], thrift)
        if i == FRIES_SODA and not has_basic(stall):
            hope += basic * (now + more)
        else:
            dice += now
            hope += more
    first_basic = 1.0 * FIRST_BASIC if s.first_basic == seat else 0.0
    if s.first_basic == NOBODY:
        first_basic = 0.5 * FIRST_BASIC
    first_premium = 1.0 * FIRST_PREMIUM if s.first_premium == seat else 0.0
    if s.first_premium == NOBODY:
        first_premium = 0.5 * FIRST_PREMIUM
    basic_award = basic * (BASIC_AWARD + first_basic)
    if s.rules.highest:
        basic_award *= 1.0 - premium
    award = premium * (PREMIUM_AWARD + first_premium)
    return [dice, hope, basic_award, award, float(int(card_points(s, seat))), salad_outlook(s, stall, seat, picks)]


def opening(s: JomState, stall: Stall, slot: int) -> float:
    """How likely a locked right slot opens in time."""
    if s.rules.left_first == ROW:
        return 0.75
    missing = 1.0 * count(stall.card.left & ~stall.filled)
    return max(0.2, 1.0 - 0.18 * missing)


def expected_fills(m: float, free: float) -> float:
    got = 0.0
    n: int = 1
    while n <= free:
        got += at_least(m, n)
        n += 1
    return got + (free - (n - 1)) * at_least(m, n)


def order_chance(stall: Stall, order: int, chances: list[float], picks: int, eager: float) -> float:
    """How likely the order will be complete at the end."""
    missing: int = order & ~stall.filled
    if not missing:
        return 1.0
    short: int = count(missing)
    if short > picks:
        return 0.0
    likely = 1.0 - math.exp(-0.7 - 0.9 * (picks - short))
    for i in range(6):
        slots: int = stall.card.takes[i]
        slots &= missing
        if slots:
            likely *= at_least(eager * chances[i], count(slots))
    return likely


def hoped(s: JomState, seat: Seat, ingredient: int, m: float, thrift: float) -> float:
    """What the open spaces of an ingredient may still add to what lies there."""
    stall = s.stalls[seat]
    slots: int = stall.card.takes[ingredient]
    free: int = count(slots & ~stall.filled)
    if free == 0 or m == 0.0:
        return 0.0
    if not s.rules.multiplication:
        return (CHOSEN + CHOICE * (0.4 - math.exp(-m / free))) * thrift * expected_fills(m, 1.0 * free)
    single = 1.0 if single_counts(s, seat) else 0.0
    added = 0.0
    partner = 0
    if count(slots & stall.filled) % 2:
        partner = lowest(stall, slots)
    n: int = 1
    got = thrift * at_least(m, n)
    if partner:
        added += got * (CHOSEN - single) * partner
        n += 1
    while n <= free:
        one = thrift * at_least(m, n)
        both = thrift * at_least(m, n + 1) if n + 1 <= free else 0.0
        added += both * CHOSEN * CHOSEN + (one - both) * CHOSEN * single
        n += 2
    return added


def lowest(stall: Stall, slots: int) -> int:
    """The fewest pips on any of these slots."""
    pips = [stall.pips[slot] for slot in slots_in(slots & stall.filled)]
    return min(pips)


def salad_outlook(s: JomState, stall: Stall, seat: Seat, picks: int) -> float:
    """What the salad may become: the best number of dice to aim at, less what those picks would bring elsewhere."""
    if stall.side == UNCHOSEN:
        return 0.0
    side = s.rules.salads[stall.side]
    have: int = len(stall.salad)
    pips: int = salad_pips(stall)
    best = float(int(salad_points(s, seat)))
    cost = 10.0 if s.rules.multiplication else 4.0
    more: int = 1
    while have + more <= side.columns and more <= picks:
        column: int = have + more - 1
        if stall.side == ONES:
            likely = at_least(0.35 * picks, more)
            reward = 1.0 * side.points[column]
        else:
            room: int = side.caps[column] - pips
            if room < more:
                more += 1
                continue
            low = min(1.0, (1.0 * room / more) / 6.0)  # share of dice that keep within the cap
            likely = at_least(2.0 * low * picks, more)
            reward = 1.0 * side.points[column] if not s.rules.multiplication else 1.0 * side.caps[column]
            if s.rules.multiplication:
                reward = (reward - 0.4) * side.multipliers[column]
        spare = 1.0 if picks >= 6 else 0.5  # picks that would be wasted in the Fridge anyway
        best = max(best, likely * reward - cost * max(0.0, more - spare))
        more += 1
    return best


# ---- choosing ----


def policy(s: JomState, seat: Seat, rng: Rng) -> Move:
    """The move with the best outlook."""
    step = s.agenda[-1]
    if isinstance(step, MustChooseSalad):
        return CHOOSE[ONES if s.rules.multiplication else LIMIT]
    if isinstance(step, MaySwapDie):
        return best_swap(s, seat)
    if isinstance(step, MayRerollOnce):
        return best_reroll(s, seat)
    assert isinstance(step, MustTakeDie)
    return best_draft(s, step, seat)


def best_draft(s: JomState, step: MustTakeDie, seat: Seat) -> Move:
    """Deliver first if it pays, then reroll a die of the pool if it pays, else take the best die."""
    stall = s.stalls[seat]
    scene = Scene(s, seat)
    if can_call(s, stall) and last_call(s, seat) and delivery_gain(s, scene) > int(s.rules.card_worth):
        return CALL
    best: Move | None = None
    best_value = -1000.0
    ranked: list[tuple[float, int, Move]] = []
    for move in step.legal(s, seat):
        if isinstance(move, (PickBurger, PickSalad, PickFridge)):
            value = pick_value(s, scene, move)
            ranked.append((-value, len(ranked), move))
            if value > best_value:
                best, best_value = move, value
    assert best is not None
    if len(ranked) > 1 and picks_again(s, seat):
        ranked.sort()
        best_pair = -1000.0
        for _, _, move in ranked[:CANDIDATES]:
            value = pair_value(s, scene, move)
            if value > best_pair:
                best, best_pair = move, value
    if stall.reroll:
        price = REROLL_PRICE * int(s.rules.card_worth)
        gained = price
        last: int = -1
        for kind in s.pool:
            if kind != last and kind % 6 < 3:
                gain = reroll_gain(s, scene, kind, best_value)
                if gain > gained:
                    best, gained = REROLL_POOL[kind], gain
            last = kind
    return best


def pick_value(s: JomState, scene: Scene, move: Move) -> float:
    """The outlook after taking a die."""
    stall = s.stalls[scene.seat]
    left: int = scene.picks - 1
    if isinstance(move, PickBurger):
        value = placed_value(s, scene, move.kind, move.slot)
        return value + denied(s, scene.seat, move.kind)
    if isinstance(move, PickSalad):
        stall.salad.append(move.kind)
        value = outlook(s, scene, left)
        stall.salad.pop()
        return value
    assert isinstance(move, PickFridge)
    return outlook(s, scene, left) + denied(s, scene.seat, move.kind) + 0.02 * int(move.kind % 6)


def denied(s: JomState, seat: Seat, kind: int) -> float:
    """How much the others miss a die of this kind: most if it is the only one and an order lacks little else."""
    ingredient = kind // 6
    rivals = 0
    for die in s.pool:
        if die // 6 == ingredient:
            rivals += 1
    missed = 0.0
    for other, stall in enumerate(s.stalls):
        if other == seat:
            continue
        card = stall.card
        for order in (int(card.basic), int(card.premium)):
            missing: int = order & ~stall.filled
            if missing & card.takes[ingredient] and count(missing) <= picks_left(s, other):
                missed += 1.0 / count(missing)
    return missed / (rivals * max(1, len(s.stalls) - 1))


def picks_again(s: JomState, seat: Seat) -> bool:
    """Whether the seat has another draft turn in this round."""
    return s.turn < s.seats and drafter(s, s.turn) == seat


def pair_value(s: JomState, scene: Scene, move: Move) -> float:
    """The outlook after taking a die and, when the turn comes round again, the best one that the others have left."""
    stall = s.stalls[scene.seat]
    pips = stall.pips[:]
    filled: int = stall.filled
    come = scene.come
    scene.come = scene.later
    if isinstance(move, PickBurger):
        stall.pips[move.slot] = move.kind % 6 + 1
        stall.filled |= BIT[move.slot]
        kind: int = move.kind
    elif isinstance(move, PickSalad):
        stall.salad.append(move.kind)
        kind = move.kind
    else:
        assert isinstance(move, PickFridge)
        kind = move.kind
    best = -1000.0
    left = left_over(s, scene.seat, kind)
    for second in left:
        for slot in slots_in(open_slots(s.rules, stall.card, stall.filled, second // 6)):
            stall.pips[slot] = second % 6 + 1
            stall.filled |= BIT[slot]
            best = max(best, outlook(s, scene, scene.picks - 2))
            stall.pips[slot] = 0
            stall.filled &= ~BIT[slot]
    if best < 0.0:
        best = outlook(s, scene, scene.picks - 2)
    if isinstance(move, PickSalad):
        stall.salad.pop()
    stall.pips = pips
    stall.filled = filled
    scene.come = come
    return best + denied(s, scene.seat, kind)


def left_over(s: JomState, seat: Seat, kind: int) -> list[int]:
    """The pool as the others will probably leave it: each takes the die with most pips that fits, scarce ones first."""
    pool = s.pool[:]
    pool.remove(kind)
    masks = [int(stall.filled) for stall in s.stalls]
    turn: int = s.turn + 1
    while turn < 2 * s.seats:
        other = drafter(s, turn)
        if other == seat:
            break
        best = -1
        wish = -1
        into: int = 0
        for die in pool:
            fitting: int = open_slots(s.rules, s.stalls[other].card, masks[other], die // 6)
            liking = die % 6 * 2 + (1 if die // 6 > FRIES_SODA else 0) + (100 if fitting else 0)
            if liking > wish:
                best, wish, into = die, liking, fitting & -fitting
        pool.remove(best)
        masks[other] |= into
        turn += 1
    return pool


def placed_value(s: JomState, scene: Scene, kind: int, slot: int) -> float:
    stall = s.stalls[scene.seat]
    stall.pips[slot] = kind % 6 + 1
    stall.filled |= BIT[slot]
    value = outlook(s, scene, scene.picks - 1)
    stall.pips[slot] = 0
    stall.filled &= ~BIT[slot]
    return value


def reroll_gain(s: JomState, scene: Scene, kind: int, best: float) -> float:
    """What rerolling a die of the pool promises beyond the best pick without it."""
    stall = s.stalls[scene.seat]
    fitting: int = open_slots(s.rules, stall.card, stall.filled, kind // 6)
    if not fitting:
        return 0.0
    slot = slots_in(fitting)[0]
    base: int = kind // 6 * 6
    expected = 0.0
    face: int = 0
    while face < 6:
        expected += max(best, placed_value(s, scene, base + face, slot)) / 6.0
        face += 1
    return expected - best


def last_call(s: JomState, seat: Seat) -> bool:
    """Waiting with Extra Supply is never worse until the bag runs dry or the last pick comes."""
    if picks_left(s, seat) == 1:
        return True
    if s.rules.advanced and s.round == ROUNDS - 1:
        return s.turn >= s.seats
    return False


def swapped_value(s: JomState, scene: Scene, kind: int, out: int, into: int) -> float:
    """The outlook if a delivered die came onto ``into`` for the one on ``out``."""
    stall = s.stalls[scene.seat]
    pips = stall.pips[:]
    filled: int = stall.filled
    if into != out:
        slid = slides(stall, out)
        stall.filled = lifted(stall, out)
        stall.pips[out] = 0
        if slid:
            stall.pips[out] = stall.pips[out + LEFT_TO_RIGHT]
            stall.pips[out + LEFT_TO_RIGHT] = 0
    stall.pips[into] = kind % 6 + 1
    stall.filled |= BIT[into]
    value = outlook(s, scene, scene.picks)
    stall.pips = pips
    stall.filled = filled
    return value


def swap_gain(s: JomState, scene: Scene, kind: int, now: float) -> float:
    """The best that a delivered die of this kind could do."""
    stall = s.stalls[scene.seat]
    best = 0.0
    for out in slots_in(stall.filled):
        for into in slots_in(swap_slots(s.rules, stall, kind, out)):
            best = max(best, swapped_value(s, scene, kind, out, into) - now)
    return best


def delivery_gain(s: JomState, scene: Scene) -> float:
    """What the best of three dice from the bag brings on average."""
    now = outlook(s, scene, scene.picks)
    gains: list[tuple[float, float]] = []
    bag = 1.0 * sum(s.bag)
    for i in range(6):
        if s.bag[i] == 0:
            continue
        face: int = 0
        while face < 6:
            gains.append((swap_gain(s, scene, i * 6 + face, now), s.bag[i] / bag / 6.0))
            face += 1
    gains.sort()
    below = 0.0
    expected = 0.0
    for gain, chance in gains:
        expected += gain * ((below + chance) ** SWAP_TRIES - below**SWAP_TRIES)
        below += chance
    return expected


def best_swap(s: JomState, seat: Seat) -> Move:
    scene = Scene(s, seat)
    best: Move = KEEP
    best_value = outlook(s, scene, scene.picks)
    for move in s.agenda[-1].legal(s, seat):
        if isinstance(move, SwapDie):
            value = swapped_value(s, scene, move.kind, move.out, move.into)
            if value > best_value:
                best, best_value = move, value
    return best


def best_reroll(s: JomState, seat: Seat) -> Move:
    """The last chance: reroll the die that gains most on average, if that is more than the card is worth."""
    stall = s.stalls[seat]
    best: Move = FINISH
    best_gain = float(int(s.rules.card_worth))
    now = 1.0 * total(s, seat)
    for slot in slots_in(stall.filled):
        old = stall.pips[slot]
        expected = 0.0
        for pips in range(1, 7):
            stall.pips[slot] = pips
            expected += total(s, seat) / 6.0
        stall.pips[slot] = old
        if expected - now > best_gain:
            best, best_gain = REROLL_OWN[slot], expected - now
    return best


def default(s: JomState, seat: Seat) -> Move:
    """For an absent seat: the fitting die with most pips, else such a die into the Fridge; no action cards."""
    step = s.agenda[-1]
    if isinstance(step, MustChooseSalad):
        return CHOOSE[ONES]
    if isinstance(step, MaySwapDie):
        return KEEP
    if isinstance(step, MayRerollOnce):
        return FINISH
    best: Move | None = None
    most: int = -1
    for move in step.legal(s, seat):
        if isinstance(move, (PickBurger, PickFridge)) and move.kind % 6 > most:
            best, most = move, move.kind % 6
    assert best is not None
    return best


# ---- explaining ----

TERMS: Final = ["dice", "hope", "basic", "premium", "cards", "salad"]


def terms(s: JomState, seat: Seat) -> list[tuple[str, float]]:
    scene = Scene(s, seat)
    parts = prospects(s, scene, scene.picks)
    return [(TERMS[n], parts[n]) for n in range(len(TERMS))]


def value(s: JomState) -> list[float]:
    """The share of the victory that each seat may expect."""
    seats = int(s.seats)
    if not s.agenda:
        totals = [total(s, seat) for seat in range(seats)]
        top = max(totals)
        return [1.0 / totals.count(top) if one == top else 0.0 for one in totals]
    points: list[float] = []
    spread = 1.5
    for seat in range(seats):
        scene = Scene(s, seat)
        points.append(outlook(s, scene, scene.picks))
        spread = max(spread, (4.0 if s.rules.multiplication else 1.6) * math.sqrt(1.0 + scene.picks))
    top_points = max(points)
    weights = [math.exp((one - top_points) / spread) for one in points]
    whole = sum(weights)
    return [weight / whole for weight in weights]
