"""`hanabi rules`: print the rules of an edition, or of the base game with every switch."""

import json
from dataclasses import asdict

import click
from rich.console import Console

from hanabi.cli._options import chosen_rules, json_option, language_option
from hanabi.rules import editions


@click.command()
@click.argument("edition", required=False)
@click.option("--with", "switches", default="", metavar="SWITCHES", help="Print the game with these switches.")
@json_option
@language_option
def command(edition: str | None, switches: str, as_json: bool, lang: str) -> None:
    """Print the rules of EDITION and its variants, or of the base game and every switch."""
    from hanabi.terminal.rulebook import render_rules, render_variants

    rules = chosen_rules(edition, switches)
    if as_json:
        click.echo(json.dumps(asdict(rules) | {"by_the_book": rules.by_the_book, "max_score": rules.max_score}))
        return
    console = Console(highlight=False, emoji=False)
    console.print(render_rules(rules, lang))
    if not switches:
        console.print(render_variants(edition, lang))


command.epilog = f"Editions: {', '.join(editions())}."
