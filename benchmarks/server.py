"""Load test of the table server: `make bench NAME=server`. The real server and referee, SQLite with full syncs.

The load comes from another process over loopback. Prints and draws the curve, and whether the goals are met.
It also prints the processor time per move, the cores that other work and the system used, and the stolen time of a
virtual machine, which show whether other work disturbed the measurement.
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GOALS = {
    "rate_small": ("2,000 sockets, 500 tables: moves/s (at least)", 1000.0 * 0.98),
    "p99_small": ("… of them ack p99 ms", 30.0),
    "saturation": ("saturation, best of 3 floods: moves/s (at least)", 3000.0),
    "reconnect": ("2,000 sockets back with views after a restart: s", 3.0),
    "first_move": ("… and the first move after the restart: s", 2.0),
    "rate_large": ("8,000 sockets, 2,000 tables: moves/s (at least)", 500.0 * 0.98),
    "p99_large": ("… of them ack p99 ms", 50.0),
    "memory": ("… resident MB", 400.0),
}
AT_LEAST = ("rate_small", "rate_large", "saturation")
SMALL_RATES, LARGE_RATES = (250, 500, 1000, 2000), (250, 500)
FLOODS = 3
# So many that no game ends during a flood of four seconds.
COMPARED_TABLES = 300


# All clients have the same address.
NO_LIMITS = [part for name in ("connections", "requests", "messages", "new-tables") for part in (f"--{name}", "0")]


class Server:
    def __init__(self, database: str, port: int = 0, *arguments: str, python: str = sys.executable) -> None:
        command = [python, "-c", "from hanabi.cli import main; main()", "serve", "--database", database]
        self.start([*command, "--port", str(port), *NO_LIMITS, *arguments])

    def start(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.address = self.process.stdout.readline().split()[-1].rstrip("/")
        self.host = self.address.removeprefix("http://")

    def processes(self) -> list[int]:
        """Without those for bots."""
        return [self.process.pid]

    def memory(self) -> float:
        status = "\n".join(Path(f"/proc/{pid}/status").read_text() for pid in self.processes())
        return sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait()


def processor_time(pid: int) -> float:
    """Seconds of user and system time so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def total_time(pids: list[int]) -> float:
    return sum(map(processor_time, pids))


def stolen_time() -> float:
    """Seconds that the hypervisor kept this virtual machine from running."""
    stat = Path("/proc/stat")
    return int(stat.read_text().split(maxsplit=9)[8]) / os.sysconf("SC_CLK_TCK") if stat.exists() else 0.0


