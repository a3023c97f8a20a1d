"""Every rule of Hot Plate, and the laws."""

import pytest

from bunfight import games
from bunfight.engine import EventLog, IllegalMove, Luck, Rng, Table, TapeLuck, play
from bunfight.testing.laws import Case, cases, hold

GAME = games.load("hot_plate")


def position(hands: list[list[str]], eaten: list[list[str]] | None = None):  # type: ignore[no-untyped-def]
    """A table in mid-game: everything else is set aside."""
    s = GAME.setup(GAME.settle({}, len(hands)), len(hands), Luck(Rng("x")), EventLog())
    s.rest += [dish for hand in s.hands for dish in hand]
    s.hands, s.eaten = [hand[:] for hand in hands], eaten or [[] for _ in hands]
    for dish in [dish for dishes in [*s.hands, *s.eaten] for dish in dishes]:
        s.rest.remove(dish)
    GAME.audit(s)
    return s


def moves(s, *texts: str) -> None:  # type: ignore[no-untyped-def]
    for text in texts:
        play(s, s.awaiting()[0], GAME.grammar.parse(text), TapeLuck([]), EventLog())


@pytest.mark.parametrize("case", cases(GAME, 10), ids=str)
def test_the_laws_hold(case: Case) -> None:
    hold(case)


@pytest.mark.rule("HP-SETUP-1", "HP-SETUP-2")
def test_everyone_has_five_dishes_that_only_they_can_see() -> None:
    table = Table(GAME, ["Ann", "Bob"], "1")
    seen = GAME.view(table.state, 0)
    assert len(seen.hand) == 5 and seen.hand_sizes == (5, 5) and seen.rest == 26
    assert GAME.view(table.state, None).hand == ()


@pytest.mark.rule("HP-GIVE-1")
def test_only_the_giver_sees_what_is_under_the_cover() -> None:
    s = position([["soup"], ["cake"]])
    with pytest.raises(IllegalMove, match="HP-GIVE-1"):
        moves(s, "give cake 1 cake")
    moves(s, "give soup 1 cake")
    assert [GAME.view(s, seat).plate for seat in (0, 1, None)] == ["soup", "?", "?"]


@pytest.mark.rule("HP-ANSWER-1", "HP-ANSWER-2", "HP-ANSWER-3")
@pytest.mark.parametrize(("claim", "answer", "eater"), [
    ("soup", "believe", 0), ("soup", "doubt", 1), ("cake", "believe", 1), ("cake", "doubt", 0),
])  # fmt: skip
def test_whoever_was_wrong_eats_and_goes_on(claim: str, answer: str, eater: int) -> None:
    s = position([["soup", "cake"], ["cake", "curry"]])
    moves(s, f"give soup 1 {claim}", answer)
    assert s.eaten[eater] == ["soup"] and s.scores[1 - eater] == 1 and s.awaiting() == [eater]


@pytest.mark.rule("HP-END-1")
@pytest.mark.parametrize(("hand", "eaten"), [(["cake"], []), (["cake", "soup"], ["cake", "cake"])])
def test_it_ends_with_three_of_a_kind_or_an_empty_hand(hand: list[str], eaten: list[str]) -> None:
    s = position([hand, ["soup"]], [eaten, []])
    moves(s, "give cake 1 soup", "doubt")
    ended = GAME.outcome(s)
    assert ended is not None and ended.winners == (1,)
