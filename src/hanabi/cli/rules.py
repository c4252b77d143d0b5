"""`hanabi rules`: print the rules of an edition, or of the base game with every switch."""

import click
from rich.console import Console

from hanabi.cli._options import chosen_rules, language_option
from hanabi.rules import editions


@click.command()
@click.argument("edition", required=False)
@click.option("--with", "switches", default="", metavar="SWITCHES", help="Print the game with these switches.")
@language_option
def command(edition: str | None, switches: str, lang: str) -> None:
    """Print the rules of EDITION and its variants, or of the base game and every switch."""
    from hanabi.terminal.rulebook import render_rules, render_variants

    rules = chosen_rules(edition, switches)
    console = Console(highlight=False, emoji=False)
    console.print(render_rules(rules, lang))
    if not switches:
        console.print(render_variants(edition, lang))


command.epilog = f"Editions: {', '.join(editions())}."
