"""Several workers behind one port: no move is lost or refused while workers die, stop and are replaced."""

import asyncio
import contextlib
import itertools
import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hanabi.cli.serve import command as serve
from hanabi.client import SeatAt, open_table, request
from hanabi.server.wire.close_codes import CloseCode
from support.crash_clients import Ledger, Player, audit, tables_with_players
from support.postgres import a_database
from support.room_guest import RoomDoor, RoomGuest, a_lost_game
from support.server_process import Server, running_server

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with a_database() as dsn:
        yield dsn


@pytest.fixture
def server(postgres: str) -> Iterator[Server]:
    with running_server(postgres, "--workers", "2") as running:
        yield running


@pytest.fixture(scope="module")
def lasting_server(postgres: str) -> Iterator[Server]:
    """For tests that stop none of its processes."""
    with running_server(postgres, "--workers", "2") as running:
        yield running


async def new_workers(server: Server, old: list[int], count: int) -> list[int]:
    """Wait until there are `count` workers, none of them an old one."""
    async with asyncio.timeout(120):
        while len(server.workers()) != count or set(server.workers()) & set(old):
            assert server.process.poll() is None
            await asyncio.sleep(0.05)
    return server.workers()


class MoveStorm:
    """Players who move as fast as they can; new tables are opened when games end."""

    def __init__(self, server: Server) -> None:
        self.server, self.ledger = server, Ledger()
        self.players: list[Player] = []
        self._playing: list[asyncio.Future[None]] = []

    async def open_tables(self) -> None:
        fresh = await tables_with_players(self.server.address, 5, self.ledger)
        self.players += fresh
        self._playing += [asyncio.ensure_future(player.play()) for player in fresh]

    async def moves(self, count: int) -> None:
        """Wait for `count` more acknowledged moves."""
        target = self.ledger.moves + count
        async with asyncio.timeout(120):
            while self.ledger.moves < target:
                if all(player.over for player in self.players):
                    await self.open_tables()
                await asyncio.sleep(0.02)

    async def end(self) -> Ledger:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        await asyncio.wait_for(audit(self.server.address, self.players, self.ledger), 120)
        return self.ledger


async def test_no_move_is_lost_or_refused_in_a_rolling_restart(server: Server) -> None:
    storm = MoveStorm(server)
    await storm.open_tables()
    await storm.moves(30)
    for _ in range(2):
        old = server.workers()
        server.process.send_signal(signal.SIGHUP)
        await new_workers(server, old, 2)
        await storm.moves(30)
    ledger = await storm.end()
    assert ledger.problems == []
    assert ledger.refusals == []
    assert len(ledger.acks) > 90


# It kills workers: a loaded machine may give the new ones too little time.
@pytest.mark.flaky(reruns=1)
async def test_no_move_is_lost_or_refused_when_workers_are_killed(server: Server) -> None:
    storm, chance = MoveStorm(server), random.Random(3)
    await storm.open_tables()
    for _ in range(4):
        await storm.moves(20)
        victim = chance.choice(server.workers())
        os.kill(victim, signal.SIGKILL)
        await new_workers(server, [victim], 2)
    await storm.moves(20)
    ledger = await storm.end()
    assert ledger.problems == []
    assert ledger.refusals == []
    assert len(ledger.acks) > 90


def sockets_of_port(port: int) -> set[str]:
    """The inodes of established connections to a local port."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {row[9] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "01"}


def open_descriptors(process: int) -> list[str]:
    """The targets of a process's open descriptors."""
    targets = []
    for entry in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            targets.append(os.readlink(entry))
    return targets


async def test_all_sockets_of_a_table_are_in_one_worker_and_tables_are_shared_out(server: Server) -> None:
    """The worker that has the table gets its sockets, no matter which worker accepts the connection."""

    def connections() -> list[int]:
        """The number of client connections per worker."""
        sockets = {f"socket:[{inode}]" for inode in sockets_of_port(server.port)}
        return [len(sockets & set(open_descriptors(worker))) for worker in server.workers()]

    places = [await open_table(server.address, seats=3) for _ in range(24)]
    sockets: list[ClientConnection] = []
    counts = [connections()]
    for place in places:
        for _ in range(4):
            sockets.append(await connect(place.socket_address))
            await sockets[-1].recv()
        async with asyncio.timeout(60):
            # A worker that hands over a connection closes its own descriptor.
            while sum(connections()) != sum(counts[0]) + len(sockets):
                await asyncio.sleep(0.01)
        counts.append(connections())
    await asyncio.gather(*(socket.close() for socket in sockets))
    gains = [[after - before for before, after in zip(*pair, strict=True)] for pair in itertools.pairwise(counts)]
    assert {tuple(sorted(gain)) for gain in gains} == {(0, 4)}
    assert len([gain for gain in gains if gain[0]]) in range(2, 23)


