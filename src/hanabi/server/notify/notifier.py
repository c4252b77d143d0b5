"""Decides who is notified of what and when: a turn, an invitation, a finished review.

A move only records a pending notification, which costs next to nothing; the rest happens in the background.
"""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime

from hanabi.server.actor import Actor, Owner
from hanabi.server.archive.review_queue import ReviewQueue
from hanabi.server.database import StoreError
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.registry import TableRegistry
from hanabi.server.notify.channels import Channel, MailChannel, Notification, PushChannel
from hanabi.server.notify.settings import MailSettings, PushSettings
from hanabi.server.people.preferences import NotificationPreferences, Topic
from hanabi.server.refusals import Refused

logger = logging.getLogger("hanabi.notifications")
MAX_PENDING = 10_000
# How long to wait for a review, and how often to check on it, in seconds.
REVIEW_PATIENCE, REVIEW_INTERVAL = 3600.0, 5.0


@dataclass(frozen=True)
class PendingNotification:
    """Sent when it is `due` (monotonic time), if it is still true then; `subject` as in a Notification."""

    due: float
    channel: Channel
    topic: Topic
    subject: str
    owners: tuple[Owner, ...] = ()
    seat: int = 0
    actions: int = 0
    sender: str = ""
    expires: float = 0.0


class Notifier:
    def __init__(
        self, registry: TableRegistry, reviews: ReviewQueue, push: PushSettings, mail: MailSettings | None
    ) -> None:
        self._registry, self._reviews, self._interval = registry, reviews, push.interval
        self._review_interval = min(REVIEW_INTERVAL, 5 * push.interval)
        self.push = PushChannel(registry.store, push)
        self.mail = None if mail is None else MailChannel(registry.store, mail)
        self._channels: list[Channel] = [self.push] if self.mail is None else [self.push, self.mail]
        self._pending: OrderedDict[tuple[str, Channel], PendingNotification] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.create_task(self._repeat(), name="hanabi-notifications")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        for channel in self._channels:
            await channel.close()

    # Occasions

    def turn_came(self, live: LiveTable) -> None:
        """Something happened at a table, or somebody came or left: the player to move may be away."""
        table, game = live.table, live.table.game
        seat = None if game is None else game.player
        if seat is None or seat in live.clients.state_writer.connected.seats or not table.occupants[seat].is_human:
            for channel in self._channels:
                self._pending.pop((table.id, channel), None)
            return
        now, actions = time.monotonic(), table.actions
        for channel in self._channels:
            pending = self._pending.get((table.id, channel))
            if pending is None or (pending.seat, pending.actions) != (seat, actions):
                due = now + channel.delay
                self._add(table.id, PendingNotification(due, channel, "turns", table.id, seat=seat, actions=actions))

    def invited(self, account: int, sender: str, table_id: str) -> None:
        for channel in self._channels:
            owners = (Owner.of_account(account),)
            pending = PendingNotification(0.0, channel, "invitations", table_id, owners, sender=sender)
            self._add(f"{table_id} {account}", pending)

    def review_asked(self, actor: Actor, subject: str) -> None:
        if actor.key is None:
            return
        now, owner = time.monotonic(), actor.owner
        for channel in self._channels:
            due, expires = now + self._review_interval, now + REVIEW_PATIENCE
            pending = PendingNotification(due, channel, "reviews", subject, (owner,), expires=expires)
            self._add(f"{subject} {owner}", pending)

    def _add(self, name: str, pending: PendingNotification) -> None:
        key = (name, pending.channel)
        self._pending[key] = pending
        self._pending.move_to_end(key)
        while len(self._pending) > MAX_PENDING:
            self._pending.popitem(last=False)

    # Sending

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            await self.send_due()

    async def send_due(self) -> None:
        """Queue the notifications that are due and still true."""
        now = time.monotonic()
        for key, pending in [(key, pending) for key, pending in self._pending.items() if pending.due <= now]:
            if self._pending.get(key) is pending:
                del self._pending[key]
            try:
                await self._send(key[0], pending)
            except (Refused, StoreError):
                continue
            except Exception as error:
                logger.warning("a notification was not sent", extra={"error": repr(error)})

    async def _send(self, name: str, pending: PendingNotification) -> None:
        path, owners = f"/t/{pending.subject}", pending.owners
        names: tuple[str, ...] = ()
        if pending.topic == "reviews":
            state = (await self._reviews.status(pending.subject)).state
            if state in ("waiting", "running") and time.monotonic() < pending.expires:
                return self._add(name, replace(pending, due=time.monotonic() + self._review_interval))
            if state != "done":
                return None
            path = f"/review/{pending.subject.replace(':', '/', 1)}"
        elif pending.topic == "turns":
            live = await self._registry.live_table(pending.subject)
            table = live.table
            is_due = table.game is not None and table.game.player == pending.seat and table.actions == pending.actions
            if not is_due or pending.seat in live.clients.state_writer.connected.seats:
                return None
            owners = tuple({Owner.of(key, account) for key, account in table.occupants[pending.seat].holders})
            names = tuple(occupant.name for occupant in table.occupants if occupant.name)
        notification = Notification(pending.topic, pending.subject, path, pending.actions, names, pending.sender)
        longest_wait = 0.0
        for row in await pending.channel.rows(owners):
            preferences = NotificationPreferences.of_row(row)
            if not preferences.wants(pending.topic):
                continue
            if (wait := preferences.quiet_for(datetime.now().astimezone())) > 0:
                longest_wait = max(longest_wait, wait)
            else:
                await pending.channel.send(row, notification)
        if longest_wait:
            self._add(name, replace(pending, due=time.monotonic() + longest_wait))
        return None
