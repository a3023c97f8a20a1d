"""``bunfight replay``: shows a recorded game, or verifies it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from bunfight.cli.arguments import add_file, parser_of, record_of
from bunfight.engine import Record, RecordError, View, replay
from bunfight.engine.errors import InvalidInput
from bunfight.engine.record import heard
from bunfight.engine.table import AnyGame
from bunfight.engine.verify import verify
from bunfight.i18n.arguments import CommandParser, add_json, add_language, add_whole, game_of
from bunfight.i18n.words import Words, error_text
from bunfight.tui.boards import Scene, draw_board
from bunfight.tui.presenter import read_out

TALL: Final = 26  # lines of a drawn position


def log(record: Record, words: Words, seat: int | None, at: int) -> list[str]:
    """Tell the story of a record as one seat heard it, from the stored events."""
    lines = []
    for number, entry in enumerate([record.deal, *record.entries[:at]]):
        lines += [f"{number:4}  {words.event(event, record.seats)}" for event in heard(entry, seat)]
    return lines


def parser(command: str = "replay") -> CommandParser:
    made = parser_of(
        command, "Print the story of a recorded game, show one position, or check the game against its seed."
    )
    add_file(made, "file", "a record (JSON Lines)")
    add_whole(made, "--at", 0, help="show the position after N decisions")
    add_whole(made, "--seat", 1, metavar="SEAT", help="as this seat saw it, from 1 (default: as a spectator)")
    made.add_argument("--verify", action="store_true", help="check decisions, events, dice and shuffles")
    add_file(made, "--cards", "the card list the game was played with")
    add_json(made)
    add_language(made)
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    record = record_of(args.file)
    game = game_of(record.game, args.cards)
    if args.verify:
        try:
            lines = verify(game, record)
        except RecordError as error:  # explain an illegal move in the words of the game
            why = error_text(error, args.lang, game, record.seats)
            raise InvalidInput("command_failed", why=f"{args.file}: {why}") from error
        if args.json:
            print(json.dumps({"file": str(args.file), "game": record.game, "ok": lines}, ensure_ascii=False))
            return 0
        for line in lines:
            print(f"ok: {line}")
        return 0
    at = len(record.entries) if args.at is None else args.at
    if not 0 <= at <= len(record.entries):
        raise InvalidInput("at_range", at=at, n=len(record.entries))
    if args.seat is not None and not 1 <= args.seat <= len(record.seats):
        raise InvalidInput("seat_range", flag="--seat", seat=args.seat, n=len(record.seats))
    seat = None if args.seat is None else args.seat - 1
    words = Words(game, args.lang)
    if args.json:
        print(json.dumps(story_of(game, record, seat, at, words), ensure_ascii=False))
        return 0
    print(f"{words.title}: {', '.join(record.seats)}; {len(record.entries)} decisions")
    if args.at is None:  # else only the position was asked for
        print("\n".join(log(record, words, seat, at)))
    print(position(game, record, seat, at, words))
    return 0


def story_of(game: AnyGame, record: Record, seat: int | None, at: int, words: Words) -> dict[str, Any]:
    """Return the story as data: players, decisions, and what the seat heard."""
    story = [
        {
            "number": number,
            "seat": None if number == 0 else record.entries[number - 1].seat + 1,
            "events": [words.event(event, record.seats) for event in heard(entry, seat)],
        }
        for number, entry in enumerate([record.deal, *record.entries[:at]])
    ]
    return {
        "game": game.id,
        "rules_version": record.rules,
        "players": list(record.seats),
        "options": record.options,
        "decisions": len(record.entries),
        "over": bool(record.end),
        "story": story,
    }


def position(game: AnyGame, record: Record, seat: int | None, at: int, words: Words) -> str:
    """Replay to a position; if the rules have changed since, show only the stored events."""
    try:
        state, _ = replay(game, record, at)
    except RecordError as error:
        return f"(from the events on record; the position cannot be replayed: {error_text(error, words.language)})"
    scene = Scene(game.view(state, seat), words, record.seats, extra={"shape": game.grammar.shape()})
    return f"\n{read_out(scene)}\n(replayed by rules version {record.rules})"


def draw_position(game: AnyGame, view: View, words: Words, names: Sequence[str]) -> str:
    """Draw a position as the terminal does."""
    return draw_board(Scene(view, words, list(names), height=TALL, extra={"shape": game.grammar.shape()})).text()
