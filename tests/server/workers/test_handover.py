"""A connection goes from one worker to another with the request that was read from it."""

import asyncio
import os
import socket
from collections.abc import Iterator

import pytest

from hanabi.server.workers.handover import Handover, Mailboxes, socket_path_of
from hanabi.server.workers.shared_counters import SharedCounters

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
    made = Mailboxes.create(3)
    yield made
    made.close()


@pytest.fixture
def workers(mailboxes: Mailboxes) -> Iterator[list[Handover]]:
    """Three; only the first two accept connections."""
    counters = SharedCounters.create(3)
    columns = [SharedCounters(os.dup(counters.descriptor), column) for column in range(3)]
    columns[0].set_load(0)
    columns[1].set_load(0)
    yield [Handover(mailboxes, shared, column) for column, shared in enumerate(columns)]
    counters.close()


def a_table_of(column: int, workers: list[Handover]) -> bytes:
    """The request for the socket of a table that the worker of this column has."""
    tables = (f"table{number:05}" for number in range(1000))
    table = next(table for table in tables if workers[2].owner_elsewhere(table) == column)
    return REQUEST.replace(b"abcdefgh12", table.encode())


@pytest.mark.parametrize(
    ("url", "table"),
    [(b"/ws/abcdefgh12?since=5", "abcdefgh12"), (b"/ws/", ""), (b"/", None), (b"/ws", None), (b"/api/tables", None)],
)
def test_the_table_of_a_url(url: bytes, table: str | None) -> None:
    assert socket_path_of(url) == table


def test_a_worker_takes_over_what_another_has_read(workers: list[Handover]) -> None:
    async def hand_over() -> tuple[bytes, bytes]:
        loop = asyncio.get_running_loop()
        made: list[RecordingConnection] = []

        def protocol() -> asyncio.Protocol:
            made.append(RecordingConnection())
            return made[-1]

        workers[1].open(protocol)
        client, accepted = socket.socketpair()
        client.setblocking(False)
        assert workers[0].send(1, REQUEST, accepted.fileno())
        accepted.close()
        while not made:
            await asyncio.sleep(0.01)
        request = await made[0].taken_over
        made[0].transport.write(b"welcome")
        answer = await loop.sock_recv(client, 100)
        made[0].transport.close()
        workers[1].close()
        client.close()
        return request, answer

    assert asyncio.run(hand_over()) == (REQUEST, b"welcome")


def test_what_arrives_too_late_goes_on_to_the_next_owner(workers: list[Handover], mailboxes: Mailboxes) -> None:
    async def leave() -> None:
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

    asyncio.run(leave())


def test_who_was_handed_to_a_dead_worker_is_disconnected(workers: list[Handover], mailboxes: Mailboxes) -> None:
    client, accepted = socket.socketpair()
    assert workers[0].send(1, REQUEST, accepted.fileno())
    accepted.close()
    mailboxes.clear(1)
    assert client.recv(100) == b""
    client.close()


def test_a_worker_that_takes_nothing_is_not_waited_for(workers: list[Handover]) -> None:
    client, accepted = socket.socketpair()
    sent = sum(workers[0].send(1, REQUEST, accepted.fileno()) for _ in range(5000))
    assert 0 < sent < 5000
    for end in (client, accepted):
        end.close()
