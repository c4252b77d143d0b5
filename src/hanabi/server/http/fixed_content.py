"""Content that is the same for everybody, kept in memory together with its compressed form."""

import gzip
import hashlib

from starlette.requests import Request
from starlette.responses import Response


class FixedContent:
    def __init__(self, body: bytes, media_type: str) -> None:
        compressed = gzip.compress(body, 9, mtime=0)
        self.body, self.media_type = body, media_type
        self._compressed = compressed if len(compressed) < len(body) else b""
        self._etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'

    def response(self, request: Request) -> Response:
        """The content, compressed if the client accepts that; 304 if the client already has it."""
        headers = {"ETag": self._etag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self._etag:
            return Response(status_code=304, headers=headers)
        body = self.body
        if self._compressed and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["Content-Encoding"] = self._compressed, "gzip"
        return Response(body, headers=headers, media_type=self.media_type)
