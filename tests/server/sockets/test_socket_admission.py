"""Hundreds of sockets at once from one address are opened a few at a time, so that others do not wait."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from hanabi.server.net.websocket import WebSocketConnection
from hanabi.server.sockets.socket_admission import CONCURRENT, SocketAdmission
from support.in_process_tables import a_registry

pytestmark = pytest.mark.anyio


class CountingHandler:
    """Takes a moment for each socket and sets no listener."""

    def __init__(self) -> None:
        self.open_now = self.peak = self.done = 0

    async def open(self, http: HTTPConnection, socket: WebSocketConnection, address: str, path: str) -> None:
        self.open_now += 1
        self.peak = max(self.peak, self.open_now)
        await asyncio.sleep(0.01)
        self.open_now -= 1
        self.done += 1


class StuckHandler:
    """Blocks until `is_well` is set."""

    def __init__(self) -> None:
        self.opened = 0
        self.is_well = asyncio.Event()

    async def open(self, http: HTTPConnection, socket: WebSocketConnection, address: str, path: str) -> None:
        self.opened += 1
        await self.is_well.wait()


async def nothing(*_: Any) -> Any:
    """Unused, because sockets write to their connection directly."""


def scope_of(address: str) -> dict[str, Any]:
    socket = SimpleNamespace(listener=None, closing=False)
    return {
        "type": "websocket",
        "path": "/ws/abcdefgh",
        "headers": [],
        "query_string": b"",
        "client": (address, 1),
        "extensions": {"hanabi.websocket": socket},
    }


async def test_one_address_opens_a_few_sockets_at_a_time_and_others_do_not_wait_for_it(tmp_path: Path) -> None:
    async with a_registry(tmp_path) as context:
        handler = CountingHandler()
        admission = SocketAdmission(context, {"": handler})
        crowd = [admission(scope_of("192.0.2.1"), nothing, nothing) for _ in range(5 * CONCURRENT)]
        waiting = asyncio.gather(*crowd)
        await asyncio.sleep(0)
        assert handler.peak == CONCURRENT
        await admission(scope_of("192.0.2.2"), nothing, nothing)
        assert handler.done < 3 * CONCURRENT
        await waiting
        assert handler.done == 5 * CONCURRENT + 1
        assert handler.peak <= CONCURRENT + 1


async def test_nobody_waits_long_for_stuck_sockets(tmp_path: Path) -> None:
    async with a_registry(tmp_path) as context:
        handler = StuckHandler()
        admission = SocketAdmission(context, {"": handler})
        crowd = [
            asyncio.ensure_future(admission(scope_of("192.0.2.1"), nothing, nothing)) for _ in range(CONCURRENT + 3)
        ]
        async with asyncio.timeout(30):
            while handler.opened < len(crowd):
                await asyncio.sleep(0.05)
        handler.is_well.set()
        await asyncio.gather(*crowd)
