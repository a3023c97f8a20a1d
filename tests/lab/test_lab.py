"""Ladder, report and balance: seat-balanced, regenerated from storage, and never surer than the numbers."""

from __future__ import annotations

import argparse
import json
import math
import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from bunfight.engine import EventLog, Luck, Rng
from bunfight.games import load
from bunfight.i18n.words import Words
from bunfight.lab import ladder as ladders
from bunfight.lab.balance import compare
from bunfight.lab.commands import COMMANDS
from bunfight.lab.findings import findings
from bunfight.lab.match import things
from bunfight.lab.plan import WIN, Plan, plan_for
from bunfight.lab.run import Run, by_order, run
from bunfight.lab.stats import holm, mean_interval, strict, wilson
from bunfight.testing.rejects import rejects

GAME = load("_template")
WORDS = Words(GAME)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def command(name: str, words: str) -> int:
    parser = argparse.ArgumentParser()
    _, add, function = COMMANDS[name]
    add(parser)
    return function(parser.parse_args([*words.split(), "--jobs", "1"]))


def test_every_bot_sits_in_every_seat_equally_often_and_shares_all_deals() -> None:
    plan = ladders.ladder_plan(GAME, 3, ["random", "greedy", "heuristic", "easy"], 50, {}, "s")
    sat = Counter((bot, seat) for lineup in plan.lineups for seat, bot in enumerate(lineup))
    assert len(set(sat.values())) == 1 and len(sat) == 12
    assert plan.games % len(plan.lineups) == 0 and plan.games >= 50
    assert len({plan.seed_of(n) for n in range(len(plan.lineups))}) == 1


def test_a_ladder_orders_what_is_sure_and_can_be_regenerated(capsys: pytest.CaptureFixture[str]) -> None:
    assert command("ladder", "_template --bots search:40,random --games 60 --out l.json --json") == 0
    first = json.loads(capsys.readouterr().out)
    assert first["ratings"][0]["bot"] == "search:40"
    assert all(one["low"] <= one["rating"] <= one["high"] for one in first["ratings"])
    assert "search:40 is stronger than random" in first["claims"][0]
    assert command("ladder", "_template --from l.json --json") == 0
    assert json.loads(capsys.readouterr().out) == first
    assert command("ladder", "_template --from l.json") == 0
    assert "stronger" in capsys.readouterr().out


@pytest.mark.parametrize(("language", "title"), [("en", "leaderboard"), ("zh", "排行榜")])
def test_a_ladder_writes_its_leaderboard_as_a_page(language: str, title: str) -> None:
    assert command("ladder", "_template --bots greedy,random --games 60 --out l.json --json") == 0
    assert command("ladder", f"--from l.json --page l.html --lang {language}") == 0
    page, found = Path("l.html").read_text(encoding="utf-8"), ladders.read(Path("l.json"))
    (name,) = re.findall("<h1>(.*)</h1>", page)
    rows = re.findall(r"<tr><td>(\w+)</td><td>(\d+)</td>", page)
    assert title in name
    assert rows == [(one.bot, f"{one.rating:.0f}") for one in ladders.rate(found)]
    assert not re.search(r"(src|href)=", page), "it loads nothing from elsewhere"


def test_a_stopped_ladder_compares_whole_deals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = slice(1, -1)

    def stopped(plan: Plan, *rest: Any, **more: Any) -> Run:
        result = run(plan, 1, store=None)
        result.rows, result.finished = result.rows[there], False
        return result

    monkeypatch.setattr("bunfight.lab.run.run", stopped)
    assert command("ladder", "_template --bots heuristic,random --games 12 --out l.json") == 130
    assert len(json.loads(Path("l.json").read_text())["games"]) == 8, "six deals of two games, less the first and last"
    assert "heuristic" in capsys.readouterr().out
    there = slice(1, 2)
    assert command("ladder", "_template --bots heuristic,random --games 12") == 130
    assert capsys.readouterr().out == ""


