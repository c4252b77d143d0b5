"""A store, a registry and clients in the test process, without a network."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from hanabi.server.actor import Actor
from hanabi.server.context import Context
from hanabi.server.database import open_store
from hanabi.server.live.clients import Client
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.registry import TableRegistry
from hanabi.server.notify.settings import MailSettings, PushSettings
from hanabi.server.settings import ServerLimits, Settings
from hanabi.server.sockets.table_socket import TableSession
from hanabi.server.tables import InitialSeat, Options


class RecordingClient:
    """A client that records all messages. It is also the transport of its session."""

    def __init__(
        self,
        context: Context,
        live: LiveTable,
        key: str | None,
        since: int | None = None,
        account: int | None = None,
        seat: int | None = None,
    ) -> None:
        self.sent: list[str] = []
        self.closed_with: int | None = None
        self.is_full = False
        self.is_paused = False
        self._answered: asyncio.Future[str] | None = None
        self._read: tuple[str, dict[str, Any]] = ("", {})
        self.client = Client(Actor(key, account, seat), since, self)
        live.admit(self.client)
        self.session = TableSession(context, live, self.client, self)

    def write(self, message: bytes) -> None:
        text = message.decode()
        self.sent.append(text)
        if self._answered is not None and not self._answered.done() and not text.startswith('{"type":"state"'):
            self._answered.set_result(text)

    write_padded = write_uncompressed = write

    def close(self, code: int) -> None:
        self.closed_with = code

    def pause(self) -> None:
        self.is_paused = True

    def resume(self) -> None:
        self.is_paused = False

    async def send_text(self, text: str | None) -> str:
        """Send a message (None is a binary one); returns the answer."""
        self._answered = asyncio.get_running_loop().create_future()
        self.session.message_received(text)
        return await self._answered

    async def send_command(self, **command: Any) -> dict[str, Any]:
        """Send a command; returns its answer."""
        answer: dict[str, Any] = json.loads(await self.send_text(json.dumps(command)))
        return answer

    @property
    def state(self) -> dict[str, Any]:
        """The newest state; do not modify it."""
        newest = next(text for text in reversed(self.sent) if text.startswith('{"type":"state"'))
        if self._read[0] is not newest:
            self._read = (newest, json.loads(newest))
        return self._read[1]


@contextlib.asynccontextmanager
async def a_registry(
    folder: Path | str,
    push: PushSettings | None = None,
    mail: MailSettings | None = None,
    **limits: Any,
) -> AsyncIterator[Context]:
    """A context on an SQLite file in this folder, or on the PostgreSQL at this address."""
    store = open_store(folder if isinstance(folder, str) else str(folder / "tables.db"))
    await store.open()
    registry = TableRegistry(store, bot_pace=0.0)
    try:
        allowed = ServerLimits(**{"messages": 0, "requests": 0, **limits})
        settings = Settings(
            "",
            limits=allowed,
            request_workers=0,
            push=push or PushSettings(),
            mail=mail,
        )
        yield Context(registry, settings)
    finally:
        await registry.close()
        await store.close()


async def a_table(context: Context, players: int = 3, **options: Any) -> LiveTable:
    """A table whose seats have the keys k0, k1, …; k0 is the host. Spectators see it at once, but no hands."""
    options = {"spectators": "public", "spectator_delay": 0, **options}
    seats = tuple(InitialSeat(f"P{seat}", None, (f"k{seat}",), f"t{seat}") for seat in range(players))
    return await context.registry.create(Options(seats=players, **options), Actor("k0"), seats)


def a_choice(state: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A random legal move."""
    calm = [action for action in state["view"]["legal"] if action["type"] != "play"]
    action = chance.choice(calm if calm and chance.random() < 0.8 else state["view"]["legal"])
    choice = {name: value for name, value in action.items() if name not in ("slots", "card")}
    return {"type": "move", "actions": state["view"]["actions"], "action": choice}
