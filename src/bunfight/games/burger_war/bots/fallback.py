"""What is played for a seat whose time is up."""

from __future__ import annotations

from bunfight.engine.step import Move
from bunfight.games.burger_war.bots.policy import put_back, take_off
from bunfight.games.burger_war.rules.actions import burger_with, finished_sum, lay, size, unfinished_sum
from bunfight.games.burger_war.rules.moves import DECLINE, DRAW, NUKE, Discard, Loot
from bunfight.games.burger_war.rules.state import WarState
from bunfight.games.burger_war.rules.steps import TakeAction
from bunfight.games.burger_war.rules.steps_settle import MustDiscard
from bunfight.games.burger_war.rules.steps_war import TakeAim, TakeLoot


def default(s: WarState, seat: int) -> Move:
    """What is played for a seat whose time is up."""
    step = s.agenda[-1]
    moves = step.legal(s, seat)
    book = s.book
    if isinstance(step, TakeAction):
        return DRAW if s.used == 0 else moves[len(moves) - 1]
    best = moves[0]
    if isinstance(step, TakeLoot):
        return default_loot(s, seat, moves)
    if isinstance(step, MustDiscard):
        least = 100
        for move in moves:
            if isinstance(move, Discard) and book.types[move.kind] < NUKE and size(book.modifiers[move.kind]) < least:
                least = size(book.modifiers[move.kind])
                best = move
        return best
    if isinstance(step, TakeAim):
        battle = s.battle
        assert battle is not None
        largest = -1
        for turn in range(1, s.house.seats):
            target = (seat + turn) % s.house.seats
            if len(battle.pools[target]) > largest:
                largest = len(battle.pools[target])
                best = moves[target if target < seat else target - 1]
        return best
    return DECLINE


def default_loot(s: WarState, seat: int, moves: list[Move]) -> Move:
    """The highest printed number; where taking nothing is allowed, nothing that would lower the own plate's sum."""
    battle = s.battle
    assert battle is not None
    best = moves[len(moves) - 1]
    most = -100
    for move in moves:
        if isinstance(move, Loot):
            printed = s.book.modifiers[s.book.kind_of[move.target]]
            harmful = s.house.may_spare and loot_gain(s, seat, battle.aims[seat], move.target) < 0
            if printed > most and not harmful:
                most = printed
                best = move
    return best


def loot_gain(s: WarState, seat: int, plate: int, card: int) -> int:
    """What a card would add to the sum of the own plate, effects on the other cards included; in the hand nothing."""
    if s.house.loot_to_hand:
        return 0
    burger = burger_with(s, plate, card)
    assert burger is not None
    before = finished_sum(s, seat) + unfinished_sum(s, seat)
    at = take_off(s, burger, card)
    burgers = len(s.plates[seat])
    landed = lay(s, card, seat)
    after = finished_sum(s, seat) + unfinished_sum(s, seat)
    take_off(s, landed, card)
    if len(s.plates[seat]) > burgers:
        s.plates[seat].pop()
        s.serials[seat] -= 1
    put_back(s, burger, card, at, plate)
    return int(after - before)
