"""Which store an address means."""

from pathlib import Path

from hanabi.server.database.errors import StoreError
from hanabi.server.database.store import Store

POSTGRES = ("postgresql://", "postgres://")


def is_shared(address: str) -> bool:
    """Whether several processes may use this database."""
    return address.startswith(POSTGRES)


def open_store(address: str, *, beside_server: bool = False) -> Store:
    """`postgresql://…` or the path of an SQLite file (also as `sqlite:///path`). Not yet opened.

    With `beside_server` it takes no lock, makes no database and changes no schema, as a server may be running.
    """
    if is_shared(address):
        from hanabi.server.database.postgres import PostgresStore

        return PostgresStore(address, beside_server=beside_server)
    from hanabi.server.database.sqlite import SqliteStore

    return SqliteStore(file_of(address), beside_server=beside_server)


def file_of(address: str) -> Path:
    """The SQLite file that an address means."""
    if "://" in address and not address.startswith("sqlite:///"):
        raise StoreError(f"{address.partition('://')[0]!r} is not a supported database: use postgresql:// or a file")
    return Path(address.removeprefix("sqlite:///"))
