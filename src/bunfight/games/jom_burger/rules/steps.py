"""The decisions of Jom Burger from the first roll on, in the order of the rulebook."""

from mypy_extensions import i64

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.engine.step import ONLY, IllegalMove, Move, Seat, Step
from bunfight.games.jom_burger.rules import events
from bunfight.games.jom_burger.rules.actions import (
    announce_winners,
    breaks_order,
    die_on,
    draw_and_roll,
    left_first_kept,
    lifted,
    locked,
    names,
    open_slots,
    put,
    send_back,
    serve_orders,
    start_round,
    store_leftover,
    swap_dice,
    swap_slots,
    take_out,
)
from bunfight.games.jom_burger.rules.moves import (
    CALL,
    FINISH,
    FRIDGE,
    KEEP,
    REROLL_OWN,
    REROLL_POOL,
    SALAD,
    CallSupply,
    ChooseSalad,
    Finish,
    KeepBurger,
    PickBurger,
    PickFridge,
    PickSalad,
    RerollOwn,
    RerollPool,
    SwapDie,
    TakeBurger,
    burger,
    swap,
)
from bunfight.games.jom_burger.rules.state import (
    BIT,
    CHOOSE_BURGER,
    DELIVERY,
    FRIES_SODA,
    INGREDIENTS,
    KIND_IDS,
    LEFT_TO_RIGHT,
    ONES,
    ROUNDS,
    ROW,
    SLOT_IDS,
    UNCHOSEN,
    Card,
    JomState,
    Rules,
    Stall,
    drafter,
    first_slot,
)


