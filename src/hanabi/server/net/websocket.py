"""A client's WebSocket: the protocol of the `websockets` library, directly on the transport.

uvicorn hands over every upgrade request. The application calls `accept`; from then on, received texts go to the
connection's `listener`, and `write` sends texts. No task, queue or message object stands between a frame and the table.
The library reads and writes frames (RFC 6455, RFC 7692); the transport, the limits and the write buffer are here. Only
the header of an uncompressed text is written here, because most of what the server sends are such texts.
`make bench NAME=websockets` compares this with hand-written frames and with other libraries.
"""

import asyncio
import logging
import math
from http import HTTPStatus
from typing import Any, Protocol, cast
from urllib.parse import unquote

from uvicorn.config import Config
from uvicorn.protocols.utils import get_local_addr, get_remote_addr, is_ssl
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol
from websockets.typing import BytesLike

from hanabi.server.net.connection_limits import ConnectionLimits, SlowReaders
from hanabi.server.net.keepalive import Keepalive

logger = logging.getLogger("hanabi.server.net.websocket")
# The library logs every connection; only problems are of interest here.
protocol_logger = logging.getLogger("hanabi.server.net.websocket.protocol")
protocol_logger.setLevel(logging.WARNING)
# Seconds a client may take to answer a close frame.
CLOSE_TIMEOUT = 10.0
# Bytes to parse before the limits are checked again; one read of the transport may contain 40,000 frames.
SLICE = 1024
# Frames per message.
MAX_FRAGMENTS = 64
# Pings and pongs that a client may send between two keepalive pings.
MAX_CONTROL_FRAMES = 100
FINAL_TEXT = 0x81
DEFLATED_FINAL_TEXT = 0xC1
# The size of a padded message, compressed and not: more than a state of a running game needs. The first message of a
# connection is FIRST_PADDED times as long, because it may tell a whole game.
PADDED_DEFLATED, PADDED_PLAIN, FIRST_PADDED = 3 * 1024, 12 * 1024, 4
SPACES = memoryview(b" " * PADDED_PLAIN * FIRST_PADDED)
# Deflated data may end with any number of these; a client inflates them to nothing. Whole multiples of the two make
# every length from 20 bytes on.
EMPTY_BLOCKS = b"\x00\x00\xff\xff\x00", b"\x00\x00\xff\xff\x02\x00"
SHORTEST_DEFLATED_PADDING = 20
DATA_OPCODES = (Opcode.TEXT, Opcode.CONT, Opcode.BINARY)
# Small windows, because thousands of connections are open: half the memory of 12 and 5 for a tenth more bytes.
WINDOW_BITS, MEMORY_LEVEL = 10, 4
DEFLATE = ServerPerMessageDeflateFactory(
    server_max_window_bits=WINDOW_BITS,
    client_max_window_bits=WINDOW_BITS,
    compress_settings={"memLevel": MEMORY_LEVEL},
)


class Listener(Protocol):
    """Gets the messages of a connection."""

    def message_received(self, text: str | None) -> None:
        """Called for each message; None stands for a binary message."""

    def drained(self) -> None:
        """The write buffer has room again."""

    def disconnected(self) -> None:
        """The connection has ended."""


class Flushable(Protocol):
    def flush(self) -> None: ...


