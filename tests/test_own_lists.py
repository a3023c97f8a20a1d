"""With a custom card list no printed name appears in the terminal, a replay, a report or the server."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import msgspec
import pytest

from bunfight import games
from bunfight.cli import main
from bunfight.i18n.words import Words
from bunfight.server.http import catalogue
from bunfight.testing.renamed_cards import renamed, terms

LANGUAGES = ("en", "zh")
TELLS_KINDS = ("burger_war",)  # whose cards say what they are, wherever they are named


def leaked_names(text: str, names: list[str]) -> list[str]:
    """Which of these names are said as words of their own."""
    return [name for name in names if re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", text, re.IGNORECASE)]


def misread(text: str, terms: list[str]) -> list[str]:
    """Which cards are said to be something else than this list says."""
    wrong = []
    for term in terms:
        name = re.split("[(（]", term)[0].rstrip()
        for found in re.finditer(rf"{name} ?(?=[(（])", text):
            wrong += [] if text.startswith(term, found.start()) else [text[found.start() :][:60]]
    return wrong


@pytest.fixture(params=games.names())
def game(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(renamed(request.param)[0], encoding="utf-8")
    return str(request.param)


def test_most_names_of_the_printed_list_are_no_other_words_of_the_game(game: str) -> None:
    _, names = renamed(game)
    assert all(len(names[language]) >= 5 for language in LANGUAGES)


def test_some_cards_of_a_renamed_list_are_of_another_kind(game: str) -> None:
    own, house = games.load(game, Path("mine.toml").read_text(encoding="utf-8")), games.load(game)
    assert own.cards_digest != house.cards_digest
    words = {one: Words(one, "en") for one in (own, house)}
    kinds = [[re.split("[(（]", words[one].term(id))[1:] for id in one.card_words()["terms"]] for one in (own, house)]
    if any(kinds[1]) and game in TELLS_KINDS:
        assert kinds[0] != kinds[1] and terms(game, Path("mine.toml").read_text(encoding="utf-8"))["en"]
    assert misread("Zzyzx 7 (bun +1)", ["Zzyzx 7 (patty -1)"]) and not misread("Zzyzx 7 (bun)", ["Zzyzx 7 (bun)"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_and_a_replay_say_no_word_of_the_printed_list(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, names = renamed(game)
    low = games.load(game).seats[0]
    monkeypatch.setattr("sys.stdin", io.StringIO("save game.jsonl\n"))
    bots = ",".join(["random"] * low)
    command = ["play", game, "--cards", "mine.toml", "--lang", language, "--bots", bots, "--seed", "own"]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "Zzyzx" in told and leaked_names(told, names[language]) == []
    assert misread(told, terms(game, Path("mine.toml").read_text(encoding="utf-8"))[language]) == []
    assert main(["replay", "game.jsonl", "--cards", "mine.toml", "--lang", language]) == 0
    told = capsys.readouterr().out
    assert "Zzyzx" in told and leaked_names(told, names[language]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_says_no_word_of_the_printed_list(
    game: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, names = renamed(game)
    command = ["report", game, "--cards", "mine.toml", "--lang", language, "--games", "2", "--jobs", "1"]
    assert main([*command, "--bots", "random", "--out", "page.html", "--fresh"]) == 0
    page = Path("page.html").read_text(encoding="utf-8")
    assert leaked_names(page, names[language]) == []


def said(book: object, language: str) -> str:
    """All sentences of one language in a book."""
    if isinstance(book, dict):
        own = [book[language]] if isinstance(book.get(language), str) else []
        return "\n".join([*own, *(said(value, language) for value in book.values())])
    return "\n".join(said(one, language) for one in book) if isinstance(book, list) else ""


def test_the_book_of_a_table_says_no_word_of_the_printed_list(game: str) -> None:
    text, names = renamed(game)
    book = json.loads(msgspec.json.encode(catalogue.custom_book(games.load(game, text), text)))
    cards = [card for kind in book["words"]["cards"].values() for card in kind.values()]
    assert cards and all(card["source"] == "own" for card in cards) and any("Zzyzx" in card["en"] for card in cards)
    for language in LANGUAGES:
        told = said(book, language)
        assert "Zzyzx" in told and leaked_names(told, names[language]) == []
