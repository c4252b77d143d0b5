"""LISTEN and NOTIFY between processes: hints about stored events, presence, and messages that are never stored. All of
them may get lost.

Notifications use a connection of their own, after the commit: inside the transaction of an event, NOTIFY would
serialize all commits of the database.
"""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

import asyncpg

from hanabi.server.database.store import HintListener, MessageListener, PresenceListener

CHANNEL, PRESENCE, MESSAGES = "hanabi_events", "hanabi_presence", "hanabi_messages"
WORDS_PER_NOTIFICATION = 100
# PostgreSQL accepts 8,000 bytes per notification. Messages beyond MAX_MESSAGES are dropped.
MAX_MESSAGE, MAX_MESSAGES = 7900, 1000


class Notifications:
    def __init__(self, address: str, process: str) -> None:
        self._address, self._process = address, process
        self._hints: list[tuple[str, int]] = []
        self._announced: dict[str, frozenset[int]] = {}
        self._messages: list[str] = []
        self._waiting = asyncio.Event()
        self.hint_listeners: list[HintListener] = []
        self.presence_listeners: list[PresenceListener] = []
        self.message_listeners: list[MessageListener] = []

    def hint(self, places: list[tuple[str, int]]) -> None:
        self._hints += places
        self._waiting.set()

    def announce(self, here: Mapping[str, frozenset[int]]) -> None:
        self._announced |= here
        self._waiting.set()

    def tell(self, table: str, message: str) -> None:
        payload = f"{self._process} {table} {message}"
        if len(payload.encode()) <= MAX_MESSAGE and len(self._messages) < MAX_MESSAGES:
            self._messages.append(payload)
            self._waiting.set()

    async def send(self) -> None:
        """Send what is waiting, forever."""
        connection = None
        while True:
            await self._waiting.wait()
            self._waiting.clear()
            hints, self._hints = [f"{table}:{n}" for table, n in self._hints], []
            announced = [f"{table}:{''.join(map(str, sorted(seats)))}" for table, seats in self._announced.items()]
            self._announced = {}
            messages, self._messages = self._messages, []
            try:
                if connection is None or connection.is_closed():
                    connection = await asyncpg.connect(
                        self._address, server_settings={"synchronous_commit": "off"}, timeout=5, command_timeout=10
                    )
                for channel, first, words in ((CHANNEL, [], hints), (PRESENCE, [self._process], announced)):
                    for start in range(0, len(words), WORDS_PER_NOTIFICATION):
                        payload = " ".join([*first, *words[start : start + WORDS_PER_NOTIFICATION]])
                        await connection.execute("SELECT pg_notify($1, $2)", channel, payload)
                for message in messages:
                    await connection.execute("SELECT pg_notify($1, $2)", MESSAGES, message)
            except Exception:
                connection = None

    async def listen(self) -> None:
        """Receive what other processes send, forever."""
        while True:
            with contextlib.suppress(Exception):
                connection = await asyncpg.connect(self._address, timeout=5)
                ended = asyncio.Event()
                connection.add_termination_listener(lambda _, ended=ended: ended.set())
                await connection.add_listener(CHANNEL, self._received_hint)
                await connection.add_listener(PRESENCE, self._received_presence)
                await connection.add_listener(MESSAGES, self._received_message)
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

    def _received_message(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        process, table, message = payload.split(" ", 2)
        if process != self._process:
            for listener in self.message_listeners:
                listener(table, message)
