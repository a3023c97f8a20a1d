"""Writes reference pages from the code: commands, the man page, settings, formats of card lists (for pages.py)."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from argparse import Action, ArgumentParser
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as types

import bunfight
from bunfight import games
from bunfight.cli import ABOUT, COMMANDS, parser_for
from bunfight.cli.completion import actions_in, plain_arguments
from bunfight.engine import cards
from bunfight.i18n.words import Words
from bunfight.server.settings import Settings

EXIT_CODES = (
    "0: success. 1: a negative answer (a law is broken, a table is damaged). 2: invalid input. 130: stopped by Ctrl-C."
)
ENVIRONMENT = {
    "BUNFIGHT_HOME": "the folder of saved games, settings of the terminal and tables of `bunfight host` "
    "(default: `~/.local/share/bunfight`)",
    "BUNFIGHT_PURE": "1: run from source although there is a compiled engine",
    "NO_COLOR": "set: no colours",
}


def table(heads: list[str], rows: list[list[str]]) -> list[str]:
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(str(one).replace('|', chr(92) + '|') for one in line)} |" for line in lines]


# -- commands --------------------------------------------------------------------------------------------------------


def value_name(one: Action) -> str:
    if one.nargs == 0:
        return ""
    return str(one.metavar or "{" + ",".join(map(str, one.choices or ())) + "}")


def usage(parser: ArgumentParser) -> str:
    """One line: the positional arguments with the optional ones in brackets; options by one word."""
    parts = [parser.prog]
    parts += ["[ACTION]" if not one.required else "ACTION" for one in parser._actions if is_actions(one)]
    for one in plain_arguments(parser):
        if not one.option_strings:
            name = value_name(one)
            parts.append({"?": f"[{name}]", "*": f"[{name} ...]"}.get(str(one.nargs), name))
    return " ".join([*parts, "[OPTIONS]"])


def is_actions(one: Action) -> bool:
    return isinstance(one, argparse._SubParsersAction)


def help_of(one: Action) -> str:
    summary = (one.help or "").replace("%%", "%")
    choices = (
        f"; one of {', '.join(map(str, one.choices))}" if one.choices and one.dest not in ("lang", "shell") else ""
    )
    return f"{summary}{choices}"


def written(one: Action) -> str:
    flags = ", ".join(one.option_strings)
    return f"{flags} {value_name(one)}".strip() if flags else value_name(one)


def arguments(parser: ArgumentParser) -> list[Action]:
    return [one for one in plain_arguments(parser) if one.dest != "help"]


def command_section(parser: ArgumentParser, about: str, level: str) -> list[str]:
    said = parser.description or f"{about[:1].upper()}{about[1:]}."
    lines = [f"{level} {parser.prog}", "", said, "", "```", usage(parser), "```", ""]
    actions = actions_in(parser)
    if actions:
        lines += [
            *table(["Action", "What it does"], [[f"`{name}`", summary] for name, (summary, _) in actions.items()]),
            "",
        ]
    rows = [[f"`{written(one)}`", help_of(one)] for one in arguments(parser)]
    if rows:
        lines += [*table(["Argument", "Meaning"], rows), ""]
    for summary, sub in actions.values():
        lines += command_section(sub, summary, level + "#")
    return lines


def commands_page() -> str:
    lines = [
        "# Commands",
        "",
        "Every command has the form",
        "",
        "```",
        "bunfight COMMAND [ACTION] [ARGUMENTS] [OPTIONS]",
    ]
    lines += ["```", "", "`bunfight` alone lists the commands, and `--help` after a command or action explains it. The"]
    lines += [
        "words in capitals stand for your own values. `--lang en` or `--lang zh` chooses the language, `--json` prints"
    ]
    lines += ["JSON for programs. This page is written by `python tools/pages.py` from the commands themselves.", ""]
    lines += table(
        ["Command", "What it does"],
        [[f"[{name}](#bunfight-{name})", summary] for name, (_, summary) in COMMANDS.items()],
    )
    lines += [
        "",
        "## Exit codes",
        "",
        EXIT_CODES.replace(" 1:", "\n1:").replace(" 2:", "\n2:").replace(" 130:", "\n130:"),
    ]
    lines = [re.sub(r"^(\d+): ", r"- \1: ", line) for text in lines for line in text.split("\n")]
    lines += ["", "## Environment", ""]
    lines += table(["Variable", "Meaning"], [[f"`{name}`", summary] for name, summary in ENVIRONMENT.items()])
    lines += ["", "Settings of a server can also come from the environment: see [settings](settings.md).", ""]
    lines += [
        "## Completion",
        "",
        "`bunfight completion bash` prints a script for your shell (also for zsh and fish); its first",
    ]
    lines += ["line says how to install it. After `pip install` there is also a man page, `man bunfight`.", ""]
    for name, (_, summary) in COMMANDS.items():
        lines += command_section(parser_for(name), summary, "##")
    return "\n".join(lines).rstrip() + "\n\nNext: [questions and answers](faq.md).\n"


def man(text: str) -> str:
    """Text as troff has it."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("`", "").replace("\n'", "\n\\&'")


def man_section(parser: ArgumentParser) -> list[str]:
    lines = [".SS", man(usage(parser))]
    if parser.description:
        lines += [man(parser.description)]
    for one in arguments(parser):
        lines += [".TP", f".B {man(written(one))}", man(help_of(one))]
    for _, sub in actions_in(parser).values():
        lines += man_section(sub)
    return lines


def man_page() -> str:
    version = bunfight.__version__
    lines = [f'.TH BUNFIGHT 1 "" "bunfight {version}" "User Commands"', ".SH NAME"]
    lines += ["bunfight \\- five board games about food, in browsers and terminals, for bots and research"]
    lines += [".SH SYNOPSIS", ".B bunfight", "COMMAND [ACTION] [ARGUMENTS] [OPTIONS]", ".SH DESCRIPTION", man(ABOUT)]
    lines += [".SH COMMANDS"]
    for name, (_, summary) in COMMANDS.items():
        lines += [".TP", f".B {name}", man(summary)]
    lines += [".SH ARGUMENTS"]
    for name in COMMANDS:
        lines += man_section(parser_for(name))
    lines += [".SH EXIT STATUS", man(EXIT_CODES), ".SH ENVIRONMENT"]
    for name, summary in ENVIRONMENT.items():
        lines += [".TP", f".B {name}", man(summary)]
    return "\n".join(lines) + "\n"


# -- settings --------------------------------------------------------------------------------------------------------


def settings_page() -> str:
    """Every setting with its default; the meaning is the comment in the code."""
    source = inspect.getsource(Settings)
    comments = {}
    for node in ast.parse(source).body[0].body:  # type: ignore[attr-defined]
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.end_lineno:
            line = source.splitlines()[node.end_lineno - 1]
            comments[node.target.id] = line[node.end_col_offset :].partition("#")[2].strip()
    rows = []
    for field in msgspec.structs.fields(Settings):
        default = msgspec.json.encode(getattr(Settings(), field.name)).decode()
        about = comments.get(field.encode_name, "")
        assert about, f"say in a comment what the setting {field.name} means"
        rows.append([f"`{field.name}`", f"`{default}`", about])
    lines = ["# Settings of a server", "", "Write the settings you want to change into a file, and name it:", "", "```"]
    lines += [
        "bunfight serve --config settings.toml",
        "bunfight serve --print-config     # the effective settings",
        "```",
        "",
    ]
    lines += [
        "```toml",
        'db = "/var/lib/bunfight/tables.db"',
        'url = "https://buns.example"',
        "proxy = true",
        "keep_days = 365",
    ]
    lines += [
        "```",
        "",
        "Settings come from four places, each stronger than the one before: the defaults below, the file, the",
    ]
    lines += [
        "environment (`BUNFIGHT_PORT=80`, lists with commas), and the command line (`--port 80`). An unknown name or an"
    ]
    lines += [
        "invalid value stops the server with a sentence that names it. This page is written by `python tools/pages.py`"
    ]
    lines += ["from the server itself.", "", *table(["Setting", "Default", "Meaning"], rows), ""]
    lines += ["Next: [run it on a VPS](vps.md), [look after a server](server.md)."]
    return "\n".join(lines) + "\n"


