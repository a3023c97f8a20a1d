"""Selection: the same cases as in the browser, and why a thing cannot be used."""

import json
from pathlib import Path
from typing import Any

import pytest

from bunfight import games
from bunfight.engine import Table
from bunfight.engine.selection import Selection, named, why_not
from bunfight.games._template.cards import IDS

SHARED = json.loads((Path(__file__).parent / "shared" / "selection.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", SHARED["cases"], ids=lambda case: case["what"])
def test_selection_follows_the_shared_cases(case: dict[str, Any]) -> None:
    selection, sent = Selection(SHARED["shape"], tuple(case["moves"])), None
    for thing in case["clicks"]:
        assert sent is None, "a move was sent too early"
        selection, sent = selection.click(thing)
    assert sent == case["send"]
    assert list(selection.at) == case["at"]
    told = {"answer": selection.answer(), "complete": selection.complete(), "missing": selection.missing()}
    assert {key: told[key] for key in told if key in case} == {key: case[key] for key in told if key in case}
    assert [thing for thing in case.get("lit", []) if not selection.lit(thing)] == []
    assert [thing for thing in case.get("dark", []) if selection.lit(thing)] == []


def test_every_legal_move_can_be_pointed_at() -> None:
    game = games.load("_template")
    table = Table(game, ["a", "b", "c"], "5")
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        moves = game.view(table.state, seat).moves
        for move in moves:
            verb, *words = move.split(" ")
            selection, sent = Selection(game.grammar.shape(), moves), None
            things = [
                {"verb": verb},
                *({noun: word} for noun, word in zip(game.grammar.shape()[verb], words, strict=True)),
            ]
            for thing in things:
                if sent is None:
                    assert selection.lit(thing)
                    selection, sent = selection.click(thing)
            assert sent == move
        table.play(seat, moves[len(table.record.entries) % len(moves)])


def test_moves_are_found_by_the_things_that_they_are_about() -> None:
    moves = ["eat rye", "eat royal", "beg 1", "reveal 1+3"]
    assert named(moves, "RY") == ["eat rye"]
    assert named(moves, "r") == ["eat rye", "eat royal", "reveal 1+3"]
    assert named(moves, "roy e") == ["eat royal"]
    assert named(moves, "3 1") == ["reveal 1+3"]
    assert named(moves, "oat") == named(moves, " ") == []


def test_a_thing_that_cannot_be_used_says_why() -> None:
    game = games.load("_template")
    table = Table(game, ["a", "b"], "5")
    s, held = table.state, game.view(table.state, 0).hand
    missing = next(bun for bun, count in zip(IDS, held, strict=True) if not count)
    broken = why_not(game, s, 0, [{"bun": missing}])
    assert broken is not None and (broken.key, broken.facts) == ("not_held", {"bun": missing})
    other = why_not(game, s, 0, [{"seat": "1"}])
    assert other is not None and other.key == "pass_first"
    assert why_not(game, s, 0, [{"bun": game.view(s, 0).moves[0].split(" ")[1]}]) is None
    table.play(0, game.view(s, 0).moves[0])
    asked = why_not(game, table.state, 0, [{"bun": "rye"}])
    assert asked is not None and asked.key == "not_asked"
    assert why_not(game, table.state, 0, [{"spoon": "1"}]) is None