def busy_time() -> float:
    """Seconds that the cores of this machine were busy."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return 0.0
    user, nice, system, _, _, interrupts, soft = map(int, stat.read_text().split(maxsplit=8)[1:8])
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")


class Generator:
    def __init__(self) -> None:
        command = [sys.executable, str(HERE / "server_load.py")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, do: str, **arguments: Any) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps({"do": do, **arguments}), file=self.process.stdin, flush=True)
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
    """Over sockets, without our client: a server of another version may expect another one."""
    from websockets.sync.client import connect

    def one(place: dict[str, Any]) -> None:
        socket_address = f"ws{address.removeprefix('http')}/ws/{place['table']}"
        with connect(socket_address, additional_headers={"Authorization": f"Bearer {place['tokens'][0]}"}) as socket:
            socket.send('{"type":"start","id":"start"}')
            while (answer := json.loads(socket.recv(timeout=30)))["type"] == "state":
                pass
            assert answer["type"] == "ack", answer

    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        list(pool.map(one, places))


def measure(server: Server, load: Generator, name: str, do: str, **arguments: Any) -> dict[str, Any]:
    """One stage: what the clients saw, and the cost for the server and the load generator."""
    pids = (server.processes(), [load.process.pid])
    before, stolen, began = [total_time(group) for group in pids], stolen_time(), time.perf_counter()
    busy = busy_time()
    result = load(do, **arguments)
    seconds = time.perf_counter() - began
    spent = [total_time(group) - used for group, used in zip(pids, before, strict=True)]
    result |= {
        "name": name,
        "cpu": spent[0] / seconds,
        "generator_cpu": spent[1] / seconds,
        "cpu_us_per_move": 1e6 * spent[0] / max(1, result["moves"]),
        "memory": server.memory(),
        "load_average": os.getloadavg()[0],
        "stolen": (stolen_time() - stolen) / seconds,
        "others": max(0.0, busy_time() - busy - sum(spent)) / seconds,
    }
    ack, last = result["ack_ms"], result["last_seat_ms"]
    print(
        f"{name:14} {result['moves_per_second']:6.0f}/s  ack p50 {ack['p50']:6.1f}  p99 {ack['p99']:6.1f}  "
        f"last seat p99 {last['p99']:6.1f} ms  {result['cpu_us_per_move']:4.0f} µs/move  "
        f"server {result['cpu']:4.2f} + load {result['generator_cpu']:4.2f} cores  {result['memory']:4.0f} MB  "
        f"others {result['others']:4.2f}, stolen {result['stolen']:4.2f}"
        + (f"  refused {result['refused']}" if result["refused"] else ""),
        flush=True,
    )
    return result


def measure_rates(
    server: Server, load: Generator, tables: int, rates: tuple[int, ...], seconds: float
) -> list[dict[str, Any]]:
    return [
        measure(server, load, f"paced {rate}/s", "pace", rate=rate, seconds=seconds) | {"rate": rate, "tables": tables}
        for rate in rates
    ]


def open_and_connect(server: Server, load: Generator, name: str, tables: int) -> None:
    """New tables with everybody connected and the game started."""
    places = open_tables(server.address, tables)
    start_tables(server.address, places)
    load("connect", host=server.host, name=name, places=places)


def measure_small(
    server: Server, load: Generator, tables: int, seconds: float, results: dict[str, float]
) -> list[dict[str, Any]]:
    open_and_connect(server, load, "small", tables)
    print(f"{tables} tables, {4 * tables} sockets")
    curve = measure_rates(server, load, tables, SMALL_RATES, seconds)
    at_goal = curve[SMALL_RATES.index(1000)]
    results |= {"rate_small": at_goal["moves_per_second"], "p99_small": at_goal["ack_ms"]["p99"]}
    # New tables, because the others have few moves left; those stay connected. Other work on the machine can only slow
    # it down, so the best of several floods is the capacity of the server.
    floods = []
    for number in range(FLOODS):
        open_and_connect(server, load, f"flood {number}", tables)
        floods.append(measure(server, load, "saturation", "flood", seconds=min(seconds, 5), tables=tables))
    best = max(floods, key=lambda flood: flood["moves_per_second"])
    results["saturation"] = best["moves_per_second"]
    return curve + [flood | {"rate": None, "tables": tables} for flood in floods]


def restart(server: Server, database: str, places: list[dict[str, Any]], results: dict[str, float]) -> Server:
    """Kill the server, start it again, and let everybody reconnect at once."""
    server.stop(signal.SIGKILL)
    load, began = Generator(), time.perf_counter()
    server = Server(database, int(server.host.split(":")[1]))
    up = time.perf_counter() - began
    back = load("come_back", host=server.host, name="again", places=places)
    load.stop()
    print(
        f"killed and started again: up in {up:.2f} s, first move {back['first_move']:.2f} s later, "
        f"{4 * len(places)} sockets with views {back['seconds']:.2f} s later "
        f"(server {processor_time(server.process.pid):.2f} s of processor time)"
    )
    results |= {"reconnect": up + back["seconds"], "first_move": up + back["first_move"]}
    return server


def compare(folder: Path, pairs: int, tables: int, seconds: float) -> None:
    """Flood the server of another checkout and this one by turns, on new tables each time; other work on the machine
    disturbs both.
    """
    pythons = {"other": str(folder.resolve() / ".venv/bin/python"), "this": sys.executable}
    costs: dict[str, list[float]] = {name: [] for name in pythons}
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as stack:
        servers = {name: Server(f"{place}/{name}.db", python=python) for name, python in pythons.items()}
        for server in servers.values():
            stack.callback(server.stop)
        for pair in range(pairs):
            for name in sorted(servers, reverse=pair % 2 == 1):
                load = Generator()
                open_and_connect(servers[name], load, f"pair {pair}", tables)
                flood = measure(servers[name], load, name, "flood", seconds=seconds, tables=tables)
                costs[name].append(flood["cpu_us_per_move"])
                load.stop()
    ratios = sorted(this / other for this, other in zip(costs["this"], costs["other"], strict=True))
    other, this = (statistics.median(costs[name]) for name in ("other", "this"))
    print(
        f"processor time per move, median of {pairs}: {other:.0f} µs there, {this:.0f} µs here; "
        f"median of the ratios {statistics.median(ratios):.3f}, from {ratios[0]:.3f} to {ratios[-1]:.3f}"
    )


def print_goals(results: dict[str, float]) -> None:
    print()
    for key, (what, goal) in GOALS.items():
        if key in results:
            met = results[key] >= goal if key in AT_LEAST else results[key] <= goal
            print(f"{'met   ' if met else 'MISSED'}  {what:50} {results[key]:8.1f}  (goal {goal:g})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="few tables, short runs: a smoke test without goals and picture"
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="of each stage (default 10)")
    parser.add_argument("--only", choices=("small", "large"), help="500 tables or 2,000 (default both)")
    parser.add_argument("--database", default="", help="postgresql://… instead of a new SQLite file")
    parser.add_argument("--processes", action="store_true", help="only compare 1, 2 and 4 processes behind HAProxy")
    parser.add_argument(
        "--against", type=Path, metavar="FOLDER", help="only compare with the server of another checkout, by turns"
    )
    parser.add_argument("--pairs", type=int, default=8, help="of floods with --against (default 8)")
    parser.add_argument("-o", "--output", type=Path, default=HERE, help="folder for server.json and server.png")
    options = parser.parse_args()
    few, many = (20, 40) if options.quick else (500, 2000)
    seconds = 2.0 if options.quick else options.seconds
    if options.against:
        compare(options.against, options.pairs, 20 if options.quick else COMPARED_TABLES, min(seconds, 4.0))
        return
    if options.processes:
        import server_processes

        output = None if options.quick else options.output
        server_processes.compare(options.database, few, min(seconds, 5.0), output)
        return
    results: dict[str, float] = {}
    curve: list[dict[str, Any]] = []
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} before we began")
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"{folder}/tables.db"
        server, load = Server(database), Generator()
        try:
            if options.only != "large":
                curve += measure_small(server, load, few, seconds, results)
                load.stop()
                places = open_tables(server.address, few)
                start_tables(server.address, places)
                server = restart(server, database, places, results)
                load = Generator()
            if options.only != "small":
                open_and_connect(server, load, "large", many)
                print(f"{many} tables, {4 * many} sockets")
                curve += measure_rates(server, load, many, LARGE_RATES, seconds)
                results |= {"rate_large": curve[-1]["moves_per_second"], "p99_large": curve[-1]["ack_ms"]["p99"]}
                results["memory"] = server.memory()
        finally:
            load.stop()
            server.stop()
    if not options.quick:
        print_goals(results)
        options.output.mkdir(parents=True, exist_ok=True)
        measures = {"cores": os.cpu_count(), "results": results, "curve": curve}
        (options.output / "server.json").write_text(json.dumps(measures, indent=1) + "\n")
        draw(curve, options.output / "server.png")


def draw(curve: list[dict[str, Any]], file: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for tables in sorted({point["tables"] for point in curve}):
        points = [point for point in curve if point["tables"] == tables and point["rate"] is not None]
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
