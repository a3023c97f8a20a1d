"""Checks the invariants of a state of Burger Up: no card lost or duplicated, money adds up."""

from __future__ import annotations

from bunfight.games.burger_up.rules.actions import burger_class, fits, limit, need
from bunfight.games.burger_up.rules.state import (
    CLASS_LOW,
    CLASS_PAY,
    COLOSSAL,
    HAND,
    START_MONEY,
    TOP_BUNS_IN_PLAY,
    BurgerUpState,
    Kitchen,
)
from bunfight.games.burger_up.rules.steps import ChooseReward


def audit(s: BurgerUpState) -> None:
    """Assert the invariants that can be seen in one state."""
    _cards(s)
    _orders(s)
    _money(s)
    for seat, kitchen in enumerate(s.kitchens):
        _kitchen(s, seat, kitchen)
    assert s.placed <= limit(s.kitchens[s.active]), "too many placements"
    assert 0 <= s.stall <= s.stall_rounds, "the stall counter"
    assert bool(s.ending) == (not s.agenda), "an ending, and only then no question"


def _cards(s: BurgerUpState) -> None:
    placed = [half // 2 for k in s.kitchens for stack in k.stacks for half in stack]
    held = [card for k in s.kitchens for card in k.hand]
    market = [card for card in s.market if card >= 0]
    everywhere = sorted([*s.deck, *s.discard, *market, *held, *placed])
    assert everywhere == list(range(len(s.book.cards))), "a card is lost or doubled"
    assert all(s.pool[card] for card in s.deck), "a deck card outside the pool"


def _orders(s: BurgerUpState) -> None:
    pending = [order for order in s.pending if order >= 0]
    claimed = [order for k in s.kitchens for order in k.claimed]
    everywhere = sorted([*s.order_deck, *s.aside, *pending, *claimed])
    assert everywhere == list(range(len(s.book.orders))), "a Top Bun is lost or doubled"
    in_play = TOP_BUNS_IN_PLAY[s.seats]
    assert len(s.order_deck) + len(pending) + len(claimed) == in_play, "Top Buns in play"
    assert len(claimed) <= (11 if s.seats == 2 else in_play), "too many claims"
    assert s.final == (len(pending) < 3), "the final round, and only then fewer than three orders"
    assert not s.final or not s.order_deck, "a final round with orders to come"
    assert pending or s.play_out or not s.agenda, "no order open in a running game"
    for order, coins in zip(s.pending, s.coins, strict=True):
        assert (coins >= 1) == (order >= 0) and coins >= 0, "coins lie on open orders only"
    taken = sum(k.from_orders for k in s.kitchens)
    assert sum(s.coins) == 3 + s.grown - taken, "coins on orders"


def _money(s: BurgerUpState) -> None:
    for k in s.kitchens:
        earned = k.from_orders + k.from_classes + k.from_perfects
        assert k.money == START_MONEY - k.bought + earned and k.money >= 0, "money"
        assert len(k.sizes) == len(k.claimed), "a size for each served order"
        rewards = sum(CLASS_PAY[burger_class(count)] for count in k.sizes)
        assert k.from_classes == rewards - (CLASS_PAY[COLOSSAL] if k.upgraded else 0), "class rewards"


def _kitchen(s: BurgerUpState, seat: int, k: Kitchen) -> None:
    assert len(k.hand) <= (7 if seat == s.active else HAND), "too many cards in hand"
    assert set(k.shown) <= set(k.hand), "a bought card that is gone"
    assert 0 <= k.spatula <= 2, "Spatula uses"
    assert not k.upgraded or any(count >= CLASS_LOW[COLOSSAL] for count in k.sizes), "an upgrade from nowhere"
    for stack in k.stacks:
        for height, half in enumerate(stack):
            assert fits(s.book, half, need(s.book, stack[:height])), "a stack that does not fit"
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, ChooseReward) and step.seat == seat:
        assert not k.upgraded and len(k.stacks[step.burger]) > 0, "a reward for nothing"
