"""Texts: the same cases as in the browser, and adding a language by one file."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import bunfight
from bunfight import games
from bunfight.bots import levels
from bunfight.coach.report import page as review_page
from bunfight.coach.review import Account, Review
from bunfight.engine import IllegalMove, Rng, Table, estimator
from bunfight.engine.cards import read_toml
from bunfight.engine.errors import InvalidInput
from bunfight.engine.event import plain
from bunfight.engine.view import Effect
from bunfight.i18n import languages
from bunfight.i18n.plurals import plural_form
from bunfight.i18n.words import AID, COMMON, COMMON_RULES, LANGUAGES, MESSAGES, Words, error_text, in_force
from bunfight.lab.plan import plan_for
from bunfight.lab.report import page as report_page
from bunfight.lab.run import run
from bunfight.server.http.catalogue import custom_book
from bunfight.testing.rejects import rejects
from bunfight.tui.messages import MESSAGES as TERMINAL
from bunfight.tui.messages import Messages

SHARED: dict[str, Any] = json.loads((Path(__file__).parent / "shared" / "words.json").read_text(encoding="utf-8"))
NAMES = SHARED["names"]
ROOT = Path(__file__).parents[1]
ROOMS = Path(str(games.__file__)).parent


@pytest.fixture(params=enumerate(LANGUAGES), ids=lambda one: one[1])
def words(request: pytest.FixtureRequest) -> tuple[Words, int]:
    place, language = request.param
    found = Words(games.load("_template"), language)
    found.table = SHARED["words"]
    return found, place


def test_holes_are_filled_alike_everywhere(words: tuple[Words, int]) -> None:
    one, place = words
    for template, values, *told in SHARED["filled"]:
        assert one.filled(template, lambda name, values=values: values[name], NAMES) == told[place]  # type: ignore[misc]


@pytest.mark.parametrize(("language", "forms", "expected"), SHARED["plurals"])
def test_plural_forms_follow_cldr(language: str, forms: str, expected: dict[str, str]) -> None:
    assert {n: plural_form(forms, int(n), language) for n in expected} == expected


def test_plurals_work_without_babel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bunfight.i18n.plurals.find_spec", lambda name: None)
    assert [plural_form("a|b", n, "en") for n in (0, 1, 2)] == ["b", "a", "b"]
    assert [plural_form("a|b", n, "zh") for n in (0, 1, 2)] == ["b", "b", "b"]
    assert plural_form("a|b", 1, "cy") == "a"


def test_moves_events_and_effects_are_worded_alike_everywhere(words: tuple[Words, int]) -> None:
    one, place = words
    for move, *told in SHARED["moves"]:
        assert one.move(move, NAMES) == told[place]
    for event, *told in SHARED["events"]:
        assert one.event(event, NAMES) == told[place]
    for effect, *told in SHARED["effects"]:
        assert one.effect(Effect(**{**effect, "things": tuple(effect["things"])}), NAMES) == told[place]


@pytest.mark.parametrize(("line", "options", "holds"), SHARED["in_force"])
def test_lines_follow_the_options(line: dict[str, Any], options: dict[str, Any], holds: bool) -> None:
    assert in_force(line, options) is holds


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*games.names(), "_template"])
def test_every_game_is_described_on_one_screen(game: str, language: str) -> None:
    words = Words(games.load(game), language)
    aid, legend = words.aid(), words.legend()
    assert [heading for heading, _ in aid] == [COMMON["aid"][part][language] for part in AID]
    assert all(lines and all(lines) for _, lines in aid) and legend and all(sign and told for sign, told in legend)
    assert sum(len(lines) for _, lines in aid) <= 16
    for part in AID:
        for entry in [words.table["aid"][part]] if part == "goal" else words.table["aid"][part]:
            assert entry.keys() - {"when", "unless"} == {"en", "zh"}
    assert all(entry.keys() - {"art"} == {"sign", "en", "zh"} for entry in words.table["aid"]["legend"])


# -- one more language ----------------------------------------------------------------------------------------------


def invented(english: str) -> str:
    """The language of this test: every letter that people read is a ø."""
    return re.sub(r"(\{[^}|]*[}|])|[A-Za-z]", lambda found: found[1] or "ø", english)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of one's own with a word for every sentence that the tool says is there."""
    run = [sys.executable, "-c", "import json, languages_missing; print(json.dumps(languages_missing.sentences()))"]
    path = os.pathsep.join([str(ROOT / "tools"), *(one for one in sys.path if one)])
    done = subprocess.run(run, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True)
    lines = [f"{json.dumps(one)} = {json.dumps(invented(one))}" for one in json.loads(done.stdout)]
    room = tmp_path_factory.mktemp("languages")
    (room / "qq.toml").write_text('name = "Qq"\n[words]\n' + "\n".join(lines) + "\n", encoding="utf-8")
    return room


