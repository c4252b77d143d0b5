"""How much players notice of attacks on the table server: `make bench NAME=attacks`.

Each attack of attack_clients.py gets a new server process with default limits. Players at a few tables move at a steady
rate, and the latency of their acknowledgments is measured before, during and after the attack, in one run (with
`--turns`, several times; the medians count). Memory is
the resident memory of the server, and of all its processes without mapped files. Players have one address and the
attackers others; attackers run at a lower priority, since they share the machine with the server. If the machine has
other work, the server's processor time says more than the latencies.
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import result_tables
from attack_clients import ATTACKS
from server_processes import descendants

import server as bench

HERE = Path(__file__).parent
TABLES, RATE = 12, 30
MORE_MS, MOST_MB, BACK_SECONDS = 100.0, 300.0, 5.0
# Attacks that need no more than many addresses: how many, and by how much they may raise the p99.
MANY_ADDRESSES = {"visitors": (30, 50.0), "logins": (100, 50.0)}
LONGEST_WAIT = 20.0
HEADING = (
    "                          ack ms p50 / p99                    p99 more  cores  MB (in all)   back after\n"
    f"attack                         before              during    (≤ {MORE_MS:.0f})          (≤ {MOST_MB:.0f})"
    f"         (≤ {BACK_SECONDS:.0f} s)"
)


class Server(bench.Server):
    """A server with the default limits of `hanabi serve`."""

    def __init__(self, database: str) -> None:
        command = [sys.executable, "-c", "from hanabi.cli import main; main()", "serve", "--database", database]
        self.start([*command, "--port", "0"])

    def total_memory(self) -> float:
        """MB of the server and its processes for bots, reviews and requests, without mapped files."""
        return sum(map(anonymous_memory, descendants(self.process.pid)))


def anonymous_memory(pid: int) -> float:
    with contextlib.suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Anonymous:")) / 1024
    return 0.0


class MemoryWatch:
    """Records the peak memory of a server."""

    def __init__(self, server: Server) -> None:
        self.server, self.peak, self.total = server, 0.0, 0.0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "MemoryWatch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stopped.wait(0.25):
            self.peak = max(self.peak, self.server.memory())
            self.total = max(self.total, self.server.total_memory())


class Attackers:
    def __init__(self, name: str, host: str, seconds: float, addresses: int) -> None:
        sources = [f"127.0.1.{number}" for number in range(1, addresses + 1)]
        command = [sys.executable, str(HERE / "attack_clients.py"), name, host, str(seconds), "1", *sources]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        self.process.stdout.readline()

    def end(self) -> dict[str, float]:
        """Wait until they end; returns their counts."""
        assert self.process.stdout
        lines = self.process.stdout.read().split("\n")
        self.process.wait()
        return json.loads(lines[-2]) if len(lines) > 1 else {}


def measure(name: str, folder: str, options: argparse.Namespace) -> dict[str, Any]:
    """By turns without and with the attack; the medians, and by how much each attack raised the p99."""
    addresses = max(options.addresses, MANY_ADDRESSES.get(name, (1, MORE_MS))[0])
    databases = [options.database or f"{folder}/{turn}.db" for turn in range(options.turns)]
    found = [one_turn(name, database, options.seconds, addresses) for database in databases]
    backs = [one["back_seconds"] for one in found]
    more = [one["during_ms"]["p99"] - one["before_ms"]["p99"] for one in found]
    return {
        "attack": name,
        "addresses": addresses,
        "before_ms": medians([one["before_ms"] for one in found]),
        "during_ms": medians([one["during_ms"] for one in found]),
        "moves": sum(one["moves"] for one in found),
        "refused_moves": dict(sum((Counter(one["refused_moves"]) for one in found), Counter[str]())),
        "more_ms": statistics.median(more),
        "more_ms_each": more,
        "server_cores": statistics.median(one["server_cores"] for one in found),
        "memory_mb": max(one["memory_mb"] for one in found),
        "total_mb": max(one["total_mb"] for one in found),
        "back_seconds": None if None in backs else max(backs),
        "attackers": {key: round(count) for key, count in found[-1]["attackers"].items()},
        "load_average": os.getloadavg()[0],
    }


def one_turn(name: str, database: str, seconds: float, addresses: int) -> dict[str, Any]:
    server, load = Server(database), bench.Generator()
    try:
        bench.open_and_connect(server, load, name, TABLES)
        load("pace", rate=RATE, seconds=1.0)
        before = load("pace", rate=RATE, seconds=seconds)["ack_ms"]
        with MemoryWatch(server) as memory:
            attackers = Attackers(name, server.host, seconds, addresses)
            spent, started = bench.processor_time(server.process.pid), time.perf_counter()
            during = load("pace", rate=RATE, seconds=seconds)
            cores = (bench.processor_time(server.process.pid) - spent) / (time.perf_counter() - started)
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                ending, began = pool.submit(attackers.end), time.perf_counter()
                back = None
                while back is None and time.perf_counter() - began < LONGEST_WAIT:
                    after = load("pace", rate=RATE, seconds=0.5)
                    if after["moves"] and after["ack_ms"]["p90"] <= before["p99"] + MORE_MS / 2:
                        back = max(0.0, time.perf_counter() - began - 1.0)
                counts = ending.result()
    finally:
        load.stop()
        server.stop()
    return {
        "before_ms": before,
        "during_ms": during["ack_ms"],
        "moves": during["moves"],
        "refused_moves": during["refused"],
        "server_cores": cores,
        "memory_mb": memory.peak,
        "total_mb": memory.total,
        "back_seconds": back,
        "attackers": counts,
    }


def medians(figures: list[dict[str, float]]) -> dict[str, float]:
    return {key: statistics.median(one[key] for one in figures) for key in figures[0]}


def is_met(result: dict[str, Any]) -> bool:
    back, memory = result["back_seconds"], max(result["memory_mb"], result["total_mb"])
    more_ms = MANY_ADDRESSES.get(result["attack"], (1, MORE_MS))[1]
    return bool(result["more_ms"] <= more_ms and memory <= MOST_MB and back is not None and back <= BACK_SECONDS)


def print_result(result: dict[str, Any]) -> None:
    before, during = (f"{result[key]['p50']:.1f} / {result[key]['p99']:6.1f}" for key in ("before_ms", "during_ms"))
    back = result["back_seconds"]
    each = ", ".join(f"{more:+.1f}" for more in result["more_ms_each"])
    counts = ", ".join(f"{count:,} {key}" for key, count in sorted(result["attackers"].items()))
    print(
        f"{result['attack']:20} {before:>19} {during:>19} {result['more_ms']:9.1f}  {result['server_cores']:5.2f} "
        f"{result['memory_mb']:6.0f} ({result['total_mb']:4.0f})   "
        f"{'never' if back is None else f'{back:.1f} s':>9}    {'met   ' if is_met(result) else 'MISSED'} {counts}"
        + (f"  more by turns: {each}" if len(result["more_ms_each"]) > 1 else "")
        + (f"  refused moves: {result['refused_moves']}" if result["refused_moves"] else ""),
        flush=True,
    )


def renew_results(output: Path, how: dict[str, Any], results: list[dict[str, Any]]) -> None:
    """Merge new results into the stored ones, if those were measured in the same way."""
    kept = json.loads(output.read_text()) if output.exists() else {}
    if any(kept.get(key) != value for key, value in how.items()):
        return
    renewed = {result["attack"]: result for result in results}
    kept["attacks"] = [renewed.pop(one["attack"], one) for one in kept["attacks"]] + list(renewed.values())
    output.write_text(json.dumps(kept, indent=1) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"of {', '.join(ATTACKS)} (default all)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each attack (default 10)")
    parser.add_argument("--turns", type=int, default=1, help="how often each attack is repeated, by turns with none")
    parser.add_argument("--addresses", type=int, default=1, help="addresses the attackers have (default 1)")
    parser.add_argument("--database", default="", help="postgresql://… instead of new SQLite files")
    parser.add_argument("-o", "--output", type=Path, default=HERE / "attacks.json")
    options = parser.parse_args()
    if unknown := set(options.attacks) - set(ATTACKS):
        parser.error(f"no such attack: {', '.join(sorted(unknown))}")
    busy = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load average {busy:.1f} before we began")
    many = ", ".join(f"{name}: {count}, p99 ≤ {more:g} more" for name, (count, more) in MANY_ADDRESSES.items())
    print(f"{TABLES} tables of 4 players, {RATE} moves/s; attackers have {options.addresses} address(es) ({many})")
    print(f"\n{HEADING}")
    results = []
    for name in options.attacks or ATTACKS:
        with tempfile.TemporaryDirectory() as folder:
            results.append(measure(name, folder, options))
        print_result(results[-1])
    how = {"store": "PostgreSQL" if options.database else "SQLite"}
    how |= {"addresses": options.addresses, "seconds": options.seconds, "turns": options.turns}
    if options.attacks:
        renew_results(options.output, how, results)
    else:
        facts = {"cores": os.cpu_count(), "load_average": busy, **how}
        options.output.write_text(json.dumps({**facts, "attacks": results}, indent=1) + "\n")
    result_tables.update()
    missed = [result["attack"] for result in results if not is_met(result)]
    print(
        f"\n{len(results) - len(missed)} of {len(results)} met" + (f"; missed: {', '.join(missed)}" if missed else "")
    )


if __name__ == "__main__":
    main()
