"""HTTP connections of clients that send too much, too slowly or too many requests at once, over real sockets."""

import asyncio
import contextlib
import http.client
import json
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState

from hanabi.server.net import http_connection
from hanabi.server.net.connection_limits import (
    RESERVED_DESCRIPTORS,
    ConnectionLimits,
    SlowReaders,
    raise_descriptor_limit,
)
from hanabi.server.net.http_connection import MAX_HEAD_BYTES, MAX_HEADERS, MAX_PIPELINED, MAX_URL_BYTES, HttpConnection
from hanabi.server.rate_limits import RateLimit, RateLimiter
from support.server_process import Server, running_server

pytestmark = pytest.mark.anyio

MAX_BODY = 1000


class Listening:
    """A server that returns the length of the body, or 8 MB for `/big`."""

    def __init__(self, limits: ConnectionLimits, slow_readers: SlowReaders) -> None:
        self.handled: list[str] = []
        self.limits, self.state = limits, ServerState()
        config = Config(self._app, interface="asgi3", log_config=None, access_log=False, ws="none", lifespan="off")
        config.load()
        factory = partial(HttpConnection, limits, slow_readers, MAX_BODY)
        self._protocol = lambda: factory(config=config, server_state=self.state, app_state={})

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        assert not message["more_body"]
        self.handled.append(scope["path"])
        body = b"x" * (8 << 20) if scope["path"] == "/big" else str(len(message["body"])).encode()
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    @contextlib.asynccontextmanager
    async def listen(self) -> AsyncIterator[None]:
        server = await asyncio.get_running_loop().create_server(self._protocol, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            server.close()

    async def connect(self, source: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))

    async def exchange(self, *parts: bytes) -> bytes:
        """Send the parts one after another and read until the server closes."""
        reader, writer = await self.connect()
        received: list[bytes] = []

        async def read() -> None:
            # Writing to a closed connection resets it, but data that was read before is kept.
            with contextlib.suppress(ConnectionResetError):
                while data := await reader.read(65536):
                    received.append(data)

        answer = asyncio.ensure_future(read())
        with contextlib.suppress(ConnectionError):
            for part in parts:
                if not received:
                    writer.write(part)
                    await writer.drain()
                    await asyncio.sleep(0.01)
        try:
            await asyncio.wait_for(answer, 60)
            return b"".join(received)
        finally:
            writer.close()


@contextlib.asynccontextmanager
async def serving(
    per_address: int = 0, total: int = 100, slow_readers: SlowReaders | None = None, proxies: tuple[str, ...] = ()
) -> AsyncIterator[Listening]:
    limits = ConnectionLimits(per_address, total, total + RESERVED_DESCRIPTORS, proxies)
    server = Listening(limits, slow_readers or SlowReaders())
    async with asyncio.timeout(120), server.listen():
        yield server


async def until(condition: Callable[[], bool]) -> None:
    """`serving` has a time limit."""
    while not condition():
        await asyncio.sleep(0.01)


class Visitor:
    aborted = False

    def abort(self) -> None:
        self.aborted = True


HEAD = b"POST /here HTTP/1.1\r\nhost: x\r\n"


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        ([b"GET /" + b"a" * MAX_URL_BYTES + b" HTTP/1.1\r\nhost: x\r\n\r\n"], b"414"),
        ([b"GET /", *[b"a" * 1000] * 5], b"414"),
        ([HEAD + b"a: b\r\n" * MAX_HEADERS + b"\r\n"], b"431"),
        ([HEAD, b"a: " + b"b" * MAX_HEAD_BYTES + b"\r\n\r\n"], b"431"),
        ([HEAD + b"a: ", *[b"b" * 4000] * 5], b"431"),
        ([HEAD + b"content-length: 1001\r\n\r\n"], b"413"),
        ([HEAD + b"content-length: 99999999999999\r\n\r\n"], b"413"),
        ([HEAD + b"transfer-encoding: chunked\r\n\r\n", *[b"100\r\n" + b"x" * 256 + b"\r\n"] * 4], b"413"),
        ([HEAD + b"transfer-encoding: chunked\r\n\r\n1;", *[b"x" * 6000] * 5], b"413"),
        ([HEAD + b"transfer-encoding: chunked\r\n\r\n0\r\n", *[b"a: b\r\n" * 50] * 3], b"431"),
        ([b"\x16\x03\x01 no HTTP at all\r\n\r\n"], b"400"),
        ([b"GET http://[::1 HTTP/1.1\r\n\r\n"], b"400"),
        ([b"GET / HTTP/1.1\r\n\r\n"], b"400"),
        ([b"GET / HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n"], b"400"),
        ([b"GET / HTTP/1.1\r\nhost: evil/embed/?x=\r\n\r\n"], b"400"),
        ([b"GET / HTTP/1.0\r\nhost: a b\r\n\r\n"], b"400"),
    ],
)
async def test_requests_that_are_too_large_or_malformed_end_the_connection(parts: list[bytes], status: bytes) -> None:
    async with serving() as server:
        answer = await server.exchange(*parts)
        assert answer.split()[1:2] == [status]
        assert server.handled == []
        assert len(server.limits) == 0
        assert b"200 OK" in await server.exchange(b"GET / HTTP/1.0\r\n\r\n")


