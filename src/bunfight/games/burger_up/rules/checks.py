"""Checks moves for the steps: None for a legal move, else the first rule that forbids it."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine import IllegalMove, Move
from bunfight.games.burger_up.rules.actions import (
    CLASS_NAMES,
    NEXTS,
    burger_class,
    fits,
    holds,
    limit,
    matches,
    missing,
    names,
    need,
    size,
)
from bunfight.games.burger_up.rules.moves import (
    BURGERS,
    SLOTS,
    Buy,
    Claim,
    Discard,
    EndTurn,
    Lift,
    Place,
    Reward,
    StartCleanup,
    TakeBack,
    TurnRound,
)
from bunfight.games.burger_up.rules.state import (
    AT_LEAST,
    AT_MOST,
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


def cooking(s: BurgerUpState, seat: int, move: Move) -> IllegalMove | None:
    """Check a move before Cleanup."""
    if isinstance(move, Buy):
        return _buy(s, seat, move)
    if isinstance(move, Place):
        return _place(s, seat, move)
    if isinstance(move, Lift):
        return _lift(s, seat, move)
    if isinstance(move, Claim):
        return _claim(s, seat, move)
    if isinstance(move, Discard):
        return IllegalMove("BU-CLEAN-3", "discard_later")
    if isinstance(move, EndTurn):
        return IllegalMove("BU-TURN-5", "cleanup_first")
    return None if isinstance(move, StartCleanup) else _never(move)


def cleaning(s: BurgerUpState, seat: int, move: Move) -> IllegalMove | None:
    """Check a move during Cleanup."""
    hand = s.kitchens[seat].hand
    if isinstance(move, Discard):
        return None if move.card in hand else IllegalMove("BU-CLEAN-3", "not_in_hand", card=s.book.cards[move.card])
    if isinstance(move, EndTurn):
        return IllegalMove("BU-CLEAN-4", "discard_first", n=HAND) if len(hand) > HAND else None
    if isinstance(move, Lift):
        return IllegalMove("BU-SPAT-1", "spatula_over")
    if isinstance(move, Claim):
        return IllegalMove("BU-UP-1", "one_a_turn") if s.served_turn else IllegalMove("BU-TURN-3", "serving_over")
    if isinstance(move, Buy):
        return IllegalMove("BU-TURN-3", "market_closed")
    if isinstance(move, Place):
        return IllegalMove("BU-TURN-3", "building_over")
    return IllegalMove("BU-TURN-3", "cleaning_already") if isinstance(move, StartCleanup) else _never(move)


def _never(move: Move) -> IllegalMove:
    """Reject a move that is legal only at another moment, or never."""
    if isinstance(move, TurnRound):
        return IllegalMove("BU-BUILD-4", "no_turning")
    if isinstance(move, TakeBack):
        return IllegalMove("BU-BUILD-11", "stays")
    assert isinstance(move, Reward)
    return IllegalMove("BU-COL-1", "no_reward")


def _buy(s: BurgerUpState, seat: int, move: Buy) -> IllegalMove | None:
    if s.phase != MARKET:
        return IllegalMove("BU-TURN-3", "building_begun")
    if not 0 <= move.slot < SLOTS:
        return IllegalMove("BU-GEN-2", "no_space", space=move.slot)
    if s.market[move.slot] < 0:
        return IllegalMove("BU-MKT-3", "space_empty", space=move.slot)
    return None if s.kitchens[seat].money >= 1 else IllegalMove("BU-MKT-2", "no_money")


def _place(s: BurgerUpState, seat: int, move: Place) -> IllegalMove | None:
    book = s.book
    kitchen = s.kitchens[seat]
    card = move.card
    if not 0 <= move.burger < BURGERS:
        return IllegalMove("BU-GEN-2", "no_burger", burger=move.burger)
    if card not in kitchen.hand:
        return IllegalMove("BU-BUILD-2", "not_in_hand", card=book.cards[card])
    if move.side == 1 and book.twin[card]:
        return IllegalMove("BU-BUN-6", "same_ends", card=book.cards[card])
    if s.placed >= limit(kitchen):
        return IllegalMove("BU-BUILD-1", "all_placed", n=limit(kitchen))
    half = card * 2 + move.side
    stack = kitchen.stacks[move.burger]
    wanted = need(book, stack)
    if fits(book, half, wanted):
        return None
    below, above = book.ingredients[book.names[stack[-1]]], book.ingredients[book.names[half]]
    kind = NEXTS[book.kinds[half]]
    return IllegalMove(
        "BU-BUILD-5", "wrong_type", burger=move.burger, below=below, need=NEXTS[wanted], above=above, type=kind
    )


def _lift(s: BurgerUpState, seat: int, move: Lift) -> IllegalMove | None:
    kitchen = s.kitchens[seat]
    if not 0 <= move.burger < BURGERS:
        return IllegalMove("BU-GEN-2", "no_burger", burger=move.burger)
    stack = kitchen.stacks[move.burger]
    if not 0 <= move.position < len(stack):
        return IllegalMove("BU-GEN-2", "no_layer", burger=move.burger, layer=move.position)
    if kitchen.spatula >= 2:
        return IllegalMove("BU-SPAT-6", "spatula_gone")
    wanted = need(s.book, kitchen.stacks[1 - move.burger])
    if move.away or fits(s.book, stack[move.position], wanted):
        return None
    return IllegalMove("BU-SPAT-4", "lift_unfit", burger=1 - move.burger, need=NEXTS[wanted])


def _claim(s: BurgerUpState, seat: int, move: Claim) -> IllegalMove | None:
    book = s.book
    if not 0 <= move.burger < BURGERS:
        return IllegalMove("BU-GEN-2", "no_burger", burger=move.burger)
    order = book.orders[move.order]
    if move.order not in s.pending:
        return IllegalMove("BU-UP-2", "not_pending", order=order.id)
    stack = s.kitchens[seat].stacks[move.burger]
    n = size(book, stack)
    if n == 0:
        return IllegalMove("BU-UP-3", "no_ingredient", burger=move.burger)
    if n < order.low:
        rank = CLASS_NAMES[burger_class(order.low)]
        return IllegalMove("BU-REQ-2", "too_small", order=order.id, burger=move.burger, rank=rank, n=n)
    if n > order.high:
        rank = CLASS_NAMES[burger_class(order.high)]
        return IllegalMove("BU-REQ-3", "too_big", order=order.id, burger=move.burger, rank=rank, n=n)
    for index, line in enumerate(order.lines):
        if not holds(book, line, stack):
            return _line(book, order, line, index, move.burger, stack)
    return None


def _line(book: Book, order: Order, line: Line, index: int, burger: int, stack: vec[i64]) -> IllegalMove:
    """Reject a claim because of one line of the order."""
    id, thing = order.id, line.things[0]
    if line.kind == AT_LEAST:
        n = missing(book, line, stack)
        if line.single and line.n == 1:
            return IllegalMove("BU-REQ-5", "lacks_one", order=id, line=index, burger=burger, thing=thing)
        return IllegalMove("BU-REQ-5", "lacks", order=id, line=index, burger=burger, thing=thing, n=n)
    if line.kind == NONE:
        culprit = next(book.ingredients[book.names[half]] for half in stack if line.table[half])
        return IllegalMove("BU-REQ-6", "forbids", order=id, line=index, burger=burger, thing=thing, found=culprit)
    n = matches(line.table, stack)
    if line.kind == AT_MOST:
        return IllegalMove("BU-REQ-7", "too_many", order=id, line=index, burger=burger, thing=thing, most=line.n, n=n)
    if line.kind == DIFFERENT:
        n = names(book, line.table, stack)
        return IllegalMove(
            "BU-REQ-8", "too_few_kinds", order=id, line=index, burger=burger, thing=thing, least=line.n, n=n
        )
    if line.kind == EQUAL:
        found = [line.things[i] for i, table in enumerate(line.tables) for _ in range(matches(table, stack))]
        return IllegalMove("BU-REQ-9", "unequal", order=id, line=index, burger=burger, things=line.things, found=found)
    return IllegalMove("BU-REQ-10", "not_on_top", order=id, line=index, burger=burger, thing=thing)
