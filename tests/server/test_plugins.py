"""Games of other packages: what is broken is skipped with a reason, and never affects another game."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from server_harness import run_server

from bunfight import games
from bunfight.cli import main
from bunfight.cli.new import written
from bunfight.engine import replay
from bunfight.engine.game import API
from bunfight.engine.record import load
from bunfight.i18n.words import error_text, error_texts
from bunfight.server import registry
from bunfight.server.http import catalogue
from bunfight.testing.rejects import rejects

Install = Callable[..., Path]
CACHES = (games.found, games._claims, games.names, games.skipped, games.load, catalogue.game_book)


def forget() -> None:
    for cached in CACHES:
        cached.cache_clear()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a copy of the starter under a name, with one text in one file replaced by another."""
    known = set(sys.modules)
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()

    def put(name: str, file: str = "", old: str = "", new: str = "", package: str = "", module: str = "") -> Path:
        module = module or name
        written(module, tmp_path / f"made {module}", False)
        home = (tmp_path / f"made {module}" / "src" / module).rename(tmp_path / module)
        if file:
            text = (home / file).read_text(encoding="utf-8")
            assert old in text
            (home / file).write_text(text.replace(old, new), encoding="utf-8")
        info = tmp_path / f"{package or module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package or module}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[bunfight.games]\n{name} = {module}:GAME\n")
        forget()
        return home

    yield put
    for name in set(sys.modules) - known:
        if name.partition(".")[0] in {path.name for path in tmp_path.iterdir()}:
            del sys.modules[name]
    monkeypatch.undo()
    forget()


