"""The browser client's files: the built one if it is there, otherwise a plain page that can play."""

import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from hanabi.web.identity import cookie_of, new_key, set_cookie
from hanabi.web.responses import refusal_response

HERE = Path(__file__).parent
BUILT, MINIMAL = HERE / "static", HERE / "minimal"
FOREVER = "public, max-age=31536000, immutable"

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class StaticFiles:
    def __init__(self) -> None:
        self.folder = BUILT if (BUILT / "index.html").is_file() else MINIMAL

    async def index(self, request: Request) -> Response:
        response = FileResponse(self.folder / "index.html", media_type="text/html")
        response.headers["Cache-Control"] = "no-cache"
        if cookie_of(request) is None:
            set_cookie(request, response, new_key())
        return response

    async def file(self, request: Request) -> Response:
        """A file of the client; what the build has named by its content never changes.

        Every other address without a dot is the client's own: the one page answers and reads the address itself.
        """
        wanted = (self.folder / request.path_params["file"].lstrip("/")).resolve()
        if not wanted.is_relative_to(self.folder.resolve()) or not wanted.is_file():
            own = "." not in wanted.name and not request.url.path.startswith("/api")
            return await self.index(request) if own else refusal_response("no_such_page", status=404)
        response = FileResponse(wanted)
        hashed = "assets" in wanted.relative_to(self.folder.resolve()).parts
        response.headers["Cache-Control"] = FOREVER if hashed else "no-cache"
        return response
