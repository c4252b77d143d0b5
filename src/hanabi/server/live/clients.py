"""The connected clients of a table: what each of them may see, and the messages that wait until it can take more."""

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Protocol

from hanabi.rules.view_documents import Viewer
from hanabi.server.actor import Actor
from hanabi.server.database import Connected
from hanabi.server.live.clock import TableClock
from hanabi.server.live.spectators import DelayedTable, Remark, SpectatorChatLog
from hanabi.server.refusals import Refused
from hanabi.server.tables import Entry, StoredEvent, Table
from hanabi.server.wire.close_codes import CloseCode
from hanabi.server.wire.state_message import StateMessageWriter, viewer_for

MAX_WAITING = 64
MAX_SOCKETS_PER_SEAT = 3
# The names of spectators that a table shows.
MAX_NAMES = 5
# Above SMALL_AUDIENCE clients, spectators get batched updates; the interval grows by AUDIENCE_DELAY per spectator.
SMALL_AUDIENCE, AUDIENCE_DELAY = 20, 0.001


class ClientTransport(Protocol):
    """Carries messages to a client."""

    @property
    def is_full(self) -> bool:
        """Whether the client reads too slowly; when it has caught up, `Client.drained` is called."""

    def write(self, message: bytes) -> None: ...

    def write_padded(self, message: bytes) -> None:
        """Send a message so that its length on the wire does not depend on the cards in it."""

    def write_uncompressed(self, message: bytes) -> None:
        """Send a message that many clients get: compressing it for each of them would cost too much."""

    def close(self, code: int) -> None: ...


class StateSource(Protocol):
    """Writes the newest state, or a whole chat, when a client can take it."""

    def message_for(self, client: "Client") -> bytes: ...


class Client:
    """States and chats are complete messages, so a slow client skips to the newest one. Only answers are queued."""

    __slots__ = (
        "_queue",
        "_skipped",
        "_transport",
        "actor",
        "address",
        "closed",
        "host",
        "name",
        "seat",
        "since",
        "viewer",
    )

    def __init__(
        self,
        actor: Actor,
        since: int | None,
        transport: ClientTransport,
        address: str = "",
        name: str | None = None,
    ) -> None:
        """`name` is that of the account, if it watches."""
        self.actor = actor
        self.address = address
        self.name = name
        self.since = since
        self.seat: int | None = None
        self.viewer: Viewer = None
        self.host = False
        self.closed = False
        self._transport = transport
        # The sources whose newest message the client gets as soon as it can take more.
        self._skipped: list[StateSource] | None = None
        self._queue: deque[bytes] | None = None

    def answer(self, message: bytes) -> None:
        """Send an answer after those in the queue."""
        if self.closed:
            return
        if self._queue is None and not self._transport.is_full:
            self._transport.write(message)
            return
        if self._queue is None:
            self._queue = deque()
        if len(self._queue) < MAX_WAITING:
            self._queue.append(message)
        else:
            self.close(CloseCode.TOO_SLOW)

    def send_state(self, source: StateSource) -> None:
        """Send the newest state, now or as soon as the transport can take it."""
        if self.closed:
            return
        if self._transport.is_full:
            self._skip(source)
        else:
            write = self._transport.write if self.seat is None else self._transport.write_padded
            write(source.message_for(self))

    def send_addition(self, source: StateSource, addition: bytes) -> None:
        """Send an addition to a source; a client that is behind gets all of it later instead."""
        if self.closed:
            return
        if self._transport.is_full:
            self._skip(source)
        elif self._skipped is None or source not in self._skipped:
            self._transport.write_uncompressed(addition)

    def _skip(self, source: StateSource) -> None:
        if self._skipped is None:
            self._skipped = [source]
        elif source not in self._skipped:
            self._skipped.append(source)

    def drained(self) -> None:
        """The transport can take more: send the queued answers, then the newest state."""
        while self._queue and not self._transport.is_full and not self.closed:
            self._transport.write(self._queue.popleft())
        if not self._queue:
            self._queue = None
            sources, self._skipped = self._skipped, None
            for source in sources or ():
                self.send_state(source)

    def close(self, code: int) -> None:
        if not self.closed:
            self.closed = True
            self._transport.close(code)


