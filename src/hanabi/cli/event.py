"""`hanabi event`: bots play the same deals, and their standings."""

import json
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import msgspec

from hanabi.arena.event import BotEvent, FinishedDeal, draw_standings, event_result, standings_text
from hanabi.bots import BotError
from hanabi.cli._options import OutputPath, check_picture, chosen_rules, complete_bot, json_option, rules_options
from hanabi.cli._output import end_interrupted, progress_bar
from hanabi.rules import RulesError
from hanabi.server.tables.fairness import Deal, DealProof, commitment, derived_seed, event_deal_name, event_name
from hanabi.standings import Standings


@click.command()
@click.option(
    "--bots",
    shell_complete=complete_bot,
    default="simple,team:2,team,hat",
    show_default=True,
    help="Bots that take part, comma-separated; each plays all seats.",
)
@click.option("--name", default="bots", show_default=True, help="Name of the event; the deals depend on it.")
@click.option("--players", type=click.IntRange(2, 5), default=3, show_default=True)
@click.option("--deals", type=click.IntRange(1, 1000), default=8, show_default=True, help="Deals that everybody plays.")
@rules_options
@click.option("--move-seconds", type=float, default=60.0, show_default=True, help="Time limit per move.")
@click.option("--secret", metavar="HEX", help="Repeat an event with its secret, 64 digits. [default: a new one]")
@json_option
@click.option(
    "--save", "folder", type=OutputPath(file=False, folder=True), help="Save the games here, for `hanabi verify`."
)
@click.option(
    "--picture", type=OutputPath(), help="Draw the standings into this file, PNG, SVG or PDF (needs hanabi[all])."
)
def command(
    bots: str,
    name: str,
    players: int,
    deals: int,
    edition: str | None,
    switches: str,
    move_seconds: float,
    secret: str | None,
    as_json: bool,
    folder: Path | None,
    picture: Path | None,
) -> None:
    """Let bots play an event: the same deals for all, and duplicate scoring.

    On each deal a bot gets 2 matchpoints for every bot it beats and 1 for a tie. Ties are broken by the sum of the
    scores, then by fewer turns. The commitment to the secret of the deals is printed first, and the secret at the end.
    """
    names = tuple(dict.fromkeys(bot.strip() for bot in bots.split(",") if bot.strip()))
    if not names:
        raise click.UsageError("--bots must name at least one bot")
    if secret is not None and not re.fullmatch("[0-9a-f]{64}", secret):
        raise click.UsageError("--secret takes 64 hexadecimal digits, as an event printed them")
    if picture is not None:
        check_picture(picture)
    own_secret = secret or secrets.token_hex(32)
    parts = [derived_seed(event_deal_name(name, deal), own_secret, ()) for deal in range(1, deals + 1)]
    seeds = [derived_seed(event_deal_name(name, deal), part, ()) for deal, part in enumerate(parts, start=1)]
    try:
        keys = [bytes.fromhex(seed) for seed in seeds]
        event = BotEvent(name, names, chosen_rules(edition, switches), players, keys, move_seconds)
    except (BotError, RulesError) as error:
        raise click.UsageError(str(error)) from error
    promised = commitment(event_name(name), own_secret)
    if not as_json:
        click.echo(f"{name}: {deals} deals, {players} players. Commitment {promised}\n")
    if folder is not None:
        folder.mkdir(exist_ok=True)
    standings, faults = Standings(deals, len(names)), dict.fromkeys(names, 0)

    def save(done: FinishedDeal) -> None:
        assert folder is not None
        part, number = parts[done.deal], done.deal + 1
        proof = DealProof(event_deal_name(name, number), seeds[done.deal], part, None, False)
        deal = Deal("event", commitment(proof.name, part), None, proof)
        record = done.game.record(deal=msgspec.to_builtins(deal), bots=[names[done.bot]] * players)
        file = folder / f"deal-{number:04}-{re.sub(r'[^A-Za-z0-9]+', '-', names[done.bot])}.json"
        file.write_text(record.dumps() + "\n", encoding="utf-8")

    with progress_bar(quiet=as_json) as bar, suppress(KeyboardInterrupt):
        task = bar.add_task("games", total=deals * len(names))
        for done in event.play():
            assert done.game.over is not None
            standings.add(done.bot, done.deal, done.game.over.score, len(done.game.action_texts))
            faults[names[done.bot]] += done.faults
            if folder is not None:
                save(done)
            bar.advance(task)
    document: dict[str, Any] = event_result(event, standings)
    document |= {"commitment": promised, "secret": own_secret, "faults": faults}
    if picture is not None:
        draw_standings(document, picture)
    if as_json:
        click.echo(json.dumps(document, ensure_ascii=False))
    else:
        click.echo(standings_text(document))
        for bot, count in faults.items():
            if count:
                click.echo(f"{bot}: {count} moves were not legal or too slow, and `simple` moved instead")
        click.echo(f"\nSecret {own_secret}: `hanabi event --secret …` with the same options repeats the event.")
    if standings.results < deals * len(names):
        end_interrupted(f"{standings.results} of {deals * len(names)} games were played")
