"""LISTEN and NOTIFY between processes: hints about stored events, presence, and messages that are never stored. All of
them may get lost.

Notifications use a connection of their own, after the commit: inside the transaction of an event, NOTIFY would
serialize all commits of the database.
"""

import asyncio
import contextlib
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, unquote

import asyncpg

from hanabi.server.database.store import Connected, HintListener, MessageListener, PresenceListener

CHANNEL, PRESENCE, MESSAGES = "hanabi_events", "hanabi_presence", "hanabi_messages"
# PostgreSQL accepts 8,000 bytes per notification. Messages beyond MAX_MESSAGES are dropped.
MAX_MESSAGE, MAX_MESSAGES = 7900, 1000


class Notifications:
    def __init__(self, address: str, process: str) -> None:
        self._address, self._process = address, process
        self._hints: list[tuple[str, int]] = []
        self._announced: dict[str, Connected] = {}
        self._messages: list[str] = []
        self._waiting = asyncio.Event()
        self.hint_listeners: list[HintListener] = []
        self.presence_listeners: list[PresenceListener] = []
        self.message_listeners: list[MessageListener] = []

    def hint(self, places: list[tuple[str, int]]) -> None:
        self._hints += places
        self._waiting.set()

    def announce(self, here: Mapping[str, Connected]) -> None:
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
            announced = [f"{table}:{_word(connected)}" for table, connected in self._announced.items()]
            self._announced = {}
            messages, self._messages = self._messages, []
            try:
                if connection is None or connection.is_closed():
                    connection = await asyncpg.connect(
                        self._address, server_settings={"synchronous_commit": "off"}, timeout=5, command_timeout=10
                    )
                for channel, first, words in ((CHANNEL, [], hints), (PRESENCE, [self._process], announced)):
                    for payload in _payloads(first, words):
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
        announced = {table: _connected(word) for table, _, word in (word.partition(":") for word in words)}
        for listener in self.presence_listeners:
            listener(process, announced)

    def _received_message(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        process, table, message = payload.split(" ", 2)
        if process != self._process:
            for listener in self.message_listeners:
                listener(table, message)


def _payloads(first: list[str], words: list[str]) -> Iterator[str]:
    """The words, which are ASCII, in as few notifications as possible; each begins with `first`."""
    payload = ""
    for word in words:
        if payload and len(payload) + len(word) >= MAX_MESSAGE:
            yield payload
            payload = ""
        payload = f"{payload} {word}" if payload else " ".join([*first, word])
    if payload:
        yield payload


def _word(connected: Connected) -> str:
    names = ",".join(quote(name, safe="") for name in connected.names)
    return f"{''.join(map(str, sorted(connected.seats)))}:{connected.watching}:{names}"


def _connected(word: str) -> Connected:
    seats, watching, names = word.split(":")
    return Connected(frozenset(map(int, seats)), int(watching), frozenset(map(unquote, filter(None, names.split(",")))))
