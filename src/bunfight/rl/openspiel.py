"""Makes the games available in OpenSpiel: draws are chance nodes, secret choices are made in sequence.

Importing this module registers every game by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from bunfight.engine import EventLog, Luck, Rng, Seat, State, advance, playout
from bunfight.engine.event import plain
from bunfight.engine.position_text import describe_position, format_position
from bunfight.engine.table import AnyGame
from bunfight.games import load as load_game
from bunfight.games import names
from bunfight.rl.env import EnvCore, IllegalAction, utilities

MOST_OUTCOMES = 3600  # of one draw, for example the phase of the swaying hand
DEALS = 4  # positions that ``late`` games may start from
DRAWS = 40  # chance nodes that one decision may need, for the bound on the length of a game


class Undrawn(Exception):
    """Raised when a random number below ``sides`` is needed that is not drawn yet."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class AskedLuck(Luck):
    """Luck that replays the outcomes of chance nodes so far and raises Undrawn for the next one."""

    def __init__(self, drawn: list[int], simulator: Any) -> None:
        super().__init__(Rng("openspiel"), simulator)
        self.drawn = drawn
        self.at = 0

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        if self.at == len(self.drawn):
            raise Undrawn(int(n))
        self.at += 1
        return self.drawn[self.at - 1]


Decision = tuple[Seat, str, tuple[int, ...]]  # a decision with its luck; the first is the deal


class HeldState:
    """Wraps a game's state for an OpenSpiel state: copied by ``copy``, pickled as the decisions that led to it."""

    def __init__(self, state: State | None, rules: Rules, decisions: tuple[Decision, ...]) -> None:
        self.state, self.rules, self.decisions = state, rules, decisions

    def __deepcopy__(self, memo: dict[int, Any]) -> HeldState:
        return HeldState(None if self.state is None else self.state.copy(), self.rules, self.decisions)

    def __reduce__(self) -> Any:
        return _replayed, (self.rules, self.decisions)


def _replayed(rules: Rules, decisions: tuple[Decision, ...]) -> HeldState:
    state: State | None = None
    for seat, move, drawn in decisions:
        state = rules.after(state, seat, move, drawn, EventLog(False))
    return HeldState(state, rules, decisions)


def load(game: str | AnyGame, players: int | None = None, late: int = 0, **options: Any) -> BunfightGame:
    """Return the OpenSpiel game. ``late``: how many random decisions are made before it begins."""
    return BunfightGame(EnvCore(game, players, options), late)


def joined(value: Any) -> Any:
    """Escape a parameter value, because a comma would begin the next parameter."""
    return value.replace(",", "+") if isinstance(value, str) else value


def kind_of(game: AnyGame) -> Any:
    """Return OpenSpiel's description of a game."""
    named = {option.name: joined(option.default) for option in game.options}
    return pyspiel.GameType(
        short_name=f"bunfight_{game.id}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], "late": 0, **named},
    )


class BunfightGame(pyspiel.Game):  # type: ignore[misc]  # the library is untyped
    def __init__(self, core: EnvCore, late: int = 0) -> None:
        if not 0 <= late <= core.bound:
            raise ValueError(f"late: from 0 to {core.bound} decisions, not {late}")
        self.core, self.late = core, late
        info = pyspiel.GameInfo(
            num_distinct_actions=len(core.texts),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=core.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=core.bound,
        )
        given = {name: joined(value) for name, value in core.given.items()}
        parameters = {"players": core.seats, "late": late, **given}
        super().__init__(kind_of(core.game), info, parameters)

    def begun(self, deal: int) -> State:
        """Return one of the positions that a ``late`` game may start from."""
        rng = Rng("late", f"{self.late} {deal}")
        luck = Luck(rng, self.core.simulator)
        state = self.core.deal(luck)
        playout(state, luck, rng, self.late)
        return state

    def new_initial_state(self) -> BunfightState:
        return BunfightState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.core.bound * DRAWS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BunfightObserver:
        return BunfightObserver(self, params)


