"""Tables and records: saving, damage, truncation, resuming, undo and verification."""

import json
from pathlib import Path

import pytest

from bunfight import games
from bunfight.engine import IllegalMove, Record, Rng, Table, replay
from bunfight.engine.record import load
from bunfight.engine.table import commitment
from bunfight.engine.verify import verify
from bunfight.testing.freeze import freeze
from bunfight.testing.rejects import rejects

CRUMBS = games.load("_template")


def finished(seed: str = "7", seats: int = 3) -> Table:
    return play_out(Table(CRUMBS, [f"P{n}" for n in range(seats)], seed))


def play_out(table: Table, most: int = 1000) -> Table:
    rng = Rng("players")
    while table.state.agenda and len(table.record.entries) < most:
        seat = table.state.awaiting()[0]
        table.play(seat, table.state.agenda[-1].suggest(table.state, seat, rng))
    return table


def test_a_record_is_saved_loaded_replayed_and_verified() -> None:
    table = finished()
    record = load(table.record.text())
    assert record == table.record
    state, _ = replay(CRUMBS, record)
    assert freeze(state) == freeze(table.state)
    assert any("random numbers come from the seed" in line for line in verify(CRUMBS, record))
    assert record.end and record.end["totals"] == list(table.outcome().totals)  # type: ignore[union-attr]


def test_the_seed_is_committed_at_the_start_and_published_at_the_end() -> None:
    table = Table(CRUMBS, ["a", "b"], "my secret seed")
    assert table.record.chapters[0].commit == commitment("my secret seed")
    assert "my secret seed" not in table.record.text()
    assert "my secret seed" in play_out(table).record.text()
    with rejects("the seed stays secret until the game is over"):
        verify(CRUMBS, load(finished().record.cut(3).text()))


def test_a_record_can_be_cut_and_carried_on_with_new_luck() -> None:
    table = finished()
    short = load(table.record.cut(5).text())
    assert len(short.entries) == 5 and short.end is None
    again = play_out(Table.resume(CRUMBS, short, "another seed"))
    assert again.record.entries[:5] == table.record.entries[:5]
    assert [chapter.start for chapter in again.record.chapters] == [0, 5]
    assert "never revealed" in verify(CRUMBS, load(again.record.text()))[-1]


def test_resuming_with_the_same_seed_draws_what_would_have_been_drawn() -> None:
    whole = finished()
    half = play_out(Table(CRUMBS, ["P0", "P1", "P2"], "7"), most=9)
    again = Table.resume(CRUMBS, load(half.record.text()), "7")
    for entry in whole.record.entries[9:]:
        again.play(entry.seat, entry.move)
    assert again.record == whole.record


@pytest.mark.parametrize(
    ("line", "change", "reason"),
    [
        (1, lambda row: row.update(bunfight=99), "line 1: a record of format 99 needs a newer Bunfight"),
        (1, lambda row: row.pop("game"), "line 1: the key 'game' is missing"),
        (1, lambda row: row.update(rules="1"), "line 1: rules: must be a whole number, not '1'"),
        (1, lambda row: row.update(seats=[1, 2]), "line 1: seats: must be text, not 1"),
        (2, lambda row: row.pop("luck"), "line 2: the key 'luck' is missing"),
        (3, lambda row: row.update(luck=[None]), "line 3: luck: must be text, not None"),
        (5, lambda row: row.pop("seat"), "line 5: the key 'seat' is missing"),
        (5, lambda row: row.update(said=[3]), "line 5: said: must be a table, not 3"),
        (-1, lambda row: row.update(seeds=[]), "'seeds' must name one seed"),
        (-1, lambda row: row.update(end=3), "end: must be a table, not 3"),
    ],
)
def test_a_damaged_record_names_line_and_reason(line: int, change: object, reason: str) -> None:
    lines = finished().record.lines()
    index = line - 1 if line > 0 else line
    row = json.loads(lines[index])
    change(row)  # type: ignore[operator]
    lines[index] = json.dumps(row)
    with rejects(reason):
        load("\n".join(lines))


@pytest.mark.parametrize("text", ["", "\n", "{", "[]", "null", "hello", '{"bunfight":1}', "\x00", "[" * 5000])
def test_a_foreign_file_is_no_record(text: str) -> None:
    with rejects("line 1"):
        load(text)


def test_a_record_that_goes_on_after_its_end_or_stops_before_its_deal_is_refused() -> None:
    lines = finished().record.lines()
    with rejects("the game was over in the line before"):
        load("\n".join([*lines, lines[4]]))
    with rejects("ends before the deal"):
        load("\n".join(lines[:2]))


