"""Tells people who are away that it is their turn, that somebody invites them, or that a review is ready.

A move only leaves a note here, which costs next to nothing; all else happens in the background.
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
from hanabi.server.notify.channels import Channel, MailChannel, Notification, PushChannel, Wish, quiet_for
from hanabi.server.notify.settings import MailSettings, PushSettings
from hanabi.server.refusals import Refused

logger = logging.getLogger("hanabi.notifications")
MAX_NOTES = 10_000
# Seconds for which a review that somebody asked for is waited for, and between two looks at it.
REVIEW_PATIENCE, REVIEW_INTERVAL = 3600.0, 5.0


@dataclass(frozen=True)
class PendingNotification:
    """Somebody is to be told something at a time (monotonic), if it is still true then."""

    due: float
    channel: Channel
    wish: Wish
    # The table, or the subject of the review.
    subject: str
    owners: tuple[Owner, ...] = ()
    seat: int = 0
    actions: int = 0
    sender: str = ""
    given_up: float = 0.0


class Notifier:
    def __init__(
        self, registry: TableRegistry, reviews: ReviewQueue, push: PushSettings, mail: MailSettings | None
    ) -> None:
        self._registry, self._reviews, self._interval = registry, reviews, push.interval
        self._review_interval = min(REVIEW_INTERVAL, 5 * push.interval)
        self.push = PushChannel(registry.store, push)
        self.mail = None if mail is None else MailChannel(registry.store, mail)
        self._channels: list[Channel] = [self.push] if self.mail is None else [self.push, self.mail]
        self._notes: OrderedDict[tuple[str, Channel], PendingNotification] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        registry.when_turn = self.turn_came

    def open(self) -> None:
        for channel in self._channels:
            channel.open()
        self._task = asyncio.create_task(self._repeat(), name="hanabi-notifications")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        for channel in self._channels:
            await channel.close()

    # What happens

    def turn_came(self, live: LiveTable) -> None:
        """Something happened at a table, or somebody came or left; whoever is to move there may be away."""
        table, game = live.table, live.table.game
        seat = None if game is None else game.player
        if seat is None or not table.occupants[seat].is_human or seat in live.state_writer.online:
            for channel in self._channels:
                self._notes.pop((table.id, channel), None)
            return
        now = time.monotonic()
        for channel in self._channels:
            known = self._notes.get((table.id, channel))
            if known is None or (known.seat, known.actions) != (seat, table.actions):
                due, actions = now + channel.delay, table.actions
                self._add(table.id, PendingNotification(due, channel, "turns", table.id, seat=seat, actions=actions))

    def invited(self, account: int, sender: str, table_id: str) -> None:
        for channel in self._channels:
            note = PendingNotification(
                0.0, channel, "invitations", table_id, (Owner.of_account(account),), sender=sender
            )
            self._add(f"{table_id} {account}", note)

    def review_asked(self, actor: Actor, subject: str) -> None:
        if actor.key is None:
            return
        now, owner = time.monotonic(), actor.owner
        for channel in self._channels:
            due, given_up = now + self._review_interval, now + REVIEW_PATIENCE
            note = PendingNotification(due, channel, "reviews", subject, (owner,), given_up=given_up)
            self._add(f"{subject} {owner}", note)

    def _add(self, name: str, note: PendingNotification) -> None:
        place = (name, note.channel)
        self._notes[place] = note
        self._notes.move_to_end(place)
        while len(self._notes) > MAX_NOTES:
            self._notes.popitem(last=False)

    # What is told

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            await self.tell_due()

    async def tell_due(self) -> None:
        """Put what is due and still true into the queues."""
        now = time.monotonic()
        for place, note in [(place, note) for place, note in self._notes.items() if note.due <= now]:
            if self._notes.get(place) is note:
                del self._notes[place]
            try:
                await self._tell(place[0], note)
            except (Refused, StoreError):
                continue
            except Exception as error:
                logger.warning("somebody was not notified", extra={"error": repr(error)})

    async def _tell(self, name: str, note: PendingNotification) -> None:
        path, owners = f"/t/{note.subject}", note.owners
        names: tuple[str, ...] = ()
        if note.wish == "reviews":
            state = (await self._reviews.standing(note.subject)).state
            if state in ("waiting", "running") and time.monotonic() < note.given_up:
                return self._add(name, replace(note, due=time.monotonic() + self._review_interval))
            if state != "done":
                return None
            path = f"/review/{note.subject.replace(':', '/', 1)}"
        elif note.wish == "turns":
            live = await self._registry.live_table(note.subject)
            table = live.table
            still = table.game is not None and table.game.player == note.seat and table.actions == note.actions
            if not still or note.seat in live.state_writer.online:
                return None
            owners = tuple({Owner.of(key, account) for key, account in table.occupants[note.seat].holders})
            names = tuple(one.name for one in table.occupants if one.name)
        notification = Notification(note.wish, note.subject, path, note.actions, names, note.sender)
        latest = 0.0
        for row in await note.channel.rows(owners):
            if not getattr(row, note.wish):
                continue
            if (wait := quiet_for(row, datetime.now().astimezone())) > 0:
                latest = max(latest, wait)
            else:
                await note.channel.send(row, notification)
        if latest:
            self._add(name, replace(note, due=time.monotonic() + latest))
        return None
