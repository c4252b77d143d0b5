"""Several processes on one PostgreSQL: all see the same order, and nothing is lost when one of them dies."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import connect

from hanabi.client import SeatAt, TableClient, open_table
from hanabi.rules.view_documents import SeenGame
from hanabi.server.actor import Actor
from hanabi.server.context import Context
from hanabi.server.database import Store, open_store
from hanabi.server.database.postgres import PostgresStore
from hanabi.server.live import presence
from hanabi.server.live.registry import TableRegistry
from hanabi.server.settings import ServerLimits, Settings
from hanabi.server.sockets.table_socket import TableSession, TableSockets
from hanabi.server.tables import handle
from hanabi.server.tables.features import seating
from support.crash_clients import Ledger, audit, tables_with_players
from support.in_process_tables import RecordingClient, a_choice, a_table
from support.server_process import Server

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture
def servers(postgres: str) -> Iterator[list[Server]]:
    with ThreadPoolExecutor() as pool:
        started = list(pool.map(Server, [postgres] * 3))
    yield started
    for server in started:
        if server.process.poll() is None:
            server.stop()


# Three servers, one of them killed: a loaded machine may give them too little time.
@pytest.mark.flaky(reruns=1)
async def test_clients_of_three_processes_see_one_order_and_survive_a_kill(servers: list[Server]) -> None:
    ledger = Ledger()
    players = await tables_with_players(servers[0].address, 4, ledger)
    for number, player in enumerate(players):
        player.addresses = [servers[number % 3].address]
    playing = [asyncio.ensure_future(player.play()) for player in players]
    await until(lambda: ledger.moves >= 25)
    servers[0].kill()
    before = ledger.moves
    for player in players:
        player.addresses = [servers[1].address, servers[2].address]
    await until(lambda: ledger.moves >= before + 20 or all(player.over for player in players))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for server in servers[1:]:
        await audit(server.address, players, ledger)
    assert ledger.problems == []
    assert len(ledger.acks) > 40


async def view_when(client: TableClient, condition: Callable[[SeenGame], bool]) -> SeenGame:
    """Wait for a view."""
    state = await asyncio.wait_for(client.wait_for(lambda state: state.view is not None and condition(state.view)), 60)
    assert state.view is not None
    return state.view


# Three servers, one of them killed: a loaded machine may give them too little time.
@pytest.mark.flaky(reruns=1)
async def test_bots_continue_when_their_driver_dies(servers: list[Server]) -> None:
    """A table of bots continues although the process that moved them is killed in the middle."""
    seat = await open_table(servers[0].address, seats=3, bots=("random", "random"), start=True)
    async with TableClient(seat) as client:
        view = await view_when(client, lambda view: view.player == 0)
        await client.move(view.legal[-1])
        await view_when(client, lambda view: view.actions >= 2)
    async with TableClient(SeatAt(servers[1].address, seat.table, seat.token)) as client:
        view = await view_when(client, lambda view: view.player == 0)
        servers[0].kill()
        while view.over is None and view.actions < 12:
            await client.move(view.legal[-1])
            actions = view.actions
            view = await view_when(
                client,
                lambda view: view.over is not None or (view.player == 0 and view.actions > actions),  # noqa: B023
            )
    async with TableClient(SeatAt(servers[1].address, seat.table)) as spectator:
        state = await asyncio.wait_for(spectator.wait_for(lambda state: True), 60)
        assert state.table.phase in ("playing", "over")


class AcceptingSocket:
    """The transport of a socket that the server opens."""

    closing = is_full = False

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.listener: TableSession | None = None

    def accept(self) -> None: ...

    def write(self, message: bytes) -> None:
        self.sent.append(message.decode())

    write_padded = write_uncompressed = write

    def close(self, code: int, reason: str = "") -> None:
        self.closing = True


async def test_a_table_that_is_dropped_while_a_client_connects_still_gets_news(postgres: str) -> None:
    """A hint about a move elsewhere drops a table without clients: the client that is connecting must not stay with
    the dropped one."""
    async with a_registry_at(postgres) as here, a_registry_at(postgres) as there:
        live = await a_table(here, 2)
        player = RecordingClient(here, live, "k0")
        await player.send_command(type="start", id="s")
        http = HTTPConnection({"type": "http", "headers": [], "query_string": b""})

        async def drop_and_identify(connection: HTTPConnection) -> Actor:
            await until(lambda: not there.registry._summaries.is_waiting(live.table.id))
            there.registry._hinted(live.table.id, live.table.n + 1)
            assert live.table.id not in there.registry.live_tables
            return Actor("k1")

        there.actor = drop_and_identify  # type: ignore[method-assign]
        socket: Any = AcceptingSocket()
        await TableSockets(there).open(http, socket, "192.0.2.1", live.table.id)
        await player.send_command(id="m", **a_choice(player.state, random.Random(1)))
        await until(lambda: any(json.loads(text).get("n") == live.table.n for text in socket.sent))


async def test_a_client_that_connects_while_another_process_moves_sees_the_move_at_once(postgres: str) -> None:
    async with a_registry_at(postgres) as here, a_registry_at(postgres) as there:
        live = await a_table(here, 2)
        player = RecordingClient(here, live, "k0")
        await player.send_command(type="start", id="s")
        http = HTTPConnection({"type": "http", "headers": [], "query_string": b""})

        async def move_and_identify(connection: HTTPConnection) -> Actor:
            await until(lambda: not there.registry._summaries.is_waiting(live.table.id))
            await player.send_command(id="m", **a_choice(player.state, random.Random(1)))
            await until(lambda: live.table.id not in there.registry.live_tables)
            return Actor("k1")

        there.actor = move_and_identify  # type: ignore[method-assign]
        socket: Any = AcceptingSocket()
        await TableSockets(there).open(http, socket, "192.0.2.1", live.table.id)
        assert json.loads(socket.sent[0])["n"] == live.table.n


@pytest.mark.parametrize("notified", [True, False])
async def test_polling_makes_up_for_a_lost_notification(postgres: str, notified: bool) -> None:
    """A spectator of another process sees a move although the process that stored it sent no notification."""
    async with a_registry_at(postgres) as here, a_registry_at(postgres) as there:
        live = await a_table(here, 3)
        player = RecordingClient(here, live, "k0")
        await player.send_command(type="start", id="s")
        watched = await there.registry.live_table(live.table.id)
        watcher = RecordingClient(there, watched, None)
        hints: list[int] = []
        there.registry.store.on_hint(lambda table, n: hints.append(n) if table == live.table.id else None)
        await until(lambda: watcher.state["n"] == live.table.n)
        if not notified:
            stop_notifications(here.registry.store)
        hints.clear()
        await player.send_command(id="m", **a_choice(player.state, random.Random(1)))
        n = live.table.n
        await until(lambda: watcher.state["n"] == n)
        if notified:
            await until(lambda: n in hints)
        assert '"n": 2' in json.dumps(watcher.state["events"])
        assert (n in hints) is notified


async def test_a_command_may_depend_on_an_event_of_another_process(postgres: str) -> None:
    """A client may be ahead of a process that missed a notification."""
    async with a_registry_at(postgres) as here, a_registry_at(postgres) as there:
        live = await a_table(here, 2)
        first = RecordingClient(here, live, "k0")
        await first.send_command(type="start", id="s")
        behind = await there.registry.live_table(live.table.id)
        stop_notifications(here.registry.store)
        chance = random.Random(1)
        answers = []
        for number in range(6):
            answers.append(await first.send_command(id=f"a{number}", **a_choice(first.state, chance)))
            ahead = RecordingClient(here, live, "k1").state
            second = RecordingClient(there, behind, "k1")
            answers.append(await second.send_command(id=f"b{number}", **a_choice(ahead, chance)))
            await live.catch_up()
        assert (await second.send_command(id="x", type="start"))["code"] == "not_host"
        assert [answer["type"] for answer in answers] == ["ack"] * 12


async def test_a_table_that_another_process_plays_is_dropped_and_loaded_again(postgres: str) -> None:
    """A table that is dropped while a request changes it still saves its summary."""
    async with a_registry_at(postgres) as here, a_registry_at(postgres) as there:
        live = await a_table(here, 2)
        first = RecordingClient(here, live, "k0")
        unused = await there.registry.live_table(live.table.id)
        await until(lambda: not there.registry._summaries.is_waiting(live.table.id))
        await first.send_command(type="rename", id="r", name="Ana")
        await until(lambda: live.table.id not in there.registry.live_tables)
        again = await there.registry.live_table(live.table.id)
        assert again is not unused
        assert again.table.n == live.table.n
        await until(lambda: not there.registry._summaries.is_waiting(live.table.id))
        await first.send_command(type="rename", id="s", name="Bo")
        await until(lambda: live.table.id not in there.registry.live_tables)
        renamed = seating.Rename(id="t", name="Cleo")
        await again.append(lambda now: handle(again.table, renamed, Actor("k1"), now), "k1:t")
        assert there.registry.live_tables[live.table.id] is again
        await until(lambda: first.state["table"]["seats"][1]["name"] == "Cleo")


async def test_a_process_that_is_behind_sends_no_earlier_state(servers: list[Server]) -> None:
    seat = await open_table(servers[0].address, seats=2)
    async with TableClient(SeatAt(servers[1].address, seat.table)) as spectator:
        await asyncio.wait_for(spectator.wait_for(lambda state: True), 60)
        for number in range(20):
            async with TableClient(seat) as client:
                n = await client.send(seating.Rename(id=f"c{number}", name=f"Name {number}"))
            address = SeatAt(servers[1].address, seat.table, seat.token).socket_address
            headers = {"Authorization": f"Bearer {seat.token}"}
            async with connect(f"{address}?since={n}", additional_headers=headers) as socket:
                assert json.loads(await socket.recv())["n"] >= n


async def test_every_process_knows_who_is_connected(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that connects later sees who is connected; a process that stopped is forgotten."""
    monkeypatch.setattr(presence, "REPEAT_INTERVAL", 0.5)
    monkeypatch.setattr(presence, "EXPIRY", 1.5)

    def online(client: RecordingClient) -> list[int]:
        return [seat["seat"] for seat in client.state["table"]["seats"] if seat["online"]]

    async with a_registry_at(postgres) as here, a_registry_at(postgres) as there:
        live = await a_table(here, 3)
        first = RecordingClient(here, live, "k0")
        here.registry.presence_changed(live)
        await until(lambda: online(first) == [0])
        same = await there.registry.live_table(live.table.id)
        second = RecordingClient(there, same, "k1")
        there.registry.presence_changed(same)
        await until(lambda: online(first) == online(second) == [0, 1])
        third = RecordingClient(there, same, "k2")
        there.registry.presence_changed(same)
        same.clients.dismiss(second.client)
        await until(lambda: online(first) == online(third) == [0, 2])
        eve = RecordingClient(there, same, None)
        eve.client.name = "Ève, the “1st”: 100 %"
        there.registry.presence_changed(same)
        await until(lambda: first.state["table"]["viewers"] == [eve.client.name])
        assert first.state["table"]["watching"] == 1
        same.clients.dismiss(eve.client)
        there.registry.presence_changed(same)
        await until(lambda: first.state["table"]["watching"] == 0)
        await there.registry.close()
        await until(lambda: online(first) == [0])


