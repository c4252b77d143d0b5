"""Optional accounts: a name and a password, to find one's games again on another device."""

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from hanabi.server.actor import Owner
from hanabi.server.archive.contests.teams import transfer_entries
from hanabi.server.archive.game_search import transfer_tags
from hanabi.server.archive.puzzles import transfer_attempts
from hanabi.server.archive.ratings import transfer_ratings
from hanabi.server.archive.totals import transfer_totals
from hanabi.server.database import Store
from hanabi.server.database.notices import post_notice
from hanabi.server.database.schema import accounts, holders, recovery_codes, studies, visitors
from hanabi.server.fair_queue import FairQueue, QueueFull
from hanabi.server.people.push import end_subscriptions, transfer_subscriptions
from hanabi.server.people.sanctions import Sanctions
from hanabi.server.refusals import Refused
from hanabi.server.tables import checked_name, skeleton

T = TypeVar("T")
# Password checks that may wait, of one address and in total. One takes about 30 ms.
MAX_WAITING_PER_ADDRESS, MAX_WAITING = 4, 40
MIN_LENGTH = 8
# Passwords with fewer different characters are weak.
MIN_DIFFERENT = 3


@cache
def common_passwords() -> frozenset[str]:
    """The passwords of zxcvbn's list of 30,000 common ones that are long enough for us."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(word for word in FREQUENCY_LISTS["passwords"] if len(word) >= MIN_LENGTH)


def is_weak(password: str, name: str) -> bool:
    """Whether it is too short, or among the first guesses for this name."""
    if len(password) < MIN_LENGTH or len(set(password)) < MIN_DIFFERENT:
        return True
    return skeleton(password) == skeleton(name) or password.casefold() in common_passwords()


class PasswordHashes:
    """Argon2id in its own thread, with OWASP's smallest recommended setting: 19 MiB, two passes.

    Strangers take turns by their address, and only a few may wait. Known browsers (address None) wait for none of them.
    """

    def __init__(self) -> None:
        self._strangers = FairQueue(1, 1, MAX_WAITING_PER_ADDRESS, MAX_WAITING)
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._thread = ThreadPoolExecutor(1, "hanabi-passwords")
        self._decoy: str | None = None

    async def is_weak(self, password: str, name: str) -> bool:
        return await self._run(None, is_weak, password, name)

    async def hash(self, password: str, address: str | None = None) -> str:
        return await self._run(address, self._hasher.hash, password)

    async def matches(self, stored: str | None, password: str, address: str | None = None) -> bool:
        """Takes equally long for a right password, a wrong one and an unknown name (`stored` is None)."""
        return await self._run(address, self._matches, stored, password)

    async def _run(self, address: str | None, work: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        try:
            async with contextlib.nullcontext() if address is None else self._strangers.slot(address):
                return await loop.run_in_executor(self._thread, work, *arguments)
        except QueueFull:
            raise Refused("busy") from None

    def _matches(self, stored: str | None, password: str) -> bool:
        if self._decoy is None:
            self._decoy = self._hasher.hash("nobody's password")
        try:
            self._hasher.verify(stored or self._decoy, password)
        except (Argon2Error, InvalidHashError):
            return False
        return stored is not None


MAX_CACHED = 10_000
# How long a session is cached before the database is asked again whether it has ended elsewhere.
CACHE_SECONDS = 60.0
SEEN_INTERVAL = 600.0
# Sessions per account; one more, and the least recently used one ends.
MAX_SESSIONS = 50
# Crockford's base 32, which has no letters that look like digits; 20 of them are 100 bits.
CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 20


@dataclass(frozen=True)
class SignInKeys:
    """The hashed keys of a browser that signs in: the `new` one, and the `old` one, which holds its seats.

    `address` is where it comes from, or None if it has been signed in to this account before.
    """

    new: str
    old: str | None
    device: str = ""
    address: str | None = None


@dataclass(frozen=True)
class AccountSession:
    """`id` identifies it to its owner without revealing its key."""

    id: str
    made_at: float
    seen_at: float
    device: str
    key: str


class Accounts:
    def __init__(self, store: Store, sanctions: Sanctions | None = None) -> None:
        self._store = store
        self._sanctions = sanctions or Sanctions(store)
        self._hashes = PasswordHashes()
        self._cache: OrderedDict[str, tuple[int | None, float]] = OrderedDict()
        # Called with the keys of sessions that were ended here.
        self.when_ended: Callable[[Iterable[str]], None] = lambda keys: None

    async def register(self, name: str, password: str, keys: SignInKeys) -> int:
        name = checked_name(name)
        await self._require_strong(password, name)
        secret = await self._hashes.hash(password, keys.address)

        def work(connection: Connection) -> int:
            row = {"name": name, "folded": skeleton(name), "password": secret, "created_at": time.time()}
            account = connection.execute(insert(accounts).values(**row).returning(accounts.c.id)).scalar_one()
            _link(connection, account, keys)
            return int(account)

        try:
            account = await self._store.write(work)
        except IntegrityError as error:
            raise Refused("name_taken") from error
        self._remember(keys.new, account)
        return account

    async def login(self, name: str, password: str, keys: SignInKeys) -> int:
        """An unknown name and a wrong password are refused alike, after the same work."""
        row = await self._find(name)
        if not await self._hashes.matches(row.password if row else None, password, keys.address) or row is None:
            raise Refused("bad_login")
        return await self._sign_in(int(row.id), keys)

    async def recover(self, name: str, code: str, password: str, keys: SignInKeys) -> int:
        """Set a new password with the recovery code, which works once; all other sessions end."""
        await self._require_strong(password, name)
        row = await self._find(name)
        secret = await self._hashes.hash(password, keys.address)
        account, code_hash = int(row.id) if row else 0, hashed_code(code)
        use_code = delete(recovery_codes).where(
            recovery_codes.c.account_id == account, recovery_codes.c.code == code_hash
        )

        def work(connection: Connection) -> bool:
            if not connection.execute(use_code).rowcount:
                return False
            connection.execute(update(accounts).where(accounts.c.id == account).values(password=secret))
            return True

        if not await self._store.write(work):
            raise Refused("bad_code")
        await self.end_sessions(account)
        return await self._sign_in(account, keys)

    async def change_password(self, account: int, old: str, new: str, key: str) -> None:
        """All sessions but this one end."""
        await self.require_password(account, old)
        await self._require_strong(new, await self.name_of(account) or "")
        secret = await self._hashes.hash(new)
        statement = update(accounts).where(accounts.c.id == account).values(password=secret)
        await self._store.write(lambda connection: connection.execute(statement))
        await self.end_sessions(account, but=key)

    async def require_password(self, account: int, password: str) -> None:
        query = select(accounts.c.password).where(accounts.c.id == account)
        secret = await self._store.query(lambda connection: connection.execute(query).scalar())
        if not await self._hashes.matches(secret, password):
            raise Refused("bad_password")

    async def new_recovery_code(self, account: int) -> str:
        """Replaces the previous one."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))

        def work(connection: Connection) -> None:
            connection.execute(delete(recovery_codes).where(recovery_codes.c.account_id == account))
            row = {"account_id": account, "code": hashed_code(code), "made_at": time.time()}
            connection.execute(insert(recovery_codes).values(**row))

        await self._store.write(work)
        return "-".join(code[place : place + 5] for place in range(0, CODE_LENGTH, 5))

    async def sessions(self, account: int) -> list[AccountSession]:
        """The most recently used first."""
        return await self._store.query(lambda connection: sessions_of(connection, account))

    async def end_session(self, account: int, session_id: str) -> None:
        keys = [session.key for session in await self.sessions(account) if session.id == session_id]
        if not keys:
            raise Refused("no_such_session")
        await self._end(keys)

    async def end_sessions(self, account: int, but: str | None = None) -> None:
        await self._end([session.key for session in await self.sessions(account) if session.key != but])

    async def logout(self, key: str) -> None:
        await self._end([key])

    async def of_key(self, key: str) -> int | None:
        """The account this browser is signed in to."""
        account, expires = self._cache.get(key, (None, 0.0))
        if time.monotonic() < expires:
            return account

        query = select(visitors.c.account_id, visitors.c.seen_at).where(visitors.c.key == key)
        row = await self._store.query(lambda connection: connection.execute(query).first())
        account = None if row is None else int(row.account_id)
        if row is not None and time.time() - row.seen_at > SEEN_INTERVAL:
            seen = update(visitors).where(visitors.c.key == key).values(seen_at=time.time())
            await self._store.write(lambda connection: connection.execute(seen))
        if self._sanctions.against_account("ban", account) is not None:
            return None
        self._remember(key, account)
        return account

    async def name_of(self, account: int) -> str | None:
        query = select(accounts.c.name).where(accounts.c.id == account)
        return await self._store.query(lambda connection: connection.execute(query).scalar())

    def forget(self, keys: Iterable[str] | None = None) -> None:
        """Drop these sessions, or all, from the cache."""
        for key in list(self._cache if keys is None else keys):
            self._cache.pop(key, None)

    async def _find(self, name: str) -> Any:
        query = select(accounts.c.id, accounts.c.password).where(accounts.c.folded == skeleton(name))
        return await self._store.query(lambda connection: connection.execute(query).first())

    async def _sign_in(self, account: int, keys: SignInKeys) -> int:
        ban = self._sanctions.against_account("ban", account)
        if ban is not None:
            raise ban.refusal()
        await self._store.write(lambda connection: _link(connection, account, keys))
        self._remember(keys.new, account)
        if len(sessions := await self.sessions(account)) > MAX_SESSIONS:
            await self._end([session.key for session in sessions[MAX_SESSIONS:] if session.key != keys.new])
        return account

    async def _end(self, keys: list[str]) -> None:
        await self._store.write(lambda connection: end_sessions(connection, keys))
        self.forget(keys)
        self.when_ended(keys)

    async def _require_strong(self, password: str, name: str) -> None:
        if await self._hashes.is_weak(password, name):
            raise Refused("weak_password")

    def _remember(self, key: str, account: int | None) -> None:
        self._cache[key] = (account, time.monotonic() + CACHE_SECONDS)
        if len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)


