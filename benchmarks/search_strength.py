"""The searching player's strength against its time: `python benchmarks/search_strength.py --games 500`.

Plays the same deals with every number of worlds, and corrects the means by the hat player's scores on these deals and
on many others (docs/measuring.md, Control variate). With `--checkpoint`, an interrupted run resumes. Prints a
Markdown table.
"""

import time
from pathlib import Path

import click

from hanabi.arena.checkpoint import Checkpoint
from hanabi.arena.experiment import Experiment
from hanabi.arena.tally import corrected_mean
from hanabi.arena.workers import run_experiment
from hanabi.bots.hat_search.budget import budget_for
from hanabi.rules import RuleSet

RULES = RuleSet.of(empty_clues=False)
TIMED_GAMES = 10


@click.command()
@click.option("--players", type=click.IntRange(2, 5), default=2, show_default=True)
@click.option("--worlds", default="24,75,150,300", show_default=True, help="Worlds of the first moves.")
@click.option("--games", default=500, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--control-games", default=20_000, show_default=True)
@click.option("--checkpoint", type=click.Path(dir_okay=False, path_type=Path))
def main(players: int, worlds: str, games: int, seed: int, control_games: int, checkpoint: Path | None) -> None:
    saved = None if checkpoint is None else Checkpoint(checkpoint)
    control = run_experiment(Experiment(("hat",) * players, RULES, control_games, seed), checkpoint=saved)
    click.echo("| worlds | games | mean | corrected | perfect | CPU s per game |\n|---|---|---|---|---|---|")
    click.echo(
        f"| none (`hat`) | {control.games} | {control.mean:.3f} ± {control.stderr:.3f} | | {control.perfect:.1%} | |"
    )
    for count in map(int, worlds.split(",")):
        experiment = Experiment(("search",) * players, RULES, games, seed, worlds=count)
        tally = run_experiment(experiment, checkpoint=saved)
        corrected = corrected_mean(tally.scores, control.scores)
        started = time.process_time()
        run_experiment(Experiment(("search",) * players, RULES, TIMED_GAMES, seed, first=games, worlds=count))
        seconds = (time.process_time() - started) / TIMED_GAMES
        click.echo(
            f"| {count} to {budget_for(players, count).max_worlds} "
            f"| {tally.games} | {tally.mean:.3f} ± {tally.stderr:.3f} "
            f"| {corrected.mean:.3f} ± {corrected.stderr:.3f} | {tally.perfect:.1%} | {seconds:.2f} |"
        )


if __name__ == "__main__":
    main()
