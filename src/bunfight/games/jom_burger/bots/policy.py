"""How to play Jom Burger: the die, swap or reroll that helps most."""

from typing import Final

from bunfight.engine.luck import Rng
from bunfight.engine.step import Move, Seat
from bunfight.games.jom_burger.bots.evaluation import Scene, count, outlook
from bunfight.games.jom_burger.bots.round_search import Rest
from bunfight.games.jom_burger.rules.actions import exchange, open_slots, swap_slots, total
from bunfight.games.jom_burger.rules.moves import (
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
    TakeBurger,
)
from bunfight.games.jom_burger.rules.state import BIT, FRIES_SODA, LIMIT, ONES, ROUNDS, JomState, drafter, slots_in
from bunfight.games.jom_burger.rules.steps import MayRerollOnce, MaySwapDie, MustTakeDie, can_call, picks_left
from bunfight.games.jom_burger.rules.steps_setup import MustChooseSalad, MustTakeBurger

REROLL_PRICE: Final = 2.0  # what a reroll in the pool must gain, in unused cards: it could still serve at the end
REROLLED: Final = 2  # more pips are never worth an action card
SWAP_TRIES: Final = 3.0
RACING: Final = 4  # dice that a search looks at
CANDIDATES: Final = 5  # first dice for which the second die of the round is thought of, too


def policy(s: JomState, seat: Seat, rng: Rng) -> Move:
    """The move with the best outlook."""
    step = s.agenda[-1]
    if isinstance(step, MustTakeBurger):
        return best_burger(s, seat)
    if isinstance(step, MustChooseSalad):
        return CHOOSE[ONES if s.rules.multiplication else LIMIT]
    if isinstance(step, MaySwapDie):
        return best_swap(s, seat)
    if isinstance(step, MayRerollOnce):
        return best_reroll(s, seat)
    assert isinstance(step, MustTakeDie)
    return best_draft(s, step, seat)


def best_burger(s: JomState, seat: Seat) -> Move:
    """The burger card with the best outlook."""
    stall = s.stalls[seat]
    had = stall.card
    best: Move = s.rules.menu[0]
    best_value = -1000.0
    for move in s.agenda[-1].legal(s, seat):
        if isinstance(move, TakeBurger):
            stall.card = s.rules.cards[move.card]
            scene = Scene(s, seat)
            value = outlook(s, scene, scene.picks).points()
            if value > best_value:
                best, best_value = move, value
    stall.card = had
    return best


def best_draft(s: JomState, step: MustTakeDie, seat: Seat) -> Move:
    """Deliver first if it pays, then reroll a die of the pool if it pays, else take the best die."""
    stall = s.stalls[seat]
    scene = Scene(s, seat)
    if can_call(s, stall) and last_call(s, seat) and delivery_gain(s, scene) > int(s.rules.card_worth):
        return CALL
    picks: list[Move] = []
    for move in step.legal(s, seat):
        if isinstance(move, (PickBurger, PickSalad, PickFridge)):
            picks.append(move)
    best = picks[0]
    if len(picks) > 1:
        best = best_of_two(s, scene, picks) if s.seats == 2 else best_of_many(s, scene, picks)
    if stall.reroll:
        now = -1000.0  # the best outlook without it, by the same measure as after it
        for move in picks:
            now = max(now, taken_value(s, scene, move))
        gained = REROLL_PRICE * int(s.rules.card_worth)
        last: int = -1
        for kind in s.pool:
            if kind != last and kind % 6 < 3:
                gain = reroll_gain(s, scene, kind, now)
                if gain > gained:
                    best, gained = REROLL_POOL[kind], gain
            last = kind
    return best


def rollout(s: JomState, seat: Seat, rng: Rng) -> Move:
    """For playouts: among several players each die by its outlook alone, which is nearly as good and much quicker."""
    step = s.agenda[-1]
    if s.seats == 2 or not isinstance(step, MustTakeDie):
        return policy(s, seat, rng)
    return ranked(s, Scene(s, seat), step.legal(s, seat))[0]


def promising(s: JomState, seat: Seat, moves: list[Move]) -> list[Move]:
    """The moves that are worth a search: the best dice (action cards are played when the policy plays them)."""
    if not isinstance(s.agenda[-1], MustTakeDie):
        return moves
    return ranked(s, Scene(s, seat), moves)[:RACING]


def ranked(s: JomState, scene: Scene, moves: list[Move]) -> list[Move]:
    """The picks among these moves, those with the best outlook first."""
    found: list[tuple[float, int, Move]] = []
    for move in moves:
        if isinstance(move, (PickBurger, PickSalad, PickFridge)):
            found.append((-pick_value(s, scene, move), len(found), move))
    found.sort()
    return [move for _, _, move in found]


