"""What commands print for programs, and the files they write."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from bunfight import games
from bunfight.cli import main
from bunfight.engine import cards


def data(line: list[str], capsys: pytest.CaptureFixture[str]) -> object:
    capsys.readouterr()
    assert main([*line, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_rules_are_found_by_words_of_the_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    word = {"en": "beg", "zh": "讨"}[language]
    found = data(["rules", "_template", word, "--lang", language], capsys)
    assert isinstance(found, list) and found
    assert all(word in row["text"].lower() or word in row["section"].lower() for row in found)
    every = data(["rules", "_template", "--lang", language], capsys)
    assert isinstance(every, list) and len(found) < len(every)


def test_a_rule_is_found_by_several_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "burger_up", "salad", "meat"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "BU-" in line]
    assert lines and all("salad" in line.lower() and "meat" in line.lower() for line in lines)


@pytest.mark.parametrize("game", games.names())
def test_a_list_is_exported_checked_and_balanced(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The way of docs/change-cards.md: export, edit, check, play and compare."""
    monkeypatch.chdir(tmp_path)
    assert main(["cards", "export", game, "mine.toml"]) == 0
    assert main(["cards", "export", game, "mine.toml"]) == 2, "a file is not replaced without --force"
    assert main(["cards", "export", game, "mine.toml", "--force"]) == 0
    mine = Path("mine.toml")
    mine.write_text(mine.read_text(encoding="utf-8") + "\n# mine\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["cards", "check", game, "mine.toml"]) == 0
    assert capsys.readouterr().out.startswith("mine.toml: ")
    if game != "buffet_boss":  # a game of it takes long; its list is played in tests/test_own_lists.py
        quick = ["--games", "2", "--jobs", "1", "--bots", "random", "--fresh"]
        assert main(["balance", game, "--cards", "mine.toml", *quick]) == 0


def test_an_exported_list_is_the_list_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "export", "burger_up"]) == 0
    home = Path(str(games.__file__)).parent / "burger_up" / "cards.toml"
    assert cards.digest(capsys.readouterr().out) == cards.digest(home)


def test_players_count_from_one_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    for game, stored in (("burger_up", "seat_1"), ("buffet_boss", "1")):
        option = next(one for one in games.load(game).options if one.name == "first_player")
        assert option.value("player_2") == option.value(stored) == stored
        assert option.written(stored) == "player_2" and option.written("random") == "random"
    hands = next(one for one in games.load("buffet_boss").options if one.name == "two_hands")
    assert hands.value("player_1,player_3") == "0,2" and hands.written("0,2") == "player_1,player_3"
    assert main(["play", "burger_up", "--players", "2", "--option", "first_player=player_4"]) == 2
    assert "there is no seat 4 at a table of 2" in capsys.readouterr().err
    assert main(["play", "burger_up", "--option", "first_player=me"]) == 2
    assert "choose from random, player_1" in capsys.readouterr().err


def test_commands_print_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = data(["cards", "show", "_template"], capsys)
    assert isinstance(shown, dict) and shown["cards"] and shown["warnings"] == []
    listed = data(["puzzles", "list", "jom_burger", "--level", "easy"], capsys)
    assert isinstance(listed, list) and all(row["level"] == "easy" for row in listed)
    held = data(["laws", "_template", "--games", "2", "--law", "nothing_is_lost"], capsys)
    assert isinstance(held, dict) and held["holds"] and held["laws"] == ["nothing_is_lost"]


COMPLETED = [
    ("bunfight law", {"laws"}),
    ("bunfight play bur", {"burger_boss", "burger_up", "burger_war"}),
    ("bunfight rules burger_up --lang ", {"en", "zh"}),
    ("bunfight serve ba", {"backup"}),
    ("bunfight serve backup x.db --ke", {"--keep"}),
    ("bunfight cards export jom", {"jom_burger"}),
    ("bunfight completion ", {"bash", "zsh", "fish"}),
]


@pytest.mark.parametrize(("line", "wanted"), COMPLETED)
def test_the_shell_completes(line: str, wanted: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    bash = shutil.which("bash")
    assert bash is not None, "the Makefile needs it too"
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    words = line.split(" ")
    typed = " ".join(f"'{word}'" for word in words)
    asked = (
        f'{script}\nCOMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _bunfight; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    told = subprocess.run([bash, "-c", asked], capture_output=True, text=True, check=True)
    assert (set(told.stdout.split()) - {"--help"}) >= wanted and told.stderr == ""
    if len(wanted) == 1:
        assert set(told.stdout.split()) == wanted


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_says_how_to_install_it(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# To install: ") and "balance" in out and "--cards" in out.replace("-l cards", "--cards")
