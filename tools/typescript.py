"""Generates TypeScript types of everything the browser is sent: messages, and the views, events and moves of games.

``python tools/typescript.py`` writes ``web/src/lib/protocol*.ts`` and ``web/src/generated/``; with ``--check`` it
only says what is stale.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path
from typing import Any

import msgspec

from bunfight import games
from bunfight.engine.grammar import Noun
from bunfight.engine.table import AnyGame
from bunfight.protocol import PROTOCOL
from bunfight.protocol import http as over_http
from bunfight.protocol.schema import coach_schema, game_schema, schema

WEB = Path(__file__).parent.parent / "web" / "src"
HEAD = "/* Written by tools/typescript.py; do not edit. */\n"
# The server always sends every field; only what a client sends may leave out fields with defaults.
ASKED = {"NewTable", "SeatSetup", "ClockRule", "Join", "Leave", "SetSeat", "Start", "PlayOn", "LoadRecord", "QrRequest"}


def kind(s: Any) -> str:
    """A JSON Schema as a TypeScript type."""
    if not isinstance(s, dict) or not s:
        return "unknown"
    if "$ref" in s:
        return str(s["$ref"]).rpartition("/")[2]
    if options := s.get("anyOf") or s.get("oneOf"):
        return " | ".join(kind(one) for one in options)
    if "enum" in s:
        return " | ".join(_quoted(one) for one in s["enum"])
    if "const" in s:
        return _quoted(s["const"])
    if s.get("type") == "array":
        if "prefixItems" in s:
            return f"[{', '.join(kind(one) for one in s['prefixItems'])}]"
        inner = kind(s.get("items"))
        return f"Array<{inner}>" if " | " in inner else f"{inner}[]"
    if s.get("type") == "object":
        return fields(s, set()) if "properties" in s else f"Record<string, {kind(s.get('additionalProperties'))}>"
    plain = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    return plain.get(str(s.get("type")), "unknown")


def fields(s: dict[str, Any], optional: set[str]) -> str:
    lines = [f"  {name}{'?' if name in optional else ''}: {kind(one)};" for name, one in s["properties"].items()]
    return "{\n" + "\n".join(lines) + "\n}"


def messages() -> dict[str, str]:
    """All messages between browser and server, by file: those over the socket, over HTTP, and of the coach."""
    parts, coach = schema()["$defs"], coach_schema()["$defs"]
    asked = ASKED | {kind(one) for one in parts["ClientMessage"].get("anyOf", [])}
    files = {"protocol": "", "protocol_http": "", "protocol_coach": HEAD}
    for name, s in parts.items():
        out = ""
        if "description" in s:
            about = " ".join(s["description"].split()).replace("*/", "")
            lines = textwrap.wrap(about, 110)
            out += f"\n/** {about} */" if len(lines) == 1 else "\n/**\n * " + "\n * ".join(lines) + "\n */"
        if s.get("type") == "object" and "properties" in s:
            free = set(s["properties"]) - {*s.get("required", ()), "type"} if name in asked else set()
            out += f"\nexport type {name} = {fields(s, free)};\n"
        else:
            one, bar = kind(s), "\n  | "
            out += f"\nexport type {name} = {one if len(one) < 100 else bar + one.replace(' | ', bar)};\n"
        if name in coach:
            files["protocol_coach"] += out
            continue
        files["protocol_http" if hasattr(over_http, name) and over_http.__name__ == _home(name) else "protocol"] += out
    used = [
        name
        for name in parts
        if f"type {name} =" in files["protocol"] and re.search(rf"\b{name}\b", files["protocol_http"])
    ]
    taken = f'\nimport type {{\n{"".join(f"  {one},{chr(10)}" for one in used)}}} from "./protocol";\n' if used else ""
    files["protocol_http"] = HEAD + taken + files["protocol_http"]
    version = f"\n/** A server with another version tells the page to reload. */\nexport const PROTOCOL = {PROTOCOL};\n"
    files["protocol"] = HEAD + version + files["protocol"] + '\nexport type * from "./protocol_http";\n'
    return files


def _home(name: str) -> str:
    return str(getattr(getattr(over_http, name), "__module__", ""))


def game_types(game: AnyGame) -> str:
    """Views, events and moves of a game."""
    parts: dict[str, Any] = game_schema(game)["$defs"]
    events = [kind(one) for one in parts["GameEvent"]["anyOf"]]
    out = HEAD + ('\nimport type { Shape } from "../lib/selection";\n' if game.grammar.verbs else "")
    for name, s in parts.items():
        if name not in (*events, "GameEvent"):
            out += f"\nexport type {name} = {fields(s, set()) if 'properties' in s else kind(s)};\n"
    out += "\nexport type GameEvent =\n"
    for event in events:
        inside = [f"{name}: {kind(s)}" for name, s in parts[event]["properties"].items()]
        line = f"  | {{ {'; '.join(inside)} }}"
        out += (line if len(line) < 120 else "  | {\n      " + ";\n      ".join(inside) + ";\n    }") + "\n"
    return out.rstrip() + ";\n" + spoken(game)


def spoken(game: AnyGame) -> str:
    """The verbs of a game: their nouns, for selections, and a function that makes each move."""
    verbs = game.grammar.verbs.values()
    if not verbs:
        return ""
    out = "\n/** The nouns of each verb's places. */\nexport const shape = {\n"
    for name, nouns in game.grammar.shape().items():
        out += f"  {name}: [{', '.join(map(_quoted, nouns))}],\n"
    out += (
        "} as const satisfies Shape;\n\n/** A move as a line, put together from its parts. */\nexport const say = {\n"
    )
    for verb in verbs:
        given = ", ".join(f"{place}: {_given(noun)}" for place, noun in verb.places.items())
        words = "".join(
            f" ${{{place}.join('+') || 'none'}}" if n.many else f" ${{{place}}}" for place, n in verb.places.items()
        )
        line = f"  {verb.name}: ({given}) => `{verb.name}{words}`,"
        out += (line if len(line) <= 120 else line.replace(" => `", " =>\n    `")) + "\n"
    return out + "};\n"


def _given(noun: Noun) -> str:
    if noun.many:
        return "ReadonlyArray<string | number>"
    return "number" if noun.number and noun.words else "string | number" if noun.said else "string"


def _quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


def main() -> int:
    wanted = {WEB / "lib" / f"{name}.ts": text for name, text in messages().items()}
    for name in games.housed():
        wanted[WEB / "generated" / f"{name}.ts"] = game_types(games.load(name))
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    stale += [path for path in (WEB / "generated").glob("*.ts") if path not in wanted]
    if "--check" in sys.argv:
        print("".join(f"{path.name} is stale: python tools/typescript.py\n" for path in stale), end="")
        return 1 if stale else 0
    (WEB / "generated").mkdir(exist_ok=True)
    for path in stale:
        if path in wanted:
            path.write_text(wanted[path], encoding="utf-8")
        else:
            path.unlink()
        print(f"{path.relative_to(WEB)}: written" if path in wanted else f"{path.name}: gone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
