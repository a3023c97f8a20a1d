"""Reviews add up, say what cannot be judged, and resume after an interruption."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from msgspec.structs import replace

from bunfight.bots import make
from bunfight.cli import main
from bunfight.coach.report import page
from bunfight.coach.review import (
    SHOWN,
    Better,
    Closer,
    Moment,
    ReviewBuilder,
    best_decision,
    off,
    plain,
    rating,
    reviewed,
)
from bunfight.coach.summary import summary_lines
from bunfight.engine import Record, Rng, Table, estimator
from bunfight.games import load, names
from bunfight.testing.rejects import rejects

SPEEDUP = 60  # books balance however rough the estimates are
LAW_GAMES, LAW_SPEEDUP = 12, 8


def finished(name: str, seats: int = 2, seed: str = "review", players: tuple[str, ...] = ("random",)) -> Record:
    game = load(name)
    table = Table(game, [f"P{seat + 1}" for seat in range(seats)], seed, {}, estimator(game))
    bots, rng = [make(players[seat % len(players)], game) for seat in range(seats)], Rng(seed, "bots")
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        table.play(seat, bots[seat].choose(game.view(table.state, seat), rng))
    return table.record


@pytest.mark.parametrize("name", ["_template", "jom_burger", "burger_war"])
@pytest.mark.parametrize("seats", [2, 3])
def test_the_books_balance(name: str, seats: int) -> None:
    record = finished(name, seats)
    found = reviewed(load(name), record, SPEEDUP)
    assert off(found) < 1e-9
    assert len(found.moments) == found.decisions == len(record.entries)
    assert found.moments[-1].chances == [one.result for one in found.accounts]
    for one in found.accounts:
        mine = [moment for moment in found.moments if moment.seat == one.seat]
        assert one.skill == pytest.approx(sum(moment.skill[one.seat] for moment in mine))
    told = plain(found)["accounts"][0]
    assert told["start"] + told["luck"] + told["skill"] + told["others"] == pytest.approx(told["result"], abs=1e-5)


def test_nothing_is_given_away_where_there_is_no_choice() -> None:
    found = reviewed(load("burger_war"), finished("burger_war"), SPEEDUP)
    for moment in found.moments:
        assert moment.lost >= 0.0 and moment.stake >= 0.0
        if moment.choices == 1:
            assert moment.lost == 0.0 and not any(moment.skill)


def test_a_review_is_the_same_again_and_carries_on_where_it_was_stopped() -> None:
    game, record = load("_template"), finished("_template")
    whole = list(ReviewBuilder(game, record, SPEEDUP).moments())
    assert list(ReviewBuilder(game, record, SPEEDUP).moments()) == whole
    assert list(ReviewBuilder(game, record, SPEEDUP).moments(whole[:4])) == whole[4:]


def test_an_unfinished_game_is_not_reviewed() -> None:
    record = finished("_template")
    with rejects("not over"):
        ReviewBuilder(load("_template"), record.cut(3))


def test_a_record_of_another_version_is_shown_but_not_reviewed() -> None:
    record = finished("_template")
    record.rules += 1
    found = reviewed(load("_template"), record)
    assert "of the rules" in found.note and found.reason == "rules" and not found.moments
    words = (("en", "another version of the rules", "What happened"), ("zh", "另一个版本的规则", "经过"))
    for language, why, story in words:
        html = page(load("_template"), found, language, record)
        assert why in html and story in html and html.count("<p>") > len(record.entries)
    record.rules -= 1
    record.cards = "others"
    assert reviewed(load("_template"), record).reason == "cards"


def test_what_is_right_when_looked_at_closely_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    game, record = load("burger_war"), finished("burger_war", 2, "review", ("random", "heuristic"))
    found = reviewed(game, record, 3)
    assert any(one.mistakes for one in found.accounts), "somebody who plays at random gives something away"

    def right(self: ReviewBuilder, moment: Moment) -> Closer:
        once = Better("pass", 0.5, 0.0)
        return Closer(replace(moment, lost=0.0), once, once, [(["pass"], 0.5)])

    monkeypatch.setattr(ReviewBuilder, "closer", right)
    found = reviewed(game, record, 3)
    assert found.worst == -1 and not any(one.mistakes for one in found.accounts)
    assert record.end is not None and found.ranks == record.end["ranks"]


@pytest.mark.parametrize("lost", [0.0, 0.001, 0.0049, 0.005, 0.00504, SHOWN, 0.3])
def test_a_worst_decision_of_zero_percent_is_never_shown(monkeypatch: pytest.MonkeyPatch, lost: float) -> None:
    game, record = load("burger_war"), finished("burger_war", 2, "review", ("random", "heuristic"))

    def closer(self: ReviewBuilder, moment: Moment) -> Closer:
        once = Better("pass", 0.5, round(lost, 4))
        return Closer(replace(moment, lost=lost, lead=0.0), once, once, [(["pass"], 0.5)])

    monkeypatch.setattr(ReviewBuilder, "closer", closer)
    found = reviewed(game, record, 3)
    shown = "\n".join(summary_lines(game, found, "en"))
    assert ("worst" in shown.lower()) == (found.worst >= 0) == (lost >= SHOWN)
    for text in (shown, page(game, found, "en", record)):
        assert "A better choice" in text if lost >= SHOWN else "A better choice" not in text
        assert ", 0% more" not in text


def judged(lost: float, stake: float) -> Moment:
    nothing = [0.0, 0.0]
    rest = ("b", 0.6, lost, stake, stake**2, 0.01)
    return Moment(0, 0, "Step", "a", nothing, nothing, nothing, False, 3, 0.5, 0.4, 0.6, lost, 0.0, *rest)


def test_ratings_go_from_flawless_to_wild_whatever_the_length_of_the_game() -> None:
    words = ["flawless", "strong", "solid", "shaky", "wild"]
    for length in (50, 500):
        shares = (0.0, 0.1, 0.2, 0.4, 1.0)
        assert [rating(0, [judged(share * 0.2, 0.2)] * length) for share in shares] == words
    assert rating(0, [judged(0.0, 0.2)] * 3) == "untested", "three good decisions may be chance"
    assert rating(0, [judged(0.2, 0.2)] * 3) == "wild"
    assert rating(0, [replace(judged(0.0, 0.2), error=0.0)] * 6) == "flawless", "six times what the policy does is not"
    assert rating(0, [judged(0.0, 0.001)] * 3) == "untested", "nothing was at stake"
    assert rating(1, [judged(0.1, 0.2)] * 3) == "untested", "those are decisions of another seat"


@pytest.mark.parametrize("name", ["_template", "burger_war"])
def test_the_luck_of_a_random_player_has_mean_zero_and_its_play_is_wild(name: str) -> None:
    """Booking decisions as luck, or estimates with a bias, would show here: they are worth 0.3 and more."""
    game, luck, words = load(name), [], []
    for number in range(LAW_GAMES):
        found = reviewed(game, finished(name, 2, f"law {number}", ("random", "heuristic")), LAW_SPEEDUP)
        luck.append(found.accounts[0].luck)
        words.append(found.accounts[0].rating)
    mean = sum(luck) / LAW_GAMES
    error = math.sqrt(sum((one - mean) ** 2 for one in luck)) / LAW_GAMES
    assert abs(mean) < 3 * error < 0.6
    assert set(words) <= {"wild", "untested"}


def test_a_closer_look_is_fed_back_into_the_books() -> None:
    game, record = load("burger_war"), finished("burger_war", 2, "closer", ("random", "heuristic"))
    builder = ReviewBuilder(game, record, 10)
    moments = list(builder.moments())
    found = builder.review(moments)
    assert off(found) < 1e-9 and found.known
    for name, better in found.known.items():
        moment = found.moments[int(name)]
        assert moment != moments[int(name)]
        if better.lost > 0.0:
            assert moment.chance == pytest.approx(better.chance - better.lost, abs=1e-3), "the numbers agree"
    if found.worst >= 0:
        assert found.moments[found.worst].lost >= SHOWN, "a worst decision of 0% is none"


def test_the_best_decision_of_every_seat_has_a_reason() -> None:
    builder = ReviewBuilder(load("jom_burger"), finished("jom_burger", 2, "b2", ("heuristic", "heuristic")), 10)
    moments = list(builder.moments())
    best = [best_decision([one for one in moments if one.seat == seat]) for seat in (0, 1)]
    assert min(best) >= 0 and {str(number) for number in best} <= builder.review(moments).known.keys()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_has_everything_in_both_languages(language: str) -> None:
    game = load("burger_war")
    found = reviewed(game, finished("burger_war", 3), SPEEDUP)
    html = page(game, found, language)
    assert html.count("class='line'") == 3 and html.count("class='turn'") == 9
    assert ("Turning points" if language == "en" else "转折点") in html and "{" not in html.split("</style>")[1].split(
        "<script>"
    )[0]


def test_the_review_command_writes_a_page_and_refuses_unfinished_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.jsonl").write_text(finished("_template").text(), encoding="utf-8")
    assert main(["review", "g.jsonl", "--quick"]) == 0
    assert "g-review.html" in capsys.readouterr().out and (tmp_path / "g-review.html").exists()
    assert not list((tmp_path / ".bunfight" / "reviews").iterdir()), "what is kept of a finished review is let go"
    assert main(["review", "g.jsonl", "--quick", "--json"]) == 0
    assert '"accounts"' in capsys.readouterr().out
    (tmp_path / "half.jsonl").write_text(finished("_template").cut(2).text(), encoding="utf-8")
    assert main(["review", "half.jsonl"]) == 2
    assert "not over" in capsys.readouterr().err
    assert main(["review", "g.jsonl", "--train", "9"]) == 2
    other = finished("_template")
    other.rules += 1
    (tmp_path / "other.jsonl").write_text(other.text(), encoding="utf-8")
    assert main(["review", "other.jsonl", "--train", "1", "--lang", "zh"]) == 0
    assert "不能评判" in capsys.readouterr().out, "a game that is not judged has no mistakes to ask, and no praise"


def test_a_review_on_the_command_line_carries_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bunfight.cli import review

    monkeypatch.chdir(tmp_path)
    game, record = load("_template"), finished("_template")
    whole = review.build_review(game, record, 5)
    real, seen = ReviewBuilder._judged, []

    def stopping(self, number, *rest):  # type: ignore[no-untyped-def]
        seen.append(number)
        if len(seen) == 5:
            raise KeyboardInterrupt
        return real(self, number, *rest)

    monkeypatch.setattr(ReviewBuilder, "_judged", stopping)
    with pytest.raises(KeyboardInterrupt):
        review.build_review(game, record, 5)
    assert review.build_review(game, record, 5) == whole
    assert seen[5] == 4, "it begins with the decision at which it was stopped"


def test_every_game_can_be_reviewed() -> None:
    assert len(names()) == 5
    for name in names():
        assert load(name).bots.coach, f"{name} does not say how far the coach plays on"
