"""Who a request comes from: a browser's cookie, or a bearer token. Other modules see only their hashes."""

import hashlib
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

SECURE_COOKIE, PLAIN_COOKIE = "__Host-hanabi", "hanabi"
# Keys of accounts begin with it, so that for all others the database need not be queried.
ACCOUNT_MARK = "a."
COOKIE_SECONDS = 366 * 86400


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def bearer_of(headers: Headers) -> str | None:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and 0 < len(token) <= 100 else None


def cookie_of(connection: HTTPConnection) -> str | None:
    """What stands in the cookie, whoever put it there: `VisitorKeys.of` says whether it counts."""
    key = connection.cookies.get(cookie_name(connection.url.scheme))
    return key if key and len(key) <= 64 and key.isascii() else None


def cookie_name(scheme: str) -> str:
    return SECURE_COOKIE if scheme in ("https", "wss") else PLAIN_COOKIE


def set_cookie(connection: HTTPConnection, response: Response, key: str) -> None:
    secure = connection.url.scheme in ("https", "wss")
    response.set_cookie(
        cookie_name(connection.url.scheme),
        key,
        max_age=COOKIE_SECONDS,
        path="/",
        secure=secure,
        httponly=True,
        samesite="lax",
    )


def is_own_origin(headers: Mapping[str, str], allowed: tuple[str, ...]) -> bool:
    """Whether a request comes from our own pages, or from no page: then it has no Origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    except ValueError:
        return False


def may_change(connection: HTTPConnection, allowed: tuple[str, ...]) -> bool:
    """Whether a request may change something or open a socket: with a cookie only if its Origin is our own."""
    headers = connection.headers
    if not is_own_origin(headers, allowed):
        return False
    return "origin" in headers or bearer_of(headers) is not None or cookie_of(connection) is None
