"""The built browser client, or a page that says how to build it; the site without a server; the page about the API."""

from __future__ import annotations

import asyncio
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
from bunfight.server.http.catalogue import GAME_ASSETS, GAME_FILES, game_folder
from bunfight.server.http.routing import IMMUTABLE, Operation

COMPRESSED: Final = (
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


MANIFEST: Final = b'<link rel="manifest" href="/offline/manifest.webmanifest" />'  # of an app that also starts offline
EDITS: Final = {  # what the site without a server must know when a server hands it out
    "engine.js": (b"", b'\nglobalThis.BUNFIGHT_SERVER = "/";\n'),
    "manifest.webmanifest": (b'"scope": "./"', b'"scope": "/"'),
}
MAX_PATH = 200  # characters; each folder of a path costs a look at the disk
Loaded = tuple[bytes, bytes, str, str]  # the file, the same compressed, its media type, and its ETag


class StaticFiles:
    def __init__(self, folder: str, offline: str = "") -> None:
        self.root = Path(folder) if folder else Path(str(files("bunfight.server"))) / "static"
        self.root = self.root.resolve()
        self.offline = Path(offline).resolve() if offline else None
        self._cache: dict[Path, tuple[float, Loaded]] = {}  # with the time of the last change
        self._loading = asyncio.Lock()

    async def page(self, request: Request) -> Response:
        """A file of the client, or its first page for every path that is not a file."""
        path = request.path_params.get("path", "")
        found = await self._file(path)
        if found is None and "." not in path.rpartition("/")[2]:
            found = await self._file("index.html")
        if found is None:
            if path and "." in path.rpartition("/")[2]:
                return Response("not found", 404)
            return Response(NO_CLIENT, 200, {"cache-control": "no-cache"}, "text/html")
        return self._answer(found, request, path.startswith("assets/"))

    async def offline_file(self, request: Request) -> Response:
        """A file of the site without a server, if there is one."""
        path = request.path_params["path"] or "index.html"
        found = None if self.offline is None else await self._file(path, self.offline)
        if found is None:
            return Response("not found", 404)
        return self._answer(found, request, path.startswith(("assets/", "python-")))

    async def game_file(self, request: Request) -> Response:
        """A file that a game has for browsers: its board, its cover, its lesson, or an asset."""
        name, file = request.path_params["game"], request.path_params["file"]
        known = name in games.found() and name not in games.skipped()
        if not known or (file not in GAME_FILES and not file.startswith(GAME_ASSETS)):
            return Response("not found", 404)
        folder = game_folder(games.load(name))
        root = folder / GAME_ASSETS if file not in GAME_FILES else folder
        found = await self._file(file.removeprefix(GAME_ASSETS), root)
        return Response("not found", 404) if found is None else self._answer(found, request, False)

    def _answer(self, found: Loaded, request: Request, hashed: bool) -> Response:
        plain, compressed, kind, tag = found
        headers = {"cache-control": IMMUTABLE if hashed else "no-cache", "etag": tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        if compressed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(compressed, 200, headers | {"content-encoding": "gzip"}, kind)
        return Response(plain, 200, headers, kind)

    async def _file(self, path: str, folder: Path | None = None) -> Loaded | None:
        """A file by its path; None if there is none. It is read and compressed once, while others are served."""
        root = folder or self.root
        if len(path) > MAX_PATH:
            return None
        try:
            full = (root / path).resolve()
            if not full.is_relative_to(root) or not full.is_file():
                return None
            stamp = full.stat().st_mtime
        except (OSError, ValueError):  # an impossible file name
            return None
        if (loaded := self._loaded(full, stamp)) is None:
            async with self._loading:
                if (loaded := self._loaded(full, stamp)) is None:
                    loaded = await asyncio.to_thread(self._load, full)
                    self._cache[full] = (stamp, loaded)
        return loaded

    def _loaded(self, file: Path, stamp: float) -> Loaded | None:
        cached = self._cache.get(file)  # by the file, however its path was written
        return cached[1] if cached is not None and cached[0] == stamp else None

    def _load(self, file: Path) -> Loaded:
        plain = self._edited(file, file.read_bytes())
        kind, encoding = mimetypes.guess_type(file.name)
        if kind is None or encoding:  # the page unpacks what is stored compressed
            kind = "application/octet-stream"
        compressed = gzip.compress(plain, 9) if kind.startswith(COMPRESSED) and len(plain) > 500 else b""
        return plain, compressed, kind, f'"{hashlib.sha256(plain).hexdigest()[:20]}"'

    def _edited(self, file: Path, body: bytes) -> bytes:
        if self.offline is not None and file == self.root / "index.html":
            return body.replace(b"</title>", b"</title>" + MANIFEST, 1)
        if self.offline is not None and file.parent == self.offline and file.name in EDITS:
            old, new = EDITS[file.name]
            return body.replace(old, new, 1) if old else body + new
        return body


def api_page(operations: list[Operation]) -> str:
    """The API on one page."""
    rows = []
    for one in operations:
        takes, returns = (getattr(kind, "__name__", "") for kind in (one.takes, one.returns))
        cells = (f"{one.method} {one.path}", one.about, takes, returns, one.token)
        rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bunfight API</title><h1>Bunfight API</h1>'
        '<p>For programs: <a href="/openapi.json">openapi.json</a>, '
        '<a href="/api/schema.json">schema of all messages</a>. '
        "Live messages go over a WebSocket at <code>/ws</code>.</p>"
        "<table><tr><th>Where</th><th>What</th><th>Takes</th><th>Returns</th><th>Token</th></tr>"
        + "".join(rows)
        + "</table></html>"
    )
