"""Who sent a request, and from which page: the signed key in a browser's cookie, bearer tokens, the Origin header."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from hanabi.server.database import Store
from hanabi.server.database.secrets import load_secret


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


SECURE_COOKIE, PLAIN_COOKIE = "__Host-hanabi", "hanabi"
# The second cookie of a browser that has been signed in.
KNOWN = "-known"
COOKIE_SECONDS = 366 * 86400
SECRET_NAME = "visitor keys"
# Keys of accounts start with this prefix; other keys need no database query.
ACCOUNT_KEY_PREFIX = "a."


class CookieKeys:
    """Issues keys and recognizes its own by their signature."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._secret: bytes | None = None

    async def new(self, *, account: bool = False) -> str:
        random_part = (ACCOUNT_KEY_PREFIX if account else "") + secrets.token_urlsafe(16)
        return signed_key(await self._load_secret(), random_part)

    async def of(self, connection: HTTPConnection) -> str | None:
        """The key in the cookie, if this server issued it."""
        key = unverified_key(connection)
        if key is None:
            return None
        random_part = key.rpartition(".")[0]
        return key if hmac.compare_digest(key, signed_key(await self._load_secret(), random_part)) else None

    async def knows(self, connection: HTTPConnection, name: str) -> bool:
        """Whether this browser has been signed in to the account of this name before."""
        mark = connection.cookies.get(_cookie_name(connection, KNOWN), "")
        return hmac.compare_digest(mark.encode(), (await self._known_mark(name)).encode())

    async def make_known(self, connection: HTTPConnection, response: Response, name: str) -> None:
        set_cookie(connection, response, await self._known_mark(name), KNOWN)

    async def _known_mark(self, name: str) -> str:
        return signed_key(await self._load_secret(), f"known.{hashed(name)[:20]}")

    async def _load_secret(self) -> bytes:
        if self._secret is None:
            self._secret = await load_secret(self._store, SECRET_NAME)
        return self._secret


def signed_key(secret: bytes, random_part: str) -> str:
    signature = base64.urlsafe_b64encode(hmac.digest(secret, random_part.encode(), "sha256")[:12]).decode()
    return f"{random_part}.{signature}"


def unverified_key(connection: HTTPConnection) -> str | None:
    """The content of the cookie; only `CookieKeys.of` checks who issued it."""
    key = connection.cookies.get(_cookie_name(connection))
    return key if key and len(key) <= 64 and key.isascii() else None


def set_cookie(connection: HTTPConnection, response: Response, key: str, kind: str = "") -> None:
    response.set_cookie(
        _cookie_name(connection, kind),
        key,
        max_age=COOKIE_SECONDS,
        path="/",
        secure=_is_secure(connection),
        httponly=True,
        samesite="lax",
    )


def _cookie_name(connection: HTTPConnection, kind: str = "") -> str:
    return (SECURE_COOKIE if _is_secure(connection) else PLAIN_COOKIE) + kind


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")
