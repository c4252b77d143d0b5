"""Where tables are kept: an append-only log of events, and a few rows about tables and accounts beside it."""

from hanabi.tables.store.base import Row, Store
from hanabi.tables.store.errors import StoreError, UnstorableEvent
from hanabi.tables.store.factory import is_shared, open_store

__all__ = ["Row", "Store", "StoreError", "UnstorableEvent", "is_shared", "open_store"]
