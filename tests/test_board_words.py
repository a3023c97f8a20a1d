"""The board words of each game: defined in its words.toml, used by its boards, and sent to the browser with the catalogue."""

import re
from pathlib import Path

import pytest

from bunfight import games
from bunfight.i18n.words import Words
from bunfight.server.http import catalogue

HOME = Path(str(games.__file__)).parents[3]
GAMES = [name for name in games.housed() if (HOME / "web" / "src" / "games" / name).is_dir()]


def sources(game: str) -> str:
    """Everything that draws a board of a game, in the browser and in the terminal."""
    browser = (HOME / "web" / "src" / "games" / game).rglob("*.*")
    terminal = (HOME / "src" / "bunfight" / "games" / game).glob("terminal*.py")
    return "\n".join(path.read_text(encoding="utf-8") for path in [*browser, *terminal])


@pytest.mark.parametrize("game", GAMES)
def test_a_board_uses_only_words_that_its_game_defines(game: str) -> None:
    defined = Words(games.load(game)).table["board"]
    used = set(re.findall(r"""\.board\(\s*["'](\w+)["']""", sources(game)))
    assert used
    assert used - set(defined) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_board_word_is_used(game: str) -> None:
    text = sources(game)
    built = set(re.findall(r"""\.board\((?:`(?=\w+\$)|f["'](?=\w+\{))(\w+)""", text))
    for key in Words(games.load(game)).table["board"]:
        assert re.search(rf"""["']{key}["']""", text) or any(key.startswith(prefix) for prefix in built), key


@pytest.mark.parametrize("game", GAMES)
def test_the_catalogue_sends_the_board_words_of_a_game(game: str) -> None:
    sent = catalogue.game_book(game).words["board"]
    assert set(sent) == set(Words(games.load(game)).table["board"])
    assert all(word["en"] and word["zh"] for word in sent.values())
