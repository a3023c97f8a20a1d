"""Fixtures and hooks for all tests."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest

LONGEST = 280  # seconds: a little before the limit of every test ends the whole process (pyproject.toml)


def pytest_configure(config: pytest.Config) -> None:
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
