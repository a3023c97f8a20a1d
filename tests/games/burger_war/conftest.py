"""Tables drawn as the rules write them: ``[BUN+1 PATTY+2]*`` is a finished burger, L- and C- cards are special."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from bunfight.engine import Event, Luck, Outcome, Rng, TapeLuck
from bunfight.engine.deck import Deck
from bunfight.games.burger_war.game import GAME
from bunfight.games.burger_war.rules.actions import effective, finished_sum, lay, number_card, unfinished_sum
from bunfight.games.burger_war.rules.state import WarState
from bunfight.games.burger_war.rules.steps import TakeAction
from bunfight.games.burger_war.views.types import WarView
from bunfight.testing.scene import Kit, Scene

TYPES = ("BUN", "CHEESE", "PATTY", "SAUCE", "VEGGIES")
NAMES: dict[str, str] = {
    "NUKE": "nuke",
    "TRANSMOG": "transmog",
    "RECYCLER": "recycler",
    "DEFLECTOR": "deflector",
    "WAR": "war",
}
for _type in TYPES:
    for _value, _end in ((-2, "n2"), (-1, "n1"), (1, "p1"), (2, "p2")):
        NAMES[f"{_type}{_value:+d}"] = f"{_type.lower()}_{_end}"
    NAMES[f"L-{_type}"] = f"{_type.lower()}_leg"
    NAMES[f"C-{_type}"] = f"{_type.lower()}_cur"
WRITTEN = {id_: name for name, id_ in NAMES.items()}
BOOK = GAME.book


def kind(name: str) -> int:
    return BOOK.ids.index(NAMES[name])


def written(kinds: list[int]) -> str:
    return " ".join(WRITTEN[BOOK.ids[one]] for one in kinds)


class Board(Scene[WarState, WarView]):
    """A table in the middle of a game. Seat 0 is first player and to move unless it is said otherwise."""

    def __init__(
        self,
        seats: int = 2,
        *,
        plates: dict[int, str] | None = None,
        hands: dict[int, str] | None = None,
        pile: str = "",
        deck: str | None = None,
        active: int = 0,
        first: int = 0,
        round: int = 1,
        **options: Any,
    ) -> None:
        kit = Kit(GAME)
        super().__init__(kit, kit.setup(seats, "board", **options))
        s = self.state = self.s
        s.first, s.active, s.round = first, active, round
        s.agenda = [TakeAction(active)]
        left = s.listed()[:]
        s.hands = [[] for _ in range(seats)]
        for seat, text in (plates or {}).items():
            for burger_text in re.findall(r"\[([^]]*)\]", text):
                burger = None
                for name in burger_text.split():
                    card = number_card(s, kind(name))
                    left[kind(name)] -= 1
                    if burger is None:
                        burger = lay(s, card, seat)
                        if len(burger.cards) > 1:  # an older burger is open: begin another all the same
                            self._begin_another(seat, burger, card)
                            burger = s.plates[seat][-1]
                    else:
                        self._add(seat, burger, card)
        for seat, text in (hands or {}).items():
            s.hands[seat] = sorted(kind(name) for name in text.split())
            for one in s.hands[seat]:
                left[one] -= 1
        s.pile = [kind(name) for name in pile.split()]
        for one in s.pile:
            left[one] -= 1
        if deck is None:
            s.deck = Deck(one for one, count in enumerate(left) for _ in range(count))
        else:
            s.deck = Deck(kind(name) for name in deck.split())
        self.sound = deck is None
        if self.sound:
            GAME.audit(s)

    def _add(self, seat: int, burger: Any, card: int) -> None:
        kind_ = BOOK.kind_of[card]
        burger.add(card, BOOK.types[kind_])
        if BOOK.specials[kind_] >= 0:
            self.state.where[BOOK.specials[kind_]] = seat

    def _begin_another(self, seat: int, burger: Any, card: int) -> None:
        burger.remove(card, BOOK.types[BOOK.kind_of[card]])
        self.state.serials[seat] += 1
        another = type(burger)(self.state.serials[seat])
        self.state.plates[seat].append(another)
        self._add(seat, another, card)

    def meant(self, seat: int, text: str) -> str:
        """Card names as the rules write them, plate cards by the first copy on that plate."""
        words = text.split()
        out = [NAMES.get(word, word) for word in words]
        if words[0] in ("nuke", "transmog") and "#" not in out[2]:
            out[2] = self.card_on(int(words[1]), out[2])
        if words[0] == "loot" and "#" not in out[1]:
            assert self.state.battle is not None
            out[1] = self.card_on(self.state.battle.aims[seat], out[1])
        return " ".join(out)

    def card_on(self, plate: int, id_: str) -> str:
        burgers = self.state.plates[plate] if plate < len(self.state.plates) else []
        found = [BOOK.cards[c] for burger in burgers for c in burger.cards if BOOK.ids[BOOK.kind_of[c]] == id_]
        return found[0] if found else f"{id_}#1"

    def play(self, seat: int, text: str, draw: str = "") -> Board:
        """A move; ``draw`` names the card that comes from the deck."""
        deck = list(self.state.deck) or sorted(self.state.pile)
        self.say(seat, text, TapeLuck([deck.index(kind(draw))]) if draw else Luck(Rng("board moves")))
        return self

    def refused(self, seat: int, text: str) -> str:
        """The rule that forbids a move."""
        broken = self.refusal(seat, text)
        self.key, self.facts = broken.key, broken.facts
        return broken.rule

    def moves(self, seat: int, verb: str = "") -> list[str]:
        """Legal moves with card names as the rules write them; copies without numbers."""
        assert seat in self.asked
        texts = self.listed(seat)
        named = [" ".join(WRITTEN.get(word.split("#")[0], word) for word in text.split()) for text in texts]
        named = [f"{old.split()[0]}{text[len(text.split()[0]) :]}" for old, text in zip(texts, named, strict=True)]
        return [text for text in named if not verb or text.split()[0] == verb]

    def plate(self, seat: int) -> str:
        return " ".join(
            f"[{written([BOOK.kind_of[card] for card in burger.cards])}]{'*' if burger.finished() else ''}"
            for burger in self.state.plates[seat]
        )

    def values(self, seat: int) -> list[int]:
        return [effective(self.state, card, seat) for burger in self.state.plates[seat] for card in burger.cards]

    def hand(self, seat: int) -> str:
        return written(self.state.hands[seat])

    def known(self, seat: int) -> str:
        return written(self.state.known[seat])

    @property
    def pile(self) -> str:
        return written(self.state.pile)

    def finished(self, seat: int) -> int:
        return finished_sum(self.state, seat)

    def unfinished(self, seat: int) -> int:
        return unfinished_sum(self.state, seat)

    def heard(self, seat: int | None, back: int = 1) -> list[Event]:
        """What a seat heard of the last move."""
        return self.heard_by(seat, back)

    @property
    def outcome(self) -> Outcome:
        return self.kit.ended(self.state)


@pytest.fixture
def board() -> Callable[..., Board]:
    return Board
