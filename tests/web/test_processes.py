"""Several processes on one PostgreSQL: one order for everybody, and nothing lost when one of them dies."""

import asyncio
import time

import pytest

from hanabi.tables import commands
from hanabi.web.client import SeatAt, TableClient, open_table
from web.postgres import running_postgres
from web.serving import Server
from web.storm import Ledger, audit, tables_with_players

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def postgres():
    with running_postgres() as started:
        yield started


@pytest.fixture
def servers(postgres):
    started = [Server(postgres.dsn) for _ in range(3)]
    yield started
    for server in started:
        if server.process.poll() is None:
            server.stop()


def test_clients_of_three_processes_see_one_order_and_survive_a_kill(servers):
    async def play() -> Ledger:
        ledger = Ledger()
        players = await tables_with_players(servers[0].address, 4, ledger)
        for number, player in enumerate(players):
            player.addresses = [servers[number % 3].address]
        playing = [asyncio.ensure_future(player.play()) for player in players]
        await asyncio.sleep(3)
        servers[0].kill()
        before = ledger.moves
        for player in players:
            player.addresses = [servers[1].address, servers[2].address]
        began = time.monotonic()
        while ledger.moves < before + 20 and not all(player.over for player in players):
            await asyncio.sleep(0.02)
            assert time.monotonic() - began < 30, "the tables do not go on"
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for server in servers[1:]:
            await audit(server.address, players, ledger)
        return ledger

    ledger = asyncio.run(play())
    assert ledger.problems == []
    assert len(ledger.acks) > 40


def test_bots_go_on_when_their_driver_dies(servers):
    """A table of bots finishes although the process that moved them is killed in the middle."""

    async def play() -> str:
        seat = await open_table(servers[0].address, seats=3, bots=("random", "random"), start=True)
        spectator = SeatAt(servers[1].address, seat.table)
        async with TableClient(SeatAt(servers[0].address, seat.table, seat.token)) as client:
            state = await asyncio.wait_for(client.wait_for(lambda state: state.view.player == 0), 30)
            await client.move(state.view.legal[-1])
            await asyncio.wait_for(client.wait_for(lambda state: state.view.actions >= 2), 30)
        async with TableClient(SeatAt(servers[1].address, seat.table, seat.token)) as client:
            await asyncio.wait_for(client.wait_for(lambda state: state.view.player == 0), 30)
            servers[0].kill()
            state = client.state
            while state.view.over is None and state.view.actions < 12:
                state = await asyncio.wait_for(
                    client.wait_for(lambda state: state.view.over is not None or state.view.player == 0), 30
                )
                if state.view.legal:
                    await client.move(state.view.legal[-1])
                    await asyncio.sleep(0.05)
                    state = client.state
        async with TableClient(spectator) as client:
            state = await asyncio.wait_for(client.wait_for(lambda state: True), 10)
        return state.table.phase

    assert asyncio.run(play()) in ("playing", "over")


def test_a_lost_hint_is_healed_by_looking(servers):
    """A spectator elsewhere sees a move although the process that took it told nobody."""

    async def play() -> None:
        seat = await open_table(servers[0].address, seats=2, bots=("random",), start=True)
        async with (
            TableClient(SeatAt(servers[0].address, seat.table, seat.token)) as client,
            TableClient(SeatAt(servers[1].address, seat.table)) as watcher,
        ):
            state = await asyncio.wait_for(client.wait_for(lambda state: state.view.player == 0), 20)
            await asyncio.wait_for(watcher.wait_for(lambda seen: seen.n == state.n), 10)
            n = await client.send(commands.Phrase(id="hello", phrase="thanks"))
            await asyncio.wait_for(watcher.wait_for(lambda seen: seen.n >= n), 10)

    asyncio.run(play())
