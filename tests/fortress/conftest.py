"""Tests of the fortress use the harness of the server's tests, and like those they are coroutines."""

from __future__ import annotations

import asyncio
import inspect
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "serve"))  # for serve_harness
sys.path.insert(0, str(Path(__file__).parent))  # for rough, which is no test itself


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    given: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in wanted}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**given), 60))
    return True
