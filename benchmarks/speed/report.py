"""Measures everything in one run, and shows the result as a table, JSON or a picture."""

import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.speed import flat_loop, own_rates, peer_rates
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from hanabi.cli.bench import rate_tables
from hanabi.rules import RuleSet
from hanabi.simulation.batch import Batch
from hanabi.simulation.observation import STANDARD
from hanabi.simulation.speed import (
    Effort,
    RandomPlayRates,
    Rate,
    compiled_play,
    describe_machine,
    measure_random_play,
    rate,
    rounded,
)

PLAYERS = (2, 5)
# The thorough run takes less than five minutes with all peers.
THOROUGH = Effort(seconds=0.5, turns=7)
QUICK = Effort(seconds=0.15, turns=3)
QUICK_SECONDS = 36.0  # time limit of a quick run; peers that do not fit are left out
LONG = RuleSet(empty_clues=False, strikes=50)
Progress = Callable[[str], None]
WORDS = {"raw": "", "observed": " + observations"}


@dataclass
class Report:
    machine: dict[str, Any] = field(default_factory=describe_machine)
    own: RandomPlayRates = field(default_factory=RandomPlayRates)
    peers: dict[str, dict[str, Rate]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Each rate and ratio is its median, the lowest and the highest."""
        return {
            **self.own.as_json(),
            "peers": {
                peer: {name: rounded(rate) for name, rate in found.items()} for peer, found in self.peers.items()
            },
            "ratios": {name: round(ratio, 1) for name, ratio in self.ratios()},
            "more": self.more,
            "missing": self.missing,
            "machine": self.machine,
        }

    def ratios(self) -> Iterator[tuple[str, float]]:
        """Ours over theirs: compiled code with compiled code, batches from Python with what Python gets from a peer."""
        ours = self.own.ours
        for peer, found in self.peers.items():
            for name, theirs in found.items():
                mode, players = name.split("_")
                mine = "batch" if mode == "raw" and peer != "hle_cpp" else mode
                yield f"{mine}_{players} / {peer} {mode}_{players}", ours[f"{mine}_{players}"].median / theirs.median


def run(*, quick: bool, progress: Progress) -> Report:
    begun, effort = time.monotonic(), QUICK if quick else THOROUGH
    report = Report()
    flat = flat_loop.random_play if flat_loop.is_available() else None
    if flat is None:
        report.missing["flat loop"] = "not built (needs a C++ compiler)"
    report.own = measure_random_play(PLAYERS, effort, flat, progress)
    _measure_more(report, effort, progress)
    limit = begun + QUICK_SECONDS if quick else float("inf")
    for peer in peer_rates.PEERS:
        _measure_peer(report, peer, effort, limit, progress)
    report.machine["load after"] = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else -1.0
    report.more["seconds"] = round(time.monotonic() - begun, 1)
    return report


def _measure_more(report: Report, effort: Effort, progress: Progress) -> None:
    progress("clones, sizes, single moves")
    more, ours = report.more, report.own.ours
    for players in PLAYERS:
        ours[f"cloned_{players}p"] = rate(compiled_play(players, clones=True), effort)
        more[f"moves_a_game_{players}p"] = own_rates.moves_a_game(players)
        more[f"bytes_a_game_{players}p"] = Batch(STANDARD, players, games=1024).memory_per_game
    ours["long_2p"] = rate(compiled_play(2, rules=LONG), effort)
    more["moves_a_long_game_2p"] = own_rates.moves_a_game(2, LONG)
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
    console.print(Group(*rate_tables(report.own, PLAYERS), *_peer_tables(report), *_facts(report)))


def _peer_tables(report: Report) -> Iterator[Table]:
    if not report.peers:
        return
    rates = Table(title="Other engines, moves per CPU-second on one core", title_justify="left")
    ratios = Table(title="How many times faster ours is", title_justify="left")
    rates.add_column("")
    for players in PLAYERS:
        rates.add_column(f"{players} players", justify="right")
    for peer in peer_rates.PEERS:
        for mode in sorted(peer.modes, reverse=True):
            found = [report.peers.get(peer.name, {}).get(f"{mode}_{players}p") for players in PLAYERS]
            if any(found):
                rates.add_row(f"{peer.title}{WORDS[mode]}", *(_cell(rate) for rate in found))
    ratios.add_column("ours / theirs")
    ratios.add_column("times", justify="right")
    for name, ratio in report.ratios():
        ratios.add_row(name, f"{ratio:,.1f}")
    yield from (rates, ratios)


def _cell(rate: Rate | None) -> str:
    return "–" if rate is None else f"{rate.median:,.0f} ({rate.low:,.0f}–{rate.high:,.0f})"


def _facts(report: Report) -> Iterator[Text]:
    more, costs, ours = report.more, report.more["nanoseconds_a_move_by_games"], report.own.ours
    cloned = " and ".join(f"{ours[f'cloned_{players}p'].median:,.0f} with {players} players" for players in PLAYERS)
    lines = [
        f"a clone before each move, inside compiled code: {cloned} moves per CPU-second",
        "cost of a move by batch size: " + ", ".join(f"{games} games {cost} ns" for games, cost in costs.items()),
        f"memory of a game: {more['bytes_a_game_2p']} bytes with 2 players, {more['bytes_a_game_5p']} with 5",
        f"one move of a Game: {more['microseconds_a_game_move']} µs",
        f"moves per game: {more['moves_a_game_2p']} with 2 players, {more['moves_a_game_5p']} with 5; "
        f"with 50 strikes {more['moves_a_long_game_2p']}, at {ours['long_2p'].median:,.0f} moves a second",
        "ran on: " + ", ".join(f"{name} {value}" for name, value in report.machine.items()),
        f"took {more['seconds']} s",
    ]
    lines += [f"{name}: {why}" for name, why in report.missing.items()]
    for line in lines:
        yield Text(line)


def draw(report: Report, file: Path) -> None:
    """Dots on a logarithmic scale, the fastest on top; ours in color, the flat loop as the limit."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    own, titles = report.own, {"raw": "", "batch": ", batch", "observed": ", batch + observations"}
    rows: list[tuple[str, str, list[float]]] = []
    for owner, color, rates in (("ours", "#c2410c", own.ours), ("flat loop in C++", "#15803d", own.flat)):
        rows += [
            (owner + title, color, [rates[f"{mode}_{players}p"].median for players in PLAYERS])
            for mode, title in titles.items()
            if f"{mode}_{PLAYERS[0]}p" in rates
        ]
    for peer in peer_rates.PEERS:
        found = report.peers.get(peer.name, {})
        for mode, title in WORDS.items():
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
