"""The base classes of bots. A bot is given a view and answers with the text of a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bunfight.engine import Rng, Seat, State, Step, View
from bunfight.engine.table import AnyGame
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON, Words

COMPARED = 5  # alternatives that are put into words
SURE = 2.0  # standard errors by which a move must be ahead of another to be called better


class BotFailure(Exception):
    """A bot erred, died or took too long; the message says what happened."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What speaks for a move rather than another: a clause (a key of the game's ``[terms]``), and how much it counts.

    ``difference`` is above zero, in the units of the game's evaluation; it is for sorting, not for showing.
    """

    term: str
    difference: float


@dataclass(frozen=True, slots=True)
class Alternative:
    """A move, the seat's chance after it (0 to 1) with its 95% interval, and how often that was tried.

    ``same``: all moves that come to the same, itself included. ``lead`` and ``error``: by how much the recommended
    move is ahead of it, measured in the same states with the same dice, and the standard error of that.
    """

    move: str
    chance: float
    tries: int
    low: float = 0.0
    high: float = 1.0
    same: tuple[str, ...] = ()
    lead: float = 0.0
    error: float = 0.0

    @property
    def as_good(self) -> bool:
        """Whether the recommended move is not surely better."""
        return self.lead <= SURE * self.error

    def result_text(self) -> str:
        """ "45% (41-49)": the chance and its interval."""
        return f"{self.chance:.0%} ({100 * self.low:.0f}–{100 * self.high:.0f})"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a bot plays what it plays: its choice, the alternatives (best first) and the reasons (strongest first).

    ``prospects``: events, as plain data, that the choice makes likely and the move it is compared with does not.
    """

    seat: Seat
    choice: str
    alternatives: tuple[Alternative, ...]
    instead_of: str  # the move that the reasons compare with; "" if there was no other
    reasons: tuple[Reason, ...]
    prospects: tuple[dict[str, Any], ...] = ()

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    def lines(self, game: AnyGame, names: Sequence[str], language: str = "en") -> list[str]:
        """The explanation in words."""
        words = Words(game, language)
        chosen = next((one for one in self.alternatives if one.move == self.choice), None)
        move = words.move(self.choice, names)
        said = [_say("choice", language, move if chosen is None else f"{move}{_estimated(chosen, language)}")]
        others = [one for one in self.alternatives if one.move != self.choice]
        if not others:
            return [*said, _say("alone", language)] if chosen is not None else said
        best = self.alternatives[0]
        if chosen is not None and best is not chosen:
            key = "as_good" if chosen.as_good else "better"
            said.append(_say(key, language, f"{words.move(best.move, names)}{_estimated(best, language)}"))
        said.append(_say("others", language))
        for one in others[:COMPARED]:
            same = _say("same", language, str(len(one.same) - 1)) if len(one.same) > 1 else ""
            even = _say("even", language) if best is chosen and one.as_good else ""
            said.append(f"  {one.result_text():>12}  {words.move(one.move, names)}{same}{even}")
        if len(others) > COMPARED:
            said.append(_say("more", language, str(len(others) - COMPARED), others[COMPARED].result_text()))
        if self.reasons:
            better = best is chosen and not any(one.as_good for one in others if one.move == self.instead_of)
            said.append(_say("against" if better else "for", language, words.move(self.instead_of, names)))
            said += [f"  {words.term(reason.term)}" for reason in self.reasons]
        if self.prospects:
            said.append(_say("prospects", language))
            said += [f"  {words.event(event, names)}" for event in self.prospects]
        return said


def _estimated(one: Alternative, language: str) -> str:
    return _say("estimated", language, one.result_text())


def _say(key: str, language: str, *parts: str) -> str:
    return languages.text(COMMON["thoughts"][key], language).format(*parts)


class Bot(ABC):
    """One player at one seat of one table: it may remember between decisions, so make a new one for each game."""

    name = "bot"

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @abstractmethod
    def choose(self, view: View, rng: Rng) -> str:
        """The text of a legal move for ``view.seat``, which is asked. The same view and rng give the same answer."""

    def explain(self, view: View, rng: Rng) -> Explanation:
        """What the bot would choose here, and why."""
        from bunfight.bots.explain import explained

        return explained(self.game, view, self.choose(view, rng), rng.fork("explain"))

    def close(self) -> None:  # noqa: B027  # most bots hold nothing
        """Let go of what the bot holds (processes, files)."""


class OpenBot(Bot):
    """A bot that decides by functions of the game (``BotHooks``) and may therefore be asked with the real state.

    Simulations and environments (lab/match.py, rl) call ``decide`` with the real state and without a ``Guarded``
    around it, which saves building a view and sampling a state from it. That is safe because those functions must not
    depend on anything hidden: the conformance suite compares the policy, the encoder and the legal moves in a position
    with those after ``Game.resample_hidden``, for every seat. Bots of other authors are never an OpenBot: they get
    views only.
    """

    def choose(self, view: View, rng: Rng) -> str:
        assert view.seat is not None, "a spectator has nothing to choose"
        return self.decide(self.game.determinize(view, rng.fork("determinize")), view.seat, rng)

    @abstractmethod
    def decide(self, s: State, seat: Seat, rng: Rng) -> str:
        """The text of a legal move; reads nothing of ``s`` that the seat may not know."""


def listable(step: Step[Any]) -> bool:
    """Whether legal() lists all moves of a step."""
    return type(step).listed
