"""Where tables are kept: an append-only log of events, and a few rows about tables and accounts beside it."""

from hanabi.tables.store.base import Row, Store, StoreError
from hanabi.tables.store.factory import is_shared, open_store

__all__ = ["Row", "Store", "StoreError", "is_shared", "open_store"]