def test_equal_bots_are_not_put_in_order() -> None:
    plan = ladders.ladder_plan(GAME, 2, ["heuristic", "medium"], 40, {}, "s")
    ladder = ladders.stored(plan, run(plan, 1, store=None).rows)
    assert not any(duel.sure for duel in ladders.duels(ladder))
    for order in (1, -1):
        rated, (duel,) = ladders.rate(ladder)[::order], ladders.duels(ladder)
        said = ladders.claims(rated, [duel])[0]
        assert said.startswith(f"{duel.better} and {duel.worse}: the order is not significant (+"), "the lead is whose?"


def test_two_deals_prove_nothing_and_ten_do() -> None:
    plan = ladders.ladder_plan(GAME, 2, ["heuristic", "random"], 4, {}, "s")
    won = [[["heuristic", "random"], [1, 2], [0]], [["random", "heuristic"], [2, 1], [1]]]
    few, many = ({**ladders.stored(plan, []), "games": won * deals} for deals in (2, 10))
    assert [duel.sure for duel in ladders.duels(few)] == [False]
    assert [duel.sure for duel in ladders.duels(many)] == [True]
    loose, close = ({one.bot: one.high - one.low for one in ladders.rate(ladder)} for ladder in (few, many))
    assert min(loose.values()) > 0 and min(close.values()) > 0, "an interval of no width would be a claim to know"
    assert all(one.low <= one.rating <= one.high for one in ladders.rate(many))
    none = ladders.rate(ladders.stored(plan, []))
    assert [one.rating for one in none] == [1500.0, 1500.0], "a ladder that was stopped at once has no order"


@pytest.mark.parametrize(
    "words",
    ["_template --bots random", "_template --bots random,random", "_template --from x", "buffet_boss --players 1"],
)
def test_a_wrong_ladder_is_explained(words: str) -> None:
    with rejects(r"two different bots|cannot be read|two players"):
        command("ladder", words)


def test_ratings_do_not_depend_on_the_order_of_games_and_fit_the_odds() -> None:
    plan = ladders.ladder_plan(GAME, 2, ["heuristic", "random"], 4, {}, "s")
    won, lost = [["heuristic", "random"], [1, 2], [0]], [["heuristic", "random"], [2, 1], [1]]
    games = [won] * 300 + [lost] * 100
    ladder = {**ladders.stored(plan, []), "games": games}
    found = {one.bot: one.rating for one in ladders.rate(ladder)}
    gap = found["heuristic"] - found["random"]
    assert gap == pytest.approx(400 * math.log10(3), abs=2), "three to one"
    mixed = {**ladder, "games": games[::-1]}
    assert {one.bot: one.rating for one in ladders.rate(mixed)} == pytest.approx(found)


def test_ratings_use_whole_rankings_and_ties() -> None:
    bots = ["a", "b", "c"]
    tied = [[(bots, [1, 1, 3], [0, 1])]] * 50
    found = ladders._skills(bots, tied)
    assert found["a"] == pytest.approx(found["b"]) and found["c"] < found["a"] - 200
    found = ladders._skills(bots, [[(bots, [1, 2, 3], [0])], [(bots, [1, 3, 2], [0])]] * 30)
    assert found["b"] == pytest.approx(found["c"], abs=1.0) and found["a"] > found["b"] + 300
    twins = ladders._skills(["a", "b"], [[(["a", "a", "b"], [1, 2, 3], [0])]] * 20)
    assert twins["a"] > twins["b"], "a bot may sit in several seats"


def test_holm_allows_for_the_number_of_measures() -> None:
    assert holm([0.01, 0.04, 0.6]) == [True, False, False]
    assert holm([0.6, 0.001, 0.02]) == [False, True, True]
    assert holm([0.04]) == [True] and holm([0.04] * 41) == [False] * 41 and holm([]) == []


