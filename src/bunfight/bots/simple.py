"""The simple bots: random, greedy, the game's own heuristic, a careless one, and players that a game brings itself."""

from __future__ import annotations

from time import process_time

from bunfight.bots.bot import Bot, OpenBot, listable
from bunfight.engine import EventLog, Luck, Rng, Seat, State, View, advance, estimator
from bunfight.engine.table import AnyGame

STATES = 8  # states that a greedy bot determinizes
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
        return self.game.bots.policy(s, seat, rng).text


class CarelessBot(OpenBot):
    """The heuristic, but some decisions are made without thinking."""

    name = "careless"

    def __init__(self, game: AnyGame, slips: float) -> None:
        super().__init__(game)
        self.slips = slips

    def decide(self, s: State, seat: Seat, rng: Rng) -> str:
        if rng.chance() < self.slips:
            return s.agenda[-1].suggest(s, seat, rng).text
        return self.game.bots.policy(s, seat, rng).text


class GameBot(Bot):
    """The game's own player of a level (``BotHooks.player``). It decides in a state that was sampled from the view."""

    def __init__(self, game: AnyGame, level: str) -> None:
        super().__init__(game)
        self.name = level
        assert game.bots.player is not None, f"{game.title} has no player of its own"
        self.player = game.bots.player(level, game.physics.simulate if game.physics else None, process_time)

    def choose(self, view: View, rng: Rng) -> str:
        assert view.seat is not None, "a spectator has nothing to choose"
        return self.player.decide(self.game.determinize(view, rng.fork("determinize")), view.seat, rng)


class GreedyBot(Bot):
    """The move after which the game's evaluation is best, averaged over a few states that it could be in."""

    name = "greedy"

    def choose(self, view: View, rng: Rng) -> str:
        assert view.seat is not None, "a spectator has nothing to choose"
        seat = view.seat
        states = [self.game.determinize(view, rng) for _ in range(STATES)]
        if self.game.bots.greedy is not None:
            return self.game.bots.greedy(states[0], seat, rng).text
        texts = list(view.moves)
        if not listable(states[0].agenda[-1]):
            step = states[0].agenda[-1]
            texts += [step.suggest(states[0], seat, rng).text for _ in range(SAMPLES)]
            texts = list(dict.fromkeys(texts))
        if len(texts) == 1:
            return texts[0]
        best, best_value = texts[0], -1.0
        for text in texts:
            total = sum(self._after(state, seat, text, rng.fork(str(n))) for n, state in enumerate(states))
            if total > best_value:
                best, best_value = text, total
        return best

    def _after(self, state: State, seat: Seat, text: str, rng: Rng) -> float:
        s = state.copy()
        advance(s, seat, self.game.grammar.parse(text), Luck(rng, estimator(self.game)), EventLog(False))
        return float(self.game.value(s)[seat])
