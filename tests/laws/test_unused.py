"""The law that every option matters: ``setup`` reacts to it, or a rule reads it during play."""

from __future__ import annotations

from typing import Any

from bunfight.engine import Option
from bunfight.games._template.game import GAME, Crumbs
from bunfight.testing.unused import ignored_option


class Idle(Crumbs):
    options = (*Crumbs.options, Option("music", False, rule="CR-SETUP-1"))  # type: ignore[assignment]  # one more


class Noted(Idle):
    """Also stores the option in a place that no rule looks at."""

    def setup(self, *given: Any) -> Any:
        s = super().setup(*given)
        assert "music" in s.options
        return s


def test_an_option_counts_that_a_step_reads_from_the_state() -> None:
    """``snatching`` changes nothing in ``setup``: it is read when a large bun is eaten (CR-SNATCH-1)."""
    assert ignored_option(GAME) == ""


def test_an_option_that_nothing_reads_is_named() -> None:
    assert ignored_option(Idle()) == "music"
    assert ignored_option(Noted()) == "music"
