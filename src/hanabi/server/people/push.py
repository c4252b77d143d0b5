"""Push subscriptions: browsers that get notifications while they are closed."""

import hashlib
import time
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, and_, delete, or_, select, update

from hanabi.server.actor import Actor, Owner
from hanabi.server.database import Store, upsert
from hanabi.server.database.schema import push_subscriptions as subscriptions
from hanabi.server.people.preferences import NotificationPreferences
from hanabi.server.refusals import Refused

# Browsers per owner; one more, and the oldest is forgotten.
MAX_OF_OWNER = 10


class PushSubscriptions:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def save(
        self, actor: Actor, endpoint: str, p256dh: str, auth: str, preferences: NotificationPreferences
    ) -> str:
        """Save or renew the subscription of this browser; returns its id."""
        assert actor.key is not None
        owner = actor.owner
        subscription = hashlib.sha256(endpoint.encode()).hexdigest()[:32]
        row = {
            "id": subscription,
            "owner": owner,
            "key": actor.key,
            "made_at": time.time(),
            "last_tag": "",
            "endpoint": endpoint,
            "p256dh": p256dh,
            "auth": auth,
            **preferences.columns(),
        }

        def work(connection: Connection) -> None:
            new = upsert(connection, subscriptions).values(**row)
            values = {name: new.excluded[name] for name in row if name != "id"}
            connection.execute(new.on_conflict_do_update(index_elements=[subscriptions.c.id], set_=values))
            newest = select(subscriptions.c.id).where(subscriptions.c.owner == owner)
            ids = list(connection.execute(newest.order_by(subscriptions.c.made_at.desc())).scalars())
            connection.execute(delete(subscriptions).where(subscriptions.c.id.in_(ids[MAX_OF_OWNER:])))

        await self._store.write(work)
        return subscription

    async def remove(self, actor: Actor, subscription: str) -> None:
        """Refused for a subscription that belongs to somebody else."""
        owners = [subscriptions.c.key == (actor.key or "")]
        if actor.account is not None:
            owners.append(subscriptions.c.owner == Owner.of_account(actor.account))
        statement = delete(subscriptions).where(subscriptions.c.id == subscription, or_(*owners))
        if not await self._store.write(lambda connection: connection.execute(statement).rowcount):
            raise Refused("no_such_subscription")

    async def forget(self, subscription: str) -> None:
        """The push service says that it no longer exists."""
        statement = delete(subscriptions).where(subscriptions.c.id == subscription)
        await self._store.write(lambda connection: connection.execute(statement))

    async def of_owners(self, owners: Iterable[Owner]) -> list[Any]:
        query = select(subscriptions).where(subscriptions.c.owner.in_(list(owners)))
        return await self._store.query(lambda connection: list(connection.execute(query)))

    async def claim(self, subscription: str, tag: str) -> bool:
        """Whether this process is the one that sends this notification; every process asks."""
        unclaimed = and_(subscriptions.c.id == subscription, subscriptions.c.last_tag != tag)
        statement = update(subscriptions).where(unclaimed).values(last_tag=tag)
        return bool(await self._store.write(lambda connection: connection.execute(statement).rowcount))


def transfer_subscriptions(connection: Connection, old_key: str, account: int, new_key: str) -> None:
    """A browser has signed in: from now on it gets the account's notifications."""
    statement = update(subscriptions).where(subscriptions.c.key == old_key)
    connection.execute(statement.values(owner=Owner.of_account(account), key=new_key))


def end_subscriptions(connection: Connection, key: str) -> None:
    """A browser has signed out."""
    connection.execute(delete(subscriptions).where(subscriptions.c.key == key))
