"""Search for games with hidden cards, dice, secret choices and any number of seats (compiled).

Information-set Monte Carlo tree search with many observers: every seat has a tree of its own, whose nodes are what that
seat was asked and what it answered, never what it could not see. All trees are walked together through a state that
was sampled from the view. Where a tree ends the game's policy plays on, and after a horizon the game's evaluation
judges. At the root all moves are tried in the same sampled states with the same dice, and moves that are clearly
worse than the best one drop out of the race.
"""

import math
import time
from typing import Any, Final

from mypy_extensions import i64

from bunfight.bots.network import Judge
from bunfight.engine.event_log import EventLog
from bunfight.engine.hooks import estimator
from bunfight.engine.luck import Luck, Rng
from bunfight.engine.step import Move, State, Step

POLICY_PRIOR: Final = 0.5  # share of a node's first visits that goes to the move of the game's policy
POLICY_PATIENCE: Final = 2.0  # factor on the patience with which the policy's move stays in the race
FIRST_CUT: Final = 8  # rounds before any move can leave the race
FEW_ROUNDS: Final = 20  # if the budget lasts for fewer rounds, the worse half leaves after 2, 4 and 8 of them
STOP_PATIENCE: Final = 0.65  # the same as patience, for the hope that a move will turn out better if the search goes on
MOST_WALL_TIME: Final = 3.0  # wall time that a search may take, in budgets of processor time
MOST_STATES: Final = 512  # sampled states that are kept and used again
TRIES: Final = 4  # sampled states among which a likely one is looked for


class Settings:
    """The parameters of a search.

    A playout is judged when the turn has passed on ``turns`` times (so that all moves are compared at the same stage),
    or after ``horizon`` decisions.
    """

    def __init__(
        self,
        turns: int = 6,
        horizon: int = 60,
        curiosity: float = 0.6,
        margin: float = 0.2,
        slips: float = 0.0,
        caution: float = 1.5,
        warmup: int = 10,
        patience: float = 2.0,
        worthwhile: float = 0.01,
        trust: float = 0.0,
        prior: float = 0.0,
        filter: float = 0.0,
        belief: float = 0.0,
        saving: float = 0.0,
        endgame: float = 0.0,
    ) -> None:
        self.turns = turns
        self.horizon = horizon
        self.curiosity = curiosity
        self.margin = margin  # how much of a finished game's result is the margin rather than the win
        self.slips = slips  # share of random decisions in playouts
        self.caution = caution  # standard errors by which a move must be better to be played instead of the policy's
        self.warmup = warmup  # visits of a node that follow the policy before the node's own results guide it
        self.patience = patience  # standard errors behind the best move at which a move leaves the race
        self.worthwhile = worthwhile  # a better chance to win that is worth more time
        self.trust = trust  # how much of an evaluation is the opinion of the game's value network
        self.prior = prior  # share of a node's first visits that goes where the game's policy network would move
        self.filter = filter  # moves that the network would make more seldom than this are not tried
        self.belief = belief  # above 0: hidden cards are sampled by how likely they are after what their holders did
        self.saving = saving  # time that easy decisions leave for hard ones, at most, in budgets
        self.endgame = endgame  # positions in which the last decisions of a game are worked out (0: they are searched)


class Node:
    """A decision as its seat knows it: the moves, how often each was tried, and the results."""

    def __init__(self, moves: list[Move], favourite: int) -> None:
        self.moves = moves
        self.favourite = favourite
        self.visits: list[int] = [0] * len(moves)
        self.totals: list[float] = [0.0] * len(moves)
        self.count: int = 0
        self.total: float = 0.0
        self.after: dict[str, Node] = {}
        even = (1.0 - POLICY_PRIOR) / max(1, len(moves))
        self.priors: list[float] = [even] * len(moves)
        if moves:
            self.priors[favourite] += POLICY_PRIOR

    def pick(self, curiosity: float) -> int:
        """Choose the move to try next: one that did well, or that was tried seldom; the policy's move first."""
        best: i64 = self.favourite
        if self.count == 0:
            return int(best)
        reach = curiosity * math.sqrt(self.count)
        usual = self.total / self.count
        best_score = -1.0
        i: i64 = 0
        while i < len(self.moves):
            tried = self.visits[i]
            worth = self.totals[i] / tried if tried else usual
            score = worth + reach * self.priors[i] / (1 + tried)
            if score > best_score:
                best = i
                best_score = score
            i += 1
        return int(best)

    def expect(self, priors: list[float], share: float) -> None:
        """Replace ``share`` of the priors by those of a network."""
        for i in range(len(priors)):
            self.priors[i] = (1.0 - share) * self.priors[i] + share * priors[i]

    def learn(self, arm: int, reward: float) -> None:
        self.count += 1
        self.total += reward
        self.visits[arm] += 1
        self.totals[arm] += reward


