"""Admits sockets: origin, bans and limits, then the handler for the path."""

import asyncio
import contextlib
import logging
from http import HTTPStatus
from typing import Protocol
from weakref import WeakValueDictionary

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from hanabi.server.context import Context
from hanabi.server.http.cookies import passes_origin_check
from hanabi.server.net.websocket import WebSocketConnection
from hanabi.server.rate_limits import network_of
from hanabi.server.wire.close_codes import CloseCode

logger = logging.getLogger("hanabi.sockets")
PREFIX = "/ws/"
# Sockets of one network that are opened concurrently, so that hundreds at once do not delay others; and the maximum
# seconds that a socket waits for the ones before it, which may wait for the database.
CONCURRENT, PATIENCE = 16, 0.5


class SocketHandler(Protocol):
    async def open(self, http: HTTPConnection, socket: WebSocketConnection, address: str, path: str) -> None:
        """Give the socket a listener, or refuse it; `path` is the part after the handler's prefix."""


class SocketAdmission:
    """`handlers` by the prefix of their paths after `/ws/`, the most specific first."""

    def __init__(self, context: Context, handlers: dict[str, SocketHandler]) -> None:
        self.context, self._handlers = context, handlers
        # Each lives as long as a socket holds or awaits a slot.
        self._slots: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket: WebSocketConnection = scope["extensions"]["hanabi.websocket"]
        http = HTTPConnection(scope)
        address = http.client.host if http.client else ""
        context, network = self.context, network_of(address)
        if not passes_origin_check(http, context.settings.origins):
            return refuse(socket, CloseCode.FOREIGN_ORIGIN, "foreign_origin", address)
        if context.sanctions.against_address("ban", address) is not None:
            return refuse(socket, CloseCode.BANNED, "banned", address)
        seconds = context.limiter.retry_after("new_sockets", network)
        if seconds:
            logger.info("socket refused", extra={"code": "slow_down", "address": address})
            return socket.refuse(HTTPStatus.TOO_MANY_REQUESTS, seconds)
        if not context.sockets.enter(network):
            return refuse(socket, CloseCode.TOO_MANY_CONNECTIONS, "too_many", address)
        slots = self._slots.setdefault(network, asyncio.Semaphore(CONCURRENT))
        has_slot = False
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    has_slot = await slots.acquire()
            if not socket.closing:
                await self._open(http, socket, address)
        finally:
            if has_slot:
                slots.release()
            if socket.listener is None:
                context.sockets.leave(network)

    async def _open(self, http: HTTPConnection, socket: WebSocketConnection, address: str) -> None:
        path: str = http.scope["path"]
        if not path.startswith(PREFIX):
            return refuse(socket, CloseCode.NOT_FOUND, "no_such_table", address)
        rest = path.removeprefix(PREFIX)
        prefix = next(prefix for prefix in self._handlers if rest.startswith(prefix))
        return await self._handlers[prefix].open(http, socket, address, rest.removeprefix(prefix))


def refuse(socket: WebSocketConnection, code: CloseCode, reason: str, address: str, *, accepted: bool = False) -> None:
    """Accept and close, because browsers only see the close code of an accepted socket."""
    logger.info("socket refused", extra={"code": reason, "address": address})
    if not accepted and not socket.closing:
        socket.accept()
    socket.close(code, reason)
