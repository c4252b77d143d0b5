"""Middleware that bounds HTTP requests per address and refuses banned addresses.

The event loop also handles the messages of tables. So that they never wait for many requests, only a few requests run
at once, fewer while the loop is busy, and addresses take turns.
"""

import asyncio
import logging
import re
from urllib.parse import unquote_to_bytes

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hanabi.server.fair_queue import FairQueue, QueueFull
from hanabi.server.http.request_pace import RequestPace
from hanabi.server.http.responses import refusal_response, too_many
from hanabi.server.people.sanctions import Sanction, Sanctions
from hanabi.server.rate_limits import RateLimiter, network_of
from hanabi.texts import match_language, say

logger = logging.getLogger("hanabi.api")
MAX_PATH_LENGTH = 512
CONCURRENT = 32
CONCURRENT_PER_ADDRESS = 4
MAX_WAITING_PER_ADDRESS = 400
MAX_WAITING = 4000
# The key in a request's scope of the function that releases its slot.
RELEASE = "hanabi.release_slot"
CONTROL_CHARACTER = re.compile(rb"[\x00-\x1f\x7f]")


class RequestLimits:
    def __init__(self, app: ASGIApp, limiter: RateLimiter) -> None:
        self._app, self._limiter = app, limiter
        self._queue = FairQueue(CONCURRENT, CONCURRENT_PER_ADDRESS, MAX_WAITING_PER_ADDRESS, MAX_WAITING)
        self._pace = RequestPace(self._queue)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        address = client[0] if client else ""
        network = network_of(address)
        seconds = self._limiter.retry_after("requests", network)
        if seconds:
            refusal = too_many(seconds)
            logger.info("refused", extra={"code": refusal.code, "address": address})
            response = refusal_response(refusal.code, refusal.values)
            # Refusing a new connection costs less.
            response.headers["Connection"] = "close"
            await response(scope, receive, send)
        elif not _is_plain(scope):
            logger.info("refused", extra={"code": "malformed", "address": address})
            await refusal_response("malformed", {"detail": "the address"})(scope, receive, send)
        else:
            await self._handle(network, scope, receive, send)

    async def _handle(self, network: str, scope: Scope, receive: Receive, send: Send) -> None:
        self._pace.start()
        try:
            await self._queue.acquire(network)
        except (QueueFull, asyncio.CancelledError):
            # A request is canceled when the server stops.
            await refusal_response("busy")(scope, receive, send)
            return
        holds_slot, is_answered = True, False

        def release() -> None:
            nonlocal holds_slot
            if holds_slot:
                holds_slot = False
                self._queue.release(network)

        async def send_without_slot(message: Message) -> None:
            """The slot is free while the client reads the response."""
            nonlocal is_answered
            is_answered = True
            release()
            await send(message)

        scope[RELEASE] = release
        try:
            await self._app(scope, receive, send_without_slot)
        except ClientDisconnect:
            logger.info("the client left before the response")
        except asyncio.CancelledError:
            logger.info("the server stopped before the response")
            if not is_answered:
                await refusal_response("busy")(scope, receive, send)
        finally:
            release()


def release_slot(scope: Scope) -> None:
    """Free the slot early: the rest of the request happens elsewhere and has its own queue."""
    release = scope.get(RELEASE)
    if release is not None:
        release()


def _is_plain(scope: Scope) -> bool:
    """Whether the path is short, and path and query have no control characters, which databases refuse."""
    path, query = scope["path"], scope.get("query_string", b"")
    if len(path) > MAX_PATH_LENGTH or CONTROL_CHARACTER.search(path.encode("utf-8", "surrogatepass")):
        return False
    return not CONTROL_CHARACTER.search(unquote_to_bytes(query))


class Bans:
    """Middleware that refuses requests from banned addresses, in the visitor's language."""

    def __init__(self, app: ASGIApp, sanctions: Sanctions) -> None:
        self.app, self.sanctions = app, sanctions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        ban = self.sanctions.against_address("ban", client[0]) if client else None
        app = self.app if ban is None else _refusal(HTTPConnection(scope), ban)
        await app(scope, receive, send)


def _refusal(connection: HTTPConnection, ban: Sanction) -> Response:
    if connection.url.path.startswith("/api"):
        refused = ban.refusal()
        return refusal_response(refused.code, refused.values)
    text = say("table.refused.banned", _language(connection.headers.get("accept-language", "")))
    return PlainTextResponse(text + "\n", 403, {"Cache-Control": "no-store"})


def _language(accepted: str) -> str:
    """The first language of the header that we have a catalog for."""
    names = (part.partition(";")[0].strip() for part in accepted.split(",")[:10])
    return next((language for name in names if name and (language := match_language(name)) is not None), "en")
