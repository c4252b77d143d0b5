"""Several processes on one PostgreSQL: one order for everybody, and nothing lost when one of them dies."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from websockets.asyncio.client import connect

from hanabi.client import SeatAt, TableClient, open_table
from hanabi.server.actor import Actor
from hanabi.server.context import Context
from hanabi.server.database import Store, open_store
from hanabi.server.database.postgres import PostgresStore
from hanabi.server.live import presence
from hanabi.server.live.registry import TableRegistry
from hanabi.server.settings import ServerLimits, Settings
from hanabi.server.tables import commands
from hanabi.server.tables.command_handlers import handle
from hanabi.server.wire.messages import SeenGame, StateMessage
from support.crash_clients import Ledger, audit, tables_with_players
from support.in_process_tables import RecordingClient, a_choice, a_table
from support.postgres import a_database
from support.server_process import Server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with a_database() as dsn:
        yield dsn


@pytest.fixture
def servers(postgres: str) -> Iterator[list[Server]]:
    with ThreadPoolExecutor() as pool:
        started = list(pool.map(Server, [postgres] * 3))
    yield started
    for server in started:
        if server.process.poll() is None:
            server.stop()


def test_clients_of_three_processes_see_one_order_and_survive_a_kill(servers: list[Server]) -> None:
    async def play() -> Ledger:
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
        return ledger

    ledger = asyncio.run(play())
    assert ledger.problems == []
    assert len(ledger.acks) > 40


def view_of(state: StateMessage) -> SeenGame:
    assert state.view is not None
    return state.view


def test_bots_go_on_when_their_driver_dies(servers: list[Server]) -> None:
    """A table of bots finishes although the process that moved them is killed in the middle."""

    async def play() -> str:
        seat = await open_table(servers[0].address, seats=3, bots=("random", "random"), start=True)
        spectator = SeatAt(servers[1].address, seat.table)
        async with TableClient(SeatAt(servers[0].address, seat.table, seat.token)) as client:
            state = await asyncio.wait_for(client.wait_for(lambda state: view_of(state).player == 0), 60)
            await client.move(view_of(state).legal[-1])
            await asyncio.wait_for(client.wait_for(lambda state: view_of(state).actions >= 2), 60)
        async with TableClient(SeatAt(servers[1].address, seat.table, seat.token)) as client:
            await asyncio.wait_for(client.wait_for(lambda state: view_of(state).player == 0), 60)
            servers[0].kill()
            assert client.state is not None
            state = client.state
            while view_of(state).over is None and view_of(state).actions < 12:
                state = await asyncio.wait_for(
                    client.wait_for(lambda state: view_of(state).over is not None or view_of(state).player == 0), 60
                )
                if view_of(state).legal:
                    await client.move(view_of(state).legal[-1])
                    await asyncio.sleep(0.05)
                    state = client.state
        async with TableClient(spectator) as client:
            state = await asyncio.wait_for(client.wait_for(lambda state: True), 60)
        return state.table.phase

    assert asyncio.run(play()) in ("playing", "over")


@pytest.mark.parametrize("notified", [True, False])
def test_a_lost_notification_is_made_up_for_by_polling(postgres: str, notified: bool) -> None:
    """A spectator of another process sees a move although the process that stored it sent no notification."""

    async def watch() -> tuple[str, list[int]]:
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
                stop_notices(here.registry.store)
            hints.clear()
            await player.send_command(id="m", **a_choice(player.state, random.Random(1)))
            n = live.table.n
            await until(lambda: watcher.state["n"] == n)
            if notified:
                await until(lambda: n in hints)
            return json.dumps(watcher.state["events"]), [number for number in hints if number == n]

    events, hints = asyncio.run(watch())
    assert '"n": 2' in events
    assert bool(hints) is notified


def test_a_command_that_builds_on_what_another_process_stored_is_not_refused(postgres: str) -> None:
    """A client that changes process, or hears from a friend, may be ahead of a process whose notice got lost."""

    async def play() -> list[dict[str, Any]]:
        async with a_registry_at(postgres) as here, a_registry_at(postgres) as there:
            live = await a_table(here, 2)
            first = RecordingClient(here, live, "k0")
            await first.send_command(type="start", id="s")
            behind = await there.registry.live_table(live.table.id)
            stop_notices(here.registry.store)
            chance = random.Random(1)
            answers = []
            for number in range(6):
                answers.append(await first.send_command(id=f"a{number}", **a_choice(first.state, chance)))
                ahead = RecordingClient(here, live, "k1").state
                second = RecordingClient(there, behind, "k1")
                answers.append(await second.send_command(id=f"b{number}", **a_choice(ahead, chance)))
                await live.catch_up()
            assert (await second.send_command(id="x", type="start"))["code"] == "not_host"
            return answers

    assert [answer["type"] for answer in asyncio.run(play())] == ["ack"] * 12


def test_a_table_that_is_played_elsewhere_is_dropped_and_loaded_again(postgres: str) -> None:
    """And one that is dropped while a request changes it has its summary saved all the same."""

    async def play() -> None:
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
            renamed = commands.Rename(id="t", name="Cleo")
            await again.append(lambda now: handle(again.table, renamed, Actor("k1"), now), "k1:t")
            assert there.registry.live_tables[live.table.id] is again
            await until(lambda: first.state["table"]["seats"][1]["name"] == "Cleo")

    asyncio.run(play())


def test_a_client_is_not_sent_back_by_a_process_that_is_behind(postgres: str) -> None:
    async def play(servers: list[Server]) -> list[int]:
        seat = await open_table(servers[0].address, seats=2)
        shown = []
        async with TableClient(SeatAt(servers[1].address, seat.table)) as spectator:
            await asyncio.wait_for(spectator.wait_for(lambda state: True), 60)
            for number in range(20):
                async with TableClient(seat) as client:
                    n = await client.send(commands.Rename(id=f"c{number}", name=f"Name {number}"))
                address = SeatAt(servers[1].address, seat.table, seat.token).socket_address
                headers = {"Authorization": f"Bearer {seat.token}"}
                async with connect(f"{address}?since={n}", additional_headers=headers) as socket:
                    shown.append(json.loads(await socket.recv())["n"] - n)
        return shown

    with ThreadPoolExecutor() as pool:
        servers = list(pool.map(Server, [postgres] * 2))
    try:
        assert min(asyncio.run(play(servers))) >= 0
    finally:
        for server in servers:
            server.stop()


def test_who_is_connected_is_known_in_every_process(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that connects later learns who is connected; a process without heartbeats is forgotten."""
    monkeypatch.setattr(presence, "REPEAT_INTERVAL", 0.5)
    monkeypatch.setattr(presence, "EXPIRY", 1.5)

    def online(client: RecordingClient) -> list[int]:
        return [seat["seat"] for seat in client.state["table"]["seats"] if seat["online"]]

    async def connect_in_turn() -> None:
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
            same.dismiss(second.client)
            await until(lambda: online(first) == online(third) == [0, 2])
            await there.registry.close()
            await until(lambda: online(first) == [0])

    asyncio.run(connect_in_turn())


