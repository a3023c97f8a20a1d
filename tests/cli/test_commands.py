"""The command line as people type it."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bunfight import games
from bunfight.bots import make
from bunfight.cli import COMMANDS, main
from bunfight.cli.plain import PlainSession
from bunfight.cli.screen import Screen
from bunfight.engine import Rng, Table
from bunfight.engine.record import load

CRUMBS = games.load("_template")
CARDS = Path(str(games.__file__)).parent / "_template" / "cards.toml"


def typed(*lines: str) -> io.StringIO:
    return io.StringIO("".join(f"{line}\n" for line in lines))


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    return lambda *lines: monkeypatch.setattr("sys.stdin", typed(*lines))


@pytest.fixture
def record(tmp_path: Path, keys, capsys: pytest.CaptureFixture[str]) -> Path:  # type: ignore[no-untyped-def]
    path = tmp_path / "game.jsonl"
    keys(f"save {path}")
    assert main(["play", "_template", "--bots", "random,heuristic", "--seed", "7"]) == 0
    capsys.readouterr()
    return path


def test_without_a_command_help_is_printed_and_a_wrong_one_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "commands:" in capsys.readouterr().out
    assert main(["rulez"]) == 2
    assert "did you mean 'rules'?" in capsys.readouterr().err


def test_the_version_says_whether_it_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    out = capsys.readouterr().out
    assert left.value.code == 0 and out.startswith("bunfight ") and ("compiled" in out or "plain Python" in out)


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0 and f"bunfight {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        "play chess",
        "play _template --players 9",
        "play _template --option hand",
        "play _template --option hand=99",
        "play _template --option hand=2 --option hand=3",
        "play _template --bots random,random,random",
        "play _template --bots wizard",
        "play _template --cards /nonexistent.toml",
        "play --resume /nonexistent.jsonl",
        "play",
        "rules _template XX-1",
        "replay /nonexistent.jsonl",
        "laws _template --games 0",
        "bench chess",
        "bench _template --seconds 0",
        "sim _template --games 0",
        "sim _template --bots wizard",
        "sim chess",
        "cards check _template /nonexistent.toml",
    ],
)
def test_bad_input_gets_a_plain_sentence_and_exit_code_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    told = capsys.readouterr().err
    assert told.startswith("bunfight ") and "Traceback" not in told and len(told.strip().splitlines()) <= 2


def test_games_are_listed_for_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert [game["id"] for game in table] == list(games.names())
    for game in table:
        assert {"id", "title", "players", "minutes", "rules_version", "options"} <= set(game)
        assert [level["id"] for level in game["levels"]] == ["easy", "medium", "hard", "master"]
        assert all(
            (str(level["rating"]) in level["title"]) == (level["rating"] is not None) for level in game["levels"]
        )
        assert all({"name", "kind", "default", "help"} <= set(option) for option in game["options"])
    assert main(["games", "--lang", "zh"]) == 0
    shown = capsys.readouterr().out
    assert all(f"{name}: " in shown for name in games.names())


@pytest.mark.parametrize("game", games.names())
def test_every_option_is_taken_as_it_is_printed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    about = next(part for part in capsys.readouterr().out.split("\n\n") if part.startswith(f"{game}: "))
    printed = dict(re.findall(r"--option (\w+)=(\S*)", about))
    rulebook = games.load(game)
    assert {option.name: option.value(printed[option.name]) for option in rulebook.options} == {
        option.name: option.default for option in rulebook.options
    }


def test_output_that_nobody_reads_any_more_ends_the_command_quietly() -> None:
    command = [sys.executable, "-m", "bunfight", "rules", "burger_boss"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None and run.stderr is not None
        run.stdout.close()
        assert (run.stderr.read(), run.wait()) == (b"", 0)


def test_a_rule_is_looked_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "_template", "cr-turn-3"]) == 0
    out = capsys.readouterr().out
    assert "CR-TURN-3" in out and "CR-TURN-4" not in out
    tests = Path(__file__).parents[1] / "games"
    assert main(["rules", "_template", "--coverage", "--tests", str(tests)]) == 0
    assert "15 of 15 rules are named by a test" in capsys.readouterr().out


def test_words_to_search_for_may_follow_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "burger_up", "--json", "salad", "sauce"]) == 0
    assert all("salad" in rule["text"].lower() for rule in json.loads(capsys.readouterr().out))


@pytest.mark.parametrize("line", ["play burger_up --cards {}", "balance burger_up --cards {} --games 2"])
def test_an_error_in_a_card_list_names_the_file(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("[meta]\n", encoding="utf-8")
    assert main(line.format(mine).split()) == 2
    assert f"{mine}: unknown key 'meta'" in capsys.readouterr().err


def test_cards_are_shown_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show", "_template"]) == 0
    assert "royal  " in capsys.readouterr().out
    mine = tmp_path / "mine.toml"
    mine.write_text(CARDS.read_text().replace("copies = 2", "copies = 99"))
    assert main(["cards", "check", "_template", str(mine)]) == 2
    assert "mine.toml: bun 'royal': copies: must be from 1 to 20, not 99" in capsys.readouterr().err


def test_the_laws_are_run_and_a_broken_one_leaves_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["laws", "_template", "--games", "6", "--law", "nothing_is_lost"]) == 0
    assert "1 laws hold on" in capsys.readouterr().out

    def lose(s: object) -> None:
        raise AssertionError("a bun is gone")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(CRUMBS, "audit", lose)
    assert main(["laws", "_template", "--games", "6", "--law", "nothing_is_lost"]) == 1
    told = capsys.readouterr().err
    assert "a bun is gone" in told and "seed 'laws0'" in told and "_template-nothing_is_lost.jsonl" in told
    assert (tmp_path / "_template-nothing_is_lost.jsonl").exists()
    with pytest.raises(SystemExit) as left:
        main(["laws", "--list"])
    assert left.value.code == 0 and "nothing_is_lost" in capsys.readouterr().out


def test_a_game_of_bots_is_watched_saved_replayed_and_verified(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert load(record.read_text(encoding="utf-8")).end
    assert main(["replay", str(record), "--verify"]) == 0
    assert "ok: " in capsys.readouterr().out
    assert main(["replay", str(record), "--at", "4", "--seat", "1", "--lang", "zh"]) == 0
    assert "面包" in capsys.readouterr().out
    assert main(["replay", str(record), "--at", "999"]) == 2
    assert main(["replay", str(record), "--seat", "0"]) == 2


@pytest.mark.parametrize("damage", ["cut", "noise", "binary", "empty"])
def test_a_damaged_record_names_line_and_reason(damage: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = record.read_text(encoding="utf-8")
    if damage == "cut":
        record.write_text(text[:400], encoding="utf-8")
    elif damage == "noise":
        record.write_text(text.replace('{"seat":0,', '{"seat":"x",', 1), encoding="utf-8")
    elif damage == "binary":
        record.write_bytes(b"\xff\xfe\x00\x01")
    else:
        record.write_text("")
    assert main(["replay", str(record), "--verify"]) == 2
    assert "game.jsonl" in capsys.readouterr().err


def test_a_tampered_record_does_not_verify(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    end = json.loads(lines[-1])
    end["seeds"] = ["8"]
    record.write_text("\n".join([*lines[:-1], json.dumps(end)]), encoding="utf-8")
    assert main(["replay", str(record), "--verify"]) == 2
    assert "does not have the published hash" in capsys.readouterr().err


def test_a_person_plays_with_all_commands(keys, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "mine.jsonl"
    keys(
        "help",
        "hint",
        "99",
        "fly",
        "why beg 0",
        "why fly",
        "rules CR-PASS",
        "rules XX",
        "undo",
        "1",
        f"save {path}",
        "quit",
    )
    assert main(["play", "_template", "--seed", "4", "--players", "3"]) == 0
    out = capsys.readouterr().out
    for told in (
        "take your last decision back",
        "Other choices",
        "choose a number from 1 to",
        "“fly” is not a move. Try: pass, eat",
        "first choose a bun to pass to your left [CR-PASS-1]",
        "CR-PASS-2",
        "No rule mentions “XX”",
        "HOUSE-UNDO",
        "bunfight play --resume",
        "bunfight play --continue",
    ):
        assert told in out, told
    assert "\033[" not in out, "no colours where there is no terminal"
    keys("quit")
    assert main(["play", "--resume", str(path), "--bots", "random,random"]) == 0
    assert "Eat a bun or beg for one" in capsys.readouterr().out


def test_friends_share_one_keyboard_and_see_only_their_own_hand(keys, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    keys("", "1", "", "1", "quit")
    assert main(["play", "_template", "--seed", "4", "--players", "2", "--bots", ""]) == 0
    turns = re.findall(
        r"--- Player (\d), it is your turn.*? ---(.*?)(?=--- |The game is saved)", capsys.readouterr().out, re.DOTALL
    )
    assert {player for player, _ in turns[:2]} == {"1", "2"}
    for player, told in turns[:2]:
        other = "2" if player == "1" else "1"
        assert f"Player {player} gets the" in told and f"Player {other} gets a bun" in told
        assert f"Player {other} gets the" not in told


def test_a_finished_game_explains_its_decisions(keys, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    keys("why 3", "why 999", "")
    assert main(["play", "_template", "--seed", "4", "--bots", "heuristic,heuristic"]) == 0
    out = capsys.readouterr().out
    assert "(wins)" in out and "Choice:" in out and "why 1 to" in out


def test_where_several_are_asked_the_order_is_drawn() -> None:
    """CR-PASS-1: all choose in secret; whoever is at the keyboard is neither always first nor always last."""
    places = set()
    for number in range(12):
        table = Table(CRUMBS, ["Ann", "Bot", "Bot"], "order", CRUMBS.settle({}, 3))
        session = PlainSession(
            table, {1: make("random", CRUMBS), 2: make("random", CRUMBS)}, "en", Screen(typed(), io.StringIO())
        )
        session.thought = Rng(str(number), "order")
        with pytest.raises(EOFError):
            session.run()
        places.add(len(table.record.entries))
    assert places == {0, 1, 2}


def test_the_bench_measures_both_builds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "_template", "--seconds", "0.05", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["games"][0]) == {"compiled", "interpreted"}
    assert all(build["decisions_per_second"] > 0 for build in told["games"][0].values())


def test_a_move_is_found_by_the_thing_that_it_is_about(keys, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    keys("pas", "hon", "quit")  # of seed 4 one holds an oat and a honey bun
    assert main(["play", "_template", "--seed", "4", "--players", "3"]) == 0
    out = capsys.readouterr().out
    assert out.count("Pass the oat") == 2, "asked, and shown again: more than one move is meant"
    assert "Player 1 passes the honey (4) bun" in out


def test_the_bench_compares_with_one_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bunfight.cli.bench.one_library", lambda: str(Path(str(games.__file__)).parents[2]))
    assert main(["bench", "_template", "--seconds", "0.05", "--release"]) == 0
    assert "as one library:" in capsys.readouterr().out
