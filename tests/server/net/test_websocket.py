"""WebSocket frames in any form and however the network cuts them. The client is that of the websockets library."""

import asyncio
import base64
import gc
import random
import weakref
import zlib
from http import HTTPStatus

import pytest
from hypothesis import given, settings, strategies as st
from starlette.types import Receive, Scope, Send
from websockets.frames import Frame, Opcode

from hanabi.server.net import websocket
from hanabi.server.net.connection_limits import SlowReaders
from hanabi.server.net.keepalive import Keepalive
from hanabi.server.net.websocket import (
    DEFLATE,
    MEMORY_LEVEL,
    SHORTEST_DEFLATED_PADDING,
    WINDOW_BITS,
    deflate_padding,
)
from support.long_form import times
from support.socket_pair import MAX_SIZE, ConnectedPair, connected

pytestmark = pytest.mark.anyio
# What every deflated message would end with (RFC 7692, section 7.2.1); the receiver adds it.
TAIL = b"\x00\x00\xff\xff"

messages = st.lists(st.text(max_size=200) | st.binary(max_size=200), max_size=8)


@settings(max_examples=60, deadline=None)
@given(said=messages, deflate=st.booleans(), seed=st.integers(0, 2**32))
async def test_every_message_arrives_once_and_in_order_however_it_is_cut(
    said: list[str | bytes], deflate: bool, seed: int
) -> None:
    chance, pair = random.Random(seed), await connected(deflate=deflate)
    sent = bytearray()
    for message in said:
        data, opcode = (message.encode(), Opcode.TEXT) if isinstance(message, str) else (message, Opcode.BINARY)
        cuts = sorted(chance.randrange(len(data) + 1) for _ in range(chance.randrange(3)))
        pieces = [data[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        for at, piece in enumerate(pieces):
            part = Frame(opcode if at == 0 else Opcode.CONT, piece, fin=at == len(pieces) - 1)
            sent += part.serialize(mask=True, extensions=pair.client.extensions)
            if chance.random() < 0.3:
                sent += Frame(Opcode.PING, b"there?").serialize(mask=True)
    while sent:
        size = chance.randrange(1, 40)
        pair.send(bytes(sent[:size]))
        del sent[:size]
    assert pair.listener.texts == [message if isinstance(message, str) else None for message in said]
    assert all(frame.opcode is Opcode.PONG and frame.data == b"there?" for frame in pair.receive())
    assert not pair.transport.is_closed


@settings(max_examples=40, deadline=None)
@given(said=st.lists(st.text(max_size=300) | st.just("long" * 20_000), max_size=5), deflate=st.booleans())
async def test_whatever_is_written_arrives(said: list[str], deflate: bool) -> None:
    pair = await connected(deflate=deflate)
    connection = pair.connection
    for number, text in enumerate(said):
        write = (connection.write, connection.write_padded, connection.write_uncompressed)[number % 3]
        write(text.encode())
    assert [bytes(frame.data).decode().rstrip(" ") for frame in pair.receive()] == [text.rstrip(" ") for text in said]


@settings(max_examples=20, deadline=None)
@given(said=st.lists(st.text(min_size=1, max_size=900), min_size=1, max_size=5))
@pytest.mark.parametrize("deflate", [False, True])
async def test_padded_messages_have_one_length_whatever_they_say(deflate: bool, said: list[str]) -> None:
    lengths = set()
    pair = await connected(deflate=deflate)
    pair.connection.write_padded(b"The first one is longer.")
    pair.receive()
    for text in said:
        pair.connection.write_padded(text.encode())
        pair.connection.flush()
        lengths.add(len(pair.transport.written))
        pair.receive()
    assert len(lengths) == 1


@pytest.mark.parametrize("size", range(SHORTEST_DEFLATED_PADDING, SHORTEST_DEFLATED_PADDING + 30))
def test_padding_has_every_length_and_inflates_to_nothing(size: int) -> None:
    compressor, inflater = zlib.compressobj(wbits=-WINDOW_BITS), zlib.decompressobj(wbits=-WINDOW_BITS)
    assert len(deflate_padding(size)) == size
    for text in (b"one", b"one and two"):
        deflated = (compressor.compress(text) + compressor.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)
        assert inflater.decompress(deflated + deflate_padding(size) + TAIL) == text


MASK = b"\1\2\3\4"


def frame(first: int, size: int, data: bytes = b"", *, masked: bool = True) -> bytes:
    head = bytes((first, (128 if masked else 0) | size))
    return head + (MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(data)) if masked else data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(0x81, 2, b"hi", masked=False), 1002),
        (bytes((0x81, 0xFE)) + (MAX_SIZE + 1).to_bytes(2, "big"), 1009),
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
async def test_an_invalid_message_closes_the_connection_with_the_right_code(data: bytes, code: int) -> None:
    pair = await connected()
    pair.send(data)
    pair.receive()
    assert pair.closed_with == code
    assert pair.transport.is_closed
    assert pair.listener.texts == []


FRAMES = st.builds(
    frame, st.integers(0, 255), st.integers(0, 127), st.binary(max_size=130), masked=st.booleans()
) | st.binary(max_size=40)


@settings(max_examples=times(100, 20_000), deadline=None)
@given(frames=st.lists(FRAMES, max_size=6), deflate=st.booleans())
async def test_any_bytes_are_messages_or_close_the_connection(frames: list[bytes], deflate: bool) -> None:
    """With the code of a bad message, never with that of an error of the server."""
    pair = await connected(deflate=deflate)
    for data in frames:
        if not pair.transport.is_closed:
            pair.send(data)
    pair.connection.flush()
    assert all(text is None or len(text.encode()) <= MAX_SIZE for text in pair.listener.texts)
    if pair.transport.is_closed and pair.transport.written:
        pair.receive()
        assert pair.closed_with != 1011


async def test_a_message_in_fragments_has_the_same_maximum_size() -> None:
    pair = await connected()
    part = Frame(Opcode.TEXT, b"x" * (MAX_SIZE - 1), fin=False).serialize(mask=True)
    pair.send(part + Frame(Opcode.CONT, b"xx").serialize(mask=True))
    pair.receive()
    assert pair.closed_with == 1009


async def test_a_small_frame_that_unpacks_to_a_large_one_is_refused() -> None:
    pair = await connected(deflate=True)
    bomb = Frame(Opcode.TEXT, b"x" * (MAX_SIZE + 1)).serialize(mask=True, extensions=pair.client.extensions)
    assert len(bomb) < 100
    pair.send(bomb)
    pair.receive()
    assert pair.closed_with == 1009


def in_fragments(count: int) -> bytes:
    """One message in `count` frames."""
    frames = [Frame(Opcode.CONT if at else Opcode.TEXT, b"*", fin=at == count - 1) for at in range(count)]
    return b"".join(part.serialize(mask=True) for part in frames)


async def test_a_message_has_a_maximum_number_of_fragments() -> None:
    pair = await connected()
    pair.send(in_fragments(websocket.MAX_FRAGMENTS))
    assert pair.listener.texts == ["*" * websocket.MAX_FRAGMENTS]
    pair.send(in_fragments(websocket.MAX_FRAGMENTS + 1))
    pair.receive()
    assert pair.closed_with == 1009
    assert len(pair.listener.texts) == 1


async def test_endless_empty_fragments_are_refused_and_the_rest_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = await connected()
    protocol, parsed = pair.connection._protocol, list[bytes]()
    receive_data = protocol.receive_data

    def record(data: bytes) -> None:
        parsed.append(data)
        receive_data(data)

    monkeypatch.setattr(protocol, "receive_data", record)
    pair.send(frame(0x01, 1, b"*") + frame(0x00, 0) * 30_000)
    pair.receive()
    assert pair.closed_with == 1009
    assert sum(map(len, parsed)) <= websocket.SLICE


async def test_a_flood_of_pings_is_refused_and_the_rest_is_not_parsed() -> None:
    pair = await connected()
    pair.send(frame(0x89, 20, b"*" * 20) * 30_000)
    *pongs, _ = pair.receive()
    assert all(pong.opcode is Opcode.PONG for pong in pongs)
    assert len(pongs) <= websocket.MAX_CONTROL_FRAMES + websocket.SLICE / 22
    assert pair.closed_with == 1008
    assert pair.transport.is_closed


@pytest.mark.parametrize("first", [0x89, 0x8A])
async def test_control_frames_are_counted_between_two_keepalive_pings(first: int) -> None:
    pair = await connected()
    for _ in range(3):
        pair.send(frame(first, 0) * websocket.MAX_CONTROL_FRAMES)
        assert not pair.transport.is_closed
        pair.connection.ping()
        assert any(frame.opcode is Opcode.PING for frame in pair.receive())
    pair.send(frame(first, 0) * (websocket.MAX_CONTROL_FRAMES + 1))
    assert pair.transport.is_closed


async def test_a_client_that_reads_nothing_gets_neither_pings_nor_pongs() -> None:
    pair = await connected()
    pair.connection.pause_writing()
    for _ in range(websocket.MAX_CONTROL_FRAMES):
        pair.send(frame(0x89, 0))
        pair.connection.ping()
    assert pair.receive() == []
    pair.send(frame(0x89, 0))
    assert pair.transport.is_closed


async def test_a_listener_that_fails_closes_only_its_own_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = await connected()
    monkeypatch.setattr(pair.listener, "message_received", lambda text: 1 / 0)
    pair.send(frame(0x81, 3, b"one") + frame(0x81, 3, b"two"))
    assert len(pair.receive()) == 1
    assert pair.closed_with == 1011


@pytest.mark.parametrize("deflate", [False, True])
async def test_a_lost_connection_does_not_wait_for_the_garbage_collector(deflate: bool) -> None:
    pair = await connected(deflate=deflate)
    pair.send(frame(0x01, 4, b"half") + b"\x80")
    protocol = weakref.ref(pair.connection._protocol)
    pair.connection.connection_lost(None)
    gc.disable()
    try:
        del pair.connection._protocol
        assert protocol() is None
    finally:
        gc.enable()


async def test_the_connection_ends_when_both_sides_have_closed() -> None:
    pair = await connected()
    pair.connection.close(4009, "newer one")
    pair.connection.close(4010)
    pair.connection.write(b"never sent")
    pair.receive()
    assert pair.closed_with == 4009
    # Messages after the close frame are ignored.
    pair.send(frame(0x81, 2, b"hi"))
    assert not pair.transport.is_closed
    pair.send()
    assert pair.transport.is_closed
    assert pair.listener.texts == []
    pair.connection.connection_lost(None)
    assert pair.listener.is_lost
    assert not pair.server.connections


async def test_a_client_that_reads_nothing_is_disconnected() -> None:
    async with asyncio.timeout(30):
        pair = await connected()
        pair.slow_readers = pair.connection._slow_readers = SlowReaders(patience=0.0)
        pair.transport.unread = 100_000
        pair.connection.pause_writing()
        pair.transport.unread = 90_000
        pair.slow_readers._check()
        assert not pair.transport.is_closed
        while not pair.transport.is_closed:
            await asyncio.sleep(0.1)
        assert pair.slow_readers.aborted == 1


async def test_above_the_total_of_unread_bytes_the_client_with_the_most_is_disconnected_at_once() -> None:
    pairs = [await connected() for _ in range(4)]
    shared = SlowReaders(max_bytes=250_000)
    for number, pair in enumerate(pairs):
        pair.connection._slow_readers = shared
        pair.transport.unread = 60_000 + 10_000 * number
        pair.connection.pause_writing()
    assert [pair.transport.is_closed for pair in pairs] == [False, False, False, True]
    pairs[0].connection.resume_writing()
    pairs[1].connection.connection_lost(None)
    assert len(shared._seen) == 1


async def test_an_upgrade_can_be_refused_with_a_status() -> None:
    pair = ConnectedPair()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scope["extensions"]["hanabi.websocket"].refuse(HTTPStatus.TOO_MANY_REQUESTS, 2.5)

    pair.connection._config.loaded_app = app
    pair.connection.data_received(HEAD + KEY + b"\r\n\r\n")
    await asyncio.gather(*pair.server.tasks)
    assert pair.transport.written.split()[1] == b"429"
    assert b"Retry-After: 3\r\n" in pair.transport.written
    assert pair.transport.is_closed


# uvicorn hands over no other requests.
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
        # A malformed header ends the handshake (RFC 6455, 4.2.1).
        (KEY + b"\r\nsec-websocket-extensions: =;;permessage-deflate", b"400"),
        (KEY + b"\r\ncookie: " + b"x" * 10_000, b"431"),
    ],
)
def test_an_invalid_handshake_is_refused(wrong: bytes, status: bytes) -> None:
    pair = ConnectedPair()
    pair.connection.data_received(HEAD + wrong + b"\r\n\r\n")
    assert pair.transport.written.split()[1] == status
    assert pair.transport.is_closed


