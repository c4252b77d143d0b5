"""`hanabi review`: judge every move of a recorded game."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from hanabi.cli._options import OutputPath, language_option, one_line
from hanabi.cli._output import replace_unencodable
from hanabi.records import Record, RecordError, open_source
from hanabi.texts import say

if TYPE_CHECKING:
    from hanabi.review.document import Review

DEPTHS = ("quick", "normal", "deep")


@click.command()
@click.argument("game", metavar="FILE|FOLDER", type=click.Path())
@click.option("--judge", help="The bot that judges: hat, or team (team:1 to team:4). [default: chosen by the players]")
@click.option("--depth", type=click.Choice(DEPTHS), default="normal", show_default=True, help="Search effort.")
@click.option("--turn", type=click.IntRange(1), help="Show one turn in detail, counted from 1.")
@click.option("--table", "as_table", is_flag=True, help="Also print a line for every move.")
@click.option("--json", "as_json", is_flag=True, help="Print only the review as JSON (docs/review.md).")
@click.option("--picture", type=OutputPath(suffix=".svg"), help="Draw the curve to this SVG file.")
@click.option("-o", "--output", type=OutputPath(), help="Write an HTML report to this file.")
@click.option("--workers", type=click.IntRange(1), help="Threads. [default: one per CPU]")
@click.option("--seed", type=click.IntRange(0, 2**62), default=0, show_default=True, help="Random seed.")
@click.option("--again", is_flag=True, help="Ignore the cached review.")
@language_option
def command(
    game: str,
    judge: str | None,
    depth: str,
    turn: int | None,
    as_table: bool,
    as_json: bool,
    picture: Path | None,
    output: Path | None,
    workers: int | None,
    seed: int,
    again: bool,
    lang: str,
) -> None:
    """Review a recorded game: the value of every move, the turning points, and the part of luck.

    FILE is a game record, or a hanab.live JSON file, link or seed. For a FOLDER, reviews all games and prints one line
    for each, and the habits of each player.
    """
    replace_unencodable()
    if Path(game).is_dir():
        _review_folder(Path(game), (judge, depth, seed, workers, again, lang), output, as_json=as_json)
        return
    try:
        record = open_source(game)
        review = _load_or_review(record, judge, depth, seed, workers, again, lang, quiet=as_json)
    except (RecordError, ValueError) as error:
        click.echo(one_line(f"hanabi review: {game}: {error}"), err=True)
        sys.exit(2)
    if picture is not None:
        from hanabi.review.report.curve import curve_svg

        picture.write_text(curve_svg(review, language=lang), encoding="utf-8")
    if output is not None:
        _write_report([(Path(game).stem, record, review)], output, lang)
    if as_json:
        click.echo(review.dumps())
        return
    from hanabi.terminal.review import show_review, show_turn

    console = Console(highlight=False, emoji=False)
    if turn is None:
        show_review(console, review, record, lang, with_turns=as_table)
    elif turn > review.turns[-1].turn + 1:
        raise click.BadParameter(f"the game has only {review.turns[-1].turn + 1} turns", param_hint="--turn")
    else:
        show_turn(console, review, record, turn - 1, lang)


def _review_folder(
    folder: Path,
    options: tuple[str | None, str, int, int | None, bool, str],
    output: Path | None,
    *,
    as_json: bool,
) -> None:
    """Review all games of a folder; report and skip other files."""
    judge, depth, seed, workers, again, lang = options
    reviewed: list[tuple[str, Record, Review]] = []
    files = sorted(folder.glob("*.json"))
    for number, file in enumerate(files, start=1):
        label = f"{number}/{len(files)} {file.stem} · "
        try:
            record = open_source(str(file))
            review = _load_or_review(record, judge, depth, seed, workers, again, lang, quiet=as_json, label=label)
        except (RecordError, ValueError) as error:
            click.echo(one_line(f"hanabi review: {file}: {error}"), err=True)
            continue
        reviewed.append((file.stem, record, review))
        if as_json:
            click.echo(review.dumps())
    if not reviewed:
        click.echo(f"hanabi review: {folder}: no game could be reviewed", err=True)
        sys.exit(2)
    if output is not None:
        _write_report(reviewed, output, lang)
    if not as_json:
        from hanabi.review.report.collections import ReviewedGame
        from hanabi.terminal.review import show_collection

        games = [ReviewedGame(*game) for game in reviewed]
        show_collection(Console(highlight=False, emoji=False), games, lang)


def _write_report(reviewed: list[tuple[str, Record, "Review"]], output: Path, lang: str) -> None:
    from hanabi.review.report.collections import ReviewedGame
    from hanabi.review.report.html import html_report

    output.write_text(html_report([ReviewedGame(*game) for game in reviewed], lang), encoding="utf-8")


def _load_or_review(
    record: Record,
    judge: str | None,
    depth: str,
    seed: int,
    workers: int | None,
    again: bool,
    lang: str,
    *,
    quiet: bool,
    label: str = "",
) -> "Review":
    from hanabi.review import cache
    from hanabi.review.reviewer import GameReviewer, is_compiled, record_digest
    from hanabi.terminal.review import ReviewProgress

    with ReviewProgress(lang, label, moves=len(record.actions), quiet=quiet) as progress:
        reviewer = GameReviewer(record, judge, depth, seed)
        file = cache.cache_file(record_digest(record), reviewer.judge, depth, seed)
        cached = None if again else cache.load_review(file)
        if cached is not None:
            return cached
        if not is_compiled():
            progress.tell(say("review.first", lang))
        review = reviewer.review(
            workers or os.cpu_count() or 1, progress=progress.set_done, partial=None if quiet else progress.show
        )
    cache.save_review(review, file)
    return review
