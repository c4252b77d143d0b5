"""Measures everything in one run, and shows the result as a table, JSON or a picture."""

import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.speed import flat_loop, machine, own_rates, peer_rates
from benchmarks.speed.rate import QUICK, THOROUGH, Effort, Rate
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from hanabi.rules import RuleSet
from hanabi.simulation.batch import Batch
from hanabi.simulation.observation import STANDARD

PLAYERS = (2, 5)
QUICK_SECONDS = 36.0  # time limit of a quick run; peers that do not fit are left out
LONG = RuleSet(empty_clues=False, strikes=50)
Progress = Callable[[str], None]


@dataclass
class Report:
    machine: dict[str, Any] = field(default_factory=machine.describe)
    ours: dict[str, Rate] = field(default_factory=dict)
    peers: dict[str, dict[str, Rate]] = field(default_factory=dict)
    flat: dict[str, Rate] = field(default_factory=dict)  # the flat loop in C++
    of_flat: dict[str, Rate] = field(default_factory=dict)  # ours divided by it
    missing: dict[str, str] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "ours": {name: round(rate.median) for name, rate in self.ours.items()},
            "peers": {
                peer: {name: round(rate.median) for name, rate in found.items()} for peer, found in self.peers.items()
            },
            "ratios": {name: round(ratio, 1) for name, ratio in self.ratios()},
            "flat": {name: round(rate.median) for name, rate in self.flat.items()},
            "of_flat": {
                name: [round(part, 2) for part in (ratio.median, ratio.low, ratio.high)]
                for name, ratio in self.of_flat.items()
            },
            "spread": {
                name: [round(rate.low), round(rate.high)] for name, rate in (*self.ours.items(), *self._peer_rates())
            },
            "more": self.more,
            "missing": self.missing,
            "machine": self.machine,
        }

    def ratios(self) -> Iterator[tuple[str, float]]:
        """Ours over theirs: compiled code with compiled code, batches from Python with what Python gets from a peer."""
        for peer, found in self.peers.items():
            for name, rate in found.items():
                mode, players = name.split("_")
                mine = "batch" if mode == "raw" and peer != "hle_cpp" else mode
                yield f"{mine}_{players} / {peer} {mode}_{players}", self.ours[f"{mine}_{players}"].median / rate.median

    def _peer_rates(self) -> Iterator[tuple[str, Rate]]:
        for peer, found in self.peers.items():
            for name, rate in found.items():
                yield f"{peer} {name}", rate


def run(*, quick: bool, progress: Progress) -> Report:
    begun, effort = time.monotonic(), QUICK if quick else THOROUGH
    report = Report()
    progress("compiling or loading the kernels")
    for players in PLAYERS:
        progress(f"ours, {players} players")
        report.ours[f"raw_{players}p"] = own_rates.raw(players, effort)
        report.ours[f"batch_{players}p"] = own_rates.batched(players, effort)
        report.ours[f"observed_{players}p"] = own_rates.observed(players, effort)
    if flat_loop.is_available():
        for players in PLAYERS:
            for mode in ("raw", "batch", "observed"):
                progress(f"flat loop, {mode}, {players} players")
                name = f"{mode}_{players}p"
                report.flat[name], report.of_flat[name] = own_rates.against_flat_loop(players, mode, effort)
    else:
        report.missing["flat loop"] = "not built (needs a C++ compiler)"
    _measure_more(report, effort, progress)
    limit = begun + QUICK_SECONDS if quick else float("inf")
    for peer in peer_rates.PEERS:
        _measure_peer(report, peer, effort, limit, progress)
    report.machine["load after"] = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else -1.0
    report.more["seconds"] = round(time.monotonic() - begun, 1)
    return report


def _measure_more(report: Report, effort: Effort, progress: Progress) -> None:
    progress("clones, threads, sizes, single moves")
    more = report.more
    for players in PLAYERS:
        report.ours[f"cloned_{players}p"] = own_rates.raw(players, effort, clones=True)
        more[f"moves_a_game_{players}p"] = own_rates.moves_a_game(players)
        more[f"bytes_a_game_{players}p"] = Batch(STANDARD, players, games=1024).memory_per_game
    report.ours["long_2p"] = own_rates.raw(2, effort, rules=LONG)
    more["moves_a_long_game_2p"] = own_rates.moves_a_game(2, LONG)
    more["threads"] = {name: round(value, 2) for name, value in own_rates.threads_gain(effort).items()}
    more["nanoseconds_a_move_by_games"] = {
        games: round(cost) for games, cost in own_rates.costs_by_batch_size(effort).items()
    }
    more["microseconds_a_game_move"] = round(own_rates.single_move(effort), 1)


def _measure_peer(report: Report, peer: peer_rates.Peer, effort: Effort, limit: float, progress: Progress) -> None:
    command = peer_rates.command_of(peer)
    if command is None:
        report.missing[peer.name] = "not installed (make peers)"
        return
    for mode in peer.modes:
        for players in PLAYERS:
            left = limit - time.monotonic()
            if left < peer_rates.least_seconds(peer, effort):
                report.missing[f"{peer.name} {mode}_{players}p"] = "left out: out of time"
                continue
            progress(f"{peer.title}, {mode}, {players} players")
            found = peer_rates.measure(peer, command, players, mode, effort, min(left, 600.0))
            if isinstance(found, Rate):
                report.peers.setdefault(peer.name, {})[f"{mode}_{players}p"] = found
            else:
                report.missing[f"{peer.name} {mode}_{players}p"] = found


def show(report: Report, console: Console) -> None:
    console.print(Group(_rates_table(report), *_facts(report)))


