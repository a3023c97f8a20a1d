"""Pages: the built browser client, or a page that says how to build it; and the page that lists the API."""

from __future__ import annotations

import gzip
import hashlib
import html
import mimetypes
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from bunfight import games
from bunfight.server.http.catalogue import BROUGHT, room_of
from bunfight.server.http.routing import FOR_EVER, Door

SQUEEZED: Final = (
    "text/",
    "application/json",
    "application/javascript",
    "image/svg",
    "application/manifest",
    "application/wasm",
)
NO_CLIENT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Bunfight</title>
<h1>Bunfight is running</h1>
<p>The browser client has not been built into this copy. With Node installed, <code>make web</code> builds it;
then start the server again.</p>
<p lang="zh">浏览器界面尚未构建。安装 Node 后运行 <code>make web</code>，再重新启动服务器。</p>
<p>Everything else works: <a href="/api">the API</a>, <a href="/health">health</a>.</p></html>
"""


class Pages:
    def __init__(self, folder: str) -> None:
        self.root = Path(folder) if folder else Path(str(files("bunfight.server"))) / "static"
        self.root = self.root.resolve()
        self._kept: dict[Path, tuple[float, bytes, bytes, str, str]] = {}

    async def page(self, request: Request) -> Response:
        """A file of the client, or its first page for every address that is no file."""
        path = request.path_params.get("path", "")
        found = self._file(path)
        if found is None and "." not in path.rpartition("/")[2]:
            found = self._file("index.html")
        if found is None:
            if path and "." in path.rpartition("/")[2]:
                return Response("not found", 404)
            return Response(NO_CLIENT, 200, {"cache-control": "no-cache"}, "text/html")
        return self._answer(found, request, path.startswith("assets/"))

    async def brought(self, request: Request) -> Response:
        """A file that a game brings for browsers: its board or its cover."""
        name, file = request.path_params["game"], request.path_params["file"]
        known = name in games.found() and file in BROUGHT
        found = self._file(file, room_of(games.load(name))) if known else None
        return Response("not found", 404) if found is None else self._answer(found, request, False)

    def _answer(self, found: tuple[bytes, bytes, str, str], request: Request, hashed: bool) -> Response:
        plain, squeezed, kind, tag = found
        headers = {"cache-control": FOR_EVER if hashed else "no-cache", "etag": tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        if squeezed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(squeezed, 200, headers | {"content-encoding": "gzip"}, kind)
        return Response(plain, 200, headers, kind)

    def _file(self, path: str, room: Path | None = None) -> tuple[bytes, bytes, str, str] | None:
        root = room or self.root
        try:
            full = (root / path).resolve()
            if not full.is_relative_to(root) or not full.is_file():
                return None
            stamp = full.stat().st_mtime
        except (OSError, ValueError):  # a name that no file can have
            return None
        kept = self._kept.get(full)  # by the file, however its path was spelled
        if kept is None or kept[0] != stamp:
            plain = full.read_bytes()
            kind = mimetypes.guess_type(full.name)[0] or "application/octet-stream"
            squeezed = gzip.compress(plain, 9) if kind.startswith(SQUEEZED) and len(plain) > 500 else b""
            tag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
            kept = self._kept[full] = (stamp, plain, squeezed, kind, tag)
        return kept[1:]


def api_page(doors: list[Door]) -> str:
    """The API on one page."""
    rows = []
    for door in doors:
        takes, gives = (getattr(kind, "__name__", "") for kind in (door.takes, door.gives))
        cells = (f"{door.method} {door.path}", door.about, takes, gives, door.token)
        rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bunfight API</title><h1>Bunfight API</h1>'
        '<p>For programs: <a href="/openapi.json">openapi.json</a>, '
        '<a href="/api/schema.json">schema of all messages</a>. '
        "Live messages go over a WebSocket at <code>/ws</code>.</p>"
        "<table><tr><th>Where</th><th>What</th><th>Takes</th><th>Gives</th><th>Token</th></tr>"
        + "".join(rows)
        + "</table></html>"
    )