class Arm:
    """One move of the root: its result in each round of the race."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.results: list[float] = []
        self.total = 0.0
        self.racing = True

    def mean(self) -> float:
        return self.total / len(self.results) if self.results else 0.0


def question(step: str, moves: list[Move]) -> str:
    """The key of a decision in the tree: the step and its moves."""
    return step + "|" + "|".join([move.text for move in moves])


def place(moves: list[Move], wanted: Move) -> int:
    for i, move in enumerate(moves):
        if move is wanted or move.text == wanted.text:
            return i
    return 0


def reseed(rng: Rng, source: Rng) -> None:
    """Start ``rng`` anew from the next numbers of ``source``."""
    rng.a = source.bits()
    rng.b = source.bits()
    rng.c = source.bits()
    rng.d = source.bits() | 1


def same_start(rng: Rng, other: Rng) -> None:
    rng.a = other.a
    rng.b = other.b
    rng.c = other.c
    rng.d = other.d


class Search:
    """The search of one seat in one game. It keeps its tree from one decision to the next."""

    def __init__(
        self,
        game: Any,
        seat: int,
        seats: int,
        settings: Settings,
        judge: Judge | None = None,
        guide: Judge | None = None,
    ) -> None:
        self.game = game
        self.seat = seat
        self.seats = seats
        self.settings = settings
        self.judge = judge  # the value network
        self.guide = guide  # the policy network
        self.policy: Any = game.bots.rollout
        self.estimate: Any = estimator(game)
        self.own: Node | None = None  # the last question we were asked, and
        self.answer = 0  # what we answered
        self.iterations = 0
        self.before: Any = None  # the view of our decision before this one

    def sample(self, view: Any, rng: Rng) -> State:
        """A state that is consistent with the view; one of the likelier ones if the game can tell (``belief``)."""
        state: State = self.game.determinize(view, rng)
        likelihood = self.game.bots.likelihood
        if likelihood is None or self.before is None or self.settings.belief <= 0.0:
            return state
        for _ in range(TRIES - 1):
            chance: float = likelihood(self.before, state, self.seat)
            if chance >= 1.0 or rng.chance() < chance:
                break
            state = self.game.determinize(view, rng)
        return state

    def think(self, view: Any, moves: list[Move], favourite: int, rng: Rng, most: int, seconds: float) -> list[Arm]:
        """Race the moves until ``most`` playouts (0: any number) or ``seconds`` (0: any time) are used up.

        Seconds are of this thread's processor, so that a busy machine does not make a weaker player.
        """
        began = time.thread_time()
        until = began + seconds if seconds else math.inf
        latest = time.perf_counter() + MOST_WALL_TIME * seconds if seconds else math.inf
        arms = [Arm(move) for move in moves]
        root = Node(moves, favourite)
        before = self.own
        if before is not None:
            known = before.after.get(str(self.answer) + question(view.step, moves))
            if known is not None:
                root.after = known.after
        others = [Node([], 0) for _ in range(self.seats)]
        states: list[State] = []
        dice, start = Rng("search", "dice"), Rng("search", "start")
        self.iterations = 0
        racing = list(range(len(arms)))
        rounds = 0
        next_cut = FIRST_CUT
        while len(racing) > 1:
            if len(states) < MOST_STATES:
                states.append(self.sample(view, rng))
                state = states[len(states) - 1]
            else:
                state = states[rng.below(len(states))]
            reseed(start, rng)
            for i in racing:
                same_start(dice, start)
                result = self.walk(state.copy(), root, i, others, dice)
                arms[i].results.append(result)
                arms[i].total += result
                root.learn(i, result)
                self.iterations += 1
                late = time.thread_time() > until or time.perf_counter() > latest
                if late or (most and self.iterations >= most):
                    self.own = root
                    return arms
            rounds += 1
            if rounds == 2 or rounds == 4 or rounds == 8:
                scarce = self.left(most, seconds, began) // len(racing) < FEW_ROUNDS
                if scarce or rounds > 2:
                    racing = without_twins(arms, racing, favourite)
                if len(racing) > 3 and scarce:
                    racing = better_half(arms, racing, favourite)
            if rounds >= next_cut:
                next_cut = rounds + max(4, rounds // 4)
                racing = self.still_racing(arms, racing, favourite)
                rounds_left = self.left(most, seconds, began) // len(racing)
                if settled(arms, racing, favourite, self.settings, rounds_left):
                    break
        self.own = root
        return arms

    def left(self, most: int, seconds: float, began: float) -> int:
        """About how many playouts the budget still has."""
        whole = most if most else int(self.iterations * seconds / max(1e-6, time.thread_time() - began))
        return whole - self.iterations

    def still_racing(self, arms: list[Arm], racing: list[int], favourite: int) -> list[int]:
        """Who is not clearly behind; the policy's move, by which all are judged, stays until that is beyond doubt."""
        patience = self.settings.patience
        best = racing[0]
        for i in racing:
            if arms[i].total > arms[best].total:
                best = i
        top = arms[best].results
        left: list[int] = []
        for i in racing:
            mean, error = lead(top, arms[i].results, len(top))
            if i == best or mean <= patience * (POLICY_PATIENCE if i == favourite else 1.0) * error:
                left.append(i)
            else:
                arms[i].racing = False
        return left

    def walk(self, s: State, root: Node, arm: int, others: list[Node], dice: Rng) -> float:
        """Play one game from the root move ``arm``; every tree on the way learns; gives our result."""
        seat = self.seat
        luck, log = Luck(dice, self.estimate), EventLog(False)
        horizon: i64 = self.settings.horizon
        turns: i64 = self.settings.turns
        depth = len(s.agenda)
        player = seat
        curiosity = self.settings.curiosity
        warmup: i64 = self.settings.warmup
        at: list[Node | None] = list(others)
        last: list[int] = [0] * self.seats
        at[seat] = root
        last[seat] = arm
        path: list[Node] = []
        arms: list[int] = []
        owners: list[int] = []
        s.agenda[-1].take(s, seat, root.moves[arm], luck, log)
        made: i64 = 1
        while s.agenda and made < horizon:
            step = s.agenda[-1]
            actor = step.awaits()[0]
            if len(s.agenda) <= depth and actor != player:
                player = actor
                turns -= 1
                if turns == 0:
                    break
            here = at[actor]
            made += 1
            if here is None or not self.lists(step):
                step.take(s, actor, self.playout_move(s, actor, dice), luck, log)
                continue
            moves = step.legal(s, actor)
            if len(moves) == 1:
                step.take(s, actor, moves[0], luck, log)
                continue
            key = str(last[actor]) + question(type(step).__name__, moves)
            node = here.after.get(key)
            if node is None:
                node = Node(moves, place(moves, self.playout_move(s, actor, dice)))
                here.after[key] = node
                if self.guide is not None and self.settings.prior > 0.0:
                    node.expect(self.guide.priors(s, actor, moves), self.settings.prior)
                at[actor] = None
                chosen = node.favourite
            else:
                at[actor] = node
                if node.count < warmup:
                    chosen = place(moves, self.playout_move(s, actor, dice))
                else:
                    chosen = node.pick(curiosity)
            last[actor] = chosen
            path.append(node)
            arms.append(chosen)
            owners.append(actor)
            step.take(s, actor, node.moves[chosen], luck, log)
        rewards = self.rewards(s)
        for i in range(len(path)):
            path[i].learn(arms[i], rewards[owners[i]])
        return rewards[seat]

    def playout_move(self, s: State, actor: int, dice: Rng) -> Move:
        if self.settings.slips > 0.0 and dice.chance() < self.settings.slips:
            return s.agenda[-1].suggest(s, actor, dice)
        move: Move = self.policy(s, actor, dice)
        return move

    def lists(self, step: Step[Any]) -> bool:
        """Whether legal() lists all moves of this step."""
        return bool(type(step).listed)

    def rewards(self, s: State) -> list[float]:
        """What a position is worth to each seat: a finished game by win and margin, an open one by its evaluation."""
        if s.agenda:
            shares: list[float] = self.game.value(s)
            if self.judge is not None and self.settings.trust > 0.0:
                return self.judge.blend(s, shares, self.settings.trust)
            return shares
        return final_rewards(self.game, s, self.settings.margin)


