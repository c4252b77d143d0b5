"""Secrets of the server, kept in the database so that all processes share them."""

import secrets

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from hanabi.server.database.schema import secrets_kept
from hanabi.server.database.store import Store


async def load_secret(store: Store, name: str) -> bytes:
    """The secret of this name; the first call creates it."""

    def kept(connection: Connection) -> str | None:
        found = select(secrets_kept.c.value).where(secrets_kept.c.name == name)
        return connection.execute(found).scalar()

    def made(connection: Connection) -> str:
        value = secrets.token_hex(32)
        connection.execute(insert(secrets_kept).values(name=name, value=value))
        return value

    value = await store.query(kept)
    if value is None:
        try:
            value = await store.cold(made)
        except IntegrityError:
            value = await store.query(kept)
    assert value is not None
    return bytes.fromhex(value)
