"""``bunfight cards`` on every game: names, marks of where a card comes from, and lists of players."""

from pathlib import Path

import pytest

from bunfight import games
from bunfight.cli import main
from bunfight.cli.cards import MARKS, shown
from bunfight.engine.cards import name_by_language, read_toml
from bunfight.i18n.words import COMMON, LANGUAGES
from bunfight.testing.renamed_cards import renamed

ROOMS = Path(str(games.__file__)).parent
EVERY = [*games.names(), "_template"]


def house(game: str) -> Path:
    return ROOMS / game / "cards.toml"


def rows(game: str) -> list[dict[str, object]]:
    tables = read_toml(house(game)).values()
    return [row for table in tables if isinstance(table, list) for row in table if isinstance(row, dict)]


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards_of_every_game_are_shown(game: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show", game, "--lang", language]) == 0
    out = capsys.readouterr().out
    assert all(f"id={row['id']}" in out for row in rows(game) if "id" in row)
    assert out.splitlines()[-1].startswith("cards.toml")


@pytest.mark.parametrize("game", EVERY)
def test_every_game_checks_its_own_list_and_a_copy_of_it(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cards", "check", game]) == 0
    assert "cards.toml: " in capsys.readouterr().out
    mine = tmp_path / "mine.toml"
    mine.write_bytes(house(game).read_bytes())
    assert main(["cards", "check", game, str(mine)]) == 0
    assert "mine.toml: " in capsys.readouterr().out


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_custom_list_is_shown_in_its_own_words(
    game: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, _ = renamed(game)
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")
    assert main(["cards", "show", game, str(mine), "--lang", language]) == 0
    out = capsys.readouterr().out
    assert out.count("Zzyzx") >= len([row for row in rows(game) if "name" in row])
    for row in rows(game):
        if "name" in row:
            assert f" {name_by_language(row['name'])[language]} " not in out  # type: ignore[arg-type]


def test_every_source_has_a_mark_and_the_legend_explains_it() -> None:
    tables = {"card": [{"id": source, "name": source, "source": source} for source in MARKS]}
    lines = shown(tables, "en", None)
    assert [line[2] for line in lines[1:-1]] == list(MARKS.values())
    for language in LANGUAGES:
        assert all(mark in COMMON["cards"]["sources"][language] for mark in MARKS.values())
    assert shown({"card": [{"id": "a", "name": {"en": "Bun", "zh": "面包"}}]}, "zh", None) == [
        "card:",
        f"    {'面包':24} id=a",
    ]
