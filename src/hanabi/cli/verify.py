"""`hanabi verify`: check that a deck is the one the server committed to."""

import sys

import click

from hanabi.cli._options import open_record


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
def command(files: tuple[str, ...]) -> None:
    """Check that the decks of finished games follow from the seeds the server committed to.

    Games of hanab.live have no commitment; if one names its seed, its deck is compared with the deck of that seed.
    """
    from hanabi.records import RecordError, replay
    from hanabi.records.hanablive import hanab_live_seed, is_deck_of_seed
    from hanabi.server.tables import Unfair, verify

    failed = False
    for file in files:
        try:
            record = open_record(file)
            replay(record)
            if "commitment" not in record.extra and (seed := hanab_live_seed(record)) is not None:
                if not is_deck_of_seed(seed, record):
                    raise Unfair(f"the deck is not the one hanab.live deals from {seed.text}")
                click.echo(f"{file}: the deck is the one hanab.live deals from {seed.text}")
            else:
                click.echo(f"{file}: fair, commitment {verify(record)}")
        except (RecordError, Unfair) as error:
            failed = True
            click.echo(f"{file}: {error}", err=True)
    sys.exit(2 if failed else 0)
