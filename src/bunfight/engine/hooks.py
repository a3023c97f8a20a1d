"""Optional capabilities of a game: what bots, clocks, a physics simulation and the conformance suite need to know.

A game declares them as attributes, and everything in them has a default:

    class TeaTime(Game[TeaTimeState, TeaTimeView]):
        bots = BotHooks(policy=policy, terms=terms)

The fields are plain functions, so a search that binds one once calls it without any indirection.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from bunfight.engine.event import Event
from bunfight.engine.luck import Rng, Simulator
from bunfight.engine.step import IllegalMove, Move, Seat

Policy = Callable[[Any, Seat, Rng], Move]


class Player(Protocol):
    """Plays one level of a game; see ``BotHooks.player``."""

    def decide(self, s: Any, seat: Seat, rng: Rng) -> str:
        """The text of a legal move; reads nothing of ``s`` that the seat may not know."""


def random_move(s: Any, seat: Seat, rng: Rng) -> Move:
    """Any legal move."""
    move: Move = s.agenda[-1].suggest(s, seat, rng)
    return move


def first_move(s: Any, seat: Seat) -> Move:
    """The first legal move."""
    move: Move = s.agenda[-1].legal(s, seat)[0]
    return move


def all_moves(s: Any, seat: Seat, moves: list[Move]) -> list[Move]:
    """Every move."""
    return moves


def no_terms(s: Any, seat: Seat) -> list[tuple[str, float]]:
    """No explanation."""
    return []


def no_subject(s: Any, move: Move) -> str:
    """Nothing besides the words of the move."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotHooks:
    """What bots, search, coach, lab and learning use besides the rules.

    No function may read anything of the state that the seat may not know, and none may change the state.
    """

    policy: Policy = random_move  # a sensible move; the "heuristic" bot plays it
    rollout: Policy = random_move  # for playouts: much like the policy, and faster (default: the policy)
    greedy: Policy | None = None  # the best single decision without a plan (default: by ``Game.value`` after each move)
    fallback: Callable[[Any, Seat], Move] = first_move  # made for a seat whose time is up or whose bot failed
    terms: Callable[[Any, Seat], list[tuple[str, float]]] = no_terms  # parts of the evaluation, to explain choices
    milestones: tuple[type[Event], ...] = ()  # public events that an explanation mentions if a choice makes them likely
    search_moves: Callable[[Any, Seat, list[Move]], list[Move]] = all_moves  # the moves that are worth a search
    coach_moves: Callable[[Any, Seat, Rng], list[Move]] | None = None  # what the coach compares (default: legal moves)
    catalogue_moves: Callable[[Any, Seat], list[str]] | None = None  # legal ones of the catalogue (default: try each)
    winners: Callable[[Any], list[int]] | None = None  # of a finished game, faster than ``outcome``
    subject: Callable[[Any, Move], str] = no_subject  # what a move refers to by position, for the lab's statistics
    search: Mapping[str, float] = field(default_factory=dict)  # settings other than the usual (bots/search.py Settings)
    master: Mapping[str, float] = field(default_factory=dict)  # more settings of the level Master
    coach: Mapping[str, float] = field(default_factory=dict)  # how far positions are played on (bots/estimate.py)
    likelihood: Callable[[Any, Any, Seat], float] | None = None
    """(view of the seat's decision before, sampled state, seat): how likely its hidden cards are, from 0 to 1."""
    player: Callable[[str, Simulator | None, Callable[[], float]], Player] | None = None
    """Makes the game's own player for a level (easy to master) from the level, the simulator and a CPU clock."""

    def __post_init__(self) -> None:
        if self.rollout is random_move:
            object.__setattr__(self, "rollout", self.policy)


def never_late(move: Move, held: float) -> IllegalMove | None:
    """Every move is in time."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimingHooks:
    """Time limits in the rules of the game, besides any clock of the table."""

    limit: Callable[[Any, Seat], tuple[str, float]]  # what a seat is doing and its seconds; ("", 0.0) without a limit
    too_late: Callable[[Move, float], IllegalMove | None] = never_late  # checks the time that a move states
    lasting: tuple[str, ...] = ()  # activities that share one time limit over several decisions


def accept(question: str, answer: str) -> str:
    """Accept every answer."""
    return answer


def show_nothing(kind: str, body: dict[str, Any]) -> bool:
    """Relay no ephemeral message."""
    return False


def no_balance_move(s: Any, seat: Seat) -> type[Move] | None:
    """No move of this kind."""
    return None


def always_stable(s: Any, seat: Seat) -> bool:
    """Nothing ever falls."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionHooks:
    """A simulation whose answers come with a recording of the motion, which is stored and sent beside the record."""

    split: Callable[[str], tuple[str, str]]  # an answer without its recording, and the recording as JSON ("": none)
    strip: Callable[[dict[str, Any]], dict[str, Any]]  # an event without the recording
    seconds: Callable[[dict[str, Any]], float]  # how long it takes to show the motion of an event; 0.0 without motion


@dataclass(frozen=True, slots=True, kw_only=True)
class PhysicsHooks:
    """A simulation outside the rules. Steps ask it by ``Luck.observe``; questions and answers are texts on the record.

    The rules never run the simulation themselves: the host passes a ``Simulator`` to ``Luck`` or ``Table``.
    """

    module: str  # whose ``answer(question)`` is the simulation; imported when it is first asked
    estimate: Simulator  # a plausible answer without a simulation: for search, conformance tests and rule tests
    vet: Callable[[str, str], str] = accept  # (question, answer): the answer, or an error if it cannot be true
    simplify: Callable[[str], str] | None = None  # the same question for a rougher, faster simulation, for the coach
    motion: MotionHooks | None = None  # how to read the recording that comes with an answer
    shows: Callable[[str, dict[str, Any]], bool] = show_nothing
    """(kind, body): whether an ephemeral message says where a piece is held, so that others may get it."""
    balance_move: Callable[[Any, Seat], type[Move] | None] = no_balance_move  # the kind of move for the last piece
    stable: Callable[[Any, Seat], bool] = always_stable  # whether nothing of this seat fell

    def simulate(self, question: str) -> str:
        """Run the simulation."""
        answer: str = import_module(self.module).answer(question)
        return answer

    def answer(self, question: str) -> str:
        """Simulate and vet."""
        return self.vet(question, self.simulate(question))

    def answer_quickly(self, question: str) -> str:
        """Simulate roughly if the game offers that, else estimate; the answer is not vetted."""
        return self.estimate(question) if self.simplify is None else self.simulate(self.simplify(question))


@dataclass(frozen=True, slots=True)
class Oracles:
    """How the conformance suite checks that rejections and previews are true."""

    rejections: Mapping[str, Callable[[Any, Any], bool]] = field(default_factory=dict)
    """By the key of a rejection: (view, facts) -> whether it is true."""
    previews: Mapping[str, Callable[[Any, Any, Any], bool]] = field(default_factory=dict)
    """By the key of an effect: (view before, view after, effect) -> whether it came true."""


def simulator(game: Any) -> Simulator | None:
    """The vetted simulation of a game; None if it has no physics."""
    return None if game.physics is None else game.physics.answer


def estimator(game: Any) -> Simulator | None:
    """The estimate that replaces the simulation in playouts; None if the game has no physics."""
    return None if game.physics is None else game.physics.estimate
