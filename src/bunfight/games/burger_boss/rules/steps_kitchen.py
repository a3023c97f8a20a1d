"""The decisions inside one placement: what to buy, what to make room for, what to put on the grills."""

from typing import cast

from mypy_extensions import i64, mypyc_attr

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.engine.step import ONLY, IllegalMove, Move, Seat
from bunfight.games.burger_boss.rules import events
from bunfight.games.burger_boss.rules.actions import KIND_NAMES, earn, may_start, return_to_pile, store, take_out
from bunfight.games.burger_boss.rules.moves import (
    BUYS,
    REFUSE,
    STOP_BUYING,
    STOP_COOKING,
    SWAPS,
    Buy,
    Cook,
    PassWindow,
    PlacePair,
    PlaceWorker,
    PlayFirst,
    PlaySteal,
    PlayTip,
    Refuse,
    Reveal,
    Sell,
    SendHome,
    StopBuying,
    StopCooking,
    StopSelling,
    SwapIn,
    cooking,
)
from bunfight.games.burger_boss.rules.state import KINDS, SHOPPING, BossState, BossStep, held, item_at, room, unit


def carry_on(s: BossState, luck: Luck, log: EventLog) -> None:
    """BB-TURN-3: let everything happen that needs no decision."""
    if s.literal and not in_window(s):
        s.aired = False
    while s.agenda:
        if cast(BossStep, s.agenda[-1]).asks(s, luck, log):
            if not s.literal or not cast(BossStep, s.agenda[0]).airs(s, log):
                return


def in_window(s: BossState) -> bool:
    """Whether a window for specials is open, or a card that was played in it is being carried out."""
    for step in s.agenda:
        if step.sealed:
            return True
    return False


def out_of_place(move: Move) -> IllegalMove:
    """Why a move does not answer the open question: the rule about its own moment, if it has one."""
    if isinstance(move, PlayFirst):
        return IllegalMove("BB-FIRST-6", "first_moment")
    if isinstance(move, PlaySteal):
        return IllegalMove("BB-STEAL-4", "steal_moment")
    if isinstance(move, PlayTip):
        return IllegalMove("BB-TIP-1", "tip_moment")
    if isinstance(move, (SwapIn, Refuse)):
        return IllegalMove("BB-STORE-6", "only_to_make_room")
    if isinstance(move, Buy):
        return IllegalMove("BB-SUPER-1", "buy_moment")
    if isinstance(move, Cook):
        return IllegalMove("BB-COOK-1", "cook_moment")
    if isinstance(move, Sell):
        return IllegalMove("BB-TURN-2", "sell_moment")
    if isinstance(move, Reveal):
        return IllegalMove("BB-TURN-2", "reveal_moment")
    if isinstance(move, PassWindow):
        return IllegalMove("BB-TURN-2", "no_window")
    if isinstance(move, (StopBuying, StopCooking, StopSelling)):
        return IllegalMove("BB-TURN-2", "nothing_to_stop")
    return IllegalMove("BB-TURN-2", "place_moment")


def gain(s: BossState, seat: i64, kind: i64, count: i64, log: EventLog) -> None:
    """BB-STORE-2, BB-SUPPLY-2: store what the pile has and what fits; ask about the rest."""
    count = min(count, held(s.pile, kind))
    fits = min(count, room(s, seat))
    store(s, seat, kind, fits, log)
    if count > fits:
        s.agenda.append(MakeRoom(int(seat), kind, count - fits))


