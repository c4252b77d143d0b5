"""Writes the server's results in benchmarks/*.json as tables into docs/measurements.md; each benchmark updates its own.

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


TABLES: dict[str, Callable[[dict[str, Any]], str]] = {"attacks": attacks, "archive": archive, "processes": processes}


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
