"""``bunfight review``: shows luck and skill in a recorded game, and quizzes you on your mistakes."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Final

import msgspec

from bunfight.cli.arguments import add_file, parser_of, record_of
from bunfight.cli.replay import draw_position
from bunfight.cli.screen import Screen
from bunfight.coach.phrases import say
from bunfight.coach.report import page, reason
from bunfight.coach.review import Moment, Review, ReviewBuilder, plain, unjudged
from bunfight.coach.summary import summary_lines
from bunfight.coach.trainer import train
from bunfight.engine import Record, RecordError
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame
from bunfight.i18n.arguments import CommandParser, add_json, add_language, add_whole, game_of, write_text
from bunfight.i18n.words import error_text
from bunfight.lab.commands import progress_bar

STORE: Final = Path(".bunfight/reviews")


def progress_file(record: Record, speedup: int) -> Path:
    """Return the file for the progress of a review, so that a stopped one can be resumed."""
    digest = hashlib.sha256(record.text().encode()).hexdigest()[:16]
    return STORE / f"{record.game}-{digest}-{speedup}.jsonl"


def build_review(game: AnyGame, record: Record, speedup: int) -> Review:
    """Review a game with a progress bar, resuming a stopped review."""
    try:
        builder = ReviewBuilder(game, record, speedup)
    except RecordError as error:
        return unjudged(game, record, error_text(error))
    path = progress_file(record, speedup)
    done: list[Moment] = []
    if path.exists():
        for line in path.read_bytes().splitlines():
            try:
                done.append(msgspec.json.decode(line, type=Moment))
            except msgspec.DecodeError:
                break  # the last line of a stopped review may be incomplete
    path.parent.mkdir(parents=True, exist_ok=True)
    with progress_bar(game.title) as progress, path.open("w", encoding="utf-8") as file:
        for one in done:
            print(msgspec.json.encode(one).decode(), file=file)
        for one in builder.moments(done):
            done.append(one)
            print(msgspec.json.encode(one).decode(), file=file, flush=True)
            if progress is not None:
                progress(len(done), len(record.entries))
    review = builder.review(done)
    path.unlink()
    return review


def parser(command: str = "review") -> CommandParser:
    made = parser_of(
        command, "Show how much was luck and how much skill in a finished game, and which moves were better."
    )
    add_file(made, "file", "a record (JSON Lines)")
    add_file(made, "--out", "output file (default: FILE-review.html)")
    made.add_argument("--quick", action="store_true", help="fewer playouts: rougher, in a fifth of the time")
    add_whole(made, "--train", 1, metavar="SEAT", help="quiz yourself on this seat's mistakes (seats count from 1)")
    add_file(made, "--cards", "the card list the game was played with")
    add_json(made)
    add_language(made)
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    record = record_of(args.file)
    game = game_of(record.game, args.cards)
    if args.train is not None and not 1 <= args.train <= len(record.seats):
        raise InvalidInput("seat_range", flag="--train", seat=args.train, n=len(record.seats))
    review = build_review(game, record, 5 if args.quick else 1)
    if args.json:
        print(json.dumps(plain(review), ensure_ascii=False))
        return 0
    if args.train is not None and review.note:
        print(reason(review, args.lang))
        return 0
    if args.train is not None:
        return train(game, record, review, args.train - 1, args.lang, Screen(sys.stdin, sys.stdout), draw_position)
    out = args.out or args.file.with_name(f"{args.file.stem}-review.html")
    write_text(out, page(game, review, args.lang, record))
    print("\n".join(summary_lines(game, review, args.lang)))
    print(say("page", args.lang, path=out))
    return 0
