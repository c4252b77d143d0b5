"""Partners of an account, and invitations to them.

A partner is named by a seat at a table where both have sat: nobody learns the name of another's account, or whether
two seats belong to one.
"""

import time
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, or_, select

from hanabi.server.actor import Actor
from hanabi.server.archive.recent_seats import newest_held
from hanabi.server.database import Store
from hanabi.server.database.schema import accounts, holders, invitations, tables
from hanabi.server.database.upsert import insert_or_update
from hanabi.server.refusals import Refused

MAX_PARTNERS = 30
# Somebody's newest tables among which partners are looked for.
CONSIDERED_TABLES = 200
# Invitations that wait for one account, and those among them of one sender.
MAX_WAITING, MAX_OF_SENDER = 20, 5
KEPT_SECONDS = 7 * 86400.0


class RecentPartner(Struct, frozen=True):
    """Somebody with an account, who sat at this seat of this table; `name` is that of the seat."""

    name: str
    table: str
    seat: int
    played_at: float


class Invitation(Struct, frozen=True):
    """`summary` is that of the table, as the lobby shows it."""

    sender: str
    made_at: float
    summary: str


class Invitations:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def partners(self, account: int) -> list[RecentPartner]:
        """Those one has sat with, the latest first."""
        return await self._store.query(lambda connection: partners_of(connection, account))

    async def invite(self, account: int, table_id: str, sender: str, partner: tuple[str, int]) -> int | None:
        """The partner's account; None where that account takes no more."""

        def work(connection: Connection) -> int | None:
            found = _account_at(connection, account, *partner)
            if found is None:
                raise Refused("no_such_partner")
            _forget_old(connection, found)
            senders = select(invitations.c.from_account).where(
                invitations.c.account_id == found, invitations.c.table_id != table_id
            )
            waiting = list(connection.execute(senders).scalars())
            if len(waiting) >= MAX_WAITING or waiting.count(account) >= MAX_OF_SENDER:
                return None
            row = {"account_id": found, "table_id": table_id, "from_account": account, "sender": sender}
            new = insert_or_update(connection, invitations).values(**row, made_at=time.time())
            renewed = {"made_at": new.excluded.made_at, "from_account": account, "sender": sender}
            keys = [invitations.c.account_id, invitations.c.table_id]
            connection.execute(new.on_conflict_do_update(index_elements=keys, set_=renewed))
            return found

        return await self._store.cold(work)

    async def waiting(self, account: int) -> list[Invitation]:
        """Those to tables that have not begun, the latest first."""
        return await self._store.query(lambda connection: waiting_for(connection, account))

    async def dismiss(self, account: int, table_id: str) -> None:
        gone = delete(invitations).where(invitations.c.account_id == account, invitations.c.table_id == table_id)
        await self._store.cold(lambda connection: connection.execute(gone))


def partners_of(connection: Connection, account: int) -> list[RecentPartner]:
    mine = {row.table_id for row in newest_held(connection, Actor(None, account), CONSIDERED_TABLES)}
    others = select(holders.c.table_id, holders.c.seat, holders.c.account_id, holders.c.updated_at).where(
        holders.c.table_id.in_(mine), holders.c.account_id.is_not(None), holders.c.account_id != account
    )
    newest: dict[int, Any] = {}
    for row in connection.execute(others.order_by(holders.c.updated_at.desc())):
        newest.setdefault(row.account_id, row)
    shown = list(newest.values())[:MAX_PARTNERS]
    wanted = select(tables.c.id, tables.c.summary).where(tables.c.id.in_({row.table_id for row in shown}))
    seats = {row.id: msgspec.json.decode(row.summary)["seats"] for row in connection.execute(wanted)}
    return [
        RecentPartner(seats[row.table_id][row.seat]["name"] or "", row.table_id, row.seat, row.updated_at)
        for row in shown
        if row.table_id in seats
    ]


def waiting_for(connection: Connection, account: int) -> list[Invitation]:
    mine = invitations.c.account_id == account, invitations.c.made_at > time.time() - KEPT_SECONDS
    joined = invitations.join(tables, tables.c.id == invitations.c.table_id)
    wanted = select(invitations.c.sender, invitations.c.made_at, tables.c.summary).select_from(joined)
    found = wanted.where(*mine, tables.c.phase == "setup").order_by(invitations.c.made_at.desc())
    return [Invitation(row.sender, row.made_at, row.summary) for row in connection.execute(found)]


def _forget_old(connection: Connection, account: int) -> None:
    """Those that are not shown any more: their time is over, or the game has begun."""
    begun = select(tables.c.id).where(tables.c.id == invitations.c.table_id, tables.c.phase != "setup").exists()
    old = or_(invitations.c.made_at <= time.time() - KEPT_SECONDS, begun)
    connection.execute(delete(invitations).where(invitations.c.account_id == account, old))


def forget_invitations(connection: Connection, account: int) -> None:
    """Of an account that is deleted: those it got and those it sent."""
    for column in (invitations.c.account_id, invitations.c.from_account):
        connection.execute(delete(invitations).where(column == account))


def _account_at(connection: Connection, account: int, table_id: str, seat: int) -> int | None:
    """The account of that seat, if the one that asks has sat at the table too."""
    of_table = holders.c.table_id == table_id
    if connection.execute(select(holders.c.seat).where(of_table, holders.c.account_id == account)).first() is None:
        return None
    owner = holders.c.account_id
    wanted = select(owner).join(accounts, accounts.c.id == owner).where(of_table, holders.c.seat == seat)
    return connection.execute(wanted.where(owner != account).order_by(owner)).scalar()
