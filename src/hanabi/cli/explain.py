"""`hanabi explain`: why a turn was played, and how a clue was read."""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click
import msgspec
from rich.console import Console

from hanabi.cli._options import language_option, one_line, open_record
from hanabi.cli._output import replace_unencodable
from hanabi.cli.replay import seat_of
from hanabi.records import RecordError

if TYPE_CHECKING:
    from hanabi.terminal.explanation import ExplainedTurn

LEVELS = 4


@click.command()
@click.argument("file", metavar="FILE", type=click.Path())
@click.option("--turn", type=click.IntRange(1), required=True, help="The turn to explain, counted from 1.")
@click.option("--seat", help="Only how one seat read the clue: number from 0, or player's name. [default: all seats]")
@click.option(
    "--level",
    type=click.IntRange(1, LEVELS),
    help="Conventions to read clues by. [default: those of the recorded bots, otherwise 3]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the explanation as JSON.")
@language_option
def command(file: str, turn: int, seat: str | None, level: int | None, as_json: bool, lang: str) -> None:
    """Explain one turn of a recorded game by the conventions of `team`.

    For a clue, prints every reading that each player tried, in order: its convention, and whether it was kept or why it
    was dropped. For any turn, prints why `team` would make this move, or what it would do instead.

    FILE is a game record, a hanab.live JSON file, link or seed; - reads standard input.
    """
    replace_unencodable()
    try:
        record = open_record(file)
        viewer = None if seat is None else seat_of(record, seat)
        from hanabi.terminal.explanation import explain_turn, show_explanation

        explained = explain_turn(record, turn, level, lang)
    except RecordError as error:
        click.echo(one_line(f"hanabi explain: {file}: {error}"), err=True)
        sys.exit(2)
    if viewer is not None:
        explained = _seen_by(explained, viewer)
    if as_json:
        click.echo(msgspec.json.encode(explained).decode())
    else:
        show_explanation(Console(highlight=False, emoji=False), explained, lang)


def _seen_by(explained: "ExplainedTurn", seat: int) -> "ExplainedTurn":
    if not explained.readings:
        raise click.BadParameter(
            f"turn {explained.turn} is not a clue ({explained.action}): leave out --seat", param_hint="--seat"
        )
    return replace(explained, readings=tuple(read for read in explained.readings if read.seat == seat))
