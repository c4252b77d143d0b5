"""Capacity of several workers on PostgreSQL compared with one process: `make bench NAME=workers` (see server.py).

Both run in turns on the same database. The processor time of all processes is counted, because the clients and
PostgreSQL share the machine's cores with the workers.
"""

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

TURNS = 3


class Workers(bench.Server):
    """`count` workers; 1 is a process without a supervisor."""

    def __init__(self, database: str, count: int) -> None:
        more = ("--workers", str(count)) if count > 1 else ()
        super().__init__(database, 0, *more)


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
    sys.path.insert(0, str(bench.HERE.parent / "tests"))
    from support.postgres import running_postgres

    with running_postgres() as postgres:
        assert postgres.process is not None
        yield postgres.dsn, postgres.process.pid


def measure(database: str, postgres: int | None, count: int, tables: int, seconds: float) -> dict[str, Any]:
    server, load = Workers(database, count), bench.Generator()
    try:
        bench.open_and_connect(server, load, "flood", tables)
        before = database_time(postgres)
        result = bench.measure(
            server, load, f"{count} worker{'s' * (count > 1)}", "flood", seconds=seconds, tables=tables
        )
        spent = database_time(postgres) - before
        # The load generator also counts the pause after the flood.
        result |= {"workers": count, "database_cpu": spent / (seconds + 0.3), "processes": len(server.processes())}
        return result
    finally:
        load.stop()
        server.stop()


def database_time(postgres: int | None) -> float:
    return sum(map(bench.processor_time, descendants(postgres))) if postgres is not None else 0.0


def compare(address: str, workers: int, tables: int, seconds: float, output: Path | None) -> None:
    results: list[dict[str, Any]] = []
    busy = os.getloadavg()[0]
    with a_postgres(address) as (database, postgres):
        print(f"{tables} tables, {4 * tables} sockets, PostgreSQL; in turns")
        for _ in range(TURNS):
            results += [measure(database, postgres, count, tables, seconds) for count in (1, workers)]
    summary = {count: summary_of([one for one in results if one["workers"] == count]) for count in (1, workers)}
    print()
    for count, figures in summary.items():
        print(
            f"{count} worker{'s' if count > 1 else ' '}: "
            f"best {figures['best']:5.0f} moves/s, median {figures['median']:5.0f}; "
            f"cores: server {figures['server']:.2f}, PostgreSQL {figures['database']:.2f}, "
            f"clients {figures['clients']:.2f}, together {figures['together']:.2f} of {os.cpu_count()}; "
            f"{figures['per_core']:5.0f} moves/s a core of server and PostgreSQL"
        )
    why = explanation(summary[1], summary[workers], workers)
    print(why)
    if output is not None:
        facts = {"cores": os.cpu_count(), "load_average": busy, "workers": workers, "explanation": why}
        output.mkdir(parents=True, exist_ok=True)
        (output / "workers.json").write_text(
            json.dumps({**facts, "summary": summary, "floods": results}, indent=1) + "\n"
        )
        result_tables.update()


def summary_of(floods: list[dict[str, Any]]) -> dict[str, float]:
    best = max(floods, key=lambda flood: flood["moves_per_second"])
    server, database, clients = best["cpu"], best["database_cpu"], best["generator_cpu"]
    return {
        "best": best["moves_per_second"],
        "median": statistics.median(flood["moves_per_second"] for flood in floods),
        "server": server,
        "database": database,
        "clients": clients,
        "together": server + database + clients,
        "per_core": best["moves_per_second"] / max(0.01, server + database),
    }


def explanation(one: dict[str, float], several: dict[str, float], workers: int) -> str:
    """An explanation of the figures by processor time."""
    cores = os.cpu_count() or 1
    others = several["clients"] + several["database"]
    if cores - several["together"] < 0.25 * cores:
        why = (
            f"The machine is full: clients and PostgreSQL take {others:.2f} of its {cores} cores, so {workers} workers "
            f"have {several['server']:.2f} between them, where one process had {one['server']:.2f}."
        )
    elif one["server"] < 0.85:
        why = f"One process was not full ({one['server']:.2f} of a core): something else on the machine was in the way."
    else:
        why = f"One process was full ({one['server']:.2f} of a core); {workers} workers took {several['server']:.2f}."
    gain, cost = several["best"] / one["best"], one["per_core"] / several["per_core"] - 1
    return (
        f"{workers} workers: {gain:.2f} times as many moves per second. {why} "
        f"A move costs {cost:+.0%} CPU time of server and PostgreSQL."
    )
