"""A Gymnasium environment: one seat learns, bots sit in the others."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from bunfight.adapters.arena import LIMIT, SIZE, Arena, observe
from bunfight.bots import Guarded
from bunfight.bots import make as make_bot
from bunfight.kernel import Rng, Talk, advance
from bunfight.kernel.table import AnyGame

ILLEGAL = -1.0  # what an illegal action costs; it also ends the game


def make(
    game: str | AnyGame,
    players: int | None = None,
    opponents: str = "heuristic",
    seat: int | None = None,
    **options: Any,
) -> BunfightGym:
    """``opponents``: one bot, or several with commas, in seat order; ``seat``: the learner's (None: any, each game)."""
    return BunfightGym(game, players, opponents, seat, options)


class BunfightGym(gymnasium.Env[dict[str, Any], np.int64]):
    """The reward is the utility at the end of the game (1 to win, less than 0 to lose)."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # as the library wants it

    def __init__(
        self, game: str | AnyGame, players: int | None, opponents: str, seat: int | None, options: dict[str, Any]
    ) -> None:
        self.arena = Arena(game, players, options)
        if seat is not None and not 0 <= seat < self.arena.seats:
            raise ValueError(f"seat {seat} is not at a table of {self.arena.seats}")
        self.render_mode = "ansi"
        self.fixed = seat
        self.seat = seat or 0
        self.specs = opponents.split(",")
        for spec in self.specs:
            make_bot(spec, self.arena.game).close()
        self.bots: list[Guarded] = []
        actions = len(self.arena.texts)
        self.action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-LIMIT, LIMIT, (SIZE,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        start = int(self.np_random.integers(2**31))
        self.arena.reset(start)
        self.rng = Rng("gymnasium", str(start))
        self.seat = int(self.rng.below(self.arena.seats)) if self.fixed is None else self.fixed
        self.close()
        others = [self.specs[n % len(self.specs)] for n in range(self.arena.seats)]
        self.bots = [Guarded(make_bot(spec, self.arena.game)) for spec in others]
        self._others()
        return self._look(), {"seat": self.seat}

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if not self.arena.play(self.seat, int(action)):
            return self._look(), ILLEGAL, True, False, {"seat": self.seat, "illegal": True}
        self._others()
        over = not self.arena.state.agenda
        reward = self.arena.utilities()[self.seat] if over else 0.0
        return self._look(), reward, over, False, {"seat": self.seat}

    def render(self) -> str:
        return self.arena.game.show(self.arena.view(self.seat))

    def close(self) -> None:
        for bot in self.bots:
            bot.close()

    def _others(self) -> None:
        """Let the bots play until the learner is asked or the game is over."""
        arena = self.arena
        while arena.state.agenda and self.seat not in arena.state.awaiting():
            seat = arena.state.awaiting()[0]
            text = self.bots[seat].choose(arena.view(seat), self.rng)
            advance(arena.state, seat, arena.game.parse(text), arena.luck, Talk(False))

    def _look(self) -> dict[str, Any]:
        return {"observation": observe(self.arena.view(self.seat)), "action_mask": self.arena.mask(self.seat)}
