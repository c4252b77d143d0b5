"""Secrets of the server, stored in the database so that all processes share them."""

import secrets

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from hanabi.server.database.schema import stored_secrets
from hanabi.server.database.store import Store


async def load_secret(store: Store, name: str) -> bytes:
    """The secret of this name; the first call creates it."""

    def read(connection: Connection) -> str | None:
        return connection.execute(select(stored_secrets.c.value).where(stored_secrets.c.name == name)).scalar()

    def create(connection: Connection) -> str:
        value = secrets.token_hex(32)
        connection.execute(insert(stored_secrets).values(name=name, value=value))
        return value

    value = await store.query(read)
    if value is None:
        try:
            value = await store.write(create)
        except IntegrityError:
            value = await store.query(read)
    assert value is not None
    return bytes.fromhex(value)
