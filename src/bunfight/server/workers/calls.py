"""The calls that run in a worker: bots, hints and simulations. They use nothing that only a server has."""

from __future__ import annotations

from bunfight import games
from bunfight.bots import Explanation, make
from bunfight.bots.explain import Comparison, compare_all, hint
from bunfight.coach.puzzles import Verdict, puzzle_of, verdict
from bunfight.engine import Rng, View, simulator
from bunfight.engine.errors import BunfightError
from bunfight.engine.table import AnyGame
from bunfight.protocol import Choice, Reason
from bunfight.server.bots import BotAdvice, GameSource


def choose(source: GameSource, view: View, spec: str, seed: str, stream: str) -> str:
    return str(make(spec, games.load(*source)).choose(view, Rng(seed, stream)))


def explain(source: GameSource, view: View, seed: str, stream: str) -> BotAdvice:
    game = games.load(*source)
    return _advice(game, view, hint(game, view, Rng(seed, stream)), Rng(seed, f"{stream} others"))


def _advice(game: AnyGame, view: View, found: Explanation, rng: Rng) -> BotAdvice:
    """The recommended move comes with its reasons; every other one with what speaks for it, compared with that."""
    tries = sum(one.tries for one in found.alternatives) or 1
    others = [one.move for one in found.alternatives if one.move != found.choice]
    compared = compare_all(game, view, found.choice, others, rng)
    compared[found.choice] = Comparison(found.reasons, found.prospects)
    choices = []
    for one in found.alternatives:
        why = [Reason(each.term, each.difference) for each in compared[one.move].reasons]
        known = (round(one.chance, 4), round(one.tries / tries, 4), why, round(one.low, 4), round(one.high, 4))
        lead = (round(one.lead, 4), round(one.error, 4))
        choices.append(Choice(one.move, *known, list(one.same), *lead, list(compared[one.move].prospects)))
    return BotAdvice(found.choice, choices)


def judge(puzzle: str, move: str) -> Verdict | BunfightError:
    """Judge an answer to a puzzle; a stacking puzzle takes many simulations."""
    try:
        return verdict(puzzle_of(puzzle), move)
    except BunfightError as error:
        return error


def simulate(source: GameSource, question: str) -> str:
    answer = simulator(games.load(*source))
    assert answer is not None, f"{source[0]} has no simulation"
    return answer(question)
