"""Finds puzzles: positions of games between bots where one choice is clearly best and the policy misses it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bunfight.bots import make
from bunfight.bots.estimate import Budget, Estimate, Judge, weigh
from bunfight.bots.explain import compare
from bunfight.coach.puzzles import NEAR, Option, Puzzle, puzzles, stays
from bunfight.engine import Rng, Seat, State, Table, View, simulator
from bunfight.engine.table import AnyGame

LOOK: Final = 400  # playouts for a first look
CONFIRM: Final = 8  # times as many to confirm it
PATIENCE: Final = (1, 3)  # multiples of the playouts; the second one if the first does not settle it
SEARCHED: Final = 2000  # playouts of the search, which must choose the same move
EACH: Final = 40  # playouts for every choice, so that each has a useful interval
LEAD: Final = 0.015  # by how much the best choice must lead every other
GIVEN: Final = 0.03  # how much the policy's choice must lose
SURE: Final = 2.2  # standard errors of that lead
AGAIN: Final = (1.96, 0.7)  # for a check with other dice: standard errors, and the share of those leads
DOUBTFUL: Final = 1.3  # standard errors beyond which mining gives a position up; it finds others
REFUTED: Final = 3.0  # the same for a check, which must not reject what more playouts would confirm
OPEN: Final = (0.1, 0.95)  # range of the best chance: a game that is lost or won is no puzzle
SHOWN: Final = 12  # placements stored for a stacking puzzle, best first
FIRST_TRIALS: Final = 6
MOST_TRIALS: Final = 60
HOLDS: Final = 0.85  # share of trials in which the answer of a stacking puzzle holds
FALLS: Final = 0.6  # at most, for the policy's choice
SLACK: Final = 0.1  # tolerance when a check repeats the trials
A_GAME: Final = 4  # puzzles from one game, so that they differ
APART: Final = 12  # decisions between two of them
SEATS: Final = (2, 3, 2, 4)


@dataclass(frozen=True)
class Found:
    """A candidate for a puzzle: the position, the estimated choices and the policy's choice."""

    table: Table
    seat: Seat
    choices: list[Option]
    thought: str
    playouts: int
    stacking: bool = False


def mine(game: AnyGame, seed: str, seconds: float = 0.0, wanted: int = 0, first: int = 0) -> Iterator[Puzzle]:
    """Yield puzzles until ``wanted`` are found or ``seconds`` of processor time are used up (0: no limit).

    ``first``: the number of the first game.
    """
    began, made, number = time.process_time(), 0, first
    while (not seconds or time.process_time() - began < seconds) and (not wanted or made < wanted):
        seats = SEATS[number % len(SEATS)]
        seats = seats if seats in game.seats else max(2, game.seats[0])
        late = began + seconds if seconds else 0.0
        name = f"{game.id}-{seed}{number:03}"
        for found in walk(game, f"{seed}/{number}", seats, late, name):
            one = puzzle(game, found, f"{name}x{len(found.table.record.entries)}")
            if not checked(one):
                made += 1
                yield one
        number += 1


def following(game: AnyGame, seed: str, ids: Iterable[str]) -> int:
    """Return the number of the game after the last one of this seed among ``ids``."""
    numbered = re.compile(re.escape(f"{game.id}-{seed}") + r"(\d{3,})x\d+")
    return max((int(found[1]) + 1 for found in map(numbered.fullmatch, ids) if found), default=0)


def walk(game: AnyGame, seed: str, seats: int, late: float, name: str) -> Iterator[Found]:
    """Play one game between bots and yield the puzzles in it, which will be called ``name`` and the decision."""
    rng = Rng(seed, "mine")
    table = Table(game, [f"Player {seat + 1}" for seat in range(seats)], seed, {}, simulator(game))
    slow = Judge(game, seats).slow
    bots = [make("medium" if slow else "easy", game) for _ in range(seats)]  # careless bots lead to unusual positions
    count, quiet = 0, 0  # puzzles so far; the next decision that may become one
    while table.state.agenda and count < A_GAME and not (late and time.process_time() > late):
        waiting = table.state.awaiting()
        seat = waiting[int(rng.below(len(waiting)))]
        view = game.view(table.state, seat)
        text = bots[seat].choose(view, rng)
        number = len(table.record.entries)
        if len(waiting) == 1 and number >= quiet and (slow or len(view.moves) > 2):
            found = _stacking(table, seat, rng) if slow else _clear(table, seat, rng, f"{name}x{number}")
            if found is not None:
                count, quiet = count + 1, number + APART
                yield Found(_copied(table), *found)
        table.play(seat, text)


def _copied(table: Table) -> Table:
    twin = Table.__new__(Table)
    twin.__dict__.update(vars(table))
    twin.record = table.record.cut(len(table.record.entries))
    return twin


