"""Generic code knows no game by id, rule, event, step or field."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bunfight import games
from bunfight.engine import Game
from bunfight.engine.step import Step
from bunfight.i18n.words import Words
from bunfight.protocol.schema import game_schema

SRC = Path(str(games.__file__)).parents[1]
WEB = SRC.parents[1] / "web" / "src"
NAMES = "|".join(games.names())
OTHERS = [path for path in SRC.rglob("*.py") if path.relative_to(SRC).parts[0] != "games"]
# The physics simulation is specified by rules of the game that it was written for, and measures what they name.
GENERIC = [path for path in OTHERS if path.relative_to(SRC).parts[0] != "physics"]
BROWSER = [
    path
    for path in WEB.rglob("*")
    if path.suffix in (".ts", ".svelte", ".css")
    and not re.match(r"(games/\w+/|generated/)", path.relative_to(WEB).as_posix())
]
PREFIXES = sorted({rule.partition("-")[0] for name in games.names() for rule in Words(games.load(name)).book["rules"]})

# Fields of one game that are also ordinary English: generic code has these words for things of its own.
# fmt: off
ORDINARY = {
    "agenda", "art", "aside", "asked", "at", "b", "balance", "chosen", "clock", "closing", "column", "die", "done",
    "ended", "final", "finished", "frames", "given", "gone", "group", "items", "known", "last", "level", "lines",
    "missing", "ms", "new", "next", "of", "on", "one", "open", "printed", "progress", "quick", "room", "rows", "rule",
    "saves", "score", "scoring", "sign", "space", "start", "taken", "top", "turns", "used", "value", "version",
    "window", "workers", "x", "y",
}
# fmt: on
# Ordinary in one package, but the name of a field elsewhere: the training recipe of the learner.
ALLOWED = {"rl": {"recipe"}}


def found(pattern: str) -> set[str]:
    """Places outside the games where a pattern occurs."""
    places = set()
    for path in OTHERS:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(pattern, line):
                places.add(f"{path.relative_to(SRC).as_posix()}:{number}: {line.strip()}")
    return places


def steps(cls: type) -> Iterator[type]:
    for sub in cls.__subclasses__():
        yield sub
        yield from steps(sub)


def of_one_game() -> tuple[set[str], set[str]]:
    """Events and steps, and fields of views and events, that exactly one game has."""
    kinds: Counter[str] = Counter()
    fields: Counter[str] = Counter()
    for name in games.names():
        parts = game_schema(games.load(name))["$defs"]
        kinds.update(one["$ref"].rpartition("/")[2] for one in parts["GameEvent"]["anyOf"])
        fields.update({field for part in parts.values() for field in part.get("properties", {})})
    homes = {(step.__name__, step.__module__.split(".")[2]) for step in steps(Step) if ".games." in step.__module__}
    kinds.update(step for step, home in homes if home in games.names())
    return {kind for kind, n in kinds.items() if n == 1}, {field for field, n in fields.items() if n == 1}


KINDS, FIELDS = of_one_game()


def named_in_python(source: str, ordinary: set[str] = ORDINARY) -> set[str]:
    """The names of one game's events, steps and fields in Python: as strings, and where unmistakable as identifiers."""
    sure = KINDS | {field for field in FIELDS if "_" in field}
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            names |= {node.value} & (KINDS | FIELDS)
        elif isinstance(node, ast.Attribute | ast.Name):
            names |= {node.attr if isinstance(node, ast.Attribute) else node.id} & sure
    return names - ordinary


def named_in_the_browser(source: str) -> set[str]:
    """The same in TypeScript and Svelte; single words count where they are read from a view or an event."""
    sure = KINDS | {field for field in FIELDS if "_" in field}
    read = re.findall(r"\b(?:view|View\)|event|e)\??\.(\w+)", source)
    return (set(re.findall(r"\w+", source)) & sure) | (set(read) & FIELDS) - ORDINARY


def test_no_generic_module_names_a_game_by_id() -> None:
    assert found(rf"\b({NAMES})\b") == set()


def test_no_generic_module_names_a_rule_of_a_game() -> None:
    assert {place for place in found(rf"\b({'|'.join(PREFIXES)})-[A-Z]") if not place.startswith("physics/")} == set()


def test_no_generic_module_names_an_event_step_or_field_of_one_game() -> None:
    assert len(KINDS) > 100 and len(FIELDS) > 200
    places = {}
    for path in GENERIC:
        allowed = ALLOWED.get(path.relative_to(SRC).parts[0], set())
        names = named_in_python(path.read_text(encoding="utf-8"), ORDINARY | allowed)
        places |= {path.relative_to(SRC).as_posix(): sorted(names)} if names else {}
    assert places == {}


