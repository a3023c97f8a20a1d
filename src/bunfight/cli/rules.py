"""``bunfight rules``: shows and searches the rules of a game."""

from __future__ import annotations

import json
import re
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from bunfight.cli.arguments import add_game, options_of, parser_of, players_of
from bunfight.engine.errors import InvalidInput
from bunfight.i18n.arguments import CommandParser, add_json, add_language, game_of
from bunfight.i18n.words import Words, section_of
from bunfight.testing.coverage import named_by, tests_of

ID: Final = re.compile(r"[A-Za-z]{2}(-[\w-]*)?")  # XX, XX-TURN or XX-TURN-2


def parser(command: str = "rules") -> CommandParser:
    made = parser_of(command, "Show all rules of a game, those with an id or some words, or the tests that cite them.")
    add_game(made)
    what = "a rule id, the beginning of one (for example XX-TURN), or words to search for; without it, all rules"
    made.add_argument("words", nargs="*", default=[], metavar="WORD", help=what)
    made.add_argument("--coverage", action="store_true", help="with the tests that cite each rule")
    made.add_argument(
        "--tests", type=Path, metavar="FOLDER", help="where the tests are (default: those of the game's project)"
    )
    made.add_argument("--players", type=int, metavar="N", help="number of players (default: the fewest)")
    made.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, which may change its rules; may be repeated",
    )
    add_json(made)
    add_language(made)
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_intermixed_args(argv[1:])  # options may also come before the words
    game = game_of(args.game)
    words = Words(game, args.lang, options_of(game, args.option, players_of(game, args.players)))
    wanted = " ".join(args.words)
    chosen = find_rules(words, wanted)
    tests: dict[str, list[str]] = {}
    if args.coverage:
        folder = tests_of(game, args.tests)
        if folder is None:
            raise InvalidInput("coverage_tests", folder=str(args.tests or "tests"))
        tests = named_by(folder)
    untested = [rule for rule in chosen if not tests.get(rule)] if args.coverage else []
    if args.json:
        rows: list[dict[str, Any]] = [
            {"id": rule, "section": words.section(section_of(rule)), "text": words.rule(rule)} for rule in chosen
        ]
        for row in rows if args.coverage else []:
            row["tests"] = tests.get(row["id"], [])
        print(json.dumps(rows, ensure_ascii=False))
        return 1 if untested else 0
    if not wanted and not args.coverage:
        for heading, lines in words.overview():
            print(f"\n{heading}", *lines, sep="\n  ")
    print_rules(words, chosen, tests)
    if args.coverage:
        print(f"\n{len(chosen) - len(untested)} of {len(chosen)} rules are named by a test")
    if untested:
        print(f"without a test: {', '.join(untested)}", file=sys.stderr)
    return 1 if untested else 0


def find_rules(words: Words, wanted: str) -> list[str]:
    """The ids of the rules that were asked for; InvalidInput proposes similar ids if there are none."""
    every = words.book["rules"]
    chosen = [wanted.upper()] if wanted.upper() in every else [rule for rule, _ in words.rules_about(wanted)]
    if not chosen:
        close = get_close_matches(wanted.upper(), every, 3)
        key = "no_rule_like" if close else "no_rule" if ID.fullmatch(wanted) else "no_rule_word"
        facts = {"rule_id": wanted, "word": wanted, "title": words.title, "game": words.game}
        raise InvalidInput(key, **facts, close=", ".join(close))
    return chosen


def print_rules(words: Words, rules: list[str], tests: dict[str, list[str]]) -> None:
    """Print rules under the headings of their sections, each with its tests."""
    section = ""
    for rule in rules:
        part = section_of(rule)
        if part != section:
            section = part
            print(f"\n{words.section(part)}")
        print(f"  {rule}  {words.rule(rule)}")
        for test in tests.get(rule, []):
            print(f"      {test}")