def test_a_ladder_of_a_game_that_one_can_play_alone_has_two_players() -> None:
    assert ladders.ladder_plan(load("buffet_boss"), None, ["easy", "hard"], 2, {}, "s").seats == 2


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_report_is_one_page_with_a_table_for_each_picture(language: str, tmp_path: Path) -> None:
    assert command("report", f"_template --players 3 --games 40 --bots heuristic,random --lang {language}") == 0
    page = (tmp_path / "_template-report.html").read_text(encoding="utf-8")
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(pictures) == page.count("<table>") == 9
    for picture in pictures:
        parts = [one for one in ElementTree.fromstring(picture).iter() if one.get("class") == "hit"]
        assert parts and all(one.get("data-tip") for one in parts), "a picture does not answer to pointing"
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert ("honey (4)" if language == "en" else "蜂蜜（4）") in page
    seats = re.findall(r">(?:Seat (\d)|(\d) 号座位)<", page)
    assert {"".join(seat) for seat in seats} == {"1", "2", "3"}, "people count seats from 1"
    length = page.partition("每局步数" if language == "zh" else "decisions per game")[2].partition("</section>")[0]
    assert "mean score" not in length and "平均分" not in length
    assert page.index("<ul><li>") < page.index("<svg"), "a report begins with what stands out"


def tallied(games: int, wins: list[int]) -> Run:
    """A run of the template in which the seats won so many games."""
    plan = plan_for(GAME, len(wins), ["heuristic"], games, study=True)
    tally = Counter({("seat wins", str(seat)): WIN * won for seat, won in enumerate(wins)})
    tally["games",] = games  # type: ignore[index]
    return Run(plan, tally, finished=True)  # type: ignore[arg-type]


def test_a_report_begins_with_what_stands_out_and_how_sure_it_is() -> None:
    told = findings(tallied(100, [18, 52, 30]), "en")
    assert told[0].startswith("The first seat wins 18.0% of 100 games (") and "less than its share of 33.3%" in told[0]
    assert told[1].startswith("The second seat wins 52.0% of 100 games (") and "more than its share" in told[1]
    assert len(told) == 2, "30 of 100 can be chance"
    assert findings(tallied(100, [18, 52, 30]), "zh")[1].startswith("2 号座位赢了 100 局中的 52.0%（")
    even = findings(tallied(100, [36, 34, 30]), "en")
    assert even == [
        "No seat wins clearly more or less than its share of 33.3% in 100 games: "
        "they range from 30.0% to 36.0%, which can be chance."
    ]


def test_what_stands_out_names_things_that_go_along_with_winning_and_those_that_nobody_takes() -> None:
    some = tallied(300, [100, 100, 100])
    for thing, users, won in (("rye", 200, 130), ("oat", 200, 65), ("milk", 200, 30)):
        some.tally["users", thing], some.tally["users wins", thing] = users, WIN * won
    some.tally["named", "honey"], some.tally["named", "rye"], some.tally["used", "rye"] = 80, 300, 200
    told = " ".join(findings(some, "en"))
    assert "used rye (1) win 65.0%" in told and "used milk (3) win 15.0%" in told and "used oat" not in told
    assert "honey (4) was on offer in 80 decisions and was never taken." in told


def test_balance_sees_a_change_and_only_a_change(capsys: pytest.CaptureFixture[str]) -> None:
    assert command("balance", "_template --games 60 --try snatching=no --json") == 0
    told = json.loads(capsys.readouterr().out)
    sure = {change["measure"] for change in told["changes"] if change["sure"]}
    assert "mean score" in sure and told["verdict"]
    assert command("balance", "_template --games 20 --try hand=3") == 0
    assert "measure" in capsys.readouterr().out
    with rejects("nothing to compare"):
        command("balance", "_template --try snatching=yes")
    rows = run(plan_for(GAME, 2, ["heuristic"], 20, study=True, rows=True), 1, store=None).rows
    assert not any(change.sure for change in compare(rows, rows, 2, WORDS))
    assert all(
        change.fixed and "the same in every game" in change.verdict() for change in compare(rows, rows, 2, WORDS)
    )


