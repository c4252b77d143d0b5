"""Tells people who are away that it is their turn, that somebody invites them, or that a review is ready.

A move only leaves a note here, which costs next to nothing; all else happens in the background.
"""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec

from hanabi.tables.command_handlers import Actor, Refused
from hanabi.tables.finished.deals import server_secret
from hanabi.tables.finished.review_queue import ReviewQueue
from hanabi.tables.finished.totals import account_owner, owner_of
from hanabi.tables.live.live_table import LiveTable
from hanabi.tables.live.registry import TableRegistry
from hanabi.tables.push_subscriptions import PushSubscriptions
from hanabi.tables.store import StoreError
from hanabi.texts import join, say
from hanabi.web.push_queue import PushMessage, PushQueue
from hanabi.web.push_transport import PushTransport
from hanabi.web.settings import PushSettings
from hanabi.web.web_push import BrowserKeys, ServerKeys, decoded

logger = logging.getLogger("hanabi.notifications")
SECRET_NAME = "push"
MAX_NOTES = 10_000
# Seconds for which a review that somebody asked for is waited for, and between two looks at it.
REVIEW_PATIENCE, REVIEW_INTERVAL = 3600.0, 5.0
Wish = Literal["turns", "invitations", "reviews"]


@dataclass(frozen=True)
class PendingNotification:
    """Somebody is to be told something at a time (monotonic), if it is still true then."""

    due: float
    wish: Wish
    # The table, or the subject of the review.
    subject: str
    owners: tuple[str, ...] = ()
    seat: int = 0
    actions: int = 0
    sender: str = ""
    given_up: float = 0.0


class Notifier:
    def __init__(self, registry: TableRegistry, reviews: ReviewQueue, settings: PushSettings) -> None:
        self._registry, self._reviews, self._settings = registry, reviews, settings
        self.subscriptions = PushSubscriptions(registry.store)
        self.transport = PushTransport(any_address=settings.anywhere, timeout=settings.timeout)
        self.queue = PushQueue(self.transport, self.keys, self.subscriptions.forget, first_pause=settings.first_pause)
        self._keys: ServerKeys | None = None
        self._notes: OrderedDict[str, PendingNotification] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        registry.when_turn = self.turn_came

    def open(self) -> None:
        self.queue.open()
        self._task = asyncio.create_task(self._repeat(), name="hanabi-notifications")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self.queue.close()

    async def keys(self) -> ServerKeys:
        """Made at the first start and kept in the database, so all processes have the same."""
        if self._keys is None:
            secret = await server_secret(self._registry.store, SECRET_NAME)
            self._keys = ServerKeys(secret, self._settings.contact)
        return self._keys

    # What happens

    def turn_came(self, live: LiveTable) -> None:
        """Something happened at a table; whoever is to move there may be away."""
        game = live.table.game
        if game is None or game.player is None or not live.table.occupants[game.player].is_human:
            self._notes.pop(live.table.id, None)
        elif game.player not in live.state_writer.online:
            due = time.monotonic() + self._settings.delay
            self._add(
                live.table.id,
                PendingNotification(due, "turns", live.table.id, seat=game.player, actions=live.table.actions),
            )

    def invited(self, account: int, sender: str, table_id: str) -> None:
        note = PendingNotification(0.0, "invitations", table_id, (account_owner(account),), sender=sender)
        self._add(f"{table_id} {account}", note)

    def review_asked(self, actor: Actor, subject: str) -> None:
        if actor.key is not None:
            now = time.monotonic()
            owners = (owner_of(actor.key, actor.account),)
            self._add(
                subject,
                PendingNotification(now + REVIEW_INTERVAL, "reviews", subject, owners, given_up=now + REVIEW_PATIENCE),
            )

    def _add(self, name: str, note: PendingNotification) -> None:
        self._notes[name] = note
        self._notes.move_to_end(name)
        while len(self._notes) > MAX_NOTES:
            self._notes.popitem(last=False)

    # What is told

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(self._settings.interval)
            await self.tell_due()

    async def tell_due(self) -> None:
        """Put what is due and still true into the queue."""
        now = time.monotonic()
        for name, note in [(name, note) for name, note in self._notes.items() if note.due <= now]:
            if self._notes.get(name) is note:
                del self._notes[name]
            try:
                await self._tell(name, note)
            except (Refused, StoreError):
                continue
            except Exception as error:
                logger.warning("somebody was not notified", extra={"error": repr(error)})

    async def _tell(self, name: str, note: PendingNotification) -> None:
        path, owners, names = f"/t/{note.subject}", note.owners, ""
        if note.wish == "reviews":
            state = (await self._reviews.standing(note.subject)).state
            if state in ("waiting", "running") and time.monotonic() < note.given_up:
                return self._add(name, replace(note, due=time.monotonic() + REVIEW_INTERVAL))
            if state != "done":
                return None
            path = f"/review/{note.subject.replace(':', '/', 1)}"
        elif note.wish == "turns":
            live = await self._registry.live_table(note.subject)
            table = live.table
            still = table.game is not None and table.game.player == note.seat and table.actions == note.actions
            if not still or note.seat in live.state_writer.online:
                return None
            owners = tuple({owner_of(key, account) for key, account in table.occupants[note.seat].holders})
        latest = 0.0
        for row in await self.subscriptions.of_owners(owners):
            if not getattr(row, note.wish):
                continue
            if (wait := quiet_for(row, datetime.now().astimezone())) > 0:
                latest = max(latest, wait)
                continue
            if note.wish == "turns":
                names = join([one.name for one in table.occupants if one.name], row.language)
            tag = f"{note.wish}:{note.subject}:{note.actions}"[:60]
            if await self.subscriptions.claim(row.id, tag):
                self.queue.put(self._message(row, note, path, names))
        if latest and note.wish != "reviews":
            self._add(name, replace(note, due=time.monotonic() + latest))
        return None

    def _message(self, row: Any, note: PendingNotification, path: str, names: str) -> PushMessage:
        lang = row.language
        match note.wish:
            case "turns":
                title, body = say("web.your_turn", lang), say("preview.players", lang, names=names)
            case "invitations":
                title, body = say("web.account.invitation", lang, player=note.sender), say("preview.setup", lang)
            case "reviews":
                title, body = say("push.review", lang), say("preview.review", lang)
        topic = sha256(f"{note.wish} {note.subject}".encode()).hexdigest()[:32]
        payload = msgspec.json.encode({"title": title, "body": body, "path": path, "tag": topic})
        keys = BrowserKeys(decoded(row.p256dh), decoded(row.auth))
        return PushMessage(row.id, row.endpoint, keys, payload, topic)


def quiet_for(row: Any, now: datetime) -> float:
    """Seconds until this subscription's quiet hours are over; 0 outside of them."""
    if row.quiet_from is None or row.quiet_until is None:
        return 0.0
    there = now.astimezone(ZoneInfo(row.timezone))
    minute = there.hour * 60 + there.minute
    length = (row.quiet_until - row.quiet_from) % 1440
    if (minute - row.quiet_from) % 1440 >= length:
        return 0.0
    left = timedelta(minutes=(row.quiet_until - minute) % 1440, seconds=-there.second)
    return max(1.0, left.total_seconds())
