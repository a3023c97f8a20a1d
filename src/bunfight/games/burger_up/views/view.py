"""Builds the view of a seat, and samples a state that is consistent with a view."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine import Rng, Seat, Step
from bunfight.engine.deck import Deck
from bunfight.games.burger_up.cards import CardList
from bunfight.games.burger_up.rules.actions import (
    CLASS_NAMES,
    NEXTS,
    REASONS,
    broken,
    burger_class,
    dead,
    estimate,
    limit,
    missing,
    most_top_buns,
    need,
    next_seat,
    perfects,
    satisfied,
    size,
)
from bunfight.games.burger_up.rules.state import (
    CLASS_HIGH,
    CLASS_PAY,
    COLOSSAL,
    SPATULA_POINTS,
    Book,
    BurgerUpState,
    Kitchen,
    Order,
)
from bunfight.games.burger_up.rules.steps import ChooseReward, CleanUp, TakeTurn
from bunfight.games.burger_up.views.previews import previews
from bunfight.games.burger_up.views.types import (
    Announced,
    Burger,
    BurgerUpView,
    Check,
    Face,
    Half,
    KitchenView,
    Layer,
    OrderView,
    Served,
    Uncovered,
)

PHASES = ("market", "build", "burger_up", "cleanup")
SPATULAS = ("pristine", "dirty", "gone")


class Painter:
    """Builds views of games with one card list."""

    def __init__(self, cards: CardList) -> None:
        self.book: Book = cards.book
        rows = {one.id: one for one in cards.ingredients}
        names = cards.names
        book = cards.book
        self.halves = []
        for half in range(2 * len(book.cards)):
            ingredient = book.ingredients[book.names[half]]
            row = rows[ingredient]
            words = row.keywords + (("perfect",) if book.perfects[half] else ())
            self.halves.append(
                Half(ingredient, row.type, NEXTS[book.nexts[half]], book.perfects[half], words, row.art or row.type)
            )
        self.asks = {bun.id: (names.asks(bun), names.asks_size(bun)) for bun in cards.top_buns}
        self.faces = [
            Face(card, self.halves[2 * number], self.halves[2 * number + 1], book.twin[number])
            for number, card in enumerate(book.cards)
        ]

    def view(self, s: BurgerUpState, seat: Seat | None) -> BurgerUpView:
        over = not s.agenda
        step = s.agenda[-1] if s.agenda else None
        asked = tuple(s.awaiting())
        moves = step.legal(s, seat) if step is not None and seat is not None and seat in asked else []
        cards = self.book.cards
        orders = self.book.orders
        return BurgerUpView(
            seat=seat,
            seats=s.seats,
            awaits=asked,
            step="" if step is None else type(step).__name__,
            moves=tuple([move.text for move in moves]),
            previews=previews(s, s.active, moves) if moves else (),
            over=over,
            options=s.options,
            card_list=self.book.name,
            order_pool="known_first" if s.known_first else "all",
            stall_rounds=s.stall_rounds,
            no_orders="play_out" if s.play_out else "end",
            final_tie="top_buns" if s.buns_break_ties else "shared",
            first=s.first,
            active=s.active,
            phase=PHASES[s.phase],
            round=s.round,
            placed=s.placed,
            placements=limit(s.kitchens[s.active]),
            served_turn=s.served_turn,
            served_round=s.served_round,
            stall=s.stall,
            final=s.final,
            still_to_play=() if over else _still_to_play(s),
            ending=REASONS[s.ending],
            market=tuple(None if card < 0 else self.faces[card] for card in s.market),
            pending=tuple(
                None if order < 0 else self._order(orders[order], coins)
                for order, coins in zip(s.pending, s.coins, strict=True)
            ),
            announced=self._announced(s, step),
            order_deck=len(s.order_deck),
            deck=len(s.deck),
            discard=tuple(cards[card] for card in s.discard),
            pool=tuple(cards[card] for card, there in enumerate(s.pool) if there),
            kitchens=tuple(self._kitchen(s, k, over or k == seat) for k in range(s.seats)),
            uncovered=self._uncovered(s) if over else None,
        )

    def _order(self, order: Order, coins: int) -> OrderView:
        high = None if order.high >= CLASS_HIGH[COLOSSAL] else order.high
        return OrderView(order.id, order.low, high, coins, order.rule, *self.asks[order.id])

    def _announced(self, s: BurgerUpState, step: Step[BurgerUpState] | None) -> Announced | None:
        if not isinstance(step, ChooseReward):
            return None
        return Announced(step.burger, step.slot, self.book.orders[s.pending[step.slot]].id)

    def _uncovered(self, s: BurgerUpState) -> Uncovered:
        orders = self.book.orders
        return Uncovered(
            tuple(self.book.cards[card] for card in sorted(s.deck)),
            tuple(orders[order].id for order in sorted(s.order_deck)),
            tuple(orders[order].id for order in sorted(s.aside)),
        )

    def _kitchen(self, s: BurgerUpState, seat: int, open_hand: bool) -> KitchenView:
        k = s.kitchens[seat]
        unknown = [card for card in k.hand if card not in k.shown]
        spatula = SPATULA_POINTS[k.spatula]
        bonus = most_top_buns(s.kitchens)[seat]
        return KitchenView(
            money=k.money,
            spatula=SPATULAS[k.spatula],
            upgraded=k.upgraded,
            hand=tuple(self.faces[card] for card in k.hand) if open_hand else None,
            hand_count=len(k.hand),
            bought=tuple(self.book.cards[card] for card in k.shown),
            pool_unknown=sum(s.pool[card] for card in unknown),
            burgers=tuple(self._burger(s, k, burger) for burger in range(2)),
            served=tuple(
                Served(self.book.orders[order].id, count, CLASS_NAMES[burger_class(count)])
                for order, count in zip(k.claimed, k.sizes, strict=True)
            ),
            paid_market=k.bought,
            from_orders=k.from_orders,
            from_classes=k.from_classes,
            from_perfects=k.from_perfects,
            spatula_points=spatula,
            most_points=bonus,
            score=k.money + spatula + bonus,
        )

    def _burger(self, s: BurgerUpState, k: Kitchen, burger: int) -> Burger:
        book = self.book
        stack = k.stacks[burger]
        count = size(book, stack)
        checks = tuple(
            None if order < 0 else self._check(book.orders[order], stack, count, coins)
            for order, coins in zip(s.pending, s.coins, strict=True)
        )
        return Burger(
            layers=tuple(Layer(book.cards[half // 2], "ab"[half % 2], self.halves[half]) for half in stack),
            need=NEXTS[need(book, stack)],
            size=count,
            rank=CLASS_NAMES[burger_class(count)] if count else "",
            perfects=perfects(book, stack),
            checks=checks,
        )

    def _check(self, order: Order, stack: vec[i64], count: int, coins: int) -> Check:
        book = self.book
        ready = count > 0 and satisfied(book, order, stack, count)
        marks = tuple(-1 if broken(line, stack) else missing(book, line, stack) for line in order.lines)
        size_mark = -1 if count > order.high else max(0, order.low - count)
        pay = coins + CLASS_PAY[burger_class(count)] + perfects(book, stack) if ready else 0
        left = 0 if ready else estimate(book, order, stack, count)
        return Check(order.id, marks, size_mark, left, ready, dead(book, order, stack, count), pay)

    def determinize(self, view: BurgerUpView, rng: Rng) -> BurgerUpState:
        """Sample a state that looks like ``view`` from its seat: unseen cards are dealt where they may be."""
        book = self.book
        number = {card: n for n, card in enumerate(book.cards)}
        bun = {order.id: n for n, order in enumerate(book.orders)}
        s = BurgerUpState(book, view.seats, view.first, view.stall_rounds, view.final_tie == "top_buns")
        s.options = view.options
        s.known_first = view.order_pool == "known_first"
        s.play_out = view.no_orders == "play_out"
        s.active, s.phase, s.round, s.placed = view.active, PHASES.index(view.phase), view.round, view.placed
        s.served_turn, s.served_round = view.served_turn, view.served_round
        s.stall, s.final, s.ending = view.stall, view.final, REASONS.index(view.ending)
        s.market = [-1 if face is None else number[face.card] for face in view.market]
        s.pending = [-1 if order is None else bun[order.order] for order in view.pending]
        s.coins = [0 if order is None else order.coins for order in view.pending]
        s.discard = Deck([number[card] for card in view.discard])
        in_pool = {number[card] for card in view.pool}
        s.pool = [n in in_pool for n in range(len(book.cards))]
        s.kitchens = [self._determinized(k, number, bun) for k in view.kitchens]
        s.grown = sum(s.coins) + sum(k.from_orders for k in s.kitchens) - 3
        if view.uncovered is not None:
            s.deck = Deck([number[card] for card in view.uncovered.deck])
            s.order_deck = Deck([bun[order] for order in view.uncovered.order_deck])
            s.aside = Deck([bun[order] for order in view.uncovered.aside])
            return s
        self._deal_unseen(s, view, rng)
        self._deal_orders(s, view, rng)
        s.agenda = _agenda(view)
        return s

    def _determinized(self, view: KitchenView, number: dict[str, int], bun: dict[str, int]) -> Kitchen:
        k = Kitchen()
        k.money, k.spatula, k.upgraded = view.money, SPATULAS.index(view.spatula), view.upgraded
        k.shown = [number[card] for card in view.bought]
        k.hand = list(k.shown) if view.hand is None else [number[face.card] for face in view.hand]
        k.stacks = [vec[i64]([number[one.card] * 2 + "ab".index(one.side) for one in b.layers]) for b in view.burgers]
        k.claimed = [bun[one.order] for one in view.served]
        k.sizes = [one.size for one in view.served]
        k.bought, k.from_orders = view.paid_market, view.from_orders
        k.from_classes, k.from_perfects = view.from_classes, view.from_perfects
        return k

    def _deal_unseen(self, s: BurgerUpState, view: BurgerUpView, rng: Rng) -> None:
        """Pool cards lie in the deck or were drawn since; the others can only be in hands (BU-DECK-5)."""
        seen = {card for card in s.market if card >= 0} | set(s.discard)
        for k in s.kitchens:
            seen.update(k.hand)
            seen.update(half // 2 for stack in k.stacks for half in stack)
        unseen = [card for card in range(len(self.book.cards)) if card not in seen]
        fresh = _shuffled([card for card in unseen if s.pool[card]], rng)
        old = _shuffled([card for card in unseen if not s.pool[card]], rng)
        for k, shown in zip(s.kitchens, view.kitchens, strict=True):
            if shown.hand is None:
                older = shown.hand_count - len(shown.bought) - shown.pool_unknown
                k.hand += [old.pop() for _ in range(older)] + [fresh.pop() for _ in range(shown.pool_unknown)]
        assert not old and len(fresh) == view.deck, "a view whose cards do not add up"
        s.deck = Deck(fresh)

    def _deal_orders(self, s: BurgerUpState, view: BurgerUpView, rng: Rng) -> None:
        seen = set(s.pending)
        for k in s.kitchens:
            seen.update(k.claimed)
        unseen = _shuffled([n for n in range(len(self.book.orders)) if n not in seen], rng)
        if s.known_first:
            unseen.sort(key=lambda n: not self.book.known[n])
        s.order_deck, s.aside = Deck(unseen[: view.order_deck]), Deck(unseen[view.order_deck :])


def _still_to_play(s: BurgerUpState) -> tuple[int, ...]:
    """Who still has a turn in this round after the active seat."""
    seats = []
    seat = next_seat(s)
    while seat != s.first:
        seats.append(seat)
        seat = (seat + 1) % s.seats
    return tuple(seats)


def _agenda(view: BurgerUpView) -> list[Step[BurgerUpState]]:
    if view.step == "CleanUp":
        return [CleanUp(view.active)]
    agenda: list[Step[BurgerUpState]] = [TakeTurn(view.active)]
    if view.announced is not None:
        agenda.append(ChooseReward(view.active, view.announced.burger, view.announced.slot))
    return agenda


def _shuffled(things: list[int], rng: Rng) -> list[int]:
    for last in range(len(things) - 1, 0, -1):
        other = rng.below(last + 1)
        things[last], things[other] = things[other], things[last]
    return things
