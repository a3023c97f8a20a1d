"""Every rule of Crumbs."""

from pathlib import Path

import pytest

from bunfight.engine import EventLog, Luck, Rng, Table, TapeLuck
from bunfight.games._template import GAME, cards
from bunfight.games._template.rules.events import BunDealt, BunPassed
from bunfight.games._template.rules.state import CrumbsState
from bunfight.games._template.rules.steps import UNDECIDED, MaySnatch, MustEat, PassLeft, Turn
from bunfight.i18n.words import card_report
from bunfight.testing.rejects import rejects
from bunfight.testing.scene import Kit

RYE, OAT, MILK, HONEY, ROYAL = range(5)
KIT = Kit(GAME)


def position(*hands: str, basket: str = "", turn: int = 0) -> CrumbsState:
    """A table in mid-game; buns are written as digits of their size, and the rest has become crumbs."""
    s = CrumbsState(len(hands))
    s.options = GAME.settle({}, len(hands))
    s.hands = [counts(hand) for hand in hands]
    s.basket = counts(basket)
    s.crumbs = [n - sum(pile[bun] for pile in [s.basket, *s.hands]) for bun, n in enumerate(cards.COPIES)]
    s.agenda = [Turn(turn)]
    GAME.audit(s)
    return s


def counts(buns: str) -> list[int]:
    return [buns.count(str(size)) for size in range(1, 6)]


def say(s: CrumbsState, seat: int, text: str, *luck: int) -> EventLog:
    log = KIT.said(s, seat, text, TapeLuck(list(luck)))
    GAME.audit(s)
    return log


def refused(s: CrumbsState, seat: int, text: str) -> str:
    return KIT.broken(s, seat, text).rule


@pytest.mark.rule("CR-SETUP-1", "CR-SETUP-2")
@pytest.mark.parametrize("hand", [2, 3])
def test_everyone_starts_with_hidden_buns_from_the_basket(hand: int) -> None:
    log = EventLog()
    s = GAME.setup(GAME.settle({"hand": hand}, 3), 3, Luck(Rng("7")), log)
    assert [sum(one) for one in s.hands] == [hand] * 3 and sum(s.basket) == 18 - 3 * hand
    assert all(isinstance(event, BunDealt) and (event.bun is None) == (event.seat != 1) for event in log.heard(1))
    assert GAME.view(s, 1).hand == tuple(s.hands[1]) and GAME.view(s, None).hand == ()


@pytest.mark.rule("CR-PASS-1")
def test_all_choose_in_secret_and_in_any_order() -> None:
    s = position("12", "34", "55")
    s.agenda.append(PassLeft([UNDECIDED] * 3))
    log = say(s, 1, "pass honey")
    assert not log.said and s.awaiting() == [0, 2]
    assert GAME.view(s, 0).agenda[-1].answers == ("open", "sealed", "open")
    assert GAME.view(s, 1).agenda[-1].answers == ("open", "honey", "open")
    assert refused(s, 0, "pass royal") == "CR-PASS-1"
    assert refused(s, 0, "eat rye") == "CR-PASS-1"


@pytest.mark.rule("CR-PASS-2")
def test_the_buns_change_hands_when_the_last_has_chosen_and_only_giver_and_taker_know_them() -> None:
    s = position("12", "34", "55")
    s.agenda.append(PassLeft([UNDECIDED] * 3))
    say(s, 2, "pass royal")
    say(s, 0, "pass rye")
    assert s.hands[0] == counts("12")
    log = say(s, 1, "pass milk")
    assert [s.hands[seat] for seat in range(3)] == [counts("25"), counts("14"), counts("35")]
    assert log.heard(0) == [BunPassed(0, 1, "rye"), BunPassed(1, 2, None), BunPassed(2, 0, "royal")]
    assert log.heard(None) == [BunPassed(0, 1, None), BunPassed(1, 2, None), BunPassed(2, 0, None)]
    assert GAME.view(s, 0).known[1] == tuple(counts("1")), "the giver remembers"


@pytest.mark.rule("CR-TURN-1")
def test_eating_is_followed_by_drawing_while_there_is_something_to_draw() -> None:
    s = position("12", "3", basket="45")
    say(s, 0, "eat oat", 1)  # ticket 1 of the basket: the royal bun
    assert s.eaten[0] == counts("2") and s.hands[0] == counts("15") and s.awaiting() == [1]
    assert refused(s, 1, "eat royal") == "CR-TURN-1"
    assert refused(s, 1, "give milk") == "CR-TURN-1"
    bare = position("12", "3")
    say(bare, 0, "eat oat")
    assert bare.hands[0] == counts("1")


@pytest.mark.rule("CR-TURN-2")
def test_begging_gets_a_bun_of_the_givers_choice_and_no_draw() -> None:
    s = position("1", "23", basket="4")
    say(s, 0, "beg 1")
    assert s.awaiting() == [1]
    assert refused(s, 1, "give rye") == "CR-TURN-2"
    assert refused(s, 1, "eat oat") == "CR-TURN-2"
    say(s, 1, "give oat")
    assert s.hands[0] == counts("12") and isinstance(s.agenda[-1], MustEat)
    assert GAME.view(s, 1).known[0] == tuple(counts("2")), "everyone saw it"
    assert refused(s, 0, "beg 1") == "CR-TURN-2"
    assert refused(s, 0, "eat royal") == "CR-TURN-2"
    say(s, 0, "eat rye")
    assert sum(s.basket) == 1 and s.awaiting() == [1]


