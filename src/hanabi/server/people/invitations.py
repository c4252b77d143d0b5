"""Partners of an account: recent ones, friends, those it does not want to meet, and invitations to them.

A partner is named by a seat at a table where both have sat: nobody learns the name of another account, or whether two
seats belong to the same one.
"""

import time
from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import Connection, delete, func, or_, select

from hanabi.server.actor import Actor
from hanabi.server.database import Store, upsert
from hanabi.server.database.schema import accounts, holders, invitations, relations, tables, visitors
from hanabi.server.live.lobby import TableSummary, decode_summary, recent_seats
from hanabi.server.refusals import Refused

MAX_PARTNERS = 30
# An account's newest tables, in which partners are looked for.
CONSIDERED_TABLES = 200
# Invitations that wait for one account, and how many of them one sender may have sent.
MAX_WAITING, MAX_OF_SENDER = 20, 5
KEPT_SECONDS = 7 * 86400.0
MAX_RELATIONS = 200
# A friend whose browser was seen this many seconds ago is online; sessions store it every ten minutes.
ONLINE_SECONDS = 900.0
Relation = Literal["friend", "blocked"]


class RecentPartner(Struct, frozen=True):
    """Somebody with an account who sat at this seat of this table, with the name they used there. `online`: both of
    you are friends, and they were here in the last minutes."""

    name: str
    table: str
    seat: int
    played_at: float
    relation: Relation | None = None
    online: bool = False


class Invitation(Struct, frozen=True):
    sender: str
    made_at: float
    table: TableSummary


class Invitations:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def partners(self, account: int) -> list[RecentPartner]:
        """Friends first, then the latest; blocked ones last."""
        return await self._store.query(lambda connection: _partners(connection, account))

    async def invite(self, account: int, table_id: str, sender: str, partner: tuple[str, int]) -> int | None:
        """Returns the partner's account; None if too many invitations wait there."""

        def work(connection: Connection) -> int | None:
            receiver = _account_at(connection, account, *partner)
            if receiver is None:
                raise Refused("no_such_partner")
            if relation_between(connection, receiver, account) == "blocked":
                return None
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

    async def relate(self, account: int, partner: tuple[str, int], kind: Relation | None) -> None:
        """Make a partner a friend, block them, or neither. A blocked person's invitations are deleted."""

        def work(connection: Connection) -> None:
            other = _account_at(connection, account, *partner)
            if other is None:
                raise Refused("no_such_partner")
            own = relations.c.account_id == account
            known = connection.execute(select(relations).where(own)).all()
            before = next((row for row in known if row.other_account == other), None)
            if kind is None:
                connection.execute(delete(relations).where(own, relations.c.other_account == other))
                return
            if before is None and len(known) >= MAX_RELATIONS:
                raise Refused("too_many")
            name = before.name if before is not None else _name_at(connection, *partner)
            _relate(connection, account, other, kind, name, partner)
            if kind == "blocked":
                sent = invitations.c.account_id == account, invitations.c.from_account == other
                connection.execute(delete(invitations).where(*sent))

        await self._store.write(work)

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
    related = connection.execute(select(relations).where(relations.c.account_id == account)).all()
    known = {row.other_account for row in related}
    rows = [row for row in newest.values() if row.account_id not in known][:MAX_PARTNERS]
    query = select(tables.c.id, tables.c.summary).where(tables.c.id.in_({row.table_id for row in rows}))
    seats = {row.id: decode_summary(row.summary).seats for row in connection.execute(query)}
    recent = [
        RecentPartner(seats[row.table_id][row.seat].name or "", row.table_id, row.seat, row.updated_at)
        for row in rows
        if row.table_id in seats
    ]
    online = _online_friends(connection, account)
    grouped = {
        kind: [
            RecentPartner(row.name, row.table_id, row.seat, row.made_at, row.kind, row.other_account in online)
            for row in sorted(related, key=lambda row: (row.other_account not in online, row.name))
            if row.kind == kind
        ]
        for kind in ("friend", "blocked")
    }
    return [*grouped["friend"], *recent, *grouped["blocked"]]


def _online_friends(connection: Connection, account: int) -> set[int]:
    """Accounts that have this one as a friend too: nobody else learns when they are here."""
    back = select(relations.c.account_id).where(relations.c.other_account == account, relations.c.kind == "friend")
    seen = visitors.c.seen_at > time.time() - ONLINE_SECONDS
    query = select(visitors.c.account_id).where(visitors.c.account_id.in_(back), seen)
    mutual = select(relations.c.other_account).where(relations.c.account_id == account, relations.c.kind == "friend")
    return set(connection.execute(query).scalars()) & set(connection.execute(mutual).scalars())


def _relate(
    connection: Connection, account: int, other: int, kind: Relation, name: str, place: tuple[str, int]
) -> None:
    row = {"account_id": account, "other_account": other, "table_id": place[0], "seat": place[1]}
    values = {"kind": kind, "name": name, "made_at": time.time()}
    new = upsert(connection, relations).values(**row, **values)
    keys = [relations.c.account_id, relations.c.other_account]
    connection.execute(new.on_conflict_do_update(index_elements=keys, set_=values))


def befriend(connection: Connection, account: int, other: int, name: str, profile: str) -> None:
    """Without a common table: the profile takes its place in the list of friends."""
    known = select(func.count()).select_from(relations).where(relations.c.account_id == account)
    if (connection.execute(known).scalar() or 0) >= MAX_RELATIONS:
        raise Refused("too_many")
    _relate(connection, account, other, "friend", name, (f"profile-{profile}", 0))


def relation_between(connection: Connection, account: int, other: int) -> str | None:
    pair = relations.c.account_id == account, relations.c.other_account == other
    return connection.execute(select(relations.c.kind).where(*pair)).scalar()


def _name_at(connection: Connection, table_id: str, seat: int) -> str:
    summary = connection.execute(select(tables.c.summary).where(tables.c.id == table_id)).scalar()
    return "" if summary is None else decode_summary(summary).seats[seat].name or ""


def blocked_pairs(connection: Connection, among: Any) -> list[tuple[int, int]]:
    """Who does not want to meet whom; `among` selects accounts."""
    pairs = select(relations.c.account_id, relations.c.other_account).where(
        relations.c.kind == "blocked", relations.c.account_id.in_(among)
    )
    return [(row.account_id, row.other_account) for row in connection.execute(pairs)]


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
    """The account at that seat, if `account` has sat at the table too, also if the table is gone by now."""
    place = relations.c.table_id == table_id, relations.c.seat == seat
    known = select(relations.c.other_account).where(relations.c.account_id == account, *place)
    if (other := connection.execute(known).scalar()) is not None:
        return int(other)
    at_table = holders.c.table_id == table_id
    if connection.execute(select(holders.c.seat).where(at_table, holders.c.account_id == account)).first() is None:
        return None
    owner = holders.c.account_id
    query = select(owner).join(accounts, accounts.c.id == owner).where(at_table, holders.c.seat == seat)
    return connection.execute(query.where(owner != account).order_by(owner)).scalar()
