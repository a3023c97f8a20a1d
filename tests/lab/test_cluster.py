"""The same run on a real local Ray gives the same totals; without a cluster there is a sentence instead of attempts."""

from __future__ import annotations

import socket

import pytest

from bunfight.engine.errors import InvalidInput
from bunfight.i18n.words import error_text
from bunfight.lab.sim import simulate


@pytest.mark.timeout(180)
def test_a_run_on_ray_has_the_same_totals() -> None:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        there = simulate("_template", 2, 30, ["heuristic", "random"], cluster="auto", store=None)
    finally:
        ray.shutdown()
    here = simulate("_template", 2, 30, ["heuristic", "random"], jobs=1, store=None)
    assert there.tally == here.tally


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_a_cluster_that_does_not_answer(scheme: str) -> None:
    pytest.importorskip("ray")
    with socket.socket() as unheard:  # a port of our own, at which nobody listens
        unheard.bind(("127.0.0.1", 0))
        address = f"{scheme}127.0.0.1:{unheard.getsockname()[1]}"
        with pytest.raises(InvalidInput) as told:
            simulate("_template", 2, 30, ["heuristic", "random"], cluster=address, store=None)
    assert error_text(told.value) == f"no Ray cluster at '{address}': connection refused; is the server running?"


def test_a_cluster_on_an_unknown_computer() -> None:
    pytest.importorskip("ray")
    with pytest.raises(InvalidInput) as told:
        simulate("_template", 2, 30, ["heuristic", "random"], cluster="nowhere.invalid:1", store=None)
    assert error_text(told.value) == "no Ray cluster at 'nowhere.invalid:1': no host of that name was found"
    assert error_text(told.value, "zh") == "“nowhere.invalid:1”没有 Ray 集群：找不到叫这个名字的主机"


def test_a_cluster_that_takes_too_long() -> None:
    told = InvalidInput("cluster_address", address="10.0.0.9:6379", why=TimeoutError("timed out"))
    assert error_text(told) == "no Ray cluster at '10.0.0.9:6379': no answer in time"
