"""The size limits count everything public that a class has."""

import ast
import importlib.util
from pathlib import Path

spec = importlib.util.spec_from_file_location("sizes", Path(__file__).parents[1] / "tools" / "sizes.py")
assert spec is not None and spec.loader is not None
sizes = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sizes)


def members(text: str) -> set[str]:
    made = ast.parse(text).body[0]
    assert isinstance(made, ast.ClassDef)
    found: set[str] = sizes.members(made)
    return found


METHODS = "".join(f"    def m{n}(self): ...\n" for n in range(5))


def test_async_methods_and_attributes_are_counted() -> None:
    text = f"class Room:\n    limit: int = 3\n    _own = 1\n{METHODS}    async def play(self):\n        self.a, self.b = 1, 2\n        self._c: int = 3\n        other.d = 4\n"
    assert members(text) == {"m0", "m1", "m2", "m3", "m4", "play", "limit", "a", "b"}


def test_what_the_engine_requires_of_a_game_is_not_counted() -> None:
    text = f"class Tea(Game[TeaState, TeaView]):\n    title = 'Tea'\n    brewed = 3\n    def view(self): ...\n{METHODS}"
    assert members(text) == {"brewed", "m0", "m1", "m2", "m3", "m4"}


def test_plain_data_may_have_many_fields() -> None:
    assert members(f"class State:\n    hand: int = 3\n{METHODS}") == set()
