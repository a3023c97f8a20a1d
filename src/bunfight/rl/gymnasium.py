"""Gymnasium environments: one seat learns, bots sit in the others; one game at a time or many.

Importing this module registers every game: ``gymnasium.make("bunfight/GAME-v0", opponents="heuristic")`` and
``gymnasium.make_vec("bunfight/GAME-v0", num_envs=64)``.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from bunfight import games
from bunfight.bots import Guarded, OpenBot
from bunfight.bots import make as make_bot
from bunfight.engine import Rng
from bunfight.engine.table import AnyGame
from bunfight.rl.env import LIMIT, EnvCore, Mask
from bunfight.rl.vector import Array, Batch
from bunfight.rl.workers import Crew

ILLEGAL = -1.0  # what an illegal action costs; it also ends the game
MODES = ("ansi", "human")


def seen_by(core: EnvCore, extra: int = 0) -> spaces.Dict:
    """The observation space of a seat: its observation, and a mask of the legal actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-LIMIT, LIMIT, (int(core.encoder.size),), np.float32),
            "action_mask": spaces.Box(0, 1, (len(core.texts) + extra,), np.int8),
        }
    )


def make(
    game: str | AnyGame,
    players: int | None = None,
    opponents: str = "heuristic",
    seat: int | None = None,
    render_mode: str | None = "ansi",
    **options: Any,
) -> BunfightGym:
    """``opponents``: one bot, or several with commas, in seat order; ``seat``: the learner's (None: any, each game)."""
    return BunfightGym(game, players, opponents, seat, render_mode, options)


