"""Creates or upgrades the schema of a database. The caller holds the lock that keeps other processes out."""

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert, inspect, select

from hanabi.server.database.errors import StoreError
from hanabi.server.database.schema import metadata

MIGRATIONS = Path(__file__).parent / "migrations"
# Alembic's own; it does not belong to the schema that Alembic compares.
alembic_version = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def newest_revision() -> str:
    """By the names of the migrations (`r0009_schema.py`): Alembic takes a while to import."""
    return max(file.name[1:5] for file in MIGRATIONS.glob("versions/r*.py"))


def revision_of(connection: Connection) -> str | None:
    """The revision of the schema; None for an empty database."""
    if not inspect(connection).has_table(alembic_version.name):
        return None
    return connection.execute(select(alembic_version.c.version_num)).scalar()


def require_newest(connection: Connection) -> None:
    if revision_of(connection) != newest_revision():
        raise StoreError(
            "the schema of the database does not match this program: run `hanabi db upgrade`, or start the server"
        )


def upgrade(connection: Connection) -> None:
    revision, newest = revision_of(connection), newest_revision()
    if revision is None:
        metadata.create_all(connection, checkfirst=False)
        alembic_version.create(connection)
        connection.execute(insert(alembic_version).values(version_num=newest))
    elif revision != newest:
        _migrate(connection)


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
