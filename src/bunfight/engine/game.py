"""The base class of all games, with views and outcomes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from bunfight.engine.encoding import Encoder
from bunfight.engine.errors import InvalidInput
from bunfight.engine.event import Event
from bunfight.engine.event_log import EventLog
from bunfight.engine.grammar import Grammar
from bunfight.engine.hooks import BotHooks, Oracles, PhysicsHooks, TimingHooks
from bunfight.engine.luck import Luck, Rng
from bunfight.engine.options import Option, Options, chosen
from bunfight.engine.step import Seat, State

__all__ = ["Event", "Game", "Option", "Options", "Outcome", "ScoreLine", "View", "chosen"]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points of one seat from one source; ``label`` is worded in words.toml."""

    seat: Seat
    label: str
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the reason (worded in words.toml), its rule, winners, ranks (1 is best) and points by seat."""

    reason: str
    rule: str
    winners: tuple[Seat, ...]
    ranks: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[ScoreLine, ...]

    @classmethod
    def by_points(cls, reason: str, rule: str, label: str, totals: Sequence[int]) -> Outcome:
        """Rank by points; seats with equal points share a place."""
        ranks = tuple(1 + sum(other > total for other in totals) for total in totals)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        lines = tuple(ScoreLine(seat, label, total) for seat, total in enumerate(totals))
        return cls(reason, rule, winners, ranks, tuple(totals), lines)


API: Final = 1
"""The version of the interface for games of other packages: docs/new-game.md lists what belongs to it. It is raised
when a game that was written for it would have to change."""
COMMON: Final = ["seat", "seats", "awaits", "step", "moves", "over", "previews", "options"]  # fields of all views


class View:
    """All that one seat, or a spectator (None), may know. It is built field by field, never by redacting the state."""

    __slots__ = ()

    seat: Seat | None
    seats: int
    awaits: tuple[Seat, ...]
    step: str  # the open question: class name of its step; "" when the game is over
    moves: tuple[str, ...]  # what this seat may answer; empty unless it is asked
    over: bool
    options: Options  # those of the table


CardWords = dict[str, dict[str, dict[str, str]]]
S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Game(ABC, Generic[S, V]):
    """The rules of one game. Games are stateless: every method works only on the state that it is given."""

    api: int = 0  # the version of the interface that a game of another package was written for: ``API``
    id: str
    title: str
    seats: range
    minutes: str  # how long a game takes, "15-20"
    rules_version: int  # raised when any recorded game could end differently
    options: tuple[Option, ...] = ()
    cards_digest: str = ""  # fingerprint of the card data
    grammar: Grammar = Grammar()  # the language of its moves

    bots: BotHooks = BotHooks()
    timing: TimingHooks | None = None
    physics: PhysicsHooks | None = None
    oracles: Oracles = Oracles()

    @abstractmethod
    def setup(self, options: Options, seats: int, luck: Luck, log: EventLog) -> S: ...

    @abstractmethod
    def outcome(self, s: S) -> Outcome | None:
        """None while the game is running."""

    @abstractmethod
    def view(self, s: S, seat: Seat | None) -> V: ...

    @abstractmethod
    def determinize(self, view: V, rng: Rng) -> S:
        """Sample a complete state that is consistent with ``view``."""

    @abstractmethod
    def resample_hidden(self, s: S, seat: Seat | None, rng: Rng) -> S:
        """Return a copy with everything dealt again that the rules hide from ``seat``. Do not derive it from view()."""

    @abstractmethod
    def audit(self, s: S) -> None:
        """Assert that no component is lost or duplicated."""

    def bound(self, options: Options, seats: int) -> int:
        """An upper bound on the number of decisions; override it if a game can take more."""
        return 10_000

    def value(self, s: S) -> list[float]:
        """How well each seat stands, from 0 to 1; by default its share of what ``bots.terms`` adds up to."""
        seats = self.view(s, None).seats
        worth = [max(0.0, 1.0 + sum(amount for _, amount in self.bots.terms(s, seat))) for seat in range(seats)]
        total = sum(worth)
        return [one / total if total else 1.0 / seats for one in worth]

    def encoder(self, seats: int) -> Encoder[S] | None:
        """The encoder of observations for learning agents (engine/encoding.py); None: a default encoder is used."""
        return None

    def with_cards(self, text: str) -> Game[S, V]:
        """This rulebook with a player's own card list (TOML text); InvalidInput names what is wrong with it."""
        raise InvalidInput("no_own_cards", title=self.title)

    def card_words(self) -> CardWords:
        """What the cards of the list that is being played are called; with a custom list, none of our names appears.

        By table of words.toml ("terms", "scores" ...), then by id: words by language.
        """
        return {}

    def settle(self, given: Mapping[str, Any], seats: int) -> Options:
        """The complete, checked options of a game; InvalidInput says which one is wrong."""
        if seats not in self.seats:
            raise InvalidInput("other_seats", title=self.title, fewest=self.seats[0], most=self.seats[-1], n=seats)
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise InvalidInput("unknown_option", name=name, title=self.title, known=", ".join(known) or "-")
        settled = {name: option.value(given.get(name, option.default)) for name, option in known.items()}
        self._check_options(settled, seats)
        return settled

    def _check_options(self, options: Options, seats: int) -> None:
        """Raise InvalidInput if the options do not go together."""
