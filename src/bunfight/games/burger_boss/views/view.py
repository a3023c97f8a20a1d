"""Builds what a seat of Burger Boss may see."""

from __future__ import annotations

from typing import Any, Final

from bunfight.engine import Seat, Step
from bunfight.games.burger_boss.cards import KINDS, SIGNS, SIZES, SLOTS, SPACES, Cards
from bunfight.games.burger_boss.rules.actions import ENDINGS, count_due, faces, kind_due, progress, seats_in
from bunfight.games.burger_boss.rules.state import (
    BAKERY,
    BUTCHERS,
    CAUSES,
    EXPANSION,
    GRILLS,
    SALE,
    WORKERS,
    BossState,
    customers_left,
    how_many,
    in_hand,
    room,
    workers,
)
from bunfight.games.burger_boss.rules.steps import AnswerWindow, RevealWorkers, Round, SellFood
from bunfight.games.burger_boss.rules.steps_kitchen import BuyIngredients, CookFood, MakeRoom
from bunfight.games.burger_boss.rules.steps_place import DirectWorkers, bill
from bunfight.games.burger_boss.views.previews import previews
from bunfight.games.burger_boss.views.types import (
    BossView,
    CustomerView,
    GameCard,
    Gift,
    ItemView,
    MissionView,
    OpenStep,
    PlayerView,
    QueueSlot,
    SaleView,
    SpaceView,
)


def kinds_of(bag: int) -> tuple[int, ...]:
    return tuple(bag >> (5 * kind) & 31 for kind in range(5))


def bag_of(counts: tuple[int, ...]) -> int:
    return sum(count << (5 * kind) for kind, count in enumerate(counts))


def dice_of(values: tuple[int, ...]) -> int:
    return sum(1 << (3 * value - 3) for value in values)


def _gives(card: int) -> tuple[Gift, ...]:
    values = {BAKERY: range(1, 6), BUTCHERS: range(2, 7)}.get(card, range(1, 7))
    return tuple(
        Gift(value, KINDS[kind_due(card, value)], int(count_due(card, value)))
        for value in values
        if kind_due(card, value) >= 0
    )


GIVES: Final = tuple(_gives(card) for card in range(len(SPACES)))
ACCEPTED: Final = tuple(tuple(value for value in range(1, 7) if mask >> value & 1) for mask in range(128))


def view(printed: Cards, s: BossState, seat: Seat | None) -> BossView:
    awaits = tuple(s.awaiting())
    moves = s.agenda[-1].legal(s, seat) if seat is not None and seat in awaits else []
    return BossView(
        seat=seat,
        seats=int(s.seats),
        awaits=awaits,
        step=type(s.agenda[-1]).__name__ if s.agenda else "",
        moves=tuple(move.text for move in moves),
        previews=() if seat is None else previews(printed, s, seat, moves),
        over=not s.agenda,
        options=s.options,
        round=int(s.round),
        face_up=s.face_up,
        rush_from=int(s.rush_from),
        fill_early=s.fill_early,
        per_space=s.per_space,
        cook_twice=s.cook_twice,
        blocking=s.blocking,
        quick=s.quick,
        literal=s.literal,
        aired=s.aired,
        grill_spaces=int(s.menu.track),
        queue=tuple(_slot(printed, s, slot) for slot in range(6)),
        deck=int(customers_left(s)),
        next_customer=_customer(printed, int(s.top)) if s.top >= 0 else None,
        gone=tuple(printed.customers[customer].id for customer in s.gone),
        pile=kinds_of(int(s.pile)),
        cards=tuple(_game_card(s, card) for card in range(len(SPACES))),
        cheese_low=int(s.cheese_low),
        order=seats_in(s.order),
        before=seats_in(s.before),
        recency=seats_in(s.recency),
        players=tuple(_player(printed, s, player, seat) for player in range(int(s.seats))),
        sales=tuple(_sale(printed, s, at) for at in range(0, len(s.sales), SALE)),
        special_deck=sum(int(count) for count in s.specials),
        special_discards=tuple(int(count) for count in s.discards),
        roll=() if seat is None else faces(s.rolled[seat]),
        hand=() if seat is None else tuple(int(s.hands[seat * 5 + kind]) for kind in range(5)),
        mission=None if seat is None else _mission(printed, s, seat),
        agenda=tuple(_shown(step, seat) for step in s.agenda),
        ending=ENDINGS[s.ending],
    )


def _customer(printed: Cards, customer: int) -> CustomerView:
    card = printed.customers[customer]
    return CustomerView(card.id, card.order, card.price, printed.recipe(card))


def _slot(printed: Cards, s: BossState, slot: int) -> QueueSlot:
    customer = int(s.queue[slot])
    extra = 3 - slot // 2
    wanted = s.menu.wants[customer] if customer >= 0 else 0
    per_seat = GRILLS * int(s.menu.track)
    servers = tuple(
        seat for seat in range(int(s.seats)) if wanted and wanted in s.items[seat * per_seat : (seat + 1) * per_seat]
    )
    return QueueSlot(
        SLOTS[slot], SIZES[extra - 1], extra, None if customer < 0 else _customer(printed, customer), servers
    )


