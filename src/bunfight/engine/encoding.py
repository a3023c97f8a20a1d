"""Encodes what a seat may know as numbers in named fields, for learning agents.

A game declares its fields once, in the order in which they lie in an observation, and writes only those places that are
not 0. Seats are listed clockwise from the observer, who is always first.
"""

import struct
from typing import Final, Generic, TypeVar, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, mypyc_attr

from bunfight.engine.step import State

MOST: Final = 8.0  # numbers of an observation lie between this and its negative

NOTES: Final = 1024  # initial room for kinds of things, or places

COMMON: Final = 255  # codes of amounts up to this one are looked up, not computed

ONES: Final[list[i64]] = [(1 << bits) - 1 for bits in range(9)]

S = TypeVar("S", bound=State)


def limited(amount: i64, scale: float) -> float:
    """Scale an amount to the unit of its field."""
    value = float(amount) * scale
    return MOST if value > MOST else -MOST if value < -MOST else value


def code_of(value: float) -> i32:
    """The bits of a 32-bit float."""
    bits: int = struct.unpack("=i", struct.pack("=f", value))[0]
    return bits


@final
class ObservationWriter:
    """Collects the nonzero places of observations with their numbers, one observation after the other.

    After ``fill`` every number goes straight to its place in rows of 32-bit floats.
    """

    def __init__(self) -> None:
        self.places: vec[i64] = vec[i64]()
        self.values: vec[float] = vec[float]()
        self.scales: vec[float] = vec[float]()
        self.count: i64 = 0
        self.base: i64 = 0  # where the current observation begins
        self.tally: vec[i64] = vec[i64]([0] * NOTES)  # counts of noted things, by number
        self.noted: vec[i64] = vec[i64]([0] * NOTES)  # the numbers that have a count
        self.kinds: i64 = 0
        self.fills = False
        self.rows: vec[i32] = vec[i32]()
        self.codes: vec[i32] = vec[i32]()  # the bits of common amounts, by scale
        self.zeros: vec[i64] = vec[i64]()  # by place: where the code of the amount 0 stands

    def fill(self, rows: vec[i32]) -> None:
        """Write into ``rows`` from now on; the caller has set them to 0."""
        self.fills = True
        self.rows = rows
        known: dict[float, int] = {}
        codes: list[int] = []
        zeros: list[int] = []
        for scale in self.scales:
            if scale not in known:
                known[scale] = len(codes) + COMMON
                codes += [code_of(limited(amount, scale)) for amount in range(-COMMON, COMMON + 1)]
            zeros.append(known[scale])
        self.codes = vec[i32](codes)
        self.zeros = vec[i64](zeros)

    def clear(self, size: i64) -> None:
        """Set the row that begins at ``base`` to 0."""
        at = self.base
        end = at + size
        while at < end:
            self.rows[at] = 0
            at += 1

    def put(self, place: i64, amount: i64) -> None:
        """Write an amount in the unit of its field; zeros are skipped."""
        if amount == 0:
            return
        if place >= len(self.zeros):  # none are known as long as it does not fill rows
            self._list(place, amount)
        elif -COMMON <= amount <= COMMON:
            self.rows[self.base + place] = self.codes[self.zeros[place] + amount]
        else:
            self.rows[self.base + place] = code_of(limited(amount, self.scales[place]))

    def _list(self, place: i64, amount: i64) -> None:
        value = limited(amount, self.scales[place])
        at = self.count
        if at < len(self.places):
            self.places[at] = self.base + place
            self.values[at] = value
        else:
            self.places = append(self.places, self.base + place)
            self.values = append(self.values, value)
        self.count = at + 1

    def put_all(self, start: i64, amounts: list[int]) -> None:
        """Write a row of amounts."""
        place = start
        for amount in amounts:
            self.put(place, amount)
            place += 1

    def put_rows(self, start: i64, amounts: vec[i64], first: i64, length: i64, step: i64 = 0, count: i64 = 1) -> None:
        """Write a part of a longer row, from ``first`` on; then ``count`` - 1 more, each ``step`` further on."""
        fills, rows, codes = self.fills, self.rows, self.codes
        zero: i64 = self.zeros[start] if fills else 0
        place = start
        row: i64 = 0
        while row < count:
            at = first + row * step
            end = at + length
            while at < end:
                amount = amounts[at]
                if amount != 0:
                    if fills and -COMMON <= amount <= COMMON:
                        rows[self.base + place] = codes[zero + amount]
                    else:
                        self.put(place, amount)
                place += 1
                at += 1
            row += 1

    def put_packed(self, start: i64, packed: i64, bits: i64) -> None:
        """Write a row of amounts packed into one number, each with the same number of bits."""
        place = start
        mask = ONES[bits]
        if not self.fills:
            while packed:
                self.put(place, packed & mask)
                packed >>= bits
                place += 1
            return
        rows, codes, zero, row = self.rows, self.codes, self.zeros[start], self.base
        while packed:
            amount = packed & mask
            if amount:
                rows[row + place] = codes[zero + amount]
            packed >>= bits
            place += 1

    def mark(self, start: i64, things: vec[i64]) -> None:
        """Write 1 for each thing; no thing occurs twice."""
        if not self.fills:
            for thing in things:
                self.put(start + thing, 1)
            return
        rows, one, row = self.rows, self.codes[self.zeros[start] + 1], self.base + start
        for thing in things:
            rows[row + thing] = one

    def put_kinds(self, start: i64, things: vec[i64], kind_of: vec[i64]) -> None:
        """Write how many things there are of each kind."""
        if not self.fills:
            for thing in things:
                self.note(kind_of[thing])
            self.put_noted(start)
            return
        rows, codes, zero, row, tally = self.rows, self.codes, self.zeros[start], self.base + start, self.tally
        for thing in things:
            kind = kind_of[thing]
            count = tally[kind] + 1
            tally[kind] = count
            rows[row + kind] = codes[zero + count]
        for thing in things:
            tally[kind_of[thing]] = 0

    def note(self, thing: i64) -> None:
        """Count a thing, or a place, once more; ``put_noted`` writes the counts."""
        while thing >= len(self.tally):
            self.tally = append(self.tally, 0)
            self.noted = append(self.noted, 0)
        count = self.tally[thing]
        if count == 0:
            self.noted[self.kinds] = thing
            self.kinds += 1
        self.tally[thing] = count + 1

    def put_noted(self, start: i64) -> None:
        """Write the counts of ``note``; 0 if places were noted."""
        i: i64 = 0
        while i < self.kinds:
            thing = self.noted[i]
            self.put(start + thing, self.tally[thing])
            self.tally[thing] = 0
            i += 1
        self.kinds = 0

    def put_each(self, start: i64, things: list[int]) -> None:
        """Write how many there are of each thing."""
        if not self.fills:
            for thing in things:
                self.note(thing)
            self.put_noted(start)
            return
        tally = self.tally
        rows, codes, zero, row = self.rows, self.codes, self.zeros[start], self.base + start
        for thing in things:
            count = tally[thing] + 1
            tally[thing] = count
            rows[row + thing] = codes[zero + count]
        for thing in things:
            tally[thing] = 0