@pytest.mark.parametrize(
    "offer", [b"x-webkit-deflate-frame", b"permessage-deflate; server_max_window_bits=7", b"permessage-deflate; what=1"]
)
async def test_an_invalid_offer_of_compression_is_ignored(offer: bytes) -> None:
    pair = ConnectedPair()
    pair.connection.data_received(HEAD + KEY + b"\r\nsec-websocket-extensions: " + offer + b"\r\n\r\n")
    await asyncio.gather(*pair.server.tasks)
    assert pair.transport.written.split()[1] == b"101"
    assert b"extensions" not in pair.transport.written.lower()


async def test_a_client_that_sends_before_the_handshake_is_answered_is_disconnected() -> None:
    pair = ConnectedPair()
    pair.connection.data_received(HEAD + KEY + b"\r\n\r\n")
    pair.send(frame(0x81, 2, b"hi"))
    assert pair.transport.is_closed
    assert pair.listener.texts == []


@pytest.mark.parametrize("fault", ["raises", "returns"])
async def test_an_application_that_does_not_accept_is_a_server_error(fault: str) -> None:
    pair = ConnectedPair()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if fault == "raises":
            raise RuntimeError

    pair.connection._config.loaded_app = app
    pair.connection.data_received(HEAD + KEY + b"\r\n\r\n")
    await asyncio.gather(*pair.server.tasks)
    assert pair.transport.written.split()[1] == b"500"
    assert pair.transport.is_closed


async def test_only_peers_that_do_not_answer_pings_are_aborted() -> None:
    class Peer:
        def __init__(self, answers: bool) -> None:
            self.answers, self.responded, self.closing, self.pings = answers, True, False, 0

        def ping(self) -> None:
            self.pings += 1
            self.responded = self.answers

        def abort(self) -> None:
            self.closing = True

    async with asyncio.timeout(60):
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


def test_the_compression_of_a_socket_needs_little_memory() -> None:
    """By the formula in zlib's documentation; thousands of sockets are open."""
    assert (1 << WINDOW_BITS + 2) + (1 << MEMORY_LEVEL + 9) <= 16 * 1024
    assert DEFLATE.server_max_window_bits == DEFLATE.client_max_window_bits == WINDOW_BITS
