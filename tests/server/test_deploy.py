"""The deployment files refer only to files and settings that exist."""

from __future__ import annotations

import configparser
import json
import re
import shlex
from pathlib import Path
from typing import Any

import yaml
from jsonschema_lite import check

from bunfight.server.observability.metrics import METRICS
from bunfight.server.settings import settle
from bunfight.server.start import parser

DEPLOY = Path(__file__).parents[2] / "deploy"
TEXTS = {"type": "array", "items": {"type": "string"}}
SERVICE = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "image": {"type": "string"},
        "build": {"type": "object", "properties": {"context": {"type": "string"}, "dockerfile": {"type": "string"}}},
        "command": TEXTS,
        "environment": {"type": "object", "additionalProperties": {"type": "string"}},
        "ports": TEXTS,
        "volumes": TEXTS,
        "depends_on": {"type": "object"},
        "healthcheck": {
            "type": "object",
            "required": ["test"],
            "properties": {"test": TEXTS, "interval": {"type": "string"}},
        },
        "stop_grace_period": {"type": "string"},
        "read_only": {"type": "boolean"},
        "tmpfs": TEXTS,
        "cap_drop": TEXTS,
        "cap_add": TEXTS,
        "security_opt": TEXTS,
        "networks": TEXTS,
        "mem_limit": {"type": "string"},
        "pids_limit": {"type": "integer"},
        "restart": {"type": "string"},
    },
}  # the part of the Compose specification that our file uses


def test_the_compose_file_fits_its_schema_and_our_command() -> None:
    whole: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert set(whole) == {"services", "volumes", "networks"}
    for service in whole["services"].values():
        assert set(service) <= set(SERVICE["properties"])  # type: ignore[arg-type, call-overload]
        check(service, SERVICE, {})
        assert ("image" in service) != ("build" in service)
    ours = whole["services"]["bunfight"]
    told = parser().parse_args(ours["command"][1:])
    assert told.workers == 2 and told.host == "0.0.0.0"
    env = {
        key: re.sub(r"\$\{\w+(?::-([^}]*))?[^}]*\}", lambda found: found[1] or "x", value)
        for key, value in ours["environment"].items()
    }
    settings = settle({}, env)
    assert settings.proxy and settings.db.startswith("postgresql://bunfight:")
    assert (DEPLOY / ".." / ours["build"]["dockerfile"]).exists()
    assert set(whole["volumes"]) == {one.partition(":")[0] for one in whole["services"]["database"]["volumes"]}


def test_the_unit_starts_our_command() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "bunfight.service")
    assert set(unit.sections()) == {"Unit", "Service", "Install"}
    words = shlex.split(unit["Service"]["ExecStart"])
    assert words[0].endswith("/bunfight") and words[1] == "serve"
    given, _, source = unit["Service"]["LoadCredential"].partition(":")
    assert (
        parser().parse_args(words[2:]).config == f"${{CREDENTIALS_DIRECTORY}}/{given}"
        and source == "/etc/bunfight.toml"
    )
    assert "-HUP" in unit["Service"]["ExecReload"]


def test_the_dashboard_shows_numbers_that_there_are() -> None:
    board = json.loads((DEPLOY / "grafana" / "bunfight.json").read_text(encoding="utf-8"))
    shown = {
        name
        for panel in board["panels"]
        for one in panel["targets"]
        for name in re.findall(r"bunfight_\w+", one["expr"])
    }
    there = {line.split()[2] for line in METRICS.text().splitlines() if line.startswith("# TYPE")}
    assert {re.sub(r"_(bucket|sum|count)$", "", name) for name in shown} <= there
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"]) >= 8
    scraped: Any = yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))
    assert scraped["scrape_configs"][0]["static_configs"][0]["targets"]
