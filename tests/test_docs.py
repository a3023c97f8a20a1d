"""Runs every command that README and docs show, in a short form."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from itertools import takewhile
from pathlib import Path
from pkgutil import resolve_name

import msgspec
import pytest

from bunfight import games
from bunfight.cli import main
from bunfight.server.admin import parser as admin

HOME = Path(__file__).parents[1]
PAGES = [
    HOME / "README.md",
    HOME / "CONTRIBUTING.md",
    *sorted((HOME / "docs").glob("*.md")),
    *sorted((HOME / "docs" / "zh").glob("*.md")),
    *sorted((HOME / "benchmarks").glob("*.md")),
    HOME / "web" / "README.md",
]
LAB = ("sim", "ladder", "report", "balance")
FIRST = ("bunfight", "python", "make", "npm", "pip", "pytest")
MEANT = {"GAME": "jom_burger", "FILE": "game.jsonl", "RECORD": "game.jsonl", "N": "2", "K": "2", "A,B": "random,heuristic", "eo": "zh"}  # fmt: skip


ELSEWHERE = (
    "tea_time",
    "tea_party",
    "new NAME",
    "play hot_plate",  # tests/test_elsewhere.py makes and installs these packages and runs what is said about them
    "my_bot.mjs",
    "agents/",  # tests/test_tutorials.py makes these two
    "sell empty plate",  # what benchmarks/walkthroughs.md searched for in vain
)


APART = ("commands.md", "tutorial-bot.md", "tutorial-agent.md")
"""Made from the parsers, which tests/cli tries; and the tutorials, which tests/test_tutorials.py follows."""


def commands() -> list[str]:
    """Lines of blocks without a language, and commands within sentences."""
    found: dict[str, None] = {}
    for page in PAGES:
        if page.name in APART:
            continue
        text = page.read_text(encoding="utf-8")
        for block in re.findall(r"^```\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
            for line in block.splitlines():
                parts = line.partition("#")[0].strip()
                found |= {one.strip(): None for one in parts.split("&&") if one.split() and one.split()[0] in FIRST}
        spoken = re.findall(
            r"`((?:" + "|".join(FIRST) + r") [^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        )
        found |= {one: None for one in spoken if "|" not in one and "[" not in one}
    return [line for line in found if not any(name in line for name in ELSEWHERE)]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with everything that the commands name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BUNFIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("sys.stdin", io.StringIO("save game.jsonl\n"))
    assert main(["play", "_template", "--bots", "random,random", "--seed", "docs"]) == 0
    for name in ("my_deck.toml", "my_cards.toml"):
        shutil.copy(Path(str(games.__file__)).parent / "burger_war" / "cards.toml", name)
    (tmp_path / "settings.toml").write_text("keep_days = 365\n")
    (tmp_path / "examples").symlink_to(HOME / "examples")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    capsys.readouterr()
    return tmp_path


def short(words: list[str]) -> list[str]:
    """A command with small numbers, one process and no server that stays."""
    command, text = words[0], " ".join(words)
    text = re.sub(r"--games \d+", "--games 2", text)
    text = re.sub(r"--jobs \d+", "--jobs 1", text)
    text = re.sub(r"search(:\d+m?s?)?\b", "search:2", text)
    text = re.sub(r"net:\w+\.net", "heuristic", text)  # networks play in tests/rl
    text = re.sub(r"master:(\d+)m?s", r"search:\1", text).replace("hard:100ms", "greedy")
    if command == "puzzles":
        text = re.sub(r"--minutes [\d.]+", "--minutes 0.005", text)
    if command == "train":
        text = re.sub(r"\b(jom_burger|burger_up)\b", "_template", re.sub(r"--minutes [\d.]+", "", text))
        text = re.sub(r"--decisions \d+", "--decisions 2000", text)
        text = re.sub(r"--results \d+", "--results 20", text)
    text = re.sub(r"\bhard\b", "greedy", text) if command != "play" else text
    text = re.sub(r"\bburger_(up|boss)\b", "jom_burger", text) if command in LAB else text  # a shorter game
    more = {
        "sim": ["--fresh"],
        "ladder": ["--fresh", "--out", "ladder.json"],
        "report": ["--fresh", "--out", "page.html"],
        "balance": ["--fresh"],
        "laws": ["--games", "1", "--law", "nothing_is_lost"],
        "bench": ["--seconds", "0.02"],
        "serve": ["--print-config"],
        "train": ["--games", "2", "--last", "0", *([] if "--decisions" in text else ["--minutes", "0.01"])],
        "puzzles": ["--playouts", "150", "--level", "easy"] if "check" in words else [],
        "review": ["--quick"],
        "cards": ["--force"] if "export" in words else [],  # the files of the desk are there already
        "rules": ["--tests", str(HOME / "tests" / "games")] if "--coverage" in words else [],
    }.get(command, [])
    done = text.split() + more
    if command in LAB:
        done += [word for flag in (["--games", "2"], ["--jobs", "1"]) if flag[0] not in done for word in flag]
    if command == "laws":
        done[1] = "_template"  # the others are long, and tests/laws plays them
    if command == "bench" and len(words) == 1:
        done.insert(1, "_template")
    return done


def flags(words: list[str]) -> set[str]:
    return {word.partition("=")[0] for word in words if word.startswith("--")}


def test_there_are_commands_to_try() -> None:
    assert len(commands()) > 40
    assert {line.split()[0] for line in commands()} >= {"bunfight", "python", "make", "npm", "pip"}


@pytest.mark.parametrize("line", [line for line in commands() if line.startswith("bunfight ")])
def test_a_command_works_as_the_page_says(line: str, desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(line)[1:]
    if words[:1] == ["cards"]:
        words = ["my_deck.toml" if word == "FILE" else "burger_war" if word == "GAME" else word for word in words]
    words = [MEANT.get(word, word) for word in words]
    if words == ["replay", "game.jsonl", "--verify", "--cards", "game.jsonl"]:
        words = words[:3]  # the game on the desk was played with the cards that come with it
    if words[0] == "serve":
        asked = ("backup", "restore", "check", "copy")
        words = list(takewhile(lambda word: word not in asked, words))  # see tests/server
    if words[0] == "admin" and len(words) > 1:
        assert admin().parse_args(words[1:]).action  # tests/server/test_admin.py does it
        return
    home = ["play", "--lang", "zh"]
    if words[0] in ("join", "host") or "--continue" in words or words == home:  # these need a terminal: see tests/tui
        words = words[:1]
    if words[0].startswith("--"):  # of bunfight itself
        with pytest.raises(SystemExit) as left:
            main(words)
        assert left.value.code == 0
        return
    if words == ["cards", "check"]:
        words = words[:1]
    if len(words) == 1 and words[0] in (
        *LAB,
        "join",
        "host",
        "new",
        "train",
        "play",
        "rules",
        "cards",
        "replay",
        "laws",
        "admin",
    ):
        words += ["--help"]  # only named
        with pytest.raises(SystemExit) as left:
            main(words)
        assert left.value.code == 0
        return
    if words[0] == "train":
        pytest.importorskip("jax")
    code = main(short(words))
    assert code == 0, capsys.readouterr().err


@pytest.mark.parametrize("line", [line for line in commands() if line.startswith("python ")])
def test_a_script_is_there_and_knows_its_arguments(line: str) -> None:
    words = shlex.split(line)[1:]
    if words[0] == "-m":
        command = [sys.executable, "-m", words[1]]
    else:
        path = next(at for at in (HOME / words[0], HOME / "web" / words[0]) if at.exists())
        command = [sys.executable, str(path)]
    if not flags(words[1:]) or words[0] == "-m":
        return
    told = subprocess.run([*command, "--help"], cwd=HOME, capture_output=True, text=True, check=False).stdout
    source = Path(command[-1]).read_text(encoding="utf-8")
    assert all(flag in told or f'"{flag}"' in source for flag in flags(words[1:]))


@pytest.mark.parametrize("line", [line for line in commands() if line.startswith("make ")])
def test_a_target_is_in_the_makefile(line: str) -> None:
    target = shlex.split(line)[1]
    assert re.search(rf"^{target}:", (HOME / "Makefile").read_text(encoding="utf-8"), re.MULTILINE), target


@pytest.mark.parametrize("line", [line for line in commands() if line.startswith(("npm ", "pip ", "pytest "))])
def test_what_is_installed_run_or_tested_exists(line: str) -> None:
    words = shlex.split(line)
    if words[0] == "npm" and "run" in words:
        script = words[words.index("run") + 1]
        assert f'"{script}":' in (HOME / "web" / "package.json").read_text(encoding="utf-8")
    if words[0] == "pip":
        known = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
        extras = re.findall(r"\[(.*?)\]", line)
        assert all(extra in known for part in extras for extra in part.split(","))
    if words[0] == "pytest":
        assert (HOME / words[1]).exists()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


FOLDERS = {"src", "web", "tests", "tools", "benchmarks", "docs", "deploy", "examples"}
SUFFIXES = {".py", ".toml", ".ts", ".mjs", ".js", ".svelte", ".css", ".json", ".jsonl", ".md", ".sh", ".conf"}
OTHER_PACKAGES = ("tea_time", "src/pig/")  # made by tests/test_elsewhere.py; of examples/pig
BUILT = ("src/bunfight/server/static",)  # written by the build, so not in a fresh checkout
BASES = [
    HOME,
    HOME / "src" / "bunfight",
    HOME / "src" / "bunfight" / "server",
    HOME / "src" / "bunfight" / "games" / "jom_burger",
    HOME / "web",
    HOME / "web" / "src",
]


def is_path(text: str) -> bool:
    """Whether a piece of code is the path of a file or folder of this repository."""
    if not re.fullmatch(r"[\w.*<>-]+(/[\w.*<>-]+)*/?", text) or "/" not in text:
        return False
    return text.split("/")[0] in FOLDERS or text.endswith("/") or Path(text).suffix in SUFFIXES


def exists(path: str) -> bool:
    path = re.sub(r"<game>|\b(GAME|G)\b", "jom_burger", path).rstrip("/")
    return any(next(base.glob(path), None) is not None for base in BASES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_exists(page: Path) -> None:
    prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    paths = [text for text in re.findall(r"`([^`\n]+)`", prose) if is_path(text)]
    named = [path for path in paths if not any(other in path for other in OTHER_PACKAGES + BUILT)]
    assert [path for path in named if not exists(path)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_module_exists(page: Path) -> None:
    prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for name in re.findall(r"`(bunfight(?:\.\w+)+)[(`]", prose):
        assert name == "bunfight.db" or resolve_name(name) is not None, name  # that is a file


WITH_BUTTONS = ("play", "home-server", "coach", "change-cards", "faq", "fairness", "tutorial-agent")


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem in WITH_BUTTONS], ids=str)
def test_every_button_that_a_page_names_exists(page: Path) -> None:
    """Bold words are the names of buttons, unless they begin a paragraph and end with a sign."""
    texts = "".join(path.read_text(encoding="utf-8") for path in (HOME / "web" / "src" / "lib" / "text").glob("*.ts"))
    bold = re.findall(r"\*\*([^*\n]+)\*\*", page.read_text(encoding="utf-8"))
    assert [name for name in bold if name[-1] not in ".?。？：" and f'"{name}' not in texts] == []


def blocks(language: str) -> list[tuple[str, str]]:
    """Blocks of code of this language, each with the page on which it stands."""
    found = []
    for page in PAGES:
        pattern = rf"^```{language}\n(.*?)^```"
        code = re.findall(pattern, page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        found += [(f"{page.name} {number}", one) for number, one in enumerate(code)]
    return found


def test_every_block_is_of_a_language_that_is_tried() -> None:
    used = {name for page in PAGES for name in re.findall(r"^```(\w+)", page.read_text(encoding="utf-8"), re.MULTILINE)}
    assert used <= {"python", "json", "toml", "js"}


@pytest.mark.parametrize(("name", "code"), blocks("python"), ids=lambda one: one if len(one) < 40 else "")
def test_python_runs_as_the_page_shows_it(name: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = re.sub(r"games=\d+", "games=2", re.sub(r"search:\d+", "search:2", code)).replace("burger_up", "jom_burger")
    known: dict[str, object] = {}
    exec("from bunfight.games._template.rules.moves import *\nfrom bunfight.engine.grammar import *", known)
    exec(compile(code, name, "exec"), known)


@pytest.mark.parametrize(("name", "code"), blocks("json"), ids=lambda one: one if len(one) < 40 else "")
def test_messages_are_messages(name: str, code: str) -> None:
    from bunfight import protocol

    if code.startswith("{\n"):  # a file, such as a lesson
        assert json.loads(code)
        return
    for line in code.splitlines():
        msgspec.json.decode(line, type=protocol.ClientMessage)


@pytest.mark.parametrize(("name", "code"), blocks("toml"), ids=lambda one: one if len(one) < 40 else "")
def test_toml_can_be_read(name: str, code: str) -> None:
    assert tomllib.loads(code)


@pytest.mark.parametrize(("name", "code"), blocks("js"), ids=lambda one: one if len(one) < 40 else "")
def test_a_board_is_a_module_with_a_function(name: str, code: str, tmp_path: Path) -> None:
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    node = shutil.which("node", path=tools)
    if node is None:
        pytest.skip("no Node here")
    (tmp_path / "board.mjs").write_text(code, encoding="utf-8")
    ask = "import('./board.mjs').then((m) => process.exit(typeof m.default === 'function' ? 0 : 1))"
    assert subprocess.run([node, "-e", ask], cwd=tmp_path, check=False).returncode == 0


def _commands(page: str) -> list[str]:
    """Return the code blocks of a page without the comments, which are in its language."""
    blocks = re.findall(r"^```\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    return [re.sub(r" +# .*$", "", block, flags=re.MULTILINE) for block in blocks]


@pytest.mark.parametrize("page", sorted((HOME / "docs" / "zh").glob("*.md")), ids=lambda page: page.name)
def test_a_page_for_players_says_the_same_in_chinese(page: Path) -> None:
    text, twin = page.read_text(encoding="utf-8"), (HOME / "docs" / page.name).read_text(encoding="utf-8")
    if page.name != "README.md":
        assert re.findall(r"^#+ ", text, re.MULTILINE) == re.findall(r"^#+ ", twin, re.MULTILINE)
        assert _commands(text) == _commands(twin)
        assert len(re.findall(r"^(?:- |\d\. )", text, re.MULTILINE)) == len(
            re.findall(r"^(?:- |\d\. )", twin, re.MULTILINE)
        )


def test_the_site_has_every_page_a_search_and_the_api(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "-q", "--strict", "-d", str(tmp_path)]
    built = subprocess.run(
        command, cwd=HOME, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    for page in (HOME / "docs").rglob("*.md"):
        name = page.relative_to(HOME / "docs").with_suffix(".html")
        assert (tmp_path / str(name).replace("README", "index")).exists(), name
    index = json.loads((tmp_path / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    found = {word: [page["location"] for page in index if word in page["text"]] for word in ("订单", "BU-BUILD-2")}
    assert all(found.values()), found
    assert 'id="bunfight.engine.game.Game.determinize"' in (tmp_path / "api" / "engine.html").read_text(
        encoding="utf-8"
    )
    links = re.findall(r'(?:src|href)="(https?://[^"]+)"', (tmp_path / "index.html").read_text(encoding="utf-8"))
    assert [link for link in links if not link.startswith("https://squidfunk.github.io")] == [], (
        "nothing is loaded from afar"
    )
