"""WebSocket frames as any client may send them, however the network cuts them. The client is the websockets library."""

import asyncio
import base64
import random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from hanabi.web.keepalive import Keepalive
from hanabi.web.websocket import WebSocketConnection

MOST = 2000


class Wire:
    """A transport that leads back to a client of another make."""

    def __init__(self) -> None:
        self.written = bytearray()
        self.is_gone = False

    def write(self, data: bytes) -> None:
        assert not self.is_gone
        self.written += data

    def close(self) -> None:
        self.is_gone = True

    abort = close

    def is_closing(self) -> bool:
        return self.is_gone

    def resume_reading(self) -> None:
        pass

    def get_extra_info(self, name: str) -> None:
        return None


class Ears:
    def __init__(self) -> None:
        self.texts: list[str | None] = []
        self.is_lost = False

    def heard(self, text: str | None) -> None:
        self.texts.append(text)

    def drained(self) -> None:
        pass

    def lost(self) -> None:
        self.is_lost = True


class Peers:
    """A line and its client, shaken hands."""

    def __init__(self, *, deflate: bool = False) -> None:
        factories = [ClientPerMessageDeflateFactory()] if deflate else None
        self.client = ClientProtocol(parse_uri("ws://table/ws/x"), extensions=factories)
        self.wire, self.ears = Wire(), Ears()
        self.server = SimpleNamespace(connections=set(), tasks=set())

        async def app(scope, receive, send) -> None:
            assert scope["path"] == "/ws/x"
            scope["extensions"]["hanabi.line"].accept()

        config = SimpleNamespace(ws_max_size=MOST, asgi_version="3.0", root_path="", loaded_app=app)
        self.line = WebSocketConnection(Keepalive(20.0), self, config, self.server, {})
        self.line.connection_made(self.wire)
        self.line.listener = self.ears

    async def meet(self) -> "Peers":
        self.client.send_request(self.client.connect())
        first, *headers = b"".join(self.client.data_to_send()).split(b"\r\n")
        named = [line.partition(b": ") for line in headers if line]
        # uvicorn writes names in small letters.
        self.line.data_received(
            first + b"\r\n" + b"".join(name.lower() + sep + value + b"\r\n" for name, sep, value in named) + b"\r\n"
        )
        await asyncio.gather(*self.server.tasks)
        self.receive()
        return self

    def send(self, data: bytes | None = None) -> None:
        self.line.data_received(b"".join(self.client.data_to_send()) if data is None else data)

    def add(self, line: WebSocketConnection) -> None:
        """As the write buffer of the connection: it is flushed when the client looks."""
        assert line is self.line

    def receive(self) -> list[Frame]:
        self.line.flush()
        self.client.receive_data(bytes(self.wire.written))
        self.wire.written.clear()
        return [event for event in self.client.events_received() if isinstance(event, Frame)]

    @property
    def closed_with(self) -> int | None:
        return None if self.client.close_rcvd is None else self.client.close_rcvd.code


def peers(**options) -> Peers:
    async def meeting():
        return await Peers(**options).meet()

    return asyncio.run(meeting())


messages = st.lists(st.text(max_size=200) | st.binary(max_size=200), max_size=8)


