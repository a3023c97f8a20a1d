"""Tables of Burger Up laid out card by card, for tests."""

from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import extend, vec
from mypy_extensions import i64

from bunfight.engine import EventLog, IllegalMove, Outcome
from bunfight.engine.deck import Deck
from bunfight.games.burger_up import GAME
from bunfight.games.burger_up.game import BurgerUp
from bunfight.games.burger_up.rules.state import TOP_BUNS_IN_PLAY, Book, BurgerUpState, Kitchen
from bunfight.games.burger_up.rules.steps import CleanUp, TakeTurn
from bunfight.games.burger_up.views.types import BurgerUpView
from bunfight.testing.scene import Kit, Scene


class Spot(Scene[BurgerUpState, BurgerUpView]):
    """Cards by id, stacks as ``card.side``, orders as ``id:coins``."""

    def __init__(self, game: BurgerUp, s: BurgerUpState) -> None:
        super().__init__(Kit(game), s)
        self.book: Book = s.book
        self.heard = EventLog()

    def play(self, *texts: str) -> Spot:
        """The active seat says these moves."""
        for text in texts:
            self.heard = self.say(self.s.active, text)
        return self

    def refused(self, text: str, seat: int | None = None) -> str:
        """The rule that refuses a move."""
        return self.why(text, seat).rule

    def why(self, text: str, seat: int | None = None) -> IllegalMove:
        return self.refusal(self.s.active if seat is None else seat, text)

    def legal(self, prefix: str = "") -> list[str]:
        return [text for text in self.listed(self.s.active) if text.startswith(prefix)]

    def view(self, seat: int | None = 0) -> BurgerUpView:
        return super().view(seat)

    def outcome(self) -> Outcome:
        return self.kit.ended(self.s)

    @property
    def me(self) -> Kitchen:
        return self.s.kitchens[0]

    def hand(self, seat: int = 0) -> list[str]:
        return [self.book.cards[card] for card in self.s.kitchens[seat].hand]

    def stack(self, burger: int, seat: int = 0) -> str:
        halves = self.s.kitchens[seat].stacks[burger]
        return " ".join(f"{self.book.cards[half // 2]}.{'ab'[half % 2]}" for half in halves)

    def market(self) -> list[str]:
        return ["-" if card < 0 else self.book.cards[card] for card in self.s.market]

    def pile(self) -> list[str]:
        return [self.book.cards[card] for card in self.s.discard]

    def orders(self) -> dict[str, int]:
        found = zip(self.s.pending, self.s.coins, strict=True)
        return {self.book.orders[order].id: coins for order, coins in found if order >= 0}

    def need(self, burger: int, seat: int = 0) -> str:
        return self.view(seat).kitchens[seat].burgers[burger].need

    def size(self, burger: int, seat: int = 0) -> int:
        return self.view(seat).kitchens[seat].burgers[burger].size


class Lay:
    """Lays a table: what is named lies where it is named, the rest is in the deck (or with the last seat)."""

    def __call__(
        self,
        stacks: tuple[str, ...] = ("", ""),
        hand: str | None = None,
        market: str | None = None,
        orders: str = "",
        money: int = 2,
        seats: int = 2,
        active: int = 0,
        rival: tuple[str, ...] = ("", ""),
        deck: str | int | None = None,
        pile: str | int = "",
        order_deck: int | None = None,
        upgraded: bool = False,
        spatula: int = 0,
        cleanup: bool = False,
        game: BurgerUp = GAME,
        **fields: Any,
    ) -> Spot:
        book = game.book
        s = BurgerUpState(book, seats, 0, 10, False)
        s.active = active
        s.kitchens = [Kitchen() for _ in range(seats)]
        k = s.kitchens[active]
        k.money, k.upgraded, k.spatula = money, upgraded, spatula
        k.from_perfects, k.bought = max(0, money - 2), max(0, 2 - money)
        number = {card: n for n, card in enumerate(book.cards)}

        def halves(stack: str) -> vec[i64]:
            return vec[i64]([number[one[:-2]] * 2 + "ab".index(one[-1]) for one in stack.split()])

        k.stacks = [halves(stack) for stack in stacks]
        other = s.kitchens[(active + 1) % seats]
        other.stacks = [halves(stack) for stack in rival]
        used = [half // 2 for one in s.kitchens for stack in one.stacks for half in stack]
        for text in (hand, market, pile, deck):
            if isinstance(text, str):
                used += [number[card] for card in text.split() if card != "-"]
        assert len(set(used)) == len(used), "a card is named twice"
        free = [card for card in range(len(book.cards)) if card not in used]

        def cards(text: str | int | None, count: int) -> list[int]:
            if isinstance(text, str):
                return [-1 if card == "-" else number[card] for card in text.split()]
            return [free.pop(len(free) // 2) for _ in range(count if text is None else text)]

        k.hand = cards(hand, 4)
        s.market = cards(market, 3)
        for one in s.kitchens:
            if one is not k:
                one.hand = cards(None, 4)
        s.discard = Deck(cards(pile, 0))
        s.deck = Deck(cards(deck, len(free)))
        rest = free
        s.kitchens[-1].stacks[1] = extend(s.kitchens[-1].stacks[1], [2 * card for card in rest])
        s.pool = [True] * len(book.cards)
        self._orders(s, orders, order_deck)
        spot = Spot(game, s).having(**fields)
        s.grown = sum(s.coins) - 3
        s.agenda = [TakeTurn(active)]
        if cleanup:
            s.phase = 3
            s.agenda = [CleanUp(active)]
        spot.sound = not rest and not upgraded
        return spot

    def _orders(self, s: BurgerUpState, orders: str, order_deck: int | None) -> None:
        number = {order.id: n for n, order in enumerate(s.book.orders)}
        named = [one.partition(":") for one in orders.split()]
        s.pending = [number[id] for id, _, _ in named]
        s.coins = [int(coins or 1) for _, _, coins in named]
        free = [n for n in range(len(s.book.orders)) if n not in s.pending]
        in_play = TOP_BUNS_IN_PLAY[s.seats]
        while len(s.pending) < 3 and order_deck is None:
            s.pending.append(free.pop())
            s.coins.append(1)
        open_now = len(s.pending)
        while len(s.pending) < 3:
            s.pending.append(-1)
            s.coins.append(0)
        s.final = open_now < 3
        wanted = in_play - 3 if order_deck is None else order_deck
        s.order_deck = Deck([free.pop() for _ in range(wanted)])
        done = in_play - wanted - open_now
        for n in range(done):  # orders served earlier, by turns, for nothing
            one = s.kitchens[n % s.seats]
            one.claimed.append(free.pop())
            one.sizes.append(1)
            one.from_classes += 1
            one.bought += 1
        s.aside = Deck(free)


@pytest.fixture
def lay() -> Lay:
    return Lay()