def _rates_table(report: Report) -> Table:
    table = Table(title="Moves a second on one core (uniform random play)", title_justify="left")
    table.add_column("")
    for players in PLAYERS:
        table.add_column(f"{players} players", justify="right")
        table.add_column(r"\[slowest..fastest]", justify="right", style="dim")
    rows = {
        "ours, inside compiled code": ("raw", report.ours),
        "ours, batch from Python, legal masks": ("batch", report.ours),
        "ours, batch from Python, observations": ("observed", report.ours),
        "ours, compiled, clone and step": ("cloned", report.ours),
        "flat loop in C++": ("raw", report.flat),
        "flat loop in C++, legal masks": ("batch", report.flat),
        "flat loop in C++, observations": ("observed", report.flat),
    }
    for peer in peer_rates.PEERS:
        for mode in sorted(peer.modes, reverse=True):
            if peer.name in report.peers:
                words = {"raw": "", "observed": ", observations"}[mode]
                rows[f"{peer.title}{words}"] = (mode, report.peers[peer.name])
    for title, (mode, rates) in rows.items():
        cells = [_cells(rates.get(f"{mode}_{players}p")) for players in PLAYERS]
        if any(cell[0] != "–" for cell in cells):
            table.add_row(title, *(part for cell in cells for part in cell), style="bold" if title[0] == "o" else "")
    return table


def _cells(rate: Rate | None) -> tuple[str, str]:
    return (
        ("–", "")
        if rate is None
        else (f"{rate.median:,.0f}", f"[{rate.low:,.0f}..{rate.high:,.0f}]".replace("[", r"\["))
    )


def _facts(report: Report) -> Iterator[Text | Table]:
    limits = Table(title="Ours as a share of the flat loop", title_justify="left")
    limits.add_column("")
    limits.add_column("share", justify="right")
    limits.add_column(r"\[lowest..highest]", justify="right", style="dim")
    for name, share in report.of_flat.items():
        limits.add_row(name, f"{share.median:.2f}", rf"\[{share.low:.2f}..{share.high:.2f}]")
    if report.of_flat:
        yield limits
    ratios = Table(title="How many times faster", title_justify="left")
    ratios.add_column("ours / peer")
    ratios.add_column("times", justify="right")
    for name, ratio in report.ratios():
        ratios.add_row(name, f"{ratio:,.1f}")
    if report.peers:
        yield ratios
    more, costs = report.more, report.more["nanoseconds_a_move_by_games"]
    threads = more["threads"]
    lines = [
        f"two threads: {threads['gain']:.2f} times one by the wall clock, {threads['two_threads']:,.0f} moves/s; "
        f"{threads['cpu_gain']:.2f} times by CPU time",
        "cost a move by batch size: " + ", ".join(f"{games} games {cost} ns" for games, cost in costs.items()),
        f"memory a game: {more['bytes_a_game_2p']} bytes with 2 players, {more['bytes_a_game_5p']} with 5",
        f"one move of a Game: {more['microseconds_a_game_move']} µs",
        f"moves a game: {more['moves_a_game_2p']} with 2 players, {more['moves_a_game_5p']} with 5; "
        f"with 50 strikes {more['moves_a_long_game_2p']}, at {report.ours['long_2p'].median:,.0f} moves a second",
        "ran on: " + ", ".join(f"{name} {value}" for name, value in report.machine.items()),
        f"took {more['seconds']} s; rates are medians of moves a CPU-second, threads apart",
    ]
    lines += [f"{name}: {why}" for name, why in report.missing.items()]
    for line in lines:
        yield Text(line)


def draw(report: Report, file: Path) -> None:
    """Dots on a logarithmic scale, the fastest on top; ours in color, the flat loop as the limit."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    titles = {"raw": "", "batch": ", batch", "observed": ", batch + observations"}
    rows: list[tuple[str, str, list[float]]] = []
    for owner, color, rates in (("ours", "#c2410c", report.ours), ("flat loop in C++", "#15803d", report.flat)):
        rows += [
            (owner + title, color, [rates[f"{mode}_{players}p"].median for players in PLAYERS])
            for mode, title in titles.items()
            if f"{mode}_{PLAYERS[0]}p" in rates
        ]
    for peer in peer_rates.PEERS:
        found = report.peers.get(peer.name, {})
        for mode, title in (("raw", ""), ("observed", " + observations")):
            measured = [found.get(f"{mode}_{players}p") for players in PLAYERS]
            if any(measured):
                rows.append(
                    (peer.title + title, "#475569", [rate.median if rate else float("nan") for rate in measured])
                )
    rows.sort(key=lambda row: row[2][0])
    figure, axes = pyplot.subplots(figsize=(9, 0.34 * len(rows) + 1.4), layout="constrained")
    for place, (_, color, rates_of_row) in enumerate(rows):
        axes.plot(rates_of_row, [place, place], color=color, linewidth=1, alpha=0.4)
        for value, fill in zip(rates_of_row, (color, "white"), strict=True):
            axes.plot(value, place, "o", color=color, markerfacecolor=fill)
        if not math.isnan(rates_of_row[0]):
            axes.annotate(
                _short(rates_of_row[0]), (rates_of_row[0], place), (6, 4), textcoords="offset points", fontsize=7
            )
    axes.set_yticks(range(len(rows)), [title for title, _, _ in rows])
    axes.set_xscale("log")
    axes.margins(x=0.1)
    axes.grid(axis="x", color="#e2e8f0")
    axes.set_axisbelow(True)
    axes.set_xlabel("moves per CPU-second on one core (full dots: 2 players, open dots: 5)")
    axes.set_title("Moves per second of uniform random play")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, dpi=150)
    pyplot.close(figure)


def _short(rate: float) -> str:
    return f"{rate / 1e6:.1f} M" if rate >= 1e6 else f"{rate / 1e3:.1f} k"
