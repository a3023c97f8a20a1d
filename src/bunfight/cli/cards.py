"""``bunfight cards``: shows, exports and checks card lists."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from bunfight.cli.arguments import add_file, add_game, parser_of
from bunfight.engine.cards import name_by_language, read_toml
from bunfight.engine.errors import InvalidInput
from bunfight.i18n import languages
from bunfight.i18n.arguments import CommandParser, actions_of, add_json, add_language, game_of, write_text
from bunfight.i18n.words import COMMON, Words, card_report, error_text

MARKS: Final = {"printed": "*", "public": "+", "house": "o", "own": " "}


def parser(command: str = "cards") -> CommandParser:
    made = parser_of(command, "Show the cards of a game, check a card list of your own, or write a list to start from.")
    actions = actions_of(made, required=True)
    about = {
        "show": "show the cards and where each comes from",
        "check": "check a card list",
        "export": "write the card list of a game to a file, as a start for your own",
    }
    for name, summary in about.items():
        action = actions.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        add_game(action)
        what = (
            "output file (default: standard output)" if name == "export" else "a list of your own (default: the game's)"
        )
        add_file(action, "file", what, nargs="?")
        if name == "export":
            action.add_argument("--force", action="store_true", help="replace a file that exists")
        else:
            add_json(action)
        add_language(action)
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    game = game_of(args.game)
    room = f"{type(game).__module__.rpartition('.')[0]}.cards"
    if find_spec(room) is None:
        raise InvalidInput("no_card_list", title=game.title)
    cards = import_module(room)
    printed = Path(str(cards.__file__)).with_name("cards.toml")
    if args.action == "export":
        return export(printed, args.file, args.force)
    path = args.file or printed
    notes = cards.check(path)
    if args.json:
        sentences = [error_text(note, args.lang) for note in notes]
        found = {"game": game.id, "file": str(args.file or ""), "summary": sentences[0], "warnings": sentences[1:]}
        print(
            json.dumps({**found, **({"cards": read_toml(path)} if args.action == "show" else {})}, ensure_ascii=False)
        )
        return 0
    if args.action == "show":
        print("\n".join(shown(read_toml(path), args.lang, None if args.file else Words(game, args.lang))))
    print(card_report(notes, args.lang))
    return 0


def export(printed: Path, file: Path | None, force: bool) -> int:
    """Write the list that comes with a game, with its comments."""
    text = printed.read_text(encoding="utf-8")
    if file is None:
        sys.stdout.write(text)
        return 0
    if file.exists() and not force:
        raise InvalidInput("file_exists", file=str(file))
    write_text(file, text)
    print(file)
    return 0


def shown(tables: dict[str, Any], language: str, words: Words | None) -> list[str]:
    """Show a card list as lines. ``words`` name what the list itself does not; None for a list of the player's own."""
    lines, marked = [], False
    for table, rows in tables.items():
        lines.append(f"{table}:")
        for row in rows if isinstance(rows, list) else [rows]:
            if not isinstance(row, dict):
                lines.append(f"    {row}")
                continue
            mark = MARKS.get(row.get("source", "own"), " ")
            marked = marked or mark != " "
            values = "  ".join(f"{key}={_short(value)}" for key, value in row.items() if key not in ("name", "source"))
            lines.append(f"  {mark} {_name(row, language, words):24} {values}")
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
