"""Texts to read are broken where their language allows it, and lose nothing."""

from __future__ import annotations

import pytest
from rich.text import Text
from terminal_harness import at, local
from textual.widgets import Static

from bunfight import games
from bunfight.i18n.words import LANGUAGES, Words
from bunfight.tui.canvas import cell_len
from bunfight.tui.prose import wrapped

MARKET = "• 第 1 轮：餐台上有豌豆荚、苹果、鸡翅、葡萄、青口贝"


def test_chinese_is_broken_between_characters_and_not_at_the_first_space() -> None:
    assert wrapped(Text(MARKET), 24).plain.split("\n") == [
        "• 第 1 轮：餐台上有豌豆",
        "  荚、苹果、鸡翅、葡萄、",
        "  青口贝",
    ]


def test_the_text_after_a_number_or_a_rule_id_hangs() -> None:
    assert wrapped(Text("  12  one two three"), 15).plain == "  12  one two\n      three"
    assert wrapped(Text("  BU-TURN-1    You may move only now."), 32).plain == (
        "  BU-TURN-1    You may move only\n               now."
    )


def test_styles_stay_with_their_words() -> None:
    text = Text.assemble("• all work and ", ("no play", "bold"), " makes Jack dull")
    found = wrapped(text, 16)
    assert "".join(found.plain[span.start : span.end] for span in found.spans).split() == ["no", "play"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_no_rule_loses_a_letter_at_any_width(game: str, language: str) -> None:
    words = Words(games.load(game), language)
    for rule, text in words.rules_about(""):
        line = f"  {rule:<12} {text}"
        for width in (20, 37, 60):
            found = wrapped(Text(line), width).plain
            assert "".join(found.split()) == "".join(line.split())
            assert max(map(cell_len, found.split("\n"))) <= width


async def test_the_history_of_a_table_has_no_line_with_only_a_sign() -> None:
    async with at(local("buffet_boss", lang="zh"), (120, 40)) as person:
        await person.turn()
        told = person.screen.query_one("#told", Static)
        lines = told.render().plain.split("\n")  # type: ignore[union-attr]
        assert not any(line.strip() == "•" or line.rstrip().endswith(" 第 1") for line in lines)
