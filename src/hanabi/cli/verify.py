"""`hanabi verify`: check that the cards of a game are those to which the server committed."""

import json
import re
import sys
from typing import Any

import click

from hanabi.cli._options import json_option, open_record


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--nonce", metavar="HEX", help="Also check that this nonce, which your client sent, is part of the deals."
)
@click.option(
    "--event-secret",
    metavar="HEX",
    help="Also check that the deals follow from this secret, which an event revealed at its end.",
)
@json_option
def command(files: tuple[str, ...], nonce: str | None, event_secret: str | None, as_json: bool) -> None:
    """Check that the cards of finished games are those to which the server committed before the first turn.

    Games of hanab.live have no commitment; if one names its seed, its deck is compared with the deck of that seed.
    """
    from hanabi.records import Record, RecordError, replay
    from hanabi.records.hanablive import hanab_live_seed, is_deck_of_seed
    from hanabi.server.tables import Unfair, verify
    from hanabi.server.tables.fairness import verify_event

    if event_secret is not None and not re.fullmatch("[0-9a-f]{64}", event_secret):
        raise click.UsageError("--event-secret takes 64 hexadecimal digits, as the event's page shows them")

    def finding(record: Record) -> str:
        if "deal" not in record.extra and (seed := hanab_live_seed(record)) is not None:
            if not is_deck_of_seed(seed, record):
                raise Unfair(f"the deck is not the one hanab.live deals from {seed.text}")
            return f"the deck is the one hanab.live deals from {seed.text}"
        deal = verify(record)
        if nonce is not None and nonce not in (deal.nonces or ()):
            raise Unfair(f"the nonce {nonce} is not part of the deal")
        assert deal.proof is not None
        if event_secret is not None and deal.kind == "event":
            return f"fair: {deal.proof.name}, from the event's commitment {verify_event(deal.proof, event_secret)}"
        if event_secret is not None:
            raise Unfair("the deal is not one of an event")
        if deal.kind == "coded":
            return f"the cards follow from the code {deal.proof.code!r}, so somebody may have known them"
        if deal.kind == "repeated":
            return "the cards follow from the seed of an earlier game, so somebody may have known them"
        names = [name for name, sent in zip(record.players, deal.nonces or (), strict=False) if sent]
        parts = ", ".join(["the server", *names])
        return f"fair, commitment {deal.commitment}; the {deal.kind} deal was drawn by {parts}"

    results: list[dict[str, Any]] = []
    for file in files:
        try:
            record = open_record(file)
            replay(record)
            results.append({"file": file, "valid": True, "finding": finding(record)})
        except (RecordError, Unfair) as error:
            results.append({"file": file, "valid": False, "finding": str(error)})
        if not as_json:
            click.echo(f"{file}: {results[-1]['finding']}", err=not results[-1]["valid"])
    if as_json:
        click.echo(json.dumps(results, ensure_ascii=False))
    sys.exit(0 if all(result["valid"] for result in results) else 2)
