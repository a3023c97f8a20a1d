"""Mining: positions of games between bots where one choice is clearly best and not the first thought of the policy."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bunfight.bots import make
from bunfight.bots.estimate import Budget, Estimate, Judge, weigh
from bunfight.bots.explain import reasons
from bunfight.coach.puzzles import NEAR, Option, Puzzle, puzzles, stays
from bunfight.engine import Rng, Seat, State, Table, View, simulator
from bunfight.engine.table import AnyGame

GLANCE: Final = 8  # playouts for each choice, to see whether the policy's thought is doubtful at all
LOOK: Final = 400  # playouts for a first look
CONFIRM: Final = 8  # times as many to confirm it
PATIENCE: Final = (1, 3)  # times so many playouts, the second time if it is not clear yet
SEARCHED: Final = 2000  # playouts of the search that must find the same
EACH: Final = 40  # of them for every choice, so that each has an interval worth showing
LEAD: Final = 0.015  # by which the best choice must be ahead of every other
GIVEN: Final = 0.03  # what the policy's choice must give away
SURE: Final = 2.2  # standard errors by which it must be; whoever is farther behind than 2.6 is not tried any longer
AGAIN: Final = (1.96, 0.7)  # in a second run: standard errors, and the share of those leads
OPEN: Final = (0.1, 0.95)  # where the best chance must lie: a game that is lost or won asks nothing
SHOWN: Final = 12  # places that are stored of a stacking puzzle; the others are worse
FIRST_TRIALS: Final = 6
MOST_TRIALS: Final = 60
HOLDS: Final = 0.85  # of the trials, with the answer of a stacking puzzle
FALLS: Final = 0.6  # at most, with the first thought
SLACK: Final = 0.1  # for other trials
A_GAME: Final = 4  # puzzles from one game, so that they differ
APART: Final = 12  # decisions between two of them
SEATS: Final = (2, 3, 2, 4)


@dataclass(frozen=True)
class Found:
    """A position worth asking about, the choices as estimated, and the policy's thought."""

    table: Table
    seat: Seat
    choices: list[Option]
    thought: str
    playouts: int
    stacking: bool = False


def mine(game: AnyGame, seed: str, seconds: float = 0.0, wanted: int = 0, first: int = 0) -> Iterator[Puzzle]:
    """Puzzles, one after the other, until so many are found or the processor time is used up (0: no such limit).

    ``first``: the number of the game to begin with.
    """
    began, made, number = time.process_time(), 0, first
    while (not seconds or time.process_time() - began < seconds) and (not wanted or made < wanted):
        seats = SEATS[number % len(SEATS)]
        seats = seats if seats in game.seats else max(2, game.seats[0])
        late = began + seconds if seconds else 0.0
        for found in walk(game, f"{seed}/{number}", seats, late):
            one = puzzle(game, found, f"{game.id}-{seed}{number:03}x{len(found.table.record.entries)}")
            if not checked(one):
                made += 1
                yield one
        number += 1


def following(game: AnyGame, seed: str, ids: Iterable[str]) -> int:
    """The game to go on with, if puzzles with these ids are there: the one after the last of this seed."""
    numbered = re.compile(re.escape(f"{game.id}-{seed}") + r"(\d{3,})x\d+")
    return max((int(found[1]) + 1 for found in map(numbered.fullmatch, ids) if found), default=0)


def walk(game: AnyGame, seed: str, seats: int, late: float) -> Iterator[Found]:
    """The puzzles of one game between bots."""
    rng = Rng(seed, "mine")
    table = Table(game, [f"Player {seat + 1}" for seat in range(seats)], seed, {}, simulator(game))
    slow = Judge(game, seats).slow
    bots = [make("medium" if slow else "easy", game) for _ in range(seats)]  # careless ones lead to odd positions
    count, quiet = 0, 0  # until which decision nothing is asked
    while table.state.agenda and count < A_GAME and not (late and time.process_time() > late):
        waiting = table.state.awaiting()
        seat = waiting[int(rng.below(len(waiting)))]
        view = game.view(table.state, seat)
        text = bots[seat].choose(view, rng)
        number = len(table.record.entries)
        if len(waiting) == 1 and number >= quiet and (slow or len(view.moves) > 2):
            found = _stacking(table, seat, rng) if slow else _clear(table, seat, rng)
            if found is not None:
                count, quiet = count + 1, number + APART
                yield Found(_copied(table), *found)
        table.play(seat, text)