def best_of_two(s: JomState, scene: Scene, picks: list[Move]) -> Move:
    """Between two players: the pick after which the rest of the round promises most."""
    seat = scene.seat
    scenes = [Scene(s, 0), Scene(s, 1)]
    for one in scenes:
        one.come = one.later
    rest = Rest(s, seat, scenes)
    best = picks[0]
    best_value = -1000.0
    everything: int = BIT[len(s.pool)] - 1
    for move in picks:
        kind = kind_of(move)
        made(s, seat, move)
        rest.forget(seat)
        value = rest.value(s.turn + 1, everything & ~BIT[s.pool.index(kind)], 0, 0)
        unmade(s, seat, move)
        if value > best_value:
            best, best_value = move, value
    return best


def best_of_many(s: JomState, scene: Scene, picks: list[Move]) -> Move:
    """Among several: the pick with the best outlook, considering the second die for the most promising ones."""
    candidates = ranked(s, scene, picks)
    best = candidates[0]
    if picks_again(s, scene.seat):
        best_value = -1000.0
        for move in candidates[:CANDIDATES]:
            value = pair_value(s, scene, move)
            if value > best_value:
                best, best_value = move, value
    return best


def kind_of(move: Move) -> int:
    """The die that a pick takes."""
    if isinstance(move, PickBurger):
        return move.kind
    if isinstance(move, PickSalad):
        return move.kind
    assert isinstance(move, PickFridge)
    return move.kind


def made(s: JomState, seat: Seat, move: Move) -> None:
    """Put the die of a pick where it would lie; the pool stays as it is."""
    stall = s.stalls[seat]
    if isinstance(move, PickBurger):
        stall.pips[move.slot] = move.kind % 6 + 1
        stall.filled |= BIT[move.slot]
    elif isinstance(move, PickSalad):
        stall.salad.append(move.kind)


def unmade(s: JomState, seat: Seat, move: Move) -> None:
    stall = s.stalls[seat]
    if isinstance(move, PickBurger):
        stall.pips[move.slot] = 0
        stall.filled &= ~BIT[move.slot]
    elif isinstance(move, PickSalad):
        stall.salad.pop()


def taken_value(s: JomState, scene: Scene, move: Move) -> float:
    """The outlook after taking a die."""
    made(s, scene.seat, move)
    value = outlook(s, scene, scene.picks - 1).points()
    unmade(s, scene.seat, move)
    return value


def pick_value(s: JomState, scene: Scene, move: Move) -> float:
    """The outlook after taking a die, and what the others miss."""
    value = taken_value(s, scene, move)
    if isinstance(move, PickSalad):
        return value
    return value + denied(s, scene.seat, kind_of(move))


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
    seat = scene.seat
    stall = s.stalls[seat]
    come = scene.come
    scene.come = scene.later
    made(s, seat, move)
    best = -1000.0
    for second in left_over(s, seat, kind_of(move)):
        for slot in slots_in(open_slots(s.rules, stall.card, stall.filled, second // 6)):
            best = max(best, placed_value(s, scene, second, slot, scene.picks - 2))
    if best < 0.0:
        best = outlook(s, scene, scene.picks - 2).points()
    unmade(s, seat, move)
    scene.come = come
    return best + denied(s, seat, kind_of(move))


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
        highest = -1
        into: int = 0
        for die in pool:
            fitting: int = open_slots(s.rules, s.stalls[other].card, masks[other], die // 6)
            liking = die % 6 * 2 + (1 if die // 6 > FRIES_SODA else 0) + (100 if fitting else 0)
            if liking > highest:
                best, highest, into = die, liking, fitting & -fitting
        pool.remove(best)
        masks[other] |= into
        turn += 1
    return pool


def placed_value(s: JomState, scene: Scene, kind: int, slot: int, picks: int) -> float:
    """The outlook with a die on a slot and ``picks`` more to come."""
    stall = s.stalls[scene.seat]
    stall.pips[slot] = kind % 6 + 1
    stall.filled |= BIT[slot]
    value = outlook(s, scene, picks).points()
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
        expected += max(best, placed_value(s, scene, base + face, slot, scene.picks - 1)) / 6.0
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
    exchange(s, scene.seat, kind, out, into)
    value = outlook(s, scene, scene.picks).points()
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
    now = outlook(s, scene, scene.picks).points()
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
    best_value = outlook(s, scene, scene.picks).points()
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
        if old > REROLLED:
            continue
        expected = 0.0
        for pips in range(1, 7):
            stall.pips[slot] = pips
            expected += total(s, seat) / 6.0
        stall.pips[slot] = old
        if expected - now > best_gain:
            best, best_gain = REROLL_OWN[slot], expected - now
    return best


def default(s: JomState, seat: Seat) -> Move:
    """For an absent seat: the regular card, the fitting die with most pips, else the highest one into the Fridge."""
    step = s.agenda[-1]
    if isinstance(step, MustTakeBurger):
        return s.rules.menu[0]
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
