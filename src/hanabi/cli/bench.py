"""`hanabi bench`: how many moves per second the simulator makes here, and how near that is to a flat loop in C++."""

import importlib.util
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import click
from rich.console import Console
from rich.table import Table

import hanabi
from hanabi.cli._options import json_option, parse_players
from hanabi.cli._output import progress_bar
from hanabi.simulation.speed import MODES, Effort, RandomPlayRates, Rate, describe_machine, measure_random_play

SECONDS = 0.25  # of each turn
FLAT_LOOP = Path("benchmarks", "speed", "flat_loop.py")
TITLES = {"raw": "compiled loop", "batch": "batch from Python", "observed": "batch and observations"}


@click.command()
@click.option("--players", default="2,5", show_default=True, help="Numbers of players, comma-separated.")
@click.option("--turns", type=click.IntRange(1), default=10, show_default=True, help="Turns of each measurement.")
@click.option(
    "--sources",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A clone of the repository, for its flat loop. [default: the clone from which this package runs, if any]",
)
@json_option
def command(players: str, turns: int, sources: Path | None, as_json: bool) -> None:
    """Measure moves per second of uniform random play in the standard game.

    A clone of the repository has a flat loop in C++ that plays the same games and nothing else. It is compiled and
    measured in turn with our code, a quarter of a second each; the ratios show how near our code is to that limit.
    """
    counts = parse_players(players)
    if not set(counts) <= set(range(2, 6)):
        raise click.UsageError(f"--players takes numbers from 2 to 5, not {players!r}")
    flat, why_not = flat_loop(sources)
    theirs = flat.random_play if flat else None
    machine = describe_machine()
    with progress_bar(quiet=as_json) as bar:
        task = bar.add_task("", total=len(counts) * (len(MODES) + 1))

        def progress(what: str) -> None:
            bar.update(task, description=what, advance=1)

        found = measure_random_play(counts, Effort(SECONDS, turns), theirs, progress)
    if as_json:
        missing = {"flat_loop": why_not} if why_not else {}
        click.echo(json.dumps({**found.as_json(), "machine": machine, "turns": turns, "missing": missing}))
        return
    console = Console()
    for table in rate_tables(found, counts):
        console.print(table)
    console.print(", ".join(f"{name} {value}" for name, value in machine.items()), highlight=False, soft_wrap=True)
    if why_not:
        console.print(why_not, highlight=False, soft_wrap=True)


def flat_loop(sources: Path | None) -> tuple[ModuleType | None, str]:
    """The flat loop of a clone, compiled; or the sentence that says why there is none."""
    file = (sources or Path(hanabi.__file__).parents[2]) / FLAT_LOOP
    if not file.is_file():
        if sources is not None:
            raise click.UsageError(f"--sources: {sources} has no {FLAT_LOOP}")
        return None, (
            "To compare this with a flat loop in C++, clone https://github.com/hanabi-project/hanabi "
            "and name its folder with --sources."
        )
    module = _module(file)
    if not module.is_available():
        return None, f"To compare this with a flat loop in C++, install a C++ compiler ({module.COMPILER})."
    return module, ""


@cache
def _module(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("hanabi_flat_loop", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rate_tables(found: RandomPlayRates, counts: tuple[int, ...]) -> Iterator[Table]:
    """The rates, and the ratios with their spread."""
    rates = _table("Moves per second of CPU time on one thread: median (slowest–fastest)", counts)
    for mode, title in TITLES.items():
        rates.add_row(title, *(_millions(found.ours[f"{mode}_{count}p"]) for count in counts))
    if found.flat:
        for mode, title in TITLES.items():
            shown = "flat loop in C++" if mode == "raw" else f"flat loop, {title}"
            rates.add_row(shown, *(_millions(found.flat[f"{mode}_{count}p"]) for count in counts))
    yield rates
    if found.of_flat:
        ratios = _table("Ours divided by the flat loop, by turns: median (lowest–highest)", counts)
        for mode, title in TITLES.items():
            ratios.add_row(title, *(_ratio(found.of_flat[f"{mode}_{count}p"]) for count in counts))
        yield ratios
    threads = _table("Batch from Python by the clock, moves per second", counts)
    for place, title in enumerate(("1 thread", "2 threads")):
        threads.add_row(title, *(_millions(found.threads[f"{count}p"][place]) for count in counts))
    threads.add_row("2 divided by 1", *(_ratio(found.threads[f"{count}p"][2]) for count in counts))
    yield threads


def _table(title: str, counts: tuple[int, ...]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("")
    for count in counts:
        table.add_column(f"{count} players", justify="right")
    return table


def _millions(rate: Rate) -> str:
    low, high = rate.low / 1e6, rate.high / 1e6
    return f"{rate.median / 1e6:.1f} M ({low:.1f}–{high:.1f})"


def _ratio(ratio: Rate) -> str:
    return f"{ratio.median:.2f} ({ratio.low:.2f}–{ratio.high:.2f})"
