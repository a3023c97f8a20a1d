"""Checks the workflows without running them: their commands are targets of the Makefile, their files exist."""

from __future__ import annotations

import importlib.util
import re
import zipfile
from pathlib import Path
from types import ModuleType

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
    for name, tried in (("wheels", "CIBW_TEST_COMMAND"), ("browser", "make test-engine ARGS=short")):
        steps = jobs[name]["steps"]
        [wheels] = [step for step in steps if "cibuildwheel" in step.get("uses", "")]
        assert wheels["with"]["package-dir"] == "dist/${{ needs.client.outputs.sdist }}"
        assert wheels["env"]["CIBW_ENVIRONMENT"] == "BUNFIGHT_COMPILE=yes"
        assert wheels["env"].get(tried) or tried in [step.get("run") for step in steps]
        assert name in jobs["publish"]["needs"]


def test_nothing_is_built_before_the_tag_and_the_changelog_are_checked() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))["jobs"]
    commands = [step["run"] for step in jobs["client"]["steps"] if "run" in step]
    assert commands == ["make release-check", "make sdist"]
    assert all("client" in jobs[name]["needs"] for name in ("wheels", "browser"))


CHANGES = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.3.0\n\n## 0.2.0 (2026-01-02)\n\n### Added\n- All.\n"


@pytest.mark.parametrize(
    ("tag", "version", "told"),
    [
        ("v0.2.0", "0.2.0", ""),
        ("v0.2.0", "0.2.1", "'v0.2.0' is not the version of the package: v0.2.1"),
        ("v0.2", "0.2", "no section '## 0.2'"),
        ("v0.2.0rc1", "0.2.0rc1", "no section '## 0.2.0rc1'"),
        ("v0.2.0-rc1", "0.2.0-rc1", "no section '## 0.2.0-rc1'"),
        ("v0.3.0", "0.3.0", "'## 0.3.0' of CHANGELOG.md is empty"),
        ("v0.4.0", "0.4.0", "no section '## 0.4.0'"),
        ("", "0.2.0", "'' is not the version"),
    ],
)
def test_a_release_needs_a_section_of_the_changelog(tag: str, version: str, told: str) -> None:
    found = tool("release").problems(tag, version, CHANGES)
    assert told in " ".join(found) and bool(found) == bool(told)


def test_the_version_of_the_package_could_be_released(capsys: pytest.CaptureFixture[str]) -> None:
    import bunfight

    assert tool("release").main(f"v{bunfight.__version__}") == 0
    assert tool("release").main("v0.0.9") == 1
    assert "no section '## 0.0.9'" in capsys.readouterr().err


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / f"tools/{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_wheel_for_browsers_is_built_for_the_python_of_the_site_and_where_it_is_found() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))["jobs"]
    [wheel] = [step for step in jobs["browser"]["steps"] if "cibuildwheel" in step.get("uses", "")]
    assert wheel["env"]["CIBW_PLATFORM"] == "pyodide" and wheel["with"]["output-dir"] == "dist"
    python = tool("static_site").PYTHON
    assert wheel["env"]["CIBW_BUILD"] == f"cp{python.replace('.', '')}-*"


def test_the_site_uses_a_compiled_engine_only_if_it_is_of_the_same_sources(tmp_path: Path) -> None:
    site = tool("static_site")
    assert site.compiled(tmp_path) == {}
    name = "bunfight/engine/table.py"
    library = "bunfight/engine/table.cpython-314-wasm32-emscripten.so"
    wheel = tmp_path / f"bunfight-9.9.9-cp314-cp314-{site.PLATFORM}.whl"
    for text, fits in (((ROOT / "src" / name).read_bytes(), True), (b"something else", False)):
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(library, b"compiled")
            archive.writestr(name, text)
        if fits:
            assert site.compiled(tmp_path) == {library: b"compiled"}
        else:
            with pytest.raises(SystemExit, match="another bunfight/engine/table.py"):
                site.compiled(tmp_path)


def test_every_test_that_a_tool_names_exists() -> None:
    named = set()
    for path in [ROOT / "Makefile", *ROOT.glob("tools/*.*"), *ROOT.glob(".ci/*"), *ROOT.glob("docs/*.md")]:
        for name in re.findall(r"\btests/[\w/]+\.py\b", path.read_text(encoding="utf-8")):
            named.add((path.name, name))
    assert len(named) > 10
    made_up = {"tests/test_tea_time.py"}  # of the package that a page creates
    assert [(path, name) for path, name in sorted(named) if name not in made_up and not (ROOT / name).exists()] == []