def _clear(table: Table, seat: Seat, rng: Rng, one: str) -> tuple[Seat, list[Option], str, int] | None:
    """Return the estimate if one choice is clearly best and the policy misses it; confirmed with more playouts.

    The search comes first: it is the second judge of a puzzle, and by far the quickest.
    """
    game = table.game
    view = game.view(table.state, seat)
    name = f"{len(table.record.entries)}"
    thought = game.bots.policy(game.determinize(view, rng.fork(f"thought {name}")), seat, Rng("thought", name)).text
    answer = searched(game, view, one)
    if answer == thought:
        return None
    first = weigh(
        game,
        view,
        Budget(playouts=LOOK),
        rng.fork(f"look {name}"),
        (thought,),
        enough=lambda found: hopeless(found, thought, DOUBTFUL, 0.7, answer),
    )
    if answer not in first.best.moves or not clear(first, thought, 1.0, 0.7):
        return None
    sure = confirmed(game, view, answer, thought, rng.fork(f"confirm {name}"), SURE, 1.0, doubt=DOUBTFUL)
    if answer not in sure.best.moves or not clear(sure, thought):
        return None
    return seat, options(sure), thought, sure.playouts


def searched(game: AnyGame, view: View, name: str) -> str:
    """Return what the search chooses in the puzzle with this id."""
    return make(f"search:{SEARCHED}", game).choose(view, Rng("search", name))


def confirmed(
    game: AnyGame,
    view: View,
    answer: str,
    thought: str,
    rng: Rng,
    sure: float,
    strict: float,
    whole: bool = False,
    doubt: float = REFUTED,
) -> Estimate:
    """Estimate all choices with many playouts, and with more where the answer leads but not clearly.

    It ends early if the answer will hardly turn out to be clearly best.
    """

    def lost(found: Estimate) -> bool:
        return hopeless(found, thought, doubt, strict, answer)

    found = None
    for times in PATIENCE:
        budget = Budget(playouts=times * CONFIRM * LOOK, each=EACH)
        found = weigh(game, view, budget, rng.fork(str(times)), (thought,), whole, lost)
        if answer not in found.best.moves or clear(found, thought, sure, strict) or lost(found):
            break
    assert found is not None
    return found


def hopeless(found: Estimate, thought: str, doubt: float, strict: float = 1.0, answer: str = "") -> bool:
    """Return whether more playouts will hardly make a choice clearly best, at this many standard errors.

    ``answer``: the only choice that counts.
    """
    best = found.best
    if len(found.choices) < 3 or best.high < OPEN[0] or best.low > OPEN[1]:
        return True
    if answer and answer not in best.moves:
        lead, error = found.lost(answer)
        return lead > doubt * error
    if thought in best.moves:
        return all(doubt * error - lead < GIVEN * strict for lead, error in found.pairs.values())
    given, error = found.lost(thought)
    if given + doubt * error < GIVEN * strict:
        return True
    return any(lead + doubt * error < LEAD * strict for lead, error in found.pairs.values())


def clear(found: Estimate, thought: str, sure: float = SURE, strict: float = 1.0) -> bool:
    """Return whether the best choice clearly leads every other one and the policy's choice loses enough."""
    best = found.best
    if len(found.choices) < 3 or thought in best.moves or not OPEN[0] <= best.chance <= OPEN[1]:
        return False
    for one in found.choices[1:]:
        lead, error = found.pairs[one.moves[0]]
        if lead < LEAD * strict or lead < sure * error or best.chance - one.chance < LEAD * strict:
            return False
    return found.lost(thought)[0] >= GIVEN * strict


def options(found: Estimate) -> list[Option]:
    return [
        Option(list(one.moves), round(one.chance, 4), round(one.low, 4), round(one.high, 4)) for one in found.choices
    ]


