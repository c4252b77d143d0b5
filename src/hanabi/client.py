"""A client of the server for Python programs. It speaks the protocol (docs/protocol.md), reconnects and resends.

A program that always takes the first legal action::

    seat = await take_seat("http://127.0.0.1:8000", table, name="My bot")
    over = await play_seat(seat, lambda view: view.legal_actions[0])

`hanabi join` does the same with any bot.
"""

import asyncio
import contextlib
import json
import logging
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hanabi.rules import Action, RuleSet, View, view_documents
from hanabi.rules.event_documents import EventDocument
from hanabi.rules.view_reader import UnreadableView, read_view
from hanabi.server.tables.features.nonces import SendNonce
from hanabi.server.tables.features.play import Choice, Move
from hanabi.server.tables.features.take_back import TookBackEvent
from hanabi.server.wire import messages
from hanabi.server.wire.close_codes import CloseCode

log = logging.getLogger(__name__)
_decoder = msgspec.json.Decoder(messages.AnyMessage)
_encoder = msgspec.json.Encoder()
# Close codes after which reconnecting makes no sense.
FINAL_CLOSE_CODES = {
    CloseCode.POLICY_VIOLATION,
    CloseCode.FOREIGN_ORIGIN,
    CloseCode.NOT_FOUND,
    CloseCode.REPLACED,
    CloseCode.NO_SPECTATORS,
    CloseCode.BANNED,
    CloseCode.TABLE_CLOSED,
}
# Close codes of a server that is too busy, the pauses before reconnecting in seconds, and the retries of a request.
CROWDED_CLOSE_CODES = {CloseCode.BUSY, CloseCode.TOO_MANY_CONNECTIONS, CloseCode.TOO_SLOW}
CROWDED_PAUSE, MAX_PAUSE = 2.0, 5.0
MAX_RETRIES = 3
MAX_RETRY_AFTER = 10.0


class CommandRefused(Exception):
    """The server refused a command or a request; `code` says why."""

    def __init__(self, code: str, values: dict[str, Any]) -> None:
        super().__init__(code)
        self.code, self.values = code, values


class _Crowded(CommandRefused):
    """The server did nothing, and said when to try again."""

    retry_after = 0.0


