"""Several workers behind one port: no move is lost or refused while they die, end and are replaced."""

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
from hanabi.client import CommandRefused, SeatAt, open_table, request
from support.crash_clients import Ledger, Player, audit, tables_with_players
from support.postgres import a_database
from support.room_guest import RoomDoor, RoomGuest, a_lost_game
from support.server_process import Server, running_server

pytestmark = pytest.mark.slow


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
    """For tests that end no process of it."""
    with running_server(postgres, "--workers", "2") as running:
        yield running


async def new_workers(server: Server, old: list[int], count: int) -> list[int]:
    """Wait until `count` workers serve of which none is an old one."""
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
        """Wait for so many more acknowledged moves."""
        wanted = self.ledger.moves + count
        async with asyncio.timeout(120):
            while self.ledger.moves < wanted:
                if all(player.over for player in self.players):
                    await self.open_tables()
                await asyncio.sleep(0.02)

    async def end(self) -> Ledger:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        await asyncio.wait_for(audit(self.server.address, self.players, self.ledger), 120)
        return self.ledger


def test_no_move_is_lost_or_refused_in_a_rolling_restart(server: Server) -> None:
    async def play() -> Ledger:
        storm = MoveStorm(server)
        await storm.open_tables()
        await storm.moves(30)
        for _ in range(2):
            old = server.workers()
            server.process.send_signal(signal.SIGHUP)
            await new_workers(server, old, 2)
            await storm.moves(30)
        return await storm.end()

    ledger = asyncio.run(play())
    assert ledger.problems == []
    assert ledger.refusals == []
    assert len(ledger.acks) > 90


# It kills workers: a loaded machine may give the new ones too little time.
@pytest.mark.flaky(reruns=1)
def test_no_move_is_lost_or_refused_when_workers_are_killed(server: Server) -> None:
    async def play() -> Ledger:
        storm, chance = MoveStorm(server), random.Random(3)
        await storm.open_tables()
        for _ in range(4):
            await storm.moves(20)
            victim = chance.choice(server.workers())
            os.kill(victim, signal.SIGKILL)
            await new_workers(server, [victim], 2)
        await storm.moves(20)
        return await storm.end()

    ledger = asyncio.run(play())
    assert ledger.problems == []
    assert ledger.refusals == []
    assert len(ledger.acks) > 90