@pytest.mark.rule("CR-TURN-3")
def test_nobody_begs_from_themselves_or_from_the_poor() -> None:
    s = position("1", "", "2")
    assert [refused(s, 0, "beg 0"), refused(s, 0, "beg 1"), refused(s, 0, "beg 3")] == ["CR-TURN-3"] * 3


@pytest.mark.rule("CR-TURN-4")
def test_only_the_asked_decide() -> None:
    s = position("1", "2")
    assert refused(s, 1, "eat oat") == "CR-TURN-4"
    assert refused(s, 7, "eat oat") == "CR-TURN-4"


@pytest.mark.rule("CR-SNATCH-1", "CR-SNATCH-3")
def test_a_large_bun_may_be_snatched_by_all_others_who_hold_buns() -> None:
    s = position("4", "1", "", "2")
    say(s, 0, "eat honey")
    assert isinstance(s.agenda[-1], MaySnatch) and s.awaiting() == [1, 3]
    assert refused(s, 1, "eat rye") == "CR-SNATCH-1"
    assert not say(s, 3, "let").said, "the answer is sealed"
    say(s, 1, "let")
    assert s.eaten[0] == counts("4")
    small = position("3", "1")
    say(small, 0, "eat milk")
    assert small.eaten[0] == counts("3"), "a small bun is safe"
    off = position("4", "1")
    off.options = GAME.settle({"snatching": False}, 2)
    say(off, 0, "eat honey")
    assert off.eaten[0] == counts("4"), "the table chose to play without"


@pytest.mark.rule("CR-SNATCH-2", "CR-SNATCH-3")
def test_the_first_snatcher_clockwise_pays_and_the_others_keep_their_secret() -> None:
    s = position("2", "1", "4", "3")
    s.agenda = [Turn(2)]
    say(s, 2, "eat honey")
    assert refused(s, 0, "snatch royal") == "CR-SNATCH-2"
    crumbs = s.crumbs[:]
    say(s, 0, "snatch oat")
    say(s, 3, "let")
    log = say(s, 1, "snatch rye")
    assert s.hands[0] == counts("") and s.hands[1] == counts("1")
    assert s.crumbs == [a + b for a, b in zip(crumbs, counts("24"), strict=True)]
    assert "rye" not in str(log.heard(3))


@pytest.mark.rule("CR-END-1")
def test_the_game_ends_when_the_player_to_move_can_do_nothing() -> None:
    s = position("1", "")
    say(s, 0, "eat rye")
    outcome = GAME.outcome(s)
    assert not s.agenda and outcome and outcome.reason == "basket_bare"
    assert refused(s, 0, "eat rye") == "CR-END-1"
    on = position("11", "")
    say(on, 0, "eat rye")
    assert on.awaiting() == [1], "seat 1 can still beg"


@pytest.mark.rule("CR-SCORE-1", "CR-SCORE-2")
def test_sizes_count_but_not_a_third_helping_and_ties_share_the_place() -> None:
    s = position("", "", "")
    s.eaten = [counts("1115"), counts("23"), counts("1")]
    s.agenda = []
    outcome = GAME.outcome(s)
    assert outcome and outcome.totals == (5, 5, 1) and outcome.ranks == (1, 1, 3) and outcome.winners == (0, 1)


@pytest.mark.rule("CR-LIST-1")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("size = 5", "size = 6", "one bun of each size"),
        ("copies = 5", "copies = 0", "bun 'rye': copies: must be from 1 to 20"),
        ("copies = 5", "copies = 1", "too few"),
        ('id = "oat"', 'id = "rye"', "bun 'rye': this id is used twice"),
        ("size = 2", 'size = "2"', "bun 'oat': size: must be a whole number"),
        ("size = 2", "colour = 2", "bun 'oat': unknown key 'colour'"),
        ("size = 2\n", "", "bun 'oat': the key 'size' is missing"),
        ("[[bun]]", "[[bun", "not a TOML file"),
        ("[[bun]]", "[[cake]]", "unknown key 'cake'"),
    ],
)
def test_a_bad_list_is_refused_by_name(old: str, new: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(cards.FILE.read_text())
    assert "18 buns of 5 sizes" in card_report(cards.check(path))
    path.write_text(cards.FILE.read_text().replace(old, new, 1))
    with rejects(reason) as error:
        cards.check(path)
    assert error.text.startswith("mine.toml")


def test_the_heuristic_beats_the_first_choice() -> None:
    wins = 0
    for seed in range(200):
        table, rng = Table(GAME, ["bot", "first"], str(seed)), Rng(str(seed))
        while table.state.agenda:
            seat = table.state.awaiting()[0]
            step = table.state.agenda[-1]
            table.play(
                seat,
                GAME.bots.policy(table.state, seat, rng) if seat == seed % 2 else step.suggest(table.state, seat, rng),  # type: ignore[arg-type]
            )
        outcome = table.outcome()
        wins += outcome is not None and outcome.winners == (seed % 2,)
    assert wins > 110, wins
