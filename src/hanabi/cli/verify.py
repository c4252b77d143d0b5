"""`hanabi verify`: was the deck what the server had promised?"""

import sys
from pathlib import Path

import click


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def command(files: tuple[Path, ...]) -> None:
    """Check that the deals of finished games follow from the seeds they were committed to."""
    from hanabi.records.record import RecordError, load
    from hanabi.records.replay import replay
    from hanabi.tables.fairness import Unfair, verify

    failed = False
    for file in files:
        try:
            record = load(file)
            replay(record)
            click.echo(f"{file}: fair, commitment {verify(record)}")
        except (RecordError, Unfair) as error:
            failed = True
            click.echo(f"{file}: {error}", err=True)
    sys.exit(2 if failed else 0)
