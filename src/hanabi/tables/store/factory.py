"""Which store an address means."""

from pathlib import Path

from hanabi.tables.store.base import Store
from hanabi.tables.store.errors import StoreError


def open_store(address: str, *, beside_server: bool = False) -> Store:
    """`postgresql://…` or the path of an SQLite file (also as `sqlite:///path`). Not yet opened.

    With `beside_server` it takes no lock, makes no database and changes no schema, as a server may be running.
    """
    if address.startswith(("postgresql://", "postgres://")):
        from hanabi.tables.store.postgres import PostgresStore

        return PostgresStore(address, beside_server=beside_server)
    if "://" in address and not address.startswith("sqlite:///"):
        raise StoreError(f"{address.partition('://')[0]!r} is no database we know: use postgresql:// or a file")
    from hanabi.tables.store.sqlite import SqliteStore

    return SqliteStore(Path(address.removeprefix("sqlite:///")), beside_server=beside_server)
