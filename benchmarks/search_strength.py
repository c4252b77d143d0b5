"""How strong the searching player is for the time it takes: `python benchmarks/search_strength.py --games 500`.

The same deals for every number of worlds, corrected by the hat player's results on them and on many others
(docs/bots.md, Measuring). With `--checkpoint` an interrupted run goes on. Prints a Markdown table.
"""

import time
from pathlib import Path

import click

from hanabi.arena.checkpoint import Checkpoint
from hanabi.arena.experiment import Experiment
from hanabi.arena.tally import corrected_mean
from hanabi.arena.workers import run_experiment
from hanabi.bots.hat_search.budget import budget_for
from hanabi.rules.ruleset import RuleSet

RULES = RuleSet.of(empty_clues=False)
TIMED_GAMES = 10


@click.command()
@click.option("--players", type=click.IntRange(2, 5), default=2, show_default=True)
@click.option("--worlds", default="24,75,150,300", show_default=True, help="For the first moves, comma-separated.")
@click.option("--games", default=500, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--control-games", default=20_000, show_default=True)
@click.option("--checkpoint", type=click.Path(dir_okay=False, path_type=Path))
def main(players: int, worlds: str, games: int, seed: int, control_games: int, checkpoint: Path | None) -> None:
    kept = None if checkpoint is None else Checkpoint(checkpoint)
    control = run_experiment(Experiment(("hat",) * players, RULES, control_games, seed), checkpoint=kept)
    click.echo("| worlds | games | mean | corrected | perfect | CPU s a game |\n|---|---|---|---|---|---|")
    click.echo(
        f"| none (`hat`) | {control.games} | {control.mean:.3f} ± {control.stderr:.3f} | | {control.perfect:.1%} | |"
    )
    for count in map(int, worlds.split(",")):
        experiment = Experiment(("search",) * players, RULES, games, seed, worlds=count)
        tally = run_experiment(experiment, checkpoint=kept)
        found = corrected_mean(tally.scores, control.scores)
        started = time.process_time()
        run_experiment(Experiment(("search",) * players, RULES, TIMED_GAMES, seed, first=games, worlds=count))
        seconds = (time.process_time() - started) / TIMED_GAMES
        click.echo(
            f"| {count} to {budget_for(players, count).most} | {tally.games} | {tally.mean:.3f} ± {tally.stderr:.3f} "
            f"| {found.mean:.3f} ± {found.stderr:.3f} | {tally.perfect:.1%} | {seconds:.2f} |"
        )


if __name__ == "__main__":
    main()
