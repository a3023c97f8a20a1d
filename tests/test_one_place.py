"""What is particular to a game stands in its folder: nobody else knows it by name, or looks for hooks in it."""

import re
from pathlib import Path

from bunfight import games
from bunfight.engine import Game
from bunfight.engine.view import GameView
from bunfight.i18n.words import Words, rule_ids
from bunfight.protocol import schema

SRC = Path(str(games.__file__)).parents[1]
NAMES = "|".join(games.names())
OWN = re.compile(r"games/")
# fields with names that generic code uses for other things
ORDINARY = {"round", "turn", "last", "menu", "line", "players", "order", "cards", "gone", "previews"}
OTHERS = [path for path in SRC.rglob("*.py") if not OWN.match(path.relative_to(SRC).as_posix())]


def found(pattern: str) -> set[str]:
    """Places outside the games at which a pattern stands."""
    places = set()
    for path in OTHERS:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(pattern, line):
                places.add(f"{path.relative_to(SRC).as_posix()}:{number}: {line.strip()}")
    return places


def test_games_are_known_by_name_only_in_the_registry() -> None:
    assert found(rf"\b({NAMES})\b") == set()


def test_protocol_client_and_terminal_know_no_event_step_rule_or_field_of_a_game() -> None:
    """Names that belong to one game only: its events, steps and rule ids, and fields of its view."""
    generic = [path for part in ("protocol", "client", "tui") for path in (SRC / part).rglob("*.py")]
    source = {path: path.read_text(encoding="utf-8") for path in generic}
    for name in games.names():
        game = games.load(name)
        prefix = rule_ids(game)[0].split("-")[0]
        parts = schema.game_schema(game)["$defs"]
        fields = (
            parts[parts["View"]["$ref"].rpartition("/")[2]]["properties"].keys() - GameView.__struct_fields__ - ORDINARY
        )
        own = {event.__name__ for event in schema.events_of(game)} | set(Words(game).table["steps"])
        assert fields and own
        field = "|".join(sorted(fields))
        named = re.compile(rf"\b{prefix}-[A-Z]|\b({'|'.join(sorted(own))})\b|[\"']({field})[\"']|\bview\.({field})\b")
        assert [(path.name, found[0]) for path, text in source.items() if (found := named.search(text))] == []


def test_the_browser_knows_no_game_by_name_outside_its_folder() -> None:
    web = SRC.parents[1] / "web" / "src"
    named = re.compile(rf"\b({'|'.join(games.housed())})\b")
    places = [path for path in web.rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    others = [path for path in places if not re.match(r"(games/\w+/|generated/)", path.relative_to(web).as_posix())]
    assert [str(path) for path in others if named.search(path.read_text(encoding="utf-8"))] == []


def test_nobody_looks_for_hooks_in_a_game() -> None:
    assert found(r"\b(get|has)attr\([\w.]*\bgame\b") == set()
    assert found(r"\b(get|has)attr\(move\b") == set()
    assert found(r"\b(get|has)attr\((s|state|after|table\.state)\b") == set()


def test_a_game_has_few_public_members() -> None:
    assert len([name for name in dir(Game) if not name.startswith("_")]) <= 20


def test_languages_stand_beside_each_other_in_files_of_words_only() -> None:
    """A third one is a file: nothing else may count on two. Tests of Python and of the browser hold the words to it."""
    pair = re.compile(r"""["']zh["'] *[:,)\]]|=== *["']zh|["']zh["'] *(===|in\b)|\.zh\b|\bzh: """)
    named = SRC / "i18n" / "languages" / "__init__.py"
    places = [path for path in SRC.rglob("*.py") if path != named]
    web = SRC.parents[1] / "web" / "src"
    places += [path for path in web.rglob("*") if path.suffix in (".ts", ".svelte") and path.parent.name != "words"]
    here = [path.relative_to(SRC.parents[1]).as_posix() for path in places if pair.search(path.read_text("utf-8"))]
    assert sorted(here) == ["web/src/lib/i18n.ts", "web/src/lib/languages.ts"]


BOARDS = [path for folder in ("games", "lessons") for path in (SRC.parents[1] / "web" / "src" / folder).rglob("*.*")]


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
