"""The state of Burger War: plates, hands, deck, pile, and the battle that is being fought."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from bunfight.engine import IllegalMove, Move, State
from bunfight.engine.deck import Deck
from bunfight.games.burger_war.rules.moves import BUN, C_VEGGIES, L_VEGGIES, PATTY, SPECIALS, Aim, Book, Deflect

# The attack order, IW-WAR-13; any other number: as the aims were locked in.
CLOCKWISE: Final = 0
RANDOM: Final = 1

# What an asked seat has said, IW-REACT.
NOT_ASKED: Final = -2
SILENT: Final = -1
DECLINED: Final = 0
DEFLECTED: Final = 1

# Where a WAR stands.
AIMING: Final = 0
SHIELDING: Final = 1
LOOTING: Final = 2

# The last round of a game without closing time, IW-GUARD-20.
ENDLESS: Final = 1000

# Why the game is over.
RUNNING: Final = 0
SERVED: Final = 1
CLOSING_TIME: Final = 2


class House:
    """The options of a table as the rules use them; never changes during a game."""

    def __init__(
        self,
        seats: int,
        full: bool,
        priority: int,
        loot_to_hand: bool,
        may_spare: bool,
        cheese_twice: bool,
        war_fires: bool,
        max_rounds: int,
    ) -> None:
        self.seats = seats
        self.full = full
        self.priority = priority
        self.loot_to_hand = loot_to_hand
        self.may_spare = may_spare
        self.cheese_twice = cheese_twice
        self.war_fires = war_fires
        self.max_rounds = max_rounds


class Burger:
    """A stack of cards on a plate, in the order in which they came."""

    def __init__(self, serial: int) -> None:
        self.serial = serial
        self.cards: list[int] = []
        self.buns: i64 = 0
        self.patties: i64 = 0

    def finished(self) -> bool:
        """IW-BURGER-1."""
        return self.buns > 0 and self.patties > 0

    def add(self, card: int, type: i64) -> None:
        self.cards.append(card)
        if type == BUN:
            self.buns += 1
        elif type == PATTY:
            self.patties += 1

    def remove(self, card: int, type: i64) -> None:
        self.cards.remove(card)
        if type == BUN:
            self.buns -= 1
        elif type == PATTY:
            self.patties -= 1

    def copy(self) -> Burger:
        twin = Burger(self.serial)
        twin.cards = self.cards[:]
        twin.buns = self.buns
        twin.patties = self.patties
        return twin


class Shot:
    """A NUKE or TRANSMOG on the table that waits for the answer of its target; the swap card is sealed. Immutable."""

    def __init__(self, seat: int, kind: int, plate: int, target: int, swap: int) -> None:
        self.seat = seat
        self.kind = kind
        self.plate = plate
        self.target = target
        self.swap = swap


class Battle:
    """A round of WAR: pools, aims, answers, and loot that waits beside its looter."""

    def __init__(self, drawer: int, seats: int) -> None:
        self.drawer = drawer
        self.stage = AIMING
        self.pools: list[list[int]] = []
        self.aims: list[int] = [-1] * seats
        self.locks: list[int] = []
        self.answers: list[int] = [NOT_ASKED] * seats
        self.order: list[int] = []
        self.queue: list[int] = []
        self.loot: list[int] = [-1] * seats

    def copy(self) -> Battle:
        twin = Battle(self.drawer, len(self.aims))
        twin.stage = self.stage
        twin.pools = [pool[:] for pool in self.pools]
        twin.aims = self.aims[:]
        twin.locks = self.locks[:]
        twin.answers = self.answers[:]
        twin.order = self.order[:]
        twin.queue = self.queue[:]
        twin.loot = self.loot[:]
        return twin


class Deeds:
    """Public statistics of one seat for the summary after the game."""

    def __init__(self, given: int, received: int, thefts: int, deflections: int, recycled: int) -> None:
        self.given = given
        self.received = received
        self.thefts = thefts
        self.deflections = deflections
        self.recycled = recycled

    def copy(self) -> Deeds:
        return Deeds(self.given, self.received, self.thefts, self.deflections, self.recycled)


class WarState(State):
    """The table. Hands, known cards and the deck hold kinds; plates hold cards, i.e. numbered copies of kinds."""

    SHARED: ClassVar[tuple[str, ...]] = ("book", "house", "shot", "past", "last_shot")

    def __init__(self, book: Book, house: House, deck: Deck) -> None:
        super().__init__()
        seats = house.seats
        self.book = book
        self.house = house
        self.deck = deck
        self.pile: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.known: list[list[int]] = [[] for _ in range(seats)]
        self.plates: list[list[Burger]] = [[] for _ in range(seats)]
        self.serials: list[int] = [0] * seats
        self.numbers: list[int] = [0] * book.kinds
        self.where: list[int] = [-1] * SPECIALS
        self.first = 0
        self.active = 0
        self.round = 1
        self.used = 0
        self.reshuffles = 0
        self.shot: Shot | None = None
        self.last_shot: Shot | None = None  # without its swap card
        self.battle: Battle | None = None
        self.past: Battle | None = None  # the last WAR, all public by now; never changes any more
        self.deeds: list[Deeds] = [Deeds(0, 0, 0, 0, 0) for _ in range(seats)]
        self.ended = RUNNING

    def copy(self) -> WarState:
        twin = WarState(self.book, self.house, self.deck.copy())
        twin.options = self.options
        twin.agenda = [step.copy() for step in self.agenda]
        twin.pile = self.pile[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.known = [kinds[:] for kinds in self.known]
        twin.plates = [[burger.copy() for burger in plate] for plate in self.plates]
        twin.serials = self.serials[:]
        twin.numbers = self.numbers[:]
        twin.where = self.where[:]
        twin.first = self.first
        twin.active = self.active
        twin.round = self.round
        twin.used = self.used
        twin.reshuffles = self.reshuffles
        twin.shot = self.shot
        if self.battle is not None:
            twin.battle = self.battle.copy()
        twin.past = self.past
        twin.last_shot = self.last_shot
        twin.deeds = [deeds.copy() for deeds in self.deeds]
        twin.ended = self.ended
        return twin

    def listed(self) -> list[int]:
        """Copies of every kind in the deck list of this table."""
        return self.book.full if self.house.full else self.book.short

    def not_asked(self, seat: int, move: Move) -> IllegalMove:
        """IW-TURN-8, or what keeps this seat in particular from answering."""
        if not self.agenda:
            return IllegalMove("IW-TURN-8", "over")
        battle = self.battle
        if battle is not None and battle.stage == AIMING and isinstance(move, Aim):
            if seat in battle.locks:
                return IllegalMove("IW-WAR-7", "aim_locked")
            if self.where[C_VEGGIES] == seat:
                return IllegalMove("IW-WAR-5", "cannot_steal")
        if battle is not None and battle.stage == SHIELDING and isinstance(move, Deflect) and seat in battle.aims:
            if not battle.pools[seat]:
                return IllegalMove("IW-WAR-8", "nothing_to_lose")
            if self.where[L_VEGGIES] >= 0 and self.where[L_VEGGIES] != seat:
                return IllegalMove("IW-DEFL-4", "only_owner_deflects")
        return IllegalMove("IW-TURN-8", "not_asked")
