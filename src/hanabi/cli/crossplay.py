"""`hanabi crossplay`: how every bot does among every other."""

import json
from pathlib import Path

import click

from hanabi.arena.checkpoint import Checkpoint
from hanabi.arena.cross_play import CrossPlay, draw
from hanabi.arena.league import League, Pairing
from hanabi.arena.tally import ChunkResult, Tally
from hanabi.arena.workers import chosen_workers
from hanabi.bots import BotError
from hanabi.bots.team.engine.levels import BASIC, EXPERT
from hanabi.cli._options import chosen_rules, rules_options
from hanabi.cli._output import progress_bar
from hanabi.records.record import replace_file
from hanabi.rules.errors import RulesError

DEFAULT_BOTS = ",".join(("simple", *(f"team:{level}" for level in range(BASIC, EXPERT + 1)), "team", "hat"))


@click.command()
@click.option("--bots", default=DEFAULT_BOTS, show_default=True, help="Who takes part, comma-separated.")
@click.option("--players", default="2,3", show_default=True, help="At tables of how many, comma-separated.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="Games of each pair.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Which deals to play.")
@rules_options
@click.option("--workers", type=click.IntRange(0), default=0, show_default=True, help="Processes; 0: one a processor.")
@click.option("--cluster", metavar="ADDRESS", help="Play on the Ray cluster at this address (needs hanabi[ray]).")
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep finished games in this file, and go on from it.",
)
@click.option("--move-seconds", type=float, default=60.0, show_default=True, help="How long a bot may think.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the results as JSON.")
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the matrix into this file, PNG, SVG or PDF (needs hanabi[bench]).",
)
def command(
    bots: str,
    players: str,
    games: int,
    seed: int,
    edition: str | None,
    switches: str,
    workers: int,
    cluster: str | None,
    checkpoint: Path | None,
    move_seconds: float,
    output: Path | None,
    picture: Path | None,
) -> None:
    """Seat one bot among those of another, for all ordered pairs, and print the matrix of the scores as Markdown.

    The bot of the row has one seat, that of the column all the others. All pairs play the same deals.
    """
    rules = chosen_rules(edition, switches)
    try:
        counts = tuple(int(count) for count in players.split(","))
    except ValueError as error:
        raise click.UsageError(f"--players takes numbers such as 2,3, not {players!r}") from error
    names = tuple(dict.fromkeys(name.strip() for name in bots.split(",") if name.strip()))
    if not names:
        raise click.UsageError("--bots names at least one bot")
    if picture is not None:
        _check_picture(picture)
    try:
        league = League(
            bots=names,
            players=counts,
            rules=rules,
            games=games,
            search_games=dict.fromkeys(counts, games),
            slow_games=games,
            seed=seed,
            move_seconds=move_seconds,
        )
        pairings = league.pairings()
    except (BotError, RulesError) as error:
        raise click.UsageError(str(error)) from error
    results: dict[Pairing, Tally] = {}
    with progress_bar(quiet=False) as bar:
        task = bar.add_task("games", total=games * len(pairings))

        def advance(part: ChunkResult) -> None:
            bar.advance(task, len(part.scores))

        kept = None if checkpoint is None else Checkpoint(checkpoint)
        try:
            for pairing, tally in league.play(chosen_workers(workers, cluster), kept, advance):
                results[pairing] = tally
        except (ImportError, ConnectionError) as error:
            raise click.ClickException(str(error)) from error
    cross_play = CrossPlay.of(league, results)
    if output is not None:
        replace_file(output, json.dumps(cross_play.to_dict(), ensure_ascii=False, indent=1) + "\n")
    if picture is not None:
        draw(cross_play, picture)
    click.echo(cross_play.as_markdown())


def _check_picture(picture: Path) -> None:
    """Before hours of games: Matplotlib is there, and writes this format."""
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ImportError as error:
        raise click.ClickException("--picture needs Matplotlib: pip install hanabi[bench]") from error
    known = FigureCanvasBase.get_supported_filetypes()
    if picture.suffix.removeprefix(".") not in known:
        raise click.UsageError(f"--picture: {picture.name} must end in one of .{', .'.join(sorted(known))}")