async def test_spectator_chat_and_bot_pace_cross_processes(postgres: str) -> None:
    async with a_registry_at(postgres) as here, a_registry_at(postgres) as there:
        live = await a_table(here, 3)
        same = await there.registry.live_table(live.table.id)
        player, eve = RecordingClient(here, live, "k0"), RecordingClient(here, live, None)
        await player.send_command(type="start", id="s")
        await eve.send_command(type="spectator_chat", id="c", name="Eve", text="hello")
        # A spectator who comes later in another process reads it too, and can answer.
        late = RecordingClient(there, same, None)
        there.registry.messages.watched(same)
        await until(lambda: any('"hello"' in text for text in late.sent))
        await late.send_command(type="spectator_chat", id="d", name="Late", text="me too")
        await until(lambda: any('"me too"' in text for text in eve.sent))
        assert [remark.text for remark in live.clients.spectator_chat.remarks] == ["hello", "me too"]
        assert live.clients.spectator_chat.remarks == same.clients.spectator_chat.remarks
        assert not any("hello" in text for text in player.sent), "players read it after the game"

        for registry in (here.registry, there.registry):
            registry.presence_changed(registry.live_tables[live.table.id])
        await player.send_command(type="pace", id="p", pace="slow")
        await until(lambda: same.wait_factor() == 2.5)
        # A process that loads the table later gets it again.
        there.registry.live_tables.pop(live.table.id)
        again = await there.registry.live_table(live.table.id)
        there.registry.presence_changed(again)
        here.registry.messages._repeated_at = 0.0
        live.table.occupants[2].bot = "random"
        await until(lambda: again.wait_factor() == 2.5)
        here.registry.messages.skip(live)
        await until(lambda: again.wait_factor() == 0.0)


@contextlib.asynccontextmanager
async def a_registry_at(dsn: str) -> AsyncIterator[Context]:
    store = open_store(dsn)
    await store.open()
    registry = TableRegistry(store, bot_pace=0.0)
    await registry.open()
    try:
        yield Context(registry, Settings("", limits=ServerLimits(messages=0, requests=0)))
    finally:
        await registry.close()
        await store.close()


def stop_notifications(store: Store) -> None:
    """From now on, lose all notifications of this process."""
    assert isinstance(store, PostgresStore)
    next(task for task in store._tasks if task.get_name() == "hanabi-notify").cancel()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not condition():
            await asyncio.sleep(0.01)
