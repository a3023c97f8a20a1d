"""Every move that the rules forbid is rejected with the right rule and a plain sentence."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bunfight.engine import IllegalMove
from bunfight.games.burger_war.game import GAME
from bunfight.i18n.words import Words
from bunfight.testing.rejects import rejects


def refuses(b: Any, seat: int, text: str, rule: str, key: str, **facts: Any) -> None:
    assert (b.refused(seat, text), b.key, b.facts) == (rule, key, facts)


@pytest.mark.rule("IW-TURN-8")
def test_not_your_turn(board: Any) -> None:
    b = board(2, hands={1: "BUN+1"})
    refuses(b, 1, "draw", "IW-TURN-8", "not_asked")
    refuses(b, 1, "place BUN+1 1", "IW-TURN-8", "not_asked")
    refuses(b, 7, "draw", "IW-TURN-8", "not_asked")


@pytest.mark.rule("IW-TURN-8")
@pytest.mark.parametrize("text", ["decline", "aim 1", "loot bun_p1#1", "spare"])
def test_a_move_of_another_question(board: Any, text: str) -> None:
    b = board(2, plates={1: "[BUN+1]"}, hands={0: "BUN+1 NUKE TRANSMOG"})
    refuses(b, 0, text, "IW-TURN-8", "draw_or_use")


@pytest.mark.rule("IW-TURN-8")
def test_a_plate_or_player_that_is_not_at_the_table(board: Any) -> None:
    b = board(3, plates={1: "[BUN+1]"}, hands={0: "BUN+1 NUKE TRANSMOG"})
    for text, plate in (("place BUN+1 3", 3), ("nuke 4 BUN+1", 4), ("transmog 5 BUN+1 BUN+1", 5)):
        refuses(b, 0, text, "IW-TURN-8", "few_seats", n=3, plate=plate)
    refuses(b.play(0, "draw", draw="WAR"), 0, "aim 3", "IW-TURN-8", "few_seats", n=3, plate=3)
    assert Words(GAME, "zh").refusal(IllegalMove("IW-TURN-8", "few_seats", n=3)) == "这一桌只有 3 位玩家"


@pytest.mark.rule("IW-TURN-3", "IW-TURN-8")
def test_ending_a_turn(board: Any) -> None:
    refuses(board(2), 0, "end", "IW-TURN-3", "act_first")
    refuses(board(2, plates={0: "[L-SAUCE]"}), 0, "end", "IW-TURN-3", "act_first")
    b = board(2).play(0, "draw", draw="BUN+1")
    refuses(b, 0, "end", "IW-TURN-8", "not_asked")
    refuses(b, 0, "draw", "IW-TURN-8", "not_asked")


@pytest.mark.rule("IW-HAND-8")
@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("place BUN+1 0", "bun_p1"),
        ("place WAR 0", "war"),
        ("nuke 1 BUN+2", "nuke"),
        ("transmog 1 BUN+2 SAUCE+1", "transmog"),
        ("recycle BUN+1", "recycler"),
    ],
)
def test_cards_that_are_not_held(board: Any, text: str, card: str) -> None:
    b = board(2, plates={1: "[BUN+2]"}, hands={0: "SAUCE+1"}, pile="BUN+1")
    refuses(b, 0, text, "IW-HAND-8", "not_held", card=card)


@pytest.mark.rule("IW-HAND-8")
def test_a_swap_card_or_a_discard_that_is_not_held(board: Any) -> None:
    b = board(2, plates={1: "[BUN+2]"}, hands={0: "TRANSMOG SAUCE+1"})
    refuses(b, 0, "transmog 1 BUN+2 SAUCE+2", "IW-HAND-8", "not_held", card="sauce_p2")
    c = board(2, hands={0: "BUN+1 BUN+2 PATTY+1 NUKE RECYCLER"}).play(0, "draw", draw="SAUCE-1")
    refuses(c, 0, "discard SAUCE+1", "IW-HAND-8", "not_held", card="sauce_p1")


@pytest.mark.rule("IW-CON-3")
def test_contraptions_do_not_lie_on_plates(board: Any) -> None:
    refuses(board(2, hands={0: "NUKE"}), 0, "place NUKE 0", "IW-CON-3", "not_for_plates", card="nuke")
    assert board(2, hands={0: "NUKE DEFLECTOR"}).moves(0, "place") == []


@pytest.mark.rule("IW-HAND-7")
def test_no_discard_without_need(board: Any) -> None:
    refuses(board(2, hands={0: "NUKE"}), 0, "discard NUKE", "IW-HAND-7", "not_too_full", n=5)


@pytest.mark.rule("IW-HAND-5")
def test_discard_first(board: Any) -> None:
    b = board(2, hands={0: "BUN+1 BUN+2 PATTY+1 NUKE RECYCLER"}).play(0, "draw", draw="SAUCE-1")
    for text in ("draw", "place BUN+1 0", "end"):
        refuses(b, 0, text, "IW-HAND-5", "discard_first", n=5)


@pytest.mark.rule("IW-NUKE-1", "IW-TRANS-1")
def test_a_target_that_is_not_there(board: Any) -> None:
    b = board(2, plates={1: "[BUN+2]"}, hands={0: "NUKE TRANSMOG SAUCE+1"})
    refuses(b, 0, "nuke 0 BUN+2", "IW-NUKE-1", "not_there", card="bun_p2#1", plate=0)
    refuses(b, 0, "transmog 0 BUN+2 SAUCE+1", "IW-TRANS-1", "not_there", card="bun_p2#1", plate=0)


@pytest.mark.rule("IW-BURGER-5")
def test_a_finished_burger_is_locked(board: Any) -> None:
    b = board(2, plates={1: "[BUN+2 PATTY+1]"}, hands={0: "NUKE TRANSMOG SAUCE+1"})
    refuses(b, 0, "nuke 1 BUN+2", "IW-BURGER-5", "locked", card="bun_p2#1")
    refuses(b, 0, "transmog 1 BUN+2 SAUCE+1", "IW-BURGER-5", "locked", card="bun_p2#1")


@pytest.mark.rule("IW-NUKE-2", "IW-TRANS-3")
def test_the_legendary_bun_protects(board: Any) -> None:
    b = board(2, plates={0: "[SAUCE-1]", 1: "[L-BUN]"}, hands={0: "NUKE TRANSMOG SAUCE+1"})
    refuses(b, 0, "nuke 1 L-BUN", "IW-NUKE-2", "shielded", plate=1)
    refuses(b, 0, "transmog 1 L-BUN SAUCE+1", "IW-TRANS-3", "shielded", plate=1)
    c = board(2, plates={0: "[L-BUN SAUCE-1]"}, hands={0: "TRANSMOG SAUCE+1"})
    refuses(c, 0, "transmog 0 SAUCE-1 SAUCE+1", "IW-TRANS-3", "shielded", plate=0)


@pytest.mark.rule("IW-NUKE-3", "IW-NUKE-4", "IW-TRANS-4")
def test_veggies_keep_from_attacking(board: Any) -> None:
    b = board(2, plates={1: "[L-VEGGIES]"}, hands={0: "NUKE"})
    refuses(b, 0, "nuke 1 L-VEGGIES", "IW-NUKE-3", "only_owner_nukes")
    c = board(2, plates={0: "[C-VEGGIES]", 1: "[BUN+1]"}, hands={0: "NUKE TRANSMOG SAUCE+1"})
    refuses(c, 0, "nuke 1 BUN+1", "IW-NUKE-4", "nukes_at_home", plate=1)
    refuses(c, 0, "transmog 1 BUN+1 SAUCE+1", "IW-TRANS-4", "transmogs_at_home", plate=1)


@pytest.mark.rule("IW-TRANS-2")
def test_a_swap_needs_an_ingredient(board: Any) -> None:
    b = board(2, plates={1: "[BUN+1]"}, hands={0: "TRANSMOG NUKE"})
    refuses(b, 0, "transmog 1 BUN+1 BUN+2", "IW-TRANS-2", "nothing_to_swap")
    c = board(2, plates={1: "[BUN+1]"}, hands={0: "TRANSMOG NUKE SAUCE+1"})
    refuses(c, 0, "transmog 1 BUN+1 NUKE", "IW-TRANS-2", "no_swap", card="nuke")


@pytest.mark.rule("IW-BURGER-4", "IW-TRANS-5")
def test_several_buns_and_several_patties(board: Any) -> None:
    b = board(2, plates={1: "[BUN+1 BUN-1 CHEESE+2 PATTY+1 C-SAUCE]"}, hands={0: "TRANSMOG PATTY+2"})
    refuses(b, 0, "transmog 1 CHEESE+2 PATTY+2", "IW-BURGER-4", "several", card="cheese_p2#1", swap="patty_p2")


@pytest.mark.rule("IW-RECY-1", "IW-RECY-2", "IW-CON-2")
def test_recycling_what_cannot_be_recycled(board: Any) -> None:
    b = board(2, hands={0: "RECYCLER"}, pile="WAR BUN+1")
    refuses(b, 0, "recycle WAR", "IW-RECY-2", "not_recycled", card="war")
    refuses(b, 0, "recycle BUN+2", "IW-RECY-1", "not_piled", card="bun_p2")
    c = board(2, hands={0: "RECYCLER"})
    refuses(c, 0, "recycle BUN+2", "IW-CON-2", "nothing_piled")


@pytest.mark.rule("IW-DEFL-1", "IW-DEFL-4", "IW-HAND-8")
def test_deflecting_out_of_season(board: Any) -> None:
    b = board(2, hands={0: "DEFLECTOR"})
    refuses(b, 0, "deflect", "IW-DEFL-1", "not_targeted")
    c = board(2, plates={1: "[BUN+1]"}, hands={0: "NUKE", 1: "SAUCE+1"}).play(0, "nuke 1 BUN+1")
    refuses(c, 1, "deflect", "IW-HAND-8", "not_held", card="deflector")
    refuses(c, 1, "draw", "IW-TURN-8", "answer_first")
    d = board(3, plates={0: "[BUN+1]", 1: "[L-VEGGIES]"}, hands={0: "DEFLECTOR", 1: "SAUCE+1"})
    d.play(0, "draw", draw="WAR").play(0, "aim 1").play(1, "aim 0").play(2, "aim 1")
    refuses(d, 0, "deflect", "IW-DEFL-4", "only_owner_deflects")


@pytest.mark.rule("IW-WAR-8")
def test_deflecting_when_nothing_can_be_stolen(board: Any) -> None:
    b = board(3, plates={0: "[BUN+1]", 1: "[BUN+2 PATTY+1]"}, hands={0: "SAUCE+1", 1: "DEFLECTOR"})
    b.play(0, "draw", draw="WAR").play(0, "aim 1").play(1, "aim 0").play(2, "aim 1")
    assert b.asked == [0]
    refuses(b, 1, "deflect", "IW-WAR-8", "nothing_to_lose")
    refuses(b, 2, "deflect", "IW-TURN-8", "not_asked")


@pytest.mark.rule("IW-WAR-4", "IW-WAR-5", "IW-WAR-7")
def test_aiming_wrongly(board: Any) -> None:
    b = board(4, plates={0: "[BUN+1]", 1: "[C-VEGGIES]", 2: "[BUN+2]"}).play(0, "draw", draw="WAR")
    refuses(b, 0, "aim 0", "IW-WAR-4", "own_aim", plate=0)
    refuses(b, 0, "draw", "IW-TURN-8", "aim_first")
    refuses(b, 1, "aim 0", "IW-WAR-5", "cannot_steal")
    b.play(0, "aim 1")
    refuses(b, 0, "aim 2", "IW-WAR-7", "aim_locked")


@pytest.mark.rule("IW-WAR-14", "IW-WAR-16")
def test_looting_wrongly(board: Any) -> None:
    b = board(
        3, plates={0: "[SAUCE+1]", 1: "[BUN+1 PATTY+1] [CHEESE+1 CHEESE+2 VEGGIES+1]"}, war_take="must"
    ).play(0, "draw", draw="WAR")  # fmt: skip
    b.play(0, "aim 1").play(1, "aim 0").play(2, "aim 1")
    for card in ("bun_p1#1", "sauce_p1#1", "bun_p2#1"):
        refuses(b, 0, f"loot {card}", "IW-WAR-14", "not_lootable", card=card)
    refuses(b, 0, "spare", "IW-WAR-16", "must_take")
    refuses(b, 0, "decline", "IW-TURN-8", "loot_first")
    b.play(0, "loot CHEESE+2")
    refuses(b, 2, "loot cheese_p2#1", "IW-WAR-14", "not_lootable", card="cheese_p2#1")


@pytest.mark.rule("IW-TURN-8", "IW-END-2")
def test_nothing_is_possible_when_the_game_is_over(board: Any) -> None:
    b = board(2, plates={0: "[BUN+1 PATTY+1]", 1: "[BUN+1]"}, hands={0: "PATTY+2"}).play(0, "place PATTY+2 1")
    refuses(b, 1, "draw", "IW-TURN-8", "over")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "draw 1",
        "place",
        "place bun_p2",
        "place bun 0",
        "nuke 9 bun_p2#1",
        "transmog 0 bun_p2#1",
        "aim x",
        "loot nothing",
        "fold",
        "place bun_p2 -1",
    ],
)
def test_words_that_mean_no_move(text: str) -> None:
    with rejects("is not a move|this is typed|comes"):
        GAME.grammar.parse(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nuke 1 bun_p2", "after nuke comes placed (bun_p2#1, bun_p2#2"),
        ("loot bun_p2#9", "not “bun_p2#9”"),
        ("aim 9", "after aim comes plate (0, 1, 2, 3 …), not “9”"),
    ],
)
def test_words_that_are_almost_a_move(text: str, why: str) -> None:
    with rejects(re.escape(why)):
        GAME.grammar.parse(text)
