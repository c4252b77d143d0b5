"""`hanabi convert`: convert a game between formats."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from hanabi.cli._options import OutputPath, json_option, one_line, open_record
from hanabi.records import Record, RecordError, replace_file

DATA_SET_SUFFIX = ".safetensors"


@click.command(
    epilog="Examples: `hanabi convert export.json -o game.json` · `hanabi convert game.json --to link` · "
    "`hanabi convert p4v0s123 -o deal.json` (a deal without moves) · "
    "`hanabi convert 2_players_games.safetensors -o games/` (a file of many games)."
)
@click.argument("source", metavar="FILE|LINK|SEED")
@click.option(
    "--to",
    "form",
    type=click.Choice(["record", "hanab-live", "link"]),
    default="record",
    show_default=True,
    help="Our record, hanab.live's JSON, or a hanab.live link.",
)
@click.option("--no-notes", is_flag=True, help="Leave out the players' notes from hanab.live.")
@click.option("--game", type=click.IntRange(0), help="Convert only this game of a file of many games, counted from 0.")
@click.option(
    "-o", "--output", type=OutputPath(folder=True), help="Write to this file; for many games, to this folder."
)
@json_option
def command(source: str, form: str, no_notes: bool, game: int | None, output: Path | None, as_json: bool) -> None:
    """Convert a game between our record and hanab.live's JSON and links.

    Reads files, links, and hanab.live's seeds such as p4v0s123; - reads standard input. A game that the other format
    or its rules cannot express is refused with the reason and exit status 2; lost details that do not change the game
    are reported on standard error (docs/hanab-live.md).

    A .safetensors file of the AH2AC2 data set has many games: each becomes a file in the folder --output, or a line
    of the output (docs/ah2ac2.md). Refused games are reported on standard error; the others are converted.
    """
    from hanabi.records import replay

    is_data_set = source.endswith(DATA_SET_SUFFIX)
    if game is not None and not is_data_set:
        raise click.UsageError(f"--game only works with a {DATA_SET_SUFFIX} file")
    report = Report(source, as_json)
    if is_data_set and game is None:
        _convert_all(report, form, output)
        return
    if output is not None and output.is_dir():
        raise click.UsageError(f"--output: {output} is a folder")
    try:
        record = open_record(source) if game is None else _game_of(source, game)
        replay(record)
        record = _without_notes(record) if no_notes else record
        text, remarks = _converted(record, form)
    except RecordError as error:
        report.refused(error)
        sys.exit(2)
    report.converted(text, output, remarks)


class Report:
    """Writes converted games, and says on standard error what was lost; or says all of it as JSON, a line per game."""

    def __init__(self, source: str, as_json: bool) -> None:
        self.source, self.as_json = source, as_json

    def converted(self, text: str, output: Path | None, remarks: Sequence[str] = ()) -> None:
        if output is not None:
            try:
                replace_file(output, text + "\n")
            except OSError as error:
                raise click.ClickException(f"{output}: cannot be written: {error.strerror}") from error
        if self.as_json:
            converted = json.loads(text) if text.startswith("{") else text
            result = {"converted": converted} if output is None else {"file": str(output)}
            click.echo(json.dumps(result | {"notes": list(remarks)}, ensure_ascii=False))
            return
        for remark in remarks:
            click.echo(one_line(f"hanabi convert: note: {remark}"), err=True)
        if output is None:
            click.echo(text)

    def refused(self, error: RecordError, game: int | None = None) -> None:
        place = self.source if game is None else f"{self.source}: game {game}"
        click.echo(one_line(f"hanabi convert: {place}: {error}"), err=True)
        if self.as_json:
            click.echo(json.dumps({"refused": str(error), "game": game}, ensure_ascii=False))


def _game_of(source: str, index: int) -> Record:
    from hanabi.records.ah2ac2 import GameArrays

    return GameArrays(source)[index]


def _convert_all(report: Report, form: str, folder: Path | None) -> None:
    """Exits with status 2 if some games were refused."""
    from hanabi.records.ah2ac2 import GameArrays, RefusedGame

    try:
        games = GameArrays(report.source)
        if folder is not None:
            folder.mkdir(exist_ok=True)
    except RecordError as error:
        report.refused(error)
        sys.exit(2)
    except OSError as error:
        raise click.ClickException(f"{folder}: cannot be written: {error.strerror}") from error
    refused = 0
    for index, game in enumerate(games.records()):
        try:
            if isinstance(game, RefusedGame):
                raise RecordError(game.reason)
            text, _ = _converted(game, form)
        except RecordError as error:
            refused += 1
            report.refused(error, index)
            continue
        name = f"game-{index:06}.{'txt' if form == 'link' else 'json'}"
        report.converted(text, None if folder is None else folder / name)
    click.echo(f"hanabi convert: {report.source}: {len(games) - refused} of {len(games)} games converted", err=True)
    if refused:
        sys.exit(2)


def _converted(record: Record, form: str) -> tuple[str, list[str]]:
    from hanabi.records.hanablive import remarks, to_json_text, to_link

    if form == "record":
        return record.dumps(), []
    text = to_link(record) if form == "link" else to_json_text(record)
    return text, remarks(record, link=form == "link")


def _without_notes(record: Record) -> Record:
    from dataclasses import replace

    extra = record.extra.get("hanab_live")
    if not isinstance(extra, dict):
        return record
    return replace(record, extra={**record.extra, "hanab_live": {k: v for k, v in extra.items() if k != "notes"}})