def test_spectators_talk_and_bots_are_paced_across_processes(postgres: str) -> None:
    async def watch_elsewhere() -> None:
        async with a_registry_at(postgres) as here, a_registry_at(postgres) as there:
            live = await a_table(here, 3)
            same = await there.registry.live_table(live.table.id)
            player, eve = RecordingClient(here, live, "k0"), RecordingClient(here, live, None)
            await player.send_command(type="start", id="s")
            await eve.send_command(type="spectator_chat", id="c", name="Eve", text="hello")
            # Who comes later, elsewhere, reads it too, and is answered.
            late = RecordingClient(there, same, None)
            there.registry.messages.watched(same)
            await until(lambda: any('"hello"' in text for text in late.sent))
            await late.send_command(type="spectator_chat", id="d", name="Late", text="me too")
            await until(lambda: any('"me too"' in text for text in eve.sent))
            assert [remark.text for remark in live.spectator_chat.remarks] == ["hello", "me too"]
            assert live.spectator_chat.remarks == same.spectator_chat.remarks
            assert not any("hello" in text for text in player.sent), "players read it when the game is over"

            for registry in (here.registry, there.registry):
                registry.presence_changed(registry.live_tables[live.table.id])
            await player.send_command(type="pace", id="p", pace="slow")
            await until(lambda: same.wait_factor() == 2.5)
            # A process that takes the table up later is told again.
            there.registry.live_tables.pop(live.table.id)
            again = await there.registry.live_table(live.table.id)
            there.registry.presence_changed(again)
            here.registry.messages._repeated_at = 0.0
            live.table.occupants[2].bot = "random"
            await until(lambda: again.wait_factor() == 2.5)
            here.registry.messages.skip(live)
            await until(lambda: again.wait_factor() == 0.0)

    asyncio.run(watch_elsewhere())


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


def stop_notices(store: Store) -> None:
    """Lose all that this process would tell the others from now on."""
    assert isinstance(store, PostgresStore)
    next(task for task in store._tasks if task.get_name() == "hanabi-notify").cancel()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not condition():
            await asyncio.sleep(0.01)
