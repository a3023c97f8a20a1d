"""The only source of randomness, and of answers from a physics simulation, in a game.

Rules cannot tell whether an answer was drawn now, read back from a tape, or scripted by a test.
"""

import hashlib
from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from bunfight.engine.errors import TapeError as TapeError

MASK: Final[i64] = 0xFFFF_FFFF
RANGE: Final[i64] = 0x1_0000_0000
Simulator = Callable[[str], str]  # answers a question about the physical world; see engine/hooks.py


@final
class Rng:
    """xoshiro128++, ours, so that a seed means the same game on every Python, compiled or not.

    A seed is a text; ``stream`` names one of its many independent sequences.
    """

    def __init__(self, seed: str, stream: str = "") -> None:
        self.seed: Final = seed
        self.stream: Final = stream
        start = hashlib.sha256(f"{seed}/{stream}".encode()).digest()
        self.a: i64 = int.from_bytes(start[0:4], "little")
        self.b: i64 = int.from_bytes(start[4:8], "little")
        self.c: i64 = int.from_bytes(start[8:12], "little")
        self.d: i64 = int.from_bytes(start[12:16], "little") | 1

    def fork(self, label: str) -> "Rng":
        """An independent sequence that depends on the seed and the label, not on how much was drawn here."""
        return Rng(self.seed, f"{self.stream}/{label}")

    def bits(self) -> i64:
        """32 random bits."""
        a, b = self.a, self.b
        c, d = self.c ^ a, self.d ^ b
        self.a, self.b, self.c = a ^ d, b ^ c, c ^ ((b << 9) & MASK)
        self.d = ((d << 11) | (d >> 21)) & MASK
        x: i64 = (a + (d ^ b)) & MASK
        return ((((x << 7) | (x >> 25)) & MASK) + a) & MASK

    def below(self, n: i64) -> i64:
        """A uniform whole number from 0 to n - 1, without bias; n is at most 2**31."""
        if n <= 1:
            assert n == 1, "nothing to choose from"
            return 0
        m: i64 = self.bits() * n
        if (m & MASK) < n:
            floor: i64 = (RANGE - n) % n
            while (m & MASK) < floor:
                m = self.bits() * n
        return m >> 32

    def chance(self) -> float:
        """A uniform number from 0 (included) to 1 (not included)."""
        return int(self.bits()) / 4294967296.0


class SimulationNeeded(Exception):
    """A simulation must answer ``question`` before the move can be taken."""

    def __init__(self, question: str) -> None:
        super().__init__(question)
        self.question = question


@mypyc_attr(allow_interpreted_subclasses=True)
class Luck:
    """Draws luck without recording it, for search and simulation."""

    def __init__(self, rng: Rng, simulator: Simulator | None = None) -> None:
        self.rng = rng
        self.simulator = simulator

    def below(self, n: i64) -> i64:
        return self.rng.below(n)

    def observe(self, question: str) -> str:
        """Ask the physics simulation; its answers are not random."""
        if self.simulator is None:
            raise SimulationNeeded(question)
        return self.simulator(question)

    def roll(self, sides: i64) -> i64:
        return self.below(sides) + 1

    def pick(self, weights: list[int]) -> int:
        """Draw an index with a probability proportional to its weight."""
        total: i64 = 0
        for weight in weights:
            total += weight
        ticket: i64 = self.below(total)
        for index, weight in enumerate(weights):
            ticket -= weight
            if ticket < 0:
                return index
        raise AssertionError("weights changed under us")


class LiveLuck(Luck):
    """Draws luck and records it on a tape."""

    def __init__(self, rng: Rng, simulator: Simulator | None = None) -> None:
        super().__init__(rng, simulator)
        self.tape: list[int | str] = []

    def below(self, n: i64) -> i64:
        drawn: i64 = self.rng.below(n)
        self.tape.append(int(drawn))
        return drawn

    def observe(self, question: str) -> str:
        answer = super().observe(question)
        self.tape.append(answer)
        return answer


class TapeLuck(Luck):
    """Reads luck back from a tape, for replays, tests and search in a known branch."""

    def __init__(self, tape: list[int | str], vet: Callable[[str, str], str] | None = None) -> None:
        super().__init__(NO_RNG)
        self.tape = tape
        self.vet = vet  # checks answers of a tape that nobody vouches for; see engine/hooks.py
        self.at = 0

    def below(self, n: i64) -> i64:
        said, most = self._next(), int(n)  # not as an i64: a tape from outside may hold any number
        if isinstance(said, str) or not 0 <= said < most:
            raise TapeError("tape_number", value=f"{said!r:.40}", n=n)
        return said

    def observe(self, question: str) -> str:
        said = self._next()
        if not isinstance(said, str):
            raise TapeError("tape_text", value=repr(said))
        return said if self.vet is None else self.vet(question, said)

    def finish(self) -> None:
        if self.at != len(self.tape):
            raise TapeError("tape_long", n=len(self.tape) - self.at)

    def _next(self) -> int | str:
        if self.at >= len(self.tape):
            raise TapeError("tape_short")
        self.at += 1
        return self.tape[self.at - 1]


NO_RNG: Final = Rng("tape")
