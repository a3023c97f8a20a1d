"""Why a move is not allowed: the first rule in its way, and a sentence a child could read."""

from __future__ import annotations

from bunfight.games.burger_up.moves import (
    BURGERS,
    SLOTS,
    Buy,
    Claim,
    Discard,
    EndTurn,
    Gesture,
    Lift,
    Place,
    Reward,
    StartCleanup,
)
from bunfight.games.burger_up.names import TERMS
from bunfight.games.burger_up.state import (
    AT_LEAST,
    AT_MOST,
    CLEANUP,
    DIFFERENT,
    EQUAL,
    HAND,
    MARKET,
    NONE,
    Book,
    BurgerUpState,
    Line,
    Order,
)
from bunfight.games.burger_up.verbs import fits, holds, limit, matches, missing, names, need, size
from bunfight.kernel import Move, RuleBreak

TYPE_NAMES = tuple([TERMS[kind]["en"] for kind in ("any", "salad", "meat_patty", "cheese_egg", "sauce")])


def cooking(s: BurgerUpState, seat: int, move: Move) -> RuleBreak:
    """Before Cleanup."""
    found = (
        _unasked(move)
        or _gesture(move)
        or _early(move)
        or _buy(s, move)
        or _place(s, seat, move)
        or _lift(s, seat, move)
        or _claim(s, seat, move)
    )
    assert found is not None, f"{move.text} breaks no rule"
    return found


def choosing(move: Move) -> RuleBreak:
    """While the Colossal reward is open."""
    if isinstance(move, Reward):
        return RuleBreak("BU-GEN-2", "there is no such reward")
    return RuleBreak("BU-COL-2", "first choose your Colossal reward: $10 or the upgrade")


def cleaning(s: BurgerUpState, seat: int, move: Move) -> RuleBreak:
    """In Cleanup."""
    found = _unasked(move) or _gesture(move) or _late(s, move) or _discard(s, seat, move)
    assert found is not None, f"{move.text} breaks no rule"
    return found


def _unasked(move: Move) -> RuleBreak | None:
    if isinstance(move, Reward):
        return RuleBreak("BU-COL-1", "there is no Colossal reward to choose now")
    return None


def _gesture(move: Move) -> RuleBreak | None:
    if not isinstance(move, Gesture):
        return None
    if move.text.startswith("turn"):
        return RuleBreak("BU-BUILD-4", "a placed card cannot be turned round")
    return RuleBreak("BU-BUILD-11", "placed cards stay on the burger; only the Spatula moves them")


def _early(move: Move) -> RuleBreak | None:
    if isinstance(move, Discard):
        return RuleBreak("BU-CLEAN-3", "you can discard hand cards only while cleaning up")
    if isinstance(move, EndTurn):
        return RuleBreak("BU-TURN-5", "clean up first; that part of the turn cannot be skipped")
    return None


def _late(s: BurgerUpState, move: Move) -> RuleBreak | None:
    assert s.phase == CLEANUP
    if isinstance(move, Buy):
        return RuleBreak("BU-TURN-3", "the market is closed for this turn")
    if isinstance(move, Place):
        return RuleBreak("BU-TURN-3", "you are cleaning up; building is over for this turn")
    if isinstance(move, Lift):
        return RuleBreak("BU-SPAT-1", "the Spatula can be used only while you build")
    if isinstance(move, Claim):
        if s.served_turn:
            return RuleBreak("BU-UP-1", "you can serve only one burger a turn")
        return RuleBreak("BU-TURN-3", "you are cleaning up; serving is over for this turn")
    if isinstance(move, StartCleanup):
        return RuleBreak("BU-TURN-3", "you are cleaning up already")
    return None


def _buy(s: BurgerUpState, move: Move) -> RuleBreak | None:
    if not isinstance(move, Buy):
        return None
    if s.phase != MARKET:
        return RuleBreak("BU-TURN-3", "the market is closed once you have started building")
    if not 0 <= move.slot < SLOTS:
        return RuleBreak("BU-GEN-2", "there is no such market space")
    if s.market[move.slot] < 0:
        return RuleBreak("BU-MKT-3", "that market space is empty until you clean up")
    return RuleBreak("BU-MKT-2", "you need $1 to buy a card")


