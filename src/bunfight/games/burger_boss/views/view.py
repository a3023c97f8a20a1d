"""What one seat of Burger Boss may know, and the whole tables that it could be sitting at."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine import Move, Rng, Seat, Step
from bunfight.games.burger_boss.cards import KINDS, SIGNS, SIZES, SLOTS, SPACES, SPECIALS, Cards
from bunfight.games.burger_boss.rules.actions import ENDINGS, count_due, faces, kind_due, progress, seats_in
from bunfight.games.burger_boss.rules.moves import GRAMMAR, PASS
from bunfight.games.burger_boss.rules.state import (
    BAKERY,
    BUTCHERS,
    CAUSES,
    EXPANSION,
    GRILLS,
    SALE,
    STEAL,
    WORKERS,
    BossState,
    Menu,
    customers_left,
    how_many,
    in_hand,
    lay_out,
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
        round=int(s.round),
        face_up=s.face_up,
        rush_from=int(s.rush_from),
        fill_early=s.fill_early,
        per_space=s.per_space,
        cook_twice=s.cook_twice,
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
    return SaleView(seat, card.id, card.order, SIZES[size - 1], number, card.price + size)


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


# Imagining


def determinize(menu: Menu, v: BossView, rng: Rng) -> BossState:
    """A table that the viewer cannot tell from the real one: hidden dice, hands and missions are dealt at random."""
    s = lay_out(menu, v.seats)
    s.face_up, s.rush_from, s.fill_early, s.per_space = v.face_up, v.rush_from, v.fill_early, v.per_space
    s.cook_twice, s.quick, s.literal, s.aired = v.cook_twice, v.quick, v.literal, v.aired
    s.round, s.ending = v.round, ENDINGS.index(v.ending)
    s.order, s.before, s.recency = vec[i64](v.order), vec[i64](v.before), vec[i64](v.recency)
    s.pile, s.cheese_low = bag_of(v.pile), v.cheese_low
    for card, game_card in enumerate(v.cards):
        for number, space in enumerate(game_card.spaces):
            if space.seat >= 0:
                s.taken[menu.first_space[card] + number] = 1 + 16 * space.seat + 2 * space.value + space.pair
                for value in space.accepts:
                    s.free[7 * card + value] -= 1
    _imagine_customers(s, v)
    for player in v.players:
        _imagine_player(s, v, player, rng)
    _imagine_specials(s, v, rng)
    _imagine_missions(s, v, rng)
    s.agenda = [_dreamt(step) for step in v.agenda]
    for step in s.agenda:
        if isinstance(step, AnswerWindow):
            sealed = next(shown.answers for shown in v.agenda if shown.kind == "AnswerWindow")
            for index, word in enumerate(sealed):
                if word == "sealed":
                    choices = step.legal(s, step.line[index])
                    step.answers[index] = choices[rng.below(len(choices))]
    return s


def _imagine_customers(s: BossState, v: BossView) -> None:
    ids = s.menu.customer_ids
    for slot, place in enumerate(v.queue):
        s.queue[slot] = -1 if place.customer is None else ids.index(place.customer.id)
    s.top = -1 if v.next_customer is None else ids.index(v.next_customer.id)
    sales = [(sale.seat, ids.index(sale.customer), 1 + SIZES.index(sale.size), sale.round) for sale in v.sales]
    s.sales = vec[i64]([number for sale in sales for number in sale])
    s.gone.clear()
    for name in v.gone:
        s.gone.add(ids.index(name))
    seen = {*s.queue, *s.gone, s.top, *(sale[1] for sale in sales)}
    s.deck.clear()
    for customer in range(len(ids)):
        if customer not in seen:
            s.deck.add(customer)


def _imagine_player(s: BossState, v: BossView, player: PlayerView, rng: Rng) -> None:
    seat = player.seat
    s.signs[seat] = SIGNS.index(player.sign)
    s.money[seat] = player.money
    for cause, dollars in enumerate(player.book):
        s.book[seat * CAUSES + cause] = dollars
    s.store[seat], s.kitchens[seat], s.hired[seat] = bag_of(player.storage), player.kitchens, player.workers - 2
    s.working[seat], s.dice[seat] = dice_of(player.working), dice_of(player.dice)
    hidden = player.rolled - len(player.working)
    s.rolled[seat] = (
        dice_of(v.roll)
        if seat == v.seat
        else dice_of((*player.working, *(1 + int(rng.below(6)) for _ in range(hidden))))
    )
    s.cooked[seat], s.leftover[seat] = player.cooked, bag_of(player.leftover)
    for item in player.items:
        s.items[(seat * GRILLS + item.grill - 1) * v.grill_spaces + item.space - 1] = bag_of(item.recipe)
    s.shown[seat], s.served[seat], s.best_turn[seat] = player.shown, player.served, player.best_turn


def _imagine_specials(s: BossState, v: BossView, rng: Rng) -> None:
    """Own cards, shown steals and cards that wait to be carried out are known; the rest is dealt."""
    for kind, count in enumerate(v.special_discards):
        s.discards[kind] = count
        s.specials[kind] -= count
    for player in v.players:
        if player.seat == v.seat:
            known = list(v.hand)
        else:
            known = [0, 0, player.shown, 0, 0]
            for step in v.agenda:
                if step.kind == "AnswerWindow" and step.at >= 0 and player.seat in step.line[step.at :]:
                    verb = step.answers[step.line.index(player.seat)].split(" ")[0]
                    if verb in SPECIALS and (verb == "first" or player.shown == 0):
                        known[SPECIALS.index(verb)] += 1
        for kind, count in enumerate(known):
            s.hands[player.seat * 5 + kind] = count
            s.specials[kind] -= count
    for player in v.players:
        for _ in range(player.specials - int(in_hand(s, player.seat))):
            deck = [kind for kind in range(5) for _ in range(int(s.specials[kind]))]
            kind = deck[rng.below(len(deck))]
            s.specials[kind] -= 1
            s.hands[player.seat * 5 + kind] += 1
    assert s.shown[0] <= s.hands[STEAL]


def _imagine_missions(s: BossState, v: BossView, rng: Rng) -> None:
    ids = s.menu.mission_ids
    unseen = [n for n, name in enumerate(ids) if all(player.mission != name for player in v.players)]
    for player in v.players:
        known = player.mission
        s.missions[player.seat] = unseen.pop(rng.below(len(unseen))) if known is None else ids.index(known)
    s.spare.clear()
    for mission in unseen:
        s.spare.add(mission)


def _dreamt(shown: OpenStep) -> Step[Any]:
    if shown.kind == "Round":
        return Round(shown.at)
    if shown.kind == "RevealWorkers":
        return RevealWorkers(shown.at, shown.seat, list(shown.line))
    if shown.kind == "AnswerWindow":
        words: list[Move | None] = [
            GRAMMAR.by_text.get(word, PASS) if word != "open" else None for word in shown.answers
        ]
        return AnswerWindow(shown.closing, list(shown.line), words, shown.at, shown.worked)
    if shown.kind == "DirectWorkers":
        return DirectWorkers(shown.at, shown.seat, shown.done)
    if shown.kind == "MakeRoom":
        return MakeRoom(shown.seat, KINDS.index(shown.ingredient), shown.count)
    if shown.kind == "BuyIngredients":
        return BuyIngredients(shown.seat, shown.gifts, shown.count)
    if shown.kind == "CookFood":
        return CookFood(shown.seat, shown.count)
    return SellFood(shown.at, shown.seat, shown.gifts, shown.count, shown.done)