def _stacking(table: Table, seat: Seat, rng: Rng) -> tuple[Seat, list[Option], str, int, bool] | None:
    """Return the placements if one keeps everything on the plate and most of the likely ones do not."""
    game, s = table.game, table.state
    name = f"{len(table.record.entries)}"
    putting = game.physics.balance_move(s, seat) if game.physics else None
    if putting is None:
        return None
    how = Judge(game, len(table.record.seats))
    choices = how.choices(s, seat, rng.fork(f"spots {name}"))
    texts = [move.text for move in choices if isinstance(move, putting)]
    thought = game.bots.policy(s, seat, Rng("thought", name)).text
    seats = len(table.record.seats)
    if stays(game, s, seat, seats, thought, FIRST_TRIALS) > 0.5:
        return None
    first = sorted(((stays(game, s, seat, seats, text, FIRST_TRIALS), text) for text in texts), reverse=True)
    if not first or first[0][0] < 0.99 or sum(rate > 0.8 for rate, _ in first) > len(first) // 3:
        return None
    again = [(stays(game, s, seat, seats, text, MOST_TRIALS), text) for _, text in first[:3]]
    again = sorted([*again, (stays(game, s, seat, seats, thought, MOST_TRIALS), thought)], reverse=True)
    if again[0][0] < HOLDS or {text: rate for rate, text in again}[thought] > FALLS:
        return None
    rest = [(rate, text, FIRST_TRIALS) for rate, text in first[3:]]
    rows = sorted([(rate, text, MOST_TRIALS) for rate, text in again] + rest, reverse=True)
    found = [Option([text], round(rate, 3), *_rate(rate, trials)) for rate, text, trials in rows]
    return seat, found, thought, FIRST_TRIALS * len(texts) + MOST_TRIALS * 4, True


def _rate(rate: float, tries: int) -> tuple[float, float]:
    from bunfight.lab.stats import wilson

    low, high = wilson(rate * tries, tries)
    return round(low, 3), round(high, 3)


def puzzle(game: AnyGame, found: Found, name: str) -> Puzzle:
    """Build the puzzle from what was found."""
    record, best = found.table.record, found.choices[0]
    view = game.view(found.table.state, found.seat)
    why = compare(game, view, best.moves[0], found.thought, Rng("why", name))
    return Puzzle(
        name,
        game.id,
        record.rules,
        record.cards,
        dict(record.options),
        len(record.seats),
        found.seat,
        record.deal.luck,
        [(entry.seat, entry.move, entry.luck) for entry in record.entries],
        [one for n, one in enumerate(found.choices) if not found.stacking or n < SHOWN or found.thought in one.moves],
        found.thought,
        [(one.term, one.difference) for one in why.reasons],
        level(found),
        found.playouts,
        found.stacking,
        list(why.prospects),
    )


def level(found: Found) -> str:
    """Rate a puzzle: easy if the best choice is far ahead, hard if others are close or there are many."""
    best, thought = found.choices[0], next(one for one in found.choices if found.thought in one.moves)
    if found.stacking:
        good = sum(one.chance > 0.75 for one in found.choices)
        return "easy" if good > 2 else "medium" if good > 1 else "hard"
    others = [one.chance for one in found.choices if one.chance < best.chance - NEAR]
    lead, given = best.chance - max(others, default=0.0), best.chance - thought.chance
    score = lead + given / 2 - 0.004 * len(found.choices)
    return "easy" if score > 0.11 else "medium" if score > 0.05 else "hard"


def checked(one: Puzzle, playouts: int = CONFIRM * LOOK, trials: int = MOST_TRIALS) -> str:
    """Return what is wrong with a puzzle, or an empty string if two independent judges agree with it.

    The first judge estimates all choices again, with other dice and playouts to the end of the game; the second is the
    search bot. With the usual number of playouts one choice must be clearly best and the search must choose it; with
    fewer playouts the puzzle must not be refuted.
    """
    game = one.rulebook
    if one.outdated:
        return "it was made for other rules or cards"
    s: State = one.state()
    if s.awaiting() != [one.seat]:
        return f"it is not the turn of seat {one.seat}"
    answer = one.choices[0].moves[0]
    if one.stacking:
        rate, thought = (stays(game, s, one.seat, one.seats, text, trials, "check") for text in (answer, one.thought))
        if rate >= HOLDS - SLACK and thought <= FALLS + SLACK:
            return ""
        return f"nothing falls {rate:.0%} of the time, {thought:.0%} with the policy's choice"
    view, rng = game.view(s, one.seat), Rng("check", one.id)
    if playouts >= CONFIRM * LOOK:  # the quicker judge first
        chosen = searched(game, view, one.id)
        if chosen not in one.choices[0].moves:
            return f"the search prefers {chosen!r}"
    if playouts < CONFIRM * LOOK:
        found = weigh(game, view, Budget(playouts=playouts, each=EACH), rng, (one.thought,), True)
    else:
        found = confirmed(game, view, answer, one.thought, rng, *AGAIN, whole=True)
    lead, error = found.lost(answer)
    if lead > 2 * error:
        return f"{found.best.moves[0]!r} is better by {lead:.1%}"
    if playouts >= CONFIRM * LOOK and (answer not in found.best.moves or not clear(found, one.thought, *AGAIN)):
        second = found.choices[1]
        lead, error = found.pairs[second.moves[0]]
        return f"{found.best.moves[0]!r} is ahead of {second.moves[0]!r} by {lead:.1%}, give or take {error:.1%}"
    return ""


__all__ = ["checked", "clear", "following", "mine", "puzzles"]
