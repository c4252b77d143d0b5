"""A server with a large archive: `make bench NAME=archive`. 1,000,000 games, 50,000 unfinished tables to drive.

Prints how long the server takes to start, how long each list and count takes alone, and how much moves slow down while
people request all of them without pause. Uses SQLite in a temporary folder, its own PostgreSQL, or a given database.
"""

import argparse
import contextlib
import json
import os
import tempfile
import threading
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import result_tables
from archive_rows import BUSY_VISITOR, SECONDS_APART, fill
from server_processes import a_postgres

from server import Generator, Server, open_and_connect, processor_time

HERE = Path(__file__).parent
READS = {
    "lobby": "/api/tables",
    "records": "/api/records",
    "records of an edition": "/api/records?edition=pl",
    "records, an earlier page": "/api/records?before={middle}",
    "statistics": "/api/statistics",
    "your seats": "/api/me",
    "your statistics": "/api/me/games",
    "daily deals": "/api/daily",
}
GOAL_READ_MS, GOAL_START_S = 50.0, 10.0
READERS = 4
# Enough tables for the moves of all stages.
TABLES = 60


def get(address: str, path: str) -> int:
    """The size of the response for a visitor who has played thousands of games."""
    request = urllib.request.Request(address + path, headers={"Cookie": f"hanabi={BUSY_VISITOR}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return len(answer.read())


def percentile(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def check_visitor(server: Server) -> None:
    """Make sure that the server recognizes the visitor, who otherwise would have no games."""
    request = urllib.request.Request(f"{server.address}/api/me/games", headers={"Cookie": f"hanabi={BUSY_VISITOR}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        games = json.loads(answer.read())["whole"]["games"]
    print(f"the visitor has played {games:,} games")
    assert games


def measure_reads(server: Server, repeats: int, middle: float) -> dict[str, dict[str, float]]:
    """Milliseconds of wall and processor time per read; the first read finds nothing in any cache."""
    results = {}
    for name, path in READS.items():
        times: list[float] = []
        spent = processor_time(server.process.pid)
        for _ in range(repeats):
            began = time.perf_counter()
            size = get(server.address, path.format(middle=middle))
            times.append(1000 * (time.perf_counter() - began))
        spent = 1000 * (processor_time(server.process.pid) - spent) / repeats
        results[name] = {"first": times[0], "p50": percentile(times, 0.5), "p95": percentile(times, 0.95)}
        results[name] |= {"processor": spent, "bytes": size}
        print(
            f"{name:26} first {times[0]:7.1f}  p50 {results[name]['p50']:6.1f}  p95 {results[name]['p95']:6.1f} ms"
            f"  {spent:5.1f} ms of processor  {size / 1024:6.1f} kB",
            flush=True,
        )
    return results


class ReadingVisitors:
    """People who request everything, one after the other, without pause."""

    def __init__(self, address: str, count: int, middle: float) -> None:
        self._address, self._middle, self._over = address, middle, threading.Event()
        self.requests = self.failed = 0
        self._threads = [threading.Thread(target=self._ask) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def _ask(self) -> None:
        while not self._over.is_set():
            for path in READS.values():
                try:
                    get(self._address, path.format(middle=self._middle))
                    self.requests += 1
                except OSError:
                    self.failed += 1

    def stop(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()


def measure_moves(server: Server, load: Generator, seconds: float, middle: float) -> dict[str, Any]:
    """Moves alone, with readers, and alone again; the first and last show the effect of other work on the machine."""
    stages: dict[str, Any] = {}
    for name, readers in (("alone", 0), ("with readers", READERS), ("alone again", 0)):
        visitors = ReadingVisitors(server.address, readers, middle)
        result = load("pace", rate=100, seconds=seconds)
        visitors.stop()
        stages[name] = {
            "moves": result["moves"],
            "ack_ms": result["ack_ms"],
            "reads": visitors.requests,
            "failed_reads": visitors.failed,
        }
        ack = result["ack_ms"]
        print(
            f"moves {name:15} {result['moves_per_second']:5.0f}/s  ack p50 {ack['p50']:6.1f}  p99 {ack['p99']:6.1f} ms"
            f"  {visitors.requests / seconds:5.0f} reads/s"
            + (f"  {visitors.failed} failed" if visitors.failed else ""),
            flush=True,
        )
    return stages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="finished games (default 1,000,000)")
    parser.add_argument("--unfinished", type=int, default=50_000, help="tables of bots and clocks (default 50,000)")
    parser.add_argument("--database", default="", help="an empty postgresql://…, or a file, instead of a temporary one")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL started for it (Debian: postgresql)")
    parser.add_argument("--filled", action="store_true", help="the database was filled by an earlier run")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each stage with moves (default 10)")
    parser.add_argument("-o", "--output", type=Path, help="add the results to this JSON file")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = options.database or f"{folder}/tables.db"
        if options.postgres:
            database = stack.enter_context(a_postgres(options.database))[0]
        began = time.perf_counter()
        if not options.filled:
            fill(database, options.games, options.unfinished)
        took = time.perf_counter() - began
        print(f"{options.games:,} finished games, {options.unfinished:,} unfinished tables: filled in {took:.0f} s")
        began = time.perf_counter()
        server = Server(database)
        started = time.perf_counter() - began
        load = Generator()
        try:
            open_and_connect(server, load, "archive", TABLES)
            load("pace", rate=20, seconds=0.2)
            moved = time.perf_counter() - began
            print(
                f"started in {started:.2f} s, first moves after {moved:.2f} s ({TABLES} tables opened meanwhile)",
                flush=True,
            )
            check_visitor(server)
            middle = time.time() - options.games * SECONDS_APART / 2
            reads = measure_reads(server, 40, middle)
            moves = measure_moves(server, load, options.seconds, middle)
            memory = server.memory()
        finally:
            load.stop()
            server.stop()
    slowest = max(found["p95"] for found in reads.values())
    for what, value, goal in (("slowest read p95, ms", slowest, GOAL_READ_MS), ("start, s", started, GOAL_START_S)):
        print(f"{'met   ' if value <= goal else 'MISSED'}  {what:22} {value:6.1f}  (goal {goal:g})")
    print(f"{memory:.0f} MB resident, load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if options.output:
        results = json.loads(options.output.read_text()) if options.output.exists() else {}
        results["postgresql" if database.startswith("postgres") else "sqlite"] = {
            "games": options.games,
            "unfinished": options.unfinished,
            "cores": os.cpu_count(),
            "load_average": os.getloadavg()[0],
            "start_seconds": started,
            "memory_mb": memory,
            "reads_ms": reads,
            "moves": moves,
        }
        options.output.write_text(json.dumps(results, indent=1) + "\n")
        result_tables.update()


if __name__ == "__main__":
    main()
