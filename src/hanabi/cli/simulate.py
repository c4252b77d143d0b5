"""`hanabi simulate`: plays many games with bots and summarizes the scores."""

import json
from pathlib import Path

import click

from hanabi.arena.experiment import Experiment, lineup
from hanabi.arena.histogram import as_svg, as_text
from hanabi.arena.tally import ChunkResult, Tally
from hanabi.arena.workers import chosen_workers, run
from hanabi.bots import ROSTER, BotError
from hanabi.cli._options import chosen_rules, rules_options
from hanabi.cli._output import progress_bar
from hanabi.rules.errors import RulesError

SHOWN_FAULTS = 5


@click.command()
@click.option("--bot", help=f"The bot in every seat: {', '.join(ROSTER)}, cheat, or a Python file. [default: hat]")
@click.option("--bots", help="A bot for each seat, comma-separated, instead of --bot.")
@click.option("--players", type=click.IntRange(2, 5), help="How many play. [default: 2, or as many as --bots names]")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Which deals to play.")
@rules_options
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes on this machine.")
@click.option("--cluster", metavar="ADDRESS", help="Play on the Ray cluster at this address (needs hanabi[ray]).")
@click.option("--worlds", type=click.IntRange(24), help="How many worlds `search` looks at for a move.")
@click.option("--move-seconds", type=float, default=60.0, show_default=True, help="How long a bot may think.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON and nothing else.")
@click.option("--save", "folder", type=click.Path(file_okay=False, path_type=Path), help="Keep a record of every game.")
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="Draw the scores into this SVG file.")
def command(
    bot: str | None,
    bots: str | None,
    players: int | None,
    games: int,
    seed: int,
    edition: str | None,
    switches: str,
    workers: int,
    cluster: str | None,
    worlds: int | None,
    move_seconds: float,
    as_json: bool,
    folder: Path | None,
    picture: Path | None,
) -> None:
    """Let bots play many games. The same seed gives the same games, on any number of workers."""
    if bot and bots:
        raise click.UsageError("give either --bot or --bots, not both")
    if cluster and workers > 1:
        raise click.UsageError("a cluster has its own workers: give either --workers or --cluster")
    rules = chosen_rules(edition, switches)
    try:
        experiment = Experiment(
            bots=lineup(bots or bot or "hat", players),
            rules=rules,
            games=games,
            seed=seed,
            move_seconds=move_seconds,
            keep_records=folder is not None,
            worlds=worlds,
        )
    except (BotError, RulesError) as error:
        raise click.UsageError(str(error)) from error
    tally = _run_games(experiment, workers, cluster, folder, quiet=as_json)
    if picture is not None:
        picture.write_text(as_svg(tally), encoding="utf-8")
    if as_json:
        click.echo(json.dumps(tally.to_dict()))
    else:
        click.echo(result_text(tally))


def _run_games(experiment: Experiment, workers: int, cluster: str | None, folder: Path | None, *, quiet: bool) -> Tally:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with progress_bar(quiet=quiet) as bar:
        task = bar.add_task("games", total=experiment.games)

        def save_chunk(part: ChunkResult) -> None:
            bar.advance(task, len(part.scores))
            for place, record in enumerate(part.records):
                assert folder is not None
                file = folder / f"game-{part.first + place:06}.json"
                file.write_text(json.dumps(record, ensure_ascii=False) + "\n", encoding="utf-8")

        try:
            return run(experiment, chosen_workers(workers, cluster), save_chunk)
        except (ImportError, ConnectionError) as error:
            raise click.ClickException(str(error)) from error


def result_text(tally: Tally) -> str:
    """The result as text."""
    experiment, rate = tally.experiment, tally.games / tally.seconds
    lines = [
        f"{' '.join(experiment.bots)}: {tally.games} games, seed {experiment.seed}",
        f"mean {tally.mean:.4f} ± {tally.stderr:.4f}   perfect {tally.perfect:.2%}   lost {tally.lost:.2%}"
        f"   {rate:,.{0 if rate >= 10 else 1}f} games/s",
        as_text(tally),
    ]
    faults = tally.faults
    if faults:
        by_bot: dict[str, int] = {}
        for fault in faults:
            by_bot[fault.bot] = by_bot.get(fault.bot, 0) + 1
        lines.append("faults: " + ", ".join(f"{bot} {count}" for bot, count in by_bot.items()))
        lines += [f"  {fault}" for fault in faults[:SHOWN_FAULTS]]
        if len(faults) > SHOWN_FAULTS:
            lines.append(f"  … and {len(faults) - SHOWN_FAULTS} more")
    return "\n".join(lines)