def final_rewards(game: Any, s: State, margin: float) -> list[float]:
    """What the end of a game is worth to each seat: mostly the win, and a little (``margin``) by how much."""
    ended = game.outcome(s)
    winners: tuple[int, ...] = ended.winners
    totals: tuple[int, ...] = ended.totals
    seats = len(totals)
    result = [0.0] * seats
    for seat in range(seats):
        rival = -1_000_000
        for other in range(seats):
            if other != seat and totals[other] > rival:
                rival = totals[other]
        ahead = float(totals[seat] - rival)
        share = 0.5 + 0.5 * ahead / (abs(totals[seat]) + abs(rival) + 1.0)
        won = 1.0 / len(winners) if seat in winners else 0.0
        result[seat] = (1.0 - margin) * won + margin * min(1.0, max(0.0, share))
    return result


def settled(arms: list[Arm], racing: list[int], favourite: int, settings: Settings, left: int) -> bool:
    """Whether ``left`` more rounds would hardly find a better move than the policy's that is worth the time."""
    if favourite not in racing:
        return False
    base = arms[favourite].results
    n = len(base)
    whole = n + max(left, 0)
    for i in racing:
        if i == favourite:
            continue
        mean, error = lead(arms[i].results, base, n)
        needed = settings.caution * error * math.sqrt(n / whole)  # what it will take at the end
        if mean + STOP_PATIENCE * settings.patience * error * math.sqrt(1.0 - n / whole) > max(
            needed, settings.worthwhile
        ):
            return False
    return True


