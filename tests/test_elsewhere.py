"""Third-party games: the recipe of docs/new-game.md and the example, which use only the public API."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint
from inspect import ismodule
from pathlib import Path

import pytest

from bunfight import engine, games
from bunfight.cli import built, main
from bunfight.cli.new import written
from bunfight.engine.game import API
from bunfight.testing.rejects import rejects

HOME = Path(__file__).parents[1]
PAGE = HOME / "docs" / "new-game.md"
PIG = HOME / "examples" / "pig"
BAD_APPLE = HOME / "examples" / "bad_apple"
HOT_PLATE = HOME / "examples" / "hot_plate"
STARTER = HOME / "src" / "bunfight" / "games" / "_starter"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclass
class Sandbox:
    """A folder in which packages are made, and another one in which they are installed."""

    folder: Path
    site: Path

    @property
    def settings(self) -> dict[str, str]:
        paths = [str(HOME / "src"), str(self.site)]
        return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, *command: str, where: Path | None = None, said: str = "") -> str:
        done = subprocess.run(
            command,
            cwd=where or self.folder,
            env=self.settings,
            input=said,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stdout + done.stderr

    def python(self, *words: str, said: str = "") -> str:
        return self.run(sys.executable, "-m", *words, said=said)

    def install(self, package: Path) -> None:
        """As ``pip install`` does it, but into a folder that can be thrown away."""
        copy = Path(shutil.copytree(package, self.folder / f"copy of {package.name}"))
        flags = "-q --no-deps --no-build-isolation --disable-pip-version-check --no-compile --target"
        self.python("pip", "install", *flags.split(), str(self.site), str(copy))


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    folder = tmp_path_factory.mktemp("elsewhere")
    yield Sandbox(folder, folder / "site")
    shutil.rmtree(folder)


def recipe() -> list[str]:
    """The first block of the page."""
    found = re.search(r"^```\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1].splitlines()


@pytest.mark.timeout(900)  # a busy machine plays slowly
def test_the_recipe_works_from_beginning_to_end(sandbox: Sandbox) -> None:
    assert [line.split()[0] for line in recipe()] == ["bunfight", "pip", "bunfight", "pytest", "bunfight", "bunfight"]
    for line in recipe():
        command, *words = line.split()
        if command == "pip":
            assert words == ["install", "-e", "tea_time"]
            sandbox.install(sandbox.folder / "tea_time")
            sandbox.install(PIG)
            sandbox.install(BAD_APPLE)
            sandbox.install(HOT_PLATE)
        elif words == ["serve"]:
            play_in_a_browser(sandbox, "tea_time", "pig", "bad_apple", "hot_plate")
        elif words[0] == "laws":
            assert "laws hold" in sandbox.python("bunfight", *words, "--games", "3")
        elif words[0] == "play":
            assert "play --continue" in sandbox.python("bunfight", *words, "--seed", "1", said="1\n1\nquit\n")
        elif command == "pytest":
            assert " passed" in sandbox.python("pytest", "-q", "-p", "no:cacheprovider", *words)
        else:
            sandbox.python("bunfight", *words)
    assert "Tea Time" in sandbox.python("bunfight", "games") and "Pig" in sandbox.python("bunfight", "games")


def play_in_a_browser(sandbox: Sandbox, *names: str) -> None:
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if (
        browser is None
        or not (HOME / "web/node_modules").exists()
        or not (HOME / "src/bunfight/server/static").exists()
    ):
        return
    settings = {**sandbox.settings, "PYTHON": sys.executable, "CHROMIUM": browser}
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    node = shutil.which("node", path=tools)
    assert node is not None
    command = [node, "scripts/with-server.mjs", "tests/browser/third_party.mjs", *names]
    done = subprocess.run(
        command, cwd=HOME / "web", env={**settings, "PATH": tools}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("played to the end") == 2 * len(names)


def test_lab_and_learning_take_a_game_from_elsewhere(sandbox: Sandbox) -> None:
    if not (sandbox.site / "tea_time").exists():
        written("tea_time", sandbox.folder / "again" / "tea_time", False)
        sandbox.install(sandbox.folder / "again" / "tea_time")
    told = sandbox.python(
        "bunfight", "sim", "tea_time", "--bots", "heuristic,random", "--games", "20", "--jobs", "1", "--fresh"
    )
    assert "heuristic" in told
    script = sandbox.folder / "learn.py"
    script.write_text(
        "from bunfight.rl import pettingzoo\nfrom bunfight.protocol.schema import game_schema\n"
        "from bunfight.games import load\n"
        "env = pettingzoo.env('tea_time', players=2)\nenv.reset(seed=1)\n"
        "assert env.last()[0]['action_mask'].sum() > 0\n"
        "from bunfight.rl.default_encoder import encoder_of\nfrom bunfight.engine.encoding import encoded\n"
        "from bunfight.engine import Rng, Table\nfrom bunfight.testing.laws import cases, walk\n"
        "rng = Rng('redealt')\n"
        "for here in (here for case in cases(load('tea_time'), 3) for here in walk(case)):\n"
        "    encoder = encoder_of(here.game, here.case.seats)\n"
        "    for seat in range(here.case.seats):\n"
        "        other = here.game.resample_hidden(here.state, seat, rng)\n"
        "        told = encoded(encoder, here.state, seat)\n"
        "        assert len(told) > 3 and told == encoded(encoder, other, seat)\n"
        "assert {'TeaServed', 'TeaDealt'} <= set(game_schema(load('tea_time'))['$defs'])\n"
    )
    sandbox.run(sys.executable, str(script))


@pytest.mark.skipif(built() != "compiled" or shutil.which("cc") is None, reason="needs the compiled engine")
def test_its_rules_compile_by_one_line_and_obey_the_laws_still(sandbox: Sandbox) -> None:
    package = sandbox.folder / "quick" / "tea_party"
    written("tea_party", package, False)
    sandbox.run(sys.executable, "-m", "bunfight.engine.compile", "src/tea_party/rules.py", where=package)
    assert list(package.glob("src/tea_party/rules.*.so"))
    script = package / "src" / "try_it.py"
    script.write_text(
        "from tea_party import GAME, rules\nfrom bunfight.testing.laws import cases, hold\n"
        "assert rules.__file__.endswith('.so')\nprint(sum(hold(case) for case in cases(GAME, 4)), 'decisions')\n"
    )
    assert "decisions" in sandbox.run(sys.executable, str(script))


def test_the_larger_example_obeys_the_laws_under_its_new_name(sandbox: Sandbox) -> None:
    written("tea_party", sandbox.folder / "rooms" / "tea_party", True)
    sandbox.install(sandbox.folder / "rooms" / "tea_party")
    assert "Tea Party" in sandbox.python("bunfight", "laws", "tea_party", "--games", "1")
    left = [
        path for path in (sandbox.site / "tea_party").rglob("*.py") if "_template" in path.read_text(encoding="utf-8")
    ]
    assert left == []


def public() -> dict[str, list[str]]:
    """The public modules and names, from the table of the page."""
    rows = re.findall(r"^\| `(bunfight[\w.]*)` \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {module: re.findall(r"`(\w+)`", names) for module, names in rows}


def test_what_is_public_exists_and_is_all_that_the_front_door_offers() -> None:
    for module, names in public().items():
        found = import_module(module)
        assert names and all(hasattr(found, name) for name in names), f"{module}: {names}"
    offered = {name for name, value in vars(engine).items() if not name.startswith("_") and not ismodule(value)}
    assert set(public()["bunfight.engine"]) == offered


@pytest.mark.parametrize(
    "package", [PIG / "src" / "pig", BAD_APPLE / "src" / "bad_apple", HOT_PLATE / "src" / "hot_plate", STARTER], ids=str
)
def test_examples_use_nothing_but_what_is_public(package: Path) -> None:
    aliases = {"bunfight.engine.event", "bunfight.engine.event_log", "bunfight.engine.luck"}  # for compiled modules
    aliases |= {"bunfight.engine.step", "bunfight.engine.patterns"}
    for path in package.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("bunfight"):
                known = public()["bunfight.engine" if node.module in aliases else node.module]
                assert {name.name for name in node.names} <= set(known), f"{path.name}: {node.module}"


def lines(*paths: Path) -> int:
    return sum(bool(line.strip()) for path in paths for line in path.read_text(encoding="utf-8").splitlines())


def test_small_games_stay_small() -> None:
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in STARTER.glob("*.py")) <= 150
    assert lines(*BAD_APPLE.glob("src/bad_apple/*.py"), *BAD_APPLE.glob("src/bad_apple/text/*.toml")) <= 300


@pytest.mark.parametrize("package", [PIG, BAD_APPLE, HOT_PLATE], ids=str)
def test_examples_declare_the_version_of_the_interface(package: Path) -> None:
    (game,) = package.glob("src/*/game.py")
    assert f"    api = {API}\n" in game.read_text(encoding="utf-8")


def test_rules_of_a_package_are_covered_by_its_own_tests(sandbox: Sandbox) -> None:
    if not (sandbox.site / "bad_apple").exists():
        sandbox.install(BAD_APPLE)
    told = sandbox.run(sys.executable, "-m", "bunfight", "rules", "bad_apple", "--coverage", where=BAD_APPLE)
    assert "6 of 6 rules are named by a test" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["Tea-Time"], "cannot be the name"),
        (["burger_up"], "already"),
        (["mine", "--folder", "."], "choose another one"),
    ],
)
def test_a_name_or_folder_that_cannot_be_is_refused(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "something").touch()
    monkeypatch.chdir(tmp_path)
    assert main(["new", *words]) == 2
    assert told in capsys.readouterr().err


def test_a_package_that_is_broken_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {"lost": EntryPoint("lost", "no_such_package:GAME", games.GROUP)}
    points["other"] = EntryPoint("other", "bunfight.games._template:GAME", games.GROUP)
    monkeypatch.setattr(games, "found", lambda: points)
    with rejects("'lost' cannot be loaded: ModuleNotFoundError: No module named 'no_such_package'"):
        games.load("lost")
    with rejects("calls its game 'other' in its entry point and '_template' in its code"):
        games.load("other")


def test_our_games_are_found_as_those_of_others_are_and_none_is_forgotten() -> None:
    rooms = {path.parent.name for path in (HOME / "src/bunfight/games").glob("*/game.py")} - {"_starter"}
    assert set(games.housed()) == rooms
