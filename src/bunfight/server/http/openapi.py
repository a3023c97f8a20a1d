"""The OpenAPI description of the HTTP API, made from its list of operations."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from bunfight import __version__
from bunfight.protocol import ErrorBody
from bunfight.server.http.routing import Operation


def openapi(operations: list[Operation]) -> dict[str, Any]:
    kinds = [kind for one in operations for kind in (one.takes, one.returns) if kind not in (None, str)]
    schemas, parts = msgspec.json.schema_components([*kinds, ErrorBody], ref_template="#/components/schemas/{name}")
    by_kind = {str(kind): schema for kind, schema in zip([*kinds, ErrorBody], schemas, strict=True)}
    by_kind[str(str)] = {"type": "string"}
    paths: dict[str, Any] = {}
    for one in operations:
        description: dict[str, Any] = {
            "summary": one.about,
            "operationId": one.call.__name__,
            "parameters": _parameters(one),
            "responses": {
                str(one.status): {
                    "description": one.about,
                    "content": {one.media_type: {"schema": by_kind[str(one.returns)]}},
                },
                "default": {
                    "description": "not possible",
                    "content": {"application/json": {"schema": by_kind[str(ErrorBody)]}},
                },
            },
        }
        if one.takes is not None:
            body = {"application/json": {"schema": by_kind[str(one.takes)]}}
            description["requestBody"] = {"required": True, "content": body}
        if one.token:
            description["security"] = [{"token": []}]
            description["description"] = f"Token: {one.token}."
        paths.setdefault(one.path, {})[one.method.lower()] = description
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bunfight", "version": __version__, "description": "Tables, moves, replays and bots."},
        "paths": paths,
        "components": {"schemas": parts, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    in_path = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer" if name == "number" else "string"},
        }
        for name in re.findall(r"\{(\w+)\}", operation.path)
    ]
    in_query = [
        {"name": one.name, "in": "query", "required": False, "description": one.about, "schema": {"type": one.type}}
        for one in operation.query
    ]
    return in_path + in_query
