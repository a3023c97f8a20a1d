"""Encoding: what a seat may know as numbers in named fields, for those who learn.

A game declares its fields once, in the order in which they lie in an observation, and writes only those places that are
not 0. Seats are told from the observer on: it is always the first, then clockwise.
"""

from typing import Final, Generic, TypeVar

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from bunfight.engine.step import State

MOST: Final = 8.0  # no number of an observation is larger, none smaller than its opposite

KINDS: Final = 256  # more than any game has kinds of things

S = TypeVar("S", bound=State)


class Ink:
    """What was written so far: places that are not 0, with their numbers; one observation after the other."""

    def __init__(self) -> None:
        self.places: vec[i64] = vec[i64]()
        self.values: vec[float] = vec[float]()
        self.scales: vec[float] = vec[float]()
        self.count: i64 = 0
        self.base: i64 = 0  # where the observation begins that is being written
        self.tally: vec[i64] = vec[i64]([0] * KINDS)  # things noted, by their numbers
        self.noted: vec[i64] = vec[i64]([0] * KINDS)  # which of them there are
        self.kinds: i64 = 0

    def put(self, place: i64, amount: i64) -> None:
        """Write an amount, in the measure of its field; what is 0 needs no ink."""
        if amount == 0:
            return
        value = float(amount) * self.scales[place]
        if value > MOST:
            value = MOST
        elif value < -MOST:
            value = -MOST
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

    def note(self, thing: i64) -> None:
        """Count one thing; ``put_noted`` writes how many there were of each."""
        if self.tally[thing] == 0:
            self.noted[self.kinds] = thing
            self.kinds += 1
        self.tally[thing] = self.tally[thing] + 1

    def put_noted(self, start: i64) -> None:
        i: i64 = 0
        while i < self.kinds:
            thing = self.noted[i]
            self.put(start + thing, self.tally[thing])
            self.tally[thing] = 0
            i += 1
        self.kinds = 0

    def put_each(self, start: i64, things: list[int]) -> None:
        """Write how many there are of each thing."""
        for thing in things:
            self.note(thing)
        self.put_noted(start)


class Field:
    """A named part of an observation: its shape, what it tells, and the amount that is written as 1."""

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
    """The observation of one game at a table of so many seats. ``version`` is raised when a place changes its meaning.

    ``questions``: the classes of all steps that can be open.
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
        """Declare the next field; gives the place at which it begins."""
        made = Field(name, shape, most, about, int(self.size))
        self.fields.append(made)
        for _ in range(made.size):
            self.scales = append(self.scales, 1.0 / most)
        start = self.size
        self.size = start + made.size
        return start

    def write(self, s: S, seat: int, ink: Ink) -> None:
        """Write what ``seat`` may know of the table; reads nothing of ``s`` that is hidden from it."""
        raise AssertionError(f"{type(self).__name__} writes nothing")

    def write_question(self, s: S, seat: int, ink: Ink) -> None:
        """What is asked and who is asked."""
        if s.agenda:
            step = s.agenda[-1]
            ink.put(self.question + self.number[type(step)], 1)
            for other in step.awaits():
                ink.put(self.asked + self.from_seat(seat, other), 1)

    def from_seat(self, seat: i64, other: i64) -> i64:
        """How far ``other`` sits from ``seat``, clockwise."""
        far: i64 = other - seat
        return far if far >= 0 else far + self.seats

    def named(self, place: int) -> str:
        """The field in which a place lies."""
        found = [field.name for field in self.fields if field.start <= place]
        return found[-1]


def encoded(encoder: Encoder[S], s: S, seat: int) -> dict[int, float]:
    """The places of an observation that are not 0, and their numbers."""
    ink = Ink()
    ink.scales = encoder.scales
    encoder.write(s, seat, ink)
    found: dict[int, float] = {}
    for at in range(ink.count):
        place = int(ink.places[at])
        assert place not in found, f"{encoder.named(place)} is written twice"
        found[place] = ink.values[at]
    return found
