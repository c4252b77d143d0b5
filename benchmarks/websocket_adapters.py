"""The table server on other WebSocket libraries: `python websocket_adapters.py LIBRARY serve …` (see
websocket_libraries.py).

Every adapter handles the same messages (commands in, answers and states out). Code that only matters for attackers or
broken networks is left out, so each adapter is as fast as it can be.
"""

import asyncio
import logging
import signal
import socket
import sys
from typing import Any

import uvicorn
from websockets.protocol import State

from hanabi.cli import main
from hanabi.server import server
from hanabi.server.net.websocket import WebSocketConnection

TEXT, MASKED = 0x81, 0x80


class HandWrittenLine(WebSocketConnection):
    """Hand-written frames in Python, for uncompressed texts that arrive in one piece: the fastest that we know."""

    _frames = b""

    def write(self, pieces: list[bytes]) -> None:
        if self.closing or self._protocol.state is not State.OPEN:
            return
        size = sum(map(len, pieces))
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 65536:
            head = bytes((TEXT, 126, size >> 8, size & 255))
        else:
            head = bytes((TEXT, 127)) + size.to_bytes(8, "big")
        data = b"".join([head, *pieces])
        if self._frames:
            self._frames += data
        else:
            self._frames = data
            self._write_buffer.add(self)

    def flush(self) -> None:
        data, self._frames = self._frames, b""
        if not data:
            super().flush()
        elif not self.transport.is_closing():
            self.transport.write(data)

    def _receive(self, data: bytes) -> None:
        first, second = data[0], data[1]
        size, start = second & 127, 2
        if size == 126:
            size, start = int.from_bytes(data[2:4], "big"), 4
        if first != TEXT or not second & MASKED or len(data) != start + 4 + size:
            super()._receive(data)
            return
        mask = (data[start : start + 4] * (size // 4 + 1))[:size]
        text = int.from_bytes(data[start + 4 :], "little") ^ int.from_bytes(mask, "little")
        self._deliver(text.to_bytes(size, "little"), is_text=True)


def picows_line() -> type[WebSocketConnection]:
    """picows' frames on uvicorn's connections, handed over after the application has accepted."""
    from picows import WSAutoPingStrategy, WSFrame, WSListener, WSMsgType, WSTransport
    from picows.picows import WSProtocol

    logger = logging.getLogger("picows")
    logger.setLevel(logging.ERROR)

    class FrameListener(WSListener):  # type: ignore[misc]
        def __init__(self, connection: "PicowsLine") -> None:
            self.connection = connection
            self.pause_writing, self.resume_writing = connection.pause_writing, connection.resume_writing

        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            self.connection.responded = True
            if frame.msg_type == WSMsgType.TEXT:
                self.connection._deliver(frame.get_payload_as_bytes(), is_text=True)
            elif frame.msg_type == WSMsgType.CLOSE:
                transport.send_close(frame.get_close_code())
                transport.disconnect()

        def on_ws_disconnected(self, transport: WSTransport) -> None:
            self.connection.connection_lost(None)

    class PicowsLine(WebSocketConnection):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self.messages: list[list[bytes]] = []

        def data_received(self, data: bytes) -> None:
            self.request = data
            super().data_received(data)

        def accept(self) -> None:
            self._response = None
            limit = self._config.ws_max_size
            idle = (False, 20, 20, WSAutoPingStrategy.PING_WHEN_IDLE)
            inner = WSProtocol(
                None, None, False, lambda _: FrameListener(self), logger, True, None, *idle, True, limit, None, 2048
            )
            inner.connection_made(self.transport)
            inner.get_buffer(-1)[: len(self.request)] = self.request
            inner.buffer_updated(len(self.request))
            self.transport.set_protocol(inner)
            self.frames = inner.transport
            self._keepalive.add(self)

        def write(self, pieces: list[bytes]) -> None:
            if not self.closing:
                if not self.messages:
                    self._write_buffer.add(self)
                self.messages.append(pieces)

        def flush(self) -> None:
            messages, self.messages = self.messages, []
            for pieces in messages:
                self.frames.send(WSMsgType.TEXT, b"".join(pieces))

        def ping(self) -> None:
            self.frames.send_ping()

        def close(self, code: int, reason: str = "") -> None:
            if not self.closing:
                self.closing = True
                self.frames.send_close(code, reason)
                self.frames.disconnect()

    return PicowsLine


class AsgiLine:
    """ASGI with `receive` and `send`: one task reads and one task writes."""

    def __init__(self) -> None:
        self.listener: Any = None
        self.is_full = self.closing = False
        self._messages: list[dict[str, Any]] = []
        self._is_waiting = asyncio.Event()
        self._may_read = asyncio.Event()
        self._may_read.set()
        self.pause, self.resume = self._may_read.clear, self._may_read.set

    def accept(self) -> None:
        self._send({"type": "websocket.accept"})

    def write(self, pieces: list[bytes]) -> None:
        if not self.closing:
            self._send({"type": "websocket.send", "text": b"".join(pieces).decode()})

    def close(self, code: int, reason: str = "") -> None:
        if not self.closing:
            self._send({"type": "websocket.close", "code": code, "reason": reason})
            self.closing = True

    def _send(self, message: dict[str, Any]) -> None:
        self._messages.append(message)
        self._is_waiting.set()

    async def _write(self, send: Any) -> None:
        while True:
            await self._is_waiting.wait()
            self._is_waiting.clear()
            messages, self._messages = self._messages, []
            for message in messages:
                await send(message)

    async def carry(self, receive: Any, send: Any) -> None:
        writer = asyncio.ensure_future(self._write(send))
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                await self._may_read.wait()
                if self.listener is not None:
                    self.listener.message_received(message.get("text"))
        finally:
            writer.cancel()
            self.closing = True
            if self.listener is not None:
                self.listener.disconnected()


def over_asgi(app: Any) -> Any:
    async def front(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return await app(scope, receive, send)
        await receive()
        connection = AsgiLine()
        await app(scope | {"extensions": {"hanabi.websocket": connection}}, receive, send)
        return await connection.carry(receive, send)

    return front


class UvicornServer(server._Server):
    """uvicorn's own WebSockets: the same library, over ASGI."""

    def __init__(self, config: uvicorn.Config, ready: Any) -> None:
        own = uvicorn.Config(
            over_asgi(config.app),
            host=config.host,
            port=config.port,
            loop="none",
            http="httptools",
            ws="websockets-sansio",
            ws_max_size=config.ws_max_size,
            lifespan="off",
            log_config=None,
            log_level="warning",
            access_log=False,
            backlog=config.backlog,
        )
        super().__init__(own, ready)


class GranianServer:
    """granian, in the same process so that its threads are measured too."""

    def __init__(self, config: uvicorn.Config, ready: Any) -> None:
        self.config, self.ready = config, ready

    async def serve(self) -> None:
        from granian.constants import Interfaces
        from granian.server.embed import Server

        with socket.create_server((self.config.host, self.config.port)) as probe:
            port = probe.getsockname()[1]
        inner = Server(
            over_asgi(self.config.app),
            address=self.config.host,
            port=port,
            interface=Interfaces.ASGINL,
            log_enabled=False,
            backlog=self.config.backlog,
            backpressure=100_000,
        )
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, inner.stop)
        serving = asyncio.ensure_future(inner.serve())
        await asyncio.sleep(0.5)
        self.ready(f"http://{self.config.host}:{port}/")
        await serving


def install(library: str) -> None:
    """Make the server use this library."""
    match library:
        case "websockets":
            pass
        case "hand-written":
            server.WebSocketConnection = HandWrittenLine  # type: ignore[misc]
        case "picows":
            server.WebSocketConnection = picows_line()  # type: ignore[misc]
        case "uvicorn":
            server._Server = UvicornServer  # type: ignore[misc]
        case "granian":
            server._Server = GranianServer  # type: ignore[misc, assignment]
        case _:
            raise SystemExit(f"no adapter for {library}")


if __name__ == "__main__":
    install(sys.argv.pop(1))
    main()
