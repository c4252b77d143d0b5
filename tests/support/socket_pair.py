"""A WebSocket connection of the server and the client of another library, without a network."""

import asyncio
from typing import Any

from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.uri import parse_uri

from hanabi.server.net.connection_limits import ConnectionLimits, SlowReaders
from hanabi.server.net.keepalive import Keepalive
from hanabi.server.net.websocket import Flushable, WebSocketConnection, WriteBuffer

MAX_SIZE = 2000


class FakeTransport(asyncio.Transport):
    """Keeps what the server writes until the client reads it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = bytearray()
        self.is_closed = False
        self.unread = 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.is_closed
        self.written += data

    def close(self) -> None:
        self.is_closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.is_closed

    def resume_reading(self) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return self.unread

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default


class RecordingListener:
    def __init__(self) -> None:
        self.texts: list[str | None] = []
        self.is_lost = False

    def message_received(self, text: str | None) -> None:
        self.texts.append(text)

    def drained(self) -> None:
        pass

    def disconnected(self) -> None:
        self.is_lost = True


class ConnectedPair(WriteBuffer):
    """A connection and its client; `shake_hands` opens it."""

    def __init__(self, *, deflate: bool = False) -> None:
        super().__init__()
        factories = [ClientPerMessageDeflateFactory()] if deflate else None
        self.client = ClientProtocol(parse_uri("ws://table/ws/x"), extensions=factories)
        self.transport, self.listener = FakeTransport(), RecordingListener()
        self.server = ServerState()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            assert scope["path"] == "/ws/x"
            scope["extensions"]["hanabi.websocket"].accept()

        config = Config(app, ws_max_size=MAX_SIZE, interface="asgi3", log_config=None)
        config.loaded_app = app
        self.limits, self.slow_readers = ConnectionLimits(0, 0, 1000), SlowReaders()
        self.connection = WebSocketConnection(
            Keepalive(20.0), self, self.limits, self.slow_readers, config, self.server, {}
        )
        self.connection.connection_made(self.transport)
        self.connection.listener = self.listener

    async def shake_hands(self) -> "ConnectedPair":
        self.client.send_request(self.client.connect())
        first, *headers = b"".join(self.client.data_to_send()).split(b"\r\n")
        named = [header.partition(b": ") for header in headers if header]
        # uvicorn passes on lowercase names.
        self.connection.data_received(
            first + b"\r\n" + b"".join(name.lower() + sep + value + b"\r\n" for name, sep, value in named) + b"\r\n"
        )
        await asyncio.gather(*self.server.tasks)
        self.receive()
        return self

    def send(self, data: bytes | None = None) -> None:
        self.connection.data_received(b"".join(self.client.data_to_send()) if data is None else data)

    def add(self, connection: Flushable) -> None:
        """Implements WriteBuffer: `receive` flushes the connection."""
        assert connection is self.connection

    def receive(self) -> list[Frame]:
        self.connection.flush()
        self.client.receive_data(bytes(self.transport.written))
        self.transport.written.clear()
        return [event for event in self.client.events_received() if isinstance(event, Frame)]

    @property
    def closed_with(self) -> int | None:
        return None if self.client.close_rcvd is None else self.client.close_rcvd.code


async def connected(*, deflate: bool = False) -> ConnectedPair:
    return await ConnectedPair(deflate=deflate).shake_hands()