@mypyc_attr(free_list_len=1)
class MakeRoom(BossStep):
    """BB-STORE-3: an ingredient has no room; swap it in for a stored one, or leave it in the pile."""

    def __init__(self, seat: Seat, kind: i64, left: i64) -> None:
        self.seat = seat
        self.kind = kind
        self.left = left

    def copy(self) -> "MakeRoom":
        return MakeRoom(self.seat, self.kind, self.left)

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def asks(self, s: BossState, luck: Luck, log: EventLog) -> bool:
        fits = min(self.left, room(s, self.seat))  # a thief may have made room
        if fits > 0:
            self.left -= fits
            store(s, self.seat, self.kind, fits, log)
        mine = s.store[self.seat]
        if self.left > 0 and mine != unit(self.kind) * held(mine, self.kind):
            return True
        if self.left > 0 and log.on:
            log.all(events.IngredientRefused(self.seat, KIND_NAMES[self.kind], int(self.left)))
        s.agenda.pop()
        return False

    def legal(self, s: BossState, seat: Seat) -> list[Move]:
        moves: list[Move] = []
        kind: i64 = 0
        while kind < KINDS:
            if kind != self.kind and held(s.store[seat], kind) > 0:
                moves.append(SWAPS[kind])
            kind += 1
        moves.append(REFUSE)
        return moves

    def check(self, s: BossState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, Refuse):
            return None
        if isinstance(move, SwapIn):
            if move.kind == self.kind:
                return IllegalMove("BB-STORE-4", "same_kind", kind=KIND_NAMES[move.kind])
            if held(s.store[seat], move.kind) == 0:
                return IllegalMove("BB-STORE-3", "not_stored", kind=KIND_NAMES[move.kind])
            return None
        if isinstance(move, (Buy, StopBuying)):
            return IllegalMove("BB-SUPER-2", "make_room_first", kind=KIND_NAMES[self.kind])
        if isinstance(move, (PlaceWorker, PlacePair, SendHome)):
            return IllegalMove("BB-PLACE-5", "make_room_first", kind=KIND_NAMES[self.kind])
        return out_of_place(move)

    def take(self, s: BossState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        name = KIND_NAMES[self.kind]
        self.left -= 1
        if isinstance(move, SwapIn):
            take_out(s, seat, move.kind)
            s.store[seat] += unit(self.kind)
            s.pile += unit(move.kind) - unit(self.kind)
            if log.on:
                log.all(events.IngredientSwapped(seat, name, KIND_NAMES[move.kind]))
        elif log.on:
            log.all(events.IngredientRefused(seat, name, 1))
        carry_on(s, luck, log)


@mypyc_attr(free_list_len=1)
class BuyIngredients(BossStep):
    """BB-SUPER-1 to 5: one to three ingredients, one at a time; the first ``gifts`` are free by discounts."""

    def __init__(self, seat: Seat, gifts: i64, bought: i64) -> None:
        self.seat = seat
        self.gifts = gifts
        self.bought = bought

    def copy(self) -> "BuyIngredients":
        return BuyIngredients(self.seat, self.gifts, self.bought)

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def price(self) -> i64:
        return 0 if self.bought < self.gifts else 2

    def asks(self, s: BossState, luck: Luck, log: EventLog) -> bool:
        if self.bought == 3 or self.price() > s.money[self.seat] or s.pile == 0:
            s.agenda.pop()
            return False
        if self.bought == 0:
            moves = self.legal(s, self.seat)
            if len(moves) == 1:
                self.buy(s, moves[0], log)
                return False
        return True

    def candidates(self, s: BossState, seat: Seat) -> list[Move]:
        moves: list[Move] = list(BUYS)
        if self.bought > 0:
            moves.append(STOP_BUYING)
        return moves

    def check(self, s: BossState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, Buy):
            if held(s.pile, move.kind) == 0:
                return IllegalMove("BB-SUPER-4", "none_left", kind=KIND_NAMES[move.kind])
            return None
        if isinstance(move, StopBuying):
            return None if self.bought > 0 else IllegalMove("BB-SUPER-3", "buy_one")
        if isinstance(move, (PlaceWorker, PlacePair, SendHome)):
            return IllegalMove("BB-PLACE-5", "finish_shopping")
        return out_of_place(move)

    def take(self, s: BossState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        if isinstance(move, Buy):
            self.buy(s, move, log)
        else:
            s.agenda.pop()
        carry_on(s, luck, log)

    def buy(self, s: BossState, move: Move, log: EventLog) -> None:
        assert isinstance(move, Buy)
        price = self.price()
        earn(s, self.seat, SHOPPING, -price)
        self.bought += 1
        if log.on:
            log.all(events.IngredientBought(self.seat, KIND_NAMES[move.kind], int(price)))
        gain(s, self.seat, move.kind, 1, log)


@mypyc_attr(free_list_len=1)
class CookFood(BossStep):
    """BB-COOK-4 to 13, 20: move ingredients to the grills, one by one, at least one."""

    def __init__(self, seat: Seat, added: i64) -> None:
        self.seat = seat
        self.added = added

    def copy(self) -> "CookFood":
        return CookFood(self.seat, self.added)

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def asks(self, s: BossState, luck: Luck, log: EventLog) -> bool:
        if s.leftover[self.seat] == 0:
            s.agenda.pop()
            return False
        if self.added == 0:
            moves = self.legal(s, self.seat)
            if len(moves) == 1:
                self.add(s, moves[0], log)
                return False
        return True

    def legal(self, s: BossState, seat: Seat) -> list[Move]:
        moves: list[Move] = []
        grill: i64 = 0
        while grill < s.kitchens[seat]:
            space: i64 = 0
            while space < s.menu.track:
                if self.may_add(s, seat, grill, space):
                    kind: i64 = 0
                    while kind < KINDS:
                        if held(s.leftover[seat], kind) > 0:
                            moves.append(cooking(kind, grill, space))
                        kind += 1
                space += 1
            grill += 1
        if self.added > 0:
            moves.append(STOP_COOKING)
        return moves

    def may_add(self, s: BossState, seat: i64, grill: i64, space: i64) -> bool:
        """BB-COOK-7 to 9: to an item that lies there, or to start a new one on space 1."""
        return s.items[item_at(s, seat, grill, space)] != 0 or (space == 0 and may_start(s, seat, grill))

    def check(self, s: BossState, seat: Seat, move: Move) -> IllegalMove | None:
        if isinstance(move, Cook):
            if move.grill >= s.kitchens[seat]:
                return IllegalMove("BB-COOK-6", "no_such_grill", grill=int(move.grill) + 1)
            if move.space >= s.menu.track:
                return IllegalMove("BB-COOK-9", "too_short", space=int(move.space) + 1)
            if not self.may_add(s, seat, move.grill, move.space):
                if move.space == 0:
                    return IllegalMove("BB-COOK-7", "grill_taken", grill=int(move.grill) + 1)
                return IllegalMove("BB-COOK-9", "first_space", grill=int(move.grill) + 1, space=int(move.space) + 1)
            if held(s.leftover[seat], move.kind) > 0:
                return None
            if held(s.store[seat], move.kind) == 0:
                return IllegalMove("BB-COOK-5", "not_stored", kind=KIND_NAMES[move.kind])
            return IllegalMove(
                "BB-COOK-20" if s.cooked[seat] > 1 else "BB-COOK-4", "too_new", kind=KIND_NAMES[move.kind]
            )
        if isinstance(move, StopCooking):
            return None if self.added > 0 else IllegalMove("BB-COOK-5", "cook_one")
        if isinstance(move, (PlaceWorker, PlacePair, SendHome)):
            return IllegalMove("BB-PLACE-5", "finish_cooking")
        return out_of_place(move)

    def take(self, s: BossState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        if isinstance(move, Cook):
            self.add(s, move, log)
        else:
            s.agenda.pop()
        carry_on(s, luck, log)

    def add(self, s: BossState, move: Move, log: EventLog) -> None:
        assert isinstance(move, Cook)
        s.store[self.seat] -= unit(move.kind)
        s.leftover[self.seat] -= unit(move.kind)
        s.items[item_at(s, self.seat, move.grill, move.space)] += unit(move.kind)
        self.added += 1
        if log.on:
            place = (int(move.grill) + 1, int(move.space) + 1)
            log.all(events.IngredientCooked(self.seat, KIND_NAMES[move.kind], *place))


def steal(s: BossState, thief: i64, target: i64, kind: i64, log: EventLog) -> None:
    """BB-STEAL-1, 5: the token goes over the pile, so that a full storage is handled as always."""
    take_out(s, target, kind)
    return_to_pile(s, unit(kind))
    gain(s, thief, kind, 1, log)
