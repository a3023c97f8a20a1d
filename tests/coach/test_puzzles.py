"""Puzzles and the daily deal: what is shipped holds together, answers are judged, days are the same for everybody."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest

from bunfight.bots.estimate import Budget, Estimate, Weighed, weigh
from bunfight.cli import main
from bunfight.cli.puzzles import play
from bunfight.cli.screen import Screen
from bunfight.coach import daily, mining
from bunfight.coach.puzzles import LEVELS, puzzle_of, puzzles, verdict, written
from bunfight.coach.review import Account, Review
from bunfight.engine import Record, Rng, Table, estimator
from bunfight.engine.position_text import describe_position
from bunfight.games import load, names
from bunfight.testing.rejects import rejects

EVERY = [one for name in names() for one in puzzles(name)]


@pytest.mark.parametrize("name", names())
def test_shipped_puzzles_are_positions_of_the_game(name: str) -> None:
    found = puzzles(name)
    assert len({one.id for one in found}) == len(found)
    assert len(found) >= (15 if found[0].stacking else 35)
    for one in found:
        assert not one.outdated and one.level in LEVELS
        s = one.state()
        assert s.awaiting() == [one.seat]
        texts = [text for choice in one.choices for text in choice.moves]
        assert len(texts) == len(set(texts)) and one.thought in texts
        best, thought = one.choices[0], next(choice for choice in one.choices if one.thought in choice.moves)
        assert best.chance > thought.chance and best.low <= best.chance <= best.high
        assert all(term.startswith("because_") and value > 0 for term, value in one.reasons), "only what speaks for it"
        milestones = {kind.__name__ for kind in one.rulebook.bots.milestones}
        assert {event["kind"] for event in one.prospects} <= milestones
        if not one.stacking:
            assert mining.OPEN[0] <= best.chance <= mining.OPEN[1] and one.playouts >= 2400
            assert max(choice.chance for choice in one.choices[1:]) <= best.chance - 0.01
            legal = sorted(move.text for move in s.agenda[-1].legal(s, one.seat))
            assert sorted(texts) == legal


def test_the_best_choice_is_right_and_the_first_thought_is_not() -> None:
    for one in EVERY[:: max(1, len(EVERY) // 20)]:
        if one.stacking:
            continue
        assert verdict(one, one.choices[0].moves[0]).right
        assert not verdict(one, one.thought).right
    with rejects():
        verdict(EVERY[0], "nonsense")
    assert puzzle_of(EVERY[0].id) == EVERY[0]
    with rejects("no puzzle"):
        puzzle_of("burger_up-none")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_puzzle_in_the_terminal(language: str) -> None:
    one = next(puzzle for puzzle in EVERY if not puzzle.stacking)
    said = io.StringIO()
    play([one], language, Screen(io.StringIO(f"99999\n{one.thought}\n"), said))
    assert ("Not the best" if language == "en" else "不是最好") in said.getvalue()
    assert describe_position(one.view()) not in said.getvalue(), "the board speaks the language, too"
    play([one], language, Screen(io.StringIO(f"{one.choices[0].moves[0]}\n"), said))
    assert ("1 of 1 solved" if language == "en" else "1 / 1") in said.getvalue()


def test_mining_finds_what_is_clear_and_only_that() -> None:
    def weighed(name: str, chance: float, tries: int = 100) -> Weighed:
        return Weighed((name,), (chance, 1 - chance), chance, chance - 0.01, chance + 0.01, tries)

    choices = (weighed("best", 0.6), weighed("other", 0.5), weighed("thought", 0.4))
    pairs = {"other": (0.1, 0.01), "thought": (0.2, 0.01)}
    assert mining.clear(Estimate(0, choices, 300, pairs=pairs), "thought", 2.2, 1.0)
    twins = {"other": (0.001, 0.0001), "thought": (0.2, 0.01)}
    assert not mining.clear(Estimate(0, choices, 300, pairs=twins), "thought", 2.2, 1.0)
    seldom = tuple(weighed(one.moves[0], one.chance, 20) for one in choices[1:])  # whoever left early counts, too
    noisy = {"other": (0.1, 0.06), "thought": (0.2, 0.01)}
    assert not mining.clear(Estimate(0, (choices[0], *seldom), 300, pairs=noisy), "thought", 2.2, 1.0)
    lost = tuple(weighed(one.moves[0], one.chance / 10) for one in choices)
    assert not mining.clear(Estimate(0, lost, 300, pairs=pairs), "thought", 2.2, 1.0)
    unsure = {"other": (0.1, 0.08), "thought": (0.2, 0.01)}
    assert not mining.clear(Estimate(0, choices, 300, pairs=unsure), "thought", 2.2, 1.0)
    assert not mining.clear(Estimate(0, choices[:2], 300, pairs=pairs), "other", 2.2, 1.0)


def test_a_position_is_given_up_only_when_more_playouts_will_hardly_make_it_a_puzzle() -> None:
    def weighed(name: str, chance: float) -> Weighed:
        return Weighed((name,), (chance, 1 - chance), chance, chance - 0.05, chance + 0.05, 100)

    choices = (weighed("best", 0.6), weighed("other", 0.59), weighed("thought", 0.4))

    def hopeless(thought: str, other: tuple[float, float], given: tuple[float, float], answer: str = "best") -> bool:
        pairs = {"other": other, "thought": given}
        return mining.hopeless(Estimate(0, choices, 300, pairs=pairs), thought, 3.0, 1.0, answer)

    assert not hopeless("thought", (0.01, 0.02), (0.2, 0.02)), "it may still lead"
    assert hopeless("thought", (0.0, 0.004), (0.2, 0.02)), "the second choice is as good"
    assert hopeless("thought", (0.1, 0.01), (0.02, 0.002)), "the policy gives away too little"
    assert not hopeless("thought", (0.01, 0.02), (0.2, 0.02), "other"), "the answer may come out ahead"
    assert hopeless("thought", (0.07, 0.02), (0.2, 0.02), "other"), "the answer is clearly behind"
    assert hopeless("best", (0.1, 0.01), (0.2, 0.02), ""), "the policy is clearly right"
    assert not hopeless("best", (0.01, 0.02), (0.2, 0.02), ""), "the other choice may still be better"
    decided = tuple(Weighed((one.moves[0],), (0.99, 0.01), 0.99, 0.97, 1.0, 100) for one in choices)
    assert mining.hopeless(
        Estimate(0, decided, 300, pairs={"other": (0.1, 0.01), "thought": (0.2, 0.01)}), "thought", 3
    )


def test_a_race_ends_when_its_caller_knows_enough() -> None:
    game = load("burger_war")
    table = Table(game, ["A", "B"], "enough", {}, estimator(game))
    view = game.view(table.state, table.state.awaiting()[0])
    asked: list[int] = []

    def enough(found: Estimate) -> bool:
        asked.append(found.playouts)
        return len(asked) == 2

    found = weigh(game, view, Budget(playouts=5000), Rng("enough", "1"), enough=enough)
    assert asked == [asked[0], found.playouts] and 2 * asked[0] <= found.playouts < 5000


def test_mining_goes_on_after_the_last_game_of_a_file() -> None:
    game = load("burger_war")
    assert mining.following(game, "s", []) == 0
    assert mining.following(game, "s", ["burger_war-s003x7", "burger_war-s011x30", "burger_war-t040x1"]) == 12


def test_mined_puzzles_are_written_and_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "LOOK", 60)
    monkeypatch.setattr(mining, "SEARCHED", 100)
    monkeypatch.setattr(mining, "LEAD", 0.0)
    monkeypatch.setattr(mining, "GIVEN", 0.005)
    monkeypatch.setattr(mining, "SURE", 0.1)
    found = next(mining.mine(load("burger_war"), "puzzle", wanted=1))
    assert found.game == "burger_war" and found.state().awaiting() == [found.seat]
    assert '"thought"' in written(found)


def test_puzzle_and_daily_commands_reject_invalid_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "list"]) == 0
    assert "puzzles" in capsys.readouterr().out
    assert main(["puzzles", "play"]) == 2
    assert main(["puzzles", "mine", "burger_war", "--minutes", "0"]) == 2
    assert main(["puzzles", "check", "burger_war", "--playouts", "1"]) == 2
    assert main(["daily"]) == 2
    assert main(["daily", "burger_war", "--date", "tomorrow"]) == 2
    assert "is not a date" in capsys.readouterr().err


def test_a_day_is_the_same_for_everybody() -> None:
    one = daily.deal("burger_up", "2026-11-17")
    assert one == daily.deal("burger_up", "2026-11-17") and one != daily.deal("burger_up", "2026-11-18")
    for name in names():
        assert daily.deal(name, "2026-11-21").seats in load(name).seats
        assert len(daily.deal(name, "2026-11-21").seed) <= 40, "a table's practice seed is at most so long"
    with rejects("not come"):
        daily.dated("2999-01-01")


def test_the_text_to_share_reveals_nothing() -> None:
    account = Account(0, 0.5, 0.2, -0.1, 0.4, 1.0, "strong", [])
    record = Record("burger_up", 1, {}, "", ["a", "b"], [], None, end={"ranks": [1, 2]})  # type: ignore[arg-type]
    found = daily.score(Review("burger_up", ["a", "b"], 3, accounts=[account]), record)
    assert found.adjusted == pytest.approx(0.8) and found.place == 1
    line = daily.share(daily.deal("burger_up", "2026-11-17"), "Burger Up", found)
    assert line == "Bunfight 2026-11-17 Burger Up 🟧🟧🟧🟧⬜ 1/2"


def test_an_answer_to_a_stacking_puzzle_is_played_in_the_simulation() -> None:
    one = next(puzzle for puzzle in EVERY if puzzle.stacking)
    for move, stays in ((one.choices[0].moves[0], True), (one.thought, False)):
        shown = msgspec.json.decode(verdict(one, move).shown)
        act = shown["events"][0]
        assert act["film"]["frames"] and (act["fallen"] == []) is stays
        assert shown["view"]["seat"] == one.seat
