"""``bunfight rules``: the rulebook in our words."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from pathlib import Path

from bunfight.cli.arguments import add_game, game_of, options_of, parser_of, players_of
from bunfight.engine.errors import InvalidInput
from bunfight.i18n import languages
from bunfight.i18n.words import Words
from bunfight.testing.coverage import named_by


def main(argv: list[str]) -> int:
    parser = parser_of(argv, "Show the rules of a game, one rule, or (--coverage) the tests that cite each of them.")
    add_game(parser)
    parser.add_argument("id", nargs="?", metavar="ID", help="a rule id or the beginning of one, for example XX-TURN")
    parser.add_argument("--players", type=int, metavar="N", help="number of players (default: the fewest)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="as the game is played; may be repeated"
    )
    parser.add_argument("--coverage", action="store_true", help="with the tests that cite each rule (in a checkout)")
    parser.add_argument("--tests", type=Path, default=Path("tests/games"), help="where the tests are")
    parser.add_argument("--lang", choices=languages.every(), default="en")
    args = parser.parse_args(argv[1:])
    game = game_of(args.game)
    words = Words(game, args.lang, options_of(game, args.option, players_of(game, args.players)))
    every = words.book["rules"]
    wanted = (args.id or "").upper()
    chosen = [rule for rule in every if rule == wanted] or [rule for rule in every if rule.startswith(wanted)]
    if not chosen:
        close = get_close_matches(wanted, every, 3)
        key = "no_rule_like" if close else "no_rule"
        raise InvalidInput(key, rule_id=args.id, title=game.title, game=game.id, close=", ".join(close))
    if args.coverage and not args.tests.is_dir():
        raise InvalidInput("coverage_tests", folder=str(args.tests))
    tests = named_by(args.tests / game.id) if args.coverage else {}
    if not wanted and not args.coverage:
        for heading, lines in words.overview():
            print(f"\n{heading}", *lines, sep="\n  ")
    section = ""
    for rule in chosen:
        part = rule.split("-", 1)[1].rpartition("-")[0]
        if part != section:
            section = part
            print(f"\n{words.book['sections'].get(part, {}).get(args.lang, part)}")
        print(f"  {rule}  {words.rule(rule)}")
        for test in tests.get(rule, []):
            print(f"      {test}")
    untested = [rule for rule in chosen if not tests.get(rule)] if args.coverage else []
    if args.coverage:
        print(f"\n{len(chosen) - len(untested)} of {len(chosen)} rules are named by a test")
    if untested:
        print(f"without a test: {', '.join(untested)}", file=sys.stderr)
    return 1 if untested else 0
