"""What the simulation answers: the parts that the rules read, and the film (FB-LOG-2)."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

LARGEST: Final = 1_000_000_000  # of lengths and angles; a plate is far smaller
Whole = Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]
Row = tuple[Whole, ...]


class FilmAnswer(msgspec.Struct, frozen=True):
    """The film of an act; see events.Film."""

    ms: int | float
    bodies: tuple[str, ...]
    first: tuple[Row, ...]
    frames: tuple[Row, ...]
    shift: Whole


class Answer(msgspec.Struct, frozen=True):
    """How an act ended: poses in the grids of FB-PHYS-11."""

    plate: tuple[Whole, Whole]
    pieces: dict[str, tuple[Whole, Whole, Whole]]
    fallen: tuple[str, ...]
    touch: tuple[tuple[str, str], ...]
    height: Whole
    overturned: bool
    settled: bool
    sim_ms: Whole
    film: FilmAnswer | None = None  # may have been dropped from a record


DECODER: Final = msgspec.json.Decoder(Answer)