async def test_a_request_is_handled_when_it_is_complete() -> None:
    async with serving() as server:
        reader, writer = await server.connect()
        writer.write(HEAD + b"expect: 100-continue\r\ncontent-length: 1000\r\n\r\n")
        assert b"100 Continue" in await reader.readuntil(b"\r\n\r\n")
        writer.write(b"x" * 999)
        await asyncio.sleep(0.05)
        assert server.handled == []
        writer.write(b"x")
        assert (await reader.readuntil(b"1000")).startswith(b"HTTP/1.1 200")
        # The connection stays open, and two requests may arrive at once.
        writer.write(b"GET /one HTTP/1.1\r\nhost: x\r\n\r\n" + HEAD + b"content-length: 2\r\n\r\nab")
        assert (await reader.readuntil(b"\r\n\r\n0")).startswith(b"HTTP/1.1 200")
        assert (await reader.readuntil(b"\r\n\r\n2")).startswith(b"HTTP/1.1 200")
        assert server.handled == ["/here", "/one", "/here"]
        writer.close()


async def test_a_request_that_is_cut_short_is_not_handled(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        async with serving() as server:
            _, writer = await server.connect()
            writer.write(HEAD + b"content-length: 1000\r\n\r\nhalf")
            await until(lambda: bool(server.state.connections))
            writer.close()
            await until(lambda: not server.state.connections)
            assert server.handled == []
            assert len(server.limits) == 0
    assert not caplog.records


async def test_a_client_that_leaves_before_the_answers_leaves_no_trace(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        async with serving() as server:
            for _ in range(20):
                _, writer = await server.connect()
                writer.write(b"GET /big HTTP/1.1\r\nhost: x\r\n\r\n" * 3)
                await writer.drain()
                cast(asyncio.Transport, writer.transport).abort()
            await until(lambda: len(server.limits) == 0 and not server.state.connections and not server.state.tasks)
    assert not caplog.records


async def test_hundreds_of_requests_at_once_on_one_connection_are_refused() -> None:
    async with serving() as server:
        await server.exchange(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n" * 500)
        assert len(server.handled) <= MAX_PIPELINED + 1


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nhost", HEAD + b"content-length: 9\r\n\r\nhalf"])
async def test_a_client_with_an_unfinished_request_is_disconnected(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_connection, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(http_connection, "BODY_SECONDS", 0.2)

    async with serving() as server:
        assert (await server.exchange(sent)).split()[1] == b"408"
        assert len(server.limits) == 0


async def test_a_client_that_sends_letter_by_letter_gets_no_more_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_connection, "HEAD_SECONDS", 0.3)

    async with serving() as server:
        answer = await server.exchange(*[b"G", b"E", b"T", b" ", b"/"] + [b"a"] * 500)
        assert answer.split()[1] == b"408"
        assert server.handled == []


async def test_the_connections_of_an_address_are_limited_and_other_addresses_do_not_notice() -> None:
    async with serving(per_address=3) as server:
        held = [await server.connect("127.0.0.2") for _ in range(3)]
        reader, writer = await server.connect("127.0.0.2")
        refused = await reader.read()
        assert refused.split()[1] == b"429"
        assert b"retry-after" in refused
        writer.close()
        assert b"200 OK" in await server.exchange(b"GET / HTTP/1.0\r\n\r\n")
        held.pop()[1].close()
        await until(lambda: len(server.limits) == 2)
        _, again = await server.connect("127.0.0.2")
        await until(lambda: len(server.limits) == 3)
        for _, writer in [*held, (None, again)]:
            writer.close()


def test_an_address_that_connects_over_and_over_is_refused() -> None:
    limiter = RateLimiter({"new_connections": RateLimit(3, 60.0)})
    limits = ConnectionLimits(0, 100, 1000, ("192.0.2.9",), limiter=limiter)
    assert [limits.enter(Visitor(), "192.0.2.1") for _ in range(4)] == [True, True, True, False]
    assert limits.enter(Visitor(), "192.0.2.2")
    assert all(limits.enter(Visitor(), "192.0.2.9") for _ in range(10))
    assert limits.refused == 1


def test_a_refused_connection_does_not_replace_another() -> None:
    limits = ConnectionLimits(1, 2, 1000)
    first, second = Visitor(), Visitor()
    assert limits.enter(first, "192.0.2.1")
    assert limits.enter(second, "192.0.2.2")
    assert not limits.enter(Visitor(), "192.0.2.2")
    assert (first.aborted, second.aborted) == (False, False)
    # A connection that is admitted replaces the longest idle one.
    assert limits.enter(Visitor(), "192.0.2.3")
    assert (first.aborted, second.aborted) == (True, False)
    limits.set_busy(second)
    limits.enter(busy := Visitor(), "192.0.2.4")
    limits.set_busy(busy)
    assert not limits.enter(Visitor(), "192.0.2.5")
    limits.leave(busy)
    assert limits.enter(Visitor(), "192.0.2.5")


async def test_connections_of_proxies_are_not_limited() -> None:
    async with serving(per_address=1, proxies=("127.0.0.2", "127.0.0.8/29")) as server:
        held = [await server.connect(f"127.0.0.{number}") for number in (2, 2, 9, 9)]
        await until(lambda: len(server.limits) == 4)
        for _, writer in held:
            writer.close()


async def test_at_the_total_limit_the_longest_idle_connection_is_closed() -> None:
    async with serving(total=6) as server:
        crowd = [await server.connect(f"127.0.0.{number}") for number in range(2, 8)]
        await until(lambda: len(server.limits) == 6)
        assert b"200 OK" in await server.exchange(b"GET / HTTP/1.0\r\n\r\n")
        with contextlib.suppress(ConnectionResetError):
            assert await crowd[0][0].read() == b""
        assert not crowd[-1][0].at_eof()
        for _, writer in crowd:
            writer.close()


@pytest.mark.parametrize("reason", ["patience", "bytes"])
async def test_a_client_that_does_not_read_the_answer_is_disconnected(reason: str) -> None:
    slow_readers = SlowReaders(patience=0.5) if reason == "patience" else SlowReaders(max_bytes=1 << 20)

    async with serving(slow_readers=slow_readers) as server:
        _, writer = await server.connect()
        cast(asyncio.Transport, writer.transport).pause_reading()
        writer.write(b"GET /big HTTP/1.1\r\nhost: x\r\n\r\n")
        while not slow_readers.aborted:
            await asyncio.sleep(0.02)
        while len(server.limits):
            await asyncio.sleep(0.02)
        writer.close()


def test_the_descriptor_limit_is_raised_and_some_are_reserved() -> None:
    assert raise_descriptor_limit() == raise_descriptor_limit() > RESERVED_DESCRIPTORS
    limits = ConnectionLimits(400, 10_000, 1024)
    assert limits.total == 1024 - RESERVED_DESCRIPTORS
    assert ConnectionLimits(400, 0, 20_000).total == 20_000 - RESERVED_DESCRIPTORS


# The whole server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(str(tmp_path_factory.mktemp("server") / "tables.db")) as started:
        yield started


def status_of(port: int, path: str, source: str = "127.0.0.1") -> tuple[int, dict[str, str], Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))
    connection.request("GET", path)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    is_json = response.headers.get_content_type() == "application/json"
    return (
        response.status,
        {name.lower(): value for name, value in response.headers.items()},
        (json.loads(content) if is_json else content),
    )


@pytest.mark.parametrize(
    "path", ["/%00", "/api/studies/%00", "/api/tables/a%00b", "/api/records?before=%00", "/" + "a" * 600]
)
def test_a_url_with_control_characters_or_too_long_is_refused(server: Server, path: str) -> None:
    status, _, refusal = status_of(server.port, path)
    assert (status, refusal["code"]) == (400, "malformed")


def test_too_many_requests_from_one_address_are_refused_with_the_time_to_wait(tmp_path: Path) -> None:
    with running_server(str(tmp_path / "tables.db"), "--requests", "20") as server:
        answers = [status_of(server.port, "/api/me", "127.0.0.2") for _ in range(25)]
        assert [status for status, _, _ in answers[:20]] == [200] * 20
        status, headers, refusal = answers[-1]
        assert (status, refusal["code"]) == (429, "too_many")
        assert int(headers["retry-after"]) == refusal["values"]["seconds"] >= 1
        assert status_of(server.port, "/api/me", "127.0.0.3")[0] == 200


def test_a_post_that_is_cut_short_leaves_no_trace_in_the_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with running_server(str(tmp_path / "tables.db"), "--log-level", "INFO") as server:
        for path in ("/api/tables", "/api/replay", "/api/open"):
            for _ in range(40):
                # A complete request whose client does not wait for the answer.
                with socket.create_connection(("127.0.0.1", server.port)) as line:
                    line.sendall(f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{{}}".encode())
            with socket.create_connection(("127.0.0.1", server.port)) as line:
                line.sendall(f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{{".encode())
        assert status_of(server.port, "/healthz")[0] == 200
    log = capfd.readouterr().err
    assert "Traceback" not in log
    assert '"level": "error"' not in log


def test_an_upgrade_behind_an_unanswered_request_is_refused(server: Server) -> None:
    """Otherwise the answer would end up among the frames of the socket."""
    request = b"GET /api/daily HTTP/1.1\r\nHost: x\r\n\r\nGET /ws/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    request += (
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(request)
        answer = b""
        while data := connection.recv(65536):
            answer += data
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b" 101 " not in answer
