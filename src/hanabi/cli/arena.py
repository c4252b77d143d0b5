"""`hanabi arena`: a league of bots, and its page of results."""

import json
from contextlib import suppress
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from hanabi.arena.checkpoint import Checkpoint
from hanabi.arena.league import League, Pairing, as_markdown
from hanabi.arena.tally import Tally
from hanabi.arena.workers import chosen_workers
from hanabi.bots import BotError
from hanabi.cli._options import OutputPath, chosen_rules, complete_bot, experiment_options, json_option, parse_players
from hanabi.cli._output import end_interrupted
from hanabi.rules import RulesError


@click.command()
@click.option(
    "--bots",
    shell_complete=complete_bot,
    default="simple,hat",
    show_default=True,
    help="Bots that take part, comma-separated.",
)
@click.option("--players", default="2,3,4,5", show_default=True, help="Numbers of players, comma-separated.")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="Games per compiled line-up.")
@click.option(
    "--search-games",
    default="50",
    show_default=True,
    help="Games of `search` with itself, one number or one per --players.",
)
@click.option("--slow-games", type=click.IntRange(1), default=50, show_default=True, help="Games per other line-up.")
@experiment_options(workers=1)
@click.option("--cross/--no-cross", default=True, show_default=True, help="Also seat each bot among the others.")
@click.option("--switches-of", help="Also play this bot under every switch.")
@json_option
@click.option("-o", "--output", type=OutputPath(), help="Write the page to this file.")
def command(
    bots: str,
    players: str,
    games: int,
    search_games: str,
    slow_games: int,
    seed: int,
    edition: str | None,
    switches: str,
    cross: bool,
    switches_of: str | None,
    workers: int,
    cluster: str | None,
    checkpoint: Checkpoint | None,
    as_json: bool,
    output: Path | None,
) -> None:
    """Let bots play in a league: each bot with itself, and each bot among the others."""
    rules = chosen_rules(edition, switches)
    counts = parse_players(players)
    searched = [int(number) for number in search_games.split(",") if number.strip().isdecimal() and int(number) > 0]
    if len(searched) != len(search_games.split(",")) or len(searched) not in (1, len(counts)):
        raise click.UsageError(f"--search-games takes one number, or one for each of --players, not {search_games!r}")
    try:
        league = League(
            bots=tuple(name.strip() for name in bots.split(",")),
            players=counts,
            rules=rules,
            games=games,
            search_games=dict(zip(counts, searched * len(counts) if len(searched) == 1 else searched, strict=False)),
            slow_games=slow_games,
            seed=seed,
            cross=cross,
            switches_of=switches_of,
        )
        pairings = league.pairings()
    except (BotError, RulesError) as error:
        raise click.UsageError(str(error)) from error
    results: dict[Pairing, Tally] = {}
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("line-ups", total=len(pairings))
        with suppress(KeyboardInterrupt):
            for pairing, tally in league.play(chosen_workers(workers, cluster), checkpoint):
                results[pairing] = tally
                bar.advance(task)
                if not console.is_terminal:
                    click.echo(f"{len(results)} of {len(pairings)}: {pairing} {tally.mean:.3f}", err=True)
    page = as_markdown(league, results)
    if output is not None:
        output.write_text(page, encoding="utf-8")
    if as_json:
        cells = [tally.to_dict() | {"switch": pairing.switch} for pairing, tally in results.items()]
        click.echo(json.dumps({"line_ups": cells}, ensure_ascii=False))
    else:
        click.echo(page)
    if len(results) < len(pairings):
        end_interrupted(f"{len(results)} of {len(pairings)} line-ups were played")
