"""Every command with invalid arguments: one sentence, exit code 2, no traceback and no error number."""

import argparse
import io
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bunfight.cli import COMMANDS, main, parser_for
from bunfight.cli.completion import actions_in, plain_arguments
from bunfight.i18n.languages import every

LINES = [
    "--wrong",
    "rulez",
    "play --at 3",
    "play --resume game.jsonl --at -3",
    "play --resume game.jsonl --at 9999",
    "play --resume game.jsonl --continue",
    "play --resume missing.jsonl",
    "play --resume folder",
    "play _template --cards missing.toml",
    "play _template --cards binary",
    "balance _template --cards game.jsonl",
    "play _template --seed",
    "play _template --players 0",
    "play _template --players two",
    "play _template --player 2",
    "play _template --lang xx",
    "play _template --bots exec:./no_such_program",
    "play --resume settings.toml",
    "join nonsense",
    "host chess",
    "host _template --port 99999",
    "host _template --seed 1",
    "serve --workers 0",
    "serve --port http",
    "serve --url play.example.org",
    "serve --port 70000",
    "serve --config missing.toml",
    "serve --config binary",
    "serve --config settings.toml",
    "serve --static missing",
    "serve --db missing/tables.db",
    "serve --db game.jsonl --port 0 --no-open",
    "serve backup copy.db --db missing.db",
    "serve backup",
    "serve backup folder --keep 0",
    "serve restore missing.db",
    "serve restore game.jsonl",
    "serve check --db missing.db",
    "serve check --db game.jsonl",
    "serve copy missing.db new.db",
    "serve fly",
    "serve bakup",
    "admin",
    "admin tables --db missing.db",
    "admin tables --older-than -1",
    "admin fly",
    "rules",
    "rules chess",
    "rules _template XX-1",
    "rules _template unheard-of",
    "rules _template --coverage --tests missing",
    "cards",
    "cards fly _template",
    "cards show chess",
    "cards check _template missing.toml",
    "cards check _template folder",
    "cards check _template binary",
    "cards export _template game.jsonl",
    "cards export _template missing/list.toml",
    "review missing.jsonl",
    "review game.jsonl --train 0",
    "review game.jsonl --train 9",
    "review binary",
    "daily",
    "daily chess",
    "daily _template --date yesterday",
    "puzzles",
    "puzzles mine",
    "puzzles mine _template --minutes 0",
    "puzzles mine _template --wanted -1",
    "puzzles mine _template --out game.jsonl",
    "puzzles check _template --playouts 1",
    "puzzles play --puzzle nothing",
    "replay missing.jsonl",
    "replay folder",
    "replay binary",
    "replay game.jsonl --at -1",
    "replay game.jsonl --seat 0",
    "sim _template --jobs 0",
    "sim _template --jobs -2",
    "sim _template --games 0",
    "sim _template --out missing/rows.csv",
    "sim _template --out rows.txt",
    "ladder",
    "ladder --from missing.json",
    "ladder --from game.jsonl",
    "ladder _template --bots random",
    "report _template --games 2 --jobs 1 --out missing/page.html",
    "balance _template",
    "balance _template --cards missing.toml",
    "balance _template --try sugar=9",
    "train _template --minutes 0",
    "train _template --minutes nan",
    "train _template --games 1",
    "train _template --out missing/a.net",
    "train _template --seed abc",
    "laws",
    "laws _template --games 0",
    "laws _template --law gravity",
    "new Bad-Name",
    "new tea_time --folder game.jsonl",
    "bench chess",
    "bench --seconds 0",
    "bench _template --players 99",
    "completion",
    "completion tcsh",
]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BUNFIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("sys.stdin", io.StringIO("save game.jsonl\n"))
    assert main(["play", "_template", "--bots", "random,random", "--seed", "1"]) == 0
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\x01")
    (tmp_path / "settings.toml").write_text("prot = 80\n")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    capsys.readouterr()
    return tmp_path


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("language", every())
def test_invalid_input_gets_one_sentence(
    line: str, language: str, desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path.name for path in desk.iterdir() if not path.name.endswith("-lock")}
    spoken = [] if "--lang" in line or line.startswith("--") or "--lang" not in flags(line.split()[0]) else ["--lang"]
    assert main([*shlex.split(line), *(spoken and [*spoken, language])]) == 2
    told = capsys.readouterr().err.strip()
    assert told.startswith("bunfight") and "\n" not in told
    assert not any(word in told for word in ("Traceback", "Errno", "None", "usage:", "{", "error:"))
    after = {path.name for path in desk.iterdir() if not path.name.endswith("-lock")}
    assert after - before <= {"home", ".bunfight"}, "nothing is left behind"


