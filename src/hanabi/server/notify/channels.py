"""The two ways to notify somebody who is away: a push message to a browser, and a mail."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Protocol

import msgspec

from hanabi.server.actor import Owner
from hanabi.server.database import Store
from hanabi.server.database.secrets import load_secret
from hanabi.server.notify.mail import MailQueue, MailText, confirmation_text, mail_message
from hanabi.server.notify.push import PushMessage, PushQueue, PushTransport
from hanabi.server.notify.settings import MailSettings, PushSettings
from hanabi.server.notify.web_push import BrowserKeys, ServerKeys, from_base64
from hanabi.server.people.mail import MailAddresses
from hanabi.server.people.preferences import Topic
from hanabi.server.people.push import PushSubscriptions
from hanabi.texts import join, say

SECRET_NAME = "push"


@dataclass(frozen=True)
class Notification:
    """One notification, with the `path` it links to. It never says anything about cards.

    `subject` is a table, or the subject of a review; `actions` is the number of actions played so far.
    """

    topic: Topic
    subject: str
    path: str
    actions: int = 0
    names: tuple[str, ...] = ()
    sender: str = ""

    @property
    def tag(self) -> str:
        """Notifications with the same tag are sent once."""
        return f"{self.topic}:{self.subject}:{self.actions}"[:60]

    def sentences(self, lang: str) -> tuple[str, str]:
        """A title and a text."""
        match self.topic:
            case "turns":
                return say("web.your_turn", lang), say("preview.players", lang, names=join(self.names, lang))
            case "invitations":
                return say("web.account.invitation", lang, player=self.sender), say("preview.setup", lang)
            case "reviews":
                return say("push.review", lang), say("preview.review", lang)


class Channel(Protocol):
    """`rows` hold notification preferences; `delay` counts from the start of somebody's turn."""

    delay: float

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

    async def close(self) -> None:
        await self.queue.close()

    async def keys(self) -> ServerKeys:
        """Derived from a secret in the database, so all processes use the same keys."""
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
        topic = sha256(f"{notification.topic} {notification.subject}".encode()).hexdigest()[:32]
        payload = msgspec.json.encode({"title": title, "body": body, "path": notification.path, "tag": topic})
        keys = BrowserKeys(from_base64(row.p256dh), from_base64(row.auth))
        self.queue.put(PushMessage(row.id, row.endpoint, keys, payload, topic, row.owner))


class MailChannel:
    def __init__(self, store: Store, settings: MailSettings) -> None:
        self._settings, self.delay = settings, settings.delay
        self.addresses = MailAddresses(
            store,
            confirmations=settings.confirmations,
            mails=settings.mails,
            total_confirmations=settings.total_confirmations,
            total_mails=settings.total_mails,
        )
        self.queue = MailQueue(settings)

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

    async def send_confirmation(self, row: Any) -> None:
        """Double opt-in mail; dropped above the daily limit."""
        if await self.addresses.count(row.address, "confirmations"):
            await self._put(row, confirmation_text(row.language, await self.addresses.link_token("confirm", row.id)))

    async def _put(self, row: Any, text: MailText) -> None:
        stop = await self.addresses.link_token("stop", row.id)
        sender, site = self._settings.sender, self._settings.site
        self.queue.put(mail_message(text, row.language, sender=sender, to=row.address, site=site, stop=stop))
