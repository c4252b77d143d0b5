"""`hanabi verify`: check that the cards of a game are those to which the server committed."""

import sys

import click

from hanabi.cli._options import open_record


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
def command(files: tuple[str, ...]) -> None:
    """Check that the cards of finished games are those to which the server committed before the first turn.

    Games of hanab.live have no commitment; if one names its seed, its deck is compared with the deck of that seed.
    """
    from hanabi.records import Record, RecordError, replay
    from hanabi.records.hanablive import hanab_live_seed, is_deck_of_seed
    from hanabi.server.tables import Unfair, verify

    def finding(record: Record) -> str:
        if "deal" not in record.extra and (seed := hanab_live_seed(record)) is not None:
            if not is_deck_of_seed(seed, record):
                raise Unfair(f"the deck is not the one hanab.live deals from {seed.text}")
            return f"the deck is the one hanab.live deals from {seed.text}"
        deal = verify(record)
        assert deal.proof is not None
        if deal.kind == "coded":
            return f"the cards follow from the code {deal.proof.code!r}, so somebody may have known them"
        if deal.kind == "repeated":
            return "the cards follow from the seed of an earlier game, so somebody may have known them"
        names = [name for name, nonce in zip(record.players, deal.nonces or (), strict=False) if nonce]
        parts = ", ".join(["the server", *names])
        return f"fair, commitment {deal.commitment}; the {deal.kind} deal was drawn by {parts}"

    failed = False
    for file in files:
        try:
            record = open_record(file)
            replay(record)
            click.echo(f"{file}: {finding(record)}")
        except (RecordError, Unfair) as error:
            failed = True
            click.echo(f"{file}: {error}", err=True)
    sys.exit(2 if failed else 0)
