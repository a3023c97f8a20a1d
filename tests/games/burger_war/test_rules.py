"""Rules that the worked examples leave open."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bunfight.engine import EventLog, Luck, Rng, playout
from bunfight.games.burger_war.game import GAME
from bunfight.games.burger_war.rules import events as told
from bunfight.games.burger_war.rules.actions import effective
from bunfight.server.http.catalogue import game_info
from bunfight.testing.rejects import rejects

TYPES = ("BUN", "CHEESE", "PATTY", "SAUCE", "VEGGIES")
SPECIALS = [f"{rank}-{kind}" for rank in "LC" for kind in TYPES]


@pytest.mark.rule("IW-SETUP-1")
def test_two_to_six_chefs() -> None:
    for seats in (1, 7):
        with rejects("2 to 6 players"):
            GAME.settle({}, seats)
    for seats in range(2, 7):
        assert GAME.settle({}, seats)["max_rounds"] == 40


@pytest.mark.rule("IW-SETUP-2")
@pytest.mark.parametrize(
    ("deck", "seats", "cards"), [("short", 6, 77), ("full", 2, 114), ("auto", 3, 77), ("auto", 4, 114)]
)
def test_the_deck_is_the_one_chosen(deck: str, seats: int, cards: int) -> None:
    s = GAME.setup(GAME.settle({"deck": deck}, seats), seats, Luck(Rng("d")), EventLog())
    assert len(s.deck) + 3 * seats == cards


@pytest.mark.rule("IW-SETUP-3", "IW-SETUP-4", "IW-TURN-1")
def test_the_first_player() -> None:
    named = GAME.settle({"first_player": "seat", "first_seat": 3}, 3)
    assert GAME.setup(named, 3, Luck(Rng("f")), EventLog()).awaiting() == [2]
    for seat in (0, 4, 7):
        with rejects("first_seat"):
            GAME.settle({"first_player": "seat", "first_seat": seat}, 3)
    drawn = Counter(GAME.setup(GAME.settle({}, 3), 3, Luck(Rng(f"f{n}")), EventLog()).first for n in range(300))
    assert all(60 < drawn[seat] < 140 for seat in range(3))


@pytest.mark.rule("IW-TURN-1", "IW-TURN-10")
def test_turns_go_round(board: Any) -> None:
    b = board(3, first=1, active=1)
    for seat in (1, 2, 0):
        assert b.asked == [seat] and b.view(None).round == 1
        b.play(seat, "draw", draw="BUN+1")
    assert b.asked == [1] and b.view(None).round == 2
    assert told.RoundBegan(2) in b.heard(None)


@pytest.mark.rule("IW-TURN-4", "IW-TURN-6")
def test_losing_the_legendary_sauce_ends_the_turn(board: Any) -> None:
    b = board(2, plates={0: "[L-SAUCE]"}, hands={0: "NUKE BUN+1"}).play(0, "nuke 0 L-SAUCE")
    assert b.asked == [1]
    c = board(2, plates={0: "[L-SAUCE]"}, hands={0: "BUN+1"}).play(0, "draw", draw="BUN+2")
    assert c.asked == [0] and told.ActionLeft(0) in c.heard(1)
    assert c.play(0, "end").asked == [1] and told.TurnEnded(0) in c.heard(1)


@pytest.mark.rule("IW-DRAW-1", "IW-DRAW-6")
def test_only_the_drawer_sees_the_card(board: Any) -> None:
    b = board(2).play(0, "draw", draw="L-BUN")
    assert b.heard(0)[0] == told.CardDrawn(0, "bun_leg")
    for seat in (1, None):
        assert b.heard(seat)[0] == told.CardDrawn(0, None) and "bun_leg" not in str(b.view(seat).plates)
    assert b.view(1).deck == 76 and b.view(1).plates[0].hand_size == 1


@pytest.mark.rule("IW-DRAW-6", "IW-DRAW-1")
def test_every_card_of_the_deck_is_as_likely(board: Any) -> None:
    drawn: Counter[int] = Counter()
    b = board(2, deck="BUN+1 BUN+2 PATTY+1 PATTY+2")
    for n in range(800):
        s = b.state.copy()
        s.agenda[-1].take(s, 0, GAME.grammar.parse("draw"), Luck(Rng(f"likely {n}")), EventLog(False))
        drawn[s.hands[0][0]] += 1
    assert len(drawn) == 4 and all(150 < count < 250 for count in drawn.values())


@pytest.mark.rule("IW-DRAW-2", "IW-WAR-1")
def test_a_drawn_war_is_an_action_without_a_card(board: Any) -> None:
    b = board(3, plates={1: "[BUN+1]"}).play(0, "draw", draw="WAR")
    assert b.hand(0) == "" and told.WarDrawn(0) in b.heard(None) and b.step == "TakeAim"
    c = board(2, plates={0: "[L-SAUCE PATTY+1 BUN+1]"}).play(0, "draw", draw="WAR")
    assert c.asked == [0] and c.view(0).used == 1 and c.pile == "WAR"


@pytest.mark.rule("IW-DRAW-3")
def test_war_is_shuffled_in_again(board: Any) -> None:
    b = board(2, deck="", pile="WAR WAR BUN+1").play(0, "draw", draw="WAR")
    assert b.view(0).wars_in_deck == 4 - 1 and b.view(0).deck == 2


@pytest.mark.rule("IW-HAND-5", "IW-HAND-3")
def test_several_seats_discard_at_the_same_time(board: Any) -> None:
    b = board(
        2,
        plates={0: "[CHEESE+1]", 1: "[BUN+1]"},
        hands={0: "BUN+2 BUN+2 PATTY+1 PATTY+2 NUKE", 1: "PATTY+1 PATTY+2 NUKE NUKE SAUCE+1"},
        war_loot="hand",
        war_take="must",
    ).play(0, "draw", draw="WAR")
    b.play(0, "decline").play(1, "decline")
    assert b.asked == [0, 1]
    b.play(1, "discard NUKE")
    assert b.asked == [0] and told.CardDiscarded(1, "nuke") in b.heard(0)
    assert b.play(0, "discard BUN+1").asked == [1]


@pytest.mark.rule("IW-HAND-2", "IW-CBUN-1")
def test_the_cap_returns_when_the_cursed_bun_leaves(board: Any) -> None:
    b = board(2, plates={0: "[C-BUN]"}, hands={0: "NUKE BUN+1"})
    assert b.view(1).plates[0].cap == 2
    b.play(0, "nuke 0 C-BUN")
    assert b.view(1).plates[0].cap == 5 and b.hand(0) == "BUN+1"


@pytest.mark.rule("IW-PLACE-1", "IW-PLACE-5", "IW-PLACE-7")
def test_any_ingredient_on_any_plate_without_limit(board: Any) -> None:
    b = board(3, plates={1: "[BUN+1 BUN+1 BUN+1 BUN+2 BUN+2 BUN+2 SAUCE+1]", 2: "[BUN-1 PATTY-1] [BUN-1 PATTY-1]"},
              hands={0: "L-BUN C-PATTY SAUCE+2"})  # fmt: skip
    assert len(b.moves(0, "place")) == 9
    b.play(0, "place L-BUN 1")
    assert len(b.state.plates[1][0].cards) == 8


@pytest.mark.rule("IW-BURGER-4")
def test_placing_and_looting_never_break_a_burger() -> None:
    for seed in range(12):
        rng = Rng(f"burgers {seed}")
        s = GAME.setup(GAME.settle({}, 3), 3, Luck(rng), EventLog())
        while s.agenda:
            playout(s, Luck(rng), rng, 1)
            for plate in s.plates:
                assert all(burger.buns < 2 or burger.patties < 2 for burger in plate)


@pytest.mark.rule("IW-CON-1")
def test_used_contraptions_are_discarded_after_their_effect(board: Any) -> None:
    b = board(2, plates={1: "[CHEESE+1]"}, hands={0: "NUKE", 1: "DEFLECTOR"}).play(0, "nuke 1 CHEESE+1")
    assert b.pile == "" and b.hand(0) == ""
    assert b.play(1, "decline").pile == "CHEESE+1 NUKE"


@pytest.mark.rule("IW-CON-2", "IW-TRANS-2")
def test_contraptions_without_a_choice_cannot_be_used(board: Any) -> None:
    assert board(2, hands={0: "NUKE TRANSMOG RECYCLER BUN+1"}).moves(0) == ["draw", "place BUN+1 0", "place BUN+1 1"]
    assert board(2, plates={1: "[BUN+1]"}, hands={0: "TRANSMOG"}).moves(0) == ["draw"]


@pytest.mark.rule("IW-TRANS-1", "IW-TRANS-7", "IW-CARD-3")
def test_a_swap_takes_the_place_of_the_old_card(board: Any) -> None:
    b = board(2, plates={1: "[BUN+1 PATTY+1 C-SAUCE]"}, hands={0: "TRANSMOG CHEESE-2", 1: "BUN+1"})
    b.play(0, "transmog 1 PATTY+1 CHEESE-2").play(1, "decline")
    assert b.plate(1) == "[BUN+1 CHEESE-2 C-SAUCE]"
    assert told.BurgerReopened(1, 1) in b.heard(None)
    assert told.IngredientSwapped(1, "patty_p1#1", "cheese_n2#1", 1) in b.heard(None)


@pytest.mark.rule("IW-TRANS-6")
def test_the_swap_card_is_shown_when_it_takes_effect(board: Any) -> None:
    b = board(3, plates={1: "[BUN+2]"}, hands={0: "TRANSMOG BUN-2", 1: "SAUCE+1"}).play(0, "transmog 1 BUN+2 BUN-2")
    assert b.heard(2)[0] == told.TransmogUsed(0, 1, "bun_p2#1", None)
    assert b.heard(0)[0] == told.TransmogUsed(0, 1, "bun_p2#1", "bun_n2")
    b.play(1, "decline")
    assert b.plate(1) == "[BUN-2]" and b.hand(0) == ""


@pytest.mark.rule("IW-HIT-2")
def test_legality_is_checked_once(board: Any) -> None:
    b = board(3, plates={1: "[L-SAUCE BUN+2]"}, hands={0: "NUKE", 1: "SAUCE+1"}).play(0, "nuke 1 BUN+2")
    assert b.asked == [1] and b.view(2).shot.target == "bun_p2#1"
    assert b.play(1, "decline").plate(1) == "[L-SAUCE]"


@pytest.mark.rule("IW-REACT-2", "IW-REACT-3")
def test_who_is_asked_follows_from_public_facts(board: Any) -> None:
    held = board(2, plates={1: "[BUN+2]"}, hands={0: "NUKE", 1: "DEFLECTOR"}).play(0, "nuke 1 BUN+2")
    bare = board(2, plates={1: "[BUN+2]"}, hands={0: "NUKE", 1: "SAUCE+1"}).play(0, "nuke 1 BUN+2")
    assert held.asked == bare.asked == [1] and held.heard(0) == bare.heard(0)
    assert held.moves(1) == ["deflect", "decline"] and bare.moves(1) == ["decline"]
    three = board(
        2, plates={1: "[BUN+2]"}, hands={0: "NUKE DEFLECTOR", 1: "SAUCE+1"}, pile="DEFLECTOR DEFLECTOR DEFLECTOR"
    )
    assert three.play(0, "nuke 1 BUN+2").asked == [1] and three.step == "AnswerAttack"


@pytest.mark.rule("IW-WAR-7")
def test_aims_are_sealed_until_all_are_in(board: Any) -> None:
    b = board(3, plates={0: "[BUN+1]", 1: "[BUN+2]"}).play(0, "draw", draw="WAR").play(2, "aim 1")
    assert b.heard(2) == [told.AimLocked(2, 1)] and b.heard(0) == b.heard(None) == [told.AimLocked(2, None)]
    assert b.view(0).battle.aims == (-1, -1, None) and b.view(2).battle.aims == (-1, -1, 1)
    assert b.view(0).battle.locks == (2,)
    b.play(0, "aim 1").play(1, "aim 0")
    assert told.AimShown(2, 1) in b.heard(0)


@pytest.mark.rule("IW-WAR-7", "IW-WAR-13")
def test_with_two_players_aims_are_automatic(board: Any) -> None:
    for priority in ("clockwise", "first_lock"):
        b = board(2, plates={0: "[BUN+1 BUN+2]", 1: "[PATTY+1 PATTY+2]"}, active=1, war_priority=priority)
        b.play(1, "draw", draw="WAR")
        assert b.view(0).battle.aims == (1, 0) and b.view(0).battle.order == (1, 0) and b.asked == [1]


@pytest.mark.rule("IW-WAR-13")
def test_a_shuffled_attack_order(board: Any) -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    b = board(3, plates={0: "[BUN+1 SAUCE+1]", 1: "[BUN+2 SAUCE+2]", 2: "[PATTY+1 PATTY+2]"}, war_priority="random")
    b.play(0, "draw", draw="WAR").play(0, "aim 1").play(1, "aim 2")
    for n in range(300):
        s = b.state.copy()
        s.agenda[-1].take(s, 2, GAME.grammar.parse("aim 0"), Luck(Rng(f"order {n}")), EventLog(False))
        seen[tuple(s.battle.order)] += 1
    assert len(seen) == 6 and all(25 < count < 80 for count in seen.values())


@pytest.mark.rule("IW-WAR-12", "IW-WAR-11", "IW-WAR-10")
def test_a_shield_against_a_void_aim_is_spent(board: Any) -> None:
    b = board(
        3, plates={0: "[BUN+1]", 1: "[CHEESE+1]", 2: "[SAUCE+1]"}, hands={0: "DEFLECTOR", 1: "DEFLECTOR", 2: "BUN+2"}
    )
    b.play(0, "draw", draw="WAR").play(0, "aim 1").play(1, "aim 0").play(2, "aim 1")
    b.play(0, "deflect").play(1, "deflect")
    assert b.pile == "DEFLECTOR DEFLECTOR WAR" and b.plate(2) == "[SAUCE+1]"


@pytest.mark.rule("IW-WAR-2", "IW-WAR-6", "IW-WAR-21")
def test_pools_and_pointless_wars(board: Any) -> None:
    b = board(3, plates={0: "[BUN+1 PATTY+1] [SAUCE+1]"}).play(0, "draw", draw="WAR")
    assert b.view(1).battle.pools == (("sauce_p1#1",), (), ())
    b.play(0, "aim 2").play(1, "aim 2").play(2, "aim 1")
    assert b.step == "TakeAction" and b.plate(0) == "[BUN+1 PATTY+1]* [SAUCE+1]"
    c = board(2, plates={0: "[BUN+1]", 1: "[C-VEGGIES BUN+1 PATTY+1]"}).play(0, "draw", draw="WAR")
    assert c.step == "TakeAction" and told.WarFizzled() in c.heard(None)
    d = board(2, plates={0: "[BUN+1]", 1: "[C-VEGGIES]"}, war_take="must").play(0, "draw", draw="WAR")
    assert d.plate(0) == "[BUN+1 C-VEGGIES]"


@pytest.mark.rule("IW-SPEC-1", "IW-SPEC-2")
def test_loot_in_transit_has_no_effect(board: Any) -> None:
    b = board(3, plates={0: "[SAUCE+1]", 1: "[L-PATTY CHEESE+1 CHEESE+2]", 2: "[VEGGIES+1]"}).play(
        0, "draw", draw="WAR"
    )
    b.play(0, "aim 1").play(1, "aim 0").play(2, "aim 1")
    assert b.values(2) == [-1]
    b.play(0, "loot L-PATTY")
    b.play(1, "spare")
    assert b.asked == [2] and b.values(2) == [1]
    assert b.play(2, "loot CHEESE+1").values(2)[0] == -1


def oracle(plates: dict[int, list[str]], seat: int) -> list[int]:
    """What cards count, worked out from scratch."""
    on = {name: {owner for owner, cards in plates.items() if name in cards} for name in SPECIALS}
    found = []
    for name in plates[seat]:
        kind = next(one for one in TYPES if one in name)
        worth = 3 if name.startswith("L-") else -3 if name.startswith("C-") else int(name[-2:])
        signs = set()
        if kind == "CHEESE" and (seat in on["L-CHEESE"] or on["C-CHEESE"] - {seat}):
            signs.add(1)
        if kind == "PATTY" and seat in on["L-PATTY"]:
            signs.add(1)
        if kind in ("BUN", "SAUCE", "VEGGIES") and seat in on["C-PATTY"]:
            signs.add(-1)
        if kind == "VEGGIES" and on["L-PATTY"] - {seat}:
            signs.add(-1)
        assert len(signs) < 2, "no card is ever forced both ways"
        for sign in signs:
            worth = sign * abs(worth)
        found.append(worth * 2 if kind == "CHEESE" and signs else worth)
    return found


@pytest.mark.rule("IW-MOD-1", "IW-MOD-2", "IW-MOD-3", "IW-MOD-4")
def test_values_on_random_plates(board: Any) -> None:
    rng = Rng("plates")
    plain = [f"{kind}{worth:+d}" for kind in TYPES for worth in (-2, -1, 1, 2)]
    for _ in range(60):
        plates: dict[int, list[str]] = {0: [], 1: [], 2: []}
        for name in sorted(SPECIALS + plain):
            seat = rng.below(4)
            if seat < 3 and not ("PATTY" in name and sum("BUN" in other for other in plates[seat]) > 1):
                plates[seat].append(name)
        b = board(4, plates={seat: f"[{' '.join(names)}]" for seat, names in plates.items() if names})
        for seat in range(3):
            assert b.values(seat) == oracle(plates, seat)
            assert sum(b.values(seat)) == b.finished(seat) + b.unfinished(seat)


@pytest.mark.rule("IW-MOD-5")
@pytest.mark.parametrize(("stack", "worth"), [("once", 4), ("twice", 8)])
def test_cheese_reached_twice(board: Any, stack: str, worth: int) -> None:
    b = board(2, plates={0: "[L-CHEESE CHEESE+2]", 1: "[C-CHEESE]"}, cheese_stack=stack)
    assert b.values(0)[1] == worth and b.values(1) == [-3]


@pytest.mark.rule("IW-GUARD-1", "IW-GUARD-2", "IW-TURN-7")
def test_games_end_within_their_bound() -> None:
    for seats in (2, 6):
        options = GAME.settle({"max_rounds": 20}, seats)
        bound = GAME.bound(options, seats)
        for n in range(6):
            rng = Rng(f"end {n}")
            s = GAME.setup(options, seats, Luck(rng), EventLog())
            assert playout(s, Luck(rng), rng, bound) < bound and not s.agenda and s.round <= 20


@pytest.mark.rule("IW-GUARD-20")
def test_without_closing_time_only_round_1000_ends_a_game(board: Any) -> None:
    for rounds in (1, 19, 101):
        with rejects("max_rounds"):
            GAME.settle({"max_rounds": rounds}, 2)
    b = board(2, active=1, round=100, max_rounds=0).play(1, "draw", draw="BUN+1")
    assert b.view(0).round == 101 and not b.over
    c = board(2, active=1, round=1000, max_rounds=0).play(1, "draw", draw="BUN+1")
    assert c.over and c.outcome.reason == "closing_none"
    assert GAME.bound(GAME.settle({"max_rounds": 0}, 2), 2) == 25 * GAME.bound(GAME.settle({}, 2), 2)


@pytest.mark.rule("IW-RECY-20", "IW-RECY-2")
def test_a_recycled_war_is_fought_immediately(board: Any) -> None:
    plates, hands = {0: "[BUN+1]", 1: "[PATTY+2 SAUCE+1]"}, {0: "RECYCLER NUKE", 2: "BUN+2"}
    b = board(3, plates=plates, hands=hands, pile="WAR", recycle_war="fires")
    assert b.moves(0, "recycle") == ["recycle WAR"] and b.view(0).recycle_war == "fires"
    b.play(0, "recycle WAR")
    assert b.step == "TakeAim" and b.hand(0) == "NUKE" and b.known(0) == "" and b.pile == "RECYCLER"
    assert b.heard(2)[:2] == [told.CardRecycled(0, "war"), told.WarDrawn(0)]
    b.play(0, "aim 1").play(1, "aim 0").play(2, "aim 1").play(0, "decline").play(0, "loot PATTY+2")
    b.play(1, "spare").play(2, "spare")
    assert b.plate(0) == "[BUN+1 PATTY+2]*" and b.pile == "RECYCLER WAR" and b.asked == [1]
    c = board(2, hands={0: "RECYCLER"}, pile="WAR", recycle_war="fires").play(0, "recycle WAR")
    assert c.pile == "RECYCLER WAR" and c.asked == [1] and told.WarFizzled() in c.heard(None)
    assert board(2, hands={0: "RECYCLER"}, pile="BUN+1", recycle_war="fires").refused(0, "recycle WAR") == "IW-RECY-1"


@pytest.mark.rule("IW-GUARD-3", "IW-SCORE-5")
def test_a_tie_at_closing_time(board: Any) -> None:
    b = board(3, plates={0: "[BUN+1 PATTY+1]", 1: "[BUN+1 PATTY+1]", 2: "[BUN+2]"}, active=2, round=40)
    b.play(2, "draw", draw="BUN+1")
    assert b.outcome.winners == () and b.outcome.ranks == (1, 1, 3) and b.outcome.reason == "closing_tie"


@pytest.mark.rule("IW-SCORE-1", "IW-SCORE-6")
def test_the_score_line_by_line(board: Any) -> None:
    b = board(2, plates={0: "[BUN+1 PATTY+1 VEGGIES+2] [SAUCE+2]", 1: "[L-PATTY CHEESE+1]"}, hands={0: "BUN-1 NUKE"})
    b.play(0, "place BUN-1 1")
    assert b.outcome.totals == (0, 3)
    lines = [(line.label, line.points) for line in b.outcome.lines if line.seat == 0]
    assert lines == [("bun_p1", 1), ("patty_p1", 1), ("veggies_p2", -2)]
    lines = [(line.label, line.points) for line in b.outcome.lines if line.seat == 1]
    assert lines == [("patty_leg", 3), ("cheese_p1", 1), ("bun_n1", -1)]


@pytest.mark.rule("IW-END-2")
def test_hands_are_shown_at_the_end(board: Any) -> None:
    b = board(2, plates={0: "[BUN+1 PATTY+1]", 1: "[BUN+1]"}, hands={0: "PATTY+2", 1: "NUKE"})
    assert b.view(0).plates[1].hand is None
    b.play(0, "place PATTY+2 1")
    assert b.view(0).plates[1].hand == ("nuke",) and told.HandShown(1, ("nuke",)) in b.heard(0)


def test_effective_is_never_stored(board: Any) -> None:
    b = board(2, plates={0: "[VEGGIES+2]"}, hands={1: "L-PATTY"}, active=1)
    card = b.state.plates[0][0].cards[0]
    assert effective(b.state, card, 0) == 2
    b.play(1, "place L-PATTY 0")
    assert effective(b.state, card, 0) == 2


@pytest.mark.rule("IW-WAR-16")
def test_both_readings_of_looting_are_described_where_the_option_is_shown() -> None:
    shown = game_info(GAME).options
    take = next(option for option in shown if option.name == "war_take")
    assert "two ways" in take.help["en"] and "may leave" in take.help["en"] and "has to give" in take.help["en"]
    assert "两种读法" in take.help["zh"] and "不拿" in take.help["zh"] and "必须交出" in take.help["zh"]
    assert set(take.values) == {"must", "may"} and take.rule == "IW-WAR-16"
