"""`hanabi db`: the server's database."""

import asyncio
from pathlib import Path

import click

from hanabi.cli import CommandGroup
from hanabi.cli._options import json_option
from hanabi.cli._output import echo_result
from hanabi.cli.serve import default_database

database_option = click.option(
    "--database", envvar="HANABI_DATABASE", show_envvar=True, metavar="FILE|URL", help="As for `hanabi serve`."
)


@click.group(cls=CommandGroup)
def command() -> None:
    """Upgrade, back up and restore the database of `hanabi serve`."""


@command.command()
@database_option
@json_option
def upgrade(database: str | None, as_json: bool) -> None:
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
    echo_result("The database has the newest schema.", as_json, upgraded=True)


@command.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
@json_option
def backup(file: Path, database: str | None, as_json: bool) -> None:
    """Copy the database to FILE, also while the server runs. For PostgreSQL, use pg_dump."""
    from hanabi.server.database import StoreError
    from hanabi.server.database.backup import back_up

    try:
        back_up(database or default_database(), file)
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    size = file.stat().st_size
    sentence = f"Backed up to {file}: {size:,} bytes. Keep it secret: it contains all cards."
    echo_result(sentence, as_json, file=str(file), bytes=size)


@command.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
@click.option("--force", is_flag=True, help="Replace a database that is not empty.")
@json_option
def restore(file: Path, database: str | None, force: bool, as_json: bool) -> None:
    """Restore the copy in FILE while no server runs. For PostgreSQL, use pg_restore or psql."""
    from hanabi.server.database import StoreError
    from hanabi.server.database.backup import restore as put_back

    try:
        put_back(database or default_database(), file, force=force)
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    echo_result("Restored. You can start the server now.", as_json, restored=str(file))
