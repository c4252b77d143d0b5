"""Who holds which seats: the newest first, found without looking at all the others."""

from typing import Any

from sqlalchemy import Connection, select

from hanabi.server.actor import Actor
from hanabi.server.database.schema import holders


def newest_held(connection: Connection, actor: Actor, most: int) -> list[Any]:
    """The seats (`table_id`, `seat`, `updated_at`) of a browser or an account at its newest tables."""
    owned = [holders.c.key == (actor.key or "")]
    if actor.account is not None:
        owned.append(holders.c.account_id == actor.account)
    columns = select(holders.c.table_id, holders.c.seat, holders.c.updated_at)
    found = {}
    for mine in owned:
        # Each of these follows one index; both at once would read all of somebody's seats.
        for row in connection.execute(columns.where(mine).order_by(holders.c.updated_at.desc()).limit(most)):
            found[row.table_id, row.seat] = row
    return sorted(found.values(), key=lambda row: row.updated_at, reverse=True)[:most]
