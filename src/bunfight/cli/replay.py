"""``bunfight replay``: look at a recorded game, or verify it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bunfight.cli.arguments import game_of, parser_of, record_of
from bunfight.engine import Record, RecordError, View, replay
from bunfight.engine.errors import InvalidInput
from bunfight.engine.record import heard
from bunfight.engine.table import AnyGame
from bunfight.engine.verify import verify
from bunfight.i18n import languages
from bunfight.i18n.words import Words, error_text
from bunfight.tui.boards import Scene, draw_board
from bunfight.tui.presenter import read_out

TALL: Final = 26  # lines of a picture


def log(record: Record, words: Words, seat: int | None, at: int) -> list[str]:
    """The story of a record as one seat heard it, from the stored events."""
    lines = []
    for number, entry in enumerate([record.deal, *record.entries[:at]]):
        lines += [f"{number:4}  {words.event(event, record.seats)}" for event in heard(entry, seat)]
    return lines


def main(argv: list[str]) -> int:
    parser = parser_of(
        argv, "Print the story of a recorded game, show one position, or check the game against its seed."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a record (JSON Lines)")
    parser.add_argument("--at", type=int, metavar="N", help="show the position after N decisions")
    parser.add_argument("--seat", type=int, metavar="S", help="as this seat saw it, from 1 (default: as a spectator)")
    parser.add_argument("--verify", action="store_true", help="check decisions, events, dice and shuffles")
    parser.add_argument("--cards", type=Path, metavar="FILE", help="the card list the game was played with")
    parser.add_argument("--lang", choices=languages.every(), default="en")
    args = parser.parse_args(argv[1:])
    record = record_of(args.file)
    game = game_of(record.game, args.cards)
    if args.verify:
        for line in verify(game, record):
            print(f"ok: {line}")
        return 0
    at = len(record.entries) if args.at is None else args.at
    if not 0 <= at <= len(record.entries):
        raise InvalidInput("at_range", at=at, n=len(record.entries))
    if args.seat is not None and not 1 <= args.seat <= len(record.seats):
        raise InvalidInput("seat_range", flag="--seat", seat=args.seat, n=len(record.seats))
    seat = None if args.seat is None else args.seat - 1
    words = Words(game, args.lang)
    print(f"{words.title}: {', '.join(record.seats)}; {len(record.entries)} decisions")
    print("\n".join(log(record, words, seat, at)))
    print(position(game, record, seat, at, words))
    return 0


def position(game: AnyGame, record: Record, seat: int | None, at: int, words: Words) -> str:
    """The position by replaying; if the rules have changed since, only the stored story can be told."""
    try:
        state, _ = replay(game, record, at)
    except RecordError as error:
        return f"(from the events on record; the position cannot be replayed: {error_text(error, words.language)})"
    scene = Scene(game.view(state, seat), words, record.seats, extra={"shape": game.grammar.shape()})
    return f"\n{read_out(scene)}\n(replayed by rules version {record.rules})"


def pictured(game: AnyGame, view: View, words: Words, names: Sequence[str]) -> str:
    """A position as the terminal draws it."""
    return draw_board(Scene(view, words, list(names), height=TALL, extra={"shape": game.grammar.shape()})).text()