class WriteBuffer:
    """Batches writes until the end of the loop iteration: one system call per connection."""

    def __init__(self) -> None:
        self._waiting: list[Flushable] = []

    def add(self, connection: Flushable) -> None:
        """Flush `connection` at the end of this iteration; add it only once until then."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append(connection)

    def _send(self) -> None:
        connections, self._waiting = self._waiting, []
        for connection in connections:
            connection.flush()


class WebSocketConnection(asyncio.Protocol):
    __slots__ = (
        "_config",
        "_control_frames",
        "_ends",
        "_fragments",
        "_is_queued",
        "_is_text",
        "_keepalive",
        "_limits",
        "_padded_times",
        "_protocol",
        "_response",
        "_server",
        "_slow_readers",
        "_timer",
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
        limits: ConnectionLimits,
        slow_readers: SlowReaders,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
    ) -> None:
        self._keepalive, self._write_buffer, self._config, self._server = keepalive, write_buffer, config, server_state
        self._limits, self._slow_readers = limits, slow_readers
        self._protocol = ServerProtocol(extensions=[DEFLATE], max_size=config.ws_max_size, logger=protocol_logger)
        # Completes the handshake once the application accepts.
        self._response: Response | None = None
        # The frames of an incomplete message.
        self._fragments: list[BytesLike] = []
        # Data for the next flush, and whether the connection ends after it.
        self._unsent: list[BytesLike] = []
        self._ends = False
        self._is_text = True
        self._control_frames = 0
        # Whether this connection is in the write buffer.
        self._is_queued = False
        self._padded_times = FIRST_PADDED
        self._timer: asyncio.TimerHandle | None = None
        self.transport: asyncio.Transport
        self.listener: Listener | None = None
        self.is_full = False
        # Whether a close frame was sent, or the connection is being aborted.
        self.closing = False
        self.responded = True

    # Called by the application

    def accept(self) -> None:
        """Complete the handshake."""
        assert self._response is not None
        self._protocol.send_response(self._response)
        self._response = None
        self.flush()
        self._keepalive.add(self)

    def refuse(self, status: HTTPStatus, retry_after: float) -> None:
        """Reject the upgrade request, which costs less than accepting and closing a socket."""
        response = self._protocol.reject(status, "")
        response.headers["Retry-After"] = str(math.ceil(retry_after))
        self._response = None
        self._reject(response)

    def write(self, message: bytes) -> None:
        """Send a text message. While `is_full`, callers should hold back their messages."""
        if self.closing or self._protocol.state is not State.OPEN:
            return
        if self._protocol.extensions:
            self._protocol.send_text(message)
        else:
            self._unsent += (text_header(len(message)), message)
        self._flush_later()

    def write_padded(self, message: bytes) -> None:
        """Send a text message whose length tells an eavesdropper nothing about what it says."""
        if self.closing or self._protocol.state is not State.OPEN:
            return
        if self._protocol.extensions:
            self._collect_output()
            frame = self._protocol.extensions[0].encode(Frame(Opcode.TEXT, message))
            size, padded = len(frame.data), PADDED_DEFLATED * self._padded_times
            padding = -(size + SHORTEST_DEFLATED_PADDING) % padded + SHORTEST_DEFLATED_PADDING
            header = text_header(size + padding, DEFLATED_FINAL_TEXT)
            self._unsent += (header, frame.data, deflate_padding(padding))
        else:
            padding = -len(message) % (PADDED_PLAIN * self._padded_times)
            self._unsent += (text_header(len(message) + padding), message, SPACES[:padding])
        self._padded_times = 1
        self._flush_later()

    def write_uncompressed(self, message: bytes) -> None:
        """Send a text message uncompressed, even if compression was negotiated (RFC 7692, section 6)."""
        if self.closing or self._protocol.state is not State.OPEN:
            return
        self._collect_output()
        self._unsent += (text_header(len(message)), message)
        self._flush_later()

    def _flush_later(self) -> None:
        if not self._is_queued:
            self._is_queued = True
            self._write_buffer.add(self)

    def flush(self) -> None:
        self._is_queued = False
        self._collect_output()
        data, self._unsent = self._unsent, []
        if not data or self.transport.is_closing():
            return
        self.transport.write(b"".join(data))
        if self._ends:
            self.closing = True
            self.transport.close()
            if self.unread_bytes:
                self._abort_later()

    def _collect_output(self) -> None:
        """Append the protocol's output to the texts that were written before."""
        if self._protocol.writes:
            data = self._protocol.data_to_send()
            self._unsent += data
            self._ends = self._ends or data[-1] == SEND_EOF

    def close(self, code: int, reason: str = "") -> None:
        """Start the closing handshake; the connection ends when the client answers, or after CLOSE_TIMEOUT."""
        if self.closing or self._protocol.state is not State.OPEN:
            return
        self.closing = True
        self._protocol.send_close(code, reason)
        self.flush()
        if not self.transport.is_closing():
            self.transport.resume_reading()
        self._abort_later()

    def _abort_later(self) -> None:
        """End the connection even if the client neither answers nor reads."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self.transport.abort)

    def pause(self) -> None:
        """Stop reading from the client."""
        if not self.closing:
            self.transport.pause_reading()

    def resume(self) -> None:
        if not self.closing:
            self.transport.resume_reading()

    def ping(self) -> None:
        """A client with much unread data gets no ping, so its limit of control frames is not renewed."""
        if not self.is_full and self._protocol.state is State.OPEN:
            self._control_frames = 0
            self._protocol.send_ping(b"")
            self.flush()

    def abort(self) -> None:
        self.closing = True
        self.transport.abort()

    @property
    def unread_bytes(self) -> int:
        return self.transport.get_write_buffer_size()

    # Called by uvicorn and the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._server.connections.add(self)  # type: ignore[arg-type]

    def connection_lost(self, error: Exception | None) -> None:
        self.closing = True
        self._server.connections.discard(self)
        self._limits.leave(self)
        self._slow_readers.discard(self)
        # The generator and the protocol refer to each other; without this they wait for the garbage collector.
        self._protocol.parser.close()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        listener, self.listener = self.listener, None
        if listener is not None:
            listener.disconnected()

    def pause_writing(self) -> None:
        self.is_full = True
        self._slow_readers.add(self)

    def resume_writing(self) -> None:
        self.is_full = False
        self._slow_readers.discard(self)
        if self.listener is not None:
            self.listener.drained()

    def shutdown(self) -> None:
        """The server stops; clients reconnect later."""
        if not self.closing and self._protocol.state is State.OPEN:
            self._protocol.send_close(CloseCode.SERVICE_RESTART)
            self.flush()
        self.closing = True
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        self.responded = True
        if self._protocol.state is State.CONNECTING:
            self._receive_request(data)
        elif len(data) <= SLICE:
            self._receive(data)
        else:
            for start in range(0, len(data), SLICE):
                if not self.transport.is_closing():
                    self._receive(data[start : start + SLICE])

    # The handshake

    def _receive_request(self, data: bytes) -> None:
        """uvicorn has parsed the request and passes it on in one piece, with lowercase header names."""
        if self._response is not None:
            # Clients must not send anything before the response.
            return self.abort()
        self._protocol.receive_data(data)
        events = self._protocol.events_received()
        if not events:
            return self.flush()
        request = cast(Request, events[0])
        response = self._protocol.accept(request)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self._response = response
            task = asyncio.get_running_loop().create_task(self._run_application(self._scope(request)))
            self._server.tasks.add(task)
            task.add_done_callback(self._server.tasks.discard)
        elif request.headers.get_all("Sec-WebSocket-Version") != ["13"]:
            response = self._protocol.reject(HTTPStatus.UPGRADE_REQUIRED, "")
            response.headers["Sec-WebSocket-Version"] = "13"
            self._reject(response)
        else:
            self._reject(response)
        return None

    def _scope(self, request: Request) -> dict[str, Any]:
        path, _, query = request.path.partition("?")
        return {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if is_ssl(self.transport) else "ws",
            "server": get_local_addr(self.transport),
            "client": get_remote_addr(self.transport),
            "root_path": self._config.root_path,
            "path": self._config.root_path + unquote(path),
            "raw_path": path.encode("ascii"),
            "query_string": query.encode("ascii"),
            "headers": [
                (name.lower().encode("ascii"), value.encode("latin-1")) for name, value in request.headers.raw_items()
            ],
            "subprotocols": [],
            "state": {},
            "extensions": {"hanabi.websocket": self},
        }

    async def _run_application(self, scope: Any) -> None:
        async def unused(*_: Any) -> Any:
            raise RuntimeError("this server writes through the connection in the scope's extensions")

        try:
            await self._config.loaded_app(scope, unused, unused)
        except Exception:
            logger.exception("opening a socket failed")
            if self._response is None:
                self.close(CloseCode.INTERNAL_ERROR)
        if self._response is not None and not self.closing:
            self._reject(self._protocol.reject(HTTPStatus.INTERNAL_SERVER_ERROR, ""))

    def _reject(self, response: Response) -> None:
        self._protocol.send_response(response)
        self.flush()

    # Messages

    def _receive(self, data: bytes) -> None:
        protocol = self._protocol
        if self.is_full:
            self._collect_output()
        protocol.receive_data(data)
        if self.is_full and protocol.state is State.OPEN:
            # Drop pongs for a client that does not read.
            protocol.data_to_send()
        self._collect_output()
        for frame in cast(list[Frame], protocol.events_received()):
            if frame.opcode not in DATA_OPCODES:
                self._control_frames += 1
            elif self.closing:
                pass
            elif frame.fin and not self._fragments:
                self._deliver(frame.data, is_text=frame.opcode is Opcode.TEXT)
            else:
                self._collect(frame)
        if self._control_frames > MAX_CONTROL_FRAMES:
            self._fail(CloseCode.POLICY_VIOLATION, "too many control frames")
        if self._control_frames or protocol.state is not State.OPEN:
            self.flush()

    def _collect(self, frame: Frame) -> None:
        """The library checks the order of the frames and the size of the message."""
        if frame.opcode is not Opcode.CONT:
            self._is_text = frame.opcode is Opcode.TEXT
        self._fragments.append(frame.data)
        if frame.fin:
            whole, self._fragments = b"".join(self._fragments), []
            self._deliver(whole, is_text=self._is_text)
        elif len(self._fragments) == MAX_FRAGMENTS:
            self._fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")

    def _deliver(self, data: BytesLike, *, is_text: bool) -> None:
        try:
            text = str(data, "utf-8") if is_text else None
        except UnicodeDecodeError:
            return self._fail(CloseCode.INVALID_DATA)
        if self.listener is not None:
            try:
                self.listener.message_received(text)
            except Exception:
                logger.exception("handling a message failed")
                self._fail(CloseCode.INTERNAL_ERROR)
        return None

    def _fail(self, code: CloseCode, reason: str = "") -> None:
        """Close the connection because of what the client sent."""
        self._protocol.fail(code, reason)
        self.closing = True


def deflate_padding(size: int) -> bytes:
    """So many bytes that add nothing to deflated data; at least SHORTEST_DEFLATED_PADDING."""
    five, six = EMPTY_BLOCKS
    return six * (size % 5) + five * (size // 5 - size % 5)


def text_header(size: int, first: int = FINAL_TEXT) -> bytes:
    """The header of a text message in one unmasked frame (RFC 6455, section 5.2)."""
    if size < 126:
        return bytes((first, size))
    if size < 1 << 16:
        return bytes((first, 126)) + size.to_bytes(2, "big")
    return bytes((first, 127)) + size.to_bytes(8, "big")
