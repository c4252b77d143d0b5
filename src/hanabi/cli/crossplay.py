"""`hanabi crossplay`: the scores of every bot among every other."""

import json
from contextlib import suppress
from pathlib import Path

import click

from hanabi.arena.checkpoint import Checkpoint
from hanabi.arena.cross_play import CrossPlay, draw_matrix
from hanabi.arena.league import League, Pairing
from hanabi.arena.tally import ChunkResult, Tally
from hanabi.arena.workers import chosen_workers
from hanabi.bots import BotError
from hanabi.bots.team.engine.levels import BASIC, EXPERT
from hanabi.cli._options import (
    OutputPath,
    check_picture,
    chosen_rules,
    complete_bot,
    experiment_options,
    json_option,
    parse_players,
)
from hanabi.cli._output import end_interrupted, progress_bar
from hanabi.records import replace_file
from hanabi.rules import RulesError

DEFAULT_BOTS = ",".join(("simple", *(f"team:{level}" for level in range(BASIC, EXPERT + 1)), "team", "hat"))


@click.command()
@click.option(
    "--bots",
    shell_complete=complete_bot,
    default=DEFAULT_BOTS,
    show_default=True,
    help="Bots that take part, comma-separated.",
)
@click.option("--players", default="2,3", show_default=True, help="Numbers of players, comma-separated.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="Games per pair.")
@experiment_options(workers=0)
@click.option("--move-seconds", type=float, default=60.0, show_default=True, help="Time limit per move.")
@json_option
@click.option("-o", "--output", type=OutputPath(), help="Write the results as JSON.")
@click.option(
    "--picture",
    type=OutputPath(),
    help="Draw the matrix into this file, PNG, SVG or PDF (needs hanabi[all]).",
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
    checkpoint: Checkpoint | None,
    move_seconds: float,
    as_json: bool,
    output: Path | None,
    picture: Path | None,
) -> None:
    """Seat each bot among copies of every other bot, and print the matrix of scores as Markdown.

    The bot of the row has one seat, the bot of the column all the others. All pairs play the same deals.
    """
    rules = chosen_rules(edition, switches)
    counts = parse_players(players)
    names = tuple(dict.fromkeys(name.strip() for name in bots.split(",") if name.strip()))
    if not names:
        raise click.UsageError("--bots must name at least one bot")
    if picture is not None:
        check_picture(picture)
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
    with progress_bar(quiet=as_json) as bar:
        task = bar.add_task("games", total=games * len(pairings))

        def advance(part: ChunkResult) -> None:
            bar.advance(task, part.games)

        try:
            with suppress(KeyboardInterrupt):
                for pairing, tally in league.play(chosen_workers(workers, cluster), checkpoint, advance):
                    results[pairing] = tally
        except (ImportError, ConnectionError) as error:
            raise click.ClickException(str(error)) from error
    cross_play = CrossPlay.of(league, results)
    if output is not None:
        replace_file(output, json.dumps(cross_play.to_dict(), ensure_ascii=False, indent=1) + "\n")
    if picture is not None:
        draw_matrix(cross_play, picture)
    click.echo(json.dumps(cross_play.to_dict(), ensure_ascii=False) if as_json else cross_play.as_markdown())
    if len(results) < len(pairings):
        end_interrupted(f"{len(results)} of {len(pairings)} pairs were played")
