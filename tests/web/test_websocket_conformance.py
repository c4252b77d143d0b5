"""RFC 6455 and RFC 7692 in the spirit of the Autobahn test suite, whose groups of cases are named here.

The client is wsproto, which shares no code with the server's library. It makes the handshake and reads all that the
server sends; frames that no library would send are written by hand. Every case is sent whole and cut into pieces.
"""

import asyncio
import gc
import random
import weakref
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Event, Message, Ping, Pong, Request, TextMessage
from wsproto.extensions import PerMessageDeflate

from hanabi.web.connection_limits import ConnectionLimits
from hanabi.web.keepalive import Keepalive
from hanabi.web.slow_readers import SlowReaders
from hanabi.web.websocket import MOST_CONTROL_FRAMES, MOST_FRAGMENTS, SLICE, WebSocketConnection
from hanabi.web.write_buffer import Flushable, WriteBuffer

LIMIT = 70_000
CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
# How the network cuts what is sent.
Cut = Callable[[bytes], Iterator[bytes]]
MASK = b"\x37\xfa\x21\x3d"


def frame(opcode: int, data: bytes = b"", *, fin: bool = True, rsv: int = 0, size: int | None = None) -> bytes:
    """A masked frame, right or wrong; `size` is what it says of its length."""
    length = len(data) if size is None else size
    first = (128 if fin else 0) | rsv << 4 | opcode
    if length < 126:
        head = bytes((first, 128 | length))
    elif length < 65536:
        head = bytes((first, 254)) + length.to_bytes(2, "big")
    else:
        head = bytes((first, 255)) + length.to_bytes(8, "big")
    return head + MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(data))


def closing(code: int, reason: bytes = b"") -> bytes:
    return frame(CLOSE, code.to_bytes(2, "big") + reason)


def fragments(opcode: int, *parts: bytes, between: bytes = b"", rsv: int = 0) -> bytes:
    """One message in so many frames, with other frames between them."""
    last = len(parts) - 1
    return between.join(
        frame(CONT if at else opcode, part, fin=at == last, rsv=0 if at else rsv) for at, part in enumerate(parts)
    )


def octets(data: bytes) -> list[bytes]:
    return [data[at : at + 1] for at in range(len(data))]


