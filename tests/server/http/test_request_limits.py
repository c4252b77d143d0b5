"""Requests that are in progress when the server stops."""

import asyncio
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from hanabi.server.http.request_limits import RequestLimits
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
