"""Works out the last decisions of a game exactly (compiled).

That is possible when nothing is left but decisions of one seat and draws that can be counted through: then the best
move needs no playouts. Whatever asks another seat for a choice is left to the search.
"""

from typing import Any, Final

from mypy_extensions import i64

from bunfight.bots.search import final_rewards
from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck, Rng
from bunfight.engine.step import Move, State

STATES: Final = 3  # sampled states: what is hidden may still count at the end


class Unsolved(Exception):
    """Another seat has a choice, or there are too many positions."""


class CountedLuck(Luck):
    """Answers draws from a list, and adds 0 where the list ends; ``sizes`` tells how many answers each draw has."""

    def __init__(self) -> None:
        super().__init__(Rng("counted"))
        self.answers: list[int] = []
        self.sizes: list[int] = []
        self.at = 0

    def begin(self, answers: list[int]) -> None:
        self.answers = answers
        self.sizes = []
        self.at = 0

    def below(self, n: i64) -> i64:
        if self.at == len(self.answers):
            self.answers.append(0)
        answer: i64 = self.answers[self.at]
        self.sizes.append(int(n))
        self.at += 1
        return answer

    def next(self) -> bool:
        """Go to the next list of answers; False if there is none."""
        while self.answers:
            last = len(self.answers) - 1
            if self.answers[last] + 1 < self.sizes[last]:
                self.answers[last] += 1
                return True
            self.answers.pop()
            self.sizes.pop()
        return False


class Solver:
    """Counts through what can still happen, in at most ``positions`` positions."""

    def __init__(self, game: Any, seat: int, positions: int, margin: float) -> None:
        self.game = game
        self.seat = seat
        self.left = positions
        self.margin = margin

    def after(self, s: State, seat: int, move: Move) -> float:
        """What a move is worth to our seat, on average over all draws."""
        luck = CountedLuck()
        answers: list[int] = []
        total = 0.0
        while True:
            self.left -= 1
            if self.left < 0:
                raise Unsolved
            twin = s.copy()
            luck.begin(answers)
            twin.agenda[-1].take(twin, seat, move, luck, EventLog(False))
            chance = 1.0
            for size in luck.sizes:
                chance /= size
            total += chance * self.best(twin)
            if not luck.next():
                return total
            answers = luck.answers

    def best(self, s: State) -> float:
        """What a position is worth to our seat if it decides best from here on."""
        if not s.agenda:
            rewards = final_rewards(self.game, s, self.margin)
            return rewards[self.seat]
        step = s.agenda[-1]
        actor: int = step.awaits()[0]
        if not type(step).listed:
            raise Unsolved
        moves = step.legal(s, actor)
        if actor != self.seat and len(moves) > 1:
            raise Unsolved
        best = 0.0
        for move in moves:
            best = max(best, self.after(s, actor, move))
        return best


def solve(game: Any, view: Any, moves: list[Move], rng: Rng, positions: int, margin: float) -> int:
    """Return the index of the best move, or -1 if ``positions`` positions are not enough to find it."""
    seat: int = view.seat
    worth = [0.0] * len(moves)
    for number in range(STATES):
        solver = Solver(game, seat, positions // STATES, margin)
        s: State = game.determinize(view, rng.fork(str(number)))
        try:
            for i, move in enumerate(moves):
                worth[i] += solver.after(s, seat, move)
        except Unsolved:
            return -1
    best = 0
    for i in range(len(moves)):
        if worth[i] > worth[best]:
            best = i
    return best