class BunfightGym(gymnasium.Env[dict[str, Any], np.int64]):
    """The reward is the utility at the end of the game (1 to win, less than 0 to lose)."""

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  # as the library wants it

    def __init__(
        self,
        game: str | AnyGame,
        players: int | None,
        opponents: str,
        seat: int | None,
        render_mode: str | None,
        options: dict[str, Any],
    ) -> None:
        self.core = EnvCore(game, players, options)
        if seat is not None and not 0 <= seat < self.core.seats:
            raise ValueError(f"seat {seat} is not at a table of {self.core.seats}")
        self.render_mode = known_mode(render_mode)
        self.fixed = seat
        self.seat = seat or 0
        self.specs = opponents.split(",")
        for spec in self.specs:
            make_bot(spec, self.core.game).close()
        self.bots: list[Guarded] = []
        self.rng = Rng("gymnasium")
        self.action_space = spaces.Discrete(len(self.core.texts))
        self.observation_space = seen_by(self.core)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        start = int(self.np_random.integers(2**31))
        self.core.reset(start)
        self.rng = Rng("gymnasium", str(start))
        self.seat = int(self.rng.below(self.core.seats)) if self.fixed is None else self.fixed
        self._seat_bots()
        self._others()
        return self._look(), {"seat": self.seat}

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if not self.core.play(self.seat, int(action)):
            return self._look(), ILLEGAL, True, False, {"seat": self.seat, "illegal": True}
        self._others()
        over = not self.core.state.agenda
        reward = self.core.utilities()[self.seat] if over else 0.0
        return self._look(), reward, over, False, {"seat": self.seat}

    def action_masks(self) -> Mask:
        """Which actions are legal now, for agents that ask (sb3-contrib's MaskablePPO)."""
        return self.core.mask(self.seat)

    def render(self) -> str | None:
        return shown(self.core, self.seat, self.render_mode)

    def close(self) -> None:
        for bot in self.bots:
            bot.close()
        self.bots = []

    def __getstate__(self) -> dict[str, Any]:
        """Pickle without the bots, which are created again."""
        rng = self.rng
        return {**vars(self), "bots": [], "rng": (rng.seed, rng.stream, rng.a, rng.b, rng.c, rng.d)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        seed, stream, a, b, c, d = state["rng"]
        rng = Rng(seed, stream)
        rng.a, rng.b, rng.c, rng.d = a, b, c, d
        vars(self).update(state, rng=rng)
        self._seat_bots()

    def _seat_bots(self) -> None:
        self.close()
        others = [self.specs[n % len(self.specs)] for n in range(self.core.seats)]
        self.bots = [Guarded(make_bot(spec, self.core.game)) for spec in others]

    def _others(self) -> None:
        """Let the bots play until the learner is asked or the game is over."""
        core = self.core
        while core.state.agenda and self.seat not in core.state.awaiting():
            seat = core.state.awaiting()[0]
            bot = self.bots[seat]
            if isinstance(bot.bot, OpenBot):
                text = bot.bot.decide(core.state, seat, self.rng)
            else:
                text = bot.choose(core.view(seat), self.rng)
            core.say(seat, text)

    def _look(self) -> dict[str, Any]:
        return {"observation": self.core.observe(self.seat), "action_mask": self.core.mask(self.seat)}


def known_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode {mode!r}: choose one of {', '.join(MODES)}, or none")
    return mode


def shown(core: EnvCore, seat: int | None, mode: str | None) -> str | None:
    """Render the table as text: returned (ansi) or printed (human)."""
    if mode is None:
        return None
    text = core.game.render(core.game.view(core.state, seat))
    if mode == "human":
        print(text)
        return None
    return text


class BunfightVectorEnv(gymnasium.vector.VectorEnv[dict[str, Array], Array, Array]):
    """Many games at once. Games that end begin anew in the same step; their last observation is in the infos.

    ``opponents`` is one bot for all other seats; "self": every seat learns, infos name the seat to act ("seat"), and
    the reward of a row is that of the seat that acted. An illegal action loses its game.
    """

    def __init__(
        self,
        game: str | AnyGame,
        num_envs: int = 1,
        players: int | None = None,
        opponents: str = "heuristic",
        seat: int | None = None,
        processes: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.crew: Batch | Crew = (
            Batch(game, num_envs, players, opponents, seat, options=options)
            if processes == 1
            else Crew(game, num_envs, processes, players, opponents, seat, options)
        )
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.render_mode = render_mode
        self.num_envs, self.copy = num_envs, copy
        self.single_observation_space = seen_by(self.crew.core)
        self.single_action_space = spaces.Discrete(self.crew.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        if isinstance(seed, list):
            seed = seed[0]
        if seed is not None:
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(seed)
        self.crew.reset(int(self.np_random.integers(2**31)))
        return self._look(), {"seat": self.crew.arrays.seats.copy()}

    def step(self, actions: Array) -> tuple[dict[str, Array], Array, Array, Array, dict[str, Any]]:
        arrays = self.crew.arrays
        moved = arrays.seats.copy()
        self.crew.step(actions, lenient=True)
        rewards = arrays.rewards[self._rows, moved].astype(np.float64)
        ended = arrays.ended.copy()
        infos: dict[str, Any] = {"seat": arrays.seats.copy()}
        if ended.any():
            infos["final_obs"] = np.array([None] * self.num_envs, object)
            for lane in np.flatnonzero(ended):
                mask = np.zeros(self.crew.actions, np.int8)
                infos["final_obs"][lane] = {"observation": arrays.final[lane].copy(), "action_mask": mask}
            infos["_final_obs"] = ended.copy()
            infos["rewards"] = arrays.rewards.copy()  # of all seats
            infos["final_info"] = {"seat": moved, "_seat": ended.copy()}
            infos["_final_info"] = ended.copy()
        return self._look(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> Array:
        """Which actions are legal now, a row for each game."""
        return self.crew.arrays.masks.copy()

    def close_extras(self, **kwargs: Any) -> None:
        if isinstance(self.crew, Crew):
            self.crew.close()

    def _look(self) -> dict[str, Array]:
        seen, mask = self.crew.arrays.observations, self.crew.arrays.masks
        return {
            "observation": seen.copy() if self.copy else seen,
            "action_mask": mask.copy() if self.copy else mask,
        }


def register() -> None:
    """Register every game under its own name."""
    for name in (*games.names(), "_template"):
        known = f"bunfight/{name}-v0"
        if known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point="bunfight.rl.gymnasium:make",
                vector_entry_point="bunfight.rl.gymnasium:BunfightVectorEnv",
                kwargs={"game": name},
                disable_env_checker=True,
            )


register()
