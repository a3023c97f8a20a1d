"""Planted faults in the example Bad Apple: ``bunfight laws`` names nearly all of them with file and line."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bunfight import games
from bunfight.cli import main

HOME = Path(__file__).parents[2] / "examples" / "bad_apple" / "src" / "bad_apple"
CACHES = (games.found, games._claims, games.names, games.skipped, games.load)
PLACE = re.compile(r"([\w/]+\.(?:py|toml))(?::|, line )(\d+)|(\w+\.toml): .*line (\d+)")
FAULTS = {  # what is wrong: the file that must be named, the file that is changed, its text before and after
    # words
    "a verb without words": ("words.toml", "text/words.toml", "stop = {", "halt = {"),
    "a misspelt placeholder in a move": ("words.toml", "text/words.toml", "Lay a {crate:term}", "Lay a {create:term}"),
    "a misspelt placeholder in Chinese": ("words.toml", "text/words.toml", "得 {points} 分", "得 {point} 分"),
    "an event without words": ("rules.py", "text/words.toml", "CratesLaid = ", "CratesPut = "),
    "a step without words": ("words.toml", "text/words.toml", "Buy = ", "Shop = "),
    "a field without words": ("game.py", "text/words.toml", "gone = ", "away = "),
    "a thing without words": ("words.toml", "text/words.toml", "rotten = ", "mouldy = "),
    "a noun without words": ("words.toml", "text/words.toml", "crate = { en = \"a crate\"", "box = { en = \"a crate\""),
    "a language that is missing": ("words.toml", "text/words.toml", ', zh = "奖池" }', " }"),
    "an end without words": ("words.toml", "text/words.toml", "rounds = { en = \"Everyone", "over = { en = \"Everyone"),
    "a rule in no section": ("rules.toml", "text/rules.toml", "BUY = {", "SELL = {"),
    "an option that cites no rule": ("game.py", "game.py", 'rule="BA-END-1")', 'rule="BA-END-7")'),
    "broken TOML": ("words.toml", "text/words.toml", "[events]", "[events"),
    # leaks
    "a view that shows closed crates": ("game.py", "game.py", "crate if whose == seat else HIDDEN", "crate"),
    "a view that shows the hand of others": ("game.py", "game.py", "tuple(s.hands[seat])", "tuple(s.hands[0])"),
    "a view that shows what was thrown away": ("game.py", "game.py", "len(gone) for gone in s.gone", 'gone.count("rotten") for gone in s.gone'),
    "an event that tells a secret": ("rules.py", "rules.py", "    def reveal(", '    def take(self, s, seat, move, luck, log):\n        log.all(CrateOpened(seat, seat, KINDS[move["crate"]]))\n        super().take(s, seat, move, luck, log)\n\n    def reveal('),
    "a bot that peeks": ("game.py", "game.py", "return STOP if s.pot > 2 else", 'return STOP if s.pot and "rotten" in s.laid else'),
    # crashes
    "a crash in a step": ("rules.py", "rules.py", "s.pot += 1", "s.pot = [1, 2, 3][s.pot]"),
    "a crash in the view": ("game.py", "game.py", "pot=s.pot,", "pot=s.pots,"),
    "a crash at the start": ("game.py", "game.py", "s.agenda.append(Lay(range(seats)))", "s.agenda.append(Lay(rang(seats)))"),
    "a lost crate": ("game.py", "rules.py", "            s.gone[other] += [crate] if crate else []", "            s.gone[other] += [crate] if crate and other else []"),
    # missing methods
    "a game without a method": ("game.py", "game.py", "def audit(", "def check_all("),
    "a step without a method": ("rules.py", "rules.py", "    def candidates(self, s: BadAppleState, seat: Seat) -> list[Move]:\n        closed", "    def choices(self, s: BadAppleState, seat: Seat) -> list[Move]:\n        closed"),
}  # fmt: skip
UNNAMED: dict[str, str] = {}  # faults that no law names, and why


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    shutil.copytree(HOME, tmp_path / "bad_apple", ignore=shutil.ignore_patterns("__pycache__"))
    info = tmp_path / "bad_apple-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad_apple\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[bunfight.games]\nbad_apple = bad_apple:GAME\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    _forget()
    yield tmp_path / "bad_apple"
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for module in [module for module in sys.modules if module.partition(".")[0] == "bad_apple"]:
        del sys.modules[module]
    for cached in CACHES:
        cached.cache_clear()


def laws(capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(["laws", "bad_apple", "--games", "1"])
    shown = capsys.readouterr()
    return code, shown.out + shown.err


def test_there_are_24_faults_of_which_23_are_named() -> None:
    assert len(FAULTS) == 24 and len(UNNAMED) <= 1


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_named_with_file_and_line(
    fault: str, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named, file, sound, sick = FAULTS[fault]
    text = (package / file).read_text(encoding="utf-8")
    assert text.count(sound) == 1, f"the example says {sound!r} {text.count(sound)} times"
    (package / file).write_text(text.replace(sound, sick), encoding="utf-8")
    code, told = laws(capsys)
    assert code and "Traceback" not in told
    places = [(found[1] or found[3], int(found[2] or found[4])) for found in PLACE.finditer(told)]
    assert any(Path(place).name == named and line > 0 for place, line in places), told


def test_the_sound_example_obeys_the_laws(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert laws(capsys)[0] == 0
