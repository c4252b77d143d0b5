"""A connection moves to another worker together with the request that was read from it."""

import asyncio
import os
import socket
from collections.abc import Iterator

import pytest

from hanabi.server.workers.handover import Handover, Mailboxes, socket_path_of
from hanabi.server.workers.shared_counters import SharedCounters

pytestmark = pytest.mark.anyio

REQUEST = b"GET /ws/abcdefgh12 HTTP/1.1\r\nHost: cards.example\r\n\r\n"


class RecordingConnection(asyncio.Protocol):
    def __init__(self) -> None:
        self.taken_over: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def take_over(self, request: bytes) -> None:
        self.taken_over.set_result(request)


@pytest.fixture
def mailboxes() -> Iterator[Mailboxes]:
    boxes = Mailboxes.create(3)
    yield boxes
    boxes.close()


@pytest.fixture
def workers(mailboxes: Mailboxes) -> Iterator[list[Handover]]:
    """Three workers; only the first two accept connections."""
    counters = SharedCounters.create(3)
    columns = [SharedCounters(os.dup(counters.descriptor), column) for column in range(3)]
    columns[0].set_load(0)
    columns[1].set_load(0)
    yield [Handover(mailboxes, shared, column) for column, shared in enumerate(columns)]
    counters.close()


def a_table_of(column: int, workers: list[Handover]) -> bytes:
    """A request for the socket of a table that belongs to the worker of this column."""
    tables = (f"table{number:05}" for number in range(1000))
    table = next(table for table in tables if workers[2].owner_elsewhere(table) == column)
    return REQUEST.replace(b"abcdefgh12", table.encode())


@pytest.mark.parametrize(
    ("url", "path"),
    [(b"/ws/abcdefgh12?since=5", "abcdefgh12"), (b"/ws/", ""), (b"/", None), (b"/ws", None), (b"/api/tables", None)],
)
def test_the_socket_path_of_a_url(url: bytes, path: str | None) -> None:
    assert socket_path_of(url) == path


async def test_a_worker_takes_over_a_connection_that_another_has_accepted(workers: list[Handover]) -> None:
    loop = asyncio.get_running_loop()
    connections: list[RecordingConnection] = []

    def protocol() -> asyncio.Protocol:
        connections.append(RecordingConnection())
        return connections[-1]

    workers[1].open(protocol)
    client, accepted = socket.socketpair()
    client.setblocking(False)
    assert workers[0].send(1, REQUEST, accepted.fileno())
    accepted.close()
    while not connections:
        await asyncio.sleep(0.01)
    request = await connections[0].taken_over
    connections[0].transport.write(b"welcome")
    answer = await loop.sock_recv(client, 100)
    connections[0].transport.close()
    workers[1].close()
    client.close()
    assert (request, answer) == (REQUEST, b"welcome")


async def test_a_late_request_goes_to_the_next_owner(workers: list[Handover], mailboxes: Mailboxes) -> None:
    workers[0].open(RecordingConnection)
    client, accepted = socket.socketpair()
    request = a_table_of(1, workers)
    assert workers[2].send(0, request, accepted.fileno())
    accepted.close()
    workers[0].close()
    received = mailboxes.receive(1)
    assert received is not None
    assert received[0] == request
    os.write(received[1], b"still open")
    os.close(received[1])
    assert client.recv(100) == b"still open"
    client.close()


def test_a_client_handed_to_a_dead_worker_is_disconnected(workers: list[Handover], mailboxes: Mailboxes) -> None:
    client, accepted = socket.socketpair()
    assert workers[0].send(1, REQUEST, accepted.fileno())
    accepted.close()
    mailboxes.clear(1)
    assert client.recv(100) == b""
    client.close()


def test_nobody_waits_for_a_worker_that_accepts_nothing(workers: list[Handover]) -> None:
    client, accepted = socket.socketpair()
    sent = sum(workers[0].send(1, REQUEST, accepted.fileno()) for _ in range(5000))
    assert 0 < sent < 5000
    for end in (client, accepted):
        end.close()
