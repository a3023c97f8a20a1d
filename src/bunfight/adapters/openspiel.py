"""OpenSpiel games: every draw of luck is a chance node, secret choices are made one after the other."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from bunfight.adapters.arena import SIZE, Arena, observe, utilities
from bunfight.games import world
from bunfight.kernel import Luck, Rng, Seat, State, Talk, advance
from bunfight.kernel.table import AnyGame
from bunfight.notation import format_position

MOST_OUTCOMES = 3600  # of one draw: a phase of the swaying hand
DRAWS = 40  # chance nodes that one decision may need, for the bound on the length of a game


class Undrawn(Exception):
    """Luck is needed that was not drawn yet: a number below ``sides``."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class AskedLuck(Luck):
    """Luck from the outcomes of chance nodes so far; asks for the next one."""

    def __init__(self, drawn: list[int], nature: Any) -> None:
        super().__init__(Rng("openspiel"), nature)
        self.drawn = drawn
        self.at = 0

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        if self.at == len(self.drawn):
            raise Undrawn(int(n))
        self.at += 1
        return self.drawn[self.at - 1]


class Held:
    """A state of ours inside a state of theirs: copied by our own copy()."""

    def __init__(self, state: State | None) -> None:
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        return Held(None if self.state is None else self.state.copy())


def load(game: str | AnyGame, players: int | None = None, **options: Any) -> BunfightGame:
    """The game as an OpenSpiel game."""
    return BunfightGame(Arena(game, players, options))


class BunfightGame(pyspiel.Game):  # type: ignore[misc]  # the library is untyped
    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        kind = pyspiel.GameType(
            short_name=f"bunfight_{arena.game.id}",
            long_name=arena.game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=arena.seats,
            min_num_players=arena.seats,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            provides_factored_observation_string=False,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=len(arena.texts),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=arena.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=arena.bound,
        )
        super().__init__(kind, info, {})

    def new_initial_state(self) -> BunfightState:
        return BunfightState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.arena.bound * DRAWS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BunfightObserver:
        return BunfightObserver(self, params)


class BunfightState(pyspiel.State):  # type: ignore[misc]  # the library is untyped
    """The state before an unfinished decision, that decision, and the luck drawn for it so far."""

    def __init__(self, game: BunfightGame) -> None:
        super().__init__(game)
        self.rules = Rules(game.arena)
        self.held = Held(None)
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
        arena, arena_state = self.rules.arena, self.held.state
        assert arena_state is not None
        arena.state = arena_state
        return arena.legal(player) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, 1.0 / self.sides) for number in range(self.sides)]

    def _apply_action(self, action: int) -> None:
        if self.sides:
            self.drawn.append(int(action))
        else:
            self.seat, self.move, self.drawn = self.current_player(), self.rules.arena.texts[action], []
        self._carry_on()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player == pyspiel.PlayerId.CHANCE else self.rules.arena.texts[action]

    def is_terminal(self) -> bool:
        return not self.sides and self.held.state is not None and not self.held.state.agenda

    def returns(self) -> list[float]:
        arena = self.rules.arena
        outcome = arena.game.outcome(self.held.state) if self.is_terminal() else None
        return [0.0] * arena.seats if outcome is None else utilities(outcome)

    def __str__(self) -> str:
        if self.held.state is None:
            return f"deal {self.drawn}"
        shown = self.rules.arena.game.show(self.rules.arena.game.view(self.held.state, None))
        return f"{shown}\n{self.move if self.sides else ''}{self.drawn if self.sides else ''}"

    def _carry_on(self) -> None:
        """Take the open decision (or the deal) as far as the luck drawn allows."""
        arena = self.rules.arena
        luck, talk = AskedLuck(self.drawn, self.rules.nature), Talk(False)
        try:
            if self.move:
                assert self.held.state is not None
                draft = self.held.state.copy()
                advance(draft, self.seat, arena.game.parse(self.move), luck, talk)
            else:
                draft = arena.game.setup(arena.options, arena.seats, luck, talk)
        except Undrawn as needed:
            self.sides = needed.sides
            return
        self.held, self.sides, self.move, self.drawn = Held(draft), 0, self.move, []


class Rules:
    """The rulebook beside a state; shared by copies of it."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        nature = world(arena.game)
        self.nature = nature and lru_cache(64)(nature)  # the same is asked again at every draw that follows

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self


class BunfightObserver:
    """What a seat sees, as a vector and as text. While luck is being drawn: what it saw before."""

    def __init__(self, game: BunfightGame, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self.game = game
        self.tensor = np.zeros(SIZE, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: BunfightState, player: int) -> None:
        self.tensor.fill(0)
        if state.held.state is not None:
            self.tensor[:] = observe(self.game.arena.game.view(state.held.state, player))

    def string_from(self, state: BunfightState, player: int) -> str:
        if state.held.state is None:
            return "the cards are being dealt"
        return format_position(self.game.arena.game.view(state.held.state, player))