def test_a_game_compared_with_itself_on_other_deals_shows_no_difference() -> None:
    """41 measures at 5% each found something in half of such comparisons."""
    wrong = 0
    for number in range(6):
        seeds = (f"a{number}", f"b{number}")
        one, two = (
            run(plan_for(GAME, 3, ["heuristic"], 60, {}, seed, study=True, rows=True), 1, store=None).rows
            for seed in seeds
        )
        wrong += any(change.sure for change in compare(one, two, 3, WORDS))
    assert wrong <= 2


def test_few_games_are_no_finding(capsys: pytest.CaptureFixture[str]) -> None:
    assert command("balance", "_template --games 20 --try snatching=no --json") == 0
    told = json.loads(capsys.readouterr().out)
    assert "20 games are too few" in told["verdict"] and not any(change["sure"] for change in told["changes"])


def test_wins_are_reported_by_playing_order() -> None:
    plan = plan_for(load("burger_war"), 2, ["heuristic"], 40, {}, "order", study=True)
    found = run(plan, 1, store=None)
    order = by_order(found)
    assert [games for _, games in order] == [40, 40] and 39 <= sum(won for won, _ in order) <= 40.01
    told = " ".join(findings(found, "en"))
    assert "first player" in told and "行动" in " ".join(findings(found, "zh"))
    tally: Counter[tuple[str, ...]] = Counter({("order wins", "0"): WIN * 300, ("order games", "0"): 400})
    tally.update({("order games", "1"): 400, ("games",): 400})
    tally.update({("order wins", "1"): WIN * 100, ("first seats", "0"): 200, ("first seats", "1"): 200})
    found_first = findings(Run(plan, tally), "en")[0]
    assert found_first.startswith("The player who goes first wins 75.0% of 400 games")


def test_a_stopped_balance_is_carried_on(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    stop_at: list[int] = [0, 30]  # games of the standard (never) and of the changed game

    def watched(plan: Plan, *rest: Any, **more: Any) -> Run:
        def progress(done: int, total: int) -> None:
            if done and done == (stop_at[len(played)] if stop_at else 0):
                raise KeyboardInterrupt

        result = run(plan, 1, progress, fresh=more["fresh"], keep=more["keep"])
        played.append(result.played)
        return result

    monkeypatch.setattr("bunfight.lab.run.run", watched)
    assert command("balance", "_template --games 60 --try snatching=no") == 130
    stop_at.clear()
    assert command("balance", "_template --games 60 --try snatching=no") == 0
    assert played == [60, 30, 0, 30], "the standard game is not played twice"
    assert not list(Path(".bunfight/lab").iterdir())


def test_confidence_intervals_have_their_known_values() -> None:
    assert strict(1) == pytest.approx(1.95996, abs=1e-4) and strict(1) < strict(10)
    assert wilson(60, 100, strict(20))[0] < wilson(60, 100)[0]
    low, high = wilson(50, 100)
    assert low == pytest.approx(0.4038, abs=1e-3) and high == pytest.approx(0.5962, abs=1e-3)
    assert wilson(0, 10)[0] == 0.0 and wilson(10, 10)[1] == pytest.approx(1.0)
    mean, low, high = mean_interval([1.0, 2.0, 3.0])
    assert mean == 2.0 and low == pytest.approx(2 - 1.96 * 3**-0.5, abs=1e-3) and high > mean


def test_things_that_are_named_by_their_place_are_counted() -> None:
    up = load("burger_up")
    s = up.setup(up.settle({}, 2), 2, Luck(Rng("a")), EventLog(False))
    market = [face.card for face in up.view(s, None).market]
    assert [things(up, s, up.grammar.parse(f"buy {slot}")) for slot in range(3)] == [{card} for card in market]
    boss = load("burger_boss")
    s = boss.setup(boss.settle({}, 2), 2, Luck(Rng("a")), EventLog(False))
    customer = boss.view(s, None).queue[4].customer
    assert customer.id in things(boss, s, boss.grammar.parse("sell 1 1 r1"))
    assert things(boss, s, boss.grammar.parse("sell 1 1 s1")) == {"s1"}  # nobody stands there
