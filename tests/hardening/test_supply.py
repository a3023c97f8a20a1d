"""Dependencies, images and actions are pinned by hash and listed."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
LOCKS = [ROOT / "requirements" / name for name in ("play.lock", "postgres.lock", "dev.lock")]


def test_every_pin_has_hashes_and_no_address() -> None:
    for path in LOCKS:
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        pins = [line for line in text.splitlines() if "==" in line]
        assert len(pins) > (0 if path.stem == "postgres" else 20) and all(
            re.search(r"--hash=sha256:[0-9a-f]{64}", pin) for pin in pins
        )
        assert "://" not in text and "--index" not in text and "--find" not in text


def test_the_bill_of_materials_lists_every_pin() -> None:
    told = subprocess.run([sys.executable, ROOT / "tools/sbom.py"], capture_output=True, text=True, check=True)
    bill = json.loads(told.stdout)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    pinned = sum(len(re.findall(r"^[\w.-]+==", path.read_text(encoding="utf-8"), re.MULTILINE)) for path in LOCKS)
    assert len({one["bom-ref"] for one in bill["components"]}) == len(bill["components"]) == pinned
    assert all(one["externalReferences"] for one in bill["components"])


def test_what_we_ask_for_is_pinned() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = "".join(path.read_text(encoding="utf-8") for path in LOCKS)
    pinned = {re.sub(r"[-_.]+", "-", name).lower() for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}
    extras = asked["optional-dependencies"]
    for one in [*asked["dependencies"], *extras["server"], *extras["lab"], *extras["postgres"], *extras["dev"]]:
        name = re.sub(r"[-_.]+", "-", re.split(r"[\[<>=; ]", one)[0]).lower()
        assert name == "bunfight" or name in pinned, one


def test_the_image_is_built_from_the_locks() -> None:
    text = (ROOT / "deploy/Dockerfile").read_text(encoding="utf-8")
    assert "npm ci" in text and "npm install" not in text
    for line in re.findall(r"pip install .*", text):
        assert "--require-hashes" in line or "--no-deps --no-index" in line, line
    assert "--no-build-isolation" in text, "the compiler comes from the lock too"
    assert re.findall(r"^FROM (\S+)", text, re.MULTILINE) == ["${NODE}", "${PYTHON}", "${PYTHON_SLIM}"]
    assert re.search(r"^USER \d+$", text, re.MULTILINE), "a number, so that it can be checked without the image"
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert "*" in ignored and {"!src", "!web", "!requirements"} <= set(ignored) and "!.git" not in ignored


def test_containers_can_write_nothing_and_have_no_rights() -> None:
    services: Any = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text(encoding="utf-8"))["services"]
    for name, service in services.items():
        assert service["read_only"] and service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
    assert "cap_add" not in services["bunfight"] and services["database"]["networks"] == ["inside"]


def test_the_unit_is_confined() -> None:
    unit = (ROOT / "deploy/bunfight.service").read_text(encoding="utf-8").splitlines()
    assert {
        "LoadCredential=bunfight.toml:/etc/bunfight.toml",
        "SystemCallFilter=@system-service",
        "PrivateDevices=yes",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "CapabilityBoundingSet=",
    } <= set(unit)


@pytest.mark.parametrize("name", ["nginx.conf", "nginx-one.conf"])
def test_the_proxy_limits_and_redirects(name: str) -> None:
    text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    for wanted in (
        "limit_req zone=",
        "limit_conn ",
        "Strict-Transport-Security",
        "listen [::]:443 ssl;",
        "listen [::]:80;",
        "return 301 https://$host$request_uri;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
    ):
        assert wanted in text, wanted
    assert text.count("{") == text.count("}")


def test_actions_are_pinned() -> None:
    used = [
        line.split("uses: ")[1]
        for path in (ROOT / ".github/workflows").glob("*.yml")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses: " in line
    ]
    assert len(used) > 5
    for one in used:
        assert re.search(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$", one), one
    for path in (ROOT / ".github/workflows").glob("*.yml"):
        assert yaml.safe_load(path.read_text(encoding="utf-8"))["permissions"] == {"contents": "read"}


def audit_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", ROOT / "tools/audit.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("python", "npm", "strict", "status", "told"),
    [
        (
            '{"dependencies": [{"name": "a", "version": "1", "vulns": []}]}',
            '{"vulnerabilities": {}}',
            True,
            0,
            "no known",
        ),
        ("", "", False, 0, "NOT AUDITED"),
        ("", "", True, 1, "NOT AUDITED"),
        ('{"dependencies": [{"name": "a", "skip_reason": "offline"}]}', "{}", True, 1, "NOT AUDITED"),
        (
            '{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "X-1"}]}]}',
            '{"vulnerabilities": {"b": {"severity": "high"}}}',
            False,
            1,
            "a 1: X-1",
        ),
    ],
)
def test_the_audit_covers_every_lock_and_says_what_it_could_not_check(
    python: str,
    npm: str,
    strict: bool,
    status: int,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    audit = audit_tool()
    asked: list[str] = []

    def run(*command: str, cwd: Path = ROOT) -> str:
        asked.append(" ".join(command))
        return npm if command[0] == "npm" else python

    monkeypatch.setattr(audit, "run", run)
    monkeypatch.setattr(audit.importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(audit.shutil, "which", lambda name: name)
    monkeypatch.setattr(sys, "argv", ["audit.py", *(["--strict"] if strict else [])])
    assert audit.main() == status
    out = capsys.readouterr().out
    assert told in out and len(asked) == 4
    assert {lock.name for lock in LOCKS} == {one.rpartition("/")[2] for one in asked if "npm" not in one}
    assert all(name in out for name in ("play.lock", "postgres.lock", "dev.lock", "package-lock.json"))