# It kills workers: a loaded machine may give the new ones too little time.
@pytest.mark.flaky(reruns=1)
async def test_limits_hold_for_all_workers_together(postgres: str) -> None:
    """When workers die or are replaced, their connections no longer count."""

    async def tables_opened(server: Server) -> list[str]:
        """Over four connections, so that both workers have some."""
        tables: list[str] = []
        async with contextlib.AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(httpx.AsyncClient(base_url=server.address, timeout=60))
                for _ in range(4)
            ]
            for client in itertools.cycle(clients):
                answer = await client.post("/api/tables", json={"options": {"seats": 3}})
                if answer.status_code == 429:
                    return tables
                tables.append(answer.json()["table"])
        raise AssertionError("unreachable")

    async def sockets_opened(address: str) -> list[ClientConnection]:
        """As many as are allowed. Connections of answered requests may count for another moment."""
        sockets: list[ClientConnection] = []

        async def is_another_allowed() -> bool:
            with contextlib.suppress(InvalidStatus, ConnectionClosed):
                socket = await connect(address)
                await socket.recv()
                sockets.append(socket)
                return True
            return False

        async with asyncio.timeout(60):
            while len(sockets) < 5:
                if not await is_another_allowed():
                    await asyncio.sleep(0.05)
        for _ in range(3):
            await is_another_allowed()
        return sockets

    with running_server(postgres, "--workers", "2", "--connections", "5", "--new-tables", "3") as server:
        tables, opened = await tables_opened(server), []
        for number in (signal.SIGKILL, signal.SIGHUP, None):
            sockets = await sockets_opened(SeatAt(server.address, tables[0]).socket_address)
            opened.append(len(sockets))
            old = server.workers()
            if number is not None:
                for process in old if number == signal.SIGKILL else [server.process.pid]:
                    os.kill(process, number)
                await new_workers(server, old, 2)
    # Two workers with separate counts would allow six at once; one more is allowed every 20 seconds.
    assert 3 <= len(tables) < 6
    assert opened == [5, 5, 5]


async def test_signing_out_closes_the_sockets_in_every_worker(lasting_server: Server) -> None:
    server = lasting_server
    headers = {"Origin": server.address}
    async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=60) as browser:
        account = {"name": "Ana", "password": "four plain words here"}
        assert (await browser.post("/api/account/register", json=account)).status_code == 201
        sockets: list[ClientConnection] = []
        for _ in range(8):
            opened = await browser.post("/api/tables", json={"options": {"seats": 2}, "name": "Ana"})
            cookies = {"Cookie": f"hanabi={browser.cookies['hanabi']}"}
            address = SeatAt(server.address, opened.json()["table"]).socket_address
            sockets.append(await connect(address, additional_headers=headers | cookies))
            await sockets[-1].recv()
        assert (await browser.post("/api/account/logout")).status_code == 204
        async with asyncio.timeout(60):
            await asyncio.gather(*(socket.wait_closed() for socket in sockets))
    assert [socket.close_code for socket in sockets] == [CloseCode.SIGNED_OUT] * 8


# It kills workers: a loaded machine may give the new ones too little time.
@pytest.mark.flaky(reruns=1)
async def test_people_in_a_review_room_meet_no_matter_which_worker_accepts_them(server: Server) -> None:
    """When a worker dies and another replaces it, rooms may move, and everybody moves with them."""

    async def joins_all(door: RoomDoor, path: str, others: list[RoomGuest]) -> RoomGuest:
        async with asyncio.timeout(60):
            while True:
                guest = await door.enter(path, "Guest")
                here = [other for other in others if other.is_connected]
                if sum(one["here"] for one in guest.room["participants"]) == len(here) + 1:
                    return guest
                await guest.leave()
                await asyncio.sleep(0.5)

    table, _ = await a_lost_game(server.address)
    rooms: dict[str, list[RoomGuest]] = {f"table/{table}/room-number-{number:04}": [] for number in range(6)}
    async with RoomDoor(server.address) as door:
        for path, guests in rooms.items():
            for count in range(1, 4):
                guests.append(await door.enter(path, "Guest"))
                assert len(guests[-1].room["participants"]) == count
        first, *_, last = next(iter(rooms.values()))
        assert await first.show(1) == "ack"
        await last.until(lambda room: room["n"] == 1)
        victim = server.workers()[0]
        os.kill(victim, signal.SIGKILL)
        await new_workers(server, [victim], 2)
        for path, guests in rooms.items():
            guests.append(await joins_all(door, path, guests))
        await asyncio.sleep(3)
        for path, guests in rooms.items():
            await joins_all(door, path, guests)
        connected = [sum(guest.is_connected for guest in guests) for guests in rooms.values()]
    assert len(set(connected)) > 1, "each worker had some of the rooms"


def test_workers_stop_with_their_supervisor(server: Server) -> None:
    workers = server.workers()
    server.process.kill()
    server.process.wait()
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < deadline, "a worker runs without its supervisor"
        time.sleep(0.05)


def test_a_signal_stops_all_processes_in_order(server: Server) -> None:
    workers = server.workers()
    assert len(workers) == 2
    assert server.stop() == 0
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_several_workers_on_sqlite_are_refused_with_the_reason(tmp_path: Path) -> None:
    ran = CliRunner().invoke(serve, ["--workers", "2", "--database", str(tmp_path / "tables.db")])
    assert ran.exit_code == 1
    assert "only one process can use an SQLite file" in ran.output
    assert "--database postgresql://" in ran.output
    assert not list(tmp_path.iterdir())


async def test_one_worker_on_sqlite_is_replaced_while_connections_wait(tmp_path: Path) -> None:
    with running_server(str(tmp_path / "tables.db"), "--workers", "1") as server:
        storm = MoveStorm(server)
        await storm.open_tables()
        await storm.moves(20)
        old = server.workers()
        server.process.send_signal(signal.SIGHUP)
        await new_workers(server, old, 1)
        await storm.moves(20)
        ledger = await storm.end()
    assert ledger.problems == []
    assert ledger.refusals == []


def test_a_server_whose_port_is_taken_says_so(postgres: str, lasting_server: Server) -> None:
    ran = CliRunner().invoke(serve, ["--workers", "2", "--port", str(lasting_server.port), "--database", postgres])
    assert ran.exit_code == 1
    assert f"cannot listen on 127.0.0.1:{lasting_server.port}: Address already in use" in ran.output


async def test_any_worker_answers(lasting_server: Server) -> None:
    assert all([(await request(lasting_server.address, "/healthz"))["ok"] for _ in range(6)])
