"""Addresses that accounts want to be told things at by e-mail, and how much is sent to an address.

Whoever asks, an address gets few questions a day whether mail is wanted there, and few mails: nobody can fill somebody
else's letter box.
"""

import hmac
import re
import secrets
import time
from collections.abc import Iterable
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, update

from hanabi.server.actor import Owner
from hanabi.server.database import Store
from hanabi.server.database.schema import mail_addresses as addresses
from hanabi.server.database.schema import mail_recipients as recipients
from hanabi.server.database.secrets import load_secret
from hanabi.server.database.upsert import insert_or_update
from hanabi.server.tables.daily import today

SECRET_NAME = "mail"
MAX_ADDRESS = 254
# What browsers take for an address (HTML, "valid e-mail address"), with a dot in the domain.
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@{_LABEL}(?:\.{_LABEL})+")
# Seconds for which a question can be answered by "yes", and for which a "never" holds.
ANSWERABLE, REFUSED = 3 * 86400.0, 180 * 86400.0
# The row that counts the mails to everybody.
EVERYBODY = ""
LinkPurpose = Literal["confirm", "stop"]


def is_address(text: str) -> bool:
    return len(text) <= MAX_ADDRESS and _ADDRESS.fullmatch(text) is not None


def inbox_of(address: str) -> str:
    """Equal for the spellings by which a letter box is commonly reached."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


class MailAddresses:
    def __init__(self, store: Store, *, questions: int, mails: int, total: int) -> None:
        """How many questions and other mails an address gets a day, and how many mails are sent to everybody."""
        self._store, self._questions, self._mails, self._total = store, questions, mails, total
        self._secret: bytes | None = None

    async def of_account(self, account: int) -> Any:
        """Its row; None without an address."""
        wanted = select(addresses).where(addresses.c.account_id == account)
        return await self._store.query(lambda connection: connection.execute(wanted).first())

    async def keep(self, account: int, address: str, wishes: dict[str, Any]) -> Any:
        """The row. Another address than before is to be confirmed."""

        def work(connection: Connection) -> Any:
            mine = addresses.c.account_id == account
            if connection.execute(select(addresses.c.address).where(mine)).scalar() != address:
                connection.execute(delete(addresses).where(mine))
            new = insert_or_update(connection, addresses).values(
                account_id=account,
                id=secrets.token_hex(16),
                address=address,
                last_tag="",
                made_at=time.time(),
                **wishes,
            )
            renewed = {name: new.excluded[name] for name in wishes}
            connection.execute(new.on_conflict_do_update(index_elements=[addresses.c.account_id], set_=renewed))
            return connection.execute(select(addresses).where(mine)).one()

        return await self._store.cold(work)

    async def remove(self, account: int) -> None:
        await self._delete(addresses.c.account_id == account)

    async def confirm(self, token: str) -> bool:
        """The owner of the letter box has said yes; False for a link that is not ours or too old."""
        number = await self._number_of("confirm", token)
        wanted = and_(addresses.c.id == number, addresses.c.made_at > time.time() - ANSWERABLE)
        confirmed = update(addresses).where(wanted).values(confirmed_at=time.time())
        return bool(await self._store.cold(lambda connection: connection.execute(confirmed).rowcount))

    async def stop(self, token: str) -> bool:
        """Forget the address; whoever had never said yes is not asked again for a long time."""
        number = await self._number_of("stop", token)
        wanted = select(addresses).where(addresses.c.id == number)
        row = await self._store.query(lambda connection: connection.execute(wanted).first())
        if number is None or row is None:
            return number is not None
        if row.confirmed_at is None:
            recipient, until = await self._recipient(row.address), time.time() + REFUSED
            refused = update(recipients).where(recipients.c.recipient == recipient).values(refuses_until=until)

            def work(connection: Connection) -> None:
                _add_recipient(connection, recipient)
                connection.execute(refused)

            await self._store.cold(work)
        await self._delete(addresses.c.id == number)
        return True

    async def of_owners(self, owners: Iterable[Owner]) -> list[Any]:
        """The confirmed addresses of those among them who are accounts."""
        numbers = [owner.account for owner in owners if owner.account is not None]
        wanted = select(addresses).where(addresses.c.account_id.in_(numbers), addresses.c.confirmed_at.is_not(None))
        return await self._store.query(lambda connection: list(connection.execute(wanted)))

    async def claim(self, number: str, tag: str) -> bool:
        """Whether this process is the one that tells this address of this; every process asks."""
        place = and_(addresses.c.id == number, addresses.c.last_tag != tag)
        claimed = update(addresses).where(place).values(last_tag=tag)
        return bool(await self._store.cold(lambda connection: connection.execute(claimed).rowcount))

    async def count(self, address: str, kind: Literal["questions", "mails"]) -> bool:
        """Whether this address may be sent one more today, which is counted then."""
        recipient = await self._recipient(address)
        column, most = (recipients.c[kind], self._questions if kind == "questions" else self._mails)

        def work(connection: Connection) -> bool:
            _forget_old(connection)
            willing = or_(recipients.c.refuses_until.is_(None), recipients.c.refuses_until < time.time())
            return _one_more(connection, recipient, column, and_(column < most, willing)) and _one_more(
                connection, EVERYBODY, recipients.c.mails, recipients.c.mails < self._total
            )

        return await self._store.cold(work)

    async def link_token(self, purpose: LinkPurpose, number: str) -> str:
        """What a link in a mail has instead of a password."""
        digest = await self._digest(f"{purpose}\0{number}")
        return number + digest[:32]

    async def _number_of(self, purpose: LinkPurpose, token: str) -> str | None:
        number = token[:32]
        right = await self.link_token(purpose, number)
        return number if hmac.compare_digest(right.encode(), token.encode()) else None

    async def _recipient(self, address: str) -> str:
        return await self._digest(f"inbox\0{inbox_of(address)}")

    async def _digest(self, text: str) -> str:
        if self._secret is None:
            self._secret = await load_secret(self._store, SECRET_NAME)
        return hmac.digest(self._secret, text.encode(), "sha256").hex()

    async def _delete(self, which: ColumnElement[bool]) -> None:
        gone = delete(addresses).where(which)
        await self._store.cold(lambda connection: connection.execute(gone))


def _add_recipient(connection: Connection, recipient: str) -> None:
    new = insert_or_update(connection, recipients).values(recipient=recipient, day="", questions=0, mails=0)
    connection.execute(new.on_conflict_do_nothing())


def _one_more(connection: Connection, recipient: str, column: ColumnElement[int], allowed: ColumnElement[bool]) -> bool:
    """Count one more of today's, if that is allowed."""
    _add_recipient(connection, recipient)
    day, mine = today(time.time()), recipients.c.recipient == recipient
    connection.execute(update(recipients).where(mine, recipients.c.day != day).values(day=day, questions=0, mails=0))
    counted = update(recipients).where(mine, allowed).values({column: column + 1})
    return bool(connection.execute(counted).rowcount)


def _forget_old(connection: Connection) -> None:
    now = time.time()
    over = or_(recipients.c.refuses_until.is_(None), recipients.c.refuses_until < now)
    connection.execute(delete(recipients).where(recipients.c.day < today(now - 86400.0), over))


def address_of(connection: Connection, account: int) -> dict[str, Any] | None:
    """What an account is told of its address in an export."""
    row = connection.execute(select(addresses).where(addresses.c.account_id == account)).first()
    if row is None:
        return None
    return {
        "address": row.address,
        "made_at": row.made_at,
        "confirmed_at": row.confirmed_at,
        "language": row.language,
        "turns": row.turns,
        "invitations": row.invitations,
        "reviews": row.reviews,
    }


def forget_address(connection: Connection, account: int) -> None:
    connection.execute(delete(addresses).where(addresses.c.account_id == account))
