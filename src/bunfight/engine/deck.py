"""Deck: cards, dice or coins lying together in no order at all, as small numbers in a vector."""

from collections.abc import Iterable, Iterator

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from bunfight.engine.luck import Luck


class Deck:
    """A pile that nobody has looked into has no order, so none can leak: drawing picks any of its things."""

    def __init__(self, things: Iterable[i64] = ()) -> None:
        self.things: vec[i64] = vec[i64](things)

    def __len__(self) -> int:
        return len(self.things)

    def __iter__(self) -> Iterator[i64]:
        return iter(self.things)

    def __getitem__(self, index: i64) -> i64:
        return self.things[index]

    def add(self, thing: i64) -> None:
        self.things = append(self.things, thing)

    def count(self, thing: i64) -> i64:
        found: i64 = 0
        for one in self.things:
            if one == thing:
                found += 1
        return found

    def remove(self, thing: i64) -> None:
        """Take one ``thing`` out; it must be there."""
        n: i64 = len(self.things)
        i: i64 = 0
        while i < n:
            if self.things[i] == thing:
                self.pull(i)
                return
            i += 1
        raise AssertionError(f"{thing} is not in the pile")

    def pull(self, index: i64) -> i64:
        """Take out what lies at ``index``; the last thing moves into the gap."""
        thing: i64 = self.things[index]
        last: i64
        self.things, last = pop(self.things)
        if index < len(self.things):
            self.things[index] = last
        return thing

    def draw(self, luck: Luck) -> i64:
        """Take out any thing, each as likely as the others; the pile must not be empty."""
        return self.pull(luck.below(len(self.things)))

    def clear(self) -> None:
        self.things = vec[i64]()

    def copy(self) -> "Deck":
        new = Deck()
        new.things = self.things[:]
        return new