class TableClients:
    """Sends every client of one table the states it may see.

    Spectators of a delayed game see an earlier state, and a large audience gets its states in batches.
    """

    def __init__(self, table: Table, clock: TableClock) -> None:
        self.table, self._clock = table, clock
        self.state_writer = StateMessageWriter(table)
        self.spectator_chat = SpectatorChatLog()
        # When the last client left.
        self.idle_since = time.monotonic()
        self._connected: list[Client] = []
        # The delayed table for spectators, if there is one; before the game, the entries to build it from.
        self._delayed: DelayedTable | None = None
        self._before_game: list[Entry] = []
        # When a large audience last got a state, and the timer for the next one.
        self._audience_sent_at = float("-inf")
        self._audience_timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._connected)

    def __iter__(self) -> Iterator[Client]:
        return iter(self._connected)

    @property
    def watching(self) -> int:
        return sum(client.seat is None for client in self._connected)

    @property
    def seats(self) -> frozenset[int]:
        seats = {client.seat for client in self._connected if client.seat is not None}
        return frozenset(other for seat in seats for other in self.table.seats_beside(seat))

    @property
    def connected(self) -> Connected:
        names = sorted({client.name for client in self._connected if client.seat is None and client.name})
        return Connected(self.seats, self.watching, frozenset(names[:MAX_NAMES]))

    def admit(self, client: Client) -> None:
        """Add a client and send it the state. Raises Refused if it may not watch."""
        if self.table.phase == "closed":
            raise Refused("table_closed", reason=self.table.closed)
        self._assign(client)
        self.check_may_watch(client.seat)
        table = self.table if client.seat is not None else self.spectator_table
        if client.since is not None and not -1 <= client.since <= table.n:
            client.since = None
        if client.seat is not None:
            of_seat = [other for other in self._connected if other.seat == client.seat]
            if len(of_seat) >= MAX_SOCKETS_PER_SEAT:
                of_seat[0].close(CloseCode.REPLACED)
                self._connected.remove(of_seat[0])
        self._connected.append(client)
        client.send_state(self)
        if self.spectator_chat:
            self._send_spectator_chat([client])

    def dismiss(self, client: Client) -> None:
        client.closed = True
        if client in self._connected:
            self._connected.remove(client)
        if not self._connected:
            self.idle_since = time.monotonic()
            self.state_writer.forget_views()
            if self._delayed is not None:
                self._delayed.forget_views()

    def close_all(self, code: CloseCode) -> None:
        for client in list(self._connected):
            client.close(code)
            self.dismiss(client)

    def check_may_watch(self, seat: int | None) -> None:
        """Raises Refused if spectators are not allowed, or not yet."""
        if self._admits_none(seat):
            raise Refused("no_spectators")
        if self._is_sealed_from(seat):
            raise Refused("daily_sealed" if self.table.contest is None else "contest_sealed")

    def _is_sealed_from(self, seat: int | None) -> bool:
        """Until the day or the event is over, only its players may see a game on one of its deals."""
        table = self.table
        return seat is None and table.phase != "setup" and table.is_sealed(time.time())

    def _admits_none(self, seat: int | None) -> bool:
        return seat is None and self.table.options.spectators == "none" and self.table.phase == "playing"

    def _assign(self, client: Client) -> None:
        table, actor = self.table, client.actor
        client.seat = table.seat_for(actor)
        client.viewer = viewer_for(table, client.seat)
        client.host = table.is_host(actor.key, actor.account)

    # States

    def applied(self, entry: Entry) -> None:
        """Keep an entry that the table has just applied for the delayed table."""
        if self._delayed is not None:
            self._delayed.add(entry)
        elif self.table.game is None:
            self._before_game.append(entry)
        elif self._before_game:
            if self.table.options.spectator_delay:
                self._delayed = DelayedTable(self.table, self._before_game)
                self._delayed.add(entry)
            self._before_game = []

    def send_states(self, event: StoredEvent) -> None:
        """Send all clients the state after `event`; only its author gets a note."""
        phase = self.table.phase
        only = getattr(event, "seat", None) if event.private and phase != "over" else None
        if not event.is_move or phase == "over":
            self._update_clients()
        is_batched = only is None and self._batches_spectators()
        for client in self._connected:
            if client.seat is None and (is_batched or self._is_up_to_date(client)):
                continue
            if only is None or client.seat == only:
                client.send_state(self)
        if phase == "over" and self.spectator_chat and event.is_move:
            self._send_spectator_chat(self._connected)
        if phase == "closed":
            self.close_all(CloseCode.TABLE_CLOSED)

    def show_presence(self, elsewhere: Connected) -> None:
        """Send who is connected, here and elsewhere, if that has changed."""
        connected = self.connected.with_others(elsewhere)
        if connected != self.state_writer.connected:
            self.state_writer.connected = connected
            is_batched = self._batches_spectators()
            for client in self._connected:
                if client.seat is not None or not is_batched:
                    client.send_state(self)

    def message_for(self, client: Client) -> bytes:
        writer = self.state_writer if client.seat is not None else self.spectator_writer
        message = writer.message(client.viewer, client.seat, client.host, client.since, self._clock.now())
        client.since = writer.table.n
        return message

    @property
    def spectator_table(self) -> Table:
        """The table as a spectator may see it now."""
        return self.spectator_writer.table

    @property
    def spectator_writer(self) -> StateMessageWriter:
        """Writes the state that spectators may see now."""
        if self._delayed is None or self.table.phase != "playing":
            return self.state_writer
        writer = self._delayed.state_writer
        writer.connected = self.state_writer.connected
        return writer

    def _is_up_to_date(self, spectator: Client) -> bool:
        """Whether a delayed spectator would get nothing new: even an empty message would reveal a move."""
        table = self.spectator_table
        return table is not self.table and spectator.since == table.n

    def _update_clients(self) -> None:
        """Determine again which seat each client has and what it may see."""
        for client in list(self._connected):
            seat = client.seat
            self._assign(client)
            if self._is_sealed_from(client.seat) or (seat is not None and self._admits_none(client.seat)):
                client.close(CloseCode.NO_SPECTATORS)
                self._connected.remove(client)

    # A large audience

    def _batches_spectators(self) -> bool:
        """Whether there are too many spectators to send them every state; they get the newest one later."""
        if len(self._connected) <= SMALL_AUDIENCE:
            return False
        if self._audience_timer is None:
            due = self._audience_sent_at + AUDIENCE_DELAY * self.watching - time.monotonic()
            self._audience_timer = asyncio.get_running_loop().call_later(max(0.0, due), self._send_to_audience)
        return True

    def _send_to_audience(self) -> None:
        self._audience_sent_at, self._audience_timer = time.monotonic(), None
        for client in self._connected:
            if client.seat is None and not self._is_up_to_date(client):
                client.send_state(self)
        self._send_remarks()

    # Spectator chat

    def check_may_chat(self, client: Client) -> None:
        """Raises Refused unless the client is a spectator of a table with spectator chat."""
        if client.seat is not None:
            raise Refused("not_spectator")
        if self.table.options.spectator_chat == "none":
            raise Refused("silent_table")

    def add_remarks(self, remarks: Iterable[Remark]) -> None:
        if self.spectator_chat.add(remarks) and not self._batches_spectators():
            self._send_remarks()

    def _send_remarks(self) -> None:
        """Send new remarks to clients that have the earlier ones."""
        addition = self.spectator_chat.take_addition()
        if addition is not None:
            for client in filter(self._reads_spectators, self._connected):
                client.send_addition(self.spectator_chat, addition)

    def _send_spectator_chat(self, clients: Iterable[Client]) -> None:
        for client in filter(self._reads_spectators, clients):
            client.send_state(self.spectator_chat)

    def _reads_spectators(self, client: Client) -> bool:
        """Players read spectator chat if the table shares it, and after the game."""
        return client.seat is None or self.table.options.spectator_chat == "shared" or self.table.phase == "over"
