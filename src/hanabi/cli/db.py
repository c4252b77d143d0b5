"""`hanabi db`: the server's database."""

import asyncio
from pathlib import Path

import click

from hanabi.cli.serve import default_database

database_option = click.option(
    "--database", envvar="HANABI_DATABASE", show_envvar=True, metavar="FILE|URL", help="As for `hanabi serve`."
)


@click.group()
def command() -> None:
    """Upgrade, back up and restore the database of `hanabi serve`."""


@command.command()
@database_option
def upgrade(database: str | None) -> None:
    """Upgrade the database to the newest schema, as every start of the server does."""
    from hanabi.server.database import StoreError, open_store

    async def work() -> None:
        store = open_store(database or default_database())
        await store.open()
        await store.close()

    try:
        asyncio.run(work())
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    click.echo("The database has the newest schema.")


@command.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def backup(file: Path, database: str | None) -> None:
    """Copy the database to FILE, also while the server runs. For PostgreSQL, use pg_dump."""
    from hanabi.server.database import StoreError
    from hanabi.server.database.backup import back_up

    try:
        back_up(database or default_database(), file)
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"Backed up to {file}: {file.stat().st_size:,} bytes. Keep it secret: it contains all cards.")


@command.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
@click.option("--force", is_flag=True, help="Replace a database that is not empty.")
def restore(file: Path, database: str | None, force: bool) -> None:
    """Restore the copy in FILE while no server runs. For PostgreSQL, use pg_restore or psql."""
    from hanabi.server.database import StoreError
    from hanabi.server.database.backup import restore as put_back

    try:
        put_back(database or default_database(), file, force=force)
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    click.echo("Restored. You can start the server now.")
