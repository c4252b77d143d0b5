"""Optional accounts: a name and a password, only to find one's games again on another device."""

import asyncio
import time
import unicodedata
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from hanabi.tables.command_handlers import Refused, clean_name
from hanabi.tables.finished.totals import account_owner, give_totals
from hanabi.tables.store import Store
from hanabi.tables.store.schema import accounts, holders, visitors

MAX_REMEMBERED = 10_000


class Accounts:
    def __init__(self, store: Store) -> None:
        self._store = store
        # OWASP's smallest setting for argon2id: 19 MiB, two passes. Hashing has a thread of its own.
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._threads = ThreadPoolExecutor(1, "hanabi-passwords")
        self._known: OrderedDict[str, int | None] = OrderedDict()

    async def register(self, name: str, password: str, key: str, old_key: str | None) -> int:
        tidy = clean_name(name)
        loop = asyncio.get_running_loop()
        secret = await loop.run_in_executor(self._threads, self._hasher.hash, password)

        def work(connection: Connection) -> int:
            row = {"name": tidy, "folded": folded(tidy), "password": secret, "created_at": time.time()}
            made = connection.execute(insert(accounts).values(**row).returning(accounts.c.id)).scalar_one()
            _link(connection, made, key, old_key)
            return int(made)

        try:
            account = await self._store.cold(work)
        except IntegrityError as error:
            raise Refused("name_taken") from error
        self._remember(key, account)
        return account

    async def login(self, name: str, password: str, key: str, old_key: str | None) -> int:
        """Refused alike for an unknown name and a wrong password, after the same work."""

        def find(connection: Connection) -> Any:
            wanted = accounts.c.folded == folded(name)
            return connection.execute(select(accounts.c.id, accounts.c.password).where(wanted)).first()

        found = await self._store.query(find)
        secret = found.password if found else self._unknown
        loop = asyncio.get_running_loop()
        right = await loop.run_in_executor(self._threads, self._matches, secret, password)
        if found is None or not right:
            raise Refused("bad_login")
        account = int(found.id)
        await self._store.cold(lambda connection: _link(connection, account, key, old_key))
        self._remember(key, account)
        return account

    async def logout(self, key: str) -> None:
        await self._store.cold(lambda connection: connection.execute(delete(visitors).where(visitors.c.key == key)))
        self._known.pop(key, None)

    async def of_key(self, key: str) -> int | None:
        """The account this browser is logged in to."""
        if key in self._known:
            return self._known[key]

        def find(connection: Connection) -> int | None:
            return connection.execute(select(visitors.c.account_id).where(visitors.c.key == key)).scalar()

        account = await self._store.query(find)
        self._remember(key, account)
        return account

    async def name_of(self, account: int) -> str | None:
        def find(connection: Connection) -> str | None:
            return connection.execute(select(accounts.c.name).where(accounts.c.id == account)).scalar()

        return await self._store.query(find)

    @property
    def _unknown(self) -> str:
        if not hasattr(self, "_decoy"):
            self._decoy = self._hasher.hash("nobody's password")
        return self._decoy

    def _matches(self, secret: str, password: str) -> bool:
        try:
            return self._hasher.verify(secret, password)
        except (Argon2Error, InvalidHashError):
            return False

    def _remember(self, key: str, account: int | None) -> None:
        self._known[key] = account
        if len(self._known) > MAX_REMEMBERED:
            self._known.popitem(last=False)


def folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()[:80]


def _link(connection: Connection, account: int, key: str, old_key: str | None) -> None:
    """The browser's new key belongs to the account, and with it the seats it had before."""
    connection.execute(insert(visitors).values(key=key, account_id=account))
    if old_key is not None:
        connection.execute(update(holders).where(holders.c.key == old_key).values(account_id=account))
        give_totals(connection, old_key, account_owner(account))
