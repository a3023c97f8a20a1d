"""The actions of Burger Boss that several steps share: dealing, rolling, paying, storing, selling, counting."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.games.burger_boss import cards
from bunfight.games.burger_boss.rules import events
from bunfight.games.burger_boss.rules.state import (
    BAKERY,
    BEST_SALES_TURN,
    BUN,
    BUTCHERS,
    CAUSES,
    CHEESE,
    CHEESE_SHOP,
    CLEARANCE,
    DISTINCT_ORDERS,
    GRILLS,
    KINDS,
    LAST_LEFT,
    LAST_SERVED,
    LETTUCE,
    MENU,
    MISSION,
    PATTY,
    PRODUCE,
    RECYCLING,
    SALE,
    SERVE_AT_SIZE,
    SERVE_MIN_KIND,
    SERVE_WITH_ANY,
    SIZE,
    SLOTS,
    TIPS,
    TOMATO,
    UPGRADES,
    BossState,
    Menu,
    customers_left,
    die,
    held,
    how_many,
    item_at,
    row,
    size_money,
    total,
    unit,
    wipe,
    workers,
)

KIND_NAMES: Final = list(cards.KINDS)
SLOT_NAMES: Final = list(cards.SLOTS)
SPECIAL_NAMES: Final = list(cards.SPECIALS)
DEALING: Final = [4, 5, 2, 3, 0, 1]  # BB-QUEUE-6
ENDINGS: Final = ["", "last_served", "last_left"]


def faces(dice: i64) -> tuple[int, ...]:
    """Dice as people read them, lowest first."""
    return tuple([value for value in range(1, 7) for _ in range(int((dice >> (3 * value - 3)) & 7))])


def kinds_in(bag: i64) -> tuple[str, ...]:
    """Ingredients as people read them: one name each."""
    return tuple([name for kind, name in enumerate(KIND_NAMES) for _ in range(int((bag >> (5 * kind)) & 31))])


def seats_in(line: vec[i64]) -> tuple[int, ...]:
    return tuple([int(seat) for seat in line])


def earn(s: BossState, seat: i64, cause: i64, dollars: i64) -> None:
    """BB-MONEY-4: every dollar is booked."""
    s.money[seat] += dollars
    s.book[seat * CAUSES + cause] += dollars


# New customers


def deal_customers(s: BossState, luck: Luck, log: EventLog) -> None:
    """BB-QUEUE-3 to 7, 20."""
    places: i64 = SLOTS if s.round > s.rush_from or (s.fill_early and s.round > 1) else 2
    n: i64 = 0
    while n < places:
        slot: i64 = DEALING[n]
        n += 1
        if s.queue[slot] >= 0:
            continue
        if customers_left(s) == 0:
            return
        if s.face_up:
            customer = s.top
            s.queue[slot] = customer
            log_arrival(s, slot, log)
            show_next_customer(s, luck, log)
        else:
            s.queue[slot] = s.deck.draw(luck)
            log_arrival(s, slot, log)


def log_arrival(s: BossState, slot: i64, log: EventLog) -> None:
    if log.on:
        log.all(events.CustomerArrived(s.menu.customer_ids[s.queue[slot]], SLOT_NAMES[slot]))


def show_next_customer(s: BossState, luck: Luck, log: EventLog) -> None:
    """BB-SETUP-7: the top of a face-up deck is seen by all; what lies below has no order yet."""
    s.top = s.deck.draw(luck) if len(s.deck) > 0 else -1
    if log.on and s.top >= 0:
        log.all(events.NextCustomerSeen(s.menu.customer_ids[s.top]))


# Dice and turn order


def roll_workers(s: BossState, luck: Luck, log: EventLog) -> None:
    """BB-ORDER-1, 4: everybody rolls all workers; openly in round 1, in secret later."""
    seat: i64 = 0
    while seat < s.seats:
        rolled: i64 = 0
        left = workers(s, seat)
        while left > 0:
            rolled += die(luck.roll(6))
            left -= 1
        s.rolled[seat] = rolled
        s.working[seat] = rolled if s.round == 1 else 0
        s.dice[seat] = s.working[seat]
        if log.on:
            count = int(how_many(rolled))
            known = events.WorkersRolled(int(seat), faces(rolled), count)
            if s.round == 1:
                log.all(known)
            else:
                log.only([int(seat)], known, events.WorkersRolled(int(seat), None, count))
        seat += 1


def set_turn_card(s: BossState, log: EventLog) -> None:
    """BB-ORDER-2, 3, 9, 10: ascending totals; ties by the last hamburger in round 1, then by who was later before."""
    line = row(0)
    n: i64 = 0
    while n < s.seats:
        seat: i64 = s.recency[n] if s.round == 1 else s.before[s.seats - 1 - n]
        line = append(line, seat)
        at = n
        while at > 0 and total(s.working[line[at - 1]]) > total(s.working[seat]):
            line[at] = line[at - 1]
            at -= 1
        line[at] = seat
        n += 1
    s.order = line
    if log.on:
        log.all(events.TurnCardSet(seats_in(line), int(line[0])))


def move_to_top(s: BossState, seat: i64) -> None:
    """BB-FIRST-1: to the top of the Turn card; the others keep their order."""
    at: i64 = 0
    while s.order[at] != seat:
        at += 1
    while at > 0:
        s.order[at] = s.order[at - 1]
        at -= 1
    s.order[0] = seat


# Ingredients


def kind_due(card: i64, value: i64) -> i64:
    """Which ingredient a game card gives for a die; -1 if it gives none."""
    if card == BAKERY:
        return BUN
    if card == BUTCHERS:
        return PATTY
    if card == CHEESE_SHOP:
        return CHEESE
    if card == PRODUCE:
        return TOMATO if value <= 3 else LETTUCE
    return -1


def count_due(card: i64, value: i64) -> i64:
    """BB-BAKERY, BB-BUTCH, BB-CHEESE, BB-PROD: how many of them."""
    if card == BAKERY:
        return 1 if value <= 3 else 2
    if card == BUTCHERS:
        return 2 if value <= 3 else 1
    return 1


def store(s: BossState, seat: i64, kind: i64, count: i64, log: EventLog) -> None:
    """BB-STORE-2: what fits goes from the pile into cold storage."""
    s.pile -= unit(kind) * count
    s.store[seat] += unit(kind) * count
    if log.on and count > 0:
        log.all(events.IngredientStored(int(seat), KIND_NAMES[kind], int(count)))


def take_out(s: BossState, seat: i64, kind: i64) -> None:
    """One ingredient leaves a cold storage; what was there before the first cooking leaves last (BB-COOK-20)."""
    s.store[seat] -= unit(kind)
    if held(s.leftover[seat], kind) > held(s.store[seat], kind):
        s.leftover[seat] -= unit(kind)


def return_to_pile(s: BossState, bag: i64) -> None:
    """BB-SUPPLY-1: kinds never carry over into each other, so bags simply add up."""
    s.pile += bag


# Grills and sales


def may_start(s: BossState, seat: i64, grill: i64) -> bool:
    """BB-COOK-7, 8: whether a new item may start on space 1 of this grill."""
    if s.per_space:
        return True
    at = item_at(s, seat, grill, 0)
    space: i64 = 0
    while space < s.menu.track:
        if s.items[at + space] != 0:
            return False
        space += 1
    return True


def can_sell(s: BossState, seat: i64) -> bool:
    """BB-SELL-10: whether any item of the seat is exactly what somebody in the queue wants."""
    at = item_at(s, seat, 0, 0)
    end = at + s.kitchens[seat] * s.menu.track
    while at < end:
        if s.items[at] != 0 and wanted(s, s.items[at]):
            return True
        at += 1
    return False


def wanted(s: BossState, bag: i64) -> bool:
    slot: i64 = 0
    while slot < SLOTS:
        if s.queue[slot] >= 0 and s.menu.wants[s.queue[slot]] == bag:
            return True
        slot += 1
    return False


def sell(s: BossState, seat: i64, grill: i64, space: i64, slot: i64, tips: i64, log: EventLog) -> None:
    """BB-SELL-4 to 6."""
    at = item_at(s, seat, grill, space)
    customer = s.queue[slot]
    price, size = s.menu.prices[customer], size_money(slot)
    earn(s, seat, MENU, price)
    earn(s, seat, SIZE, size)
    earn(s, seat, TIPS, 2 * tips)
    return_to_pile(s, s.items[at])
    s.items[at] = 0
    s.queue[slot] = -1
    s.served[seat] += 1
    sales = append(append(s.sales, seat), customer)
    s.sales = append(append(sales, size), s.round)
    if log.on:
        place = (SLOT_NAMES[slot], int(grill) + 1, int(space) + 1)
        paid = (int(price), int(size), int(2 * tips), int(price + size + 2 * tips))
        log.all(events.ItemSold(int(seat), s.menu.customer_ids[customer], *place, *paid))


# End of the round


def move_queue(s: BossState, log: EventLog) -> None:
    """BB-QUEUE-8 to 10: whoever waits at Super-size leaves, the others step up or close all gaps."""
    slot: i64 = 0
    to: i64 = 0
    rush = s.round >= s.rush_from
    while slot < SLOTS:
        customer = s.queue[slot]
        if customer >= 0:
            s.queue[slot] = -1
            if slot < 2:
                s.gone.add(customer)
                if log.on:
                    log.all(events.CustomerLeft(s.menu.customer_ids[customer], SLOT_NAMES[slot]))
            else:
                target: i64 = to if rush else slot - 2
                s.queue[target] = customer
                to += 1
                if log.on:
                    log.all(events.CustomerMoved(s.menu.customer_ids[customer], SLOT_NAMES[slot], SLOT_NAMES[target]))
        slot += 1


def nobody_waits(s: BossState) -> bool:
    slot: i64 = 0
    while slot < SLOTS:
        if s.queue[slot] >= 0:
            return False
        slot += 1
    return True


def age_food(s: BossState, log: EventLog) -> None:
    """BB-AGE-1 to 4."""
    track, items = s.menu.track, s.items
    grill: i64 = 0
    while grill < s.seats * GRILLS:
        seat = grill // GRILLS
        at = grill * track
        space = track - 1
        while space >= 0:
            bag = items[at + space]
            if bag != 0:
                items[at + space] = 0
                if space == track - 1:
                    return_to_pile(s, bag)
                    earn(s, seat, RECYCLING, 1)
                    if log.on:
                        log.all(events.FoodRecycled(int(seat), int(grill % GRILLS) + 1))
                else:
                    items[at + space + 1] = bag
                    if log.on:
                        log.all(events.FoodAged(int(seat), int(grill % GRILLS) + 1, int(space) + 2))
            space -= 1
        grill += 1


def clean_up(s: BossState) -> None:
    """BB-ENDR-2: dice and spaces are cleared; the Turn card stays as it lies (BB-ORDER-12)."""
    s.before = s.order[:]
    wipe(s.taken)
    s.free = s.menu.welcome[:]
    s.cheese_low = 1
    wipe(s.cooked)
    wipe(s.leftover)


# End of the game


def progress(s: BossState, seat: i64, mission: i64) -> i64:
    """BB-MISSION-1 to 9: how far a seat has come in a mission."""
    menu: Menu = s.menu
    test, about = menu.mission_test[mission], menu.mission_about[mission]
    if test == BEST_SALES_TURN:
        return s.best_turn[seat]
    if test == UPGRADES:
        return s.hired[seat] + s.kitchens[seat] - 1
    found: i64 = 0
    at: i64 = 0
    while at < len(s.sales):
        if s.sales[at] == seat and counts(s, at, test, about, menu.mission_each[mission]):
            found += 1
        at += SALE
    return found


def counts(s: BossState, at: i64, test: i64, about: i64, each: i64) -> bool:
    """Whether the sale on record ``at`` counts for a mission."""
    menu: Menu = s.menu
    bag = menu.wants[s.sales[at + 1]]
    if test == SERVE_AT_SIZE:
        return s.sales[at + 2] == about
    if test == DISTINCT_ORDERS:
        earlier: i64 = 0
        while earlier < at:
            if s.sales[earlier] == s.sales[at] and menu.wants[s.sales[earlier + 1]] == bag:
                return False
            earlier += SALE
        return True
    assert test in (SERVE_WITH_ANY, SERVE_MIN_KIND)
    needed: i64 = 1 if test == SERVE_WITH_ANY else each
    kind: i64 = 0
    while kind < KINDS:
        if held(about, kind) > 0 and held(bag, kind) >= needed:
            return True
        kind += 1
    return False


def finish_game(s: BossState, log: EventLog) -> None:
    """BB-OVER-4 to 6: clear the grills, then pay the missions. ``s.ending`` is already set."""
    if log.on:
        log.all(events.GameEnded(ENDINGS[s.ending]))
    seat: i64 = 0
    while seat < s.seats:
        at = item_at(s, seat, 0, 0)
        end = at + GRILLS * s.menu.track
        cleared: i64 = 0
        while at < end:
            if s.items[at] != 0:
                return_to_pile(s, s.items[at])
                s.items[at] = 0
                cleared += 1
            at += 1
        earn(s, seat, CLEARANCE, cleared)
        if log.on and cleared > 0:
            log.all(events.GrillCleared(int(seat), int(cleared)))
        seat += 1
    seat = 0
    while seat < s.seats:
        pay_mission(s, seat, log)
        seat += 1


def pay_mission(s: BossState, seat: i64, log: EventLog) -> None:
    mission = s.missions[seat]
    reached, need = progress(s, seat, mission), s.menu.mission_need[mission]
    name = s.menu.mission_ids[mission]
    if reached >= need:
        bonus = s.menu.mission_bonus[mission]
        earn(s, seat, MISSION, bonus)
        if log.on:
            log.show(int(seat), events.MissionFulfilled(int(seat), name, int(bonus)))
    elif log.on:
        log.show(int(seat), events.MissionFailed(int(seat), name, int(reached), int(need)))


def ended_by(s: BossState, somebody_waited: bool) -> bool:
    """BB-OVER-1: whether the game is over now, noting why."""
    if not nobody_waits(s) or customers_left(s) > 0:
        return False
    s.ending = LAST_LEFT if somebody_waited else LAST_SERVED
    return True


def winners(s: BossState) -> list[int]:
    """BB-OVER-7 to 9: most money, then most customers, then the place is shared."""
    found: list[int] = []
    best: i64 = 0
    for seat in range(s.seats):
        merit = s.money[seat] * 1000 + s.served[seat]  # nobody serves a thousand customers
        if not found or merit > best:
            best, found = merit, [seat]
        elif merit == best:
            found.append(seat)
    return found