def hashed_code(code: str) -> str:
    """The hash of a recovery code as somebody typed it: letters that look like digits count as digits."""
    characters = "".join(character for character in code.upper() if character.isalnum())
    return hashlib.sha256(characters.translate(str.maketrans("OIL", "011")).encode()).hexdigest()


def sessions_of(connection: Connection, account: int) -> list[AccountSession]:
    query = select(visitors).where(visitors.c.account_id == account).order_by(visitors.c.seen_at.desc())
    return [
        AccountSession(session_id(row.key), row.made_at, row.seen_at, row.device, row.key)
        for row in connection.execute(query)
    ]


def session_id(key: str) -> str:
    return hashlib.sha256(f"session\0{key}".encode()).hexdigest()[:16]


def end_sessions(connection: Connection, keys: Iterable[str]) -> None:
    for key in keys:
        connection.execute(delete(visitors).where(visitors.c.key == key))
        end_subscriptions(connection, key)
        post_notice(connection, "session_ended", key)


def _link(connection: Connection, account: int, keys: SignInKeys) -> None:
    """Give the account the browser's new key, and everything the browser owned before."""
    now = time.time()
    row = {"key": keys.new, "account_id": account, "made_at": now, "seen_at": now, "device": keys.device}
    connection.execute(insert(visitors).values(**row))
    if keys.old is not None:
        connection.execute(update(holders).where(holders.c.key == keys.old).values(account_id=account))
        transfer_totals(connection, keys.old, Owner.of_account(account))
        transfer_subscriptions(connection, keys.old, account, keys.new)
        transfer_attempts(connection, keys.old, Owner.of_account(account))
        transfer_ratings(connection, keys.old, Owner.of_account(account))
        transfer_tags(connection, keys.old, Owner.of_account(account))
        transfer_entries(connection, keys.old, account, keys.new)
        of_browser = studies.c.owner == keys.old, studies.c.account_id.is_(None)
        connection.execute(update(studies).where(*of_browser).values(account_id=account))
