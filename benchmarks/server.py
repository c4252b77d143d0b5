"""How much the table server bears: `make bench-server`. The real server, the real referee, SQLite with full syncs.

The load comes from another process over loopback. Prints the curve, and draws it if matplotlib is there.
"""

import argparse
import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GOALS = {
    "paced_500_tables_1000": ("500 tables, 1,000 moves/s: ack p99 ms", 30.0),
    "paced_2000_tables_500": ("2,000 tables, 500 moves/s: ack p99 ms", 50.0),
    "memory": ("8,000 sockets: resident MB", 400.0),
    "saturation": ("saturation: moves/s (at least)", 3000.0),
    "reconnect": ("2,000 sockets back with views: s", 3.0),
}


class Server:
    def __init__(self, database: str, port: int = 0) -> None:
        command = [sys.executable, "-c", "from hanabi.cli import main; main()", "serve", "--database", database]
        command += ["--port", str(port), "--connections", "0", "--new-tables", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.address = self.process.stdout.readline().split()[-1].rstrip("/")
        self.host = self.address.removeprefix("http://")

    def memory(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait()


class Generator:
    def __init__(self) -> None:
        command = [sys.executable, str(HERE / "server_load.py")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, do: str, **order: Any) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps({"do": do, **order}), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the load generator ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def post(address: str, path: str, body: Any, token: str | None = None) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(address + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.loads(response.read())


def open_tables(address: str, count: int, seats: int = 4) -> list[dict[str, Any]]:
    def one(number: int) -> dict[str, Any]:
        options = {"seats": seats, "rules": {"clue_tokens": 99}, "take_backs": False}
        opened = post(address, "/api/tables", {"options": options, "name": "P0", "start": False})
        table, tokens = opened["table"], [opened["token"]]
        for seat in range(1, seats):
            tokens.append(post(address, f"/api/tables/{table}/sit", {"name": f"P{seat}"})["token"])
        return {"table": table, "tokens": tokens}

    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        return list(pool.map(one, range(count)))


def start_tables(address: str, places: list[dict[str, Any]]) -> None:
    import asyncio

    from hanabi.tables import commands
    from hanabi.web.client import SeatAt, TableClient

    async def one(place: dict[str, Any], gate: asyncio.Semaphore) -> None:
        async with gate, TableClient(SeatAt(address, place["table"], place["tokens"][0])) as client:
            await client.send(commands.Start(id="start"))

    async def everyone() -> None:
        gate = asyncio.Semaphore(50)
        await asyncio.gather(*(one(place, gate) for place in places))

    asyncio.run(everyone())


def told(name: str, result: dict[str, Any], cpu: float, memory: float) -> None:
    ack, last = result["ack_ms"], result["last_seat_ms"]
    each = 1e6 * cpu * result["seconds"] / max(1, result["moves"])
    print(
        f"{name:34} {result['moves_per_second']:7.0f}/s  ack p50 {ack['p50']:6.1f}  p99 {ack['p99']:6.1f}  "
        f"last seat p99 {last['p99']:6.1f} ms  cpu {cpu:5.2f}  {each:4.0f} µs/move"
        f"  {memory:4.0f} MB" + (f"  refused {result['refused']}" if result["refused"] else "")
    )


def measured(server: Server, load: Generator, name: str, do: str, **order: Any) -> dict[str, Any]:
    cpu, began = server.cpu(), time.perf_counter()
    result = load(do, **order)
    seconds = time.perf_counter() - began
    result |= {"name": name, "cpu": (server.cpu() - cpu) / seconds, "seconds": seconds, "memory": server.memory()}
    told(name, result, result["cpu"], result["memory"])
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few tables, short runs: does it work?")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--only", default="", help="small, large or both (default)")
    parser.add_argument("--database", default="", help="postgresql://… instead of a new SQLite file")
    parser.add_argument("--out", type=Path, default=None, help="folder for server.json and server.png")
    options = parser.parse_args()
    few, many = (20, 40) if options.quick else (500, 2000)
    seconds = 2.0 if options.quick else options.seconds
    results: dict[str, Any] = {}
    curve: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"{folder}/tables.db"
        server, load = Server(database), Generator()
        try:
            if options.only != "large":
                places = open_tables(server.address, few)
                start_tables(server.address, places)
                print(f"{few} tables, {4 * few} sockets")
                load("connect", host=server.host, name="small", places=places)
                for rate in (250, 500, 1000, 2000):
                    curve.append(
                        measured(server, load, f"paced {rate}/s", "pace", rate=rate, seconds=seconds)
                        | {"rate": rate, "tables": few}
                    )
                results["paced_500_tables_1000"] = curve[2]["ack_ms"]["p99"]
                best = measured(server, load, "saturation", "flood", seconds=min(seconds, 5), tables=few // 4)
                results["saturation"] = best["moves_per_second"]
                server.stop(signal.SIGKILL)
                load.stop()
                began = time.perf_counter()
                load = Generator()
                server = Server(database, int(server.host.split(":")[1]))
                up = time.perf_counter() - began
                back = load("connect", host=server.host, name="again", places=places)
                print(
                    f"restart after kill -9: up in {up:.2f} s, {4 * few} sockets with views in {back['seconds']:.2f} s"
                )
                results["reconnect"] = back["seconds"]
                load.stop()
                load = Generator()
            if options.only != "small":
                places = open_tables(server.address, many)
                start_tables(server.address, places)
                print(f"{many} tables, {4 * many} sockets")
                load("connect", host=server.host, name="large", places=places)
                for rate in (250, 500):
                    result = measured(server, load, f"paced {rate}/s", "pace", rate=rate, seconds=seconds)
                    curve.append(result | {"rate": rate, "tables": many})
                results["paced_2000_tables_500"] = curve[-1]["ack_ms"]["p99"]
                results["memory"] = server.memory()
        finally:
            load.stop()
            server.stop()
    print()
    for key, (what, goal) in GOALS.items():
        if key in results:
            met = results[key] >= goal if key == "saturation" else results[key] <= goal
            print(f"{'met   ' if met else 'MISSED'}  {what:45} {results[key]:8.1f}  (goal {goal:g})")
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "server.json").write_text(json.dumps({"goals": results, "curve": curve}, indent=1) + "\n")
        draw(curve, options.out / "server.png")


def draw(curve: list[dict[str, Any]], file: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for tables in sorted({point["tables"] for point in curve}):
        points = [point for point in curve if point["tables"] == tables]
        for part, style in (("p50", "o--"), ("p99", "o-")):
            rates = [point["moves_per_second"] for point in points]
            label = f"{tables} tables, {part}"
            axes.plot(rates, [point["ack_ms"][part] for point in points], style, label=label)
    axes.set(xlabel="durable moves a second", ylabel="acknowledged after (ms)", yscale="log")
    axes.set_title("Table server, one process, SQLite with full syncs")
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)
    print(f"drawn: {file}")


if __name__ == "__main__":
    main()
