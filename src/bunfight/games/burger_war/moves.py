"""One class per decision, and the Book: a card list in numbers with every move that it can express."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.kernel import Move

MOST_SEATS: Final = 6

# Types of cards; an ingredient is what is below NUKE.
BUN: Final = 0
CHEESE: Final = 1
PATTY: Final = 2
SAUCE: Final = 3
VEGGIES: Final = 4
NUKE: Final = 5
TRANSMOG: Final = 6
RECYCLER: Final = 7
DEFLECTOR: Final = 8
WAR: Final = 9

# The ten special ingredients, Legendary by type, then Cursed by type.
L_BUN: Final = 0
L_CHEESE: Final = 1
L_PATTY: Final = 2
L_SAUCE: Final = 3
L_VEGGIES: Final = 4
C_BUN: Final = 5
C_CHEESE: Final = 6
C_PATTY: Final = 7
C_SAUCE: Final = 8
C_VEGGIES: Final = 9
SPECIALS: Final = 10


class Draw(Move):
    """Take the top card of the deck."""


class PlaceIngredient(Move):
    """Put an ingredient of the hand on a plate."""

    def __init__(self, text: str, kind: int, plate: int) -> None:
        super().__init__(text)
        self.kind: i64 = kind
        self.plate: i64 = plate


class UseNuke(Move):
    """Discard one ingredient of a plate."""

    def __init__(self, text: str, plate: int, target: int) -> None:
        super().__init__(text)
        self.plate: i64 = plate
        self.target: i64 = target


class UseTransmog(Move):
    """Replace one ingredient of a plate by one of the hand."""

    def __init__(self, text: str, plate: int, target: int, swap: int) -> None:
        super().__init__(text)
        self.plate: i64 = plate
        self.target: i64 = target
        self.swap: i64 = swap


class UseRecycler(Move):
    """Take a card back from the discard pile."""

    def __init__(self, text: str, kind: int) -> None:
        super().__init__(text)
        self.kind: i64 = kind


class EndTurn(Move):
    """Do without the second action."""


class Deflect(Move):
    """Answer an attack with a DEFLECTOR."""


class Decline(Move):
    """Let an attack happen."""


class Aim(Move):
    """Point at another chef in a WAR."""

    def __init__(self, text: str, target: int) -> None:
        super().__init__(text)
        self.target: i64 = target


class Loot(Move):
    """Take one ingredient from the chef aimed at."""

    def __init__(self, text: str, target: int) -> None:
        super().__init__(text)
        self.target: i64 = target


class LootNothing(Move):
    """Take nothing from the chef aimed at."""


class Discard(Move):
    """Throw away a card of a hand that is too full."""

    def __init__(self, text: str, kind: int) -> None:
        super().__init__(text)
        self.kind: i64 = kind


DRAW: Final = Draw("draw")
END: Final = EndTurn("end")
DEFLECT: Final = Deflect("deflect")
DECLINE: Final = Decline("decline")
SPARE: Final = LootNothing("spare")
AIMS: Final[list[Move]] = [Aim(f"aim {seat}", seat) for seat in range(MOST_SEATS)]


class Book:
    """A card list in numbers. A kind is a row of the list; a card is one numbered copy of a kind on a plate."""

    def __init__(
        self,
        ids: list[str],
        types: list[int],
        modifiers: list[int],
        specials: list[int],
        short: list[int],
        full: list[int],
    ) -> None:
        self.ids = ids
        self.types: vec[i64] = vec[i64](types)
        self.modifiers: vec[i64] = vec[i64](modifiers)
        self.specials: vec[i64] = vec[i64](specials)
        self.short = short
        self.full = full
        self.kinds = len(ids)
        self.nuke = types.index(NUKE)
        self.transmog = types.index(TRANSMOG)
        self.recycler = types.index(RECYCLER)
        self.deflector = types.index(DEFLECTOR)
        self.war = types.index(WAR)
        self.special_kinds = [specials.index(special) for special in range(SPECIALS)]
        self.short_deck = [kind for kind in range(self.kinds) for _ in range(short[kind]) if kind != self.war]
        self.full_deck = [kind for kind in range(self.kinds) for _ in range(full[kind]) if kind != self.war]
        self.cards: list[str] = []
        base: list[int] = []
        kind_of: list[int] = []
        for kind in range(self.kinds):
            base.append(len(self.cards))
            if types[kind] < NUKE:
                for number in range(max(short[kind], full[kind])):
                    self.cards.append(f"{ids[kind]}#{number + 1}")
                    kind_of.append(kind)
        self.base: vec[i64] = vec[i64](base)
        self.kind_of: vec[i64] = vec[i64](kind_of)
        self._make_moves()

    def _make_moves(self) -> None:
        """Every move is made here, once, but see transmog_of(); places is by number of seats, then kind."""
        ids = self.ids
        on_plates: list[list[Move]] = []
        self.recycles: list[Move] = []
        self.discards: list[Move] = []
        self.loots: list[Move] = [Loot(f"loot {name}", card) for card, name in enumerate(self.cards)]
        self.nukes: list[list[Move]] = []
        self.transmogs: list[Move | None] = [None] * (MOST_SEATS * len(self.cards) * self.kinds)
        for kind in range(self.kinds):
            on_plates.append(
                [PlaceIngredient(f"place {ids[kind]} {plate}", kind, plate) for plate in range(MOST_SEATS)]
            )
            self.recycles.append(UseRecycler(f"recycle {ids[kind]}", kind))
            self.discards.append(Discard(f"discard {ids[kind]}", kind))
        for plate in range(MOST_SEATS):
            self.nukes.append([UseNuke(f"nuke {plate} {name}", plate, card) for card, name in enumerate(self.cards)])
        self.places: list[list[list[Move]]] = []
        for seats in range(MOST_SEATS + 1):
            self.places.append([moves[:seats] for moves in on_plates])

    def transmog_of(self, plate: i64, card: i64, swap: i64) -> Move:
        """The TRANSMOG of a card on a plate into a kind: there are many, so each is made when it is first wanted."""
        kinds: i64 = self.kinds
        cards: i64 = len(self.cards)
        at = (plate * cards + card) * kinds + swap
        made = self.transmogs[at]
        if made is None:
            made = UseTransmog(f"transmog {plate} {self.cards[card]} {self.ids[swap]}", plate, card, swap)
            self.transmogs[at] = made
        return made

    def catalogue(self, seats: int) -> list[Move]:
        """Every move that a table of so many seats can express, in a fixed order."""
        moves: list[Move] = [DRAW]
        for kind in range(self.kinds):
            if self.types[kind] < NUKE:
                moves += self.places[seats][kind]
        for plate in range(seats):
            moves += self.nukes[plate]
        for plate in range(seats):
            for card in range(len(self.cards)):
                for kind in range(self.kinds):
                    if self.types[kind] < NUKE:
                        moves.append(self.transmog_of(plate, card, kind))
        moves += self.recycles
        moves.append(END)
        moves.append(DEFLECT)
        moves.append(DECLINE)
        moves += AIMS[:seats]
        moves += self.loots
        moves.append(SPARE)
        moves += self.discards
        return moves

    def parse(self, text: str) -> Move:
        """The move that a line of words means; ValueError if it means none."""
        words = text.split(" ")
        verb = words[0]
        given = len(words) - 1
        if given == 0:
            for plain in (DRAW, END, DEFLECT, DECLINE, SPARE):
                if plain.text == text:
                    return plain
        elif given == 1:
            if verb == "recycle":
                return self.recycles[self._kind(words[1])]
            if verb == "discard":
                return self.discards[self._kind(words[1])]
            if verb == "aim":
                return AIMS[self._seat(words[1])]
            if verb == "loot":
                return self.loots[self._card(words[1])]
        elif given == 2:
            if verb == "place":
                return self.places[MOST_SEATS][self._kind(words[1])][self._seat(words[2])]
            if verb == "nuke":
                return self.nukes[self._seat(words[1])][self._card(words[2])]
        elif given == 3 and verb == "transmog":
            return self.transmog_of(self._seat(words[1]), self._card(words[2]), self._kind(words[3]))
        raise ValueError(
            f"'{text}' is no move of this game; try draw, place, nuke, transmog, recycle, end, deflect, "
            "decline, aim, loot, spare or discard"
        )

    def _kind(self, word: str) -> int:
        if word not in self.ids:
            raise ValueError(f"there is no card '{word}'")
        return self.ids.index(word)

    def _card(self, word: str) -> int:
        if word in self.cards:
            return self.cards.index(word)
        if f"{word}#1" in self.cards:
            raise ValueError(f"a card on a plate is written with its number, like {word}#1")
        raise ValueError(f"there is no card '{word}' for a plate; cards there are written like {self.cards[0]}")

    def _seat(self, word: str) -> int:
        for seat in range(MOST_SEATS):
            if word == str(seat):
                return seat
        raise ValueError(f"there is no seat '{word}'; seats are counted from 0")
