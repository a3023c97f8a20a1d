"""The decisions of Burger Up, in the order of a turn: cook and serve, choose a reward, clean up."""

from __future__ import annotations

from librt.vecs import append, extend
from mypy_extensions import i64, mypyc_attr

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.engine.step import ONLY, IllegalMove, Move, Step
from bunfight.games.burger_up.rules import checks
from bunfight.games.burger_up.rules.actions import (
    draw_up,
    drop,
    fill_market,
    finish,
    fits,
    limit,
    need,
    over,
    pass_on,
    satisfied,
    serve,
    size,
)
from bunfight.games.burger_up.rules.events import (
    CardDiscarded,
    CleanupBegun,
    ColossalAnnounced,
    IngredientBought,
    IngredientPlaced,
    SpatulaUsed,
)
from bunfight.games.burger_up.rules.moves import Buy, Claim, Discard, Lift, Place, Reward, StartCleanup
from bunfight.games.burger_up.rules.state import (
    BUILD,
    BURGER_UP,
    CLASS_LOW,
    COLOSSAL,
    HAND,
    MARKET,
    RUNNING,
    BurgerUpState,
)
from bunfight.games.burger_up.rules.state import CLEANUP as CLEANUP_PHASE


@mypyc_attr(free_list_len=1)
class TakeTurn(Step[BurgerUpState]):
    """BU-TURN-2, -3: Market, Build and Burger Up; each may be skipped and none comes back."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def awaits(self) -> list[int]:
        return ONLY[self.seat]

    def legal(self, s: BurgerUpState, seat: int) -> list[Move]:
        """A fast path (docs/architecture.md has the figures)."""
        moves: list[Move] = []
        book = s.book
        kitchen = s.kitchens[self.seat]
        stacks = kitchen.stacks
        if s.phase == MARKET and kitchen.money >= 1:  # BU-MKT-2
            for slot in range(3):
                if s.market[slot] >= 0:  # BU-MKT-3
                    moves.append(book.buys[slot])
        needs0 = need(book, stacks[0])
        needs1 = need(book, stacks[1])
        if s.placed < limit(kitchen):  # BU-BUILD-1
            for card in kitchen.hand:
                half: i64 = card * 2
                if fits(book, half, needs0):
                    moves.append(book.places[half * 2])
                if fits(book, half, needs1):
                    moves.append(book.places[half * 2 + 1])
                if book.twin[card]:  # BU-BUN-6
                    continue
                half += 1
                if fits(book, half, needs0):
                    moves.append(book.places[half * 2])
                if fits(book, half, needs1):
                    moves.append(book.places[half * 2 + 1])
        if kitchen.spatula < 2:  # BU-SPAT-6
            for burger in range(2):
                other = needs0 if burger == 1 else needs1
                stack = stacks[burger]
                lift = burger * len(book.cards) * 2
                for layer in stack:
                    moves.append(book.lifts[lift])
                    if fits(book, layer, other):  # BU-SPAT-4
                        moves.append(book.lifts[lift + 1])
                    lift += 2
        for burger in range(2):
            stack = stacks[burger]
            count = size(book, stack)
            if count == 0:  # BU-UP-3
                continue
            for order in s.pending:
                if order >= 0 and satisfied(book, book.orders[order], stack, count):
                    moves.append(book.claims[burger * len(book.orders) + order])
        moves.append(book.cleanup)
        return moves

    def check(self, s: BurgerUpState, seat: int, move: Move) -> IllegalMove | None:
        return checks.cooking(s, seat, move)

    def take(self, s: BurgerUpState, seat: int, move: Move, luck: Luck, log: EventLog) -> None:
        if isinstance(move, Place):
            self._place(s, move, log)
        elif isinstance(move, Lift):
            self._lift(s, move, log)
        elif isinstance(move, Buy):
            self._buy(s, move, log)
        elif isinstance(move, Claim):
            self._claim(s, move, luck, log)
        else:
            assert isinstance(move, StartCleanup)
            leave_burger_up(s, luck, log)

    def _buy(self, s: BurgerUpState, move: Buy, log: EventLog) -> None:
        """BU-MKT-1, -5, -8: a dollar to the bank, the card openly to the hand."""
        kitchen = s.kitchens[self.seat]
        card = s.market[move.slot]
        s.market[move.slot] = -1
        kitchen.money -= 1
        kitchen.bought += 1
        kitchen.hand.append(card)
        kitchen.shown.append(card)
        if log.on:
            log.all(IngredientBought(self.seat, move.slot, s.book.cards[card]))

    def _place(self, s: BurgerUpState, move: Place, log: EventLog) -> None:
        """BU-BUILD-3, -4: on top of the stack, one side up for good."""
        kitchen = s.kitchens[self.seat]
        card = move.card
        half = card * 2 + move.side
        known = drop(kitchen, card)
        kitchen.stacks[move.burger] = append(kitchen.stacks[move.burger], half)
        s.placed += 1
        s.phase = BUILD
        if log.on:
            ingredient = s.book.ingredients[s.book.names[half]]
            event = IngredientPlaced(self.seat, s.book.cards[card], "ab"[move.side], ingredient, move.burger)
            if known:
                log.all(event)
            else:
                log.show(self.seat, event)

    def _lift(self, s: BurgerUpState, move: Lift, log: EventLog) -> None:
        """BU-SPAT-2 to -6: the block keeps its order and sides; the Spatula goes one step down."""
        kitchen = s.kitchens[self.seat]
        stack = kitchen.stacks[move.burger]
        block = stack[move.position :]
        kitchen.stacks[move.burger] = stack[: move.position]
        if move.away:
            for half in block:
                s.discard.add(half // 2)
        else:
            kitchen.stacks[1 - move.burger] = extend(kitchen.stacks[1 - move.burger], block)
        kitchen.spatula += 1
        s.phase = BUILD
        if log.on:
            cards = tuple([s.book.cards[half // 2] for half in block])
            to = "discard" if move.away else "other"
            left = "dirty" if kitchen.spatula == 1 else "gone"
            log.all(SpatulaUsed(self.seat, move.burger, move.position, to, cards, left))

    def _claim(self, s: BurgerUpState, move: Claim, luck: Luck, log: EventLog) -> None:
        """BU-UP-7, or only the announcement of a Colossal burger (BU-COL-2)."""
        kitchen = s.kitchens[self.seat]
        order = move.order
        slot = s.pending.index(order)
        s.phase = BURGER_UP
        count = size(s.book, kitchen.stacks[move.burger])
        if count >= CLASS_LOW[COLOSSAL] and not kitchen.upgraded:
            s.agenda.append(ChooseReward(self.seat, move.burger, slot))
            if log.on:
                log.all(ColossalAnnounced(self.seat, move.burger, s.book.orders[order].id))
            return
        serve(s, self.seat, move.burger, slot, False, luck, log)
        leave_burger_up(s, luck, log)


class ChooseReward(Step[BurgerUpState]):
    """BU-COL-1, -2: whoever serves a Colossal burger in a standard kitchen first chooses $10 or the upgrade."""

    def __init__(self, seat: int, burger: int, slot: int) -> None:
        self.seat = seat
        self.burger = burger
        self.slot = slot

    def awaits(self) -> list[int]:
        return ONLY[self.seat]

    def candidates(self, s: BurgerUpState, seat: int) -> list[Move]:
        return s.book.rewards[:]

    def check(self, s: BurgerUpState, seat: int, move: Move) -> IllegalMove | None:
        """BU-COL-2: nothing else may be done first."""
        return None if isinstance(move, Reward) else IllegalMove("BU-COL-2", "reward_first")

    def take(self, s: BurgerUpState, seat: int, move: Move, luck: Luck, log: EventLog) -> None:
        assert isinstance(move, Reward)
        s.agenda.pop()
        serve(s, self.seat, self.burger, self.slot, move.upgrade, luck, log)
        leave_burger_up(s, luck, log)


@mypyc_attr(free_list_len=1)
class CleanUp(Step[BurgerUpState]):
    """BU-CLEAN-3, -4: discard any cards, and down to four if you hold more."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def awaits(self) -> list[int]:
        return ONLY[self.seat]

    def legal(self, s: BurgerUpState, seat: int) -> list[Move]:
        """A fast path (docs/architecture.md has the figures)."""
        hand = s.kitchens[self.seat].hand
        moves: list[Move] = []
        discards = s.book.discards
        for card in hand:
            moves.append(discards[card])
        if len(hand) <= HAND:
            moves.append(s.book.end)
        return moves

    def check(self, s: BurgerUpState, seat: int, move: Move) -> IllegalMove | None:
        return checks.cleaning(s, seat, move)

    def take(self, s: BurgerUpState, seat: int, move: Move, luck: Luck, log: EventLog) -> None:
        if not isinstance(move, Discard):
            end_turn(s, luck, log)
            return
        kitchen = s.kitchens[self.seat]
        card = move.card
        known = drop(kitchen, card)
        s.discard.add(card)
        if log.on:
            event = CardDiscarded(self.seat, s.book.cards[card])
            if known:
                log.all(event)
            else:
                log.show(self.seat, event)
        if not kitchen.hand:  # BU-CLEAN-7
            end_turn(s, luck, log)


def leave_burger_up(s: BurgerUpState, luck: Luck, log: EventLog) -> None:
    """The end check; then Cleanup begins with the market (BU-UP-12, BU-CLEAN-1, -2)."""
    ending = over(s)
    if ending != RUNNING:
        finish(s, ending, log)
        return
    seat = s.active
    s.phase = CLEANUP_PHASE
    if log.on:
        log.all(CleanupBegun(seat))
    fill_market(s, luck, log)
    s.agenda[-1] = CleanUp(seat)
    if not s.kitchens[seat].hand:  # BU-CLEAN-7
        end_turn(s, luck, log)


def end_turn(s: BurgerUpState, luck: Luck, log: EventLog) -> None:
    """BU-CLEAN-5, -6: draw up to four, and the next seat begins."""
    draw_up(s, s.active, luck, log)
    pass_on(s, log)
    s.agenda[-1] = TakeTurn(s.active)
