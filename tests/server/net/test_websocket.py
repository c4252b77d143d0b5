"""WebSocket frames as any client may send them, however the network cuts them. The client is the websockets library."""

import asyncio
import base64
import random
from http import HTTPStatus
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from hanabi.server.net.connection_limits import ConnectionLimits, SlowReaders
from hanabi.server.net.keepalive import Keepalive
from hanabi.server.net.websocket import Flushable, WebSocketConnection, WriteBuffer

MOST = 2000


class FakeTransport(asyncio.Transport):
    """A transport that leads back to a client of another make."""

    def __init__(self) -> None:
        super().__init__()
        self.written = bytearray()
        self.is_gone = False
        self.unread = 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.is_gone
        self.written += data

    def close(self) -> None:
        self.is_gone = True

    abort = close

    def is_closing(self) -> bool:
        return self.is_gone

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
    """A connection and its client, shaken hands."""

    def __init__(self, *, deflate: bool = False) -> None:
        super().__init__()
        factories = [ClientPerMessageDeflateFactory()] if deflate else None
        self.client = ClientProtocol(parse_uri("ws://table/ws/x"), extensions=factories)
        self.transport, self.listener = FakeTransport(), RecordingListener()
        self.server = ServerState()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            assert scope["path"] == "/ws/x"
            scope["extensions"]["hanabi.websocket"].accept()

        config = Config(app, ws_max_size=MOST, interface="asgi3", log_config=None)
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
        # uvicorn writes names in small letters.
        self.connection.data_received(
            first + b"\r\n" + b"".join(name.lower() + sep + value + b"\r\n" for name, sep, value in named) + b"\r\n"
        )
        await asyncio.gather(*self.server.tasks)
        self.receive()
        return self

    def send(self, data: bytes | None = None) -> None:
        self.connection.data_received(b"".join(self.client.data_to_send()) if data is None else data)

    def add(self, connection: Flushable) -> None:
        """As the write_buffer of the connection: it is flushed when the client looks."""
        assert connection is self.connection

    def receive(self) -> list[Frame]:
        self.connection.flush()
        self.client.receive_data(bytes(self.transport.written))
        self.transport.written.clear()
        return [event for event in self.client.events_received() if isinstance(event, Frame)]

    @property
    def closed_with(self) -> int | None:
        return None if self.client.close_rcvd is None else self.client.close_rcvd.code


def connected(*, deflate: bool = False) -> ConnectedPair:
    async def shaking_hands() -> ConnectedPair:
        return await ConnectedPair(deflate=deflate).shake_hands()

    return asyncio.run(shaking_hands())


messages = st.lists(st.text(max_size=200) | st.binary(max_size=200), max_size=8)


@settings(max_examples=60, deadline=None)
@given(said=messages, deflate=st.booleans(), seed=st.integers(0, 2**32))
def test_every_message_is_heard_once_and_in_order_however_it_is_cut(
    said: list[str | bytes], deflate: bool, seed: int
) -> None:
    chance, pair = random.Random(seed), connected(deflate=deflate)
    sent = bytearray()
    for message in said:
        data, kind = (message.encode(), Opcode.TEXT) if isinstance(message, str) else (message, Opcode.BINARY)
        cuts = sorted(chance.randrange(len(data) + 1) for _ in range(chance.randrange(3)))
        pieces = [data[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        for at, piece in enumerate(pieces):
            part = Frame(kind if at == 0 else Opcode.CONT, piece, fin=at == len(pieces) - 1)
            sent += part.serialize(mask=True, extensions=pair.client.extensions)
            if chance.random() < 0.3:
                sent += Frame(Opcode.PING, b"there?").serialize(mask=True)
    while sent:
        size = chance.randrange(1, 40)
        pair.send(bytes(sent[:size]))
        del sent[:size]
    assert pair.listener.texts == [message if isinstance(message, str) else None for message in said]
    assert all(frame.opcode is Opcode.PONG and frame.data == b"there?" for frame in pair.receive())
    assert not pair.transport.is_gone


@settings(max_examples=40, deadline=None)
@given(said=st.lists(st.text(max_size=300) | st.just("long" * 20_000), max_size=5), deflate=st.booleans())
def test_whatever_is_written_arrives(said: list[str], deflate: bool) -> None:
    pair = connected(deflate=deflate)
    for number, text in enumerate(said):
        if number % 2:
            pair.connection.write_uncompressed(text.encode())
        else:
            pair.connection.write([text[:7].encode(), text[7:].encode()])
    assert [bytes(frame.data).decode() for frame in pair.receive()] == said


MASK = b"\1\2\3\4"


def frame(first: int, size: int, data: bytes = b"", *, masked: bool = True) -> bytes:
    head = bytes((first, (128 if masked else 0) | size))
    return head + (MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(data)) if masked else data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(0x81, 2, b"hi", masked=False), 1002),
        (bytes((0x81, 0xFE)) + (MOST + 1).to_bytes(2, "big"), 1009),
        (bytes((0x82, 0xFF)) + (2**62).to_bytes(8, "big"), 1009),
        (frame(0x81, 2, b"\xc3\x28"), 1007),
        (frame(0xC1, 2, b"hi"), 1002),
        (frame(0xA1, 2, b"hi"), 1002),
        (frame(0x83, 0), 1002),
        (frame(0x80, 2, b"hi"), 1002),
        (frame(0x01, 2, b"hi") + frame(0x81, 2, b"ho"), 1002),
        (frame(0x09, 2, b"hi"), 1002),
        (frame(0x88, 1, b"x"), 1002),
        (frame(0x88, 2, (1005).to_bytes(2, "big")), 1002),
        (frame(0x88, 2, (4001).to_bytes(2, "big")), 4001),
    ],
)
def test_what_is_no_message_closes_the_line_with_the_right_code(data: bytes, code: int) -> None:
    pair = connected()
    pair.send(data)
    pair.receive()
    assert pair.closed_with == code
    assert pair.transport.is_gone
    assert pair.listener.texts == []