BROKEN = {
    "a syntax error": ("game.py", "class TeaSpot(", "class TeaSpot((", r"SyntaxError: .*\(game\.py, line \d+\)"),
    "a missing import": ("game.py", "from .rules", "import no_such_module\nfrom .rules", r"ModuleNotFoundError: .*no_such_module.* \(game\.py, line \d+\)"),
    "a missing method": ("game.py", "def audit(", "def check_all(", r"TypeError: .*abstract.*audit.* \(game\.py, line \d+\)"),
    "a type error": ("game.py", "seats = range(2, 5)", "seats = range('2')", r"TypeError: .* \(game\.py, line \d+\)"),
    "an exit": ("__init__.py", "from .game", "raise SystemExit(3)\nfrom .game", r"SystemExit: 3 \(__init__\.py, line \d+\)"),
    "a game that is none": ("game.py", "GAME = TeaSpot()", "GAME = 5", "not a Game"),
    "another id": ("game.py", 'id = "tea_spot"', 'id = "spot"', "in its entry point and 'spot' in its code"),
    "no title": ("game.py", "    title =", "    name =", "has no 'title'"),
    "seats that are no range": ("game.py", "seats = range(2, 5)", "seats = 4", "has no 'seats'"),
    "no version of the interface": ("game.py", "    api = 1\n", "", f"add 'api = {API}'"),
    "another version of the interface": ("game.py", "api = 1", "api = 99", "written for version 99"),
    "broken words": ("text/words.toml", "[moves]", "[moves", r"'tea_spot' cannot be loaded: words\.toml: .*line \d+"),
    "no title in words": ("text/words.toml", "title =", "name =", r"text/words\.toml of tea_spot has no title"),
}  # fmt: skip


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_package_is_skipped_with_its_reason(
    fault: str, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    file, old, new, told = BROKEN[fault]
    install("tea_spot", file, old, new)
    with rejects(told):
        games.load("tea_spot")
    assert "tea_spot" not in games.names() and "burger_up" in games.names()
    assert main(["games"]) == 0
    shown = capsys.readouterr()
    assert "burger_up: " in shown.out and "skipped: " in shown.err and "tea_spot" in shown.err


async def test_the_server_goes_on_and_tells_its_owner(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("tea_spot", "game.py", "class TeaSpot(", "class TeaSpot((")
    install("tea_cup", "text/words.toml", "[options]\n", "[options]\nhand = 5\n[other]\n")
    logged: list[str] = []
    monkeypatch.setattr(registry, "note", lambda what, *_, **facts: logged.append(f"{what} {facts}"))
    async with run_server(tmp_path) as server:
        assert any("game skipped" in line and "tea_spot" in line for line in logged)
        offered = [game["id"] for game in (await server.http.get("/api/games")).json()]
        assert "burger_up" in offered and not {"tea_spot", "tea_cup"} & set(offered)
        told = {one["id"]: one["why"] for one in (await server.http.get("/api/skipped")).json()}
        assert set(told) == {"tea_spot", "tea_cup"} and "SyntaxError" in told["tea_spot"]["zh"]
        assert (await server.http.get("/api/games/tea_spot")).status_code == 404
    async with run_server(tmp_path, proxy=True) as server:
        stranger = {"x-forwarded-for": "203.0.113.7"}
        assert (await server.http.get("/api/skipped", headers=stranger)).json() == []


def test_two_packages_with_one_id_are_both_refused(install: Install) -> None:
    install("tea_spot", package="first")
    install("tea_spot", package="second", module="tea_other")
    with rejects("several packages provide a game 'tea_spot': first, second"):
        games.load("tea_spot")
    assert "tea_spot" not in games.names() and "tea_spot" in games.skipped()


def test_a_package_cannot_replace_a_game_of_ours(install: Install) -> None:
    install("burger_up", package="impostor", module="tea_spot")
    assert type(games.load("burger_up")).__module__.startswith("bunfight.games.")
    assert "burger_up" in games.names()
    assert "impostor also provides a game 'burger_up'" in error_text(games.skipped()["burger_up"])
    assert "impostor" in error_texts(games.skipped()["burger_up"])["zh"]


@pytest.mark.parametrize("name", ["json", "pytest", "class", "bunfight", "tea_spot"])
def test_a_new_game_may_not_hide_a_module_or_a_game(
    name: str, install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install("tea_spot", "game.py", "class TeaSpot(", "class TeaSpot((")
    assert main(["new", name, "--folder", str(tmp_path / "new")]) == 2
    told = "is a word of the Python language" if name == "class" else "already"
    assert told in capsys.readouterr().err and not (tmp_path / "new").exists()


async def test_files_of_a_package_are_served_and_nothing_else(install: Install, tmp_path: Path) -> None:
    home = install("tea_spot")
    (home / "web").mkdir()
    (home / "web" / "cup.js").write_text("export const cup = 1;\n")
    (home / "board.js").write_text('import { cup } from "./web/cup.js";\n')
    (home / "text" / "lesson.json").write_text("{}")
    async with run_server(tmp_path) as server:
        for file in ("board.js", "web/cup.js", "text/lesson.json"):
            assert (await server.http.get(f"/brought/tea_spot/{file}")).status_code == 200, file
        for file in ("game.py", "web/../game.py", "web/%2e%2e/game.py", "text/words.toml", "web/", "web//etc/passwd"):
            assert (await server.http.get(f"/brought/tea_spot/{file}")).status_code == 404, file
        (game,) = (game for game in (await server.http.get("/api/games")).json() if game["id"] == "tea_spot")
        assert game["lesson"] is True


CRASH = ("game.py", "[*range(seats)]", "[*s.cups]")


def test_a_crash_in_setup_is_one_sentence_on_the_command_line(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    install("tea_spot", *CRASH)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for language, told in (("en", "cannot be started"), ("zh", "开始不了")):
        assert main(["play", "tea_spot", "--plain", "--lang", language]) == 2
        shown = capsys.readouterr()
        assert shown.err.startswith("bunfight play: ") and told in shown.err and shown.err.count("\n") == 1
        assert re.search(r"AttributeError: .*cups.* \(game\.py, line \d+\)", shown.err)


async def test_a_crash_in_setup_is_answered_with_a_reason_and_logged(
    install: Install, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("tea_spot", *CRASH)
    async with run_server(tmp_path) as server:
        monkeypatch.setattr("bunfight.server.rooms.room.LOG.propagate", True)
        made = await server.make("me", "open", game="tea_spot")
        start = f"/api/tables/{made['table']['id']}/start"
        for _ in range(2):  # the table still waits, with the same seats
            failed = await server.post(start, {"fill": "random"}, made["host"], 500)
            assert failed["error"] == "game_failed" and "tea_spot" in failed["text"]["zh"]
            assert "'tea_spot' cannot be started" in failed["why"] and "cups" not in failed["why"]
        table = (await server.http.get(start.removesuffix("/start"))).json()
        assert table["state"] == "gathering" and [seat["kind"] for seat in table["seats"]] == ["person", "open"]
        played = await server.make("me", "random", start=True)
        assert played["table"]["state"] == "playing"
    assert "AttributeError" in caplog.text and "Traceback" in caplog.text and "in setup" in caplog.text


SPILT = (
    "rules.py",
    "            s.table.append(tea)",
    "            s.table.append(tea)\n            s.cups[len(s.table)]",
)
ATTRIBUTE = r"AttributeError: .*cups.* \(tea_spot, rules\.py:\d+\)"


@pytest.mark.parametrize(("bots", "jobs"), [("random", "1"), ("heuristic,random", "2")])
@pytest.mark.parametrize("command", ["sim", "ladder"])
def test_a_crash_in_the_lab_is_one_sentence_and_the_game_can_be_continued(
    command: str, bots: str, jobs: str, install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    home = install("tea_spot", *SPILT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    words = ["tea_spot", "--games", "40", "--bots", bots if command == "sim" else "heuristic,random", "--jobs", jobs]
    assert main([command, *words, "--players", "2"]) == 2
    told = capsys.readouterr().err
    assert re.search(rf"^bunfight {command}: the code of Tea Spot failed in the game with the seed '.+': ", told, re.M)
    assert re.search(ATTRIBUTE, told) and "Traceback" not in told
    found = re.search(r"continue with: bunfight play --resume (\S+)\n", told)
    assert found is not None
    record = load(Path(found[1]).read_text(encoding="utf-8"))
    fixed = (home / "rules.py").read_text(encoding="utf-8").replace(*reversed(SPILT[1:]))
    (home / "rules.py").write_text(fixed, encoding="utf-8")
    for module in [module for module in sys.modules if module.partition(".")[0] == "tea_spot"]:
        del sys.modules[module]
    forget()
    state: Any = replay(games.load("tea_spot"), record)[0]
    assert state.agenda and not state.table  # the next tea would have been the first one that is left
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
    assert main(["play", "--plain", "--resume", found[1]]) == 0


def test_a_crash_in_any_other_command_names_the_game_and_its_line(
    install: Install, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    install("tea_spot", *SPILT)
    bench = ["bench", "tea_spot", "--measure", "--seconds", "0.01"]
    assert main(bench) == 2
    assert re.fullmatch(rf"bunfight bench: the code of Tea Spot failed: {ATTRIBUTE}\n", capsys.readouterr().err)
    monkeypatch.setenv("BUNFIGHT_DEBUG", "1")
    with pytest.raises(AttributeError, match="cups"):
        main(bench)
    with pytest.raises(AttributeError, match="cups"):
        main(["sim", "tea_spot", "--games", "2", "--jobs", "1"])


def test_a_game_without_an_end_ends_a_simulation_with_a_sentence(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install("tea_spot", "rules.py", "self.pot.pop(luck.below(len(self.pot)))", "self.pot[luck.below(len(self.pot))]")
    monkeypatch.chdir(tmp_path)
    assert main(["sim", "tea_spot", "--games", "1", "--jobs", "1"]) == 2
    assert "Tea Spot did not end within 10000 decisions" in capsys.readouterr().err


async def test_a_crash_at_a_table_is_answered_with_file_and_line_and_changes_nothing(
    install: Install, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("tea_spot", *SPILT)
    async with run_server(tmp_path) as server:
        monkeypatch.setattr("bunfight.server.rooms.room.LOG.propagate", True)
        made = await server.make("me", "me", game="tea_spot", start=True)
        table, tokens = made["table"]["id"], [seat["token"] for seat in made["seats"]]
        async with server.connect(table, *tokens) as client:
            failed = await client.play(0)
            assert failed["type"] == "refused" and failed["rule"] == "" and not failed["text"]["en"]
            assert re.fullmatch(
                r"the code of Tea Spot failed at decision 1 \(tea_spot, rules\.py:\d+\), so nothing has changed; .+",
                failed["why"],
            )
            assert "cups" not in str(failed["told"])  # what went wrong may tell a secret
            assert (await server.get(f"/api/tables/{table}"))["number"] == 0
    assert "AttributeError" in caplog.text and "rules.py" in caplog.text


async def test_a_crash_in_the_turn_of_a_bot_is_told_to_everybody_at_the_table(install: Install, tmp_path: Path) -> None:
    install("tea_spot", *SPILT)
    async with run_server(tmp_path) as server:
        made = await server.make("random", "me", game="tea_spot", start=True)
        async with server.connect(made["table"]["id"]) as client:
            told = await client.of("refused")
            assert told["id"] == "" and "rules.py" in told["told"]["zh"]
