"""Where tables are kept: an append-only log of events, and a few rows about tables and accounts beside it."""

from hanabi.server.database.errors import StoreError, UnstorableEvent
from hanabi.server.database.factory import is_shared, open_store
from hanabi.server.database.store import Row, Store

__all__ = ["Row", "Store", "StoreError", "UnstorableEvent", "is_shared", "open_store"]
