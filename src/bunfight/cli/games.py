"""``bunfight games``: lists the installed games."""

from __future__ import annotations

import json
import sys
from typing import Any

from bunfight import games
from bunfight.bots import levels
from bunfight.cli.arguments import parser_of
from bunfight.engine import Option
from bunfight.engine.table import AnyGame
from bunfight.i18n.arguments import CommandParser, add_json, add_language
from bunfight.i18n.words import Words, error_text


def about(game: AnyGame, language: str) -> dict[str, Any]:
    words = Words(game, language)
    return {
        "id": game.id,
        "title": words.title,
        "players": [game.seats[0], game.seats[-1]],
        "minutes": game.minutes,
        "rules_version": game.rules_version,
        "gist": words.gist,
        "levels": [
            {"id": level.id, "title": level.title(language), "rating": level.rating} for level in levels(game.id)
        ],
        "options": [option_about(option, words) for option in game.options],
    }


def option_about(option: Option, words: Words) -> dict[str, Any]:
    limits: dict[str, Any] = {"choices": list(option.choices)} if option.choices else {}
    limits |= {"labels": list(option.labels)} if option.labels else {}
    if option.kind == "int":
        limits = {"low": option.low, "high": option.high}
    return {
        "name": option.name,
        "kind": option.kind,
        "default": option.default,
        "written": option.written(option.default),
        **limits,
        "rule": option.rule,
        "title": words.option(option.name),
        "help": words.option_help(option.name),
    }


def parser(command: str = "games") -> CommandParser:
    made = parser_of(command, "List the games: id, title, players, length, options with defaults, rules version.")
    add_json(made)
    add_language(made)
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    table = [about(games.load(name), args.lang) for name in games.names()]
    for why in games.skipped().values():
        print(f"bunfight games: skipped: {error_text(why, args.lang)}", file=sys.stderr)
    if args.json:
        print(json.dumps(table, ensure_ascii=False, indent=2))
        return 0
    for game in table:
        low, high = game["players"]
        length, version = game["minutes"], game["rules_version"]
        print(f"{game['id']}: {game['title']}, {low}-{high} players, {length} minutes, rules version {version}")
        print(f"    {game['gist']}")
        ids, titles = ([level[key] for level in game["levels"]] for key in ("id", "title"))
        print(f"    --bots {'|'.join(ids)}   {', '.join(titles)}")
        for option in game["options"]:
            values = ", ".join(option.get("labels", option.get("choices", []))) or "yes, no"
            if option["kind"] == "int":
                values = f"{option['low']} to {option['high']}"
            if option["kind"] == "list":
                values = f"any of {values}, with commas"
            print(f"    --option {option['name']}={option['written']}   ({values}) {option['help']}")
        print()
    return 0