# -- card lists ------------------------------------------------------------------------------------------------------


def limits(found: Any) -> str:
    low, high = found.ge, found.le
    if low is not None and high is not None:
        return f" from {low} to {high}"
    return f" from {low}" if low is not None else f" up to {high}" if high is not None else ""


def type_of(found: Any) -> str:
    """A type in words."""
    if isinstance(found, types.Metadata):
        return type_of(found.type)
    if isinstance(found, types.IntType):
        return "whole number" + limits(found)
    if isinstance(found, types.FloatType):
        return "number" + limits(found)
    if isinstance(found, types.LiteralType):
        said = "one of " + ", ".join(f"`{value}`" for value in found.values if value)
        return said if "" not in found.values else f"{said}; or empty"
    if isinstance(found, types.UnionType):
        return "text, or text by language" if any(isinstance(one, types.DictType) for one in found.types) else "text"
    if isinstance(found, (types.ListType, types.VarTupleType)):
        return f"list: {type_of(found.item_type)}"
    if isinstance(found, types.TupleType):
        return "[" + "; ".join(type_of(one) for one in found.item_types) + "]"
    if isinstance(found, types.DictType):
        return "table"
    if isinstance(found, types.BoolType):
        return "yes or no (`true`, `false`)"
    return "text" if isinstance(found, types.StrType) else "table"


