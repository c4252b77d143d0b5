"""A WebSocket connection (RFC 6455) as an asyncio protocol on uvicorn's transport.

uvicorn hands over every request to upgrade. The application answers by `accept`; from then on texts of the client go to
the `listener`, and texts for it come by `write`: no task, queue or message object stands between a frame and the table.
"""

import asyncio
import base64
import binascii
import contextlib
import hashlib
import logging
from typing import Any, Protocol, cast
from urllib.parse import unquote

from uvicorn.config import Config
from uvicorn.protocols.utils import get_local_addr, get_remote_addr, is_ssl
from uvicorn.server import ServerState
from websockets.exceptions import InvalidHandshake, NegotiationError, PayloadTooBig, ProtocolError
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Close, Frame, Opcode
from websockets.headers import build_extension, parse_extension

from hanabi.web.keepalive import Keepalive
from hanabi.web.write_buffer import WriteBuffer

logger = logging.getLogger("hanabi.websocket")
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
# Seconds that a client may take to answer a close frame.
CLOSE_TIMEOUT = 10.0
TEXT, COMPRESSED, FINAL, MASKED = 0x81, 0xC1, 0x80, 0x80
# Small windows: a state is nearly the same as the one before, and thousands of connections are open.
DEFLATE = ServerPerMessageDeflateFactory(
    server_max_window_bits=12, client_max_window_bits=12, compress_settings={"memLevel": 5}
)


class Listener(Protocol):
    """Who gets the messages of a connection."""

    def message_received(self, text: str | None) -> None:
        """None is a binary message."""

    def drained(self) -> None:
        """The connection is no longer full."""

    def disconnected(self) -> None:
        """The connection is gone."""


