"""SIGKILL while clients move as fast as they can: nothing acknowledged or shown is lost, changed, doubled or reordered.

Most servers are forked from a process that has imported everything (support/preloaded_server.py), so that a minute has
room for more kills. Every tenth start is a whole one, as an operator's, and its time to the first move is printed.

`make test-crash` runs the long form: 1,000 kills, unless KILLS says otherwise, and seven of ten of them on SQLite. No
time is asserted.
"""

import asyncio
import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from support.crash_clients import Ledger, Player, audit, tables_with_players
from support.postgres import running_postgres
from support.preloaded_server import ServerFactory
from support.server_process import Server

# The kills of the long form; none for the short one.
LONG = int(os.environ.get("HANABI_KILLS", "1000")) if os.environ.get("HANABI_CRASH") == "long" else 0
WHOLE_START_EVERY = 10
pytestmark = pytest.mark.slow

# For each kind of crash the seconds from the kill to the first new move.
Recoveries = dict[str, list[float]]
# Kills something and starts it again; returns the server and what kind of crash it was.
Crash = Callable[[Server], tuple[Server, str]]


async def play_through_crashes(server: Server, kills: int, crash: Crash, seed: int) -> tuple[Ledger, Recoveries]:
    """Let players play while `crash` kills things and starts them again."""
    chance, ledger = random.Random(seed), Ledger()
    recoveries: Recoveries = {}
    players = await tables_with_players(server.address, 6, ledger)
    playing = [asyncio.ensure_future(player.play()) for player in players]
    try:
        for number in range(kills):
            await asyncio.sleep(chance.uniform(0.05, 0.4))
            began = time.monotonic()
            server, kind = await asyncio.to_thread(crash, server)
            before = dict(ledger.newest)
            for player in players:
                player.addresses = [server.address]
            while not has_new_move(ledger, before) and not all(player.over for player in players):
                await asyncio.sleep(0.01)
                assert time.monotonic() - began < 120, (
                    f"no move after crash {number} ({kind}): {stuck(players, ledger)}"
                )
            recoveries.setdefault(kind, []).append(time.monotonic() - began)
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


def stuck(players: list[Player], ledger: Ledger) -> str:
    """What those wait for who still play."""
    waiting = [f"{player.seat.table} {player.seat.seat}: {player.pending}" for player in players if not player.over]
    return f"{waiting}, newest {ledger.newest}, refused {ledger.refusals[-20:]}"


def has_new_move(ledger: Ledger, before: dict[str, int]) -> bool:
    """Whether a move was made since: at most one a table was stored before the crash and shown only after it."""
    return any(n > before.get(table, n) + 1 for table, n in ledger.newest.items())


def print_recoveries(what: str, ledger: Ledger, recoveries: Recoveries, capsys: pytest.CaptureFixture[str]) -> None:
    kills, seconds = sum(map(len, recoveries.values())), sum(map(sum, recoveries.values()))
    with capsys.disabled():
        print(
            f"\n{what}: {kills} kills, {len(ledger.acks)} acknowledged moves, {len(ledger.problems)} problems, "
            f"{seconds / 60:.0f} minutes without a server (load {os.getloadavg()[0]:.1f}); kill to first new move:"
        )
        for kind, found in recoveries.items():
            ordered = sorted(found)
            print(
                f"  {kind:26} {len(ordered):4} p50 {ordered[len(ordered) // 2]:.2f} s, "
                f"p90 {ordered[len(ordered) * 9 // 10]:.2f} s, max {ordered[-1]:.2f} s"
            )


def restarted(factory: ServerFactory, database: str) -> Crash:
    """Kills the server. Every tenth that follows is a whole start."""
    count = 0

    def crash(server: Server) -> tuple[Server, str]:
        nonlocal count
        count += 1
        server.kill()
        if count % WHOLE_START_EVERY == 1:
            return Server(database, port=server.port), "server, whole start"
        return factory.start(database, server.port), "server, forked"

    return crash


def test_kills_of_the_server_on_sqlite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "tables.db")
    with ServerFactory() as factory:
        playing = play_through_crashes(
            factory.start(database), LONG * 7 // 10 or 12, restarted(factory, database), seed=1
        )
        ledger, recoveries = asyncio.run(playing)
    print_recoveries("server on SQLite", ledger, recoveries, capsys)
    assert ledger.problems == []
    assert len(ledger.acks) > sum(map(len, recoveries.values()))


def test_kills_of_server_and_database_on_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    with running_postgres() as postgres, ServerFactory() as factory:
        chance = random.Random(2)
        restart = restarted(factory, postgres.dsn)

        def crash(server: Server) -> tuple[Server, str]:
            if chance.random() < 0.5:
                postgres.kill()
                postgres.start()
                return server, "database"
            return restart(server)

        playing = play_through_crashes(factory.start(postgres.dsn), LONG * 3 // 10 or 10, crash, seed=2)
        ledger, recoveries = asyncio.run(playing)
    print_recoveries("server or database on PostgreSQL", ledger, recoveries, capsys)
    assert ledger.problems == []
    assert len(ledger.acks) > sum(map(len, recoveries.values()))
