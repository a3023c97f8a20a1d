"""Batches write the same numbers as an encoder that is read place by place, and no encoding changes unnoticed."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from bunfight.engine.encoding import COMMON, Encoder, ObservationWriter, encoded
from bunfight.engine.step import State
from bunfight.games import names

np = pytest.importorskip("numpy")

from bunfight.rl.env import EnvCore  # noqa: E402  # needs numpy
from bunfight.rl.vector import Arrays, Batch, shapes  # noqa: E402

GAMES = ["_template", *names()]
SHORT: dict[str, dict[str, Any]] = {"buffet_boss": {"version": "dinner"}}
# Observations of whole games, the layout included. If one changes on purpose, the encoder gets a new version.
KNOWN = {
    ("_template", 2): "36ceb482836203c6",
    ("_template", 3): "37ef414ff0f32bdf",
    ("burger_boss", 2): "824a1b8e678b08df",
    ("burger_boss", 4): "e1da20aecb3c0508",
    ("burger_up", 2): "5074793815c1de3d",
    ("burger_up", 4): "643ba518a0a5228e",
    ("burger_war", 2): "1295cea9e4204a74",
    ("burger_war", 4): "f7865edfdb9af878",
    ("jom_burger", 2): "87cebb9e1e518dc6",
    ("jom_burger", 4): "1d66de238626abc1",
}


def listed(core: EnvCore, state: State, seat: int) -> Any:
    """An observation, put together from the list of its places."""
    seen = np.zeros(int(core.encoder.size), np.float32)
    for place, value in encoded(core.encoder, state, seat).items():
        seen[place] = value
    return seen


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("opponents", ["self", "random"])
def test_batches_write_what_the_encoder_lists_in_whole_games(game: str, players: int, opponents: str) -> None:
    batch = Batch(game, 2, players, opponents, options=SHORT.get(game))
    arrays, core = batch.reset(7), batch.core
    ended, steps = np.zeros(2, bool), 0
    while not ended.all() and steps < (12 if game == "buffet_boss" else 2000):
        for lane, state in enumerate(batch.inner.states):
            seat = int(arrays.seats[lane])
            step = state.agenda[-1]
            assert arrays.observations[lane].tobytes() == listed(core, state, seat).tobytes()
            core.state = state
            legal = core.legal(seat)
            assert np.flatnonzero(arrays.masks[lane]).tolist() == legal
            flat, starts = batch.legal()
            assert sorted(flat[starts[lane] : starts[lane + 1]].tolist()) == legal
            assert step.listed or game == "buffet_boss"
        arrays = batch.step(arrays.suggested.copy())
        ended |= arrays.ended
        steps += 1
    assert ended.all() or game == "buffet_boss"


@pytest.mark.parametrize(("game", "players"), KNOWN)
def test_encodings_stay_as_they_are(game: str, players: int) -> None:
    batch = Batch(game, 2, players)
    arrays, encoder = batch.reset(11), batch.core.encoder
    layout = [encoder.version, *([field.name, field.shape, field.most, field.start] for field in encoder.fields)]
    digest = hashlib.sha256(json.dumps(layout).encode())
    ended = np.zeros(2, bool)
    while not ended.all():
        for one in (arrays.observations, arrays.masks, arrays.seats, arrays.suggested, *batch.legal()):
            digest.update(np.ascontiguousarray(one).tobytes())
        arrays = batch.step(arrays.suggested.copy())
        ended |= arrays.ended
        digest.update(arrays.rewards.tobytes() + arrays.final[arrays.ended].tobytes())
    assert digest.hexdigest()[:16] == KNOWN[game, players]


class Scale(Encoder[State]):
    """Two fields of different measure."""

    def __init__(self) -> None:
        super().__init__(1, 2, [])
        self.small = self.field("small", [6], 3, "amounts of up to three")
        self.large = self.field("large", [6], 2000, "amounts of some thousands")

    def write(self, s: State, seat: int, out: ObservationWriter) -> None:
        for start in (self.small, self.large):
            for at, amount in enumerate((1, -1, COMMON, COMMON + 1, -COMMON - 1, 16_001)):
                out.put(start + at, amount)


def test_rare_amounts_are_the_same_in_rows_and_in_lists() -> None:
    """Common amounts are looked up when rows are filled; the others are computed."""
    from librt.vecs import vec
    from mypy_extensions import i32

    encoder = Scale()
    size = int(encoder.size)
    rows: vec[i32] = vec[i32]([7] * (2 * size))
    out = ObservationWriter()
    out.scales = encoder.scales
    out.fill(rows)
    out.base = size
    out.clear(size)
    encoder.write(State(), 0, out)
    found = np.frombuffer(rows, np.float32)  # type: ignore[call-overload]
    want = np.zeros(size, np.float32)
    for place, value in encoded(encoder, State(), 0).items():
        want[place] = value
    assert (found[size:] == want).all() and np.abs(want).max() == 8.0
    assert (np.frombuffer(rows, np.int32)[:size] == 7).all()  # type: ignore[call-overload]


def test_arrays_that_are_given_are_filled_like_its_own() -> None:
    own = Batch("burger_war", 3)
    made = shapes(3, own.size, own.actions, own.players)
    given = Arrays(**{name: np.zeros(shape, kind) for name, (shape, kind) in made.items()})
    other = Batch("burger_war", 3, arrays=given)
    one, two = own.reset(2), other.reset(2)
    assert two is given
    for _ in range(40):
        for name in Arrays.__annotations__:
            rows = one.ended if name == "final" else slice(None)
            assert (getattr(one, name)[rows] == getattr(two, name)[rows]).all(), name
        one, two = own.step(one.suggested.copy()), other.step(two.suggested.copy())
        assert all(getattr(two, name) is getattr(given, name) for name in Arrays.__annotations__)


def test_arrays_outlive_their_batch() -> None:
    batch = Batch("_template", 2)
    arrays = batch.reset(0)
    kept = arrays.observations.copy()
    del batch
    Batch("_template", 2).reset(1)
    assert (arrays.observations == kept).all() and arrays.observations.flags.writeable