def default_of(field: Any) -> str:
    if field.required:
        return "needed"
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return f"`{msgspec.json.encode(value).decode()}`"


def struct_sections(kind: Any, name: str, many: bool) -> list[str]:
    """One table of a card list."""
    heading = f"[[{name}]]" if many else f"[{name}]"
    lines = [f"## `{heading}`", ""]
    nested = [(one.encode_name, inner_type(one.type)) for one in kind.fields]
    about = (kind.cls.__doc__ or "").split("\n\n")[0].replace("\n", " ").strip()
    lines += [about, ""] if about and not about.startswith(f"{kind.cls.__name__}(") else []
    rows = [[f"`{one.encode_name}`", type_of(one.type), default_of(one)] for one in kind.fields]
    lines += [*table(["Key", "Value", "Default"], rows), ""]
    for key, inner in nested:
        if isinstance(inner, types.StructType):
            lines += [f"Keys of `{key}`:", ""]
            rows = [[f"`{one.encode_name}`", type_of(one.type), default_of(one)] for one in inner.fields]
            lines += [*table(["Key", "Value", "Default"], rows), ""]
    return lines


def inner_type(found: Any) -> Any:
    """The type of the entries, if it is a list."""
    while True:
        if isinstance(found, types.Metadata):
            found = found.type
        elif isinstance(found, (types.VarTupleType, types.ListType)):
            found = found.item_type
        else:
            return found


def list_type(module: Any) -> Any:
    """The struct of a whole list: the one whose keys are the headings of the printed list."""
    headings = set(cards.read_toml(Path(str(module.__file__)).with_name("cards.toml")))
    kinds = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, cards.Row)]
    infos = [types.type_info(one) for one in kinds]
    return next(one for one in infos if headings <= {field.encode_name for field in one.fields})  # type: ignore[attr-defined]


def cards_page(name: str) -> str:
    game = games.load(name)
    module = import_module(f"{type(game).__module__.rpartition('.')[0]}.cards")
    title = Words(game).title
    lines = [
        f"# The card list of {title}",
        "",
        "Start from the list that comes with the game, and check yours after a change:",
    ]
    lines += [
        "",
        "```",
        f"bunfight cards export {name} {name}.toml",
        f"bunfight cards check {name} {name}.toml",
        "```",
        "",
    ]
    lines += [
        "A list is a TOML file. A heading in double brackets starts one card; the keys below it say what is on it."
    ]
    lines += [
        '`name` is one name, or one by language: `{ en = "Bun", zh = "面包" }`. `source` says where a card comes from;'
    ]
    lines += [
        "leave it out for your own. How to play with a list and compare it: [change the cards](../change-cards.md).",
        "",
    ]
    whole = list_type(module)
    for field in whole.fields:
        kind = field.type.type if isinstance(field.type, types.Metadata) else field.type
        many = isinstance(kind, (types.VarTupleType, types.ListType))
        inner = inner_type(kind)
        if isinstance(inner, types.StructType):
            lines += struct_sections(inner, field.encode_name, many)
        else:
            lines += [
                f"## `{field.encode_name}`",
                "",
                f"A {type_of(field.type)}; {'needed' if field.required else f'default: {default_of(field)}'}.",
                "",
            ]
    words = Words(game)
    about = [(rule, words.rule(rule)) for rule in words.book["rules"] if "-LIST-" in rule]
    if about:
        lines += ["## Rules for lists", "", *(f"- {text} ({rule})" for rule, text in about), ""]
    lines += ["`bunfight cards check` names the row and the key of whatever does not fit. This page is written by"]
    lines += ["`python tools/pages.py` from the game itself.", "", "Next: [change the cards](../change-cards.md)."]
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """Every page of this module by its path."""
    found = {
        Path("docs/commands.md"): commands_page(),
        Path("docs/bunfight.1"): man_page(),
        Path("docs/settings.md"): settings_page(),
    }
    return found | {Path(f"docs/card-lists/{name}.md"): cards_page(name) for name in games.names()}
