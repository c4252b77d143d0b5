"""JSON responses, and content that is the same for everybody, kept with its compressed form."""

import gzip
import hashlib
import math
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from hanabi.rules import Card
from hanabi.server.refusals import CONFLICT, HTTP_STATUS, Refused


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


class Refusal(Struct, frozen=True):
    code: str
    values: dict[str, Any]


def json_response(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refusal_response(code: str, values: dict[str, Any] | None = None, status: int | None = None) -> Response:
    refusal = Refusal(code, plain_values(values or {}))
    response = json_response(refusal, status or HTTP_STATUS.get(code, CONFLICT))
    response.headers["Cache-Control"] = "no-store"
    if response.status_code in (429, 503):
        response.headers["Retry-After"] = str(refusal.values.get("seconds", 5))
    return response


def too_many(seconds: float) -> Refused:
    """A refusal of something that may be tried again after `seconds`."""
    return Refused("too_many", seconds=max(1, math.ceil(seconds)))


def plain_values(values: dict[str, Any]) -> dict[str, Any]:
    """The values of a refusal, converted for JSON."""
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value
