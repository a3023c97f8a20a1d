"""Saved games, settings and records of the second edition are opened as before."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest

from bunfight import games
from bunfight.engine import Rng
from bunfight.engine.record import RecordError, load
from bunfight.engine.table import replay
from bunfight.engine.verify import verify
from bunfight.tui.saves import SaveFolder, Settings
from bunfight.tui.session import resume_session

DATA = Path(__file__).parents[1] / "data" / "second_edition"


@pytest.mark.parametrize("game", ["burger_up", "buffet_boss"])
async def test_a_saved_game_goes_on(game: str, tmp_path: Path) -> None:
    saves = SaveFolder(tmp_path / "games")
    shutil.copytree(DATA / "games", saves.folder)
    saved = dict(saves.listed())[game]
    assert (saved.game, saved.names, saved.bots, saved.decisions) == (game, ["Ann", "Bob"], {"1": "random"}, 12)
    local = resume_session(saves, game, saved, "en")
    assert local.number == 12
    state = local.table.state
    seat = state.awaiting()[0]
    local.table.play(seat, local.game.bots.policy(state, seat, Rng("more", "moves")))
    local.save()
    assert len(saves.record(game).entries) == 13


def test_settings_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUNFIGHT_HOME", str(tmp_path))
    shutil.copy(DATA / "settings.json", tmp_path)
    assert Settings.read() == Settings("de", "light", "Tess", True, True)


def old_record(game: str) -> str:
    return gzip.decompress((DATA / "records" / f"{game}.jsonl.gz").read_bytes()).decode()


@pytest.mark.parametrize("game", sorted(path.name.partition(".")[0] for path in (DATA / "records").iterdir()))
def test_a_record_of_every_game_is_replayed_and_verified(game: str) -> None:
    text = old_record(game)
    record = load(text)
    state, _ = replay(games.load(game), record)
    assert not state.agenda and record.end is not None
    count = len(record.entries)
    assert verify(games.load(game), record)[0].startswith(f"{count} decisions are legal") and record.text() == text


def test_a_record_of_a_newer_format_is_refused() -> None:
    text = old_record("burger_up").replace('"bunfight":1', '"bunfight":2', 1)
    with pytest.raises(RecordError, match="record_newer format=2"):
        load(text)
