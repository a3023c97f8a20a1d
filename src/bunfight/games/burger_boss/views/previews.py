"""Previews the moves of Burger Boss: what each gives, costs, makes and leaves, where no luck is involved."""

from __future__ import annotations

from bunfight.engine import Move, Seat
from bunfight.engine.view import Effect, Preview
from bunfight.games.burger_boss.cards import KINDS, SLOTS, Cards
from bunfight.games.burger_boss.rules.actions import count_due, kind_due
from bunfight.games.burger_boss.rules.moves import (
    CARDS,
    Buy,
    Cook,
    PlacePair,
    PlaceWorker,
    PlayTip,
    Reveal,
    Sell,
    SwapIn,
)
from bunfight.games.burger_boss.rules.state import (
    CHEESE_SHOP,
    EXPANSION,
    KITCHEN,
    MANAGER,
    SUPERMARKET,
    WORKERS,
    BossState,
    amount,
    held,
    item_at,
    room,
    size_money,
    total,
    unit,
    workers,
)
from bunfight.games.burger_boss.rules.steps import SellFood
from bunfight.games.burger_boss.rules.steps_kitchen import BuyIngredients, MakeRoom
from bunfight.games.burger_boss.rules.steps_place import bill, fruitless


def previews(printed: Cards, s: BossState, seat: Seat, moves: list[Move]) -> tuple[Preview, ...]:
    by_move = ((move, effects(printed, s, seat, move)) for move in moves)
    return tuple(Preview(move.text, tuple(found)) for move, found in by_move if found)


def effects(printed: Cards, s: BossState, seat: Seat, move: Move) -> list[Effect]:
    step = s.agenda[-1]
    if isinstance(move, PlaceWorker):
        return placed(s, seat, move)
    if isinstance(move, PlacePair):
        return upgraded(s, seat, int(move.card), int(bill(s, seat, move.card, True) - 2 * move.discounts))
    if isinstance(move, Cook):
        return cooked(printed, s, seat, move)
    if isinstance(move, Reveal):
        return [Effect("total", int(total(move.dice)))]
    if isinstance(move, Buy) and isinstance(step, BuyIngredients):
        return [Effect("costs", int(step.price())), *gained(s, seat, int(move.kind), 1)]
    if isinstance(move, SwapIn) and isinstance(step, MakeRoom):
        return [some("gives", 1, int(step.kind)), some("gives_up", 1, int(move.kind))]
    if isinstance(move, Sell) and isinstance(step, SellFood):
        price = s.menu.prices[s.queue[move.slot]] + size_money(move.slot) + 2 * step.tips
        return [Effect("earns", int(price))]
    if isinstance(move, PlayTip) and isinstance(step, SellFood):
        return [Effect("earns", int(2 * step.sold))]
    return []


def placed(s: BossState, seat: Seat, move: PlaceWorker) -> list[Effect]:
    card, value = int(move.card), int(move.value)
    if card == KITCHEN:
        return [Effect("cooks")]
    spare = sum(not mark for mark in s.taken[s.menu.first_space[card] : s.menu.first_space[card + 1]]) - 1
    left = Effect("spaces_left", spare, thing=CARDS[card])
    if s.blocking and fruitless(s, seat, card, value, move.doubles, move.discounts):
        return [Effect("blocks"), left]
    if card == MANAGER:
        return [Effect("draws"), left]
    if card == SUPERMARKET:
        most = min(3, int(move.discounts) + int(s.money[seat]) // 2, int(amount(s.pile)))
        return [Effect("buys", most), left]
    if card in (WORKERS, EXPANSION):
        return [*upgraded(s, seat, card, int(bill(s, seat, card, False) - 2 * move.discounts)), left]
    found = gained(s, seat, int(kind_due(card, value)), int(count_due(card, value) * (1 + move.doubles)))
    if card == CHEESE_SHOP:
        return [*found, *([Effect("cheese_from", value)] if value > s.cheese_low else []), left]
    return found


def upgraded(s: BossState, seat: Seat, card: int, price: int) -> list[Effect]:
    cost = Effect("costs", max(price, 0))
    if card == WORKERS:
        return [cost, Effect("hires", int(workers(s, seat)) + 1)]
    return [cost, Effect("expands", int(s.kitchens[seat]) + 1)]


def gained(s: BossState, seat: Seat, kind: int, count: int) -> list[Effect]:
    """BB-STORE-2 to 5, BB-SUPPLY-2."""
    count = min(count, int(held(s.pile, kind)))
    fits = min(count, int(room(s, seat)))
    found = [some("gives", fits, kind)] if fits else []
    if count > fits:
        mine = s.store[seat] + fits * unit(kind)
        key = "left_behind" if mine == unit(kind) * held(mine, kind) else "no_room"
        found.append(some(key, count - fits, kind))
    return found


def some(key: str, n: int, kind: int) -> Effect:
    """An effect about so many of an ingredient."""
    return Effect(key, n, thing=KINDS[kind], things=(KINDS[kind],) * n)


def cooked(printed: Cards, s: BossState, seat: Seat, move: Cook) -> list[Effect]:
    """Say what the item becomes and who waits for it, or that no known customer can want it."""
    bag = int(s.items[item_at(s, seat, move.grill, move.space)] + unit(move.kind))
    people = [int(customer) for customer in (*s.queue, s.top) if customer >= 0]
    if not any(all(bag >> n & 31 <= s.menu.wants[one] >> n & 31 for n in range(0, 25, 5)) for one in people):
        return [Effect("fits_nobody")]
    recipe = tuple(bag >> n & 31 for n in range(0, 25, 5))
    order = next((order.id for order in printed.orders if order.recipe == recipe), "")
    slots = tuple(SLOTS[n] for n, one in enumerate(s.queue) if one >= 0 and s.menu.wants[one] == bag)
    made = [Effect("makes", thing=f"order_{order}")] if order else []
    return [*made, *([Effect("wanted", things=slots)] if slots else [])]