def sockets_of_port(port: int) -> set[str]:
    """The inodes of established connections to a port of this machine."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {row[9] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "01"}


def open_descriptors(process: int) -> list[str]:
    """What the open descriptors of a process refer to."""
    found = []
    for entry in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found.append(os.readlink(entry))
    return found


def test_a_table_is_in_one_worker_and_workers_have_their_share_of_tables(server: Server) -> None:
    """Whichever worker accepts a connection, its socket ends up in the worker that has the table."""

    def connections() -> list[int]:
        """How many connections of clients each worker has."""
        sockets = {f"socket:[{inode}]" for inode in sockets_of_port(server.port)}
        return [len(sockets & set(open_descriptors(worker))) for worker in server.workers()]

    async def connect_many() -> list[list[int]]:
        places = [await open_table(server.address, seats=3) for _ in range(24)]
        sockets: list[ClientConnection] = []
        counts = [connections()]
        for place in places:
            for _ in range(4):
                sockets.append(await connect(place.socket_address))
                await sockets[-1].recv()
            async with asyncio.timeout(60):
                # The worker that has handed a connection over closes its own descriptor of it.
                while sum(connections()) != sum(counts[0]) + len(sockets):
                    await asyncio.sleep(0.01)
            counts.append(connections())
        await asyncio.gather(*(socket.close() for socket in sockets))
        return [[after - before for before, after in zip(*pair, strict=True)] for pair in itertools.pairwise(counts)]

    gains = asyncio.run(connect_many())
    assert {tuple(sorted(gain)) for gain in gains} == {(0, 4)}
    assert len([gain for gain in gains if gain[0]]) in range(2, 23)


# It kills workers: a loaded machine may give the new ones too little time.
@pytest.mark.flaky(reruns=1)
def test_limits_hold_for_all_workers_together(postgres: str) -> None:
    """Also when workers die or are replaced: what they had open does not count any more."""

    async def tables_opened(server: Server) -> list[SeatAt]:
        places: list[SeatAt] = []
        with contextlib.suppress(CommandRefused):
            while len(places) < 20:
                places.append(await open_table(server.address, seats=3))
        return places

    async def sockets_opened(address: str) -> list[ClientConnection]:
        """As many as are allowed: the connections of requests that were answered may count for another moment."""
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

    async def visit(server: Server) -> tuple[int, list[int]]:
        places, opened = await tables_opened(server), []
        for how in (signal.SIGKILL, signal.SIGHUP, None):
            sockets = await sockets_opened(places[0].socket_address)
            opened.append(len(sockets))
            old = server.workers()
            if how is not None:
                for process in old if how == signal.SIGKILL else [server.process.pid]:
                    os.kill(process, how)
                await new_workers(server, old, 2)
        return len(places), opened

    with running_server(postgres, "--workers", "2", "--connections", "5", "--new-tables", "3") as server:
        tables, sockets = asyncio.run(visit(server))
    # Two workers that counted for themselves would let six through at once; one more is allowed every 20 seconds.
    assert 3 <= tables < 6
    assert sockets == [5, 5, 5]


def test_a_log_out_closes_the_sockets_in_every_worker(lasting_server: Server) -> None:
    server = lasting_server

    async def codes_after_log_out() -> list[int | None]:
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
            return [socket.close_code for socket in sockets]

    assert asyncio.run(codes_after_log_out()) == [4012] * 8


# It kills workers: a loaded machine may give the new ones too little time.
@pytest.mark.flaky(reruns=1)
def test_people_of_one_review_room_meet_whichever_worker_they_come_to(server: Server) -> None:
    """Also when a worker dies and another takes its place: rooms may move then, and everybody is sent along."""

    async def comes_to_all(door: RoomDoor, path: str, others: list[RoomGuest]) -> RoomGuest:
        async with asyncio.timeout(60):
            while True:
                guest = await door.enter(path, "Guest")
                here = [other for other in others if other.is_connected]
                if sum(one["here"] for one in guest.room["participants"]) == len(here) + 1:
                    return guest
                await guest.leave()
                await asyncio.sleep(0.5)

    async def scene() -> list[int]:
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
                guests.append(await comes_to_all(door, path, guests))
            await asyncio.sleep(3)
            for path, guests in rooms.items():
                await comes_to_all(door, path, guests)
            return [sum(guest.is_connected for guest in guests) for guests in rooms.values()]

    assert len(set(asyncio.run(scene()))) > 1, "each worker had some of the rooms"


def test_workers_end_with_their_supervisor(server: Server) -> None:
    workers = server.workers()
    server.process.kill()
    server.process.wait()
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < deadline, "a worker goes on without its supervisor"
        time.sleep(0.05)


def test_a_signal_ends_all_in_order(server: Server) -> None:
    workers = server.workers()
    assert len(workers) == 2
    assert server.stop() == 0
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_several_workers_on_sqlite_are_refused_with_the_reason(tmp_path: Path) -> None:
    ran = CliRunner().invoke(serve, ["--workers", "2", "--database", str(tmp_path / "tables.db")])
    assert ran.exit_code == 1
    assert "an SQLite file belongs to one process" in ran.output
    assert "--database postgresql://" in ran.output
    assert not list(tmp_path.iterdir())


def test_one_worker_on_sqlite_is_replaced_while_connections_wait(tmp_path: Path) -> None:
    async def play(server: Server) -> Ledger:
        storm = MoveStorm(server)
        await storm.open_tables()
        await storm.moves(20)
        old = server.workers()
        server.process.send_signal(signal.SIGHUP)
        await new_workers(server, old, 1)
        await storm.moves(20)
        return await storm.end()

    with running_server(str(tmp_path / "tables.db"), "--workers", "1") as server:
        ledger = asyncio.run(play(server))
    assert ledger.problems == []
    assert ledger.refusals == []


def test_a_server_whose_port_is_taken_says_so(postgres: str, lasting_server: Server) -> None:
    ran = CliRunner().invoke(serve, ["--workers", "2", "--port", str(lasting_server.port), "--database", postgres])
    assert ran.exit_code == 1
    assert f"127.0.0.1:{lasting_server.port} cannot be listened on: Address already in use" in ran.output


def test_any_worker_answers(lasting_server: Server) -> None:
    async def ask() -> list[bool]:
        return [(await request(lasting_server.address, "/healthz"))["ok"] for _ in range(6)]

    assert all(asyncio.run(ask()))
