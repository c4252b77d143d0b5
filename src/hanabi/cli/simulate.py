"""`hanabi simulate`: plays many games with bots and summarizes the scores."""

import json
import os
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

import click

from hanabi.arena.checkpoint import Checkpoint
from hanabi.arena.experiment import Experiment, lineup
from hanabi.arena.tally import ChunkResult, Tally, corrected_mean, fault_lines, histogram_svg, histogram_text
from hanabi.arena.workers import RunInterrupted, chosen_workers, run_experiment
from hanabi.bots import ROSTER, BotError
from hanabi.cli._options import OutputPath, chosen_rules, complete_bot, experiment_options, json_option
from hanabi.cli._output import end_interrupted, progress_bar
from hanabi.rules import RulesError


@click.command()
@click.option(
    "--bot",
    shell_complete=complete_bot,
    help=f"The bot in every seat: {', '.join(ROSTER)}, cheat, a Python file, or exec:COMMAND. [default: hat]",
)
@click.option("--bots", shell_complete=complete_bot, help="One bot per seat, comma-separated, instead of --bot.")
@click.option("--players", type=click.IntRange(2, 5), help="Number of players. [default: 2, or the number of --bots]")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="Number of games.")
@experiment_options(workers=1)
@click.option("--control", help="Correct the mean by this bot's scores on the same deals and on many others.")
@click.option(
    "--control-games", type=click.IntRange(3), default=20_000, show_default=True, help="Games of the --control bot."
)
@click.option("--worlds", type=click.IntRange(24), help="Search effort of `search`: sampled worlds per move.")
@click.option("--move-seconds", type=float, default=60.0, show_default=True, help="Time limit per move.")
@json_option
@click.option("--save", "folder", type=OutputPath(file=False, folder=True), help="Save game records in this folder.")
@click.option("--picture", type=OutputPath(suffix=".svg"), help="Draw the scores into this SVG file.")
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
    checkpoint: Checkpoint | None,
    control: str | None,
    control_games: int,
    worlds: int | None,
    move_seconds: float,
    as_json: bool,
    folder: Path | None,
    picture: Path | None,
) -> None:
    """Let bots play many games. The same seed gives the same games, whatever the number of workers."""
    if bot and bots:
        raise click.UsageError("give either --bot or --bots, not both")
    if cluster and workers != 1:
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
            keep_scores=control is not None,
        )
    except (BotError, RulesError) as error:
        raise click.UsageError(str(error)) from error
    if control is not None and control_games <= games:
        raise click.UsageError("--control-games must be more than --games")
    run_games = partial(_run_games, workers=workers, cluster=cluster, checkpoint=checkpoint, quiet=as_json)
    corrected, interrupted = None, ""
    try:
        tally = run_games(experiment, folder=folder)
    except RunInterrupted as stopped:
        tally, interrupted = stopped.tally, f"{stopped.tally.games} of {games} games were played"
        if not tally.games:
            end_interrupted(interrupted)
    if control is not None and not interrupted:
        bots_of_control = lineup(control, experiment.players)
        reference = replace(experiment, bots=bots_of_control, games=control_games, keep_records=False, worlds=None)
        try:
            corrected = corrected_mean(tally.scores, run_games(reference, folder=None).scores)
        except RunInterrupted:
            interrupted = f"the games of {control} were not finished"
    if picture is not None:
        picture.write_text(histogram_svg(tally), encoding="utf-8")
    if as_json:
        correction = {"corrected": asdict(corrected) | {"by": control}} if corrected is not None else {}
        click.echo(json.dumps(tally.to_dict() | correction))
    else:
        click.echo(result_text(tally))
        if corrected is not None:
            click.echo(
                f"corrected by {control} on the same deals: {corrected.mean:.4f} ± {corrected.stderr:.4f}"
                f"   (correlation {corrected.correlation:.2f}, {control_games} games of {control})"
            )
    if interrupted:
        end_interrupted(interrupted)


def _run_games(
    experiment: Experiment,
    *,
    workers: int,
    cluster: str | None,
    checkpoint: Checkpoint | None,
    folder: Path | None,
    quiet: bool,
) -> Tally:
    if folder is not None:
        folder.mkdir(exist_ok=True)
    with progress_bar(quiet=quiet) as bar:
        task = bar.add_task("games", total=experiment.games)

        def save_chunk(part: ChunkResult) -> None:
            bar.advance(task, part.games)
            for place, record in enumerate(part.records):
                assert folder is not None
                file = folder / f"game-{part.first + place:06}.json"
                file.write_text(json.dumps(record, ensure_ascii=False) + "\n", encoding="utf-8")

        try:
            if checkpoint is None and cluster is None:
                experiment = experiment.without_compiling()
            if experiment.interpreted:
                workers = min(os.cpu_count() or 1, len(list(experiment.chunks())))
            return run_experiment(experiment, chosen_workers(workers, cluster), save_chunk, checkpoint)
        except (ImportError, ConnectionError) as error:
            raise click.ClickException(str(error)) from error


def result_text(tally: Tally) -> str:
    experiment, rate = tally.experiment, tally.rate
    interpreted = tally.experiment.interpreted
    lines = [
        f"{' '.join(experiment.bots)}: {tally.games} games, seed {experiment.seed}",
        f"mean {tally.mean:.4f} ± {tally.stderr:.4f}   perfect {tally.perfect:.2%}   lost {tally.lost:.2%}"
        + (f"   broken code {tally.broken:.2%}" if tally.broken else "")
        + (f"   {rate:,.{0 if rate >= 10 else 1}f} games/s" if rate else ""),
        *(["not compiled, because that takes longer than these games; `hanabi warm-up` compiles"] * interpreted),
        histogram_text(tally),
    ]
    return "\n".join([*lines, *fault_lines([tally])])