def _game_card(s: BossState, card: int) -> GameCard:
    menu = s.menu
    spaces = []
    for space in range(menu.first_space[card], menu.first_space[card + 1]):
        mark = int(s.taken[space]) - 1
        accepts = ACCEPTED[menu.accepts[space]]
        spaces.append(
            SpaceView(accepts, -1, 0, False)
            if mark < 0
            else SpaceView(accepts, mark // 16, mark % 16 // 2, mark % 2 == 1)
        )
    return GameCard(SPACES[card], tuple(spaces), GIVES[card])


def _item(printed: Cards, s: BossState, seat: int, grill: int, space: int) -> ItemView | None:
    bag = int(s.items[(seat * GRILLS + grill) * int(s.menu.track) + space])
    if bag == 0:
        return None
    recipe = kinds_of(bag)
    order = next((order.id for order in printed.orders if order.recipe == recipe), "")
    slots = tuple(SLOTS[i] for i, c in enumerate(s.queue) if c >= 0 and s.menu.wants[c] == bag)
    return ItemView(grill + 1, space + 1, recipe, order, slots)


def _player(printed: Cards, s: BossState, seat: int, viewer: Seat | None) -> PlayerView:
    items = [_item(printed, s, seat, grill, space) for grill in range(GRILLS) for space in range(s.menu.track)]
    working = faces(s.working[seat])
    knows = seat == viewer or s.ending > 0
    return PlayerView(
        seat=seat,
        sign=SIGNS[s.signs[seat]],
        money=int(s.money[seat]),
        book=tuple(int(s.book[seat * CAUSES + cause]) for cause in range(CAUSES)),
        workers=int(workers(s, seat)),
        rolled=int(how_many(s.rolled[seat])),
        revealed=bool(working),
        working=working,
        dice=faces(s.dice[seat]),
        benched=int(how_many(s.rolled[seat])) - len(working) if working else 0,
        total=sum(working),
        kitchens=int(s.kitchens[seat]),
        slots=4 * int(s.kitchens[seat]),
        room=int(room(s, seat)),
        storage=kinds_of(int(s.store[seat])),
        items=tuple(item for item in items if item is not None),
        cooked=int(s.cooked[seat]),
        leftover=kinds_of(int(s.leftover[seat])),
        hire_price=_prices(s, seat, WORKERS, int(s.hired[seat])),
        expand_price=_prices(s, seat, EXPANSION, int(s.kitchens[seat]) - 1),
        specials=int(in_hand(s, seat)),
        shown=int(s.shown[seat]),
        served=int(s.served[seat]),
        best_turn=int(s.best_turn[seat]),
        mission=printed.missions[s.missions[seat]].id if knows else None,
        mission_progress=int(progress(s, seat, s.missions[seat])) if knows else None,
    )


def _prices(s: BossState, seat: int, card: int, owned: int) -> tuple[int, ...]:
    return () if owned == 2 else (int(bill(s, seat, card, False)), int(bill(s, seat, card, True)))


def _sale(printed: Cards, s: BossState, at: int) -> SaleView:
    seat, customer, size, number = (int(s.sales[at + i]) for i in range(SALE))
    card = printed.customers[customer]
    recipe = next(order.recipe for order in printed.orders if order.id == card.order)
    return SaleView(seat, card.id, card.order, recipe, SIZES[size - 1], number, card.price + size)


def _mission(printed: Cards, s: BossState, seat: int) -> MissionView:
    mission = int(s.missions[seat])
    card = printed.missions[mission]
    return MissionView(card.id, card.need, card.bonus, int(progress(s, seat, mission)))


def _shown(step: Step[Any], viewer: Seat | None) -> OpenStep:
    kind = type(step).__name__
    if isinstance(step, Round):
        return OpenStep(kind, at=int(step.phase))
    if isinstance(step, RevealWorkers):
        return OpenStep(kind, step.seat, int(step.at), line=tuple(step.jumped))
    if isinstance(step, AnswerWindow):
        words = tuple(
            "open" if answer is None else answer.text if seat == viewer or step.at >= 0 else "sealed"
            for seat, answer in zip(step.line, step.answers, strict=True)
        )
        return OpenStep(
            kind, at=step.at, closing=step.closing, line=tuple(step.line), answers=words, worked=step.worked
        )
    if isinstance(step, DirectWorkers):
        return OpenStep(kind, step.seat, int(step.acted), step.done)
    if isinstance(step, MakeRoom):
        return OpenStep(kind, step.seat, ingredient=KINDS[step.kind], count=int(step.left))
    if isinstance(step, BuyIngredients):
        return OpenStep(kind, step.seat, count=int(step.bought), gifts=int(step.gifts))
    if isinstance(step, CookFood):
        return OpenStep(kind, step.seat, count=int(step.added))
    assert isinstance(step, SellFood)
    return OpenStep(kind, step.seat, int(step.had), step.done, count=int(step.sold), gifts=int(step.tips))