def test_a_message_in_parts_may_not_be_longer_than_a_whole_one() -> None:
    pair = connected()
    part = Frame(Opcode.TEXT, b"x" * (MOST - 1), fin=False).serialize(mask=True)
    pair.send(part + Frame(Opcode.CONT, b"xx").serialize(mask=True))
    pair.receive()
    assert pair.closed_with == 1009


def test_a_small_frame_that_unpacks_to_a_large_one_is_refused() -> None:
    pair = connected(deflate=True)
    bomb = Frame(Opcode.TEXT, b"x" * (MOST + 1)).serialize(mask=True, extensions=pair.client.extensions)
    assert len(bomb) < 100
    pair.send(bomb)
    pair.receive()
    assert pair.closed_with == 1009


def test_goodbyes_are_said_by_both() -> None:
    async def part() -> None:
        pair = await ConnectedPair().shake_hands()
        pair.connection.close(4009, "newer one")
        pair.connection.close(4010)
        pair.connection.write([b"never sent"])
        pair.receive()
        assert pair.closed_with == 4009
        # Said before the client had heard: not listened to any more.
        pair.send(frame(0x81, 2, b"hi"))
        assert not pair.transport.is_gone
        pair.send()
        assert pair.transport.is_gone
        assert pair.listener.texts == []
        pair.connection.connection_lost(None)
        assert pair.listener.is_lost
        assert not pair.server.connections

    asyncio.run(part())


def test_a_client_that_reads_nothing_is_given_up() -> None:
    async def ignore() -> None:
        pair = await ConnectedPair().shake_hands()
        pair.slow_readers = pair.connection._slow_readers = SlowReaders(patience=0.0)
        pair.transport.unread = 100_000
        pair.connection.pause_writing()
        pair.transport.unread = 90_000
        pair.slow_readers._check()
        assert not pair.transport.is_gone
        while not pair.transport.is_gone:
            await asyncio.sleep(0.1)
        assert pair.slow_readers.aborted == 1

    asyncio.run(asyncio.wait_for(ignore(), 30))


def test_of_many_that_read_nothing_those_with_the_most_are_given_up_at_once() -> None:
    async def ignore() -> None:
        pairs = [await ConnectedPair().shake_hands() for _ in range(4)]
        shared = SlowReaders(max_bytes=250_000)
        for number, pair in enumerate(pairs):
            pair.connection._slow_readers = shared
            pair.transport.unread = 60_000 + 10_000 * number
            pair.connection.pause_writing()
        assert [pair.transport.is_gone for pair in pairs] == [False, False, False, True]
        pairs[0].connection.resume_writing()
        pairs[1].connection.connection_lost(None)
        assert len(shared._seen) == 1

    asyncio.run(ignore())


