"""Placing workers: where a die may go, what it brings, and the step of a turn."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.engine.step import ONLY, IllegalMove, Move, Seat
from bunfight.games.burger_boss.rules import events
from bunfight.games.burger_boss.rules.actions import KIND_NAMES, SPECIAL_NAMES, count_due, earn, kind_due
from bunfight.games.burger_boss.rules.moves import (
    CARDS,
    HOMES,
    STEALS,
    PassWindow,
    PlacePair,
    PlaceWorker,
    PlaySteal,
    SendHome,
    StopBuying,
    StopCooking,
    StopSelling,
    pairing,
    placing,
)
from bunfight.games.burger_boss.rules.state import (
    BAKERY,
    BUILDING,
    BUTCHERS,
    CHEESE_SHOP,
    DISCOUNT,
    DOUBLE,
    EXPANSION,
    HIRING,
    KINDS,
    KITCHEN,
    MANAGER,
    PRODUCE,
    STEAL,
    SUPERMARKET,
    WORKERS,
    BossState,
    BossStep,
    amount,
    die,
    held,
    in_hand,
    showing,
    unit,
    workers,
)
from bunfight.games.burger_boss.rules.steps_kitchen import BuyIngredients, CookFood, carry_on, gain, out_of_place, steal

GAINS_NOTHING: Final = (
    "BB-PLACE-8",
    "BB-MGR-3",
    "BB-SUPER-3",
    "BB-HIRE-1",
    "BB-HIRE-3",
    "BB-HIRE-6",
    "BB-EXP-1",
    "BB-EXP-3",
    "BB-EXP-5",
)
"""BB-PLACE-20: rules that only say that there is nothing to get, not that the space is taken or wants another die."""


def bill(s: BossState, seat: i64, card: i64, pair: bool) -> i64:
    """BB-HIRE-1 to 4, BB-EXP-1 to 3: the price of the next worker or kitchen before discounts."""
    owned = s.hired[seat] if card == WORKERS else s.kitchens[seat] - 1
    return 5 * owned + (0 if pair else 5)


def price_rule(s: BossState, seat: i64, card: i64, pair: bool) -> str:
    owned = s.hired[seat] if card == WORKERS else s.kitchens[seat] - 1
    if card == WORKERS:
        return "BB-HIRE-3" if owned > 0 else "BB-HIRE-2" if pair else "BB-HIRE-1"
    return "BB-EXP-3" if owned > 0 else "BB-EXP-2" if pair else "BB-EXP-1"


def unplaceable(s: BossState, seat: i64, card: i64, value: i64, doubles: i64, discounts: i64) -> str:
    """The rule that forbids placing this die there with these specials; "" if none does."""
    rule = fruitless(s, seat, card, value, doubles, discounts)
    if rule and s.blocking and doubles + discounts == 0 and rule in GAINS_NOTHING and s.free[card * 7 + value] > 0:
        return ""  # BB-PLACE-20
    return rule


def fruitless(s: BossState, seat: i64, card: i64, value: i64, doubles: i64, discounts: i64) -> str:
    """The rule that forbids it where a placement must bring something (BB-PLACE-8)."""
    if doubles > 0 or discounts > 0:
        rule = misplayed(s, seat, card, doubles, discounts)
        if rule:
            return rule
    if card == KITCHEN:
        return uncooked(s, seat)
    if card in (WORKERS, EXPANSION):
        return unbuilt(s, seat, card, value, discounts, False)
    if s.free[card * 7 + value] == 0:
        if s.menu.welcome[card * 7 + value] > 0:
            return "BB-PLACE-7"
        return "BB-BAKERY-3" if card == BAKERY else "BB-BUTCH-3"
    if card == MANAGER:
        return "" if cards_to_draw(s) else "BB-MGR-3"
    if card == SUPERMARKET:
        if s.pile == 0 or (s.store[seat] != 0 and not anything_to_keep(s, seat)):
            return "BB-PLACE-8"
        if discounts > 0:
            return "BB-DISC-4" if discounts > 3 or discounts > amount(s.pile) else ""
        return "BB-SUPER-3" if s.money[seat] < 2 else ""
    if card == CHEESE_SHOP and value < s.cheese_low:
        return "BB-CHEESE-2"
    kind = kind_due(card, value)
    there = held(s.pile, kind)
    if there == 0 or (s.store[seat] != 0 and not may_keep(s, seat, kind)):
        return "BB-PLACE-8"
    return "BB-DOUBLE-3" if doubles > 0 and there <= count_due(card, value) else ""


def uncooked(s: BossState, seat: i64) -> str:
    """BB-COOK-2, 3, 20: the rule that forbids sending a worker into the kitchen."""
    if s.cooked[seat] == 0:
        return "BB-COOK-3" if s.store[seat] == 0 else ""
    if not s.cook_twice:
        return "BB-COOK-2"
    return "BB-COOK-20" if s.cooked[seat] > 1 or s.leftover[seat] == 0 else ""


def may_keep(s: BossState, seat: i64, kind: i64) -> bool:
    """BB-PLACE-8: there is room for it, or something else to put back: the storage is not full of just that."""
    return s.store[seat] != 4 * s.kitchens[seat] * unit(kind)


def anything_to_keep(s: BossState, seat: i64) -> bool:
    """Whether the supply has an ingredient that the seat could keep."""
    kind: i64 = 0
    while kind < KINDS:
        if held(s.pile, kind) > 0 and may_keep(s, seat, kind):
            return True
        kind += 1
    return False


def misplayed(s: BossState, seat: i64, card: i64, doubles: i64, discounts: i64) -> str:
    """BB-SPEC-1, 4, BB-DOUBLE-2, BB-DISC-1: whether the attached specials are there and fit the card."""
    if doubles > 0:
        if s.hands[seat * 5 + DOUBLE] == 0:
            return "BB-SPEC-1"
        if doubles > 1:
            return "BB-SPEC-4"
        return "" if card in (BAKERY, BUTCHERS, PRODUCE) else "BB-DOUBLE-2"
    if s.hands[seat * 5 + DISCOUNT] < discounts:
        return "BB-SPEC-1"
    return "" if card in (SUPERMARKET, WORKERS, EXPANSION) else "BB-DISC-1"


def unbuilt(s: BossState, seat: i64, card: i64, value: i64, discounts: i64, pair: bool) -> str:
    """The rule that forbids hiring or expanding now, by one die or by a pair."""
    if card == WORKERS and s.hired[seat] == 2:
        return "BB-HIRE-6"
    if card == EXPANSION and s.kitchens[seat] == 3:
        return "BB-EXP-5"
    if s.free[card * 7 + value] == 0:
        return "BB-PLACE-7"
    price = bill(s, seat, card, pair)
    if discounts > 0:
        if price == 0:
            return "BB-DISC-2"
        if price <= 2 * (discounts - 1):
            return "BB-DISC-4"
        price = max(price - 2 * discounts, 0)
    return "" if price <= s.money[seat] else price_rule(s, seat, card, pair)


def cards_to_draw(s: BossState) -> bool:
    """BB-MGR-2, 3."""
    kind: i64 = 0
    while kind < 5:
        if s.specials[kind] > 0 or s.discards[kind] > 0:
            return True
        kind += 1
    return False


def stealable(s: BossState, seat: i64, target: i64, kind: i64) -> bool:
    """BB-STEAL-1 to 3."""
    return target < s.seats and target != seat and held(s.store[target], kind) > 0


def list_steals(s: BossState, seat: i64, moves: list[Move]) -> None:
    target: i64 = 0
    while target < s.seats:
        kind: i64 = 0
        while kind < KINDS:
            if stealable(s, seat, target, kind):
                moves.append(STEALS[target * KINDS + kind])
            kind += 1
        target += 1


def no_steal(s: BossState, seat: i64, move: PlaySteal) -> IllegalMove | None:
    """BB-STEAL-1, 3: why nothing can be stolen there; None if it can."""
    if s.hands[seat * 5 + STEAL] == 0:
        return IllegalMove("BB-SPEC-1", "not_held", special="steal", n=1)
    if move.target >= s.seats:
        return IllegalMove("BB-STEAL-1", "nobody_there", seat=int(move.target))
    if move.target == seat:
        return IllegalMove("BB-STEAL-1", "own_storage")
    if held(s.store[move.target], move.kind) == 0:
        return IllegalMove("BB-STEAL-3", "none_to_steal", seat=int(move.target), kind=KIND_NAMES[move.kind])
    return None


def discard_special(s: BossState, seat: i64, kind: i64, count: i64) -> None:
    """BB-SPEC-1, 5: face up to the discards; a steal that was seen goes first."""
    s.hands[seat * 5 + kind] -= count
    s.discards[kind] += count
    if kind == STEAL and s.shown[seat] > 0:
        s.shown[seat] -= 1


def draw_special(s: BossState, seat: i64, luck: Luck, log: EventLog) -> None:
    """BB-MGR-1, 2."""
    deck = [int(count) for count in s.specials]
    if sum(deck) == 0:
        deck = [int(count) for count in s.discards]
        kind: i64 = 0
        while kind < 5:
            s.specials[kind] = s.discards[kind]
            s.discards[kind] = 0
            kind += 1
        if log.on:
            log.all(events.SpecialsShuffled(sum(deck)))
    drawn = luck.pick(deck)
    s.specials[drawn] -= 1
    s.hands[seat * 5 + drawn] += 1
    if log.on:
        known = events.SpecialDrawn(int(seat), SPECIAL_NAMES[drawn])
        log.only([int(seat)], known, events.SpecialDrawn(int(seat), None))


def take_space(s: BossState, seat: i64, card: i64, value: i64, pair: i64) -> i64:
    """BB-PLACE-6: the lowest-numbered free space of the card that accepts the value."""
    first, accepts = s.menu.first_space[card], s.menu.accepts
    space = first
    while s.taken[space] != 0 or (accepts[space] >> value) & 1 == 0:
        space += 1
    s.taken[space] = 1 + 16 * seat + 2 * value + pair
    face: i64 = 1
    while face <= 6:
        if (accepts[space] >> face) & 1 == 1:
            s.free[card * 7 + face] -= 1
        face += 1
    return space - first


def upgrade(s: BossState, seat: i64, card: i64, price: i64, log: EventLog) -> None:
    """BB-HIRE-5, BB-EXP-4: a worker for the next round, a kitchen for now."""
    if card == WORKERS:
        earn(s, seat, HIRING, -price)
        s.hired[seat] += 1
        if log.on:
            log.all(events.WorkerHired(int(seat), int(price), int(workers(s, seat))))
    else:
        earn(s, seat, BUILDING, -price)
        s.kitchens[seat] += 1
        if log.on:
            log.all(events.KitchenExpanded(int(seat), int(price), int(s.kitchens[seat])))


@mypyc_attr(free_list_len=1)
class DirectWorkers(BossStep):
    """BB-PLACE-1 to 12: in Turn card order, one die, one pair or one worker sent home.

    ``acted`` has a bit for each seat that had its turn since the order began from the top, ``done`` ends a turn.
    """

    def __init__(self, acted: i64, seat: Seat, done: bool) -> None:
        self.acted = acted
        self.seat = seat
        self.done = done

    def copy(self) -> "DirectWorkers":
        return DirectWorkers(self.acted, self.seat, self.done)

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def asks(self, s: BossState, luck: Luck, log: EventLog) -> bool:
        while True:
            if self.done and not self.next_seat(s):
                s.agenda.pop()
                return False
            lone = self.lone_value(s)
            if lone == 0:
                return True
            self.send_home(s, lone, log)

    def next_seat(self, s: BossState) -> bool:
        """BB-PLACE-1, 2: the next seat on the Turn card that has a die left; then from the top again."""
        found = self.waiting(s)
        if found < 0 and self.acted != 0:
            self.acted = 0
            found = self.waiting(s)
        if found < 0:
            return False
        self.seat = int(found)
        self.done = False
        return True

    def waiting(self, s: BossState) -> i64:
        at: i64 = 0
        while at < s.seats:
            seat = s.order[at]
            if s.dice[seat] != 0 and (self.acted >> seat) & 1 == 0:
                return seat
            at += 1
        return -1

    def end_turn(self) -> None:
        self.done = True
        one: i64 = 1
        seat: i64 = self.seat
        self.acted |= one << seat

    def lone_value(self, s: BossState) -> i64:
        """BB-TURN-3: the value of the dice if they can only go home and no hidden card could change that; else 0."""
        seat: i64 = self.seat
        dice = s.dice[seat]
        value: i64 = 1
        while showing(dice, value) == 0:
            value += 1
        if dice != showing(dice, value) * die(value) or in_hand(s, seat) > 0:
            return 0
        card: i64 = KITCHEN
        while card >= 0:
            if not fruitless(s, seat, card, value, 0, 0) or (
                s.blocking and not unplaceable(s, seat, card, value, 0, 0)
            ):
                return 0
            card -= 1
        if showing(dice, value) > 1 and not (
            unbuilt(s, seat, WORKERS, value, 0, True) and unbuilt(s, seat, EXPANSION, value, 0, True)
        ):
            return 0
        return value

    def legal(self, s: BossState, seat: Seat) -> list[Move]:
        moves: list[Move] = []
        me: i64 = seat
        dice = s.dice[me]
        attachable = s.hands[me * 5 + DOUBLE] > 0 or s.hands[me * 5 + DISCOUNT] > 0
        if s.hands[me * 5 + STEAL] > 0:
            list_steals(s, me, moves)
        value: i64 = 1
        while value <= 6:
            if showing(dice, value) > 0:
                card: i64 = 0
                while card <= KITCHEN:
                    if not fruitless(s, me, card, value, 0, 0) or (
                        s.blocking and not unplaceable(s, me, card, value, 0, 0)
                    ):
                        moves.append(placing(card, value, 0))
                    if attachable:
                        self.list_with_specials(s, me, card, value, moves)
                    card += 1
                if showing(dice, value) > 1:
                    self.list_pairs(s, me, value, moves)
                moves.append(HOMES[value - 1])
            value += 1
        return moves

    def list_with_specials(self, s: BossState, seat: i64, card: i64, value: i64, moves: list[Move]) -> None:
        if s.hands[seat * 5 + DOUBLE] > 0 and not fruitless(s, seat, card, value, 1, 0):
            moves.append(placing(card, value, 1))
        most = min(s.hands[seat * 5 + DISCOUNT], 5)
        count: i64 = 1
        while count <= most:
            if not fruitless(s, seat, card, value, 0, count):
                moves.append(placing(card, value, 2 + count))
            count += 1

    def list_pairs(self, s: BossState, seat: i64, value: i64, moves: list[Move]) -> None:
        card: i64 = WORKERS
        most = min(s.hands[seat * 5 + DISCOUNT], 5)
        while card <= EXPANSION:
            count: i64 = 0
            while count <= most:
                if not unbuilt(s, seat, card, value, count, True):
                    moves.append(pairing(card, value, count))
                count += 1
            card += 1

    def check(self, s: BossState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, PlaceWorker):
            if showing(s.dice[seat], move.value) == 0:
                return no_such_die(s, seat, move.value)
            rule = unplaceable(s, seat, move.card, move.value, move.doubles, move.discounts)
            return broken(s, seat, move.card, move.value, move.doubles, move.discounts, False, rule)
        if isinstance(move, PlacePair):
            if move.card != WORKERS and move.card != EXPANSION:
                return IllegalMove("BB-PLACE-4", "no_pairs_there")
            if showing(s.dice[seat], move.value) == 0:
                return no_such_die(s, seat, move.value)
            if showing(s.dice[seat], move.value) < 2:
                return IllegalMove("BB-HIRE-2" if move.card == WORKERS else "BB-EXP-2", "no_pair", die=int(move.value))
            rule = misplayed(s, seat, move.card, 0, move.discounts) if move.discounts > 0 else ""
            rule = rule or unbuilt(s, seat, move.card, move.value, move.discounts, True)
            return broken(s, seat, move.card, move.value, 0, move.discounts, True, rule)
        if isinstance(move, SendHome):
            return None if showing(s.dice[seat], move.value) > 0 else no_such_die(s, seat, move.value)
        if isinstance(move, PlaySteal):
            return no_steal(s, seat, move)
        if isinstance(move, (PassWindow, StopSelling, StopBuying, StopCooking)):
            return IllegalMove("BB-PLACE-11", "place_first")
        return out_of_place(move)

    def take(self, s: BossState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        if isinstance(move, PlaceWorker):
            self.place(s, seat, move, luck, log)
        elif isinstance(move, SendHome):
            self.send_home(s, move.value, log)
        elif isinstance(move, PlacePair):
            self.place_pair(s, seat, move, log)
        else:
            assert isinstance(move, PlaySteal)
            discard_special(s, seat, STEAL, 1)
            if log.on:
                log.show(seat, events.StealPlayed(seat, int(move.target), KIND_NAMES[move.kind]))
            steal(s, seat, move.target, move.kind, log)
        carry_on(s, luck, log)

    def send_home(self, s: BossState, value: i64, log: EventLog) -> None:
        s.dice[self.seat] -= die(value)
        self.end_turn()
        if log.on:
            log.all(events.WorkerSentHome(self.seat, int(value)))

    def place(self, s: BossState, seat: i64, move: PlaceWorker, luck: Luck, log: EventLog) -> None:
        """BB-PLACE-5: the die goes there and what it brings is carried out."""
        card, value = move.card, move.value
        blocks = s.blocking and fruitless(s, seat, card, value, move.doubles, move.discounts) != ""
        s.dice[seat] -= die(value)
        self.end_turn()
        if move.doubles > 0:
            discard_special(s, seat, DOUBLE, move.doubles)
        if move.discounts > 0:
            discard_special(s, seat, DISCOUNT, move.discounts)
        space: i64 = 0
        if card != KITCHEN:
            space = take_space(s, seat, card, value, 0)
        if log.on:
            log.all(events.WorkerPlaced(int(seat), CARDS[card], int(value), int(space) + 1))
            if move.doubles + move.discounts > 0:
                played = ("double",) * int(move.doubles) + ("discount",) * int(move.discounts)
                log.show(int(seat), events.SpecialsAttached(int(seat), played))
        if card == CHEESE_SHOP:
            s.cheese_low = value
        if blocks:
            if log.on:
                log.all(events.SpaceBlocked(int(seat), CARDS[card]))
        elif card == KITCHEN:
            if s.cooked[seat] == 0:
                s.leftover[seat] = s.store[seat]
            s.cooked[seat] += 1
            s.agenda.append(CookFood(int(seat), 0))
        elif card == SUPERMARKET:
            s.agenda.append(BuyIngredients(int(seat), move.discounts, 0))
        elif card == MANAGER:
            draw_special(s, seat, luck, log)
        elif card in (WORKERS, EXPANSION):
            upgrade(s, seat, card, max(bill(s, seat, card, False) - 2 * move.discounts, 0), log)
        else:
            gain(s, seat, kind_due(card, value), count_due(card, value) * (1 + move.doubles), log)

    def place_pair(self, s: BossState, seat: i64, move: PlacePair, log: EventLog) -> None:
        """BB-PLACE-4: both dice on one space."""
        s.dice[seat] -= 2 * die(move.value)
        self.end_turn()
        if move.discounts > 0:
            discard_special(s, seat, DISCOUNT, move.discounts)
        space = take_space(s, seat, move.card, move.value, 1)
        if log.on:
            log.all(events.PairPlaced(int(seat), CARDS[move.card], int(move.value), int(space) + 1))
            if move.discounts > 0:
                log.show(int(seat), events.SpecialsAttached(int(seat), ("discount",) * int(move.discounts)))
        upgrade(s, seat, move.card, max(bill(s, seat, move.card, True) - 2 * move.discounts, 0), log)


def no_such_die(s: BossState, seat: i64, value: i64) -> IllegalMove:
    if showing(s.rolled[seat] - s.working[seat], value) > 0:
        return IllegalMove("BB-ORDER-8", "benched", die=int(value))
    return IllegalMove("BB-PLACE-12", "no_die", die=int(value))


def broken(
    s: BossState, seat: i64, card: i64, value: i64, doubles: i64, discounts: i64, pair: bool, rule: str
) -> IllegalMove | None:
    """The refusal of a placement by the rule that forbids it, with the facts; None if no rule does."""
    if not rule:
        return None
    if rule == "BB-SPEC-1":
        wanted = int(max(doubles, discounts))
        return IllegalMove(rule, "not_held", special="double" if doubles > 0 else "discount", n=wanted)
    if rule == "BB-SPEC-4":
        return IllegalMove(rule, "one_double")
    if rule == "BB-DOUBLE-2":
        return IllegalMove(rule, "doubles_where", card=CARDS[card])
    if rule == "BB-DOUBLE-3":
        return IllegalMove(rule, "nothing_doubled", kind=KIND_NAMES[kind_due(card, value)])
    if rule == "BB-DISC-1":
        return IllegalMove(rule, "discounts_where", card=CARDS[card])
    if rule == "BB-DISC-2":
        return IllegalMove(rule, "nothing_to_pay")
    if rule == "BB-DISC-4":
        return IllegalMove(rule, "no_lower")
    if rule == "BB-PLACE-7":
        if card in (BAKERY, BUTCHERS, PRODUCE):
            return IllegalMove(rule, "space_taken", card=CARDS[card], die=int(value))
        return IllegalMove(rule, "card_full", card=CARDS[card])
    if rule == "BB-PLACE-8":
        kind: i64 = kind_due(card, value) if card != SUPERMARKET else only_kind(s.store[seat])
        if s.pile == 0 or held(s.pile, kind) == 0:
            return IllegalMove(rule, "nothing_there", card=CARDS[card])
        return IllegalMove(rule, "full_of_it", kind=KIND_NAMES[kind])
    if card == KITCHEN:
        return not_now(s, seat, rule)
    if rule == "BB-CHEESE-2":
        return IllegalMove(rule, "cheese_low", low=int(s.cheese_low))
    if rule == "BB-BAKERY-3":
        return IllegalMove(rule, "bakery_values")
    if rule == "BB-BUTCH-3":
        return IllegalMove(rule, "butchers_values")
    if rule == "BB-MGR-3":
        return IllegalMove(rule, "no_specials")
    if rule == "BB-HIRE-6":
        return IllegalMove(rule, "four_workers")
    if rule == "BB-EXP-5":
        return IllegalMove(rule, "three_kitchens")
    price: i64 = 2 if card == SUPERMARKET else bill(s, seat, card, pair) - 2 * discounts
    if card != SUPERMARKET and not pair:
        cheap = max(0, int(bill(s, seat, card, True) - 2 * discounts))
        return IllegalMove(rule, "too_dear_alone", price=int(price), money=int(s.money[seat]), pair=cheap)
    return IllegalMove(rule, "too_dear", price=int(price), money=int(s.money[seat]))


def not_now(s: BossState, seat: i64, rule: str) -> IllegalMove:
    """Why nobody can be sent into the kitchen."""
    if rule == "BB-COOK-2":
        return IllegalMove(rule, "cooked")
    if rule == "BB-COOK-3":
        return IllegalMove(rule, "nothing_to_cook")
    return IllegalMove(rule, "cooked_twice" if s.cooked[seat] > 1 else "no_leftovers")


def only_kind(bag: i64) -> i64:
    """The first kind in a bag."""
    kind: i64 = 0
    while kind < KINDS - 1 and held(bag, kind) == 0:
        kind += 1
    return kind