def _place(s: BurgerUpState, seat: int, move: Move) -> RuleBreak | None:
    if not isinstance(move, Place):
        return None
    book = s.book
    kitchen = s.kitchens[seat]
    if not 0 <= move.burger < BURGERS:
        return RuleBreak("BU-GEN-2", "you can only build on your own two burgers")
    if move.side < 0:
        return RuleBreak("BU-GEN-2", "there is no such side; a card has the sides a and b")
    card = move.card
    if card not in kitchen.hand:
        return RuleBreak("BU-BUILD-2", "you can only place cards from your hand")
    if move.side == 1 and book.twin[card]:
        return RuleBreak("BU-BUN-6", "both ends of this card are the same; use side a")
    if s.placed >= limit(kitchen):
        if kitchen.upgraded:
            return RuleBreak("BU-BUILD-1", "you may place only 4 cards a turn")
        return RuleBreak("BU-BUILD-1", "you may place only 3 cards a turn (4 with an upgraded kitchen)")
    half = card * 2 + move.side
    stack = kitchen.stacks[move.burger]
    below = book.titles[book.names[stack[-1]]]
    wanted = TYPE_NAMES[need(book, stack)]
    name = book.titles[book.names[half]]
    return RuleBreak("BU-BUILD-5", f"next on {below} goes {wanted}, and {name} is {TYPE_NAMES[book.kinds[half]]}")


def _lift(s: BurgerUpState, seat: int, move: Move) -> RuleBreak | None:
    if not isinstance(move, Lift):
        return None
    kitchen = s.kitchens[seat]
    if not 0 <= move.burger < BURGERS:
        return RuleBreak("BU-GEN-2", "you can only lift from your own two burgers")
    stack = kitchen.stacks[move.burger]
    if not 0 <= move.position < len(stack):
        return RuleBreak("BU-GEN-2", "there is no card to lift there")
    if kitchen.spatula >= 2:
        return RuleBreak("BU-SPAT-6", "you have used your Spatula twice")
    wanted = need(s.book, kitchen.stacks[1 - move.burger])
    assert not fits(s.book, stack[move.position], wanted)
    return RuleBreak(
        "BU-SPAT-4", f"the lowest card you lift must fit on the other burger: it needs {TYPE_NAMES[wanted]}"
    )


def _claim(s: BurgerUpState, seat: int, move: Move) -> RuleBreak | None:
    if not isinstance(move, Claim):
        return None
    book = s.book
    if not 0 <= move.burger < BURGERS:
        return RuleBreak("BU-GEN-2", "you can only serve your own two burgers")
    number = move.order
    if number not in s.pending:
        return RuleBreak("BU-UP-2", "that order is not among the pending orders")
    order = book.orders[number]
    stack = s.kitchens[seat].stacks[move.burger]
    count = size(book, stack)
    if count == 0:
        return RuleBreak("BU-UP-3", "a burger needs at least one ingredient besides buns")
    if count < order.low:
        return RuleBreak("BU-REQ-2", _sized(order, count))
    if count > order.high:
        return RuleBreak("BU-REQ-3", _sized(order, count))
    for line in order.lines:
        if not holds(book, line, stack):
            return _line(book, order, line, stack)
    return None


def _sized(order: Order, count: int) -> str:
    plural = "ingredient" if count == 1 else "ingredients"
    article = "" if order.size_shown.endswith("only") else "a "
    return f"the order {order.name} wants {article}{order.size_shown}; this burger has {count} {plural}{_cite(order)}"


def _line(book: Book, order: Order, line: Line, stack: list[int]) -> RuleBreak:
    name = f"the order {order.name}"
    word = line.words[0]
    cite = _cite(order)
    if line.kind == AT_LEAST:
        lacking = missing(book, line, stack)
        wanted = word if line.n == 1 and line.single else f"{lacking} more {word}"
        return RuleBreak("BU-REQ-5", f"{name} still needs {wanted}{cite}")
    if line.kind == NONE:
        culprit = next(book.titles[book.names[half]] for half in stack if line.table[half])
        return RuleBreak("BU-REQ-6", f"{name} allows no {word}; this burger has {culprit}{cite}")
    if line.kind == AT_MOST:
        found = matches(line.table, stack)
        return RuleBreak("BU-REQ-7", f"{name} allows at most {line.n} {word}; this burger has {found}{cite}")
    if line.kind == DIFFERENT:
        found = names(book, line.table, stack)
        return RuleBreak("BU-REQ-8", f"{name} wants {line.shown}; this burger has {found}{cite}")
    if line.kind == EQUAL:
        counts = ", ".join(f"{w} {matches(t, stack)}" for w, t in zip(line.words, line.tables, strict=True))
        return RuleBreak("BU-REQ-9", f"{name} wants equal amounts, at least one each: {counts}{cite}")
    return RuleBreak("BU-REQ-10", f"{name} wants {word} as the top card{cite}")


def _cite(order: Order) -> str:
    return f" ({order.rule})" if order.rule else ""


def _discard(s: BurgerUpState, seat: int, move: Move) -> RuleBreak | None:
    if isinstance(move, EndTurn) and len(s.kitchens[seat].hand) > HAND:
        return RuleBreak("BU-CLEAN-4", "discard down to 4 cards first")
    if isinstance(move, Discard) and move.card not in s.kitchens[seat].hand:
        return RuleBreak("BU-CLEAN-3", "you can only discard cards from your hand")
    return None
