"""The laws hold for every game, on the very games that ``bunfight laws`` plays by default.

That takes minutes, even compiled: here some of the games of each are played, spread over all numbers of players and all
options, and all of them with BUNFIGHT_ALL=1 (``make test-long``). From source only the template is checked here; each
game's own folder has a run of its own.
"""

import os
from functools import partial

import pytest

from bunfight import games
from bunfight.cli import built
from bunfight.cli.laws import main
from bunfight.testing.laws import CLOSELY, GAMES, LAWS, LawBroken, Position, cases, hold

TEMPLATE = games.load("_template")
EVERY = ["_template", *games.names()] if built() == "compiled" else ["_template"]
ALL = bool(os.environ.get("BUNFIGHT_ALL"))
SOME = 12


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name in EVERY for number in range(GAMES if ALL else SOME)]
)
def test_all_laws_hold(name: str, number: int) -> None:
    every = cases(games.load(name), GAMES)
    for case in every[number::GAMES] if ALL else [every[number * len(every) // SOME]]:
        hold(case, every=name == "_template")


def test_the_command_plays_the_games_that_are_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, bool]] = []
    monkeypatch.setattr(
        "bunfight.cli.laws.hold", lambda case, laws, every, book: played.append((case.seed, every)) or 0
    )
    assert main(["laws", "_template"]) == 0
    assert played == [(case.seed, False) for case in cases(TEMPLATE, GAMES)]


def test_in_a_long_game_the_laws_take_turns_and_all_look_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: dict[str, list[int]] = {}

    def look(name: str, p: Position) -> None:
        looked.setdefault(name, []).append(p.number)

    for name in ("one", "two", "three"):
        monkeypatch.setitem(LAWS, name, partial(look, name))
    case = next(case for case in cases(TEMPLATE, GAMES) if hold(case, ["nothing_is_lost"]) > 3 * CLOSELY)
    last = hold(case, ["one", "two", "three"], every=False)
    for numbers in looked.values():
        assert numbers[:CLOSELY] == list(range(CLOSELY)) and numbers[-1] == last and len(numbers) < last
    assert looked["one"] != looked["two"] != looked["three"]


def test_there_are_all_the_laws() -> None:
    assert len(LAWS) >= 13
    assert all(law.__doc__ for law in LAWS.values())


def test_the_design_holds_every_pair_of_values() -> None:
    played = [{"seats": case.seats, **case.options} for case in cases(TEMPLATE, 1)]
    for seats in (2, 3, 4):
        for snatching in (False, True):
            assert any(row["seats"] == seats and row["snatching"] == snatching for row in played)
    for hand in (2, 3):
        for snatching in (False, True):
            assert any(row["hand"] == hand and row["snatching"] == snatching for row in played)


def test_a_broken_law_carries_the_game_that_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        LAWS, "nothing_is_lost", lambda p: (_ for _ in ()).throw(AssertionError("gone")) if p.number else None
    )
    with pytest.raises(LawBroken) as broken:
        hold(cases(TEMPLATE, 1)[0])
    assert (broken.value.law, broken.value.decision) == ("nothing_is_lost", 1)
    assert "seed 'laws0'" in str(broken.value) and "gone" in str(broken.value)
    assert broken.value.record.startswith('{"bunfight":1')
