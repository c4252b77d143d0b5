"""One connected client: what it may see, what it has been sent, and never more than it can take."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any, Protocol

from hanabi.tables.deciding import Actor
from hanabi.tables.pictures import Eyes

MOST_WAITING = 64


class Source(Protocol):
    """Where a client that has fallen behind gets its state from."""

    def message_for(self, client: "Client") -> str: ...


class Client:
    """States are whole, so a slow client skips to the newest one; only answers wait in line."""

    def __init__(
        self,
        actor: Actor,
        since: int | None,
        send: Callable[[str], Coroutine[Any, Any, None]],
        close: Callable[[int], Awaitable[None]],
    ) -> None:
        self.actor = actor
        self.since = since
        self.seat: int | None = None
        self.eyes: Eyes = None
        self.host = False
        self.closed = False
        self._send, self._close = send, close
        self._busy = False
        self._behind: Source | None = None
        self._waiting: deque[str] = deque()
        self._draining: asyncio.Future[None] | None = None

    @property
    def is_busy(self) -> bool:
        return self._busy

    def answer(self, text: str) -> None:
        """Send an answer after those before it."""
        if self.closed:
            return
        if not self._busy:
            self._push(text)
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(text)
        else:
            self.close(4010)

    def show(self, source: Source, text: str | None = None) -> None:
        """Send the newest state, now or as soon as the line is free."""
        if self.closed:
            return
        if self._busy:
            self._behind = source
        else:
            self._push(source.message_for(self) if text is None else text)

    def close(self, code: int) -> None:
        if not self.closed:
            self.closed = True
            task = asyncio.ensure_future(self._close(code))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _push(self, text: str) -> None:
        """Start sending at once; only when the line is full does a task wait for it."""
        sending = self._send(text)
        try:
            blocked_on = sending.send(None)
        except StopIteration:
            return
        except Exception:
            self.closed = True
            return
        self._busy = True
        self._draining = asyncio.ensure_future(self._drain(_Resumed(sending, blocked_on)))

    async def _drain(self, sending: Awaitable[None]) -> None:
        try:
            await sending
            while (self._waiting or self._behind is not None) and not self.closed:
                if self._waiting:
                    await self._send(self._waiting.popleft())
                elif (source := self._behind) is not None:
                    self._behind = None
                    await self._send(source.message_for(self))
        except Exception:
            self.closed = True
        finally:
            self._busy = False


class _Resumed:
    """A coroutine that has been started by hand goes on under a task."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], blocked_on: Any) -> None:
        self._coroutine, self._blocked_on = coroutine, blocked_on

    def __await__(self) -> Generator[Any, Any, None]:
        blocked_on = self._blocked_on
        while True:
            problem: BaseException | None = None
            try:
                yield blocked_on
            except BaseException as error:
                problem = error
            try:
                blocked_on = self._coroutine.send(None) if problem is None else self._coroutine.throw(problem)
            except StopIteration:
                return
