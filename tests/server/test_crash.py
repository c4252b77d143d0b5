"""SIGKILL while clients move as fast as they can: nothing acknowledged or shown is lost, changed, doubled or reordered.
Meanwhile clubs change, and two people find each other, play rated games, and enter events.

Most servers are forked from a process that has imported everything (support/preloaded_server.py), so that more kills
fit into a minute. Every tenth start is a regular one, and the test prints its time to the first move.

`make test-crash` runs the long form: 1,000 kills (or KILLS) on SQLite, on PostgreSQL and behind HAProxy each. It
asserts no times.
"""

import asyncio
import os
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from support.crash_clients import Ledger, Organizer, Player, audit, tables_with_players
from support.crash_people import Company
from support.postgres import running_postgres
from support.preloaded_server import ServerFactory
from support.proxy import ProxiedServers, proxied_servers
from support.server_process import Server

# The number of kills of each test in the long form, otherwise 0.
LONG = int(os.environ.get("HANABI_KILLS", "1000")) if os.environ.get("HANABI_CRASH") == "long" else 0
REGULAR_START_EVERY = 10
# Seconds without any move after which a table counts as stuck: many times more than a busy machine needs.
PATIENCE = 600
# Kills between two lines about the progress.
PROGRESS_EVERY = 50
pytestmark = [pytest.mark.anyio, pytest.mark.slow]

# Seconds from the kill to the first new move, by type of crash.
Recoveries = dict[str, list[float]]
# What players connect to: a server, or several behind a proxy.
S = TypeVar("S", Server, ProxiedServers)
# Kills something and starts it again; returns the server and the type of crash.
Crash = Callable[[S], tuple[S, str]]


async def play_through_crashes(
    server: S, kills: int, crash: Crash[S], seed: int, capsys: pytest.CaptureFixture[str]
) -> tuple[Ledger, Recoveries]:
    """Let players play while `crash` kills things and starts them again."""
    chance, ledger = random.Random(seed), Ledger()
    recoveries: Recoveries = {}
    players: list[Player] = await tables_with_players(server.address, 6, ledger)
    organizer, company = Organizer(server.address, ledger), Company(server.address)
    works = (organizer.organize(), *(player.play() for player in players))
    playing: list[asyncio.Future[None]] = [asyncio.ensure_future(work) for work in works]
    living = asyncio.ensure_future(company.live())
    try:
        for number in range(kills):
            await asyncio.sleep(chance.uniform(0.05, 0.4))
            began = time.monotonic()
            server, crash_type = await asyncio.to_thread(crash, server)
            before = dict(ledger.newest)
            for player in players:
                player.addresses = [server.address]
            company.move_to(server.address)
            while not has_new_move(ledger, before) and not all(player.over for player in players):
                await asyncio.sleep(0.01)
                assert time.monotonic() - began < PATIENCE, (
                    f"no move after crash {number} ({crash_type}): {stuck(players, ledger)}"
                )
            recoveries.setdefault(crash_type, []).append(time.monotonic() - began)
            if (number + 1) % PROGRESS_EVERY == 0:
                with capsys.disabled():
                    print(f"{number + 1} of {kills} kills, {len(ledger.problems)} problems", flush=True)
            if all(player.over for player in players[-12:]):
                # When the games end, open new tables.
                fresh = await tables_with_players(server.address, 6, ledger)
                players += fresh
                playing += [asyncio.ensure_future(player.play()) for player in fresh]
        async with asyncio.timeout(PATIENCE):
            while not living.done() and not (company.results and ledger.writes):
                await asyncio.sleep(0.05)
        await stopped(playing)
        await asyncio.wait_for(audit(server.address, players, ledger), 120 + len(players))
        await organizer.audit()
        assert ledger.writes > 0
        if living.done():
            living.result()
        await stopped([living])
        ledger.problems += await company.audit(wait_for_ratings=bool(LONG))
    finally:
        await stopped([*playing, living])
        await organizer.close()
        server.stop()
    return ledger, recoveries