class BunfightState(pyspiel.State):  # type: ignore[misc]  # the library is untyped
    """The state before an unfinished decision, that decision, and the luck drawn for it so far."""

    def __init__(self, game: BunfightGame) -> None:
        super().__init__(game)
        self.rules = Rules(game)
        self.held = HeldState(None, self.rules, ())
        self.seat: Seat = -1
        self.move = ""
        self.drawn: list[int] = []
        self.sides = 0  # what the open chance node draws below; 0: none is open
        self._carry_on()

    def current_player(self) -> int:
        if self.sides:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.held.state is not None
        waiting = self.held.state.awaiting()
        return waiting[0] if waiting else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        core, state = self.rules.core, self.held.state
        assert state is not None
        core.state = state
        return core.legal(player) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, 1.0 / self.sides) for number in range(self.sides)]

    def _apply_action(self, action: int) -> None:
        if self.sides:
            if not 0 <= action < self.sides:
                raise IllegalAction(f"chance draws from 0 to {self.sides - 1}, not {action}")
            self.drawn.append(int(action))
        else:
            self.seat, self.move, self.drawn = self.current_player(), self._said(action), []
        self._carry_on()

    def _said(self, action: int) -> str:
        """Return the text of an action, if it is legal."""
        core, seat = self.rules.core, self.current_player()
        if not 0 <= action < len(core.texts):
            raise IllegalAction(f"action {action} is none of the {len(core.texts)} actions")
        text = core.texts[action]
        assert self.held.state is not None
        core.state = self.held.state
        if not core.fits(seat, text):
            raise IllegalAction(f"action {action} ({text!r}) is not legal for seat {seat} now")
        return text

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player == pyspiel.PlayerId.CHANCE else self.rules.core.texts[action]

    def information_state_string(self, player: int | None = None) -> str:
        """Return all events and own moves of a seat so far, and its current view."""
        seat = self.current_player() if player is None else player
        if self.held.state is None:
            return "the cards are being dealt"
        heard = self.rules.heard(self.held.decisions, seat)
        return "\n".join((*heard, format_position(self.rules.core.game.view(self.held.state, seat))))

    def is_terminal(self) -> bool:
        return not self.sides and self.held.state is not None and not self.held.state.agenda

    def returns(self) -> list[float]:
        core = self.rules.core
        outcome = core.game.outcome(self.held.state) if self.is_terminal() else None
        return [0.0] * core.seats if outcome is None else utilities(outcome)

    def __str__(self) -> str:
        if self.held.state is None:
            return f"deal {self.drawn}"
        shown = describe_position(self.rules.core.game.view(self.held.state, None))
        return f"{shown}\n{self.move if self.sides else ''}{self.drawn if self.sides else ''}"

    def _carry_on(self) -> None:
        """Apply the open decision (or the deal) as far as the drawn luck allows."""
        try:
            draft = self.rules.after(self.held.state, self.seat, self.move, self.drawn, EventLog(False))
        except Undrawn as needed:
            self.sides = needed.sides
            return
        decisions = (*self.held.decisions, (self.seat, self.move, tuple(self.drawn)))
        self.held, self.sides, self.drawn = HeldState(draft, self.rules, decisions), 0, []


class Rules:
    """The parts of a game that copies of a state share."""

    def __init__(self, game: BunfightGame) -> None:
        self.core, self.game = game.core, game
        simulator = game.core.simulator
        self.simulator = simulator and lru_cache(64)(simulator)  # every later draw repeats the question

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self

    def __reduce__(self) -> Any:
        return _ruled, (self.core, self.game.late)

    def after(self, state: State | None, seat: Seat, move: str, drawn: Sequence[int], log: EventLog) -> State:
        """Return the state after a decision, or after the deal; raise Undrawn if more luck is needed."""
        luck = AskedLuck(list(drawn), self.simulator)
        if state is None:
            if self.game.late:
                return self.game.begun(luck.below(DEALS))
            dealt: State = self.core.game.setup(self.core.options, self.core.seats, luck, log)
            return dealt
        draft = state.copy()
        advance(draft, seat, self.core.game.grammar.parse(move), luck, log)
        return draft

    def heard(self, decisions: tuple[Decision, ...], seat: Seat) -> list[str]:
        """Return the events of these decisions that a seat may see, and its own moves."""
        state, heard = None, []
        for who, move, drawn in decisions:
            log = EventLog(True)
            state = self.after(state, who, move, drawn, log)
            if who == seat:
                heard.append(move)
            heard += [str(plain(event)) for said in log.said if (event := said.heard(seat)) is not None]
        return heard


def _ruled(core: EnvCore, late: int) -> Rules:
    return Rules(BunfightGame(core, late))


class BunfightObserver:
    """Observes a seat's view as a vector with named fields and as text; during a draw, the view before it."""

    def __init__(self, game: BunfightGame, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self.game = game
        encoder = game.core.encoder
        self.tensor = np.zeros(int(encoder.size), np.float32)
        self.dict = {
            field.name: self.tensor[field.start : field.start + field.size].reshape(field.shape)
            for field in encoder.fields
        }

    def set_from(self, state: BunfightState, player: int) -> None:
        self.tensor.fill(0)
        if state.held.state is not None:
            self.tensor[:] = self.game.core.encode(state.held.state, player)

    def string_from(self, state: BunfightState, player: int) -> str:
        if state.held.state is None:
            return "the cards are being dealt"
        return format_position(self.game.core.game.view(state.held.state, player))


def named(name: str) -> type[BunfightGame]:
    """Return the class with which OpenSpiel creates a game from its parameters."""

    class Named(BunfightGame):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            many = [option.name for option in load_game(name).options if option.many]
            given = dict(parameters or {})
            given |= {one: given[one].replace("+", ",") for one in many if one in given}
            late = int(given.pop("late", 0))
            super().__init__(EnvCore(name, given.pop("players", None), given), late)

    Named.__name__ = Named.__qualname__ = f"Bunfight_{name}"  # so that states can be pickled
    globals()[Named.__name__] = Named
    return Named


def register() -> None:
    """Register every game by its name: ``pyspiel.load_game("bunfight_burger_war(players=3)")``."""
    known = set(pyspiel.registered_names())
    for name in (*names(), "_template"):
        if f"bunfight_{name}" not in known:
            pyspiel.register_game(kind_of(load_game(name)), named(name))


register()
