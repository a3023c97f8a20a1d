"""The build: what compiles, what does not, and what happens when compiling fails."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what a build reads, with one small game and a placeholder for the browser client."""
    skip = shutil.ignore_patterns("*.so", "*.pyd", "static", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=skip)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, tmp_path)
    for game in (tmp_path / "src/bunfight/games").glob("[a-z]*/"):
        shutil.rmtree(game)  # the template is enough, and compiles faster
    static = tmp_path / "src/bunfight/server/static"
    static.mkdir()
    (static / "index.html").write_text("<html></html>")
    return tmp_path


def build(checkout: Path, *commands: str, **settings: str) -> subprocess.CompletedProcess[str]:
    ours = {"BUNFIGHT_COMPILE": "auto", "PYTHONPATH": "", **settings}
    return subprocess.run(
        [sys.executable, "setup.py", "-q", *commands],
        cwd=checkout,
        env={**os.environ, **ours},
        capture_output=True,
        text=True,
        check=False,
    )


def break_types(checkout: Path) -> None:
    with (checkout / "src/bunfight/engine/luck.py").open("a", encoding="utf-8") as file:
        file.write("\nBROKEN: int = 'text'\n")


def our_lines(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in done.stderr.splitlines() if line.startswith("bunfight: ")]


def test_metadata_and_sdist_do_not_compile(checkout: Path) -> None:
    break_types(checkout)  # compiling would fail
    assert build(checkout, "dist_info", BUNFIGHT_COMPILE="yes").returncode == 0
    done = build(checkout, "sdist", BUNFIGHT_COMPILE="yes")
    assert done.returncode == 0, done.stderr
    assert list((checkout / "dist").glob("bunfight-*.tar.gz"))


@pytest.mark.parametrize("trouble", ["types", "compiler"])
def test_a_failed_compile_makes_a_plain_wheel_and_says_so_in_one_line(checkout: Path, trouble: str) -> None:
    if trouble == "types":
        break_types(checkout)
    done = build(checkout, "bdist_wheel", **({"CC": "false"} if trouble == "compiler" else {}))
    assert done.returncode == 0, done.stderr
    [line] = our_lines(done)
    assert "plain Python" in line and ("luck.py" if trouble == "types" else "false") in line
    [wheel] = (checkout / "dist").glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")


def test_an_error_of_the_c_compiler_leaves_nothing_compiled(checkout: Path) -> None:
    compiler = checkout / "broken-cc"  # tells its version, and compiles nothing
    compiler.write_text('#!/bin/sh\n[ "$1" = -dumpversion ]\n')
    compiler.chmod(0o755)
    old = checkout / "src/bunfight/engine/luck.so"
    old.touch()
    done = build(checkout, "build_ext", "--inplace", CC=str(compiler))
    assert done.returncode == 0 and len(our_lines(done)) == 1, done.stderr
    assert not old.exists() and not list((checkout / "build").rglob("*.so"))


@pytest.mark.parametrize("choice", ["yes", "engine"])
def test_a_compile_that_was_asked_for_fails_loudly(checkout: Path, choice: str) -> None:
    break_types(checkout)
    done = build(checkout, "bdist_wheel", BUNFIGHT_COMPILE=choice)
    assert done.returncode != 0 and "luck.py" in done.stderr
    assert not list(checkout.rglob("*.whl"))


def test_the_build_names_the_compiler_that_the_tests_use() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [compiler] = [one for one in project["build-system"]["requires"] if one.startswith("mypy")]
    assert compiler in project["project"]["optional-dependencies"]["dev"]


def test_the_metadata_have_whole_addresses_where_the_repository_is_known(checkout: Path, tmp_path: Path) -> None:
    """The service that builds the sdist tells the address; a wheel that is built from the sdist keeps it."""
    known = {"GITHUB_SERVER_URL": "https://code.example", "GITHUB_REPOSITORY": "food/bunfight"}
    unknown = dict.fromkeys(known, "")
    assert build(checkout, "sdist", **known).returncode == 0
    [sdist] = (checkout / "dist").glob("bunfight-*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "from", filter="data")
    [unpacked] = (tmp_path / "from").iterdir()
    assert build(unpacked, "dist_info", **unknown).returncode == 0
    [info] = unpacked.glob("*.dist-info")
    told = (info / "METADATA").read_text(encoding="utf-8")
    assert "Project-URL: Source, https://code.example/food/bunfight\n" in told
    links = re.findall(r"\]\(([^)]+)\)", told)
    assert links and all(re.match(r"https?:|#", link) for link in links), links


def test_without_an_address_the_metadata_name_none(checkout: Path) -> None:
    assert build(checkout, "dist_info", GITHUB_SERVER_URL="", GITHUB_REPOSITORY="").returncode == 0
    [info] = checkout.glob("*.dist-info")
    assert "Project-URL" not in (info / "METADATA").read_text(encoding="utf-8")
