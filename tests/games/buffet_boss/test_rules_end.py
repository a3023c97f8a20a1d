"""The last look, scoring, characters, playing together, clocks, records and equal play."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest

from bunfight.bots.factory import make
from bunfight.engine import EventLog, IllegalMove, Rng, Table, play, replay, require_legal
from bunfight.engine.luck import Luck
from bunfight.engine.record import load
from bunfight.games.buffet_boss import GAME, cards
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.moves import CALM, LOWER, Place, place
from bunfight.games.buffet_boss.rules.scoring import bonus, tallest
from bunfight.games.buffet_boss.rules.spots import lean_estimate, spots
from bunfight.games.buffet_boss.rules.steps import LastLook, MustChoose, end_scoring
from bunfight.games.buffet_boss.views.view import clock
from bunfight.i18n.words import Words
from bunfight.testing.rejects import rejects
from bunfight.tui.boards import Scene
from bunfight.tui.presenter import read_out

UNLIMITED_TABLE = {"adjusts_per_turn": "unlimited", "rescues_per_piece": "unlimited"}
PLATE_T = "steak.b ribs.b egg.b mushroom.b banana.b lemon.b cupcake.b"
TOUCH_T = (
    "plate-steak.b plate-ribs.b plate-banana.b steak.b-ribs.b steak.b-egg.b ribs.b-egg.b ribs.b-banana.b "
    "egg.b-mushroom.b banana.b-lemon.b mushroom.b-cupcake.b"
)


def looking(kit: Any, plates: list[str], **options: Any) -> Any:
    """The last look of a table whose plates are filled."""
    s = kit.state(len(plates), **options)
    for seat, pieces in enumerate(plates):
        if pieces:
            kit.serve(s, seat, pieces)
    kit.finish(s)
    s.turn, s.last_look = -1, True
    s.agenda = [LastLook([seat for seat in range(len(plates)) if plates[seat]])]
    s.ready = [0 if pieces else 1 for pieces in plates]
    return s


@pytest.mark.rule("FB-END-1", "FB-END-2", "FB-ADJ-2")
def test_all_look_at_the_same_time_and_ready_is_final(kit: Any) -> None:
    s = looking(kit, ["ribs.a steak.a", "egg.a"])
    assert s.awaiting() == [0, 1] and kit.legal(s, 0) == ["ready"]
    kit.play(s, 1, "adjust egg.a 10 0 0 calm")
    kit.play(s, 0, "ready")
    assert kit.refused(s, 0, "adjust ribs.a 10 0 0 calm") == "FB-END-1" and s.awaiting() == [1]
    kit.play(s, 1, "ready")
    assert s.agenda == [] and GAME.outcome(s) is not None


@pytest.mark.rule("FB-END-1", "FB-RESC-12")
def test_in_the_last_look_food_can_fall_and_be_saved(kit: Any) -> None:
    s = looking(kit, ["ribs.a steak.a", "egg.a"])
    kit.play(s, 0, "adjust steak.a 90 0 0 calm", falls="steak.a")
    assert [kit.mode(s, seat) for seat in (0, 1)] == ["rescue", "last_look"]
    assert kit.refused(s, 0, "ready") == "FB-RESC-1"
    kit.play(s, 0, "grab steak.a")
    assert kit.mode(s, 0) == "stack" and kit.refused(s, 0, "ready") == "FB-RESC-12"
    kit.place(s, 0, "steak.a")
    assert kit.mode(s, 0) == "last_look"


@pytest.mark.rule("FB-END-1", "FB-ROUND-5")
def test_without_adjusting_there_is_no_last_look(kit: Any) -> None:
    s = kit.state(2, adjusts_per_turn=0)
    while s.agenda:
        kit.turn(s, s.awaiting()[0], shapes.IDS[s.line[0]])
    assert s.ready == [1, 1] and s.last_look


@pytest.mark.rule("FB-SCORE-1", "FB-SCORE-6")
def test_stars_of_the_food_on_the_plate(kit: Any) -> None:
    s = kit.state(2)
    kit.draw(s, 0, "egg.a steak.b", height=50)
    kit.draw(s, 1, "ribs.b", height=40)
    kit.finish(s)
    ended = GAME.outcome(s)
    assert ended is not None and ended.totals == (4 + 2 + 5, 2) and ended.winners == (0,)
    assert (ended.reason, ended.rule) == ("most_stars", "FB-SCORE-6")


@pytest.mark.rule("FB-SCORE-2", "FB-INV-13")
def test_characters_are_chosen_in_secret_and_shown_together(kit: Any) -> None:
    s = kit.state(2, version="dinner")
    s.characters = [[kit.character("B1"), kit.character("B9")], [kit.character("B2"), kit.character("A3")]]
    s.character_box = [n for n in range(18) if n not in s.characters[0] + s.characters[1]]
    kit.draw(s, 0, "egg.b steak.b", height=50)
    kit.finish(s)
    s.agenda = [MustChoose([0, 1])]
    heard = kit.play(s, 0, "choose b1")
    assert [event.character for event in heard] == [None] and s.awaiting() == [1]
    assert GAME.view(s, 1).players[0].chosen == "sealed" and GAME.view(s, 0).players[0].chosen == "B1"
    assert kit.refused(s, 1, "choose b1") == "FB-SCORE-2" and kit.refused(s, 0, "choose b9") == "FB-SCORE-2"
    heard = kit.play(s, 1, "choose a3")
    assert [type(e).__name__ for e in heard].count("CharacterShown") == 2
    ended = GAME.outcome(s)
    assert ended is not None and [line.points for line in ended.lines if line.label == "character"] == [4, 0]


@pytest.mark.rule("FB-SCORE-3", "FB-SCORE-4", "FB-SCORE-5")
@pytest.mark.parametrize(("heights", "tall"), [([90, 80, 140], [2]), ([131, 131, 90], [0, 1]), ([0, 0, 0], [])])
def test_the_tallest_plates(kit: Any, heights: list[int], tall: list[int]) -> None:
    s = kit.state(3)
    for seat, (height, piece) in enumerate(zip(heights, ("egg.a", "ribs.a", "steak.a"), strict=True)):
        if height:
            kit.draw(s, seat, piece, height=height)
    assert tallest(s) == tall
    kit.finish(s)
    ended = GAME.outcome(s)
    assert ended is not None
    assert [line.seat for line in ended.lines if line.label == "tallest" and line.points == 5] == tall


@pytest.mark.rule("FB-PHYS-14", "FB-SCORE-3", "FB-TIE-1")
def test_a_hundredth_of_a_millimetre_makes_a_plate_taller(kit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    s = kit.state(2)
    kit.draw(s, 0, "egg.a", height=131)
    kit.draw(s, 1, "apple.a", height=131)
    s.plates[1].height += 1
    assert tallest(s) == [1] and [GAME.view(s, 0).players[seat].plate.height for seat in (0, 1)] == [131, 131]
    assert [GAME.determinize(GAME.view(s, 0), Rng("mind")).plates[seat].height for seat in (0, 1)] == [13100, 13101]
    monkeypatch.setattr(s.menu, "tallest", 0)  # equal stars, so that the taller plate decides
    kit.finish(s)
    ended = GAME.outcome(s)
    assert ended is not None and (ended.winners, ended.rule) == ((1,), "FB-TIE-1")
    log = EventLog()
    end_scoring(s, log)
    assert log.heard(None)[0].height == 131.01  # type: ignore[attr-defined]


@pytest.mark.rule("FB-TIE-1", "FB-TIE-2")
def test_ties_go_to_the_taller_plate_or_are_shared(kit: Any) -> None:
    s = kit.state(3)
    kit.draw(s, 0, "egg.a grapes.a", height=90)
    kit.draw(s, 1, "apple.a mussel.a", height=88)
    kit.draw(s, 2, "ribs.a", height=140)
    kit.finish(s)
    ended = GAME.outcome(s)
    assert ended is not None and ended.totals == (8, 8, 7)
    assert (ended.winners, ended.ranks, ended.rule) == ((0,), (1, 2, 3), "FB-TIE-1")
    s.plates[1].height = 9000
    ended = GAME.outcome(s)
    assert ended is not None and (ended.winners, ended.ranks, ended.rule) == ((0, 1), (1, 1, 3), "FB-TIE-2")


@pytest.mark.parametrize(
    ("character", "points"),
    [
        pytest.param("B1", 6, marks=pytest.mark.rule("FB-CHAR-1")),
        pytest.param("B2", 6, marks=pytest.mark.rule("FB-CHAR-2")),
        pytest.param("B3", 6, marks=pytest.mark.rule("FB-CHAR-3")),
        pytest.param("B4", 2, marks=pytest.mark.rule("FB-CHAR-4")),
        pytest.param("B5", 8, marks=pytest.mark.rule("FB-CHAR-5")),
        pytest.param("B6", 2, marks=pytest.mark.rule("FB-CHAR-6")),
        pytest.param("B7", 8, marks=pytest.mark.rule("FB-CHAR-7")),
        pytest.param("B8", 4, marks=pytest.mark.rule("FB-CHAR-8")),
        pytest.param("B9", 4, marks=pytest.mark.rule("FB-CHAR-9")),
        pytest.param("B10", 3, marks=pytest.mark.rule("FB-CHAR-10")),
        pytest.param("B11", 2, marks=pytest.mark.rule("FB-CHAR-11")),
        pytest.param("B12", 9, marks=pytest.mark.rule("FB-CHAR-12")),
        pytest.param("B13", 8, marks=pytest.mark.rule("FB-CHAR-13")),
        pytest.param("B14", 8, marks=pytest.mark.rule("FB-CHAR-14")),
        pytest.param("B15", 6, marks=pytest.mark.rule("FB-CHAR-15")),
        pytest.param("A1", 16, marks=pytest.mark.rule("FB-CHAR-16")),
        pytest.param("A2", 12, marks=pytest.mark.rule("FB-CHAR-17")),
        pytest.param("A3", 10, marks=pytest.mark.rule("FB-CHAR-18")),
    ],
)
def test_every_character_on_plate_t(kit: Any, character: str, points: int) -> None:
    s = kit.state(2)
    assert bonus(kit.draw(s, 0, PLATE_T, TOUCH_T), kit.character(character)) == points


@pytest.mark.rule("FB-CHAR-19")
def test_an_empty_plate_scores_nothing(kit: Any) -> None:
    plate = kit.state(2).plates[0]
    assert [bonus(plate, n) for n in range(18)] == [0] * 18


@pytest.mark.rule("FB-CHAR-20", "FB-CHAR-16", "FB-CHAR-17")
def test_two_of_a_kind_are_two(kit: Any) -> None:
    plate = kit.draw(kit.state(2), 0, "egg.a egg.b", "plate-egg.a egg.a-egg.b")
    found = {name: bonus(plate, kit.character(name)) for name in ("B1", "B7", "B11", "A1", "A2", "A3")}
    assert found == {"B1": 4, "B7": 4, "B11": 2, "A1": 4, "A2": 4, "A3": 10}


# --- playing together -----------------------------------------------------------------------------------------------


def together(kit: Any, seats: int = 3, line: str = "egg.a steak.b lemon.b ribs.a", **options: Any) -> Any:
    return kit.state(seats, line, **({"version": "all_you_can_eat", "first_player": "random"} | options))


@pytest.mark.rule("FB-COOP-1", "FB-COOP-10")
def test_there_are_no_scores_and_no_last_look(kit: Any) -> None:
    s = together(kit, 1, "")
    while s.agenda:
        kit.place(s, 0, shapes.IDS[s.hands[0][0]])
    ended = GAME.outcome(s)
    assert ended is not None and ended.totals == (0,) and ended.lines == () and not s.last_look


@pytest.mark.rule("FB-COOP-2", "FB-COOP-3")
@pytest.mark.parametrize(
    ("round_", "last_first", "votes", "first"),
    [(1, 0, (2, 2, 0), 2), (1, 0, (0, 1, 2), 0), (2, 0, (0, 1, 2), 1), (2, 2, (1, 0, 2), 0), (3, 1, (0, 1, 1), 1)],
)
def test_all_vote_for_the_first_player(kit: Any, round_: int, last_first: int, votes: Any, first: int) -> None:
    s = together(kit)
    s.round, s.first = round_, last_first
    assert kit.step(s) == "MustVote" and kit.refused(s, 0, "take egg.a") == "FB-COOP-2"
    for seat in (1, 0, 2):
        heard = kit.play(s, seat, f"vote {votes[seat]}")
        assert heard[0].whom == votes[seat]  # votes are public
    assert s.first == first and s.awaiting() == [first]


@pytest.mark.rule("FB-COOP-4", "FB-COOP-5", "FB-INV-10")
def test_everything_is_taken_and_one_takes_two(kit: Any) -> None:
    s = together(kit)
    for seat in range(3):
        kit.play(s, seat, "vote 0")
    assert len(kit.legal(s, 0)) == 4 + 6
    kit.turn(s, 0, "egg.a", "steak.b")
    assert kit.legal(s, 1) == ["take lemon.b", "take ribs.a"]
    assert kit.refused(s, 1, "taketwo lemon.b ribs.a") == "FB-COOP-5"
    kit.turn(s, 1, "lemon.b")
    assert kit.names(s.hands[2]) == "ribs.a" and kit.step(s) == "MustStack"  # the last take is no choice
    kit.place(s, 2, "ribs.a")
    assert s.bin == [] and s.round == 2 and kit.step(s) == "MustVote"


@pytest.mark.rule("FB-COOP-6", "FB-COOP-7")
def test_alone_one_takes_both_and_stacks_them_in_any_order(kit: Any) -> None:
    s = together(kit, 1, "")
    assert len(s.hands[0]) == 2 and s.line == [] and s.took_two == 0
    for piece in s.hands[0]:
        assert kit.refused(s, 0, f"place {shapes.IDS[piece]} 0 lower 0 front calm") == ""


def one_left(kit: Any) -> Any:
    """Seats 0, 1 and 2 have taken and stacked one each; the ribs are left."""
    s = together(kit)
    for seat in range(3):
        kit.play(s, seat, "vote 0")
    for seat, card in enumerate(("egg.a", "steak.b", "lemon.b")):
        kit.turn(s, seat, card)
    return s


@pytest.mark.rule("FB-COOP-20", "FB-COOP-5")
@pytest.mark.parametrize("taker", [0, 1, 2])
def test_any_player_may_take_the_food_that_is_left(kit: Any, taker: int) -> None:
    s = one_left(kit)
    assert kit.step(s) == "MustShare" and s.awaiting() == [0, 1, 2] and s.took_two == -1
    assert kit.refused(s, 0, "take ribs.a") == kit.refused(s, 0, "extra 4") == "FB-COOP-20"
    assert kit.refused(s, 0, "adjust egg.a 10 0 0 calm") == "FB-ADJ-2"
    for seat in (2, 0, 1):
        heard = kit.play(s, seat, f"extra {taker}")
        assert (heard[0].seat, heard[0].whom) == (seat, taker)  # votes are public
    assert s.awaiting() == [taker] and kit.names(s.hands[taker]) == "ribs.a" and s.took_two == taker
    GAME.audit(s)
    kit.place(s, taker, "ribs.a")
    assert s.round == 2 and kit.step(s) == "MustVote" and s.bin == []


@pytest.mark.rule("FB-COOP-20")
def test_votes_can_be_changed_until_all_agree(kit: Any) -> None:
    s = one_left(kit)
    for seat, whom in enumerate((1, 1, 0)):
        heard = kit.play(s, seat, f"extra {whom}")
    assert [type(event).__name__ for event in heard] == ["ExtraVoteCast", "NoAgreement"]
    assert s.awaiting() == [0, 1, 2] and [GAME.view(s, 2).players[seat].vote for seat in range(3)] == [1, 1, 0]
    for seat in range(3):
        kit.play(s, seat, "extra 2")  # all have changed their choice
    assert s.awaiting() == [2] and s.ballot == 2


@pytest.mark.rule("FB-COOP-20", "FB-INV-12")
@pytest.mark.parametrize(
    ("votes", "taker"),
    [((1, 0, 0), 0), ((1, 2, 1), 1), ((2, 2, 2), 2), ((1, 0, 2), 2), ((0, 1, 2), 0), ((1, 2, 0), 0)],
)
def test_without_agreement_the_fifth_ballot_counts_and_first_of_all_who_wants_it(
    kit: Any, votes: tuple[int, ...], taker: int
) -> None:
    s = one_left(kit)
    for ballot in range(1, 6):
        assert kit.step(s) == "MustShare" and s.ballot == ballot
        for seat, whom in enumerate(votes if ballot == 5 else (1, 2, 0)):
            kit.play(s, seat, f"extra {whom}")
    assert s.awaiting() == [taker]


@pytest.mark.rule("FB-COOP-20")
def test_bots_agree_in_the_second_ballot_at_the_latest(kit: Any) -> None:
    s = one_left(kit)
    kit.play(s, 0, "extra 1")
    for _ in range(5):
        if kit.step(s) == "MustShare":
            seat = s.awaiting()[0]
            kit.play(s, seat, GAME.bots.policy(s, seat, Rng("bots")).text)
    assert s.ballot <= 2 and kit.step(s) == "MustStack"


@pytest.mark.rule("FB-COOP-8", "FB-ADJ-8", "FB-INV-10")
def test_the_first_fall_loses(kit: Any) -> None:
    s = together(kit)
    for seat in range(3):
        kit.play(s, seat, "vote 1")
    kit.turn(s, 1, "egg.a")
    kit.serve(s, 2, "custard_tart.a")
    kit.play(s, 2, "adjust custard_tart.a 100 0 0 calm", falls="custard_tart.a")
    ended = GAME.outcome(s)
    assert s.agenda == [] and ended is not None
    assert (ended.winners, ended.reason, ended.rule) == ((), "food_fell", "FB-COOP-8")
    assert kit.names(s.fallen[2]) == "custard_tart.a" and s.bin == []
    assert kit.refused(s, 2, "grab custard_tart.a") == "FB-COOP-10"


@pytest.mark.rule("FB-COOP-9")
def test_the_last_piece_at_rest_wins(kit: Any) -> None:
    s = together(kit, 1, "", level="snack")
    for _ in range(6):
        assert s.agenda and GAME.outcome(s) is None
        kit.place(s, 0, shapes.IDS[s.hands[0][0]])
    ended = GAME.outcome(s)
    assert ended is not None and (ended.winners, ended.rule) == ((0,), "FB-COOP-9") and len(s.plates[0].ids) == 6


# --- clocks, records, equal play ------------------------------------------------------------------------------------


@pytest.mark.rule("FB-TIME-1", "FB-TIME-4")
def test_clocks_are_reported_to_the_host(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    assert [clock(s, seat) for seat in (0, 1)] == [60, 0]
    kit.play(s, 0, "take egg.a")
    assert clock(s, 0) == 45
    kit.place(s, 0, "egg.a", falls="egg.a")
    assert clock(s, 0) == 3
    slow = kit.state(2, "egg.a lemon.b broccoli.b", unhurried="0", hold_seconds="90", rescue_seconds="12")
    kit.play(slow, 0, "take egg.a")
    assert clock(slow, 0) == 0
    kit.place(slow, 0, "egg.a", falls="egg.a")
    assert clock(slow, 0) == 0
    assert kit.state(2, rescue_seconds="untimed", hold_seconds="off").hold_seconds == 0
    assert together(kit, 1, "").hold_seconds == 0


@pytest.mark.rule("FB-TIME-5")
@pytest.mark.parametrize("level", ["easy", "medium", "heuristic"])
def test_a_bot_plays_for_an_absent_seat_by_ordinary_moves(level: str) -> None:
    """What it does is in the record as if a person had done it, and seat 0 cannot tell from it who played."""
    table = Table(GAME, ["a", "b"], "absent", {"version": "lunch", "hand": "steady"}, GAME.physics.estimate)
    bot = make(level, GAME)
    made = []
    while len(made) < 6:
        seat = table.state.awaiting()[0]
        view = GAME.view(table.state, seat)  # type: ignore[arg-type]
        text = bot.choose(view, Rng("bot", str(len(made)))) if seat == 1 else GAME.bots.fallback(table.state, seat).text  # type: ignore[arg-type]
        require_legal(table.state, seat, GAME.grammar.parse(text))
        table.play(seat, text)
        made.append((seat, text))
    assert [(entry.seat, entry.move) for entry in table.record.entries] == made and {seat for seat, _ in made} == {0, 1}
    again = Table(GAME, ["a", "b"], "absent", {"version": "lunch", "hand": "steady"}, GAME.physics.estimate)
    for seat, text in made:
        again.play(seat, text)  # by hand
    assert again.record.text() == table.record.text()


@pytest.mark.rule("FB-TIME-2", "FB-TIME-3")
def test_moves_made_for_those_whose_time_is_up(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    assert GAME.bots.fallback(s, 0).text == "take egg.a"
    kit.play(s, 0, "take egg.a")
    assert GAME.bots.fallback(s, 0).text == "place egg.a 0 lower 0 front calm"
    kit.place(s, 0, "egg.a", falls="egg.a")
    assert GAME.bots.fallback(s, 0).text == "leave"
    votes = together(kit)
    assert GAME.bots.fallback(votes, 1).text == "vote 0"
    votes.round, votes.first = 2, 1
    assert GAME.bots.fallback(votes, 0).text == "vote 2"
    look = looking(kit, ["ribs.a", "egg.a"])
    assert GAME.bots.fallback(look, 0).text == "ready"
    dinner = kit.state(2, version="dinner")
    dinner.characters[0] = [kit.character("B9"), kit.character("A1")]
    kit.draw(dinner, 0, "egg.b steak.b", "egg.b-steak.b")
    dinner.agenda = [MustChoose([0, 1])]
    assert GAME.bots.fallback(dinner, 0).text == "choose a1"  # 4 against 2
    dinner.plates[0].touch.clear()
    assert GAME.bots.fallback(dinner, 0).text == "choose b9"
    dinner.plates[0].clear()
    assert GAME.bots.fallback(dinner, 0).text == "choose b9"  # equal: the one listed first


@pytest.mark.rule("FB-LOG-1", "FB-INV-14")
def test_a_record_replays_without_the_world(kit: Any) -> None:
    table = Table(GAME, ["a", "b"], "seed", {"version": "lunch"}, GAME.physics.estimate)
    rng = Rng("bots")
    for n in range(12):
        seat = table.state.awaiting()[0]
        table.play(seat, GAME.bots.policy(table.state, seat, rng.fork(str(n))))  # type: ignore[arg-type]
    text = table.record.text()
    state, _ = replay(GAME, load(text))
    assert GAME.view(state, 0) == GAME.view(table.state, 0)  # type: ignore[arg-type]
    code = (
        "import sys; sys.modules['pymunk'] = None\n"
        "from bunfight import games; from bunfight.engine import replay; from bunfight.engine.record import load\n"
        "s, _ = replay(games.load('buffet_boss'), load(sys.stdin.read())); print([p.height for p in s.plates])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == str([plate.height for plate in table.state.plates])  # type: ignore[attr-defined]


@pytest.mark.rule("FB-LOG-1", "FB-LOG-2")
def test_the_answer_is_taken_as_it_is(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.play(s, 0, "take egg.a")
    heard = kit.play(s, 0, "place egg.a 0 lower 0 front calm", world=kit.physics(height=7740, touch=[]))
    assert s.plates[0].height == 7740 and s.plates[0].touch == []  # nothing is measured again
    event = heard[0]
    assert (event.piece, event.height, event.sim_ms, event.film.frames) == ("egg.a", 77, 1234, ())


@pytest.mark.rule("FB-LOG-2")
def test_the_film_is_for_the_eye_only(kit: Any) -> None:
    film = {
        "ms": 32.5,
        "bodies": ["plate", "egg.a"],
        "first": [[0, 1, 0], [0, 9, 0]],
        "frames": [[1, 0, 8, 0]],
        "shift": 0,
    }
    after = []
    for world in (kit.physics(), kit.physics(film=film)):
        s = kit.state(2, "egg.a lemon.b broccoli.b")
        kit.play(s, 0, "take egg.a")
        heard = kit.play(s, 0, "place egg.a 0 lower 0 front calm", world=world)
        after.append((GAME.view(s, 0), GAME.view(s, None)))
    assert after[0] == after[1] and heard[0].film.frames == ((1, 0, 8, 0),)


@pytest.mark.rule("FB-LOG-3")
@pytest.mark.parametrize(
    "said", ["", "[]", "{}", "nan", '{"plate":[1,2]}', '{"pieces":{"egg.a":[0,0,0]},"fallen":["egg.a"]}']
)
def test_an_answer_that_makes_no_sense_is_refused(kit: Any, said: str) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.play(s, 0, "take egg.a")
    with pytest.raises(IllegalMove, match="FB-LOG-3"):
        kit.play(s, 0, "place egg.a 0 lower 0 front calm", world=lambda _: said)


@pytest.mark.rule("FB-LOG-4")
def test_rules_need_no_engine() -> None:
    question = '{"kind":"standard","tilt":[1056,0],"hands":1,"pieces":[],"act":"place","piece":"egg.a","flip":0,'
    said = json.loads(GAME.physics.estimate(question + '"at":[0,5000,0]}'))
    assert set(said["pieces"]) | set(said["fallen"]) == {"egg.a"} and said["backend"] == "rehearsal"


@pytest.mark.rule("FB-ACC-1")
def test_every_spot_that_steps_of_a_key_reach_can_be_played(kit: Any) -> None:
    """From the middle by 1 or 5 mm and 1 or 15 degrees: legal wherever the plate is below."""
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.serve(s, 0, "ribs.a steak.b")
    kit.play(s, 0, "take egg.a")
    reached = {(x * mm, a * degrees) for mm in (1, 5) for degrees in (1, 15) for x in range(-20, 21) for a in range(24)}
    for x, a in sorted(reached):
        for side in ("front", "back"):
            text = f"place egg.a {x * 10} lower {a * 10} {side} calm"
            move = GAME.grammar.parse(text)
            assert isinstance(move, Place) and move.text == text
            assert kit.refused(s, 0, text) in (("",) if abs(x) < 70 else ("", "FB-HAND-20"))
    assert len(reached) > 2000


@pytest.mark.rule("FB-ACC-1", "FB-ACC-4")
@pytest.mark.parametrize("hand", ["steady", "real", "wild"])
def test_the_same_place_is_the_same_act_however_it_was_aimed(kit: Any, hand: str) -> None:
    """A spot chosen from the list and the same spot aimed freely: same question to the simulation, same sway, same plate."""
    s = kit.state(2, "egg.a lemon.b broccoli.b", hand=hand)
    kit.serve(s, 0, "ribs.a")
    kit.play(s, 0, "take egg.a")
    spot = GAME.view(s, 0).spots[-1].move
    listed = GAME.grammar.parse(spot)
    assert isinstance(listed, Place)
    free = place(listed.piece, listed.x10, LOWER, listed.a10, listed.flip, CALM)
    asked: list[str] = []
    plates = []
    for move in (listed, free):
        after = s.copy()

        def world(question: str) -> str:
            asked.append(question)
            return str(kit.physics()(question))

        play(after, 0, move, Luck(Rng("same hand"), world), EventLog(False))
        plates.append(GAME.view(after, 0))
    assert asked[0] == asked[1] and plates[0] == plates[1]
    calm = json.loads(asked[0])["at"]
    assert (calm[0] == listed.x10 * 10) == (hand == "steady")  # the listed spot sways like any other


@pytest.mark.rule("FB-ACC-2")
def test_spots_are_ready_places_from_left_to_right(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.serve(s, 0, "ribs.a")
    kit.play(s, 0, "take egg.a")
    found = GAME.view(s, 0).spots
    assert 1 <= len(found) <= 9 and [spot.x for spot in found] == sorted(spot.x for spot in found)
    assert all(abs(one.x - two.x) >= 10 for one, two in pairwise(found))
    for spot in found:
        assert kit.refused(s, 0, spot.move) == "" and spot.move.endswith("calm") and " lower " in spot.move
        assert spot.on and spot.height > 0
    assert GAME.view(s, 1).spots == ()
    again = spots(s.plates[0], shapes.NUMBER["egg.a"])
    assert [spot.move.text for spot in again] == [spot.move for spot in found]


@pytest.mark.rule("FB-ACC-3")
def test_the_plate_is_described_in_words(kit: Any) -> None:
    s = kit.state(2)
    kit.serve(s, 0, "ribs.a steak.a")
    told = read_out(Scene(GAME.view(s, 0), Words(GAME, "en"), ["Ola", "Tor"]))
    assert "Steak ✦ touches Ribs ✦" in told and "mm high" in told and "level" in told


@pytest.mark.rule("FB-ACC-5")
def test_the_lean_is_estimated_from_the_centre_of_gravity() -> None:
    tart = shapes.mass(shapes.NUMBER["custard_tart.a"])
    plate = shapes.plate_mass(0)
    for x, lean in ((40, 6.3), (60, 9.5)):
        balance = tart * x / (tart + plate)
        high = (plate * 10.56 + tart * 23.0) / (tart + plate)
        assert lean_estimate(balance, high, shapes.RADIUS[0]) / 10 == pytest.approx(lean, abs=0.5)
    assert lean_estimate(10, 20, 114) == round(math.degrees(math.atan(10 / 94)) * 10)


@pytest.mark.rule("FB-INV-12")
@pytest.mark.parametrize("most", [{"adjusts_per_turn": 20, "rescues_per_piece": 9}, UNLIMITED_TABLE])
def test_every_game_ends_within_its_bound(most: dict[str, Any]) -> None:
    options = GAME.settle({"version": "lunch", **most}, 2)
    s = GAME.setup(options, 2, Luck(Rng("end"), GAME.physics.estimate), EventLog(False))
    rng, made = Rng("moves"), 0
    luck = Luck(Rng("luck"), GAME.physics.estimate)
    while s.agenda:
        seat = s.awaiting()[0]
        s.agenda[-1].take(s, seat, s.agenda[-1].suggest(s, seat, rng), luck, EventLog(False))
        made += 1
    assert made <= GAME.bound(options, 2) and cards.BOX.deck.lunch_rounds == s.round


@pytest.mark.rule("FB-ADJ-7", "FB-RESC-10", "FB-INV-12")
def test_adjusting_and_saving_can_be_unlimited_and_still_end(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b", **UNLIMITED_TABLE)
    kit.serve(s, 0, "ribs.a steak.a")
    for _ in range(30):
        kit.play(s, 0, "adjust steak.a 10 0 0 calm")
    assert GAME.view(s, 0).players[0].pushes_left == -1
    assert GAME.determinize(GAME.view(s, 0), Rng("mind")).pushes == s.pushes == [30, 0]
    kit.play(s, 0, "take egg.a")
    for _ in range(20):
        kit.place(s, 0, "egg.a", falls="egg.a")
        kit.play(s, 0, "grab egg.a")
    s.pushes[0] = s.pushes_allowed
    assert kit.refused(s, 0, "adjust steak.a 10 0 0 calm") == "FB-ADJ-7"  # nobody gets there, but nobody gets past
    with rejects("choose from"):
        GAME.settle({"adjusts_per_turn": 21}, 2)
