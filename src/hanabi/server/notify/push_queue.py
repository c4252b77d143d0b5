"""Push messages on their way to the services of browser makers."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from hanabi.server.notify.push_transport import PushRefused, PushTransport
from hanabi.server.notify.queue import FIRST_PAUSE, DeliveryQueue, Outcome
from hanabi.server.notify.web_push import BrowserKeys, ServerKeys, encrypt

logger = logging.getLogger("hanabi.push")
# Seconds for which a service keeps a message for a browser that is off.
TIME_TO_LIVE = 24 * 3600
GONE = (404, 410)


@dataclass(frozen=True)
class PushMessage:
    """`subscription` is named when the service says that it is gone. A later message of a topic replaces it there."""

    subscription: str
    endpoint: str
    keys: BrowserKeys
    payload: bytes
    topic: str


class PushQueue(DeliveryQueue[PushMessage]):
    def __init__(
        self,
        transport: PushTransport,
        keys: Callable[[], Awaitable[ServerKeys]],
        gone: Callable[[str], Awaitable[None]],
        *,
        first_pause: float = FIRST_PAUSE,
    ) -> None:
        super().__init__(first_pause=first_pause)
        self._transport, self._keys, self._gone = transport, keys, gone

    def service_of(self, message: PushMessage) -> str:
        return urlsplit(message.endpoint).netloc

    async def deliver(self, message: PushMessage) -> Outcome:
        headers = {
            "Authorization": (await self._keys()).authorization(message.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TIME_TO_LIVE),
            "Urgency": "normal",
            "Topic": message.topic,
        }
        try:
            status = await self._transport.post(message.endpoint, headers, encrypt(message.payload, message.keys))
        except PushRefused:
            status = 410
        except (OSError, TimeoutError, ValueError) as error:
            service = self.service_of(message)
            logger.info("a push service does not answer", extra={"service": service, "error": repr(error)})
            status = 503
        if status in GONE:
            await self._gone(message.subscription)
        if status == 429 or status >= 500:
            return "later"
        return "sent" if status < 300 else "failed"
