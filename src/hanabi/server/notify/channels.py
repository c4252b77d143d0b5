"""The two ways by which somebody who is away is told something: a push to a browser, and a mail."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Literal, Protocol
from zoneinfo import ZoneInfo

import msgspec

from hanabi.server.actor import Owner
from hanabi.server.database import Store
from hanabi.server.database.secrets import load_secret
from hanabi.server.notify.mail_message import MailText, mail_message, question_text
from hanabi.server.notify.mail_queue import MailQueue
from hanabi.server.notify.push_queue import PushMessage, PushQueue
from hanabi.server.notify.push_transport import PushTransport
from hanabi.server.notify.settings import MailSettings, PushSettings
from hanabi.server.notify.web_push import BrowserKeys, ServerKeys, decoded
from hanabi.server.people.mail import MailAddresses
from hanabi.server.people.push import PushSubscriptions
from hanabi.texts import join, say

SECRET_NAME = "push"
Wish = Literal["turns", "invitations", "reviews"]


@dataclass(frozen=True)
class Notification:
    """What somebody is told, and where it leads; never anything about cards."""

    wish: Wish
    # The table, or the subject of the review; how many actions there were.
    subject: str
    path: str
    actions: int = 0
    names: tuple[str, ...] = ()
    sender: str = ""

    @property
    def tag(self) -> str:
        """Equal for what need be told only once."""
        return f"{self.wish}:{self.subject}:{self.actions}"[:60]

    def sentences(self, lang: str) -> tuple[str, str]:
        """A title and a text."""
        match self.wish:
            case "turns":
                return say("web.your_turn", lang), say("preview.players", lang, names=join(self.names, lang))
            case "invitations":
                return say("web.account.invitation", lang, player=self.sender), say("preview.setup", lang)
            case "reviews":
                return say("push.review", lang), say("preview.review", lang)


class Channel(Protocol):
    """`rows` have a boolean for each wish and quiet hours; `delay` is from the moment when it is somebody's turn."""

    delay: float

    def open(self) -> None: ...
    async def close(self) -> None: ...
    async def rows(self, owners: Iterable[Owner]) -> list[Any]: ...
    async def send(self, row: Any, notification: Notification) -> None: ...


class PushChannel:
    def __init__(self, store: Store, settings: PushSettings) -> None:
        self._store, self._settings, self.delay = store, settings, settings.delay
        self.subscriptions = PushSubscriptions(store)
        self.transport = PushTransport(any_address=settings.anywhere, timeout=settings.timeout)
        self.queue = PushQueue(self.transport, self.keys, self.subscriptions.forget, first_pause=settings.first_pause)
        self._keys: ServerKeys | None = None

    def open(self) -> None:
        self.queue.open()

    async def close(self) -> None:
        await self.queue.close()

    async def keys(self) -> ServerKeys:
        """Made at the first start and kept in the database, so all processes have the same."""
        if self._keys is None:
            secret = await load_secret(self._store, SECRET_NAME)
            self._keys = ServerKeys(secret, self._settings.contact)
        return self._keys

    async def rows(self, owners: Iterable[Owner]) -> list[Any]:
        return await self.subscriptions.of_owners(owners)

    async def send(self, row: Any, notification: Notification) -> None:
        if not await self.subscriptions.claim(row.id, notification.tag):
            return
        title, body = notification.sentences(row.language)
        topic = sha256(f"{notification.wish} {notification.subject}".encode()).hexdigest()[:32]
        payload = msgspec.json.encode({"title": title, "body": body, "path": notification.path, "tag": topic})
        keys = BrowserKeys(decoded(row.p256dh), decoded(row.auth))
        self.queue.put(PushMessage(row.id, row.endpoint, keys, payload, topic))


class MailChannel:
    def __init__(self, store: Store, settings: MailSettings) -> None:
        self._settings, self.delay = settings, settings.delay
        self.addresses = MailAddresses(store, questions=settings.questions, mails=settings.mails, total=settings.total)
        self.queue = MailQueue(settings)

    def open(self) -> None:
        self.queue.open()

    async def close(self) -> None:
        await self.queue.close()

    async def rows(self, owners: Iterable[Owner]) -> list[Any]:
        return await self.addresses.of_owners(owners)

    async def send(self, row: Any, notification: Notification) -> None:
        if not await self.addresses.claim(row.id, notification.tag):
            return
        if await self.addresses.count(row.address, "mails"):
            subject, body = notification.sentences(row.language)
            await self._put(row, MailText(subject, body, notification.path))

    async def ask(self, row: Any) -> None:
        """Ask the owner of a letter box whether mail is wanted there. Too many questions are not sent."""
        if await self.addresses.count(row.address, "questions"):
            await self._put(row, question_text(row.language, await self.addresses.link_token("confirm", row.id)))

    async def _put(self, row: Any, text: MailText) -> None:
        stop = await self.addresses.link_token("stop", row.id)
        sender, site = self._settings.sender, self._settings.site
        self.queue.put(mail_message(text, row.language, sender=sender, to=row.address, site=site, stop=stop))


def quiet_for(row: Any, now: datetime) -> float:
    """Seconds until the quiet hours of a row are over; 0 outside of them."""
    if row.quiet_from is None or row.quiet_until is None:
        return 0.0
    there = now.astimezone(ZoneInfo(row.timezone))
    minute = there.hour * 60 + there.minute
    length = (row.quiet_until - row.quiet_from) % 1440
    if (minute - row.quiet_from) % 1440 >= length:
        return 0.0
    left = timedelta(minutes=(row.quiet_until - minute) % 1440, seconds=-there.second)
    return max(1.0, left.total_seconds())
