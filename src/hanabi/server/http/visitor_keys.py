"""The keys in browsers' cookies: made by the server, which knows its own again by their signature."""

import base64
import hmac
import re
import secrets
from collections import OrderedDict

from sqlalchemy import Connection, select
from starlette.requests import HTTPConnection

from hanabi.server.database import Store
from hanabi.server.database.schema import holders, studies, visitors
from hanabi.server.database.secrets import load_secret
from hanabi.server.http.identity import ACCOUNT_MARK, cookie_of, hashed

SECRET_NAME = "visitor keys"
MAX_REMEMBERED = 10_000
# Keys of the first version had no signature: one is accepted if something belongs to it already.
UNSIGNED = re.compile(r"(a\.)?[A-Za-z0-9_-]{22}")


class VisitorKeys:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._secret: bytes | None = None
        self._unsigned: OrderedDict[str, bool] = OrderedDict()

    async def new(self, *, account: bool = False) -> str:
        random_part = (ACCOUNT_MARK if account else "") + secrets.token_urlsafe(16)
        return f"{random_part}.{_signature(await self._load(), random_part)}"

    async def of(self, connection: HTTPConnection) -> str | None:
        """The key in the cookie, unless it is one that this server has not made."""
        key = cookie_of(connection)
        if key is None:
            return None
        random_part, _, signature = key.rpartition(".")
        if hmac.compare_digest(signature, _signature(await self._load(), random_part)):
            return key
        return key if UNSIGNED.fullmatch(key) and await self._is_known(hashed(key)) else None

    async def _load(self) -> bytes:
        if self._secret is None:
            self._secret = await load_secret(self._store, SECRET_NAME)
        return self._secret

    async def _is_known(self, key: str) -> bool:
        if key not in self._unsigned:

            def find(connection: Connection) -> bool:
                columns = (visitors.c.key, holders.c.key, studies.c.owner)
                queries = (select(column).where(column == key).limit(1) for column in columns)
                return any(connection.execute(query).first() is not None for query in queries)

            self._unsigned[key] = await self._store.query(find)
            if len(self._unsigned) > MAX_REMEMBERED:
                self._unsigned.popitem(last=False)
        return self._unsigned[key]


def _signature(secret: bytes, random_part: str) -> str:
    return base64.urlsafe_b64encode(hmac.digest(secret, random_part.encode(), "sha256")[:12]).decode()