class Field:
    """A named part of an observation: its shape, its meaning, and the amount that is written as 1."""

    def __init__(self, name: str, shape: list[int], most: int, about: str, start: int) -> None:
        self.name: Final = name
        self.shape: Final = shape
        self.most: Final = most
        self.about: Final = about
        self.start: Final = start
        size = 1
        for length in shape:
            size *= length
        self.size: Final = size


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder(Generic[S]):
    """Writes the observations of one game for a number of seats.

    ``version`` is raised when a place changes its meaning. ``questions``: the classes of all steps that can be open.
    """

    def __init__(self, version: int, seats: int, questions: list[type]) -> None:
        self.version: Final = version
        self.seats: i64 = seats
        self.fields: list[Field] = []
        self.size: i64 = 0
        self.scales: vec[float] = vec[float]()
        self.number: dict[type, int] = {question: number for number, question in enumerate(questions)}
        names = ", ".join([question.__name__ for question in questions])
        self.question = self.field("question", [len(questions)], 1, f"the open question: {names}")
        self.asked = self.field("asked", [seats], 1, "who has still to answer it")

    def field(self, name: str, shape: list[int], most: int, about: str) -> i64:
        """Declare the next field and return the place where it begins."""
        made = Field(name, shape, most, about, int(self.size))
        self.fields.append(made)
        for _ in range(made.size):
            self.scales = append(self.scales, 1.0 / most)
        start = self.size
        self.size = start + made.size
        return start

    def write(self, s: S, seat: int, out: ObservationWriter) -> None:
        """Write what ``seat`` may know; must not read anything of ``s`` that is hidden from it."""
        raise AssertionError(f"{type(self).__name__} writes nothing")

    def write_question(self, s: S, seat: int, out: ObservationWriter) -> i64:
        """Write the open question and who is asked; returns the number of the question, -1 after the end."""
        if not s.agenda:
            return -1
        step = s.agenda[-1]
        number: i64 = self.number[type(step)]
        out.put(self.question + number, 1)
        for other in step.awaits():
            out.put(self.asked + self.from_seat(seat, other), 1)
        return number

    def from_seat(self, seat: i64, other: i64) -> i64:
        """How far ``other`` sits from ``seat``, clockwise."""
        far: i64 = other - seat
        return far if far >= 0 else far + self.seats

    def named(self, place: int) -> str:
        """Find the field that a place belongs to."""
        found = [field.name for field in self.fields if field.start <= place]
        return found[-1]


def encoded(encoder: Encoder[S], s: S, seat: int) -> dict[int, float]:
    """The places of an observation that are not 0, and their numbers."""
    out = ObservationWriter()
    out.scales = encoder.scales
    encoder.write(s, seat, out)
    found: dict[int, float] = {}
    for at in range(out.count):
        place = int(out.places[at])
        assert place not in found, f"{encoder.named(place)} is written twice"
        found[place] = out.values[at]
    return found
