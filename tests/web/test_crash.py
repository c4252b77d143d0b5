"""SIGKILL while clients move as fast as they can: nothing acknowledged or shown is lost, changed, doubled or reordered.

`make test-crash` runs the long form: 1,000 kills, unless KILLS says otherwise, and seven of ten of them on SQLite. Each
prints how long the tables stood still: no time is asserted.
"""

import asyncio
import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from support.crash_clients import Ledger, audit, tables_with_players
from support.postgres import running_postgres
from support.server_process import Server

# The kills of the long form; none for the short one.
LONG = int(os.environ.get("HANABI_KILLS", "1000")) if os.environ.get("HANABI_CRASH") == "long" else 0
pytestmark = pytest.mark.slow


async def play_through_crashes(
    server: Server, kills: int, crash: Callable[[Server], Server], seed: int
) -> tuple[Ledger, list[float]]:
    """Let players play while `crash` kills things and starts them again.

    Returns the ledger, and for each crash the seconds from the kill to the first new move.
    """
    chance, ledger = random.Random(seed), Ledger()
    recoveries: list[float] = []
    players = await tables_with_players(server.address, 6, ledger)
    playing = [asyncio.ensure_future(player.play()) for player in players]
    try:
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(0.05, 0.4))
            began = time.monotonic()
            server = await asyncio.to_thread(crash, server)
            before = dict(ledger.newest)
            for player in players:
                player.addresses = [server.address]
            while not has_new_move(ledger, before) and not all(player.over for player in players):
                await asyncio.sleep(0.01)
                assert time.monotonic() - began < 120, f"no move after crash {len(recoveries)}"
            recoveries.append(time.monotonic() - began)
            if all(player.over for player in players[-12:]):
                # Games come to an end; then new tables are opened.
                fresh = await tables_with_players(server.address, 6, ledger)
                players += fresh
                playing += [asyncio.ensure_future(player.play()) for player in fresh]
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.wait_for(audit(server.address, players, ledger), 120 + len(players))
    server.stop()
    return ledger, recoveries


def has_new_move(ledger: Ledger, before: dict[str, int]) -> bool:
    """Whether a move was made since: at most one a table was stored before the crash and shown only after it."""
    return any(n > before.get(table, n) + 1 for table, n in ledger.newest.items())


def print_recoveries(what: str, ledger: Ledger, recoveries: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    ordered = sorted(recoveries)
    with capsys.disabled():
        print(
            f"\n{what}: {len(ordered)} kills, {len(ledger.acks)} acknowledged moves, {len(ledger.problems)} problems; "
            f"kill to first new move p50 {ordered[len(ordered) // 2]:.2f} s, "
            f"p90 {ordered[len(ordered) * 9 // 10]:.2f} s, max {ordered[-1]:.2f} s, "
            f"{sum(ordered) / 60:.0f} minutes in all (load {os.getloadavg()[0]:.1f})"
        )


def test_kills_of_the_server_on_sqlite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "tables.db")

    def crash(server: Server) -> Server:
        server.kill()
        return Server(database, port=server.port)

    ledger, recoveries = asyncio.run(play_through_crashes(Server(database), LONG * 7 // 10 or 12, crash, seed=1))
    print_recoveries("server on SQLite", ledger, recoveries, capsys)
    assert ledger.problems == []
    assert len(ledger.acks) > len(recoveries)


def test_kills_of_server_and_database_on_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    with running_postgres() as postgres:
        chance = random.Random(2)

        def crash(server: Server) -> Server:
            if chance.random() < 0.5:
                postgres.kill()
                postgres.start()
                return server
            server.kill()
            return Server(postgres.dsn, port=server.port)

        ledger, recoveries = asyncio.run(
            play_through_crashes(Server(postgres.dsn), LONG * 3 // 10 or 10, crash, seed=2)
        )
    print_recoveries("server or database on PostgreSQL", ledger, recoveries, capsys)
    assert ledger.problems == []
    assert len(ledger.acks) > len(recoveries)
