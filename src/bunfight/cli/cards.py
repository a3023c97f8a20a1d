"""``bunfight cards``: the cards of a game with where they come from, and a player's own list."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from bunfight.cli.arguments import add_game, game_of, parser_of
from bunfight.engine.cards import name_by_language, read_toml
from bunfight.engine.errors import InvalidInput
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON, Words, card_report

MARKS: Final = {"printed": "*", "public": "+", "house": "o", "own": " "}


def main(argv: list[str]) -> int:
    parser = parser_of(argv, "Show the cards of a game and where each comes from, or check a card list of your own.")
    parser.add_argument("action", choices=("show", "check"))
    add_game(parser)
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="your own list (TOML); default: the list of the game"
    )
    parser.add_argument("--lang", choices=languages.every(), default="en", help="language of the names")
    args = parser.parse_args(argv[1:])
    game = game_of(args.game)
    room = f"{type(game).__module__.rpartition('.')[0]}.cards"
    if find_spec(room) is None:
        raise InvalidInput("no_card_list", title=game.title)
    cards = import_module(room)
    path = args.file or Path(str(cards.__file__)).with_name("cards.toml")
    summary = card_report(cards.check(path), args.lang)
    if args.action == "show":
        print("\n".join(shown(read_toml(path), args.lang, None if args.file else Words(game, args.lang))))
    print(summary)
    return 0


def shown(tables: dict[str, Any], language: str, words: Words | None) -> list[str]:
    """A card list as lines; ``words`` name what the list itself does not (None: a player's own, not in our words)."""
    lines, marked = [], False
    for table, rows in tables.items():
        lines.append(f"{table}:")
        for row in rows if isinstance(rows, list) else [rows]:
            if not isinstance(row, dict):
                lines.append(f"    {row}")
                continue
            mark = MARKS.get(row.get("source", "own"), " ")
            marked = marked or mark != " "
            told = "  ".join(f"{key}={_short(value)}" for key, value in row.items() if key not in ("name", "source"))
            lines.append(f"  {mark} {_name(row, language, words):24} {told}")
    return [*lines, *([languages.text(COMMON["cards"]["sources"], language)] if marked else [])]


def _name(row: dict[str, Any], language: str, words: Words | None) -> str:
    if "name" in row:
        named = name_by_language(row["name"])
        return named.get(language) or next(iter(named.values()), "")
    return words.term(row["id"]) if words is not None and "id" in row else ""


def _short(value: object) -> str:
    if isinstance(value, list):
        return "[" + ",".join(_short(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_short(one)}" for key, one in value.items()) + "}"
    return str(value)
