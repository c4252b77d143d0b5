"""Messages on their way to push services, in the background: a bounded number, each tried a few times, services that
fail waited for. Nobody waits for any of it."""

import asyncio
import contextlib
import logging
import random
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from hanabi.web.push_transport import PushRefused, PushTransport
from hanabi.web.web_push import BrowserKeys, ServerKeys, encrypt

logger = logging.getLogger("hanabi.push")
MAX_WAITING = 2000
SENDERS = 4
ATTEMPTS = 3
# Seconds after which a service that failed is tried again: doubled with every failure.
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 600.0
# Services that are remembered as failing.
MAX_PAUSED = 1000
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
    attempt: int = 1


class PushQueue:
    def __init__(
        self,
        transport: PushTransport,
        keys: Callable[[], Awaitable[ServerKeys]],
        gone: Callable[[str], Awaitable[None]],
        *,
        first_pause: float = FIRST_PAUSE,
    ) -> None:
        self._transport, self._keys, self._gone, self._first_pause = transport, keys, gone, first_pause
        self._queue: asyncio.Queue[PushMessage] = asyncio.Queue(MAX_WAITING)
        # By service: until when it is left alone (monotonic), and how often it has failed in a row.
        self._paused: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self.sent = self.dropped = self.failed = 0
        self._closing = False

    def open(self) -> None:
        for _ in range(SENDERS):
            self._start(self._send_all())

    async def close(self) -> None:
        self._closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def put(self, message: PushMessage) -> None:
        """Never waits: what does not fit is dropped."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped += 1

    @property
    def waiting(self) -> int:
        return self._queue.qsize()

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_all(self) -> None:
        while not self._closing:
            message = await self._queue.get()
            try:
                await self._send(message)
            except Exception as error:
                logger.warning("a push message was not sent", extra={"error": repr(error)})

    async def _send(self, message: PushMessage) -> None:
        service = urlsplit(message.endpoint).netloc
        until, failures = self._paused.get(service, (0.0, 0))
        if time.monotonic() < until:
            return self._again(message, until - time.monotonic())
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
            logger.info("a push service does not answer", extra={"service": service, "error": repr(error)})
            status = 503
        if status in GONE:
            await self._gone(message.subscription)
        elif status == 429 or status >= 500:
            pause = min(LONGEST_PAUSE, self._first_pause * 2**failures) * random.uniform(1.0, 1.3)
            self._paused[service] = (time.monotonic() + pause, min(failures + 1, 20))
            self._paused.move_to_end(service)
            while len(self._paused) > MAX_PAUSED:
                self._paused.popitem(last=False)
            self._again(message, pause)
            return None
        elif status < 300:
            self.sent += 1
        else:
            self.failed += 1
        self._paused.pop(service, None)
        return None

    def _again(self, message: PushMessage, seconds: float) -> None:
        """Put it back later, unless it was tried often enough or there is too much already."""
        if message.attempt >= ATTEMPTS or len(self._tasks) > MAX_WAITING:
            self.failed += 1
            return
        later = PushMessage(
            message.subscription,
            message.endpoint,
            message.keys,
            message.payload,
            message.topic,
            message.attempt + 1,
        )

        async def put_back() -> None:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(seconds)
                self.put(later)

        self._start(put_back())
