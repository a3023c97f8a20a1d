"""Warnings worth giving before a slip: which of a seat's moves a newcomer would regret, and why."""

from __future__ import annotations

from bunfight.games.burger_boss.moves import REFUSE, STOP_SELLING, Cook, PlaceWorker, Sell
from bunfight.games.burger_boss.state import KITCHEN, BossState, how_many, item_at, unit
from bunfight.games.burger_boss.steps import SellFood
from bunfight.games.burger_boss.steps_kitchen import BuyIngredients, CookFood, MakeRoom
from bunfight.games.burger_boss.steps_place import DirectWorkers
from bunfight.kernel import Move, Seat


def warnings(s: BossState, seat: Seat, moves: list[Move]) -> tuple[tuple[str, str], ...]:
    """(move text, what to warn of): a key of words.toml [terms]. Made of what lies open only."""
    step = s.agenda[-1]
    found: list[tuple[str, str]] = []
    if isinstance(step, DirectWorkers) and how_many(s.dice[seat]) > 1:
        cooks = [move for move in moves if isinstance(move, PlaceWorker) and move.card == KITCHEN]
        found = [(move.text, "warn_cook_early") for move in cooks]
    elif isinstance(step, CookFood):
        for move in moves:
            if isinstance(move, Cook) and not _hopeful(s, seat, move):
                found.append((move.text, "warn_fits_nobody"))
    elif isinstance(step, MakeRoom) and any(isinstance(under, BuyIngredients) for under in s.agenda):
        found.append((REFUSE.text, "warn_paid_for_nothing"))
    elif isinstance(step, SellFood):
        sales = [move for move in moves if isinstance(move, Sell)]
        if any(move.slot < 2 for move in sales):
            found.append((STOP_SELLING.text, "warn_customer_leaves"))
        elif any(move.space == s.menu.track - 1 for move in sales):
            found.append((STOP_SELLING.text, "warn_last_space"))
    return tuple(found)


def _hopeful(s: BossState, seat: Seat, move: Cook) -> bool:
    """Whether the item could still become what somebody in the queue, or the visible next customer, wants."""
    bag = int(s.items[item_at(s, seat, move.grill, move.space)] + unit(move.kind))
    people = [int(customer) for customer in (*s.queue, s.top) if customer >= 0]
    wants = [int(s.menu.wants[customer]) for customer in people]
    return any(all(bag >> shift & 31 <= want >> shift & 31 for shift in range(0, 25, 5)) for want in wants)
