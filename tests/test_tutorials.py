"""Follows the tutorials step by step in an empty folder, with small numbers."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from bunfight.bots.net import SHELF, shelf
from bunfight.cli import main
from bunfight.server.settings import settle

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"(?:#|//) (my_bot\.\w+)\n")


def follow(page: str, seen: list[str]) -> None:
    """Save what the page says to save, and run its commands, in order; ``seen`` gets the commands that were run."""
    for language, text in BLOCK.findall((DOCS / page).read_text(encoding="utf-8")):
        named = FILE.match(text)
        if named:
            Path(named[1]).write_text(text, encoding="utf-8")
        elif language == "toml":
            Path("settings.toml").write_text(text, encoding="utf-8")
        elif language == "python":
            exec(compile(text, page, "exec"), {})
        elif not language:
            for line in text.splitlines():
                if line.startswith("bunfight "):
                    run(line)
                    seen.append(line)


def run(line: str) -> None:
    words = shlex.split(re.sub(r"--games \d+", "--games 4", line).replace("--minutes 20", "--minutes 0.02"))[1:]
    if words[0] in ("sim", "ladder"):
        words += ["--jobs", "1", "--fresh"]
    if words[0] == "train":
        words += ["--games", "2", "--last", "0"]
    if words[0] == "play":
        words += [] if "--plain" in words else ["--plain"]
    if words[0] == "serve":
        words += ["--print-config"]  # tests/server starts servers
    assert main(words) == 0, line


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BUNFIGHT_HOME", str(tmp_path / "home"))
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # Node is beside Python in a checkout
    monkeypatch.setenv("PATH", tools)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n" * 9))
    return tmp_path


def test_the_bot_of_the_tutorial_plays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shutil.which("node"), "a checkout installs Node for the browser client"
    seen: list[str] = []
    follow("tutorial-bot.md", seen)
    assert [line.split()[1] for line in seen] == ["sim", "play", "sim", "sim", "ladder", "play", "sim"]
    told = capsys.readouterr().out
    assert "LookAhead" in told and "instead" not in told, "no bot fails"


def test_the_agent_of_the_tutorial_sits_at_a_table(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("jax")
    (folder / "agents").mkdir()  # as step 2 says
    seen: list[str] = []
    follow("tutorial-agent.md", seen)
    assert [line.split()[1] for line in seen] == ["train", "sim", "ladder", "play", "serve"]
    told = capsys.readouterr().out
    assert 'nets = "agents"' in told and ("won" in told or "lost" in told)
    monkeypatch.setenv(SHELF, settle({}, file="settings.toml").nets)
    assert 2 in shelf()["net:jom_burger.net"].players