def lead(one: list[float], other: list[float], n: int) -> tuple[float, float]:
    """By how much the first ``n`` results of one are better than those of another, and the standard error of that."""
    mean = 0.0
    for k in range(n):
        mean += one[k] - other[k]
    mean /= n
    spread = 0.0
    for k in range(n):
        off = one[k] - other[k] - mean
        spread += off * off
    return mean, math.sqrt(spread / (n - 1) / n)


def without_twins(arms: list[Arm], racing: list[int], favourite: int) -> list[int]:
    """Of moves that came to the very same every time only one, the policy's rather than another.

    Such moves lead to the same position, by another order of the same things.
    """
    kept: list[int] = []
    for i in sorted(racing, key=lambda one: one != favourite):
        twin = False
        for other in kept:
            if arms[other].results == arms[i].results:
                twin = True
        if twin:
            arms[i].racing = False
        else:
            kept.append(i)
    return sorted(kept)


def better_half(arms: list[Arm], racing: list[int], favourite: int) -> list[int]:
    """The better half of the arms, and the policy's."""
    order = sorted([(-arms[i].total, i) for i in racing])
    kept = sorted([i for _, i in order[: (len(order) + 1) // 2]])
    if favourite in racing and favourite not in kept:
        kept.append(favourite)
    for i in racing:
        arms[i].racing = i in kept
    return kept


def best_arm(arms: list[Arm], favourite: int, caution: float) -> int:
    """The arm that is surely best; the policy's move unless another is better by more than chance."""
    base = arms[favourite].results
    best = favourite
    best_lead = 0.0
    for i, arm in enumerate(arms):
        n = min(len(arm.results), len(base))
        if i == favourite or n < 2 or not arm.racing:
            continue
        mean, error = lead(arm.results, base, n)
        if mean - caution * error > best_lead:
            best, best_lead = i, mean - caution * error
    return best
