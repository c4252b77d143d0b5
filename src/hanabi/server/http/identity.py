"""Who sent a request, and from which page: bearer tokens and the Origin header. Tokens are only kept as hashes."""

import hashlib
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from hanabi.server.http.cookies import unverified_key


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def bearer_of(headers: Headers) -> str | None:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and 0 < len(token) <= 100 else None


def is_own_origin(headers: Mapping[str, str], allowed: tuple[str, ...]) -> bool:
    """Whether a request comes from one of our pages, or from a program, which sends no Origin."""
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    except ValueError:
        return False


def passes_origin_check(connection: HTTPConnection, allowed: tuple[str, ...]) -> bool:
    """Whether a request may change something or open a socket: with a cookie only if its Origin is our own."""
    headers = connection.headers
    if not is_own_origin(headers, allowed):
        return False
    return "origin" in headers or bearer_of(headers) is not None or unverified_key(connection) is None
