"""Fixtures and hooks for all tests."""

from __future__ import annotations

import asyncio
import inspect
import os
import re
import signal
import tempfile
from collections.abc import Generator
from typing import Any

import pytest

from bunfight import games
from bunfight.i18n.words import Words

LONGEST = 280  # seconds: a little before the limit of every test ends the whole process (pyproject.toml)


def pytest_configure(config: pytest.Config) -> None:
    os.environ["BUNFIGHT_HOME"] = tempfile.mkdtemp(prefix="bunfight-tests-")  # games are saved there
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background shell ignores it, and so would the commands
    config.addinivalue_line("markers", "rule(*ids): the rules that this test proves")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run each coroutine test in its own event loop."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    given: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in wanted}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**given), LONGEST))
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Failures of golden games name the command that regenerates them."""
    report = yield
    if report.failed and item.path.name == "test_golden.py":
        command = f"python tools/golden.py {item.path.parent.name}"
        report.sections.append(("golden games", f"If the change is meant, regenerate what is recorded: {command}"))
    return report


@pytest.fixture
def page_numbers(request: pytest.FixtureRequest) -> list[int]:
    """The numbers in the worked examples of the rules page that this test plays, in the order of the page.

    The examples name the test (``played_by`` in overview.toml), which compares these numbers with what happens.
    """
    game, test = request.path.parent.name, request.node.originalname
    found: list[int] = []
    for example in Words(games.load(game)).table["overview"]["examples"]:
        if example["played_by"] == test:
            english, chinese = ([int(n) for n in re.findall(r"\d+", example[lang])] for lang in ("en", "zh"))
            assert english == chinese, example
            found += english
    assert found, f"no example of {game} names {test}"
    return found