class MemoryTransport(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.sent = bytearray()
        self.is_closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.is_closed
        self.sent += data

    def close(self) -> None:
        self.is_closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.is_closed

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading

    def get_write_buffer_size(self) -> int:
        return 0

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default


class Session(WriteBuffer):
    """The server's WebSocket, which echoes texts, and a client that has shaken hands with it."""

    def __init__(self, deflate: PerMessageDeflate | None = None, limit: int = LIMIT) -> None:
        super().__init__()
        self.transport = MemoryTransport()
        self.heard_texts: list[str | None] = []
        state = ServerState()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            scope["extensions"]["hanabi.websocket"].accept()

        config = Config(app, ws_max_size=limit, interface="asgi3", log_config=None)
        config.loaded_app = app
        self.connection = WebSocketConnection(
            Keepalive(20.0), self, ConnectionLimits(0, 0, 1000), SlowReaders(), config, state, {}
        )
        self.connection.connection_made(self.transport)
        self.connection.listener = self
        self.client = WSConnection(ConnectionType.CLIENT)
        asyncio.run(self._handshake(deflate, state.tasks))

    async def _handshake(self, deflate: PerMessageDeflate | None, tasks: set[asyncio.Task[None]]) -> None:
        request = self.client.send(Request("table", "/ws/x", extensions=[deflate] if deflate else []))
        first, *headers = request.split(b"\r\n")
        # uvicorn writes names in small letters.
        small = (name.lower() + colon + value for name, colon, value in (header.partition(b":") for header in headers))
        self.connection.data_received(b"\r\n".join([first, *small]))
        await asyncio.gather(*tasks)
        (accepted,) = self.events()
        assert isinstance(accepted, AcceptConnection)
        self.has_deflate = bool(accepted.extensions)

    # As the connection's write_buffer and listener

    def add(self, connection: Flushable) -> None:
        assert connection is self.connection

    def message_received(self, text: str | None) -> None:
        self.heard_texts.append(text)
        if text is not None:
            self.connection.write([text[:1].encode(), text[1:].encode()])

    def drained(self) -> None:
        pass

    def disconnected(self) -> None:
        pass

    # As the client

    def send(self, data: bytes, cut: Cut = lambda data: iter([data])) -> None:
        for piece in cut(data):
            if self.transport.is_closed:
                return
            self.connection.data_received(piece)

    def events(self) -> list[Event]:
        """What the client understands of what the server has sent; wsproto raises where it breaks the protocol."""
        self.connection.flush()
        self.client.receive_data(bytes(self.transport.sent))
        self.transport.sent.clear()
        return list(self.client.events())


def whole(data: bytes) -> Iterator[bytes]:
    yield data


def octet_by_octet(data: bytes) -> Iterator[bytes]:
    yield from octets(data)


def at_random(data: bytes) -> Iterator[bytes]:
    chance, at = random.Random(len(data)), 0
    while at < len(data):
        size = chance.randrange(1, 1 + max(12, len(data) // 20))
        yield data[at : at + size]
        at += size


every_cut = pytest.mark.parametrize("cut", [whole, octet_by_octet, at_random])


def check(
    session: Session,
    data: bytes,
    cut: Cut,
    *,
    texts: Sequence[str | None] = (),
    pongs: Sequence[bytes] = (),
    code: int | None = None,
) -> None:
    session.send(data, cut)
    echoed, answered, closed, part = [], [], None, ""
    for event in session.events():
        assert closed is None, "nothing may follow a close frame"
        match event:
            case TextMessage():
                part += event.data
                if event.message_finished:
                    echoed.append(part)
                    part = ""
            case Pong():
                answered.append(bytes(event.payload))
            case CloseConnection():
                closed = event.code
            case _:
                raise AssertionError(event)
    assert session.heard_texts == list(texts)
    assert (answered, closed, session.transport.is_closed) == (list(pongs), code, code is not None)
    expected = [text for text in texts if text is not None]
    # What was asked together with the close frame needs no answer.
    assert echoed == (expected if code is None else expected[: len(echoed)])


SIZES = [0, 1, 125, 126, 127, 128, 4095, 65535, 65536, LIMIT]


class TestFraming:
    """1, 9.7 and 10"""

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("cut", [whole, at_random])
    def test_texts_of_all_lengths(self, size: int, cut: Cut) -> None:
        check(Session(), frame(TEXT, b"*" * size), cut, texts=["*" * size])

    @pytest.mark.parametrize("size", SIZES)
    def test_binary_messages_of_all_lengths(self, size: int) -> None:
        check(Session(), frame(BINARY, b"\xfe" * size), whole, texts=[None])

    def test_octet_by_octet(self) -> None:
        check(Session(), frame(TEXT, b"*" * 300), octet_by_octet, texts=["*" * 300])

    def test_messages_one_after_the_other(self) -> None:
        words = [str(number) for number in range(2000)]
        check(Session(), b"".join(frame(TEXT, word.encode()) for word in words), whole, texts=words)

    @every_cut
    def test_an_unmasked_frame_is_refused(self, cut: Cut) -> None:
        check(Session(), b"\x81\x02hi", cut, code=1002)

    def test_masks_are_the_senders_choice(self) -> None:
        check(Session(), b"\x81\x82\0\0\0\0hi", whole, texts=["hi"])

    def test_a_message_in_many_fragments(self) -> None:
        data = b"*" * 65536
        parts = [data[at : at + 1300] for at in range(0, len(data), 1300)]
        check(Session(), fragments(TEXT, *parts), at_random, texts=[data.decode()])


@every_cut
class TestPingsAndPongs:
    """2"""

    @pytest.mark.parametrize("payload", [b"", b"Hello", b"\0\xff\xfe\xfd", b"\xfe" * 125])
    def test_a_pong_has_the_payload_of_its_ping(self, cut: Cut, payload: bytes) -> None:
        check(Session(), frame(PING, payload), cut, pongs=[payload])

    def test_a_ping_that_is_too_long(self, cut: Cut) -> None:
        check(Session(), frame(PING, b"\xfe" * 126), cut, code=1002)

    @pytest.mark.parametrize("payload", [b"", b"unsolicited"])
    def test_an_unsolicited_pong_is_ignored(self, cut: Cut, payload: bytes) -> None:
        check(Session(), frame(PONG, payload) + frame(PING, b"x"), cut, pongs=[b"x"])

    def test_ten_pings_are_answered_in_their_order(self, cut: Cut) -> None:
        payloads = [f"payload-{number}".encode() for number in range(10)]
        check(Session(), b"".join(frame(PING, payload) for payload in payloads), cut, pongs=payloads)


@every_cut
class TestReservedBits:
    """3"""

    @pytest.mark.parametrize("rsv", range(1, 8))
    @pytest.mark.parametrize("opcode", [TEXT, BINARY, PING, PONG, CLOSE])
    def test_a_reserved_bit_without_an_extension(self, cut: Cut, rsv: int, opcode: int) -> None:
        check(Session(), frame(TEXT, b"good") + frame(opcode, b"", rsv=rsv), cut, texts=["good"], code=1002)


@every_cut
class TestReservedOpcodes:
    """4"""

    @pytest.mark.parametrize("opcode", [3, 4, 5, 6, 7, 11, 12, 13, 14, 15])
    @pytest.mark.parametrize("payload", [b"", b"payload"])
    def test_a_reserved_opcode(self, cut: Cut, opcode: int, payload: bytes) -> None:
        data = frame(TEXT, b"good") + frame(opcode, payload) + frame(PING)
        check(Session(), data, cut, texts=["good"], code=1002)


@every_cut
class TestFragmentation:
    """5"""

    @pytest.mark.parametrize("opcode", [PING, PONG, CLOSE])
    def test_a_control_frame_in_fragments(self, cut: Cut, opcode: int) -> None:
        check(Session(), fragments(opcode, b"frag", b"ment"), cut, code=1002)

    @pytest.mark.parametrize("parts", [(b"frag", b"ment"), (b"", b"frag", b"", b"ment", b""), (b"", b"", b"")])
    def test_a_text_in_fragments(self, cut: Cut, parts: tuple[bytes, ...]) -> None:
        check(Session(), fragments(TEXT, *parts), cut, texts=[b"".join(parts).decode()])

    def test_a_binary_message_in_fragments(self, cut: Cut) -> None:
        check(Session(), fragments(BINARY, b"\xff", b"\xfe") + frame(TEXT, b"then"), cut, texts=[None, "then"])

    def test_pings_between_fragments(self, cut: Cut) -> None:
        data = fragments(TEXT, b"a", b"b", b"c", b"d", b"e", between=frame(PING, b"?"))
        check(Session(), data, cut, texts=["abcde"], pongs=[b"?"] * 4)

    @pytest.mark.parametrize("fin", [True, False])
    @pytest.mark.parametrize("before", [b"", frame(TEXT, b"good"), fragments(TEXT, b"go", b"od")])
    def test_a_continuation_of_nothing(self, cut: Cut, fin: bool, before: bytes) -> None:
        data = before + frame(CONT, b"stray", fin=fin) + frame(TEXT, b"never")
        check(Session(), data, cut, texts=["good"] if before else [], code=1002)

    @pytest.mark.parametrize("opcode", [TEXT, BINARY])
    @pytest.mark.parametrize("fin", [True, False])
    def test_a_new_message_within_a_message(self, cut: Cut, opcode: int, fin: bool) -> None:
        check(Session(), frame(TEXT, b"frag", fin=False) + frame(opcode, b"new", fin=fin), cut, code=1002)


VALID = [
    *("", "Hello-µ@ßöäüàá-UTF-8!!", "κόσμε", "\0", "\ufeff"),
    *("\x80\u07ff\u0800\uffff\U00010000", "\ud7ff\ue000\ufffd\U0010ffff"),
]
INVALID = [
    # Truncated, stray and overlong sequences, surrogates, past the last code point (6.3, 6.6 to 6.21).
    b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited",
    *(b"\x80", b"\xbf", b"\x80\xbf\x80", b"\xc0 ", b"\xe0 ", b"\xf0 ", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x82", b"\xfe"),
    *(b"\xff", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xf0\x80\x80\xaf", b"\xf8\x80\x80\x80\xaf", b"\xc1\xbf", b"\xc0\x80"),
    *(b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xed\xa0\x80\xed\xb0\x80", b"\xf4\x90\x80\x80", b"\xfc\x80\x80\x80\x80\x80"),
]


@every_cut
class TestText:
    """6"""

    @pytest.mark.parametrize("text", VALID)
    def test_valid_text(self, cut: Cut, text: str) -> None:
        check(Session(), frame(TEXT, text.encode()), cut, texts=[text])

    @pytest.mark.parametrize("text", VALID[1:])
    def test_valid_text_cut_within_its_characters(self, cut: Cut, text: str) -> None:
        check(Session(), fragments(TEXT, *octets(text.encode()), between=frame(PING)), cut, **self._heard(text))

    @staticmethod
    def _heard(text: str) -> dict[str, Any]:
        return {"texts": [text], "pongs": [b""] * (len(text.encode()) - 1)}

    @pytest.mark.parametrize("data", INVALID)
    def test_what_is_no_text(self, cut: Cut, data: bytes) -> None:
        check(Session(), frame(TEXT, b"good") + frame(TEXT, data), cut, texts=["good"], code=1007)

    @pytest.mark.parametrize("data", INVALID)
    def test_what_is_no_text_cut_within_its_characters(self, cut: Cut, data: bytes) -> None:
        check(Session(), fragments(TEXT, b"ok", *octets(data)), cut, code=1007)


@every_cut
class TestClosing:
    """7"""

    def test_a_message_and_then_a_close_frame(self, cut: Cut) -> None:
        check(Session(), frame(TEXT, b"last") + closing(1000), cut, texts=["last"], code=1000)

    @pytest.mark.parametrize("after", [closing(1001), frame(PING, b"?"), frame(TEXT, b"more"), b"\xff" * 20])
    def test_what_comes_after_a_close_frame_is_ignored(self, cut: Cut, after: bytes) -> None:
        check(Session(), closing(1000) + after, cut, code=1000)

    def test_an_empty_close_frame_is_answered_by_one(self, cut: Cut) -> None:
        check(Session(), frame(CLOSE), cut, code=1005)

    def test_a_close_frame_of_one_octet(self, cut: Cut) -> None:
        check(Session(), frame(CLOSE, b"a"), cut, code=1002)

    @pytest.mark.parametrize("reason", [b"", b"Hello World!", b"*" * 123, "grüße".encode()])
    def test_reasons(self, cut: Cut, reason: bytes) -> None:
        check(Session(), closing(1000, reason), cut, code=1000)

    def test_a_reason_that_is_too_long(self, cut: Cut) -> None:
        check(Session(), closing(1000, b"*" * 124), cut, code=1002)

    @pytest.mark.parametrize("reason", INVALID)
    def test_a_reason_that_is_no_text(self, cut: Cut, reason: bytes) -> None:
        check(Session(), closing(1000, reason), cut, code=1007)

    @pytest.mark.parametrize("code", [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999])
    def test_valid_codes_are_echoed(self, cut: Cut, code: int) -> None:
        check(Session(), closing(code), cut, code=code)

    @pytest.mark.parametrize("code", [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535])
    def test_codes_that_nobody_may_send(self, cut: Cut, code: int) -> None:
        check(Session(), closing(code), cut, code=1002)


def test_the_servers_close_frame_is_answered_before_the_connection_goes() -> None:
    async def close() -> None:
        session.connection.close(4009, "newer one")
        (event,) = session.events()
        assert isinstance(event, CloseConnection)
        assert (event.code, event.reason) == (4009, "newer one")
        session.send(frame(TEXT, b"too late"))
        assert (session.heard_texts, session.transport.is_closed) == ([], False)
        session.send(session.client.send(event.response()))
        assert session.transport.is_closed
        session.connection.connection_lost(None)

    session = Session()
    asyncio.run(close())


class TestLimits:
    """9"""

    LIMIT = 8192

    def session(self, **options: Any) -> Session:
        return Session(limit=self.LIMIT, **options)

    @pytest.mark.parametrize("opcode", [TEXT, BINARY])
    def test_a_frame_longer_than_the_limit_is_refused_by_its_length(self, opcode: int) -> None:
        for size in (self.LIMIT + 1, 65536, 2**32, 2**63 - 1, 2**63, 2**64 - 1):
            check(self.session(), frame(opcode, size=size), whole, code=1009)

    @pytest.mark.parametrize("pieces", [1, 2, 64])
    def test_a_message_may_be_as_long_as_the_limit_and_no_longer(self, pieces: int) -> None:
        size = self.LIMIT // pieces
        parts = [b"*" * size for _ in range(pieces)]
        check(self.session(), fragments(TEXT, *parts), at_random, texts=["*" * self.LIMIT])
        check(self.session(), fragments(TEXT, *parts, b"*"), at_random, code=1009)

    def test_a_message_comes_in_so_many_fragments_and_no_more(self) -> None:
        allowed = fragments(TEXT, *[b"*"] * MOST_FRAGMENTS)
        check(self.session(), allowed, at_random, texts=["*" * MOST_FRAGMENTS])
        check(self.session(), fragments(TEXT, *[b"*"] * (MOST_FRAGMENTS + 1)), at_random, code=1009)

    def test_endless_empty_fragments_are_soon_refused_and_the_rest_is_not_parsed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        session = self.session()
        parsed: list[bytes] = []
        receive = session.connection._protocol.receive_data

        def receive_data(data: bytes) -> None:
            parsed.append(data)
            receive(data)

        monkeypatch.setattr(session.connection._protocol, "receive_data", receive_data)
        check(session, frame(TEXT, b"*", fin=False) + frame(CONT, fin=False) * 30_000, whole, code=1009)
        assert sum(map(len, parsed)) <= SLICE

    def test_a_flood_of_pings_is_soon_refused_and_the_rest_is_not_parsed(self) -> None:
        session = self.session()
        session.send(frame(PING, b"*" * 20) * 30_000)
        *answers, last = session.events()
        assert all(isinstance(event, Pong) for event in answers)
        assert len(answers) <= MOST_CONTROL_FRAMES + SLICE / 22
        assert isinstance(last, CloseConnection)
        assert last.code == 1008
        assert session.transport.is_closed

    @pytest.mark.parametrize("opcode", [PING, PONG])
    def test_control_frames_are_counted_from_one_keepalive_ping_to_the_next(self, opcode: int) -> None:
        session = self.session()
        for _ in range(3):
            session.send(frame(opcode) * MOST_CONTROL_FRAMES)
            assert not session.transport.is_closed
            session.connection.ping()
            assert any(isinstance(event, Ping) for event in session.events())
        session.send(frame(opcode) * (MOST_CONTROL_FRAMES + 1))
        assert session.transport.is_closed

    def test_who_reads_nothing_gets_neither_pings_nor_pongs(self) -> None:
        session = self.session()

        async def flood() -> None:
            session.connection.pause_writing()
            for _ in range(MOST_CONTROL_FRAMES):
                session.send(frame(PING))
                session.connection.ping()

        asyncio.run(flood())
        assert session.events() == []
        session.send(frame(PING))
        assert session.transport.is_closed

    def test_a_listener_that_fails_closes_only_its_own_connection(self, monkeypatch: pytest.MonkeyPatch) -> None:
        session = self.session()
        monkeypatch.setattr(session, "message_received", lambda text: 1 / 0)
        session.send(frame(TEXT, b"one") + frame(TEXT, b"two"))
        (event,) = session.events()
        assert isinstance(event, CloseConnection)
        assert event.code == 1011

    @pytest.mark.parametrize("deflate", [False, True])
    def test_a_lost_connection_does_not_wait_for_the_garbage_collector(self, deflate: bool) -> None:
        session = self.session(deflate=PerMessageDeflate() if deflate else None)
        session.send(frame(TEXT, b"half", fin=False) + b"\x80")
        protocol = weakref.ref(session.connection._protocol)
        session.connection.connection_lost(None)
        gc.disable()
        try:
            del session.connection._protocol
            assert protocol() is None
        finally:
            gc.enable()


OFFERS: list[dict[str, Any]] = [
    {},
    {"client_no_context_takeover": True},
    {"server_no_context_takeover": True},
    {"client_no_context_takeover": True, "server_no_context_takeover": True},
    {"client_max_window_bits": 9},
    {"server_max_window_bits": 9},
    {"server_max_window_bits": 15, "client_max_window_bits": 15, "server_no_context_takeover": True},
]
SAID = ["", "x", "Hello" * 200, "Hello" * 200, '{"type":"state"}' * 4000, "".join(map(chr, range(32, 2000)))]


def deflated(data: bytes, *, level: int = 6) -> bytes:
    packer = zlib.compressobj(level, wbits=-12)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


class TestCompression:
    """12 and 13"""

    def session(self, **options: Any) -> Session:
        session = Session(PerMessageDeflate(**options))
        assert session.has_deflate
        return session

    @pytest.mark.parametrize("offer", OFFERS)
    @pytest.mark.parametrize("cut", [whole, at_random])
    def test_messages_go_both_ways(self, offer: dict[str, Any], cut: Cut) -> None:
        session = self.session(**offer)
        data = b"".join(session.client.send(Message(text)) for text in SAID * 2)
        check(session, data, cut, texts=SAID * 2)

    @pytest.mark.parametrize("offer", OFFERS)
    def test_compressed_messages_in_fragments(self, offer: dict[str, Any]) -> None:
        session = self.session(**offer)
        text = "Hello, Hanabi! " * 300
        parts = [text[at : at + 400] for at in range(0, len(text), 400)]
        data = b"".join(session.client.send(Message(part, message_finished=part is parts[-1])) for part in parts)
        check(session, data, at_random, texts=[text])

    @every_cut
    def test_a_compressed_message_cut_anywhere_with_pings_between(self, cut: Cut) -> None:
        parts = octets(deflated(b"Hello, Hanabi!"))
        data = fragments(TEXT, *parts, between=frame(PING, b"?"), rsv=4)
        check(self.session(), data, cut, texts=["Hello, Hanabi!"], pongs=[b"?"] * (len(parts) - 1))

    @every_cut
    def test_uncompressed_messages_are_allowed(self, cut: Cut) -> None:
        data = frame(TEXT, b"plain") + frame(TEXT, deflated(b"packed"), rsv=4) + fragments(TEXT, b"pla", b"in")
        check(self.session(), data, cut, texts=["plain", "packed", "plain"])

    @pytest.mark.parametrize("data", [b"\x00", b"\x02\x00", b"\x03\x00", deflated(b"stored", level=0)])
    def test_odd_blocks(self, data: bytes) -> None:
        texts = ["stored"] if b"stored" in data else [""]
        check(self.session(), frame(TEXT, data, rsv=4), whole, texts=texts)

    @every_cut
    @pytest.mark.parametrize(
        ("data", "code"),
        [
            (frame(TEXT, b"\xff\xff\xff\xff\xff", rsv=4), 1002),
            (frame(TEXT, deflated(b"\xc3("), rsv=4), 1007),
            (frame(TEXT, deflated(b"x"), rsv=2), 1002),
            (frame(TEXT, deflated(b"x"), rsv=5), 1002),
            (frame(PING, b"x", rsv=4), 1002),
            (frame(CLOSE, b"", rsv=4), 1002),
            (frame(TEXT, b"x", fin=False) + frame(CONT, b"x", rsv=4), 1002),
            (frame(TEXT, deflated(b"x"), fin=False, rsv=4) + frame(CONT, b"x", rsv=4), 1002),
        ],
    )
    def test_what_is_not_compressed_rightly(self, cut: Cut, data: bytes, code: int) -> None:
        check(self.session(), data, cut, code=code)

    def test_a_message_that_unpacks_to_more_than_the_limit(self) -> None:
        for extra, texts, code in ((0, ["*" * LIMIT], None), (1, [], 1009), (100 * LIMIT, [], 1009)):
            packed = deflated(b"*" * (LIMIT + extra))
            check(self.session(), frame(TEXT, packed, rsv=4), whole, texts=list(texts), code=code)
            halves = (packed[: len(packed) // 2], packed[len(packed) // 2 :])
            check(self.session(), fragments(TEXT, *halves, rsv=4), whole, texts=list(texts), code=code)

    @pytest.mark.parametrize("code", [1000, 4001])
    def test_control_frames_are_never_compressed(self, code: int) -> None:
        check(self.session(), frame(PING, b"*" * 100) + closing(code), whole, pongs=[b"*" * 100], code=code)