class TableClosed(Exception):
    """The server closed the connection for good; `code` is the close code of the protocol."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class _CrowdedSocket(Exception):
    """The server is too busy for this socket right now."""


@dataclass(frozen=True)
class SeatAt:
    """A seat at a table; without a token, a spectator."""

    server: str
    table: str
    token: str | None = None
    seat: int | None = None

    @property
    def socket_address(self) -> str:
        scheme, _, rest = self.server.partition("://")
        return f"{'wss' if scheme == 'https' else 'ws'}://{rest.rstrip('/')}/ws/{self.table}"


async def request(server: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """Call the HTTP API: POST with a body, otherwise GET. Retries if the server is busy. Raises CommandRefused."""
    for _ in range(MAX_RETRIES):
        try:
            return await asyncio.to_thread(_request, server.rstrip("/") + path, body, token)
        except _Crowded as crowded:
            await asyncio.sleep(crowded.retry_after)
    return await asyncio.to_thread(_request, server.rstrip("/") + path, body, token)


def _request(address: str, body: Any, token: str | None) -> Any:
    data = None if body is None else _encoder.encode(body)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=30) as response:
            return json.loads(response.read() or b"null")
    except urllib.error.HTTPError as error:
        try:
            refusal = json.loads(error.read())
            refusal["code"], refusal["values"]
        except (ValueError, TypeError, KeyError):
            refusal = {"code": f"http_{error.code}", "values": {}}
        seconds = error.headers.get("Retry-After") or ""
        is_safe = error.code == 429 or (error.code == 503 and body is None)
        if is_safe and seconds.isdecimal() and int(seconds) <= MAX_RETRY_AFTER:
            crowded = _Crowded(refusal["code"], refusal["values"])
            crowded.retry_after = float(seconds)
            raise crowded from error
        raise CommandRefused(refusal["code"], refusal["values"]) from error


async def open_table(
    server: str, *, name: str = "Host", bots: tuple[str, ...] = (), start: bool = False, **options: Any
) -> SeatAt:
    """Open a table and sit down at it: `open_table(server, seats=3, bots=("simple",), rules={"edition": "pl"})`."""
    opened = await request(server, "/api/tables", {"options": options, "name": name, "bots": list(bots)})
    if start:
        nonce = {"nonce": secrets.token_hex(16)}
        await request(server, f"/api/tables/{opened['table']}/start", nonce, opened["token"])
    return SeatAt(server, opened["table"], opened["token"], opened["seat"])


async def take_seat(server: str, table: str, *, name: str, seat: int | None = None) -> SeatAt:
    sat = await request(server, f"/api/tables/{table}/sit", {"name": name, "seat": seat})
    return SeatAt(server, table, sat["token"], sat["seat"])


class TableClient:
    """A socket that reconnects when it is lost, and then resends commands without an answer.

    Before the start it sends a random number of its own, so that the server alone cannot choose the deal.
    """

    def __init__(self, seat: SeatAt) -> None:
        self.seat = seat
        self.state: messages.StateMessage | None = None
        # All events that this seat has seen, including those of states that `states` skipped.
        self.history: list[Any] = []
        # The events of the game up to entry `_known`, where those of `history` are not all.
        self._before: list[EventDocument] = []
        self._known = -1
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[str, asyncio.Future[int]]] = {}
        # Our part of a fresh deal, and the seat for which the server has shown it.
        self.nonce = secrets.token_hex(16)
        self._nonce_shown_for: int | None = None
        self._changed = asyncio.Condition()
        self._received = 0
        self._ended: Exception | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "TableClient":
        self._task = asyncio.create_task(self._keep_connected())
        return self

    async def __aexit__(
        self, type_: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await self._task

    async def states(self) -> AsyncIterator[messages.StateMessage]:
        """The newest state, then each new one. States are complete, so a slow reader may skip some."""
        seen = 0
        while True:
            async with self._changed:
                await self._changed.wait_for(lambda seen=seen: self._received > seen or self._ended is not None)  # type: ignore[misc]
                if self._ended is not None:
                    raise self._ended
                seen = self._received
                state = self.state
            assert state is not None
            yield state

    async def wait_for(self, condition: Callable[[messages.StateMessage], bool]) -> messages.StateMessage:
        async for state in self.states():
            if condition(state):
                return state
        raise AssertionError("unreachable")

    async def send(self, command: Any) -> int:
        """Send a command and wait until it is stored; returns its number. Raises CommandRefused."""
        text = _encoder.encode(command).decode()
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[command.id] = (text, answer)
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(text)
        return await answer

    async def move(self, action: view_documents.LegalAction) -> int:
        """Take one of the legal actions of the newest view."""
        assert self.state is not None
        assert self.state.view is not None
        fields = {name: value for name, value in msgspec.to_builtins(action).items() if name not in ("slots", "card")}
        choice = msgspec.convert(fields, Choice)
        return await self.send(Move(id=new_id(), actions=self.state.view.actions, action=choice))

    async def view(self) -> View:
        """The newest view, as bots get it."""
        assert self.state is not None
        assert self.state.view is not None
        seen = self.state.view
        try:
            return self._read(seen)
        except UnreadableView:  # moves were taken back, or the table continues another game
            known, path = self.state.n, f"/api/tables/{self.seat.table}/history"
            answer = await request(self.seat.server, path, token=self.seat.token)
            frames = msgspec.convert(answer["frames"], list[messages.Frame])
            self._before, self._known = [event for frame in frames for event in frame.events], known
            return self._read(seen)

    def _read(self, seen: view_documents.SeenGame) -> View:
        assert self.state is not None
        table = self.state.table
        assert table.first is not None
        since = [event for event in self.history if isinstance(event.n, int) and event.n > self._known]
        if any(isinstance(event, TookBackEvent) for event in since):
            raise UnreadableView("moves were taken back")
        names = [seat.name or "" for seat in table.seats]
        return read_view(RuleSet.from_dict(table.rules), names, table.first, seen, self._before + since)

    async def act(self, view: View, action: Action) -> int:
        """Take one of the view's legal actions. If something has happened since, it is refused as `stale`."""
        assert self.state is not None
        seen = self.state.view
        if seen is None or seen.actions != len(view.history):
            raise CommandRefused("stale", {})
        return await self.move(seen.legal[view.legal_actions.index(action)])

    async def _keep_connected(self) -> None:
        pause = 0.1
        while True:
            try:
                await self._run_connection()
                pause = 0.1
            except TableClosed as closed:
                await self._end(closed)
                return
            except (OSError, ConnectionClosed, InvalidStatus, TimeoutError):
                pause = min(pause * 2, MAX_PAUSE)
            except _CrowdedSocket:
                pause = min(max(pause * 2, CROWDED_PAUSE), MAX_PAUSE)
            finally:
                self._socket = None
            log.info("lost the connection; trying again in %g s", pause)
            await asyncio.sleep(pause)

    async def _run_connection(self) -> None:
        since = "" if self.state is None else f"?since={self.state.n}"
        headers = {"Authorization": f"Bearer {self.seat.token}"} if self.seat.token else {}
        address = self.seat.socket_address + since
        async with connect(address, additional_headers=headers, compression=None, max_size=2**20) as socket:
            self._socket = socket
            log.info("connected")
            for text, _ in list(self._waiting.values()):
                await socket.send(text)
            try:
                async for data in socket:
                    await self._handle(_decoder.decode(data))
            finally:
                if socket.close_code in FINAL_CLOSE_CODES:
                    raise TableClosed(socket.close_code)
                if socket.close_code in CROWDED_CLOSE_CODES:
                    raise _CrowdedSocket

    async def _handle(self, message: Any) -> None:
        match message:
            case messages.StateMessage():
                await self._take_part_in_deal(message)
                async with self._changed:
                    self.state = message
                    self.history += message.events
                    self._received += 1
                    self._changed.notify_all()
            case messages.Ack(id=command_id, n=n) if command_id in self._waiting:
                answer = self._waiting.pop(command_id)[1]
                if not answer.done():
                    answer.set_result(n)
            case messages.ErrorMessage(id=str(command_id), code=code, values=values) if command_id in self._waiting:
                if code in ("busy", "slow_down"):
                    text, _ = self._waiting[command_id]
                    await asyncio.sleep(0.2)
                    if self._socket is not None:
                        await self._socket.send(text)
                    return
                answer = self._waiting.pop(command_id)[1]
                if not answer.done():
                    answer.set_exception(CommandRefused(code, values))

    async def _take_part_in_deal(self, state: messages.StateMessage) -> None:
        """Send our part of a fresh deal. If it comes too late, the deal goes without it."""
        seat, nonces = state.you.seat, state.table.deal.nonces
        if seat is None or nonces is None:
            self._nonce_shown_for = None
        elif nonces[seat] == self.nonce:
            self._nonce_shown_for = seat
        elif state.table.phase == "setup" and nonces[seat] is None and self._socket is not None:
            await self._socket.send(_encoder.encode(SendNonce(id=new_id(), nonce=self.nonce)).decode())
        elif state.table.phase == "playing" and self._nonce_shown_for == seat:
            log.warning("table %s: the server has left our nonce out of the deal", self.seat.table)
            self._nonce_shown_for = None

    async def _end(self, error: Exception) -> None:
        async with self._changed:
            self._ended = error
            self._changed.notify_all()
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(error)


def new_id() -> str:
    return secrets.token_urlsafe(9)


async def play_seat(seat: SeatAt, choose: Callable[[View], Action]) -> view_documents.SeenOutcome:
    """Play a seat until the game ends; `choose` gets the view on each of its turns, like the `choose` of a bot."""
    async with TableClient(seat) as client:
        async for state in client.states():
            seen = state.view
            if seen is not None and seen.over is not None:
                return seen.over
            if seen is not None and seen.legal:
                # A choice that comes too late is made again, from the next state.
                with contextlib.suppress(CommandRefused, UnreadableView):
                    view = await client.view()
                    await client.act(view, choose(view))
    raise AssertionError("unreachable")
