"""Requests in progress when the event loop is busy, and when the server stops."""

import asyncio
import time
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from hanabi.server.http.request_limits import RequestLimits
from hanabi.server.http.request_pace import FIRST_SLOTS
from hanabi.server.rate_limits import RateLimiter

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("started", [False, True])
async def test_a_canceled_request_is_refused_and_nothing_is_raised(started: bool) -> None:
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if started:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.Event().wait()

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError

    scope = {"type": "http", "path": "/api/replay", "client": ("192.0.2.1", 1)}
    request = asyncio.ensure_future(RequestLimits(app, RateLimiter({}))(scope, receive, send))
    await asyncio.sleep(0)
    request.cancel()
    await request
    assert [message["status"] for message in sent if message["type"] == "http.response.start"] == [
        200 if started else 503
    ]


async def test_fewer_requests_run_at_once_while_the_event_loop_is_busy() -> None:
    """Moves come first. All requests are answered all the same."""
    at_once: list[int] = []
    running = answered = 0

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal running, answered
        running += 1
        at_once.append(running)
        for _ in range(3):
            began = time.thread_time()
            while time.thread_time() - began < 0.002:
                pass
            await asyncio.sleep(0)
        running -= 1
        answered += 1

    async def nothing(*_: Any) -> Any:
        return None

    limits = RequestLimits(app, RateLimiter({}))
    scopes = [{"type": "http", "path": "/", "client": (f"192.0.2.{address}", 1)} for address in range(200)]
    await asyncio.gather(*(limits(scope, nothing, nothing) for scope in scopes))
    assert answered == len(scopes)
    assert max(at_once) == FIRST_SLOTS
    assert max(at_once[-50:]) <= FIRST_SLOTS / 2
    while limits._queue.slots < FIRST_SLOTS:
        await asyncio.sleep(0.01)
