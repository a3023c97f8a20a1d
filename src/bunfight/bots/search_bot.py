"""SearchBot: the search as a player, with its budget, and its reasons."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from time import thread_time
from typing import Any, Final

from bunfight.bots.bot import Bot, Explanation, listable
from bunfight.bots.endgame import solve
from bunfight.bots.net import Net, check, judge, load, shipped
from bunfight.bots.network import Judge
from bunfight.bots.search import Arm, Search, Settings, best_arm, place
from bunfight.engine import Move, Rng, View
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame

SETTINGS: Final = {
    "turns": int,
    "horizon": int,
    "curiosity": float,
    "margin": float,
    "slips": float,
    "caution": float,
    "warmup": int,
    "patience": float,
    "worthwhile": float,
    "trust": float,
    "prior": float,
    "filter": float,
    "belief": float,
    "saving": float,
    "endgame": float,
}
VALUE_NET: Final = ("trust",)  # settings that need the game's value network
POLICY_NET: Final = ("prior", "filter")  # settings that need its policy network
SAMPLES: Final = 24  # moves that are raced where there are too many to list
BUDGET: Final = re.compile(r"(?P<number>[1-9]\d{0,6})(?P<unit>ms|s)?(?P<rest>(?:;\w+=[\d.]+)*)")


@dataclass(frozen=True)
class Budget:
    """How long to think: playouts or seconds (0 = no such limit), and settings other than the usual ones."""

    iterations: int
    seconds: float
    settings: dict[str, float] = field(default_factory=dict)


TUNED_FOR: Final = 0.3  # seconds; with more time a search looks farther and cares for smaller gains


def budget(text: str) -> Budget:
    """``300ms``, ``2s`` or ``500`` (playouts), with settings after semicolons: ``500;horizon=40``."""
    found = BUDGET.fullmatch(text)
    if found is None:
        raise InvalidInput("search_budget", text=text)
    settings = {}
    for pair in filter(None, found["rest"].split(";")):
        name, _, value = pair.partition("=")
        if name not in SETTINGS:
            raise InvalidInput("search_setting", name=name, known=", ".join(SETTINGS))
        try:
            settings[name] = float(value)
        except ValueError:
            raise InvalidInput("search_value", name=name, value=value) from None
    number = int(found["number"])
    if found["unit"] is None:
        return Budget(number, 0.0, settings)
    return Budget(0, number / (1000 if found["unit"] == "ms" else 1), settings)


def suited(game: AnyGame, seconds: float) -> dict[str, float]:
    """The settings for a game and a time. Of more time half goes into more playouts, half into longer ones."""
    usual = Settings()
    settings = {"turns": usual.turns, "horizon": usual.horizon, "worthwhile": usual.worthwhile, **game.bots.search}
    reach = max(1.0, math.sqrt(seconds / TUNED_FOR))
    settings["turns"] *= reach
    settings["horizon"] *= reach
    settings["worthwhile"] /= reach
    return settings


class SearchBot(Bot):
    """Thinks ahead in states sampled from its view; remembers its tree from one decision to the next."""

    name = "search"

    def __init__(self, game: AnyGame, budget: Budget) -> None:
        super().__init__(game)
        self.budget = budget
        self.value_net = self._net("value", VALUE_NET)
        self.policy_net = self._net("policy", POLICY_NET)
        settings: dict[str, Any] = {**suited(game, budget.seconds), **budget.settings}
        self.settings = Settings(**{name: SETTINGS[name](value) for name, value in settings.items()})
        self.turns = self.settings.turns
        self.search: Search | None = None
        self.saved = 0.0  # seconds that earlier decisions have left

    def _net(self, kind: str, settings: tuple[str, ...]) -> Net | None:
        """The game's network of a kind, if a setting asks for it; InvalidInput if it is damaged or does not fit."""
        if not any(self.budget.settings.get(name) for name in settings):
            return None
        path = shipped(self.game, kind)
        net = load(path)
        check(net, path.name, self.game)
        return net

    def _judge(self, net: Net | None, seats: int) -> Judge | None:
        return judge(self.game, net, self.name, seats) if net is not None and seats in net.about.players else None

    def choose(self, view: View, rng: Rng) -> str:
        moves, favourite, arms = self._race(view, rng)
        if not arms:
            return moves[favourite].text
        best = best_arm(arms, favourite, self.settings.caution)
        assert self.search is not None
        self.search.answer = best
        return moves[best].text

    def explain(self, view: View, rng: Rng) -> Explanation:
        remembered, saved = self.search, self.saved
        self.search = None  # a question must not disturb the game that is being played
        found = super().explain(view, rng)
        self.search, self.saved = remembered, saved
        return found

    def _race(self, view: View, rng: Rng) -> tuple[list[Move], int, list[Arm]]:
        """The moves, the place of the policy's move among them, and the race (empty if there was nothing to race)."""
        assert view.seat is not None, "a spectator has nothing to choose"
        state = self.game.determinize(view, rng.fork("first"))
        moves = [self.game.grammar.parse(text) for text in view.moves]
        policy = self.game.bots.policy(state, view.seat, rng.fork("policy"))
        if not listable(state.agenda[-1]):
            step, source = state.agenda[-1], rng.fork("samples")
            some = [policy, *moves, *(step.suggest(state, view.seat, source) for _ in range(SAMPLES))]
            moves = list({move.text: move for move in some}.values())
        moves = self.game.bots.search_moves(state, view.seat, moves)
        if all(move.text != policy.text for move in moves):
            moves = [policy, *moves]
        favourite = place(moves, policy)
        if len(moves) == 1:
            return moves, 0, []
        if self.search is None or self.search.seat != view.seat or self.search.seats != view.seats:
            if "turns" not in self.budget.settings:  # tuned for two players: as many rounds of the table with more
                self.settings.turns = max(1, self.turns * view.seats // 2)
            value, policy_ = self._judge(self.value_net, view.seats), self._judge(self.policy_net, view.seats)
            self.search = Search(self.game, view.seat, view.seats, self.settings, value, policy_)
        if self.settings.endgame and self.game.physics is None:
            solved = solve(
                self.game, view, moves, rng.fork("endgame"), int(self.settings.endgame), self.settings.margin
            )
            if solved >= 0:
                return moves, solved, []
        if self.search.guide is not None and self.settings.filter:
            chances = self.search.guide.priors(state, view.seat, moves)
            moves = [
                move
                for move, chance in zip(moves, chances, strict=True)
                if chance >= self.settings.filter or move.text == policy.text
            ]
            favourite = place(moves, policy)
            if len(moves) == 1:
                return moves, 0, []
        limit, before = self.budget, thread_time()
        seconds = limit.seconds + self.saved
        arms = self.search.think(view, moves, favourite, rng.fork("think"), limit.iterations, seconds)
        self.search.before = view
        left = seconds - (thread_time() - before)
        self.saved = min(max(0.0, left), self.settings.saving * limit.seconds)
        return moves, favourite, arms