def test_a_socket_may_be_refused_by_a_status() -> None:
    async def shake_hands() -> ConnectedPair:
        pair = ConnectedPair()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            scope["extensions"]["hanabi.websocket"].refuse(HTTPStatus.TOO_MANY_REQUESTS, 2.5)

        pair.connection._config.loaded_app = app
        pair.connection.data_received(HEAD + KEY + b"\r\n\r\n")
        await asyncio.gather(*pair.server.tasks)
        return pair

    pair = asyncio.run(shake_hands())
    assert pair.transport.written.split()[1] == b"429"
    assert b"Retry-After: 3\r\n" in pair.transport.written
    assert pair.transport.is_gone


# uvicorn hands over nothing else.
HEAD = b"GET /ws/x HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
KEY = b"sec-websocket-version: 13\r\nsec-websocket-key: " + base64.b64encode(bytes(16))


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        (b"sec-websocket-version: 8\r\nsec-websocket-key: " + base64.b64encode(bytes(16)), b"426"),
        (b"sec-websocket-key: " + base64.b64encode(bytes(16)), b"426"),
        (b"sec-websocket-version: 13\r\nsec-websocket-key: " + base64.b64encode(bytes(15)), b"400"),
        (b"sec-websocket-version: 13\r\nsec-websocket-key: !", b"400"),
        (b"sec-websocket-version: 13", b"400"),
        # A header that breaks its grammar ends the handshake (RFC 6455, 4.2.1).
        (KEY + b"\r\nsec-websocket-extensions: =;;permessage-deflate", b"400"),
        (KEY + b"\r\ncookie: " + b"x" * 10_000, b"431"),
    ],
)
def test_a_handshake_that_is_none_is_turned_away(wrong: bytes, status: bytes) -> None:
    pair = ConnectedPair()
    pair.connection.data_received(HEAD + wrong + b"\r\n\r\n")
    assert pair.transport.written.split()[1] == status
    assert pair.transport.is_gone


def handshake(request: bytes) -> ConnectedPair:
    async def shake_hands() -> ConnectedPair:
        pair = ConnectedPair()
        pair.connection.data_received(request + b"\r\n\r\n")
        await asyncio.gather(*pair.server.tasks)
        return pair

    return asyncio.run(shake_hands())


@pytest.mark.parametrize(
    "offer", [b"x-webkit-deflate-frame", b"permessage-deflate; server_max_window_bits=7", b"permessage-deflate; what=1"]
)
def test_an_offer_of_compression_that_is_none_is_overlooked(offer: bytes) -> None:
    pair = handshake(HEAD + KEY + b"\r\nsec-websocket-extensions: " + offer)
    assert pair.transport.written.split()[1] == b"101"
    assert b"extensions" not in pair.transport.written.lower()


def test_who_goes_on_before_the_handshake_is_answered_is_given_up() -> None:
    async def hurry() -> None:
        pair = ConnectedPair()
        pair.connection.data_received(HEAD + KEY + b"\r\n\r\n")
        pair.send(frame(0x81, 2, b"hi"))
        assert pair.transport.is_gone
        assert pair.listener.texts == []

    asyncio.run(hurry())


@pytest.mark.parametrize("fault", ["raises", "returns"])
def test_an_application_that_does_not_accept_is_an_error_of_the_server(fault: str) -> None:
    async def shake_hands() -> ConnectedPair:
        pair = ConnectedPair()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            if fault == "raises":
                raise RuntimeError

        pair.connection._config.loaded_app = app
        pair.connection.data_received(HEAD + KEY + b"\r\n\r\n")
        await asyncio.gather(*pair.server.tasks)
        return pair

    pair = asyncio.run(shake_hands())
    assert pair.transport.written.split()[1] == b"500"
    assert pair.transport.is_gone


def test_a_peer_that_answers_no_ping_is_aborted_and_the_others_are_not() -> None:
    class Peer:
        def __init__(self, answers: bool) -> None:
            self.answers, self.responded, self.closing, self.pings = answers, True, False, 0

        def ping(self) -> None:
            self.pings += 1
            self.responded = self.answers

        def abort(self) -> None:
            self.closing = True

    async def run_keepalive() -> None:
        keepalive = Keepalive(0.05)
        crowd = [Peer(answers=number % 3 > 0) for number in range(30)]
        for peer in crowd:
            keepalive.add(peer)
        while not all(peer.closing for peer in crowd if not peer.answers) or min(peer.pings for peer in crowd) < 1:
            await asyncio.sleep(0.01)
        assert not any(peer.closing for peer in crowd if peer.answers)
        assert all(peer.pings == 1 for peer in crowd if not peer.answers)
        for peer in crowd:
            peer.closing = True
        while keepalive._running:
            await asyncio.sleep(0.01)
        assert not keepalive._peers

    asyncio.run(asyncio.wait_for(run_keepalive(), 60))
