"""Records from outside: whatever is in them, they are refused with a reason or are games that the rules allow."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_harness import run_server

from bunfight import games
from bunfight.engine import InvalidInput, Record, estimator
from bunfight.engine.record import Chapter
from bunfight.engine.table import Table, commitment
from bunfight.engine.verify import verify
from bunfight.i18n.words import error_text
from bunfight.server.shared_records import checked

GAMES = ("buffet_boss", "burger_boss", "burger_up", "burger_war", "jom_burger")
NASTY = (-1, 10**6, 10**400, -(10**19), True, None, 1.5, "", "x", "{}", "[]", '"', "9" * 5000, "[" * 5000, [], {}, [[]])


def played(name: str, decisions: int) -> Record:
    game, rng = games.load(name), random.Random(name)
    table = Table(game, ["Ann", "Ben"], "records", {}, estimator(game))
    while table.state.agenda and len(table.record.entries) < decisions:
        seat = table.state.awaiting()[0]
        table.play(seat, rng.choice(game.view(table.state, seat).moves))
    return table.record


def rows(record: Record) -> list[dict[str, Any]]:
    """The lines of a record, without its events."""
    lines = [json.loads(line) for line in record.lines()]
    return [{key: value for key, value in line.items() if key != "said"} for line in lines]


def observed(lines: list[dict[str, Any]]) -> tuple[int, int]:
    """Where the first answer of the simulation is: the line, and the place on its tape."""
    tapes = [(n, line["luck"]) for n, line in enumerate(lines) if "move" in line]
    return next((n, place) for n, tape in tapes for place, one in enumerate(tape) if isinstance(one, str))


def refused(lines: list[dict[str, Any]]) -> str:
    """Why a record is refused; empty if it is not. Then every view of it can be sent."""
    try:
        game, record = checked("\n".join(map(json.dumps, lines)), GAMES)
    except InvalidInput as error:
        return error_text(error)
    table = Table.resume(game, record, "more", estimator(game))
    for seat in (*range(len(record.seats)), None):
        msgspec.json.encode(game.view(table.state, seat))
    return ""


@pytest.mark.parametrize("name", GAMES)
def test_no_value_in_a_record_breaks_anything(name: str) -> None:
    whole = rows(played(name, 12))
    for at, line in enumerate(whole):
        for key, value in line.items():
            for nasty in NASTY:
                tapes = [[nasty], [nasty, *value[1:]], [*value, nasty]] if isinstance(value, list) else []
                for changed in (nasty, *tapes):
                    refused([*whole[:at], {**line, key: changed}, *whole[at + 1 :]])


ANSWER: Any = {
    "plate": ([0], [0, 1.5], [0, 10**30], "xx", {}),
    "pieces": ({}, [], {"plate": [0, 0, 0]}, {"taco": [0, 0, 0]}, 1),
    "fallen": (["taco"], [[]], "x", {}, [None]),
    "touch": ([["plate"]], [["plate", "plate"]], [["x", "y"]], "ab", [1], [[[], []]]),
    "height": (-1, 10**30, 1.5, "tall", None, True),
    "overturned": ("no", 1, None),
    "settled": ("yes", [], None),
    "sim_ms": (10**30, "long", None, []),
    "film": (1, {"ms": 1}, {"ms": 1, "bodies": [1], "first": [], "frames": [], "shift": 0}),
}


def test_an_invented_answer_of_the_simulation_is_refused() -> None:
    whole = rows(played("buffet_boss", 12))
    number, place = observed(whole)
    line = whole[number]
    told = json.loads(line["luck"][place])

    def said(answer: Any) -> str:
        tape = [*line["luck"][:place], json.dumps(answer), *line["luck"][place + 1 :]]
        return refused([*whole[:number], {**line, "luck": tape}, *whole[number + 1 :]])

    assert said(told) == ""
    for key, values in ANSWER.items():
        for value in values:
            assert "does not match" in said({**told, key: value}), (key, value)
        if key != "film":
            assert "does not match" in said({one: told[one] for one in told if one != key}), key
    piece, pose = next(iter(told["pieces"].items()))
    assert "does not match" in said({**told, "pieces": {**told["pieces"], piece: [pose[0], pose[1] + 50_000, pose[2]]}})
    assert "does not match" in said({**told, "height": told["height"] + 1})


def test_many_chapters_cost_no_more_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("jom_burger", 10**6)
    read = 0

    class Counted(Chapter):
        def __getattribute__(self, name: str) -> Any:
            nonlocal read
            read += name == "start"
            return super().__getattribute__(name)

    record.chapters = [
        *record.chapters,
        *[Counted(len(record.entries), commitment(str(n)), str(n)) for n in range(4000)],
    ]
    assert verify(games.load("jom_burger"), record)
    assert read < 3 * len(record.entries)


async def test_a_crafted_record_is_answered_with_a_reason(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        whole = rows(played("buffet_boss", 12))
        number, _ = observed(whole)
        tape = [one if isinstance(one, int) else '{"plate":1}' for one in whole[number]["luck"]]
        lines = [*whole[:number], {**whole[number], "luck": tape}, *whole[number + 1 :]]
        bad = await server.post("/api/records", {"record": "\n".join(map(json.dumps, lines))}, status=400)
        assert "physics result" in bad["why"] and bad["text"]["zh"]
