"""A client's HTTP connection: uvicorn's, with limits on everything that a client can make it store or wait for.

The application only gets complete requests, so that nothing else waits for a slow or broken one. Clients that send too
much, too slowly or too many requests at once are refused and disconnected.
"""

import asyncio
import logging
import re
from http import HTTPStatus
from typing import Any, cast

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from hanabi.server.net.connection_limits import AbortableConnection, ConnectionLimits, SlowReaders

logger = logging.getLogger("hanabi.server.net.http_connection")
MAX_URL_BYTES = 4096
MAX_HEADERS = 100
MAX_HEAD_BYTES = 16 * 1024
# A host name or an address, perhaps with a port.
HOST = re.compile(rb"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
# A body in many small chunks may take this many times its size on the wire.
MAX_CHUNK_OVERHEAD = 8
# Requests that a client may send before the first is answered; browsers send none.
MAX_PIPELINED = 4
# Seconds for the head of a request, for its body, and for closing a connection.
HEAD_SECONDS = 10.0
BODY_SECONDS = 30.0
CLOSE_SECONDS = 30.0


class HttpConnection(HttpToolsProtocol):
    def __init__(
        self,
        limits: ConnectionLimits,
        slow_readers: SlowReaders,
        max_body: int,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits, self._slow_readers, self._max_body = limits, slow_readers, max_body
        self._timer: asyncio.TimerHandle | None = None
        self._is_admitted = False
        # Bytes received since the end of the last request, and bytes of the headers so far.
        self._received = self._head_bytes = 0
        self._in_head = True
        self._refusal: HTTPStatus | None = None
        # The request that is being received, and the one that is being handled.
        self._incomplete: tuple[RequestResponseCycle, Any] | None = None
        self._handled: RequestResponseCycle | None = None

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self._is_admitted = self._limits.enter(self, address)
        if self._is_admitted:
            self._set_timer(HEAD_SECONDS, self._time_out)
        else:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_timer(None)
        self._incomplete = None
        self._slow_readers.discard(self)
        if self._is_admitted:
            self._limits.leave(self)
        if self._handled is not None:
            # uvicorn only notifies the newest of several requests.
            self._handled.disconnected = True
            self._handled.message_event.set()
        super().connection_lost(exc)
        self._break_references()

    def _break_references(self) -> None:
        """The parser and an unanswered request refer to this object; avoid waiting for the garbage collector."""
        self.parser = self.cycle = self._handled = None  # type: ignore[assignment]

    def handle_websocket_upgrade(self) -> None:
        """A WebSocket connection replaces this one, in the limits too."""
        self._set_timer(None)
        super().handle_websocket_upgrade()
        self._limits.replace(self, cast(AbortableConnection, self.transport.get_protocol()))
        self._break_references()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._slow_readers.add(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._slow_readers.discard(self)

    @property
    def unread_bytes(self) -> int:
        return self.transport.get_write_buffer_size()

    def abort(self) -> None:
        self.transport.abort()

    # A request

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        if self._in_head and self._received == 0:
            self._set_timer(HEAD_SECONDS, self._time_out)
        self._received += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserError:
            return self._refuse(self._refusal or HTTPStatus.BAD_REQUEST)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                if self.pipeline or (self._handled is not None and not self._handled.response_complete):
                    # The answer to an earlier request would end up in the WebSocket stream.
                    return self._refuse(HTTPStatus.BAD_REQUEST)
                return self.handle_websocket_upgrade()
        if self._in_head and self._received > MAX_HEAD_BYTES:
            return self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if self._received > MAX_HEAD_BYTES + MAX_CHUNK_OVERHEAD * self._max_body:
            return self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return None

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head_bytes = True, 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > MAX_URL_BYTES:
            self._fail(HTTPStatus.REQUEST_URI_TOO_LONG)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._head_bytes += len(name) + len(value)
        if len(self.headers) > MAX_HEADERS or self._head_bytes > MAX_HEAD_BYTES:
            self._fail(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if name.lower() == b"content-length" and (len(value) > 9 or int(value) > self._max_body):
            self._fail(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.pipeline) >= MAX_PIPELINED:
            self._fail(HTTPStatus.TOO_MANY_REQUESTS)
        hosts = [value for name, value in self.headers if name == b"host"]
        is_named = len(hosts) == 1 and HOST.fullmatch(hosts[0]) is not None
        if not is_named and (hosts or self.parser.get_http_version() != "1.0"):
            self._fail(HTTPStatus.BAD_REQUEST)
        self._set_timer(BODY_SECONDS, self._time_out)
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        if not cycle.more_body:
            self._handled = cycle
            super()._start_asgi_task(cycle, app)
            return
        self._incomplete = (cycle, app)
        if cycle.waiting_for_100_continue:
            cycle.waiting_for_100_continue = False
            self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def on_body(self, body: bytes) -> None:
        if not self._is_upgrade:
            self.cycle.body += body
            if len(self.cycle.body) > self._max_body:
                self._fail(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def on_message_complete(self) -> None:
        self._received, self._in_head = 0, True
        if self._is_upgrade:
            return
        self._set_timer(None)
        self._limits.set_busy(self)
        super().on_message_complete()
        if self._incomplete is not None and self._incomplete[0] is self.cycle:
            (cycle, app), self._incomplete = self._incomplete, None
            self._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.parser is None:
            return
        if self.transport.is_closing():
            self._set_timer(CLOSE_SECONDS, self.transport.abort)
        elif self._in_head and not self.pipeline:
            self._limits.set_idle(self)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._set_timer(CLOSE_SECONDS, self.transport.abort)

    def shutdown(self) -> None:
        """Incomplete requests are no longer handled."""
        if self._incomplete is not None:
            self.transport.close()
        super().shutdown()

    @property
    def _is_upgrade(self) -> bool:
        return bool(self.parser.should_upgrade()) and self._should_upgrade()

    # Refusals

    def _fail(self, status: HTTPStatus) -> None:
        """Make the parser stop."""
        self._refusal = status
        raise ValueError(status.phrase)

    def _time_out(self) -> None:
        if not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer and disconnect; requests in progress continue without the client."""
        logger.info("connection refused", extra={"code": status.value, "address": self.client and self.client[0]})
        self._incomplete = None
        self.pipeline.clear()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete or not cycle.response_started:
            retry = b"retry-after: 10\r\n" if status is HTTPStatus.TOO_MANY_REQUESTS else b""
            self.transport.write(STATUS_LINE[status] + retry + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()
        self._set_timer(CLOSE_SECONDS, self.transport.abort)

    def _set_timer(self, seconds: float | None, work: Any = None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, work)
