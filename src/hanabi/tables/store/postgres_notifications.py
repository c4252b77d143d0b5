"""LISTEN and NOTIFY between processes: hints about stored events, and who is connected where. Any of it may get lost.

Notifications go out on a connection of their own after the commit: inside the transaction of an event, NOTIFY would
make all commits of the database wait for each other.
"""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

import asyncpg

from hanabi.tables.store.base import HintListener, PresenceListener

CHANNEL, PRESENCE = "hanabi_events", "hanabi_presence"
WORDS_PER_NOTIFICATION = 100


class Notifications:
    def __init__(self, address: str, process: str) -> None:
        self._address, self._process = address, process
        self._hints: list[tuple[str, int]] = []
        self._announced: dict[str, frozenset[int]] = {}
        self._waiting = asyncio.Event()
        self.hint_listeners: list[HintListener] = []
        self.presence_listeners: list[PresenceListener] = []

    def hint(self, places: list[tuple[str, int]]) -> None:
        self._hints += places
        self._waiting.set()

    def announce(self, here: Mapping[str, frozenset[int]]) -> None:
        self._announced |= here
        self._waiting.set()

    async def send(self) -> None:
        """Send what waits, for ever."""
        connection = None
        while True:
            await self._waiting.wait()
            self._waiting.clear()
            hints, self._hints = [f"{table}:{n}" for table, n in self._hints], []
            announced = [f"{table}:{''.join(map(str, sorted(seats)))}" for table, seats in self._announced.items()]
            self._announced = {}
            try:
                if connection is None or connection.is_closed():
                    connection = await asyncpg.connect(
                        self._address, server_settings={"synchronous_commit": "off"}, timeout=5, command_timeout=10
                    )
                for channel, first, words in ((CHANNEL, [], hints), (PRESENCE, [self._process], announced)):
                    for start in range(0, len(words), WORDS_PER_NOTIFICATION):
                        payload = " ".join([*first, *words[start : start + WORDS_PER_NOTIFICATION]])
                        await connection.execute("SELECT pg_notify($1, $2)", channel, payload)
            except Exception:
                connection = None

    async def listen(self) -> None:
        """Receive what other processes send, for ever."""
        while True:
            with contextlib.suppress(Exception):
                connection = await asyncpg.connect(self._address, timeout=5)
                ended = asyncio.Event()
                connection.add_termination_listener(lambda _, ended=ended: ended.set())
                await connection.add_listener(CHANNEL, self._received_hint)
                await connection.add_listener(PRESENCE, self._received_presence)
                await ended.wait()
            await asyncio.sleep(0.5)

    def _received_hint(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        for hint in payload.split(" "):
            table, _, n = hint.partition(":")
            for listener in self.hint_listeners:
                listener(table, int(n))

    def _received_presence(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        process, *words = payload.split(" ")
        if process == self._process:
            return
        announced = {table: frozenset(map(int, seats)) for table, _, seats in (word.partition(":") for word in words)}
        for listener in self.presence_listeners:
            listener(process, announced)