def tampered(change: object) -> Record:
    record = load(finished().record.text())
    change(record)  # type: ignore[operator]
    return record


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: setattr(r, "game", "chess"), "a record of 'chess'"),
        (lambda r: setattr(r, "rules", 99), "played with version 99 of the rules"),
        (lambda r: setattr(r, "cards", "0"), "another card list"),
        (lambda r: setattr(r.entries[0], "seat", 2), "decision 1"),
        (lambda r: setattr(r.entries[3], "move", "fly"), "decision 4 .* is not a move"),
        (lambda r: r.deal.luck.append(0), "the deal: 1 recorded result left over"),
        (lambda r: r.deal.luck.__setitem__(0, 99), "the deal: the recorded result is 99"),
        (lambda r: r.deal.said.pop(), "decision 0: the recorded events do not follow from the rules"),
        (lambda r: setattr(r.chapters[0], "seed", "8"), "seed 1 does not have the published hash"),
        (lambda r: r.deal.__setattr__("stream", 5), "decision 0: the record has the random numbers"),
    ],
)
def test_verify_finds_tampering(change: object, reason: str) -> None:
    with rejects(reason):
        verify(CRUMBS, tampered(change))


def test_verify_finds_dice_that_were_not_drawn_from_the_seed() -> None:
    table = finished()
    record = load(table.record.text())
    record.chapters[0].seed, record.chapters[0].commit = "other", commitment("other")
    with rejects("the record has the random numbers"):
        verify(CRUMBS, record)


def test_a_refused_move_leaves_no_trace() -> None:
    table = Table(CRUMBS, ["a", "b"], "1")
    before, text = freeze(table.state), table.record.text()
    with pytest.raises(IllegalMove, match="CR-TURN-4"):
        table.play(5, "pass rye")
    with rejects("after pass comes"):
        table.play(0, "pass -1")
    assert (freeze(table.state), table.record.text()) == (before, text)


def test_own_decisions_can_be_taken_back_until_one_learns_something() -> None:
    table = Table(CRUMBS, ["a", "b", "c"], "3")
    first = table.state.agenda[-1].legal(table.state, 0)
    table.play(0, first[0])
    assert table.undo_point(0) == 0
    table.undo(0)
    assert not table.record.entries and table.state.awaiting() == [0, 1, 2]
    table.play(0, first[-1])
    table.play(1, table.state.agenda[-1].legal(table.state, 1)[0])
    with pytest.raises(IllegalMove, match="HOUSE-UNDO"):
        table.undo(0)  # another seat has acted
    table.play(2, table.state.agenda[-1].legal(table.state, 2)[0])
    with pytest.raises(IllegalMove, match="HOUSE-UNDO"):
        table.undo(2)  # it has seen the bun that came from its right


def test_luck_ends_what_can_be_taken_back() -> None:
    table = play_out(Table(CRUMBS, ["a", "b"], "5"), most=2)
    seat = table.state.awaiting()[0]
    beg = f"beg {1 - seat}"
    table.play(seat, beg)
    assert table.undo_point(seat) == 2, "begging draws no luck and shows nothing"
    table.undo(seat)
    small = next(
        move
        for move in table.state.agenda[-1].legal(table.state, seat)
        if move.text in ("eat rye", "eat oat", "eat milk")
    )
    table.play(seat, small)
    assert table.undo_point(seat) == 3, "the next bun was drawn"


def test_going_back_never_draws_the_same_luck_again() -> None:
    table = play_out(Table(CRUMBS, ["a", "b"], "5"), most=6)
    streams = table.streams
    table.cut(2)
    assert len(table.record.entries) == 2 and table.streams == streams
    assert verify(CRUMBS, load(play_out(table).record.text()))


def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    table = finished()
    for seat in range(3):
        with pytest.raises(IllegalMove, match="HOUSE-UNDO"):
            table.undo(seat)


@pytest.mark.parametrize(
    ("options", "seats", "reason"),
    [
        ({}, 1, "Crumbs is for 2 to 4 players, not 1"),
        ({"hand": 9}, 2, "option hand: a whole number from 2 to 3, not 9"),
        ({"hand": "two"}, 2, "option hand: a whole number"),
        ({"hand": "1e3"}, 2, "option hand: a whole number"),
        ({"hand": 10**30}, 2, "option hand: a whole number"),
        ({"snatching": "perhaps"}, 2, "option snatching: choose from yes, no"),
        ({"speed": 1}, 2, "unknown option 'speed'; Crumbs has: hand, snatching"),
    ],
)
def test_bad_options_are_refused_by_name(options: dict[str, object], seats: int, reason: str) -> None:
    with rejects(reason):
        CRUMBS.settle(options, seats)


def test_options_are_read_from_texts() -> None:
    assert CRUMBS.settle({"hand": "3", "snatching": "no"}, 2) == {"hand": 3, "snatching": False}


def test_an_unknown_game_is_named_and_a_near_one_is_proposed() -> None:
    with rejects("unknown game 'chess'"):
        games.load("chess")


def test_records_are_plain_text(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(finished().record.text(), encoding="utf-8")
    assert all(isinstance(json.loads(line), dict) for line in path.read_text(encoding="utf-8").splitlines())
