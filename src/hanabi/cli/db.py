"""`hanabi db`: the server's database."""

import asyncio

import click

from hanabi.cli.serve import default_database


@click.group()
def command() -> None:
    """Look after the database of `hanabi serve`."""


@command.command()
@click.option("--database", default=None, metavar="FILE|URL", help="As for `hanabi serve`.")
def upgrade(database: str | None) -> None:
    """Bring the database to the newest schema; every start of the server does so too."""
    from hanabi.tables.store import StoreError, open_store

    async def work() -> None:
        store = open_store(database or default_database())
        await store.open()
        await store.close()

    try:
        asyncio.run(work())
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    click.echo("The database has the newest schema.")
