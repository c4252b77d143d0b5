"""The store: an append-only log of events per table, and the rows beside it (accounts, summaries, totals)."""

from pathlib import Path

from hanabi.server.database.errors import StoreError, UnstorableEvent, problem_of
from hanabi.server.database.store import Connected, Row, Store, upsert

__all__ = [
    "Connected",
    "Row",
    "Store",
    "StoreError",
    "UnstorableEvent",
    "file_of",
    "is_shared",
    "open_store",
    "problem_of",
    "upsert",
]


POSTGRES = ("postgresql://", "postgres://")


def is_shared(address: str) -> bool:
    """Whether several processes may use this database."""
    return address.startswith(POSTGRES)


def open_store(address: str, *, beside_server: bool = False, standby: bool = False) -> Store:
    """A store for `postgresql://…` or the path of an SQLite file (also `sqlite:///path`). It is not opened yet.

    With `beside_server` it takes no lock, creates no database and changes no schema, because a server may be running.
    With `standby`, a PostgreSQL that confirms moves before its standby has them is refused.
    """
    if is_shared(address):
        from hanabi.server.database.postgres import PostgresStore

        return PostgresStore(address, beside_server=beside_server, standby=standby)
    from hanabi.server.database.sqlite import SqliteStore

    return SqliteStore(file_of(address), beside_server=beside_server)


def file_of(address: str) -> Path:
    """The SQLite file that an address means."""
    if "://" in address and not address.startswith("sqlite:///"):
        raise StoreError(f"{address.partition('://')[0]!r} is not a supported database: use postgresql:// or a file")
    return Path(address.removeprefix("sqlite:///"))
