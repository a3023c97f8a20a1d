"""Line by line: sections in order, whole words, ASCII where the terminal has nothing else, and saved games."""

from __future__ import annotations

import io
import re
import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from test_boards import NAMES, positions

from bunfight import games
from bunfight.cli import main
from bunfight.cli.screen import Screen, ascii_only
from bunfight.i18n.words import LANGUAGES, Words
from bunfight.tui.boards import Scene, board_of
from bunfight.tui.presenter import read_out
from bunfight.tui.saves import SaveFolder


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_a_board_is_read_out_in_sections_and_whole_words(game: str, language: str) -> None:
    rules = games.load(game)
    signs = set(getattr(board_of(game), "SIGNS", {}).values()) | set("▸★↑♛▀▄")
    for table in positions(game, 2, 9):
        scene = Scene(rules.view(table.state, 0), Words(rules, language), NAMES[language][:2])
        lines = read_out(scene).splitlines()
        heads = [line for line in lines if not line.startswith(" ") and line.endswith((":", "："))]
        assert len(heads) >= 2, lines
        assert len(heads) == len(set(heads)), "every section once"
        repeated = [two for one, two in pairwise(lines) if one in heads and two.strip().lower().startswith(one.lower())]
        assert not repeated, "the heading is not read again with what is below it"
        assert not lines[-1].endswith((":", "：")) and lines[0] not in heads
        assert "…" not in read_out(scene)
        for line in lines:
            assert not signs & set(line), f"a sign instead of a word: {line}"


def test_signs_have_ascii_for_terminals_that_cannot_show_them() -> None:
    target = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    Screen(io.StringIO(), target).plain("Fries → Soda · 2 × “5” ★ ✓ …")
    target.flush()
    assert target.buffer.getvalue().decode() == 'Fries -> Soda - 2 x "5" * yes ...\n'  # type: ignore[attr-defined]
    out = io.StringIO()
    Screen(io.StringIO(), out, ascii=True).plain("a → b")
    assert out.getvalue() == "a -> b\n"


@pytest.mark.parametrize("game", games.names())
def test_everything_that_is_read_out_has_ascii(game: str) -> None:
    rules = games.load(game)
    for table in positions(game, 2, 9):
        text = read_out(Scene(rules.view(table.state, 0), Words(rules), NAMES["en"][:2]))
        lost = {unicodedata.name(letter) for letter in text if not letter.isascii() and "?" in ascii_only(letter)}
        assert not lost


def test_a_game_line_by_line_is_saved_and_continued(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
    assert main(["play", "burger_up", "--plain", "--seed", "7"]) == 0
    assert "bunfight play --continue" in capsys.readouterr().out
    last = SaveFolder().last()
    assert last is not None and last[1].game == "burger_up" and last[1].decisions >= 1
    before = last[1].decisions
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
    assert main(["play", "burger_up", "--plain", "--continue", "--ascii"]) == 0
    out = capsys.readouterr().out
    assert out.isascii() and re.search(r"^Your hand", out, re.MULTILINE)
    again = SaveFolder().last()
    assert again is not None and again[0] == last[0] and again[1].decisions > before
    assert not list(Path(SaveFolder().folder).glob("*.lock"))


def test_a_bot_that_fails_is_named_and_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("class Broken:\n    def choose(self, view, rng):\n        return view.nothing\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 400))
    assert main(["play", "_template", "--plain", "--seed", "1", "--bots", f"{broken}:Broken"]) == 0
    told = capsys.readouterr().out
    assert "made a mistake" in told and "has no attribute 'nothing'" in told
    assert "Traceback" not in told
