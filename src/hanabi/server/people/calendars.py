"""Secret addresses where calendar programs read the deadlines of an account's games."""

import hashlib
import secrets
import time
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from hanabi.server.database import Store
from hanabi.server.database.schema import calendar_feeds as feeds


class CalendarFeeds:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def renew(self, account: int, language: str) -> str:
        """Returns a new token, of which only the hash is stored. It replaces the previous one."""
        token = secrets.token_urlsafe(24)

        def work(connection: Connection) -> None:
            forget_feed(connection, account)
            row = {"account_id": account, "token": _token_hash(token), "language": language, "made_at": time.time()}
            connection.execute(insert(feeds).values(**row))

        await self._store.write(work)
        return token

    async def revoke(self, account: int) -> None:
        await self._store.write(lambda connection: forget_feed(connection, account))

    async def made_at(self, account: int) -> float | None:
        return await self._store.query(lambda connection: feed_made_at(connection, account))

    async def find(self, token: str) -> Any:
        """The row (`account_id`, `language`) of a token, or None."""
        query = select(feeds).where(feeds.c.token == _token_hash(token))
        return await self._store.query(lambda connection: connection.execute(query).first())


def feed_made_at(connection: Connection, account: int) -> float | None:
    return connection.execute(select(feeds.c.made_at).where(feeds.c.account_id == account)).scalar()


def forget_feed(connection: Connection, account: int) -> None:
    connection.execute(delete(feeds).where(feeds.c.account_id == account))


def _token_hash(token: str) -> str:
    return hashlib.sha256(f"calendar\0{token}".encode()).hexdigest()
