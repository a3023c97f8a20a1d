"""One class per decision, and the Book: a card list in numbers with every move that it can express."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine import Move
from bunfight.engine.deck import Deck
from bunfight.engine.grammar import Grammar, Noun, Verb, seats

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


PLATE: Final = seats(MOST_SEATS, "plate")
# The verbs that are about no card, as every list has them.
BARE: Final = Grammar(
    Verb("draw", Draw),
    Verb("end", EndTurn),
    Verb("deflect", Deflect),
    Verb("decline", Decline),
    Verb("aim", Aim, {"plate": PLATE}),
    Verb("spare", LootNothing),
)
DRAW: Final[Move] = BARE.one("draw")
END: Final[Move] = BARE.one("end")
DEFLECT: Final[Move] = BARE.one("deflect")
DECLINE: Final[Move] = BARE.one("decline")
SPARE: Final[Move] = BARE.one("spare")
AIMS: Final[list[Move]] = BARE.made("aim")


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
        self.short_deck = Deck([kind for kind in range(self.kinds) for _ in range(short[kind]) if kind != self.war])
        self.full_deck = Deck([kind for kind in range(self.kinds) for _ in range(full[kind]) if kind != self.war])
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
        self.grammar = self._grammar()
        moves: list[Move] = self.grammar.made("place")
        self.places: list[list[list[Move]]] = []  # by number of seats, then kind
        for most in range(MOST_SEATS + 1):
            self.places.append([moves[kind * MOST_SEATS : kind * MOST_SEATS + most] for kind in range(self.kinds)])
        moves = self.grammar.made("nuke")
        cards = len(self.cards)
        self.nukes: list[list[Move]] = [moves[plate * cards : (plate + 1) * cards] for plate in range(MOST_SEATS)]
        self.transmogs: list[Move | None] = [None] * (MOST_SEATS * cards * self.kinds)
        self.recycles: list[Move] = self.grammar.made("recycle")
        self.loots: list[Move] = self.grammar.made("loot")
        self.discards: list[Move] = self.grammar.made("discard")

    def _grammar(self) -> Grammar:
        """All that can be said with this list. A card of the hand, on a plate and in the pile are different things."""
        ingredients = [self.ids[kind] for kind in range(self.kinds) if self.types[kind] < NUKE]
        card = Noun("card", tuple(self.ids), listed=ingredients)
        placed = Noun("placed", tuple(self.cards))
        verbs = BARE.verbs
        return Grammar(
            verbs["draw"],
            Verb("place", PlaceIngredient, {"card": card, "plate": PLATE}),
            Verb("nuke", UseNuke, {"plate": PLATE, "placed": placed}),
            Verb("transmog", UseTransmog, {"plate": PLATE, "placed": placed, "card": card}, wide=True),
            Verb("recycle", UseRecycler, {"piled": Noun("piled", tuple(self.ids))}),
            verbs["end"],
            verbs["deflect"],
            verbs["decline"],
            verbs["aim"],
            Verb("loot", Loot, {"placed": placed}),
            verbs["spare"],
            Verb("discard", Discard, {"card": Noun("card", tuple(self.ids))}),
        )

    def transmog_at(self, plate: i64, card: i64) -> i64:
        """Where the TRANSMOGs of a card on a plate begin; they follow by kind."""
        kinds: i64 = self.kinds
        cards: i64 = len(self.cards)
        return (plate * cards + card) * kinds

    def transmog_of(self, plate: i64, card: i64, swap: i64) -> Move:
        """The TRANSMOG of a card on a plate into a kind: there are many, so each is made when it is first wanted."""
        text = self.grammar.text("transmog", plate, self.cards[card], self.ids[swap])
        made = UseTransmog(text, plate, card, swap)
        self.transmogs[self.transmog_at(plate, card) + swap] = made
        return made
