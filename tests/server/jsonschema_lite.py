"""Validates the subset of JSON Schema that the protocol uses."""

from __future__ import annotations

from typing import Any

KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def check(value: Any, rule: dict[str, Any], root: dict[str, Any], where: str = "$") -> None:
    """Raise AssertionError if ``value`` does not match."""
    if "$ref" in rule:
        check(value, root["$defs"][rule["$ref"].rpartition("/")[2]], root, where)
    for some in ("anyOf", "oneOf"):
        if some in rule:
            assert any(_fits(value, one, root) for one in rule[some]), f"{where}: {value!r:.80} fits none"
    if "enum" in rule:
        assert value in rule["enum"], f"{where}: {value!r}"
    kind = rule.get("type")
    if kind == "integer":
        assert type(value) is int, where
    elif kind == "number":
        assert type(value) in (int, float), where
    elif kind is not None:
        assert isinstance(value, KINDS[kind]), f"{where}: {value!r:.80} is no {kind}"
    if isinstance(value, dict):
        for name in rule.get("required", ()):
            assert name in value, f"{where}: {name} is missing"
        for name, inner in value.items():
            known = rule.get("properties", {})
            if name in known:
                check(inner, known[name], root, f"{where}.{name}")
            elif isinstance(rule.get("additionalProperties"), dict):
                check(inner, rule["additionalProperties"], root, f"{where}.{name}")
            else:
                assert rule.get("additionalProperties", True) and "properties" not in rule, (
                    f"{where}: {name} is unknown"
                )
    if isinstance(value, list) and isinstance(rule.get("items"), dict):
        for place, inner in enumerate(value):
            check(inner, rule["items"], root, f"{where}[{place}]")


def _fits(value: Any, rule: dict[str, Any], root: dict[str, Any]) -> bool:
    try:
        check(value, rule, root)
    except AssertionError:
        return False
    return True
