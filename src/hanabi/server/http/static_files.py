"""The files of the built browser client, kept in memory with their compressed form: a request costs next to nothing."""

import asyncio
import contextlib
import gzip
import mimetypes
import re
from functools import lru_cache
from html import escape
from pathlib import Path
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from hanabi.server.database import StoreError
from hanabi.server.http.cookies import CookieKeys, set_cookie
from hanabi.server.http.fixed_content import FixedContent
from hanabi.server.http.link_previews import LinkPreview, LinkPreviews, preferred_language
from hanabi.server.http.preview_picture import HEIGHT, WIDTH
from hanabi.server.http.responses import refusal_response
from hanabi.server.http.security_headers import FRAMED

_REPLACED = re.compile(
    r'\s*<(?:title>.*?</title>|meta (?:property="og:|name="(?:description|twitter:))[^>]*>)', re.DOTALL
)

# Where the client puts itself.
_EMPTY = '<div id="app"></div>'


def with_shell(page: str, shell: str) -> str:
    """The page with the start page as it looks before the client is there, which then puts itself in its place."""
    return page.replace(_EMPTY, f'<div id="app" data-shell>{shell}</div>', 1)


def with_preview(page: str, preview: LinkPreview, origin: str, path: str, catalog: str | None = None) -> str:
    """The page with title, description, Open Graph and Twitter tags and a link for oEmbed; `origin` is the server's.

    `catalog` is the file with the visitor's texts: fetched beside the scripts instead of after them.
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
        found = f"{origin}/api/oembed?format=json&url={quote(address, safe='')}"
        tags.append(f'<link rel="alternate" type="application/json+oembed" href="{escape(found)}">')
    if catalog is not None:
        tags.append(f'<link rel="modulepreload" crossorigin href="{escape(catalog)}">')
    head = _REPLACED.sub("", page).replace('<html lang="en">', f'<html lang="{preview.lang}">', 1)
    return head.replace("</head>", "".join(f"\n    {tag}" for tag in tags) + "\n  </head>", 1)


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'


BUILT_CLIENT = Path(__file__).parent / "static"
IMMUTABLE = "public, max-age=31536000, immutable"
# Lists that the build makes, each with an entry a language: the file of its texts, and the start page as it is sent.
CATALOGS = "catalogs.json"
SHELLS = "landing.json"
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


class StaticFiles:
    def __init__(self, keys: CookieKeys, folder: Path = BUILT_CLIENT, previews: LinkPreviews | None = None) -> None:
        """With `previews` the page says in its tags what stands at its address."""
        self._keys, self._previews = keys, previews
        self.folder = folder.resolve()
        self._page = self.folder / "index.html"
        # By file its time and size, and what it held then.
        self._contents: dict[Path, tuple[tuple[int, int], FixedContent]] = {}
        # By name of a list of the build its time, and what it said then of each language.
        self._lists: dict[str, tuple[int, dict[str, str]]] = {}

    async def index(self, request: Request) -> Response:
        built = self._page.is_file()
        response = await self._described(request) if built else HTMLResponse(NOT_BUILT)
        response.headers["Cache-Control"] = "no-cache"
        if request.url.path.startswith(FRAMED):
            return response
        # The page says itself that the server is busy, so it is shown without the database too.
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
        origin = f"{request.url.scheme}://{request.headers.get('host', '')}"
        content = with_preview(page, preview, origin, request.url.path, self._of_language(CATALOGS, preview.lang))
        if request.url.path == "/" and (shell := self._of_language(SHELLS, preview.lang)) is not None:
            content = with_shell(content, shell)
        headers = {"Vary": "Accept-Language, Cookie, Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return HTMLResponse(content, headers=headers)
        return HTMLResponse(_compressed(content), headers=headers | {"Content-Encoding": "gzip"})

    def _of_language(self, name: str, lang: str) -> str | None:
        """What a list of the build has for a language; nothing where the client was built without it."""
        file = self.folder / name
        known = self._lists.get(name, (0, {}))
        with contextlib.suppress(OSError):
            version = file.stat().st_mtime_ns
            if version != known[0]:
                known = version, msgspec.json.decode(file.read_bytes(), type=dict[str, str])
                self._lists[name] = known
        return known[1].get(lang)

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
        version = (status.st_mtime_ns, status.st_size)
        known = self._contents.get(file)
        if known is None or known[0] != version:
            media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            known = version, await asyncio.to_thread(lambda: FixedContent(file.read_bytes(), media_type))
            self._contents[file] = known
        return known[1].response(request)


@lru_cache(maxsize=32)
def _compressed(page: str) -> bytes:
    """Most visitors get one of few pages."""
    return gzip.compress(page.encode(), 6, mtime=0)
