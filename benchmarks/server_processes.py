"""Capacity of several processes on PostgreSQL behind HAProxy: `make bench NAME=processes` (see server.py).

They run in turns on the same database. The processor time of all of them is counted, because the clients, HAProxy and
PostgreSQL share the machine's cores with the servers.
"""

import concurrent.futures
import contextlib
import json
import os
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import result_tables

import server as bench

TURNS = 2
COUNTS = (1, 2, 4)
sys.path.insert(0, str(bench.HERE.parent / "tests"))


class Processes(bench.Server):
    """Several servers; `address` is the proxy's."""

    def __init__(self, servers: list[bench.Server], address: str) -> None:
        self._servers, self.address = servers, address
        self.host = address.removeprefix("http://")

    def processes(self) -> list[int]:
        return [server.process.pid for server in self._servers]


@contextlib.contextmanager
def running(database: str, count: int) -> Iterator[tuple[Processes, int]]:
    """With the process of the proxy."""
    from support.proxy import configuration, running_proxy

    with concurrent.futures.ThreadPoolExecutor() as pool:
        servers = list(pool.map(lambda _: bench.Server(database, 0, "--proxy", "127.0.0.1"), range(count)))
    ports = [int(server.host.rpartition(":")[2]) for server in servers]
    try:
        with running_proxy(configuration(ports)) as proxy:
            yield Processes(servers, proxy.address), proxy.pid
    finally:
        for server in servers:
            server.stop()


def descendants(pid: int) -> list[int]:
    """A process and all its descendants."""
    found = [pid]
    for one in found:
        with contextlib.suppress(OSError):
            found += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
    return found


@contextlib.contextmanager
def a_postgres(address: str) -> Iterator[tuple[str, int | None]]:
    """The database at this address, or a new one; with the process whose children do its work."""
    if address:
        yield address, None
        return
    from support.postgres import running_postgres

    with running_postgres() as postgres:
        assert postgres.process is not None
        yield postgres.dsn, postgres.process.pid


def measure(database: str, postgres: int | None, count: int, tables: int, seconds: float) -> dict[str, Any]:
    with running(database, count) as (servers, proxy):
        load = bench.Generator()
        try:
            bench.open_and_connect(servers, load, "flood", tables)
            others = {"database": descendants(postgres) if postgres else [], "proxy": [proxy]}
            before = {name: bench.total_time(pids) for name, pids in others.items()}
            result = bench.measure(servers, load, f"{count} processes", "flood", seconds=seconds, tables=tables)
            # The load generator also counts the pause after the flood.
            spent = {name: (bench.total_time(pids) - before[name]) / (seconds + 0.3) for name, pids in others.items()}
            return {**result, **spent, "processes": count}
        finally:
            load.stop()


def compare(address: str, tables: int, seconds: float, output: Path | None) -> None:
    results: list[dict[str, Any]] = []
    busy = os.getloadavg()[0]
    with a_postgres(address) as (database, postgres):
        print(f"{tables} tables, {4 * tables} sockets, PostgreSQL, HAProxy; in turns")
        for _ in range(TURNS):
            results += [measure(database, postgres, count, tables, seconds) for count in COUNTS]
    summary = {count: summary_of([one for one in results if one["processes"] == count]) for count in COUNTS}
    print()
    for count, figures in summary.items():
        print(
            f"{count} process{'es' if count > 1 else '  '}: "
            f"best {figures['best']:5.0f} moves/s, median {figures['median']:5.0f}; "
            f"cores: servers {figures['server']:.2f}, PostgreSQL {figures['database']:.2f}, "
            f"HAProxy {figures['proxy']:.2f}, clients {figures['clients']:.2f}, other work {figures['others']:.2f}, "
            f"of {os.cpu_count()}; {figures['per_core']:5.0f} moves/s per core of servers, PostgreSQL and HAProxy"
        )
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        facts = {"cores": os.cpu_count(), "load_average": busy, "summary": summary, "floods": results}
        (output / "processes.json").write_text(json.dumps(facts, indent=1) + "\n")
        result_tables.update()


def summary_of(floods: list[dict[str, Any]]) -> dict[str, float]:
    best = max(floods, key=lambda flood: flood["moves_per_second"])
    used = best["cpu"] + best["database"] + best["proxy"]
    known = best["database"] + best["proxy"]
    return {
        "best": best["moves_per_second"],
        "median": statistics.median(flood["moves_per_second"] for flood in floods),
        "server": best["cpu"],
        "database": best["database"],
        "proxy": best["proxy"],
        "clients": best["generator_cpu"],
        "others": max(0.0, best["others"] - known),
        "per_core": best["moves_per_second"] / max(0.01, used),
    }
