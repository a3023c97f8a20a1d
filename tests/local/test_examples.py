"""The live examples of the documentation, as they are written there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bunfight.local import examples

DOCS = Path(__file__).parents[2] / "docs"
MARKED = re.compile(r"^```\w+\n((?:(?!```).)*)^```\n\n<!-- live: (\w+) (\w+) -->", re.DOTALL | re.MULTILINE)


def marked(page: str) -> list[tuple[str, str, str]]:
    return [(kind, game, text) for text, kind, game in MARKED.findall((DOCS / page).read_text(encoding="utf-8"))]


def test_the_bots_of_the_tutorial_play() -> None:
    first, second = marked("tutorial-bot.md")
    said = examples.run(*first)
    assert re.match(r"FirstMove won [\d.]+ of 20 games", said), said
    assert "LookAhead won" in examples.run_bot(second[1], second[2], 2)


def test_an_example_needs_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError("a browser has no processes")

    monkeypatch.setattr("subprocess.Popen", refused)
    first, _ = marked("tutorial-bot.md")
    assert re.match(r"FirstMove won [\d.]+ of 20 games", examples.run(*first))


@pytest.mark.parametrize("page", ["change-cards.md", "zh/change-cards.md"])
def test_the_card_can_be_changed_and_checked(page: str) -> None:
    [(kind, game, text)] = marked(page)
    assert "20 games with this list" in examples.run(kind, game, text)
    assert "short" in examples.run(kind, game, text.replace("short = 3", "short = 99"))
    assert "20 games" in examples.run(kind, game, text.replace("bun_n2", "my_bun"))


def test_mistakes_of_the_reader_are_reported() -> None:
    assert "SyntaxError" in examples.run("bot", "jom_burger", "class A:\n  def choose(:\n")
    assert "no class" in examples.run("bot", "jom_burger", "x = 1")
    broken = "class A:\n    def choose(self, view, rng):\n        return 1 / 0\n"
    assert "ZeroDivisionError" in examples.run("bot", "jom_burger", broken)
    assert "line" in examples.run("card", "burger_war", "[[card]\n")
