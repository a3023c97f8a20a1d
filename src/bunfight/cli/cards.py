"""``bunfight cards``: the printed data of a game, and a player's own."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from bunfight import data, languages
from bunfight.cli.arguments import add_game, game_of, parser_of
from bunfight.words import Words


def main(argv: list[str]) -> int:
    parser = parser_of(argv, "Show the cards of a game, or check a card list of your own.")
    parser.add_argument("action", choices=("show", "check"))
    add_game(parser)
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="your own list (TOML); default: the standard one"
    )
    parser.add_argument("--lang", choices=languages.every(), default="en")
    args = parser.parse_args(argv[1:])
    game = game_of(args.game)
    cards = import_module(f"{type(game).__module__.rpartition('.')[0]}.cards")
    path = args.file or Path(cards.FILE)
    summary: str = cards.check(path)
    if args.action == "show":
        words = Words(game, args.lang)
        for table, rows in data.read(path).items():
            print(f"{table}:")
            for row in rows if isinstance(rows, list) else [rows]:
                name = words.term(row["id"]) if isinstance(row, dict) and "id" in row else ""
                cells = row.items() if isinstance(row, dict) else [("", row)]
                print(f"  {name:24} " + "  ".join(f"{key}={_short(value)}" for key, value in cells))
    print(summary)
    return 0


def _short(value: object) -> str:
    if isinstance(value, list):
        return "[" + ",".join(_short(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_short(one)}" for key, one in value.items()) + "}"
    return str(value)
