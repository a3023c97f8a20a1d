"""The laws hold for the template; each game's own folder holds its own run of them."""

import pytest

from bunfight import games
from bunfight.testing.laws import LAWS, Case, LawBroken, cases, hold

TEMPLATE = games.load("_template")


@pytest.mark.parametrize("case", cases(TEMPLATE, 16), ids=str)
def test_all_laws_hold(case: Case) -> None:
    hold(case)


def test_there_are_all_the_laws_of_the_house() -> None:
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
