"""Bring a database to the newest schema. The caller holds the lock that keeps other processes out."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from hanabi.server.database.errors import StoreError

HEAD = "0009"
MIGRATIONS = Path(__file__).parent / "migrations"


def revision_of(connection: Connection) -> str | None:
    """The schema's revision; None for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def require_newest(connection: Connection) -> None:
    if revision_of(connection) != HEAD:
        raise StoreError(
            "the database has another schema than this program: run `hanabi db upgrade`, or start the server"
        )


def upgrade(connection: Connection) -> None:
    # Alembic takes a while to import and is only needed after an update of the program.
    if revision_of(connection) == HEAD:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
