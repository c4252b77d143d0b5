"""The files of the built browser client, kept in memory together with their compressed form."""

import asyncio
import contextlib
import gzip
import mimetypes
import re
from collections.abc import Callable
from functools import lru_cache
from html import escape
from pathlib import Path
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from hanabi.server.database import StoreError
from hanabi.server.http.cookies import CookieKeys, set_cookie
from hanabi.server.http.link_previews import LinkPreview, LinkPreviews, preferred_language
from hanabi.server.http.preview_picture import HEIGHT, WIDTH
from hanabi.server.http.responses import FixedContent, refusal_response
from hanabi.server.http.security_headers import FRAMED

BUILT_CLIENT = Path(__file__).parent / "static"
IMMUTABLE = "public, max-age=31536000, immutable"
# Written by the build, with one entry per language: the file with its texts, and the HTML of the start page.
CATALOGS = "catalogs.json"
SHELLS = "landing.json"
# Served when the client was never built.
NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Hanabi</title>
<h1>The browser client is not built</h1>
<p>The server is running, but it has no pages to show. To build the client, run <code>make serve</code> in the source
folder, or run <code>pip install -e .</code> and start <code>hanabi serve</code> again.</p>
<p>Programs do not need the client: <a href="/api/openapi.json">/api/openapi.json</a> describes the API.</p>
</html>
"""

# Tags that `with_preview` replaces, and the element where the client mounts.
_TAGS = re.compile(r'\s*<(?:title>.*?</title>|meta (?:property="og:|name="(?:description|twitter:))[^>]*>)', re.DOTALL)
_MOUNT = '<div id="app"></div>'

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class StaticFiles:
    def __init__(
        self,
        keys: CookieKeys,
        folder: Path = BUILT_CLIENT,
        previews: LinkPreviews | None = None,
        origin_of: Callable[[Request], str] = lambda request: "",
    ) -> None:
        """With `previews`, the page has tags that describe its address."""
        self._keys, self._previews, self._origin_of = keys, previews, origin_of
        self.folder = folder.resolve()
        self._page = self.folder / "index.html"
        # By file: its modification time and size, and its content at that time.
        self._contents: dict[Path, tuple[tuple[int, int], FixedContent]] = {}
        # By name of a file with one entry per language: its modification time and its entries.
        self._by_language: dict[str, tuple[int, dict[str, str]]] = {}

    async def index(self, request: Request) -> Response:
        built = self._page.is_file()
        response = await self._described(request) if built else HTMLResponse(NOT_BUILT)
        response.headers["Cache-Control"] = "no-cache"
        if request.url.path.startswith(FRAMED):
            return response
        # The page itself reports a busy server, so serve it even without the database.
        with contextlib.suppress(StoreError):
            if await self._keys.of(request) is None:
                set_cookie(request, response, await self._keys.new())
        return response

    async def _described(self, request: Request) -> Response:
        response = await self._response(request, self._page)
        if self._previews is None:
            return response
        preview = await self._previews.of_path(
            request.url.path.removeprefix(FRAMED.rstrip("/")), preferred_language(request)
        )
        page = self._contents[self._page][1].body.decode()
        content = with_preview(
            page, preview, self._origin_of(request), request.url.path, self._of_language(CATALOGS, preview.lang)
        )
        if request.url.path == "/" and (shell := self._of_language(SHELLS, preview.lang)) is not None:
            content = with_shell(content, shell)
        headers = {"Vary": "Accept-Language, Cookie, Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return HTMLResponse(content, headers=headers)
        return HTMLResponse(_compressed(content), headers=headers | {"Content-Encoding": "gzip"})

    def _of_language(self, name: str, lang: str) -> str | None:
        """The entry for a language in a file of the build; None if the build lacks it."""
        file = self.folder / name
        cached = self._by_language.get(name, (0, {}))
        with contextlib.suppress(OSError):
            version = file.stat().st_mtime_ns
            if version != cached[0]:
                cached = version, msgspec.json.decode(file.read_bytes(), type=dict[str, str])
                self._by_language[name] = cached
        return cached[1].get(lang)

    async def file(self, request: Request) -> Response:
        """A file of the client. Names under `assets` contain a hash of the content, so these files never change.

        Every other path without a dot is a screen of the client: the page is served and reads the path itself.
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
        """The file with that name; None if there is none or the name is invalid."""
        try:
            file = (self.folder / name).resolve()
            return file if file.is_relative_to(self.folder) and file.is_file() else None
        except (OSError, ValueError):
            return None

    async def _response(self, request: Request, file: Path) -> Response:
        status = file.stat()
        version = (status.st_mtime_ns, status.st_size)
        cached = self._contents.get(file)
        if cached is None or cached[0] != version:
            media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            cached = version, await asyncio.to_thread(lambda: FixedContent(file.read_bytes(), media_type))
            self._contents[file] = cached
        return cached[1].response(request)


@lru_cache(maxsize=32)
def _compressed(page: str) -> bytes:
    """Cached, because most visitors get one of a few pages."""
    return gzip.compress(page.encode(), 6, mtime=0)


def with_shell(page: str, shell: str) -> str:
    """The page with the static HTML of the start page, which the client replaces when it starts."""
    return page.replace(_MOUNT, f'<div id="app" data-shell>{shell}</div>', 1)


@lru_cache(maxsize=32)
def with_preview(page: str, preview: LinkPreview, origin: str, path: str, catalog: str | None = None) -> str:
    """The page with a title, a description, Open Graph and Twitter tags, and an oEmbed link; `origin` is the server's.

    `catalog` is the file with the visitor's texts; the browser fetches it in parallel with the scripts.
    """
    address = origin + path
    tags = [
        f"<title>{escape(preview.title)}</title>",
        _meta("name", "description", preview.text),
        _meta("property", "og:type", "website"),
        _meta("property", "og:site_name", "Hanabi"),
        _meta("property", "og:locale", preview.lang.replace("-", "_")),
        _meta("property", "og:url", address),
        _meta("property", "og:title", preview.title),
        _meta("property", "og:description", preview.text),
        _meta("property", "og:image", origin + preview.picture),
        _meta("property", "og:image:width", str(WIDTH)),
        _meta("property", "og:image:height", str(HEIGHT)),
        _meta("property", "og:image:alt", preview.title),
        _meta("name", "twitter:card", "summary_large_image"),
    ]
    if preview.embed is not None:
        oembed = f"{origin}/api/oembed?format=json&url={quote(address, safe='')}"
        tags.append(f'<link rel="alternate" type="application/json+oembed" href="{escape(oembed)}">')
    if catalog is not None:
        tags.append(f'<link rel="modulepreload" crossorigin href="{escape(catalog)}">')
    head = _TAGS.sub("", page).replace('<html lang="en">', f'<html lang="{preview.lang}">', 1)
    return head.replace("</head>", "".join(f"\n    {tag}" for tag in tags) + "\n  </head>", 1)


def _meta(attribute: str, name: str, content: str) -> str:
    return f'<meta {attribute}="{name}" content="{escape(content)}">'
