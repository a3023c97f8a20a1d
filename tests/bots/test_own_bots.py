"""External bots, as a Python file or a program; a failing bot never stops the table."""

from __future__ import annotations

import sys
import textwrap
import time
from importlib.resources import files
from pathlib import Path

import pytest

from bunfight.bots import Bot, BotFailure, Failure, Guarded, make
from bunfight.bots.external import FileBot
from bunfight.engine import Rng, Table, View
from bunfight.games import load
from bunfight.lab.sim import simulate, summary

GAME = load("_template")
ROOT = Path(__file__).parents[2]

GOOD = """
    class MyBot:
        def choose(self, view, rng):
            print("thinking aloud")
            return view.moves[rng.below(len(view.moves))]
"""
TROUBLE = {
    "raises": "raise RuntimeError('oh no')",
    "dies": "import os; os._exit(3)",
    "sleeps": "import time; time.sleep(60)",
    "cheats": "return 'eat the_whole_basket'",
    "moves out of turn": "return 'beg 3'",
    "says nothing": "return None",
    "talks nonsense": "return '\\x00' * 100000",
}
SAID = {
    "raises": "RuntimeError: oh no",
    "dies": "exit code 3",
    "sleeps": "longer than",
    "cheats": "the_whole_basket",
    "moves out of turn": "beg 3",
    "says nothing": "without a 'move'",
    "talks nonsense": "chose",
}


def own(folder: Path, body: str) -> str:
    path = folder / "my_bot.py"
    path.write_text(textwrap.dedent(body), encoding="utf-8")
    return f"{path}:MyBot"


def whole_game(guard: Guarded) -> None:
    table = Table(GAME, ["a", "b"], "own")
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        table.play(seat, guard.choose(GAME.view(table.state, seat), Rng("own", str(len(table.record.entries)))))


def test_a_class_in_a_python_file_plays(tmp_path: Path) -> None:
    guard = Guarded(make(own(tmp_path, GOOD), GAME))
    whole_game(guard)
    guard.close()
    assert guard.name == "my_bot.py:MyBot" and not guard.failures


def test_a_python_file_gets_the_game_with_the_cards_it_is_played_with(tmp_path: Path) -> None:
    printed = files("bunfight.games.burger_war").joinpath("cards.toml").read_text(encoding="utf-8")
    own_list = printed.replace("short = 3", "short = 4", 1)
    body = """
        class MyBot:
            def __init__(self, game):
                self.digest = game.cards_digest
            def choose(self, view, rng):
                return self.digest
    """
    for cards in (own_list, ""):
        game = load("burger_war", cards)
        bot = make(own(tmp_path, body), game)
        view = game.view(Table(game, ["a", "b"], "own").state, 0)
        assert bot.choose(view, Rng("own")) == game.cards_digest
        bot.close()


@pytest.mark.parametrize("trouble", TROUBLE)
def test_a_misbehaving_bot_never_stops_a_table(tmp_path: Path, trouble: str) -> None:
    body = f"""
    class MyBot:
        def __init__(self, game):
            self.game = game
        def choose(self, view, rng):
            {TROUBLE[trouble]}
    """
    heard: list[Failure] = []
    limit = 0.5 if trouble == "sleeps" else 30  # a busy machine must not look like a slow bot
    guard = Guarded(make(own(tmp_path, body), GAME, limit=limit), report=heard.append)
    whole_game(guard)
    guard.close()
    assert heard and heard == guard.failures
    assert SAID[trouble] in heard[0].what
    assert "played" in str(heard[0])


@pytest.mark.parametrize("body", ["1 +", "x = 1", "class MyBot:\n    def __init__(self, game): raise KeyError('no')"])
def test_a_file_that_cannot_be_used_is_reported(tmp_path: Path, body: str) -> None:
    guard = Guarded(make(own(tmp_path, body), GAME))
    whole_game(guard)
    assert guard.failures


class Slow(Bot):
    def choose(self, view: View, rng: Rng) -> str:
        time.sleep(1)
        return view.moves[0]


def test_a_slow_bot_in_our_own_process_is_not_waited_for() -> None:
    guard = Guarded(Slow(GAME), limit=0.05)
    table = Table(GAME, ["a", "b"], "slow")
    seat = table.state.awaiting()[0]
    table.play(seat, guard.choose(GAME.view(table.state, seat), Rng("slow")))
    assert "longer than" in guard.failures[0].what


@pytest.mark.parametrize("example", ["bots/first_move.py", "bots/bridge_bot.py"])
def test_the_examples_play(example: str) -> None:
    path = ROOT / "examples" / example
    spec = f"{path}:FirstMove" if example.endswith("first_move.py") else f"exec:{sys.executable} {path}"
    told = summary(simulate("_template", 2, 3, [spec, "random"], jobs=1, store=None))
    assert told["games"] == 3 and not told["failures"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_game_has_a_new_object_in_an_old_process(tmp_path: Path, jobs: int) -> None:
    body = f"""
        import os, pathlib
        class MyBot:
            def __init__(self):
                with pathlib.Path({str(tmp_path / "log")!r}).open("a") as log:
                    print(os.getpid(), file=log)
            def choose(self, view, rng):
                return view.moves[0]
    """
    told = summary(simulate("_template", 2, 12, [own(tmp_path, body), "random"], jobs=jobs, store=None))
    made = (tmp_path / "log").read_text().split()
    assert not told["failures"] and len(made) == 12
    assert len(set(made)) <= 2 * jobs  # one for each seat, in each of our processes


def test_a_bot_that_died_is_there_again_in_the_next_game(tmp_path: Path) -> None:
    bot = make(own(tmp_path, "import os\nclass MyBot:\n    def choose(self, view, rng): os._exit(3)"), GAME)
    view = GAME.view(Table(GAME, ["a", "b"], "own").state, 0)
    with pytest.raises(BotFailure, match="exit code 3"):
        bot.choose(view, Rng("own"))
    own(tmp_path, GOOD)
    with pytest.raises(BotFailure, match="exit code 3"):
        bot.choose(view, Rng("own"))  # for good, as far as this game goes
    assert isinstance(bot, FileBot)
    bot.begin()
    assert bot.choose(view, Rng("own")) in view.moves
    bot.close()


@pytest.mark.parametrize("command", ["true", "cat", "yes"])
def test_a_program_that_does_not_play(command: str) -> None:
    guard = Guarded(make(f"exec:{command}", GAME, limit=0.5))
    whole_game(guard)
    guard.close()
    assert guard.failures
