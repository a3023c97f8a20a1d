"""The HTTP API described for programs, made from its list of doors."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from bunfight import __version__
from bunfight.protocol import ErrorBody, TableCreated
from bunfight.server.http.routing import Door


def openapi(doors: list[Door]) -> dict[str, Any]:
    kinds = [kind for door in doors for kind in (door.takes, door.gives) if kind not in (None, str)]
    schemas, parts = msgspec.json.schema_components([*kinds, ErrorBody], ref_template="#/components/schemas/{name}")
    by_kind = {str(kind): schema for kind, schema in zip([*kinds, ErrorBody], schemas, strict=True)}
    paths: dict[str, Any] = {}
    for door in doors:
        path = door.path.replace(":int", "")
        names = re.findall(r"\{(\w+)\}", path)
        operation: dict[str, Any] = {
            "summary": door.about,
            "operationId": door.call.__name__,
            "parameters": [
                {
                    "name": name,
                    "in": "path",
                    "required": True,
                    "schema": {"type": "integer" if name == "number" else "string"},
                }
                for name in names
            ]
            + [
                {"name": name, "in": "query", "required": False, "schema": {"type": "string"}}
                for name in re.findall(r"\?(\w+)=", door.about)
            ],
            "responses": {
                "201" if door.gives is TableCreated else "200": {
                    "description": door.about,
                    "content": _content(door, by_kind),
                },
                "default": {
                    "description": "not possible",
                    "content": {"application/json": {"schema": by_kind[str(ErrorBody)]}},
                },
            },
        }
        if door.takes is not None:
            body = {"application/json": {"schema": by_kind[str(door.takes)]}}
            operation["requestBody"] = {"required": True, "content": body}
        if door.token:
            operation["security"] = [{"token": []}]
            operation["description"] = f"Token: {door.token}."
        paths.setdefault(path, {})[door.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bunfight", "version": __version__, "description": "Tables, moves, replays and bots."},
        "paths": paths,
        "components": {"schemas": parts, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _content(door: Door, by_kind: dict[str, Any]) -> dict[str, Any]:
    if door.path == "/api/live":
        return {"text/event-stream": {"schema": {"type": "string"}}}
    if door.gives is str:
        kind = (
            "image/svg+xml"
            if door.path == "/api/qr"
            else "application/jsonl"
            if "record" in door.path
            else "text/plain"
        )
        return {kind: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": by_kind[str(door.gives)]}}
