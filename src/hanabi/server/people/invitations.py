"""Recent partners of an account, and invitations to them.

A partner is named by a seat at a table where both have sat: nobody learns the name of another account, or whether two
seats belong to the same one.
"""

import time
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, or_, select

from hanabi.server.actor import Actor
from hanabi.server.database import Store, upsert
from hanabi.server.database.schema import accounts, holders, invitations, tables
from hanabi.server.live.lobby import TableSummary, decode_summary, recent_seats
from hanabi.server.refusals import Refused

MAX_PARTNERS = 30
# An account's newest tables, in which partners are looked for.
CONSIDERED_TABLES = 200
# Invitations that wait for one account, and how many of them one sender may have sent.
MAX_WAITING, MAX_OF_SENDER = 20, 5
KEPT_SECONDS = 7 * 86400.0


class RecentPartner(Struct, frozen=True):
    """Somebody with an account who sat at this seat of this table, with the name they used there."""

    name: str
    table: str
    seat: int
    played_at: float


class Invitation(Struct, frozen=True):
    sender: str
    made_at: float
    table: TableSummary


class Invitations:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def partners(self, account: int) -> list[RecentPartner]:
        """The latest first."""
        return await self._store.query(lambda connection: _partners(connection, account))

    async def invite(self, account: int, table_id: str, sender: str, partner: tuple[str, int]) -> int | None:
        """Returns the partner's account; None if too many invitations wait there."""

        def work(connection: Connection) -> int | None:
            receiver = _account_at(connection, account, *partner)
            if receiver is None:
                raise Refused("no_such_partner")
            _forget_old(connection, receiver)
            senders = select(invitations.c.from_account).where(
                invitations.c.account_id == receiver, invitations.c.table_id != table_id
            )
            waiting = list(connection.execute(senders).scalars())
            if len(waiting) >= MAX_WAITING or waiting.count(account) >= MAX_OF_SENDER:
                return None
            values = {"from_account": account, "sender": sender, "made_at": time.time()}
            new = upsert(connection, invitations).values(account_id=receiver, table_id=table_id, **values)
            keys = [invitations.c.account_id, invitations.c.table_id]
            connection.execute(new.on_conflict_do_update(index_elements=keys, set_=values))
            return receiver

        return await self._store.write(work)

    async def waiting(self, account: int) -> list[Invitation]:
        """Invitations to tables that have not begun, the latest first."""
        return await self._store.query(lambda connection: _waiting(connection, account))

    async def dismiss(self, account: int, table_id: str) -> None:
        statement = delete(invitations).where(invitations.c.account_id == account, invitations.c.table_id == table_id)
        await self._store.write(lambda connection: connection.execute(statement))


def _partners(connection: Connection, account: int) -> list[RecentPartner]:
    table_ids = {row.table_id for row in recent_seats(connection, Actor(None, account), CONSIDERED_TABLES)}
    others = select(holders.c.table_id, holders.c.seat, holders.c.account_id, holders.c.updated_at).where(
        holders.c.table_id.in_(table_ids), holders.c.account_id.is_not(None), holders.c.account_id != account
    )
    newest: dict[int, Any] = {}
    for row in connection.execute(others.order_by(holders.c.updated_at.desc())):
        newest.setdefault(row.account_id, row)
    rows = list(newest.values())[:MAX_PARTNERS]
    query = select(tables.c.id, tables.c.summary).where(tables.c.id.in_({row.table_id for row in rows}))
    seats = {row.id: decode_summary(row.summary).seats for row in connection.execute(query)}
    return [
        RecentPartner(seats[row.table_id][row.seat].name or "", row.table_id, row.seat, row.updated_at)
        for row in rows
        if row.table_id in seats
    ]


def _waiting(connection: Connection, account: int) -> list[Invitation]:
    recent = invitations.c.account_id == account, invitations.c.made_at > time.time() - KEPT_SECONDS
    joined = invitations.join(tables, tables.c.id == invitations.c.table_id)
    query = select(invitations.c.sender, invitations.c.made_at, tables.c.summary).select_from(joined)
    rows = connection.execute(query.where(*recent, tables.c.phase == "setup").order_by(invitations.c.made_at.desc()))
    return [Invitation(row.sender, row.made_at, decode_summary(row.summary)) for row in rows]


def _forget_old(connection: Connection, account: int) -> None:
    """Delete invitations that have expired, or whose game has begun."""
    begun = select(tables.c.id).where(tables.c.id == invitations.c.table_id, tables.c.phase != "setup").exists()
    old = or_(invitations.c.made_at <= time.time() - KEPT_SECONDS, begun)
    connection.execute(delete(invitations).where(invitations.c.account_id == account, old))


def _account_at(connection: Connection, account: int, table_id: str, seat: int) -> int | None:
    """The account at that seat, if `account` has sat at the table too."""
    at_table = holders.c.table_id == table_id
    if connection.execute(select(holders.c.seat).where(at_table, holders.c.account_id == account)).first() is None:
        return None
    owner = holders.c.account_id
    query = select(owner).join(accounts, accounts.c.id == owner).where(at_table, holders.c.seat == seat)
    return connection.execute(query.where(owner != account).order_by(owner)).scalar()
