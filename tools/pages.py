"""Writes the reference pages in docs from the code: games, commands, settings, card lists (--check: only compare)."""

from __future__ import annotations

import ast
import inspect
import sys
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import reference  # type: ignore[import-not-found]  # beside this script

from bunfight import games
from bunfight.engine import Option
from bunfight.engine.cards import read_toml
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import Words

PAGES = Path("docs/games")


def cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    lines: list[Sequence[object]] = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(cell(one) for one in line)} |" for line in lines]


def text_of(words: dict[str, Any], key: str) -> str:
    return str(words.get(key, {}).get("en", ""))


def values(option: Option) -> str:
    if option.kind == "bool":
        return "yes, no"
    if option.kind == "int":
        return f"{option.low} to {option.high}"
    return ("any of " if option.many else "") + ", ".join(option.labels or option.choices)


def options(game: AnyGame, words: Words) -> list[str]:
    rows = []
    for option in game.options:
        default = option.written(option.default)
        shown = f"`{default}`" if default else "nobody"
        rows.append([f"`{option.name}`", shown, values(option), words.option_help(option.name), option.rule])
    return table(["Option", "Standard", "Values", "What it does", "Rule"], rows)


def cards(game: AnyGame) -> list[str]:
    """How many cards of each kind are printed, public or ours."""
    listed = read_toml(Path(inspect.getfile(type(game))).with_name("cards.toml"))
    rows: list[list[object]] = []
    for kind, some in listed.items():
        found = (
            Counter(row.get("source", "") for row in some if isinstance(row, dict)) if isinstance(some, list) else {}
        )
        if set(found) - {""}:
            rows.append([f"`{kind}`", *(found[source] or "" for source in ("printed", "public", "house"))])
    about = [
        f"The rows of `cards.toml` by where they come from. `bunfight cards show {game.id}` marks every row. How to"
    ]
    about += [f"[change the cards](../change-cards.md); [the format of the list](../card-lists/{game.id}.md).", ""]
    heads = ["Kind", "Printed in the rulebook", "From another public source", "Ours"]
    return about + table(heads, rows)


def classes(module: str) -> list[tuple[str, str, list[list[object]]]]:
    """(name, docstring, [field, type, comment]) of every dataclass of a module."""
    source = Path(str(import_module(module).__file__)).with_suffix(".py").read_text(encoding="utf-8")
    lines = source.splitlines()
    found = []
    for node in ast.parse(source).body:
        if not isinstance(node, ast.ClassDef):
            continue
        rows: list[list[object]] = []
        for line in node.body:
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                comment = lines[line.end_lineno - 1][line.end_col_offset :].partition("#")[2] if line.end_lineno else ""
                rows.append([f"`{line.target.id}`", f"`{ast.unparse(line.annotation)}`", comment.strip()])
        if rows or node.bases:
            found.append((node.name, ast.get_docstring(node) or "", rows))
    return found


def observation(game: AnyGame) -> list[str]:
    """The fields of the encoding, as they lie in an observation."""
    least, most = (game.encoder(seats) for seats in (game.seats[0], game.seats[-1]))
    assert least is not None
    assert most is not None
    lines = [
        f"For those who train agents ([learning](../learning.md)): version {least.version} of the encoding. With "
        f"{game.seats[0]} players it has {int(least.size):,} numbers, with {game.seats[-1]} {int(most.size):,}; "
        "the fields lie one after the other.",
        "`S` is a seat, counted from the observer clockwise. A number is the amount divided by the one in the column "
        "“counts as 1”.",
        "",
    ]
    rows: list[list[object]] = []
    for small, large in zip(least.fields, most.fields, strict=True):
        shape = [str(a) if a == b else shape_in(a, b, game) for a, b in zip(small.shape, large.shape, strict=True)]
        rows.append([f"`{small.name}`", " × ".join(shape), f"{small.most:,}", small.about])
    return lines + table(["Field", "Shape", "Counts as 1", "What it tells"], rows)


def shape_in(small: int, large: int, game: AnyGame) -> str:
    """A length that grows with the number of seats."""
    times = (large - small) // (game.seats[-1] - game.seats[0])
    return "S" if times == 1 else f"{times} S"


def page(name: str) -> str:
    game = games.load(name)
    words = Words(game)
    texts = words.table
    low, high = game.seats[0], game.seats[-1]
    lines = [f"# {words.title}", "", words.gist, "", *([text_of(texts, "ours"), ""] if "ours" in texts else [])]
    lines += [f"{low} to {high} players, {game.minutes} minutes, rules version {game.rules_version}."]
    lines += [f"The {len(words.book['rules'])} rules by id: `bunfight rules {name}`; to play: `bunfight play {name}`."]
    lines += ["", "This page is written by `python tools/pages.py` from the game itself."]
    lines += ["", "## Options", "", *options(game, words)]
    lines += ["", "## Cards", "", *cards(game)]
    lines += ["", "## Moves", "", "A move is a line: the verb, then its words ({0}, {1}, ...) in this order.", ""]
    lines += table(["Verb", "Meaning"], [[f"`{verb}`", text_of(texts["moves"], verb)] for verb in texts["moves"]])
    lines += ["", "## Questions", "", "What a seat can be asked (`step` of its view).", ""]
    lines += table(["Step", "Question"], [[f"`{step}`", text_of(texts["steps"], step)] for step in texts["steps"]])
    lines += ["", "## View", "", "Everything that a seat, a spectator, a bot and the browser get."]
    lines += [
        "The last class is the view itself; it begins with `seat`, `seats`, `awaits`, `step`, `moves` and `over`."
    ]
    for title, about, rows in classes(f"bunfight.games.{name}.views.types"):
        lines += ["", f"### {title}", "", *([about.split("\n\n")[0].replace("\n", " "), ""] if about else [])]
        lines += table(["Field", "Type", ""], rows)
    lines += ["", "## Observation", "", *observation(game)]
    lines += [
        "",
        "## Events",
        "",
        "The events of the game; `None` in a field: this listener may not know it.",
        "",
    ]
    rows = []
    for title, _, own in classes(f"bunfight.games.{name}.rules.events"):
        fields = ", ".join(f"{field}: {kind}".replace("`", "") for field, kind, _ in own)
        rows.append([f"`{title}`", f"`{fields}`" if fields else "", text_of(texts["events"], title)])
    lines += table(["Event", "Fields", "In words"], list(rows))
    lines += ["", "## Endings and scores", ""]
    lines += table(["Reason", "In words"], [[f"`{key}`", text_of(texts["reasons"], key)] for key in texts["reasons"]])
    lines += [
        "",
        *table(["Score line", "In words"], [[f"`{key}`", text_of(texts["scores"], key)] for key in texts["scores"]]),
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    stale = []
    found = {PAGES / f"{name}.md": page(name) for name in games.names()} | reference.pages()
    for path, text in found.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(str(path))
            if "--check" not in sys.argv:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    if "--check" in sys.argv and stale:
        print(f"{', '.join(stale)}: not what the code says; run python tools/pages.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
