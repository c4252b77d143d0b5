"""A table in memory. Every command is validated, stored, applied and then sent to the clients, in that order."""

import asyncio
import time
from collections.abc import Callable

from hanabi.server.actor import Actor
from hanabi.server.database import Store, UnstorableEvent
from hanabi.server.live.clients import Client, TableClients
from hanabi.server.live.clock import BotPace, TableClock
from hanabi.server.refusals import Refused
from hanabi.server.tables import Command, Entry, StoredEvent, Table, apply_entry, check_log, entry_of, handle, row_of
from hanabi.server.wire.close_codes import CloseCode

ATTEMPTS = 50
# How often to store that clients are here, so that the table does not count as abandoned.
SEEN_BEFORE = 3600.0
# Creates the event to store from the current table and time; raises Refused.
EventFactory = Callable[[float], StoredEvent]


class LiveTable:
    def __init__(self, table_id: str, store: Store, changed: Callable[["LiveTable", StoredEvent], None]) -> None:
        self.table = Table(table_id)
        self.clock = TableClock(self.table, store)
        self.clients = TableClients(self.table, self.clock)
        self.bot_pace = BotPace()
        self.driving = False
        # A hash of the address from which it was opened, if this process opened it or drives it.
        self.opened_from: str | None = None
        # When we last stored that clients are here, and how many of them were spectators.
        self.seen_saved_at = time.monotonic()
        self.watching_saved = 0
        self.log_bytes = 0
        self._store = store
        self._changed = changed
        # Held while an event is stored and applied: one after the other, in the order of their arrival.
        self._lock = asyncio.Lock()
        # Commands and other events that are being stored, or wait for their turn.
        self._appending = 0
        # Set while the table may differ from the store: during an append, and after a failed one.
        self._uncertain = False
        # Set when another LiveTable has replaced this one.
        self._retired = False

    async def load(self) -> bool:
        """Read the log; False if there is no such table."""
        await self._catch_up()
        if self._store.now() - self.table.changed_at > SEEN_BEFORE:
            self.seen_saved_at = float("-inf")
        return self.table.n >= 0

    def apply(self, entry: Entry) -> None:
        """Apply the next entry of the log."""
        apply_entry(self.table, entry)
        self.clients.applied(entry)

    async def perform(self, actor: Actor, command: Command) -> int:
        """Carry out a client's command. Returns the number of its event; a repeated command gets its number again.

        Raises Refused or StoreError. Must not be cancelled.
        """
        command_id = f"{(actor.key or '')[:16]}:{command.id}"
        return await self._append(lambda now: handle(self.table, command, actor, now), command_id)

    async def append(self, make_event: EventFactory, command_id: str | None = None) -> int:
        """Store and apply an event, even if the caller is cancelled meanwhile. Returns its number.

        Calls `make_event` again if another process was first.
        """
        return await asyncio.shield(self._append(make_event, command_id))

    async def _append(self, make_event: EventFactory, command_id: str | None) -> int:
        self._appending += 1
        try:
            async with self._lock:
                return await self._append_next(make_event, command_id)
        finally:
            self._appending -= 1

    async def _append_next(self, make_event: EventFactory, command_id: str | None) -> int:
        # Whether the log was read from the store just now.
        is_current = False
        for _ in range(ATTEMPTS):
            if self._retired:
                break
            if self._uncertain:
                await self._catch_up()
                is_current = True
            if command_id is not None and (number := self.table.commands.get(command_id)) is not None:
                return number
            now = self.clock.now()
            try:
                event = make_event(now)
                check_log(self.table.n, self.log_bytes, event)
            except Refused:
                if is_current or not self._store.shared:
                    raise
                # Another process may have stored what the command depends on, with the hint still on its way.
                self._uncertain = True
                continue
            if await self._store_and_send(event, now, command_id):
                return self.table.n
        raise Refused("busy")

    async def _store_and_send(self, event: StoredEvent, now: float, command_id: str | None) -> bool:
        """False if another process has stored an event with this number."""
        entry = Entry(self.table.n + 1, now, event, command_id)
        row = row_of(self.table.id, entry)
        self._uncertain = True
        try:
            is_stored = await self._store.append(row)
        except UnstorableEvent:
            self._uncertain = False
            raise Refused("malformed", detail="the database does not accept it") from None
        if is_stored:
            # An error from here on leaves the table uncertain: the event is stored, so the log is read again.
            self.apply(entry)
            self.log_bytes += len(row.body)
            self._send(entry.event)
            self._uncertain = False
        return is_stored

    async def catch_up(self) -> None:
        """Apply the events that other processes have stored."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        rows = await self._store.read(self.table.id, self.table.n)
        entries = [entry_of(row) for row in rows]
        for entry in entries:
            self.apply(entry)
        self.log_bytes += sum(len(row.body) for row in rows)
        self.clock.caught_up()
        self._uncertain = False
        if entries:
            self._send(entries[-1].event)

    def _send(self, event: StoredEvent) -> None:
        self.clients.send_states(event)
        self._changed(self, event)

    @property
    def is_busy(self) -> bool:
        return self._appending > 0 or self._lock.locked()

    def admit(self, client: Client) -> None:
        """Add a client and send it the state. Raises Refused if it may not watch, or if the table is being reloaded."""
        if self._retired:
            raise Refused("busy")
        self.clients.admit(client)

    def retire(self) -> None:
        """Take no more commands: the table is being reloaded."""
        self._retired, self.driving = True, False
        self.clients.close_all(CloseCode.RESTARTING)

    def wait_factor(self) -> float:
        """The pause of bots before they move, as a multiple of the usual one."""
        return self.bot_pace.factor(self.table, self.clients.seats | self.clients.state_writer.connected.seats)

    @property
    def is_driven(self) -> bool:
        """Whether the table has bots or a clock, so that a process must drive it."""
        table = self.table
        if table.phase != "playing":
            return False
        return table.options.clock.kind != "none" or any(occupant.bot is not None for occupant in table.occupants)
