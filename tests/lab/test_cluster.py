"""The same run on a real local Ray gives the same totals."""

from __future__ import annotations

import pytest

from bunfight.lab.sim import simulate


@pytest.mark.timeout(180)
def test_a_run_on_ray() -> None:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        there = simulate("_template", 2, 30, ["heuristic", "random"], cluster="auto", store=None)
    finally:
        ray.shutdown()
    here = simulate("_template", 2, 30, ["heuristic", "random"], jobs=1, store=None)
    assert there.tally == here.tally