class WebSocketConnection(asyncio.Protocol):
    __slots__ = (
        "_accepted",
        "_config",
        "_deflate",
        "_fragments",
        "_keepalive",
        "_key",
        "_max_size",
        "_offered_extensions",
        "_server",
        "_timer",
        "_unparsed",
        "_unsent",
        "_write_buffer",
        "closing",
        "is_full",
        "listener",
        "responded",
        "transport",
    )

    def __init__(
        self,
        keepalive: Keepalive,
        write_buffer: WriteBuffer,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
    ) -> None:
        self._keepalive, self._write_buffer, self._config, self._server = keepalive, write_buffer, config, server_state
        self._unsent = b""
        self._max_size: int = config.ws_max_size
        self.transport: asyncio.Transport
        self.listener: Listener | None = None
        self.is_full = False
        # Whether a close frame was sent, or the connection is being aborted.
        self.closing = False
        # Whether anything came from the client since the last ping.
        self.responded = True
        self._accepted = False
        self._key = b""
        self._offered_extensions = ""
        self._deflate: PerMessageDeflate | None = None
        self._unparsed = b""
        # The opcode and the payloads of a message that comes in several frames.
        self._fragments: tuple[Opcode, list[bytes]] | None = None
        self._timer: asyncio.TimerHandle | None = None

    # Called by the application

    def accept(self) -> None:
        """Complete the handshake."""
        answer = base64.b64encode(hashlib.sha1(self._key + GUID).digest())
        extension = self._negotiate_extension() if self._offered_extensions else b""
        self._accepted = True
        self.transport.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + answer + b"\r\n" + extension + b"\r\n"
        )
        self._keepalive.add(self)

    def write(self, pieces: list[bytes]) -> None:
        """Send a text message, in pieces. Whoever writes must stop while `is_full`."""
        if self.closing:
            return
        first = TEXT
        if self._deflate is not None:
            whole = Frame(Opcode.TEXT, b"".join(pieces))
            first, pieces = COMPRESSED, [bytes(self._deflate.encode(whole).data)]
        size = sum(map(len, pieces))
        if size < 126:
            head = bytes((first, size))
        elif size < 65536:
            head = bytes((first, 126, size >> 8, size & 255))
        else:
            head = bytes((first, 127)) + size.to_bytes(8, "big")
        data = b"".join([head, *pieces])
        if self._unsent:
            self._unsent += data
        else:
            self._unsent = data
            self._write_buffer.add(self)

    def flush(self) -> None:
        data, self._unsent = self._unsent, b""
        if data and not self.transport.is_closing():
            self.transport.write(data)

    def close(self, code: int, reason: str = "") -> None:
        """Send a close frame; the connection ends when the client answers it, or after CLOSE_TIMEOUT."""
        if self.closing:
            return
        self.closing = True
        self._send(Opcode.CLOSE, Close(code, reason).serialize())
        if not self.transport.is_closing():
            self.transport.resume_reading()
        self._timer = asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self.transport.abort)

    def pause(self) -> None:
        """Read no more from the client until `resume`."""
        if not self.closing:
            self.transport.pause_reading()

    def resume(self) -> None:
        if not self.closing:
            self.transport.resume_reading()

    def ping(self) -> None:
        self._send(Opcode.PING, b"")

    def abort(self) -> None:
        """End the connection without a close frame: the client does not respond."""
        self.closing = True
        self.transport.abort()

    # Called by uvicorn and the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._server.connections.add(self)  # type: ignore[arg-type]

    def connection_lost(self, error: Exception | None) -> None:
        self.closing = True
        self._server.connections.discard(self)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        listener, self.listener = self.listener, None
        if listener is not None:
            listener.disconnected()

    def pause_writing(self) -> None:
        self.is_full = True

    def resume_writing(self) -> None:
        self.is_full = False
        if self.listener is not None:
            self.listener.drained()

    def shutdown(self) -> None:
        """The server ends; 1012 tells clients to reconnect."""
        if self._accepted and not self.closing:
            self._send(Opcode.CLOSE, Close(1012, "").serialize())
        self.closing = True
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        self.responded = True
        if not self._accepted:
            if self._key or len(data) > 65536:
                self.abort()
            else:
                self._read_handshake(data)
            return
        if self._unparsed:
            data, self._unparsed = self._unparsed + data, b""
        try:
            rest = self._frames(data)
        except _ProtocolViolation as problem:
            self._fail(problem.code)
        except Exception:
            logger.exception("a message could not be handled")
            self._fail(1011)
        else:
            self._unparsed = rest

    # The handshake

    def _read_handshake(self, head: bytes) -> None:
        """Parse the request. uvicorn has parsed it and serialized it again: one line a header, names in lower case."""
        first, *lines = head.split(b"\r\n")
        method, target, _ = first.split(b" ", 2)
        headers = [(name, value) for name, _, value in (line.partition(b": ") for line in lines if line)]
        found = dict(headers)
        if found.get(b"sec-websocket-version") != b"13":
            return self._reject(b"426 Upgrade Required", b"Sec-WebSocket-Version: 13\r\n")
        self._key = found.get(b"sec-websocket-key", b"")
        if method != b"GET" or not _is_key(self._key):
            return self._reject(b"400 Bad Request")
        offers = b",".join(value for name, value in headers if name == b"sec-websocket-extensions")
        self._offered_extensions = offers.decode("latin-1")
        path, _, query = target.partition(b"?")
        scope = {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if is_ssl(self.transport) else "ws",
            "server": get_local_addr(self.transport),
            "client": get_remote_addr(self.transport),
            "root_path": self._config.root_path,
            "path": self._config.root_path + unquote(path.decode("latin-1")),
            "raw_path": path,
            "query_string": query,
            "headers": headers,
            "subprotocols": [],
            "state": {},
            "extensions": {"hanabi.websocket": self},
        }
        task = asyncio.get_running_loop().create_task(self._run_application(scope))
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)
        return None

    async def _run_application(self, scope: Any) -> None:
        async def unused(*_: Any) -> Any:
            raise RuntimeError("applications use the connection in the scope's extensions")

        try:
            await self._config.loaded_app(scope, unused, unused)
        except Exception:
            logger.exception("a socket could not be opened")
            if self._accepted:
                self.close(1011)
        if not self._accepted and not self.closing:
            self._reject(b"500 Internal Server Error")

    def _reject(self, status: bytes, header: bytes = b"") -> None:
        self.closing = True
        self.transport.write(
            b"HTTP/1.1 " + status + b"\r\n" + header + b"Content-Length: 0\r\nConnection: close\r\n\r\n"
        )
        self.transport.close()

    def _negotiate_extension(self) -> bytes:
        """Compression, where the client offers it: browsers do."""
        try:
            offers = parse_extension(self._offered_extensions)
        except InvalidHandshake:
            return b""
        for name, wishes in offers:
            if name == DEFLATE.name:
                with contextlib.suppress(NegotiationError):
                    terms, self._deflate = DEFLATE.process_request_params(wishes, [])
                    return b"Sec-WebSocket-Extensions: " + build_extension([(name, terms)]).encode() + b"\r\n"
        return b""

    # Frames

    def _frames(self, data: bytes) -> bytes:
        """Process all complete frames; returns the rest."""
        at, end = 0, len(data)
        while end - at >= 2:
            first, second = data[at], data[at + 1]
            size, start = second & 127, at + 2
            if size >= 126:
                start += 2 if size == 126 else 8
                if end < start:
                    break
                size = int.from_bytes(data[at + 2 : start], "big")
            if not second & MASKED:
                raise _ProtocolViolation(1002)
            if size > self._max_size:
                raise _ProtocolViolation(1009)
            stop = start + 4 + size
            if end < stop:
                break
            payload = unmasked(data[start : start + 4], data[start + 4 : stop])
            at = stop
            if first == TEXT and self._fragments is None and not self.closing:
                self._deliver(payload.decode)
            else:
                self._frame(first, payload)
        return data[at:]

    def _deliver(self, read: Any) -> None:
        try:
            text = read()
        except UnicodeDecodeError:
            raise _ProtocolViolation(1007) from None
        if self.listener is not None:
            self.listener.message_received(text)

    def _frame(self, first: int, payload: bytes) -> None:
        """Any frame but a complete uncompressed text."""
        if self.closing and first & 15 != Opcode.CLOSE:
            return
        try:
            frame = Frame(
                Opcode(first & 15), payload, bool(first & FINAL), *(bool(first & bit) for bit in (64, 32, 16))
            )
            if self._deflate is not None:
                frame = self._deflate.decode(frame, max_size=self._max_size)
            frame.check()
        except PayloadTooBig:
            raise _ProtocolViolation(1009) from None
        except (ProtocolError, ValueError):
            raise _ProtocolViolation(1002) from None
        match frame.opcode:
            case Opcode.CLOSE:
                self._close_received(payload)
            case Opcode.PING:
                self._send(Opcode.PONG, payload)
            case Opcode.PONG:
                pass
            case _:
                self._fragment(frame)

    def _fragment(self, frame: Frame) -> None:
        if (frame.opcode is Opcode.CONT) == (self._fragments is None):
            raise _ProtocolViolation(1002)
        kind, parts = self._fragments or (frame.opcode, [])
        parts.append(bytes(frame.data))
        if sum(map(len, parts)) > self._max_size:
            raise _ProtocolViolation(1009)
        self._fragments = None if frame.fin else (kind, parts)
        if frame.fin:
            self._deliver(b"".join(parts).decode if kind is Opcode.TEXT else lambda: None)

    def _close_received(self, payload: bytes) -> None:
        """The client closes the connection, or answers our close frame."""
        if not self.closing:
            try:
                code = Close.parse(payload).code
            except (ProtocolError, UnicodeDecodeError):
                code = 1002
            self._send(Opcode.CLOSE, b"" if code == 1005 else Close(code, "").serialize())
            self.closing = True
        self.transport.close()

    def _send(self, opcode: Opcode, payload: bytes) -> None:
        """Send a control frame at once, after everything written before."""
        self._unsent += bytes((FINAL | opcode, len(payload))) + payload
        self.flush()

    def _fail(self, code: int) -> None:
        """Close with the code of a protocol violation."""
        if not self.closing:
            self._send(Opcode.CLOSE, Close(code, "").serialize())
        self.closing = True
        self.transport.close()


class _ProtocolViolation(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def unmasked(mask: bytes, data: bytes) -> bytes:
    size = len(data)
    pattern = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(pattern, "little")).to_bytes(size, "little")


def _is_key(text: bytes) -> bool:
    try:
        return len(base64.b64decode(text, validate=True)) == 16
    except (binascii.Error, ValueError):
        return False