class MustTakeDie(Step[JomState]):
    """JB-DRAFT-3: the seat of this draft turn takes exactly one die; before that it may use its action cards."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def legal(self, s: JomState, seat: Seat) -> list[Move]:
        stall = s.stalls[seat]
        moves: list[Move] = []
        last: i64 = -1
        if stall.reroll:
            for die in s.pool:  # JB-RR-2; JB-TURN-4: like dice are named once
                kind: i64 = die
                if kind != last:
                    moves.append(REROLL_POOL[kind])
                    last = kind
            add_own_rerolls(stall, moves)
        if can_call(s, stall):
            moves.append(CALL)
        if add_burger_picks(s, stall, moves):
            add_salad_picks(s, stall, moves)
        else:
            add_salad_picks(s, stall, moves)
            last = -1
            for die in s.pool:  # JB-DRAFT-6
                kind = die
                if kind != last:
                    moves.append(FRIDGE[kind])
                    last = kind
        return moves

    def check(self, s: JomState, seat: Seat, move: Move) -> IllegalMove | None:
        stall = s.stalls[seat]
        if isinstance(move, PickBurger):
            if move.kind not in s.pool:
                return IllegalMove("JB-DRAFT-3", "not_in_pool", die=KIND_IDS[move.kind])
            return misplaced(s.rules, stall.card, stall.filled, move.kind // 6, move.slot)
        if isinstance(move, PickSalad):
            return unfit_for_salad(s, stall, move.kind)
        if isinstance(move, PickFridge):
            if move.kind not in s.pool:
                return IllegalMove("JB-DRAFT-3", "not_in_pool", die=KIND_IDS[move.kind])
            for die in s.pool:
                if open_slots(s.rules, stall.card, stall.filled, die // 6):
                    return IllegalMove("JB-DRAFT-5", "something_fits", die=KIND_IDS[die])
            return None
        if isinstance(move, RerollPool):
            if not stall.reroll:
                return IllegalMove("JB-ACT-1", "used", card="reroll")
            return None if move.kind in s.pool else IllegalMove("JB-RR-2", "not_in_pool", die=KIND_IDS[move.kind])
        if isinstance(move, RerollOwn):
            if not stall.reroll:
                return IllegalMove("JB-ACT-1", "used", card="reroll")
            return nothing_to_reroll(stall, move.slot)
        if isinstance(move, CallSupply):
            if not stall.supply:
                return IllegalMove("JB-ACT-1", "used", card="supply")
            if s.in_bag == 0:
                return IllegalMove("JB-ES-2", "bag_empty")
            return None if stall.filled else IllegalMove("JB-ES-2", "burger_empty")
        if isinstance(move, (SwapDie, KeepBurger)):
            return IllegalMove("JB-ES-4", "no_delivery")
        if isinstance(move, Finish):
            return IllegalMove("JB-DRAFT-3", "must_take")
        return too_late(s, move)

    def take(self, s: JomState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        s.last = move
        s.last_seat = seat
        self.carry_out(s, seat, move, luck, log)
        make_only_moves(s, luck, log)

    def carry_out(self, s: JomState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        stall = s.stalls[seat]
        if isinstance(move, PickBurger):
            take_out(s.pool, move.kind)
            before: i64 = stall.filled
            put(s, seat, move.slot, move.kind)
            if log.on:
                log.all(events.DiePlaced(seat, KIND_IDS[move.kind], SLOT_IDS[move.slot]))
            serve_orders(s, seat, before, log)
            end_turn(s, seat, luck, log)
        elif isinstance(move, PickFridge):
            take_out(s.pool, move.kind)
            s.fridge.append(move.kind)
            s.fridge_by.append(seat)
            stall.wasted += 1
            if log.on:
                log.all(events.DieWasted(seat, KIND_IDS[move.kind], s.round))
            end_turn(s, seat, luck, log)
        elif isinstance(move, PickSalad):
            take_out(s.pool, move.kind)
            stall.salad.append(move.kind)
            if log.on:
                log.all(events.SaladFilled(seat, KIND_IDS[move.kind], len(stall.salad)))
            end_turn(s, seat, luck, log)
        elif isinstance(move, RerollPool):
            stall.reroll = False
            take_out(s.pool, move.kind)
            rolled: i64 = move.kind - move.kind % 6 + luck.below(6)
            s.pool.append(rolled)
            s.pool.sort()
            if log.on:
                log.all(events.PoolRerolled(seat, KIND_IDS[move.kind], rolled % 6 + 1))
        elif isinstance(move, RerollOwn):
            reroll_own(s, seat, move.slot, luck, log)
        else:
            assert isinstance(move, CallSupply)
            stall.supply = False
            delivered = draw_and_roll(s, min(DELIVERY, s.in_bag), luck)
            s.delivered = delivered
            s.brought = delivered[:]
            if log.on:
                log.all(events.SupplyCalled(seat, names(delivered)))
            s.agenda.append(MaySwapDie(seat))

    def copy(self) -> "MustTakeDie":
        return MustTakeDie(self.seat)


class MaySwapDie(Step[JomState]):
    """JB-ES-4: one delivered die may be swapped with one on the own burger; then the draft turn goes on."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def legal(self, s: JomState, seat: Seat) -> list[Move]:
        moves: list[Move] = []
        add_swaps(s, s.stalls[seat], moves)
        moves.append(KEEP)
        return moves

    def check(self, s: JomState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, KeepBurger):
            return None
        if isinstance(move, (TakeBurger, ChooseSalad)):
            return too_late(s, move)
        if not isinstance(move, SwapDie):
            return IllegalMove("JB-TURN-2", "swap_first")
        stall = s.stalls[seat]
        if move.kind not in s.delivered:
            return IllegalMove("JB-ES-4", "not_delivered", die=KIND_IDS[move.kind])
        if not stall.filled & BIT[move.out]:
            return IllegalMove("JB-ES-5", "nothing_to_give", slot=SLOT_IDS[move.out])
        ingredient: i64 = move.kind // 6
        if stall.card.accepts[move.out] == ingredient:
            if move.into == move.out:
                return None
            return IllegalMove("JB-ES-6", "in_its_place", slot=SLOT_IDS[move.out], ingredient=INGREDIENTS[ingredient])
        if not s.rules.any_ingredient:
            return IllegalMove("JB-ES-6", "same_only", slot=SLOT_IDS[move.out], ingredient=INGREDIENTS[ingredient])
        rest: i64 = lifted(stall, move.out)
        if not open_slots(s.rules, stall.card, rest, ingredient):
            return IllegalMove("JB-PLACE-2", "no_space", ingredient=INGREDIENTS[ingredient])
        broken = misplaced(s.rules, stall.card, rest, ingredient, move.into)
        after: i64 = rest | BIT[move.into]
        if broken is not None and (broken.key != "row_locked" or not stall.filled & BIT[move.into - LEFT_TO_RIGHT]):
            return broken
        if not left_first_kept(s.rules, stall.card, after):
            return IllegalMove("JB-ES-8", "leaves_gap", slot=SLOT_IDS[move.out])
        if breaks_order(stall, after):
            return IllegalMove("JB-ES-9", "breaks_order", slot=SLOT_IDS[move.out])
        return None

    def take(self, s: JomState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        s.last = move
        s.last_seat = seat
        if isinstance(move, SwapDie):
            swap_dice(s, seat, move.kind, move.out, move.into, log)
        elif log.on:
            log.all(events.BurgerKept(seat))
        send_back(s)
        s.agenda.pop()
        make_only_moves(s, luck, log)

    def copy(self) -> "MaySwapDie":
        return MaySwapDie(self.seat)


class MayRerollOnce(Step[JomState]):
    """JB-RR-8: after its last pick of the game a seat may still reroll a die on its burger."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def candidates(self, s: JomState, seat: Seat) -> list[Move]:
        moves: list[Move] = []
        add_own_rerolls(s.stalls[seat], moves)
        moves.append(FINISH)
        return moves

    def check(self, s: JomState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, Finish):
            return None
        if isinstance(move, (TakeBurger, ChooseSalad)):
            return too_late(s, move)
        if isinstance(move, RerollOwn):
            return nothing_to_reroll(s.stalls[seat], move.slot)
        return IllegalMove("JB-TURN-2", "last_chance")

    def take(self, s: JomState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        s.last = move
        s.last_seat = seat
        if isinstance(move, RerollOwn):
            reroll_own(s, seat, move.slot, luck, log)
        elif log.on:
            log.all(events.RerollKept(seat))
        s.agenda.pop()
        next_turn(s, luck, log)
        make_only_moves(s, luck, log)

    def copy(self) -> "MayRerollOnce":
        return MayRerollOnce(self.seat)


# ---- what is legal in a draft turn ----


def add_own_rerolls(stall: Stall, moves: list[Move]) -> None:
    """JB-RR-4: any die on the own burger."""
    rest: i64 = stall.filled
    slot: i64 = 0
    while rest:
        if rest & 1:
            moves.append(REROLL_OWN[slot])
        rest >>= 1
        slot += 1


def can_call(s: JomState, stall: Stall) -> bool:
    """JB-ES-2: dice to draw and a die to give."""
    return stall.supply and stall.filled != 0 and s.in_bag > 0


def add_burger_picks(s: JomState, stall: Stall, moves: list[Move]) -> bool:
    """The dice that fit (JB-DRAFT-4); says whether there are any."""
    any_fits = False
    last: i64 = -1
    ingredient: i64 = -1
    fitting: i64 = 0
    for die in s.pool:
        kind: i64 = die
        if kind == last:
            continue
        last = kind
        if kind // 6 != ingredient:
            ingredient = kind // 6
            fitting = open_slots(s.rules, stall.card, stall.filled, ingredient)
        more: i64 = fitting
        while more:  # several only if slots are not alike (JB-PLACE-8)
            any_fits = True
            moves.append(burger(kind, first_slot(more)))
            more &= more - 1
    return any_fits


def several_picks(s: JomState, stall: Stall) -> bool:
    """Whether there is more than one way to pick, without listing them."""
    fits: i64 = 0
    kinds: i64 = 0
    salads: i64 = 0
    last: i64 = -1
    green = stall.side != UNCHOSEN and len(stall.salad) < s.rules.salads[stall.side].columns
    for die in s.pool:
        kind: i64 = die
        if kind == last:
            continue
        last = kind
        kinds += 1
        fitting: i64 = open_slots(s.rules, stall.card, stall.filled, kind // 6)
        if fitting:
            fits += 1
            if fitting & (fitting - 1):
                fits += 1
        if green and suits_salad(stall, kind):
            salads += 1
        if fits + salads > 1:
            return True
    return fits == 0 and kinds + salads > 1


def suits_salad(stall: Stall, kind: i64) -> bool:
    """JB-SALAD-2, JB-SALAD-4."""
    return kind // 6 != FRIES_SODA and (stall.side != ONES or kind % 6 == 0)


def add_salad_picks(s: JomState, stall: Stall, moves: list[Move]) -> None:
    """JB-DRAFT-7, JB-SALAD-3."""
    if stall.side == UNCHOSEN or len(stall.salad) >= s.rules.salads[stall.side].columns:
        return
    last: i64 = -1
    for die in s.pool:
        kind: i64 = die
        if kind != last and suits_salad(stall, kind):
            moves.append(SALAD[kind])
        last = kind


def add_swaps(s: JomState, stall: Stall, moves: list[Move]) -> None:
    """JB-ES-5 to JB-ES-9, by die, outgoing slot, incoming slot."""
    last: i64 = -1
    for die in s.delivered:
        kind: i64 = die
        if kind == last:
            continue
        last = kind
        candidates: i64 = stall.filled
        if not s.rules.any_ingredient:
            candidates &= stall.card.takes[kind // 6]
        while candidates:
            out: i64 = first_slot(candidates)
            candidates &= candidates - 1
            fine: i64 = swap_slots(s.rules, stall, kind, out)
            while fine:
                moves.append(swap(kind, out, first_slot(fine)))
                fine &= fine - 1


# ---- what follows ----


def reroll_own(s: JomState, seat: Seat, slot: i64, luck: Luck, log: EventLog) -> None:
    """JB-RR-4, JB-RR-5: the new result stands."""
    stall = s.stalls[seat]
    stall.reroll = False
    old: i64 = die_on(stall, slot)
    stall.pips[slot] = luck.below(6) + 1
    if log.on:
        log.all(events.OwnRerolled(seat, SLOT_IDS[slot], KIND_IDS[old], stall.pips[slot]))


def end_turn(s: JomState, seat: Seat, luck: Luck, log: EventLog) -> None:
    """JB-DRAFT-10: the pick ends the turn, unless the last chance to reroll opens (JB-RR-8)."""
    if s.round == ROUNDS and s.turn >= s.seats:
        stall = s.stalls[seat]
        if stall.reroll and stall.filled:
            s.agenda.append(MayRerollOnce(seat))
            return
    next_turn(s, luck, log)


def next_turn(s: JomState, luck: Luck, log: EventLog) -> None:
    """The next draft turn, the next round, or the end."""
    s.turn += 1
    if s.turn == 2 * s.seats:
        store_leftover(s, log)
        if s.round == ROUNDS:  # JB-END-1
            s.agenda.clear()
            if log.on:
                announce_winners(s, log)
            return
        s.start = (s.start + 1) % s.seats  # JB-ROUND-3
        start_round(s, luck, log)
    draft = s.agenda[-1]
    assert isinstance(draft, MustTakeDie)
    draft.seat = drafter(s, s.turn)


def make_only_moves(s: JomState, luck: Luck, log: EventLog) -> None:
    """JB-TURN-3: while only one move is possible, it is made at once."""
    while s.agenda:
        step = s.agenda[-1]
        if isinstance(step, MustTakeDie):
            stall = s.stalls[step.seat]
            if stall.reroll or can_call(s, stall) or several_picks(s, stall):
                return
            moves = step.legal(s, step.seat)
            assert len(moves) == 1
            if log.on:
                log.all(events.OnlyMoveMade(step.seat, moves[0].text))
            step.carry_out(s, step.seat, moves[0], luck, log)
        elif isinstance(step, MaySwapDie):
            moves = []
            add_swaps(s, s.stalls[step.seat], moves)
            if moves:
                return
            if log.on:
                log.all(events.OnlyMoveMade(step.seat, KEEP.text))
                log.all(events.BurgerKept(step.seat))
            send_back(s)
            s.agenda.pop()
        else:
            return


# ---- how long still ----


def picks_left(s: JomState, seat: Seat) -> int:
    """Draft turns of a seat that are still to come, the present one included."""
    if not s.agenda:
        return 0
    if s.round == 0:
        return 2 * ROUNDS
    first: i64 = s.turn
    if isinstance(s.agenda[-1], MayRerollOnce):
        first += 1
    left: i64 = 2 * (ROUNDS - s.round)
    while first < 2 * s.seats:
        if drafter(s, first) == seat:
            left += 1
        first += 1
    return left


# ---- why not ----


def too_late(s: JomState, move: Move) -> IllegalMove:
    """What was settled before the first roll stays so."""
    if not isinstance(move, TakeBurger):
        return IllegalMove("JB-SETUP-11", "salad_settled")
    return IllegalMove("JB-SETUP-20", "has_burger" if s.rules.burgers == CHOOSE_BURGER else "burgers_not_chosen")


def nothing_to_reroll(stall: Stall, slot: i64) -> IllegalMove | None:
    return None if stall.filled & BIT[slot] else IllegalMove("JB-RR-4", "nothing_to_reroll", slot=SLOT_IDS[slot])


def misplaced(rules: Rules, card: Card, filled: i64, ingredient: i64, slot: i64) -> IllegalMove | None:
    """Why a die of this ingredient may not go into this slot."""
    if open_slots(rules, card, filled, ingredient) & BIT[slot]:
        return None
    if card.accepts[slot] < 0:
        return IllegalMove("JB-PLACE-1", "no_such_space", slot=SLOT_IDS[slot])
    if card.accepts[slot] != ingredient:
        return IllegalMove("JB-PLACE-1", "other_ingredient", slot=SLOT_IDS[slot], ingredient=INGREDIENTS[ingredient])
    if filled & BIT[slot]:
        return IllegalMove("JB-PLACE-2", "filled", slot=SLOT_IDS[slot])
    if card.right & BIT[slot] and card.front[ingredient] & ~filled:
        return IllegalMove("JB-PLACE-3", "left_before_right", ingredient=INGREDIENTS[ingredient])
    if locked(rules, card, filled) & BIT[slot]:
        if rules.left_first == ROW:
            return IllegalMove("JB-PLACE-4", "row_locked", slot=SLOT_IDS[slot - LEFT_TO_RIGHT])
        return IllegalMove("JB-PLACE-5", "column_locked")
    return IllegalMove("JB-PLACE-7", "first_of_its_kind", slot=SLOT_IDS[slot])


def unfit_for_salad(s: JomState, stall: Stall, kind: i64) -> IllegalMove | None:
    """Why a die may not go into the salad."""
    if kind not in s.pool:
        return IllegalMove("JB-DRAFT-3", "not_in_pool", die=KIND_IDS[kind])
    if stall.side == UNCHOSEN:
        return IllegalMove("JB-SALAD-1", "no_salads")
    if kind // 6 == FRIES_SODA:
        return IllegalMove("JB-SALAD-2", "not_in_salads")
    if len(stall.salad) >= s.rules.salads[stall.side].columns:
        return IllegalMove("JB-SALAD-3", "salad_full")
    return None if suits_salad(stall, kind) else IllegalMove("JB-SALAD-4", "only_ones")
