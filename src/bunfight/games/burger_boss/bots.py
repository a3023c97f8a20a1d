"""How to play Burger Boss sensibly."""

from bunfight.games.burger_boss.state import BossState
from bunfight.kernel.luck import Rng
from bunfight.kernel.step import Move


def policy(s: BossState, seat: int, rng: Rng) -> Move:
    moves = s.agenda[-1].legal(s, seat)
    return moves[0]


def terms(s: BossState, seat: int) -> list[tuple[str, float]]:
    return [("cash", float(s.money[seat]))]


def value(s: BossState) -> list[float]:
    return [0.5] * int(s.seats)
