"""An unordered deck of cards, dice or coins, held as small numbers in a vector."""

from collections.abc import Iterable, Iterator
from typing import final

from librt.vecs import append, extend, pop, vec
from mypy_extensions import i64

from bunfight.engine.luck import Luck


@final
class Deck:
    """A deck that nobody has looked into has no order, so none can leak: ``draw`` takes a random item.

    The order of ``items`` means nothing to the game. It only decides which item a recorded number of the luck tape
    stands for, so removing an item always moves the last one into its place.
    """

    def __init__(self, items: Iterable[i64] | None = None) -> None:
        self.items: vec[i64] = vec[i64]() if items is None else vec[i64](items)  # vec(()) takes long

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[i64]:
        return iter(self.items)

    def __getitem__(self, index: i64) -> i64:
        return self.items[index]

    def __setitem__(self, index: i64, item: i64) -> None:
        self.items[index] = item

    def add(self, item: i64) -> None:
        self.items = append(self.items, item)

    def add_all(self, other: "Deck") -> None:
        self.items = extend(self.items, other.items)

    def count(self, item: i64) -> i64:
        found: i64 = 0
        for one in self.items:
            if one == item:
                found += 1
        return found

    def remove(self, item: i64) -> None:
        """Remove one ``item``, which must be in the deck."""
        n: i64 = len(self.items)
        i: i64 = 0
        while i < n:
            if self.items[i] == item:
                self.pull(i)
                return
            i += 1
        raise AssertionError(f"{item} is not in the deck")

    def pull(self, index: i64) -> i64:
        """Remove and return the item at ``index``; the last item takes its place."""
        items = self.items
        item: i64 = items[index]
        items[index] = items[-1]
        self.items, _ = pop(items)
        return item

    def draw(self, luck: Luck) -> i64:
        """Remove and return a random item, each equally likely; the deck must not be empty."""
        return self.pull(luck.below(len(self.items)))

    def clear(self) -> None:
        self.items = vec[i64]()

    def copy(self) -> "Deck":
        new = Deck()
        new.items = self.items[:]
        return new