def test_the_browser_names_no_game_outside_its_folder() -> None:
    assert len(BROWSER) > 80
    ids = re.compile(rf"\b({'|'.join(games.housed())})\b|\b({'|'.join(PREFIXES)})-[A-Z]")
    prefixed = re.compile(r"""["'`]([a-z]{2})_\w""")  # keys such as bb_grill: the first letters of a game
    short = {prefix.lower() for prefix in PREFIXES} | {"".join(word[0] for word in n.split("_")) for n in games.names()}
    places = {}
    for path in BROWSER:
        source = path.read_text(encoding="utf-8")
        names = {match[0] for match in ids.finditer(source)} | {p for p in prefixed.findall(source) if p in short}
        if path.suffix != ".css" and path.parent.name != "text":
            names |= named_in_the_browser(source)
        places |= {path.relative_to(WEB).as_posix(): sorted(names)} if names else {}
    assert places == {}


def test_names_of_a_game_are_found() -> None:
    kind, field = min(KINDS), min(field for field in FIELDS if "_" in field)
    single = min(field for field in FIELDS - ORDINARY if "_" not in field)
    for source in (f"x = {kind!r}", f"x.{field}", f"x[{field!r}]", f"view.get({single!r})"):
        assert named_in_python(source), source
    for source in (f"e.kind === '{kind}'", f"x.{field}", f"view.{single}"):
        assert named_in_the_browser(source), source
    assert not named_in_python("x.items(), 'score'") and not named_in_the_browser("view.seats, table.open")


def test_capabilities_are_never_found_by_getattr() -> None:
    assert found(r"\b(get|has)attr\([\w.]*\bgame\b") == set()
    assert found(r"\b(get|has)attr\(move\b") == set()
    assert found(r"\b(get|has)attr\((s|state|after|table\.state)\b") == set()


def test_a_game_has_few_public_members() -> None:
    assert len([name for name in dir(Game) if not name.startswith("_")]) <= 21


def test_the_architecture_page_lists_every_step_with_legal_moves_of_its_own() -> None:
    page = (WEB.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    own = {(step.__module__.split(".")[2], step.__name__) for step in steps(Step) if "legal" in vars(step)}
    fast = {name for home, name in own if home in games.names()}
    assert fast and [name for name in sorted(fast) if f"`{name}`" not in page] == []


def test_languages_stand_beside_each_other_in_files_of_words_only() -> None:
    """A third one is a file: nothing else may count on two. Tests of Python and of the browser hold the words to it."""
    pair = re.compile(r"""["']zh["'] *[:,)\]]|=== *["']zh|["']zh["'] *(===|in\b)|\.zh\b|\bzh: """)
    named = SRC / "i18n" / "languages" / "__init__.py"
    places = [path for path in SRC.rglob("*.py") if path != named]
    places += [path for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte") and path.parent.name != "text"]
    here = [path.relative_to(SRC.parents[1]).as_posix() for path in places if pair.search(path.read_text("utf-8"))]
    assert sorted(here) == ["web/src/lib/i18n.ts", "web/src/lib/languages.ts"]


BOARDS = [path for folder in ("games", "generic") for path in (WEB / folder).rglob("*.*")]


def by_hand(text: str, verbs: list[str]) -> list[str]:
    """Where a board takes a move apart, puts one together, or reads something from the letters of an id."""
    patterns = [
        r"\bsplit\(",
        rf"`(?:{'|'.join(verbs)}) \$\{{",  # a move as a template string
        rf"[\"'](?:{'|'.join(verbs)}) [\"'] ?\+",
        r"\.id\b[^;\n]*\.(?:match|replace|startsWith|endsWith|includes|slice)\([/\"']",
        r"\bid\.(?:match|replace|startsWith|endsWith|slice)\(",
        r"RegExp",
    ]
    return [found[0] for pattern in patterns for found in re.finditer(pattern, text)]


def test_boards_and_lessons_point_and_take_no_move_or_id_apart() -> None:
    assert len(BOARDS) > 20
    verbs = [verb for name in [*games.names(), "_template"] for verb in games.load(name).grammar.verbs]
    for path in BOARDS:
        assert by_hand(path.read_text(encoding="utf-8"), verbs) == [], path.name


def test_the_terminal_takes_no_move_apart_and_writes_none() -> None:
    verbs = "|".join(verb for name in [*games.names(), "_template"] for verb in games.load(name).grammar.verbs)
    apart = re.compile(rf"""split\(" "\)|f["'](?:{verbs}) \{{|["'](?:{verbs}) ["'] ?\+""")
    places = [*(SRC / "tui").rglob("*.py"), *(SRC / "server").rglob("*.py"), *(SRC / "bots").glob("simple.py")]
    assert len(places) > 60
    assert [str(path) for path in places if apart.search(path.read_text(encoding="utf-8"))] == []


def test_a_board_that_does_it_by_hand_is_found() -> None:
    for text in (
        'move.split(" ")',
        "send(`place ${card} 0`)",
        "send('place ' + card)",
        "const kind = (id) => id.replace(/#.*/, '')",
        'c.id.startsWith("bun_")',
    ):
        assert by_hand(text, ["place"])
