"""Writes the results in benchmarks/*.json as tables into docs/measurements.md; each benchmark updates its own.

`python benchmarks/result_tables.py` updates all tables. Each one is between `<!-- results of NAME -->` and
`<!-- end of results -->`.
"""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "measurements.md"
STORES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def markdown_table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def latency(ms: dict[str, float]) -> str:
    return f"{ms['p50']:.1f} / {ms['p99']:.0f}"


def machine(facts: dict[str, Any]) -> str:
    return f"{facts['cores']} cores, load average {facts['load_average']:.1f}"


def attacks(found: dict[str, Any]) -> str:
    heads = (
        "attack",
        "addresses",
        "ack before",
        "ack during",
        "server, cores",
        "server, MB",
        "all processes, MB",
        "recovered after",
    )
    rows = []
    for one in found["attacks"]:
        back = "never" if one["back_seconds"] is None else f"{one['back_seconds']:.1f} s"
        before, during = latency(one["before_ms"]), latency(one["during_ms"])
        figures = (f"{one['server_cores']:.2f}", f"{one['memory_mb']:.0f}", f"{one['total_mb']:.0f}")
        rows.append((one["attack"], str(one.get("addresses", 1)), before, during, *figures, back))
    how = f"{machine(found)}, {found['store']}, {found['seconds']:g} s per attack"
    return f"{how}; p50 / p99 of other players' moves in ms:\n\n{markdown_table(heads, rows)}"


def archive(found: dict[str, Any]) -> str:
    stores = [store for store in STORES if store in found]
    texts = []
    for store in stores:
        kept = f"{found[store]['games']:,} finished games, {found[store]['unfinished']:,} unfinished tables"
        texts.append(f"{STORES[store]}: {kept}; {machine(found[store])}.")
    rows: list[list[str]] = [["start", *(f"{found[store]['start_seconds']:.1f} s" for store in stores)]]
    for read in found[stores[0]]["reads_ms"]:
        figures = [found[store]["reads_ms"][read] for store in stores]
        rows.append([read, *(f"{one['p50']:.1f} / {one['p95']:.0f}, {one['processor']:.1f}" for one in figures)])
    for stage in found[stores[0]]["moves"]:
        figures = [found[store]["moves"][stage] for store in stores]
        rows.append([f"ack of a move {stage}, p50 / p99", *(latency(one["ack_ms"]) for one in figures)])
    heads = ("p50 / p95 ms, CPU ms", *(STORES[store] for store in stores))
    return f"{' '.join(texts)}\n\n{markdown_table(heads, rows)}"


def processes(found: dict[str, Any]) -> str:
    rows = []
    for count, one in found["summary"].items():
        cores = (f"{one[part]:.2f}" for part in ("server", "database", "proxy", "clients"))
        rows.append((count, f"{one['best']:,.0f}", f"{one['median']:,.0f}", *cores, f"{one['per_core']:,.0f}"))
    parts = ("server, cores", "PostgreSQL", "HAProxy", "clients")
    heads = ("processes", "moves/s, best", "median", *parts, "moves/s per core")
    return f"{machine(found)}.\n\n{markdown_table(heads, rows)}"


def speed(found: dict[str, Any]) -> str:
    def millions(rate: list[float]) -> str:
        return f"{rate[0] / 1e6:.1f} M"

    def ratio(part: list[float]) -> str:
        return "{:.2f} ({:.2f}–{:.2f})".format(*part)

    sizes = found["threads"]
    rows = []
    for mode, title in (("raw", "compiled loop"), ("batch", "batch from Python"), ("observed", "batch, observations")):
        row = [title]
        for name in (f"{mode}_{size}" for size in sizes):
            row += [millions(found["ours"][name]), millions(found["flat"][name]), ratio(found["of_flat"][name])]
        rows.append(row)
    heads = [f"{size[0]} players: {head}" for size in sizes for head in ("ours", "flat loop", "ours / flat loop")]
    threads = [
        f"{size[0]} players, {millions(rates['one'])} with one thread and {millions(rates['two'])} with two, "
        f"{ratio(rates['gain'])} times as many"
        for size, rates in sizes.items()
    ]
    facts = found["machine"]
    by_clock = f"Batches by the clock: {'; '.join(threads)}."
    # On a core of its own, a thread takes as much time by the clock as of the CPU.
    if any(rates["one"][0] < 0.95 * found["ours"][f"batch_{size}"][0] for size, rates in sizes.items()):
        by_clock = "Two threads were not compared with one: other programs were using the cores."
    where = f"{facts['cpu']}, {facts['cores']} cores, load average {facts['load']:.1f}"
    return f"{where}.\n\n{markdown_table(['', *heads], rows)}\n\n{by_clock}"


def learned(found: dict[str, Any]) -> str:
    """The last point of the learning curve."""
    end = found["curve"][-1]
    lessons = f"{found['games']:,} games of `{found['teacher']}`, {end['decisions']:,} decisions"
    time = f"{end['cpu_seconds']:.0f} CPU-seconds"
    return (
        f"Taught by {lessons}, in {time}, it scored {end['mean']:.2f} ± {end['stderr']:.2f} "
        f"with itself, on 1,000 deals that no lesson used; {end['lost']:.0%} of the games were lost and count as 0."
    )


def learned_partners(found: dict[str, Any]) -> str:
    """The row and the column of `learned` in the matrix of `hanabi crossplay`."""
    cells = {(cell["row"], cell["column"]): cell for cell in found["cells"]}

    def score(row: str, column: str) -> str:
        cell = cells[row, column]
        return f"{cell['mean']:.2f} ± {cell['stderr']:.2f}, lost {cell['lost']:.1%}"

    others = [bot for bot in found["bots"] if bot != "learned"]
    rows = [["itself", score("learned", "learned"), "", ""]]
    rows += [[f"`{bot}`", score("learned", bot), score(bot, "learned"), score(bot, bot)] for bot in others]
    heads = ("partner", "`learned` starts", "the partner starts", "the partner with itself")
    return f"{found['games']} games per cell, seed {found['seed']}.\n\n{markdown_table(heads, rows)}"


TABLES: dict[str, Callable[[dict[str, Any]], str]] = {
    "attacks": attacks,
    "archive": archive,
    "processes": processes,
    "speed": speed,
    "learned": learned,
    "learned_partners": learned_partners,
}


def updated(page: str) -> str:
    """The page with its tables rewritten from the stored results."""

    def table(place: re.Match[str]) -> str:
        file = HERE / f"{place[1]}.json"
        text = TABLES[place[1]](json.loads(file.read_text())) if file.exists() else "Not measured yet."
        return f"<!-- results of {place[1]} -->\n\n{text}\n\n<!-- end of results -->"

    return re.sub(r"<!-- results of (\w+) -->\n.*?<!-- end of results -->", table, page, flags=re.DOTALL)


def update() -> None:
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    update()
