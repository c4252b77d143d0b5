"""SIGKILL in the middle of a storm of moves: nothing acknowledged or shown is lost, changed, doubled or reordered.

`make test-crash` runs the long form.
"""

import asyncio
import os
import random
import time

import pytest

from web.postgres import running_postgres
from web.serving import Server
from web.storm import Ledger, audit, tables_with_players

LONG = os.environ.get("HANABI_CRASH") == "long"
pytestmark = pytest.mark.slow


async def storm(server: Server, database: str, kills: int, crash, seed: int) -> tuple[Ledger, list[float]]:
    """Let players play while `crash` kills things; returns the ledger and how long each recovery took."""
    chance, ledger, recoveries = random.Random(seed), Ledger(), []
    players = await tables_with_players(server.address, 6, ledger)
    playing = [asyncio.ensure_future(player.play()) for player in players]
    try:
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(0.05, 0.4))
            server = await asyncio.to_thread(crash, server)
            began, before = time.monotonic(), ledger.moves
            for player in players:
                player.addresses = [server.address]
            while ledger.moves == before and not all(player.over for player in players):
                await asyncio.sleep(0.01)
                assert time.monotonic() - began < 60, f"no move after crash {len(recoveries)}"
            recoveries.append(time.monotonic() - began)
            if all(player.over for player in players[-12:]):
                # Games come to an end; the storm goes on at new tables.
                fresh = await tables_with_players(server.address, 6, ledger)
                players += fresh
                playing += [asyncio.ensure_future(player.play()) for player in fresh]
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.wait_for(audit(server.address, players, ledger), 120)
    server.stop()
    return ledger, recoveries


def test_kills_of_the_server_on_sqlite(tmp_path):
    database = str(tmp_path / "tables.db")

    def crash(server: Server) -> Server:
        server.kill()
        return Server(database, port=server.port)

    ledger, recoveries = asyncio.run(storm(Server(database), database, 300 if LONG else 12, crash, seed=1))
    assert ledger.problems == []
    assert len(ledger.acks) > len(recoveries)


def test_kills_of_server_and_database_on_postgresql():
    with running_postgres() as postgres:
        chance = random.Random(2)

        def crash(server: Server) -> Server:
            if chance.random() < 0.5:
                postgres.kill()
                postgres.start()
                return server
            server.kill()
            return Server(postgres.dsn, port=server.port)

        ledger, recoveries = asyncio.run(storm(Server(postgres.dsn), postgres.dsn, 100 if LONG else 10, crash, seed=2))
    assert ledger.problems == []
    assert len(ledger.acks) > len(recoveries)