def _copied(table: Table) -> Table:
    twin = Table.__new__(Table)
    twin.__dict__.update(vars(table))
    twin.record = table.record.cut(len(table.record.entries))
    return twin


def _clear(table: Table, seat: Seat, rng: Rng) -> tuple[Seat, list[Option], str, int] | None:
    """Whether one choice is clearly best here and the policy does not think of it; confirmed with more playouts."""
    game = table.game
    view = game.view(table.state, seat)
    name = f"{len(table.record.entries)}"
    thought = game.bots.policy(game.determinize(view, rng.fork(f"thought {name}")), seat, Rng("thought", name)).text
    glance = weigh(game, view, Budget(playouts=GLANCE * len(view.moves)), rng.fork(f"glance {name}"), also=(thought,))
    given, error = glance.lost(thought)
    if given < max(GIVEN, 0.8 * error):
        return None
    first = weigh(game, view, Budget(playouts=LOOK), rng.fork(f"look {name}"), also=(thought,))
    if not clear(first, thought, 1.0, 0.7):
        return None
    sure = confirmed(game, view, first.best.moves[0], thought, rng.fork(f"confirm {name}"), SURE, 1.0)
    if first.best.moves[0] not in sure.best.moves or not clear(sure, thought):
        return None
    return seat, options(sure), thought, sure.playouts


def confirmed(
    game: AnyGame, view: View, answer: str, thought: str, rng: Rng, sure: float, strict: float, whole: bool = False
) -> Estimate:
    """The choices, weighed with many playouts; with more of them where the answer leads but is not clearly best."""
    found = None
    for times in PATIENCE:
        budget = Budget(playouts=times * CONFIRM * LOOK, each=EACH)
        found = weigh(game, view, budget, rng.fork(str(times)), (thought,), whole)
        if answer not in found.best.moves or clear(found, thought, sure, strict):
            break
    assert found is not None
    return found


def clear(found: Estimate, thought: str, sure: float = SURE, strict: float = 1.0) -> bool:
    """Whether the best choice is ahead of each other one, of the policy's thought by more, and it matters."""
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
    """Whether a piece can be placed so that all stay, though most places that look good do not hold."""
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
    """What was found as a record."""
    record, best = found.table.record, found.choices[0]
    view = game.view(found.table.state, found.seat)
    why = reasons(game, view, best.moves[0], found.thought, Rng("why", name))
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
        [(one.term, one.difference) for one in why],
        level(found),
        found.playouts,
        found.stacking,
    )


def level(found: Found) -> str:
    """Easy where the best choice stands out, hard where others come close or are many."""
    best, thought = found.choices[0], next(one for one in found.choices if found.thought in one.moves)
    if found.stacking:
        good = sum(one.chance > 0.75 for one in found.choices)
        return "easy" if good > 2 else "medium" if good > 1 else "hard"
    others = [one.chance for one in found.choices if one.chance < best.chance - NEAR]
    lead, given = best.chance - max(others, default=0.0), best.chance - thought.chance
    score = lead + given / 2 - 0.004 * len(found.choices)
    return "easy" if score > 0.11 else "medium" if score > 0.05 else "hard"


def checked(one: Puzzle, playouts: int = CONFIRM * LOOK, trials: int = MOST_TRIALS) -> str:
    """ "" if a puzzle holds before two other judges; else what is wrong with it.

    The first judge weighs it anew with other dice and plays on to the end of the game. The second one is the search,
    with trees and settings of its own. With as many playouts as it was confirmed with, one choice must be clearly best
    and the search must find it; with fewer it must not be refuted.
    """
    game = one.rulebook
    if one.outdated:
        return "it was made for other rules or cards"
    s: State = one.state()
    if s.awaiting() != [one.seat]:
        return f"seat {one.seat} is not the one that is asked"
    answer = one.choices[0].moves[0]
    if one.stacking:
        rate, thought = (stays(game, s, one.seat, one.seats, text, trials, "check") for text in (answer, one.thought))
        if rate >= HOLDS - SLACK and thought <= FALLS + SLACK:
            return ""
        return f"all stay {rate:.0%} of the time, {thought:.0%} with the first thought"
    view, rng = game.view(s, one.seat), Rng("check", one.id)
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
    if playouts >= CONFIRM * LOOK:
        chosen = make(f"search:{SEARCHED}", game).choose(view, Rng("search", one.id))
        if chosen not in one.choices[0].moves:
            return f"the search prefers {chosen!r}"
    return ""


__all__ = ["checked", "clear", "following", "mine", "puzzles"]
