"""INSERT … ON CONFLICT, which SQLite and PostgreSQL have alike."""

from importlib import import_module
from typing import Any

from sqlalchemy import Connection, Table


def insert_or_update(connection: Connection, table: Table) -> Any:
    """An INSERT that takes `on_conflict_do_update` and `on_conflict_do_nothing`."""
    # Each dialect takes a while to import, and a server needs one.
    return import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert(table)
