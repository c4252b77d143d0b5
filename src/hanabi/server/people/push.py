"""Browsers that want to be told things while they are closed: where to send to, and what they want to hear when."""

import hashlib
import time
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, and_, delete, or_, select, update

from hanabi.server.actor import Actor, Owner
from hanabi.server.database import Store
from hanabi.server.database.schema import push_subscriptions as subscriptions
from hanabi.server.database.upsert import insert_or_update
from hanabi.server.refusals import Refused

# Browsers of one owner; with another one the oldest is forgotten.
MAX_OF_OWNER = 10


class PushSubscriptions:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, actor: Actor, wishes: dict[str, Any]) -> str:
        """Keep or renew the subscription of this browser; returns its id."""
        assert actor.key is not None
        owner, key = actor.owner, actor.key
        number = hashlib.sha256(wishes["endpoint"].encode()).hexdigest()[:32]
        row = {"id": number, "owner": owner, "key": key, "made_at": time.time(), "last_tag": "", **wishes}

        def work(connection: Connection) -> None:
            new = insert_or_update(connection, subscriptions).values(**row)
            renewed = {name: new.excluded[name] for name in row if name != "id"}
            connection.execute(new.on_conflict_do_update(index_elements=[subscriptions.c.id], set_=renewed))
            mine = select(subscriptions.c.id).where(subscriptions.c.owner == owner)
            kept = list(connection.execute(mine.order_by(subscriptions.c.made_at.desc())).scalars())
            connection.execute(delete(subscriptions).where(subscriptions.c.id.in_(kept[MAX_OF_OWNER:])))

        await self._store.cold(work)
        return number

    async def remove(self, actor: Actor, number: str) -> None:
        """Refused for one that belongs to somebody else."""
        owners = [subscriptions.c.key == (actor.key or "")]
        if actor.account is not None:
            owners.append(subscriptions.c.owner == Owner.of_account(actor.account))
        gone = delete(subscriptions).where(subscriptions.c.id == number, or_(*owners))
        if not await self._store.cold(lambda connection: connection.execute(gone).rowcount):
            raise Refused("no_such_subscription")

    async def forget(self, number: str) -> None:
        """The push service says that it is gone."""
        gone = delete(subscriptions).where(subscriptions.c.id == number)
        await self._store.cold(lambda connection: connection.execute(gone))

    async def of_owners(self, owners: Iterable[str]) -> list[Any]:
        wanted = select(subscriptions).where(subscriptions.c.owner.in_(list(owners)))
        return await self._store.query(lambda connection: list(connection.execute(wanted)))

    async def claim(self, number: str, tag: str) -> bool:
        """Whether this process is the one that tells this subscription of this; every process asks."""
        place = and_(subscriptions.c.id == number, subscriptions.c.last_tag != tag)
        claimed = update(subscriptions).where(place).values(last_tag=tag)
        return bool(await self._store.cold(lambda connection: connection.execute(claimed).rowcount))


def give_subscriptions(connection: Connection, old_key: str, account: int, new_key: str) -> None:
    """A browser has signed in: it is told of what concerns the account."""
    mine = update(subscriptions).where(subscriptions.c.key == old_key)
    connection.execute(mine.values(owner=Owner.of_account(account), key=new_key))


def end_subscriptions(connection: Connection, key: str) -> None:
    """A browser has signed out."""
    connection.execute(delete(subscriptions).where(subscriptions.c.key == key))
