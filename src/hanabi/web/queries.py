"""What the read API asks the database: lobby, finished games, statistics, one's own seats."""

from typing import Any

import msgspec
from sqlalchemy import Connection, func, or_, select

from hanabi.tables.store.schema import holders, tables
from hanabi.web.schemas import MySeat, Statistic, Summary

MOST = 100


def lobby(connection: Connection) -> list[Summary]:
    wanted = select(tables.c.summary).where(tables.c.public, tables.c.phase.in_(("setup", "playing")))
    found = connection.execute(wanted.order_by(tables.c.updated_at.desc()).limit(MOST))
    return [_summary(row.summary) for row in found]


def finished(connection: Connection, before: float | None, edition: str | None) -> list[Summary]:
    wanted = select(tables.c.summary).where(tables.c.public, tables.c.phase == "over")
    if before is not None:
        wanted = wanted.where(tables.c.updated_at < before)
    if edition is not None:
        wanted = wanted.where(tables.c.edition == edition)
    found = connection.execute(wanted.order_by(tables.c.updated_at.desc()).limit(MOST))
    return [_summary(row.summary) for row in found]


def one(connection: Connection, table_id: str) -> Summary | None:
    found = connection.execute(select(tables.c.summary).where(tables.c.id == table_id)).scalar()
    return None if found is None else _summary(found)


def statistics(connection: Connection) -> list[Statistic]:
    return _statistics(connection, select(tables.c.id).where(tables.c.public))


def own_statistics(connection: Connection, key: str | None, account: int | None) -> list[Statistic]:
    return _statistics(connection, select(holders.c.table_id).where(_mine(key, account)))


def own_seats(connection: Connection, key: str | None, account: int | None) -> list[MySeat]:
    joined = select(holders.c.seat, tables.c.summary).join(tables, tables.c.id == holders.c.table_id)
    wanted = joined.where(_mine(key, account)).order_by(tables.c.updated_at.desc()).distinct().limit(MOST)
    found = connection.execute(wanted.add_columns(tables.c.updated_at))
    seats = [(row.seat, _summary(row.summary)) for row in found]
    return [MySeat(seat, table.player == seat, table) for seat, table in seats]


def _mine(key: str | None, account: int | None) -> Any:
    by_key = holders.c.key == (key or "")
    return by_key if account is None else or_(by_key, holders.c.account_id == account)


def _statistics(connection: Connection, among: Any) -> list[Statistic]:
    columns = (tables.c.edition, tables.c.players, tables.c.outcome)
    counted = (func.count(), func.avg(tables.c.score), func.max(tables.c.score))
    wanted = select(*columns, *counted).where(tables.c.phase == "over", tables.c.id.in_(among)).group_by(*columns)
    return [
        Statistic(edition, players, outcome, games, float(mean), best)
        for edition, players, outcome, games, mean, best in connection.execute(wanted.order_by(*columns))
    ]


def _summary(text: str) -> Summary:
    return msgspec.json.decode(text, type=Summary)
