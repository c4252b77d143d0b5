"""The files of the built browser client, kept in memory with their compressed form: a request costs next to nothing."""

import asyncio
import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from hanabi.web.identity import cookie_of, new_key, set_cookie
from hanabi.web.responses import refusal_response

BUILT_CLIENT = Path(__file__).parent / "static"
IMMUTABLE = "public, max-age=31536000, immutable"
# The page of a server that runs from a source tree whose client was never built.
NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Hanabi</title>
<h1>The browser client is not built</h1>
<p>The server runs, but it has no pages to show. In the folder of its sources run <code>make serve</code>, or
<code>pip install -e .</code> and start <code>hanabi serve</code> again: either builds the client.</p>
<p>Programs need none: the API is described in <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class FileContent(NamedTuple):
    """What a file held when it had this time and size."""

    version: tuple[int, int]
    body: bytes
    compressed: bytes
    etag: str
    media_type: str


class StaticFiles:
    def __init__(self, folder: Path = BUILT_CLIENT) -> None:
        self.folder = folder.resolve()
        self._page = self.folder / "index.html"
        self._contents: dict[Path, FileContent] = {}

    async def index(self, request: Request) -> Response:
        built = self._page.is_file()
        response = await self._response(request, self._page) if built else HTMLResponse(NOT_BUILT)
        response.headers["Cache-Control"] = "no-cache"
        if cookie_of(request) is None:
            set_cookie(request, response, new_key())
        return response

    async def file(self, request: Request) -> Response:
        """A file of the client. Those under `assets` are named by a hash of their content, so they never change.

        Every other path without a dot is a screen of the client: its one page answers and reads the path itself.
        """
        name = request.path_params["file"].lstrip("/")
        file = self._find(name)
        if file is None:
            is_screen = "." not in name.rpartition("/")[2] and not request.url.path.startswith("/api")
            return await self.index(request) if is_screen else refusal_response("no_such_page", status=404)
        response = await self._response(request, file)
        is_hashed = "assets" in file.relative_to(self.folder).parts
        response.headers["Cache-Control"] = IMMUTABLE if is_hashed else "no-cache"
        return response

    def _find(self, name: str) -> Path | None:
        """The file of that name; None is also for names that no file can have."""
        try:
            file = (self.folder / name).resolve()
            return file if file.is_relative_to(self.folder) and file.is_file() else None
        except (OSError, ValueError):
            return None

    async def _response(self, request: Request, file: Path) -> Response:
        status = file.stat()
        content = self._contents.get(file)
        if content is None or content.version != (status.st_mtime_ns, status.st_size):
            content = self._contents[file] = await asyncio.to_thread(_read, file)
        headers = {"ETag": content.etag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == content.etag:
            return Response(status_code=304, headers=headers)
        body = content.body
        if content.compressed and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["Content-Encoding"] = content.compressed, "gzip"
        return Response(body, headers=headers, media_type=content.media_type)


def _read(file: Path) -> FileContent:
    status, body = file.stat(), file.read_bytes()
    compressed = gzip.compress(body, 9, mtime=0)
    return FileContent(
        (status.st_mtime_ns, status.st_size),
        body,
        compressed if len(compressed) < len(body) else b"",
        f'"{hashlib.sha256(body).hexdigest()[:32]}"',
        mimetypes.guess_type(file.name)[0] or "application/octet-stream",
    )
