"""Mail addresses of accounts, and limits on how much mail an address gets.

An address gets only a few confirmation mails and a few mails per day, so nobody can fill someone else's mailbox.
"""

import hmac
import re
import secrets
import time
from collections.abc import Iterable
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, update

from hanabi.server.actor import Owner
from hanabi.server.database import Store, upsert
from hanabi.server.database.schema import holders, mail_addresses as addresses, mail_recipients as recipients, tables
from hanabi.server.database.secrets import load_secret
from hanabi.server.people.preferences import NotificationPreferences
from hanabi.server.tables import today

SECRET_NAME = "mail"
MAX_ADDRESS = 254
# The same check as browsers ("valid e-mail address" in the HTML standard), plus a dot in the domain.
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@{_LABEL}(?:\.{_LABEL})+")
# How long a confirmation link works, and how long a "never" is respected, in seconds.
CONFIRMABLE, REFUSED = 3 * 86400.0, 180 * 86400.0
# The row that counts the mails to all addresses together.
EVERYBODY = ""
LinkPurpose = Literal["confirm", "stop"]


def is_address(text: str) -> bool:
    return len(text) <= MAX_ADDRESS and _ADDRESS.fullmatch(text) is not None


def mailbox_of(address: str) -> str:
    """Equal for the common spellings of one mailbox."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


class MailAddresses:
    def __init__(
        self, store: Store, *, confirmations: int, mails: int, total_confirmations: int, total_mails: int
    ) -> None:
        """Limits per day: confirmation mails and other mails, to one address and to all. Strangers may use up the first
        ones, never the others.
        """
        self._store = store
        # The database calls confirmations questions.
        self._limits = {
            "confirmations": (recipients.c.questions, confirmations, total_confirmations),
            "mails": (recipients.c.mails, mails, total_mails),
        }
        self._secret: bytes | None = None

    async def of_account(self, account: int) -> Any:
        """Its row; None without an address."""
        query = select(addresses).where(addresses.c.account_id == account)
        return await self._store.query(lambda connection: connection.execute(query).first())

    async def save(self, account: int, address: str, preferences: NotificationPreferences) -> Any:
        """Returns the row. A different address has to be confirmed."""
        columns = preferences.columns()

        def work(connection: Connection) -> Any:
            of_account = addresses.c.account_id == account
            if connection.execute(select(addresses.c.address).where(of_account)).scalar() != address:
                connection.execute(delete(addresses).where(of_account))
            new = upsert(connection, addresses).values(
                account_id=account,
                id=secrets.token_hex(16),
                address=address,
                last_tag="",
                made_at=time.time(),
                **columns,
            )
            values = {name: new.excluded[name] for name in columns}
            connection.execute(new.on_conflict_do_update(index_elements=[addresses.c.account_id], set_=values))
            return connection.execute(select(addresses).where(of_account)).one()

        return await self._store.write(work)

    async def has_played(self, account: int) -> bool:
        """Whether the account has a seat in a game that has begun. Others get no mail."""
        begun = holders.c.account_id == account, tables.c.phase.in_(("playing", "over"))
        query = select(holders.c.seat).join(tables, tables.c.id == holders.c.table_id).where(*begun).limit(1)
        return await self._store.query(lambda connection: connection.execute(query).first()) is not None

    async def remove(self, account: int) -> None:
        await self._store.write(lambda connection: forget_address(connection, account))

    async def confirm(self, token: str) -> bool:
        """The owner of the mailbox said yes. False for a link that is not ours or too old."""
        number = await self._number_of("confirm", token)
        confirmable = and_(addresses.c.id == number, addresses.c.made_at > time.time() - CONFIRMABLE)
        statement = update(addresses).where(confirmable).values(confirmed_at=time.time())
        return bool(await self._store.write(lambda connection: connection.execute(statement).rowcount))

    async def stop(self, token: str) -> bool:
        """Forget the address. An owner who never said yes is not asked again for a long time."""
        number = await self._number_of("stop", token)
        query = select(addresses).where(addresses.c.id == number)
        row = await self._store.query(lambda connection: connection.execute(query).first())
        if number is None or row is None:
            return number is not None
        recipient = await self._recipient(row.address)

        def work(connection: Connection) -> None:
            if row.confirmed_at is None:
                _add_recipient(connection, recipient)
                refusal = update(recipients).where(recipients.c.recipient == recipient)
                connection.execute(refusal.values(refuses_until=time.time() + REFUSED))
            connection.execute(delete(addresses).where(addresses.c.id == number))

        await self._store.write(work)
        return True

    async def of_owners(self, owners: Iterable[Owner]) -> list[Any]:
        """The confirmed addresses of the accounts among these owners."""
        accounts = [owner.account for owner in owners if owner.account is not None]
        query = select(addresses).where(addresses.c.account_id.in_(accounts), addresses.c.confirmed_at.is_not(None))
        return await self._store.query(lambda connection: list(connection.execute(query)))

    async def claim(self, number: str, tag: str) -> bool:
        """Whether this process is the one that sends this notification; every process asks."""
        unclaimed = and_(addresses.c.id == number, addresses.c.last_tag != tag)
        statement = update(addresses).where(unclaimed).values(last_tag=tag)
        return bool(await self._store.write(lambda connection: connection.execute(statement).rowcount))

    async def count(self, address: str, category: Literal["confirmations", "mails"]) -> bool:
        """Whether this address may get one more today; if so, it is counted."""
        recipient = await self._recipient(address)
        column, limit, total = self._limits[category]

        def work(connection: Connection) -> bool:
            _forget_old_recipients(connection)
            willing = or_(recipients.c.refuses_until.is_(None), recipients.c.refuses_until < time.time())
            return _count_one(connection, recipient, column, and_(column < limit, willing)) and _count_one(
                connection, EVERYBODY, column, column < total
            )

        return await self._store.write(work)

    async def link_token(self, purpose: LinkPurpose, number: str) -> str:
        """Authenticates a link in a mail."""
        digest = await self._digest(f"{purpose}\0{number}")
        return number + digest[:32]

    async def _number_of(self, purpose: LinkPurpose, token: str) -> str | None:
        number = token[:32]
        expected = await self.link_token(purpose, number)
        return number if hmac.compare_digest(expected.encode(), token.encode()) else None

    async def _recipient(self, address: str) -> str:
        return await self._digest(f"inbox\0{mailbox_of(address)}")

    async def _digest(self, text: str) -> str:
        if self._secret is None:
            self._secret = await load_secret(self._store, SECRET_NAME)
        return hmac.digest(self._secret, text.encode(), "sha256").hex()


def _add_recipient(connection: Connection, recipient: str) -> None:
    new = upsert(connection, recipients).values(recipient=recipient, day="", questions=0, mails=0)
    connection.execute(new.on_conflict_do_nothing())


def _count_one(
    connection: Connection, recipient: str, column: ColumnElement[int], allowed: ColumnElement[bool]
) -> bool:
    """Add one to today's count if that is allowed."""
    _add_recipient(connection, recipient)
    day, same = today(time.time()), recipients.c.recipient == recipient
    connection.execute(update(recipients).where(same, recipients.c.day != day).values(day=day, questions=0, mails=0))
    statement = update(recipients).where(same, allowed).values({column: column + 1})
    return bool(connection.execute(statement).rowcount)


def _forget_old_recipients(connection: Connection) -> None:
    now = time.time()
    willing = or_(recipients.c.refuses_until.is_(None), recipients.c.refuses_until < now)
    connection.execute(delete(recipients).where(recipients.c.day < today(now - 86400.0), willing))


def forget_address(connection: Connection, account: int) -> None:
    connection.execute(delete(addresses).where(addresses.c.account_id == account))
