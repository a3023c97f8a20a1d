"""Provides PettingZoo environments: ``env`` (seats act one after the other) and ``parallel_env`` (all at once)."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from bunfight.engine.table import AnyGame
from bunfight.rl.env import EnvCore
from bunfight.rl.gymnasium import ILLEGAL, MODES, known_mode, rendered, seen_by


def env(game: str | AnyGame, players: int | None = None, render_mode: str | None = None, **options: Any) -> Any:
    """Return the game as an AEC environment; an illegal action loses at once."""
    return wrappers.OrderEnforcingWrapper(BunfightEnv(game, players, render_mode, options))


def parallel_env(
    game: str | AnyGame, players: int | None = None, render_mode: str | None = None, **options: Any
) -> Any:
    """Return the game as a parallel environment: seats that are not asked take the last action, ``wait``."""
    return BunfightParallelEnv(game, players, render_mode, options)


def _spaces(core: EnvCore, agents: list[str], extra: int) -> tuple[dict[str, Any], dict[str, Any]]:
    seen = {agent: seen_by(core, extra) for agent in agents}
    return seen, {agent: spaces.Discrete(len(core.texts) + extra) for agent in agents}


class BunfightEnv(AECEnv):  # type: ignore[misc]  # the library's classes are untyped
    """Seats act one after the other; simultaneous secret choices are made in seat order."""

    def __init__(self, game: str | AnyGame, players: int | None, render_mode: str | None, options: dict[str, Any]):
        super().__init__()
        self.core = EnvCore(game, players, options)
        self.metadata = {
            "name": f"bunfight_{self.core.game.id}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
        }
        self.render_mode = known_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.core.seats)]
        self.number = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces, self.action_spaces = _spaces(self.core, self.possible_agents, 0)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.core.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.number[agent]
        return {"observation": self.core.observe(seat), "action_mask": self.core.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        if not self.core.play(self.number[agent], int(action)):
            self.rewards[agent] = ILLEGAL
            self.terminations = dict.fromkeys(self.agents, True)
        elif not self.core.state.agenda:
            self.rewards = dict(zip(self.agents, self.core.utilities(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._ask()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return rendered(self.core, None, self.render_mode)

    def close(self) -> None:
        """Nothing to release."""

    def _ask(self) -> None:
        waiting = self.core.state.awaiting()
        self.agent_selection = self.possible_agents[waiting[0] if waiting else 0]


class BunfightParallelEnv(ParallelEnv):  # type: ignore[misc]  # the library's classes are untyped
    """All seats act at once; a seat that is not asked can only wait."""

    def __init__(self, game: str | AnyGame, players: int | None, render_mode: str | None, options: dict[str, Any]):
        self.core = EnvCore(game, players, options)
        self.metadata = {"name": f"bunfight_{self.core.game.id}_parallel", "render_modes": list(MODES)}
        self.render_mode = known_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.core.seats)]
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = _spaces(self.core, self.possible_agents, 1)
        self.wait = len(self.core.texts)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self.core.reset(seed)
        self.agents = self.possible_agents[:]
        return self._look(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        agents = self.agents
        rewards = dict.fromkeys(agents, 0.0)
        over = False
        step = self.core.state.agenda[-1]
        for seat in self.core.state.awaiting():
            if self.core.state.agenda and self.core.state.agenda[-1] is step and seat in step.awaits():
                agent = self.possible_agents[seat]
                if not self.core.play(seat, int(actions[agent])):
                    rewards[agent], over = ILLEGAL, True
                    break
        if not self.core.state.agenda:
            rewards, over = dict(zip(agents, self.core.utilities(), strict=True)), True
        seen = self._look()
        ended = dict.fromkeys(agents, over)
        if over:
            self.agents = []
        return seen, rewards, ended, dict.fromkeys(agents, False), {agent: {} for agent in agents}

    def render(self) -> str | None:
        return rendered(self.core, None, self.render_mode)

    def close(self) -> None:
        """Nothing to release."""

    def _look(self) -> dict[str, dict[str, Any]]:
        seen = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self.core.mask(seat, 1)
            mask[self.wait] = not mask.any()
            seen[agent] = {"observation": self.core.observe(seat), "action_mask": mask}
        return seen
