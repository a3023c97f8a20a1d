"""The workflows cannot run here: but every command in them is one of the Makefile, and every file they name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
TARGETS = set(re.findall(r"^(\w[\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def commands(path: Path) -> list[str]:
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("path", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.stem)
def test_every_command_of_a_workflow_is_a_target_of_the_makefile(path: Path) -> None:
    for command in commands(path):
        make, target, *settings = command.split()
        assert make == "make" and target in TARGETS, command
        assert all("=" in setting for setting in settings), command


def test_the_tests_run_on_every_python_that_is_promised() -> None:
    strategy = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text())["jobs"]["test"]["strategy"]
    assert strategy["matrix"]["python"][0] == "3.11"
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_citation_names_the_version_of_the_package() -> None:
    import bunfight

    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == bunfight.__version__


def test_the_release_builds_and_tests_wheels_of_the_sdist_that_make_names() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))["jobs"]
    [named] = [step for step in jobs["client"]["steps"] if step.get("run") == "make sdist"]
    assert jobs["client"]["outputs"]["sdist"] == f"${{{{ steps.{named['id']}.outputs.name }}}}"
    [wheels] = [step for step in jobs["wheels"]["steps"] if "cibuildwheel" in step.get("uses", "")]
    assert wheels["with"]["package-dir"] == "dist/${{ needs.client.outputs.sdist }}"
    assert wheels["env"]["CIBW_ENVIRONMENT"] == "BUNFIGHT_COMPILE=yes" and wheels["env"]["CIBW_TEST_COMMAND"]
