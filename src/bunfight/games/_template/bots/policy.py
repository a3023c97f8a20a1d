"""The heuristic bot of Crumbs: a policy, an evaluation and its terms."""

from bunfight.engine.luck import Rng
from bunfight.engine.step import Move
from bunfight.games._template.cards import KINDS
from bunfight.games._template.rules.actions import gain, score
from bunfight.games._template.rules.moves import LET, Eat, Give, Pass, Snatch
from bunfight.games._template.rules.state import CrumbsState
from bunfight.games._template.rules.steps import MaySnatch


def worth(s: CrumbsState, seat: int, move: Move) -> int:
    if isinstance(move, Eat):
        return gain(s, seat, move.bun)
    if isinstance(move, (Give, Pass)):
        return -gain(s, seat, move.bun)
    if isinstance(move, Snatch):
        step = s.agenda[-1]
        assert isinstance(step, MaySnatch)
        return gain(s, step.eater, step.bun) // (s.seats - 1) - max(gain(s, seat, move.bun), 1)
    return 0


def policy(s: CrumbsState, seat: int, rng: Rng) -> Move:
    """The move with the best gain now; the first one among equals."""
    moves = s.agenda[-1].legal(s, seat)
    best = moves[0]
    best_worth = worth(s, seat, best)
    for move in moves:
        if worth(s, seat, move) > best_worth or (move is LET and best_worth < 0):
            best, best_worth = move, worth(s, seat, move)
    return best


def terms(s: CrumbsState, seat: int) -> list[tuple[str, float]]:
    close = 0.0
    for bun in range(KINDS):
        if s.eaten[seat][bun] == 2:
            close -= 0.1 * (bun + 1)
    return [("eaten", float(score(s, seat))), ("held", 0.5 * sum(s.hands[seat])), ("bellyache", close)]


def value(s: CrumbsState) -> list[float]:
    """The share of each seat: at the end 1 for the winner, on the way by points."""
    points = [sum([amount for _, amount in terms(s, seat)]) for seat in range(s.seats)]
    if not s.agenda:
        points = [float(score(s, seat)) for seat in range(s.seats)]
        top = max(points)
        first = points.count(top)
        return [1.0 / first if one == top else 0.0 for one in points]
    low = min(points)
    total = sum([one - low + 1.0 for one in points])
    return [(one - low + 1.0) / total for one in points]
