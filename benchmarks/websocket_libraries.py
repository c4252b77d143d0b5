"""The cost of WebSocket libraries for the table server: `make bench NAME=websockets`, with the load of server.py.

The libraries take turns, with a new server each time. Other work on the machine slows down a flood, but hardly changes
the processor time of a move, so libraries are compared by moves per second of the server's processor time.
"""

import argparse
import importlib.metadata
import importlib.util
import json
import os
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import server as bench

HERE = Path(__file__).parent
# The server's own adapter first, then the others.
LIBRARIES = {
    "websockets": "websockets, straight on the transport (the server as it is)",
    "hand-written": "frames written by hand, straight on the transport",
    "uvicorn": "uvicorn's websockets-sansio, by ASGI",
    "picows": "picows on uvicorn's connections",
    "granian": "granian, by ASGI",
}


class Server(bench.Server):
    def __init__(self, library: str, database: str) -> None:
        command = [sys.executable, str(HERE / "websocket_adapters.py"), library, "serve", "--database", database]
        self.start([*command, "--port", "0", *bench.NO_LIMITS])


def flood(library: str, tables: int, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        server, load = Server(library, f"{folder}/tables.db"), bench.Generator()
        try:
            bench.seated(server, load, "flood", tables)
            return bench.measured(server, load, library, "flood", seconds=seconds, tables=tables)
        finally:
            load.stop()
            server.stop()


def summary(floods: list[dict[str, Any]]) -> dict[str, Any]:
    own = [1e6 / flood["cpu_us_per_move"] for flood in floods]
    return {
        "moves_per_cpu_second": {"median": statistics.median(own), "best": max(own), "all": own},
        "moves_per_second": {
            "median": statistics.median(flood["moves_per_second"] for flood in floods),
            "best": max(flood["moves_per_second"] for flood in floods),
        },
        "ack_p99_ms": statistics.median(flood["ack_ms"]["p99"] for flood in floods),
        "memory": max(flood["memory"] for flood in floods),
        "stolen": statistics.mean(flood["stolen"] for flood in floods),
        "load_average": statistics.mean(flood["load_average"] for flood in floods),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tables", type=int, default=500, help="of four seats (default 500)")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each flood (default 5)")
    parser.add_argument("--libraries", nargs="+", choices=LIBRARIES, default=list(LIBRARIES))
    parser.add_argument("-o", "--output", type=Path, help="file for the figures")
    options = parser.parse_args()
    chosen = [name for name in options.libraries if name not in ("picows", "granian") or importlib.util.find_spec(name)]
    floods: dict[str, list[dict[str, Any]]] = {name: [] for name in chosen}
    for _ in range(options.rounds):
        for name in chosen:
            floods[name].append(flood(name, options.tables, options.seconds))
    results = {name: summary(floods[name]) for name in chosen}
    best = max(result["moves_per_cpu_second"]["median"] for result in results.values())
    print(f"\n{'':14} moves/CPU s  of the best  moves/s best  ack p99 ms  MB")
    for name, result in results.items():
        median = result["moves_per_cpu_second"]["median"]
        print(
            f"{name:14} {median:11.0f}  {median / best:11.0%}  {result['moves_per_second']['best']:12.0f}  "
            f"{result['ack_p99_ms']:10.0f}  {result['memory']:4.0f}  {LIBRARIES[name]}"
        )
    if options.output:
        packages = ("websockets", "uvicorn", "uvloop", "picows", "granian")
        versions = {name: importlib.metadata.version(name) for name in packages if importlib.util.find_spec(name)}
        measures = {"cores": os.cpu_count(), "tables": options.tables, "rounds": options.rounds, "versions": versions}
        options.output.write_text(json.dumps(measures | {"results": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