@settings(max_examples=60, deadline=None)
@given(said=messages, deflate=st.booleans(), seed=st.integers(0, 2**32))
def test_every_message_is_heard_once_and_in_order_however_it_is_cut(said, deflate, seed: int) -> None:
    chance, both = random.Random(seed), peers(deflate=deflate)
    sent = bytearray()
    for message in said:
        data, kind = (message.encode(), Opcode.TEXT) if isinstance(message, str) else (message, Opcode.BINARY)
        cuts = sorted(chance.randrange(len(data) + 1) for _ in range(chance.randrange(3)))
        pieces = [data[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        for at, piece in enumerate(pieces):
            part = Frame(kind if at == 0 else Opcode.CONT, piece, fin=at == len(pieces) - 1)
            sent += part.serialize(mask=True, extensions=both.client.extensions)
            if chance.random() < 0.3:
                sent += Frame(Opcode.PING, b"there?").serialize(mask=True)
    while sent:
        size = chance.randrange(1, 40)
        both.send(bytes(sent[:size]))
        del sent[:size]
    assert both.ears.texts == [message if isinstance(message, str) else None for message in said]
    assert all(frame.opcode is Opcode.PONG and frame.data == b"there?" for frame in both.receive())
    assert not both.wire.is_gone


@settings(max_examples=40, deadline=None)
@given(said=st.lists(st.text(max_size=300) | st.just("long" * 20_000), max_size=5), deflate=st.booleans())
def test_whatever_is_written_arrives(said, deflate) -> None:
    both = peers(deflate=deflate)
    for text in said:
        both.line.write([text[:7].encode(), text[7:].encode()])
    assert [bytes(frame.data).decode() for frame in both.receive()] == said


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
def test_what_is_no_message_closes_the_line_with_the_right_code(data, code: int) -> None:
    both = peers()
    both.send(data)
    both.receive()
    assert both.closed_with == code
    assert both.wire.is_gone
    assert both.ears.texts == []


def test_a_message_in_parts_may_not_be_longer_than_a_whole_one() -> None:
    both = peers()
    part = Frame(Opcode.TEXT, b"x" * (MOST - 1), fin=False).serialize(mask=True)
    both.send(part + Frame(Opcode.CONT, b"xx").serialize(mask=True))
    both.receive()
    assert both.closed_with == 1009


def test_a_small_frame_that_unpacks_to_a_large_one_is_refused() -> None:
    both = peers(deflate=True)
    bomb = Frame(Opcode.TEXT, b"x" * (MOST + 1)).serialize(mask=True, extensions=both.client.extensions)
    assert len(bomb) < 100
    both.send(bomb)
    both.receive()
    assert both.closed_with == 1009


def test_goodbyes_are_said_by_both() -> None:
    async def part() -> None:
        both = await Peers().meet()
        both.line.close(4009, "newer one")
        both.line.close(4010)
        both.line.write([b"never sent"])
        both.receive()
        assert both.closed_with == 4009
        # Said before the client had heard: not listened to any more.
        both.send(frame(0x81, 2, b"hi"))
        assert not both.wire.is_gone
        both.send()
        assert both.wire.is_gone
        assert both.ears.texts == []
        both.line.connection_lost(None)
        assert both.ears.is_lost
        assert not both.server.connections

    asyncio.run(part())


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        (b"sec-websocket-version: 8\r\nsec-websocket-key: " + base64.b64encode(bytes(16)), b"426"),
        (b"sec-websocket-version: 13\r\nsec-websocket-key: " + base64.b64encode(bytes(15)), b"400"),
        (b"sec-websocket-version: 13\r\nsec-websocket-key: !", b"400"),
        (b"sec-websocket-version: 13", b"400"),
    ],
)
def test_a_handshake_that_is_none_is_turned_away(wrong: bytes, status: bytes) -> None:
    both = Peers()
    both.line.data_received(b"GET /ws/x HTTP/1.1\r\n" + wrong + b"\r\n\r\n")
    assert both.wire.written.split()[1] == status
    assert both.wire.is_gone


def test_an_offer_of_compression_that_is_none_is_overlooked() -> None:
    async def meet():
        both = Peers()
        head = b"GET /ws/x HTTP/1.1\r\nsec-websocket-version: 13\r\nsec-websocket-key: " + base64.b64encode(bytes(16))
        both.line.data_received(head + b"\r\nsec-websocket-extensions: =;;permessage-deflate\r\n\r\n")
        await asyncio.gather(*both.server.tasks)
        return both

    both = asyncio.run(meet())
    assert both.wire.written.split()[1] == b"101"
    assert b"extensions" not in both.wire.written.lower()


def test_whoever_answers_no_ping_is_given_up_and_the_others_are_not() -> None:
    class Peer:
        def __init__(self, answers: bool) -> None:
            self.answers, self.heard, self.closing, self.pings = answers, True, False, 0

        def ping(self) -> None:
            self.pings += 1
            self.heard = self.answers

        def give_up(self) -> None:
            self.closing = True

    async def beat() -> None:
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
        while keepalive._beating:
            await asyncio.sleep(0.01)
        assert not keepalive._lines

    asyncio.run(asyncio.wait_for(beat(), 10))