def flags(command: str) -> set[str]:
    """Options of a command and of all its actions."""
    if command not in COMMANDS:
        return set()
    parsers = [parser_for(command), *(sub for _, sub in actions_in(parser_for(command)).values())]
    return {flag for one in parsers for action in plain_arguments(one) for flag in action.option_strings}


def test_every_command_is_tried() -> None:
    assert {line.split()[0] for line in LINES} >= set(COMMANDS) - {"games"}


NAMES = {"--players": "N", "--games": "N", "--option": "NAME=VALUE", "--seed": "SEED", "--cards": "FILE", "--out": "FILE",
         "--db": "DATABASE", "--config": "FILE", "--bots": "BOT,...", "--jobs": "N", "--workers": "N"}  # fmt: skip


@pytest.mark.parametrize("command", list(COMMANDS))
def test_arguments_are_called_the_same_everywhere_and_have_help(command: str) -> None:
    parser = parser_for(command)
    for one in [parser, *(sub for _, sub in actions_in(parser).values())]:
        for action in plain_arguments(one):
            assert action.help, f"{one.prog} {action.dest}"
            if action.nargs == 0 or action.help == argparse.SUPPRESS:
                continue
            named = action.metavar or (action.choices and "a choice")
            assert named, f"{one.prog} {action.dest} has no name for its value"
            for flag in action.option_strings:
                assert NAMES.get(flag, named) == named, f"{one.prog} {flag}"
            assert named == "a choice" or str(named) == str(named).upper(), f"{one.prog} {named}"


def test_a_second_interrupt_leaves_no_traceback(tmp_path: Path) -> None:
    """Ctrl-C again and again, at any time: the run stops with exit code 130 and prints no traceback."""
    command = [sys.executable, "-m", "bunfight", "ladder", "jom_burger", "--games", "100000", "--jobs", "2", "--fresh"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        checkpoint = tmp_path / ".bunfight" / "lab"
        while run.poll() is None and not (checkpoint.is_dir() and any(checkpoint.iterdir())):
            try:
                run.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
        while run.poll() is None:
            os.killpg(run.pid, signal.SIGINT)
            try:
                run.wait(0.05)
            except subprocess.TimeoutExpired:
                continue
        assert run.stderr is not None
        told = run.stderr.read()
    assert run.returncode == 130, told
    assert "Traceback" not in told and "KeyboardInterrupt" not in told


@pytest.mark.parametrize("seconds", [0.05, 0.2, 0.5, 1.0, 1.5])
def test_an_interrupt_while_a_command_starts_leaves_no_traceback(seconds: float, tmp_path: Path) -> None:
    """Whenever it comes, the answer is exit code 130, or the signal itself before Python listens to it."""
    code = "import bunfight.__main__, sys; print(flush=True); sys.argv[1:] = sys.argv[2:]; bunfight.__main__.run()"
    command = [sys.executable, "-c", code, "-", "report", "jom_burger", "--games", "100000", "--jobs", "2", "--fresh"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        assert run.stdout is not None and run.stderr is not None
        run.stdout.readline()  # the script has started
        try:
            run.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGINT)
        told = run.stderr.read()
    assert run.returncode in (130, -signal.SIGINT), told
    assert "Traceback" not in told


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">/dev/full", "| head -1"])
def test_output_that_nobody_can_read_leaves_no_traceback(closed: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m bunfight rules _template {closed}"
    done = subprocess.run(["bash", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == (2 if "full" in closed else 0), done.stderr
    assert done.stderr == ("bunfight rules: the disk is full; free some space\n" if "full" in closed else "")
