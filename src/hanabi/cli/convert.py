"""`hanabi convert`: a game from one notation to another."""

import sys
from pathlib import Path

import click

from hanabi.cli._games import one_line, open_record
from hanabi.records.record import Record, RecordError, replace_file


@click.command(
    epilog="Examples: `hanabi convert export.json -o game.json` · `hanabi convert game.json --to link` · "
    "`hanabi convert p4v0s123 -o deal.json`, a deal that nobody has played yet."
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
@click.option("--no-notes", is_flag=True, help="Leave out the notes that players wrote on hanab.live.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
def command(source: str, form: str, no_notes: bool, output: Path | None) -> None:
    """Convert a game between our record and hanab.live's JSON and links.

    Reads any of them, from a file or in its place, and hanab.live's seeds, such as p4v0s123; - reads standard input.
    A game that the other side's rules or format cannot hold is refused with the reason and exit status 2; what gets
    lost without changing the game is reported on standard error. docs/hanab-live.md has the tables.
    """
    from hanabi.records.replay import replay

    try:
        record = open_record(source)
        replay(record)
        record = _without_notes(record) if no_notes else record
        text, remarks = _converted(record, form)
    except RecordError as error:
        click.echo(one_line(f"hanabi convert: {source}: {error}"), err=True)
        sys.exit(2)
    for remark in remarks:
        click.echo(one_line(f"hanabi convert: note: {remark}"), err=True)
    if output is None:
        click.echo(text)
        return
    try:
        replace_file(output, text + "\n")
    except OSError as error:
        raise click.ClickException(f"{output}: cannot be written: {error.strerror}") from error


def _converted(record: Record, form: str) -> tuple[str, list[str]]:
    from hanabi.records.hanablive import remarks, to_json_text, to_link

    if form == "record":
        return record.dumps(), []
    text = to_link(record) if form == "link" else to_json_text(record)
    return text, remarks(record, link=form == "link")


def _without_notes(record: Record) -> Record:
    from dataclasses import replace

    kept = record.extra.get("hanab_live")
    if not isinstance(kept, dict):
        return record
    return replace(record, extra={**record.extra, "hanab_live": {k: v for k, v in kept.items() if k != "notes"}})