async def stopped(playing: Sequence[asyncio.Future[None]]) -> None:
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def stuck(players: list[Player], ledger: Ledger) -> str:
    """What the remaining players wait for."""
    waiting = [f"{player.seat.table} {player.seat.seat}: {player.pending}" for player in players if not player.over]
    return f"{waiting}, newest {ledger.newest}, refused {ledger.refusals[-20:]}"


def has_new_move(ledger: Ledger, before: dict[str, int]) -> bool:
    """Whether there was a new move: at most one per table was stored before the crash and shown after it."""
    return any(n > before.get(table, n) + 1 for table, n in ledger.newest.items())


def print_recoveries(what: str, ledger: Ledger, recoveries: Recoveries, capsys: pytest.CaptureFixture[str]) -> None:
    kills, seconds = sum(map(len, recoveries.values())), sum(map(sum, recoveries.values()))
    with capsys.disabled():
        print(
            f"\n{what}: {kills} kills, {len(ledger.acks)} acknowledged moves, {ledger.writes} writes to clubs, "
            f"{len(ledger.problems)} problems, {seconds / 60:.0f} minutes without a server "
            f"(load {os.getloadavg()[0]:.1f}); kill to first new move:"
        )
        for crash_type, times in recoveries.items():
            ordered = sorted(times)
            print(
                f"  {crash_type:26} {len(ordered):4} p50 {ordered[len(ordered) // 2]:.2f} s, "
                f"p90 {ordered[len(ordered) * 9 // 10]:.2f} s, max {ordered[-1]:.2f} s"
            )


def restarted(factory: ServerFactory, database: str) -> Crash[Server]:
    """Kills the server. Every tenth start after that is a regular one."""
    count = 0

    def crash(server: Server) -> tuple[Server, str]:
        nonlocal count
        count += 1
        server.kill()
        if count % REGULAR_START_EVERY == 1:
            return Server(database, port=server.port), "server, regular start"
        return factory.start(database, server.port), "server, forked"

    return crash


# Several killed processes may get too little time on a loaded machine.
@pytest.mark.flaky(reruns=1)
async def test_kills_of_the_server_on_sqlite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "tables.db")
    with ServerFactory() as factory:
        ledger, recoveries = await play_through_crashes(
            factory.start(database), LONG or 12, restarted(factory, database), seed=1, capsys=capsys
        )
    print_recoveries("server on SQLite", ledger, recoveries, capsys)
    assert ledger.problems == []
    assert len(ledger.acks) > sum(map(len, recoveries.values()))


# As above.
@pytest.mark.flaky(reruns=1)
async def test_kills_of_server_and_database_on_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    with running_postgres() as postgres, ServerFactory() as factory:
        chance = random.Random(2)
        restart = restarted(factory, postgres.dsn)

        def crash(server: Server) -> tuple[Server, str]:
            if chance.random() < 0.5:
                postgres.kill()
                postgres.start()
                return server, "database"
            return restart(server)

        ledger, recoveries = await play_through_crashes(factory.start(postgres.dsn), LONG or 10, crash, 2, capsys)
    print_recoveries("server or database on PostgreSQL", ledger, recoveries, capsys)
    assert ledger.problems == []
    assert len(ledger.acks) > sum(map(len, recoveries.values()))


# As above.
@pytest.mark.flaky(reruns=1)
async def test_kills_of_servers_and_database_behind_haproxy(capsys: pytest.CaptureFixture[str]) -> None:
    """Three processes; one dies at a time, and the others play on before it is replaced."""
    with running_postgres() as postgres, proxied_servers(postgres.dsn) as processes:
        chance = random.Random(3)

        def crash(servers: ProxiedServers) -> tuple[ProxiedServers, str]:
            if chance.random() < 0.1:
                postgres.kill()
                postgres.start()
                return servers, "database"
            number = chance.randrange(len(servers.servers))
            servers.kill(number)
            time.sleep(chance.uniform(0.0, 0.3))
            servers.replace(number)
            return servers, "one of three servers"

        ledger, recoveries = await play_through_crashes(processes, LONG or 9, crash, 3, capsys)
    print_recoveries("three servers behind HAProxy", ledger, recoveries, capsys)
    assert ledger.problems == []
    assert len(ledger.acks) > sum(map(len, recoveries.values()))
