"""Checks the invariants of a state of Burger Boss: nothing is lost or duplicated, and the money adds up."""

from __future__ import annotations

from bunfight.games.burger_boss.rules.state import (
    CAUSES,
    CHEESE_SHOP,
    FULL_PILE,
    GRILLS,
    MENU,
    SALE,
    SIZE,
    SLOTS,
    STEAL,
    BossState,
    amount,
    customers_left,
    held,
    how_many,
    workers,
)


def audit(s: BossState) -> None:
    n = int(s.seats)
    menu = s.menu
    bags = [int(bag) for row in (s.store, s.items) for bag in row] + [int(s.pile)]
    for kind in range(5):
        counts = [bag >> (5 * kind) & 31 for bag in bags]
        assert sum(counts) == FULL_PILE >> (5 * kind) & 31, f"ingredient {kind}: {sum(counts)} in play"
    served = [int(s.sales[at + 1]) for at in range(0, len(s.sales), SALE)]
    people = [int(c) for c in s.deck] + [int(c) for c in s.queue if c >= 0] + [int(c) for c in s.gone] + served
    people += [int(s.top)] if s.top >= 0 else []
    assert sorted(people) == list(range(len(menu.wants))), "a customer is lost or doubled"
    assert s.top < 0 or s.face_up
    assert not s.face_up or s.top >= 0 or len(s.deck) == 0
    for kind in range(5):
        there = [int(s.specials[kind]), int(s.discards[kind])] + [int(s.hands[seat * 5 + kind]) for seat in range(n)]
        assert min(there) >= 0 and sum(there) == menu.specials[kind], f"special {kind}: {there}"
    missions = [int(mission) for mission in s.missions] + [int(mission) for mission in s.spare]
    assert sorted(missions) == list(range(len(menu.mission_need))), "a mission is lost or doubled"
    assert sorted(s.order) == sorted(s.before) == sorted(s.recency) == list(range(n))
    for seat in range(n):
        audit_seat(s, seat)
    for card in range(8):
        for value in range(1, 7):
            free = sum(
                s.taken[space] == 0 and (menu.accepts[space] >> value) & 1
                for space in range(menu.first_space[card], menu.first_space[card + 1])
            )
            assert free == s.free[7 * card + value], f"free spaces of card {card} for a {value}"
    shop = [int(s.taken[x]) for x in range(menu.first_space[CHEESE_SHOP], menu.first_space[CHEESE_SHOP + 1])]
    dice = [(mark - 1) % 16 // 2 for mark in shop if mark]
    assert dice == sorted(dice) and s.cheese_low == (dice[-1] if dice else 1), "dice at the Cheese Shop never decrease"
    if s.round == 1 or (s.round == 2 and not s.fill_early):
        assert s.queue[0] < 0 and s.queue[1] < 0, "nobody waits at Super-size yet"
    if not s.agenda:
        assert s.ending and customers_left(s) == 0 and all(s.queue[slot] < 0 for slot in range(SLOTS))


def audit_seat(s: BossState, seat: int) -> None:
    assert 2 <= workers(s, seat) <= 4 and 1 <= s.kitchens[seat] <= 3
    assert amount(s.store[seat]) <= 4 * s.kitchens[seat], "storage overflows"
    for kind in range(5):
        assert held(s.leftover[seat], kind) <= held(s.store[seat], kind), "leftovers that are not stored"
    assert s.cooked[seat] <= (2 if s.cook_twice else 1) and (s.cooked[seat] > 0 or s.leftover[seat] == 0)
    assert 2 <= how_many(s.rolled[seat]) <= workers(s, seat)
    for value in range(1, 7):
        shift = 3 * value - 3
        rolled, working, left = (int(row[seat]) >> shift & 7 for row in (s.rolled, s.working, s.dice))
        assert left <= working <= rolled, "a die came from nowhere"
    assert s.money[seat] >= 0 and s.money[seat] == sum(int(s.book[seat * CAUSES + c]) for c in range(CAUSES))
    sales = [at for at in range(0, len(s.sales), SALE) if s.sales[at] == seat]
    assert len(sales) == s.served[seat]
    assert s.book[seat * CAUSES + MENU] == sum(int(s.menu.prices[s.sales[at + 1]]) for at in sales)
    assert s.book[seat * CAUSES + SIZE] == sum(int(s.sales[at + 2]) for at in sales)
    assert s.shown[seat] <= s.hands[seat * 5 + STEAL]
    for grill in range(GRILLS):
        at = (seat * GRILLS + grill) * int(s.menu.track)
        items = sum(s.items[at + space] != 0 for space in range(s.menu.track))
        assert items <= (s.menu.track if s.per_space else 1), "a grill carries too much"
        assert items == 0 or grill < s.kitchens[seat], "food on a grill that is not there"