@pytest.mark.parametrize("name", [*games.names(), "_template"])
def test_a_language_is_one_file_and_nothing_else(name: str, written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "FOLDER", written)
    game, rng = games.load(name), Rng("language")
    words = Words(game, "qq")
    table = Table(game, ["1", "2"], "language", {}, estimator(game))
    told = [words.title, words.gist, *(words.option(option.name) for option in game.options)]
    told += [str(words.rule(rule)) for rule in [*words.book["rules"], *COMMON_RULES]]
    for _ in range(30):
        if table.state.agenda:
            seat, step = table.state.awaiting()[0], table.state.agenda[-1]
            told.append(words.question(type(step).__name__))
            told += [words.move(move.text, ["1", "2"]) for move in step.legal(table.state, seat)]
            table.play(seat, step.suggest(table.state, seat, rng))
            told += [words.event(plain(said.event), ["1", "2"]) for said in table.said[-1]]
    told.append(words.refusal(IllegalMove("HOUSE-OVER", "over")))
    assert [one for one in told if re.search("[A-Za-z]{2}", one)] == []
    with rejects("unknown language 'xx'; choose one of: en, zh, qq"):
        Words(game, "xx")


SPEAKING = sorted(path.parent.name for path in Path(str(bunfight.__file__)).parent.glob("*/phrases.toml"))


@pytest.mark.parametrize("room", SPEAKING)
def test_rooms_speak_both_languages_with_the_same_holes(room: str) -> None:
    for table in read_toml(Path(str(bunfight.__file__)).parent / room / "phrases.toml").values():
        for key, entry in table.items():
            assert entry.keys() == set(LANGUAGES), key
            assert len({tuple(sorted(re.findall(r"\{[^}]*\}", said))) for said in entry.values()}) == 1, key


def test_a_language_reaches_the_pages_of_the_coach_and_of_the_lab(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "FOLDER", written)
    game = games.load("_template")
    account = Account(0, 0.5, 0.2, -0.1, 0.4, 1.0, "strong", [])
    looked_back = Review("_template", ["1"], 0, opening=[0.5], accounts=[account], verdict="luck")
    studied = run(plan_for(game, 2, ["random"], 4, {}, "language", study=True), 1, store=None)
    for told in (review_page(game, looked_back, "qq"), report_page(studied, "qq")):
        headings = re.findall(r"<h2>(.*?)</h2>|<th scope='col'>(.*?)</th>", told)
        assert headings and not [one for found in headings for one in found if re.search("[A-Za-z]{2}", one)]


def said_in(told: Any) -> Iterator[str]:
    """What stands in the invented language wherever something is said by language; it must stand there."""
    if isinstance(told, dict) and "en" in told:
        yield told["qq"]
    for inner in told.values() if isinstance(told, dict) else told if isinstance(told, list) else []:
        yield from said_in(inner)


def english(told: list[str]) -> list[str]:
    return [one for one in told if re.search("[A-Za-z]{2}", re.sub(r"\{[^}|]*[}|]", "", one))]


@pytest.mark.parametrize("name", [*games.names(), "_template"])
def test_a_language_reaches_the_pages_of_the_browser(name: str, written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules, overview, player aid, things, cards, options and bots, as they go over HTTP."""
    monkeypatch.setattr(languages, "FOLDER", written)
    book = msgspec.to_builtins(custom_book(games.load(name)))
    for part in (
        book["game"],
        book["sections"],
        book["house_rules"],
        *map(book["words"].get, ("aid", "terms", "moves")),
    ):
        told = list(said_in(part))
        assert told and english(told) == []
    for part in (book["words"][key] for key in ("overview", "things", "cards")):
        assert english(list(said_in(part))) == []
    assert name == "_template" or all(list(said_in(book["words"][key])) for key in ("overview", "things", "cards"))


def test_a_language_reaches_errors_terminal_bots_and_lessons(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "FOLDER", written)
    told = [error_text(InvalidInput(key), "qq") for key, one in MESSAGES.items() if "{" not in one["en"]]
    told += [languages.text(entry, "qq") for entry in TERMINAL.values()] + [Messages("qq")("you")]
    told += [
        languages.text(entry, "qq")
        for part in ("table", "post", "levels", "thoughts", "bots")
        for entry in COMMON[part].values()
    ]
    told += [level.title("qq") for level in levels("burger_up")]
    assert len(told) > 150 and english(told) == []
    listed = languages.book("qq")["words"]
    for lesson in ROOMS.glob("*/text/lesson.json"):
        for card in [*json.loads(lesson.read_text("utf-8"))["cards"], *json.loads(lesson.read_text("utf-8"))["steps"]]:
            assert card["en"] in listed
    assert languages.names() == {"en": "English", "zh": "中文", "qq": "Qq"}


def test_words_of_one_game_reach_the_browser_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "eo.toml").write_text('[games._template]\n"Let it go" = "Lasu ĝin"\n', encoding="utf-8")
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    told = custom_book(games.load("_template")).words["moves"]["let"]
    assert told["en"] == "Let it go" and told["eo"] == "Lasu ĝin"


def test_what_a_language_does_not_say_is_said_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = '[games._template]\n"Let it go" = "Lasu ĝin"\n'
    (tmp_path / "eo.toml").write_text(f'name = "Esperanto"\n[words]\n"Let it go" = "Foriru"\n{own}', encoding="utf-8")
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    words = Words(games.load("_template"), "eo")
    assert words.move("let", []) == "Lasu ĝin" and words.question("MustEat") == "Eat a bun"
    (tmp_path / "no.toml").write_text("nome = 1\n", encoding="utf-8")
    with rejects(r"no.toml: unknown key 'nome'"):
        Words(games.load("_template"), "no").move("let", [])
