"""The last decisions of a game are worked out exactly, and only if nobody else has a choice."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.bots import make
from bunfight.bots.endgame import CountedLuck, solve
from bunfight.bots.search import final_rewards
from bunfight.bots.search_bot import SearchBot
from bunfight.engine import EventLog, Luck, Rng, advance
from bunfight.games import load

POSITIONS = 600


def test_all_draws_are_counted_once() -> None:
    luck, found = CountedLuck(), []
    answers: list[int] = []
    while True:
        luck.begin(answers)
        first = luck.below(3)
        found.append((first, luck.pick([0, 2]) if first == 1 else luck.roll(2)))
        if not luck.next():
            break
        answers = luck.answers
    assert found == [(0, 1), (0, 2), (1, 1), (1, 1), (2, 1), (2, 2)]


def endings(name: str, games: int) -> list[tuple[Any, int, list[Any], int]]:
    """Positions near the end of games of the heuristic, with the seat that is asked, its moves and the answer."""
    game = load(name)
    found = []
    for number in range(games):
        luck, rng = Luck(Rng("ending", str(number))), Rng("ending", "policy")
        s: Any = game.setup(game.settle({}, 2), 2, luck, EventLog(False))
        while s.agenda:
            seat = s.awaiting()[0]
            moves = s.agenda[-1].legal(s, seat)
            if len(moves) > 1:
                answer = solve(game, game.view(s, seat), moves, Rng("solve"), POSITIONS, 0.2)
                if answer >= 0:
                    found.append((s.copy(), seat, moves, answer))
            advance(s, seat, game.bots.policy(s, seat, rng), luck, EventLog(False))
    return found


def worth(game: Any, s: Any, seat: int, move: Any, tries: int) -> float:
    """What a move brings on average if the seat then plays like the heuristic."""
    total = 0.0
    for number in range(tries):
        twin, luck = s.copy(), Luck(Rng("tried", str(number)))
        advance(twin, seat, move, luck, EventLog(False))
        while twin.agenda:
            asked = twin.awaiting()[0]
            advance(twin, asked, game.bots.policy(twin, asked, Rng("tried")), luck, EventLog(False))
        total += final_rewards(game, twin, 0.2)[seat] / tries
    return total


@pytest.mark.parametrize("name", ["burger_up", "jom_burger"])
def test_no_other_move_is_better_than_the_answer(name: str) -> None:
    """Played on by the heuristic, every other move brings at most what the answer brings if all is played well."""
    game = load(name)
    found = endings(name, 6)
    assert found, "no game of the heuristic has an ending that can be worked out"
    for s, seat, moves, answer in found:
        last = all(not after(game, s, seat, move).agenda for move in moves)
        for move in moves if last else ():
            assert worth(game, s, seat, move, 60) <= worth(game, s, seat, moves[answer], 60) + 0.15


def after(game: Any, s: Any, seat: int, move: Any) -> Any:
    twin = s.copy()
    advance(twin, seat, move, Luck(Rng("after")), EventLog(False))
    return twin


def test_nothing_is_worked_out_while_others_have_a_choice() -> None:
    game = load("burger_war")
    s: Any = game.setup(game.settle({}, 3), 3, Luck(Rng("start")), EventLog(False))
    seat = s.awaiting()[0]
    assert solve(game, game.view(s, seat), s.agenda[-1].legal(s, seat), Rng("solve"), POSITIONS, 0.2) == -1


def test_the_search_plays_what_was_worked_out() -> None:
    for s, seat, moves, answer in endings("burger_up", 6)[:3]:
        game = load("burger_up")
        bot = make(f"search:50;endgame={POSITIONS}", game)
        assert isinstance(bot, SearchBot)
        text = bot.choose(game.view(s, seat), Rng("solved"))
        assert text in [move.text for move in moves] and bot.search is not None and bot.search.iterations == 0
        best = worth(game, s, seat, moves[answer], 40)
        assert worth(game, s, seat, game.grammar.parse(text), 40) == pytest.approx(best, abs=0.1)
