"""`hanabi rules`: print the rules of an edition, or of the base game with every switch."""

import json
from dataclasses import asdict

import click
from rich.console import Console

from hanabi.cli._localized import LocalizedCommand
from hanabi.cli._options import chosen_rules, json_option, language_option


@click.command("rules", cls=LocalizedCommand)
@click.argument("edition", required=False)
@click.option("--with", "switches", default="", metavar="SWITCHES")
@json_option
@language_option
def command(edition: str | None, switches: str, as_json: bool, lang: str) -> None:
    from hanabi.terminal.rulebook import render_rules, render_variants

    rules = chosen_rules(edition, switches)
    if as_json:
        click.echo(json.dumps(asdict(rules) | {"by_the_book": rules.by_the_book, "max_score": rules.max_score}))
        return
    console = Console(highlight=False, emoji=False)
    console.print(render_rules(rules, lang))
    if not switches:
        console.print(render_variants(edition, lang))
