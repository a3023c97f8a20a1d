"""The plain players: random, greedy, the game's own heuristic, a careless one, and whoever a game brings itself."""

from __future__ import annotations

from importlib import import_module
from time import process_time

from bunfight import games
from bunfight.bots.bot import Bot, OpenBot, listable
from bunfight.engine import EventLog, Luck, Rng, Seat, State, View, advance
from bunfight.engine.table import AnyGame

DREAMS = 8  # states that a greedy bot determinizes
SAMPLES = 24  # moves that it tries where they are too many to list


class RandomBot(OpenBot):
    """Any legal move, each as likely as the others."""

    name = "random"

    def decide(self, s: State, seat: Seat, rng: Rng) -> str:
        return s.agenda[-1].suggest(s, seat, rng).text


class HeuristicBot(OpenBot):
    """The policy that the game's author wrote."""

    name = "heuristic"

    def decide(self, s: State, seat: Seat, rng: Rng) -> str:
        return str(self.game.policy(s, seat, rng).text)


class CarelessBot(OpenBot):
    """The heuristic, but some decisions are made without thinking."""

    name = "careless"

    def __init__(self, game: AnyGame, slips: float) -> None:
        super().__init__(game)
        self.slips = slips

    def decide(self, s: State, seat: Seat, rng: Rng) -> str:
        if rng.chance() < self.slips:
            return s.agenda[-1].suggest(s, seat, rng).text
        return str(self.game.policy(s, seat, rng).text)


class GameBot(Bot):
    """The player of a level that a game brings itself (``GameHooks.player``): ``Player(level, nature, clock)`` with
    ``decide(s, seat, rng)``. It gets a state that was imagined from a view, the world of the game and processor time.
    """

    def __init__(self, game: AnyGame, level: str) -> None:
        super().__init__(game)
        self.name = level
        room, _, kind = game.player.partition(":")
        self.player = vars(import_module(room))[kind](level, games.nature(game), process_time)

    def choose(self, view: View, rng: Rng) -> str:
        assert view.seat is not None, "a spectator has nothing to choose"
        return str(self.player.decide(self.game.determinize(view, rng.fork("determinize")), view.seat, rng))


class GreedyBot(Bot):
    """The move after which the game's evaluation is best, averaged over a few states that it could be in."""

    name = "greedy"

    def choose(self, view: View, rng: Rng) -> str:
        assert view.seat is not None, "a spectator has nothing to choose"
        seat = view.seat
        dreams = [self.game.determinize(view, rng) for _ in range(DREAMS)]
        own = self.game.greedy(dreams[0], seat, rng)
        if own is not None:
            return str(own.text)
        texts = list(view.moves)
        if not listable(dreams[0].agenda[-1]):
            step = dreams[0].agenda[-1]
            texts += [step.suggest(dreams[0], seat, rng).text for _ in range(SAMPLES)]
            texts = list(dict.fromkeys(texts))
        if len(texts) == 1:
            return texts[0]
        best, best_value = texts[0], -1.0
        for text in texts:
            total = sum(self._after(dream, seat, text, rng.fork(str(n))) for n, dream in enumerate(dreams))
            if total > best_value:
                best, best_value = text, total
        return best

    def _after(self, dream: State, seat: Seat, text: str, rng: Rng) -> float:
        s = dream.copy()
        advance(s, seat, self.game.parse(text), Luck(rng, self.game.rehearse), EventLog(False))
        return float(self.game.value(s)[seat])
