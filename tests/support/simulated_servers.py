"""Three server processes in one event loop with virtual time.

Registries, live tables, leases and sessions are real; the database and the network are simulated. Everything that the
servers send is checked: see `Simulation.check_sent`.
"""

import asyncio
import contextlib
import contextvars
import hashlib
import json
import random
from collections.abc import Coroutine, Iterator
from typing import Any

from starlette.requests import HTTPConnection

from hanabi.rules import Action, View
from hanabi.server.actor import Actor
from hanabi.server.context import Context
from hanabi.server.database import StoreError
from hanabi.server.http.cookies import hashed
from hanabi.server.live.bot_workers import BotWorkers, SeatedBot
from hanabi.server.live.registry import TableRegistry
from hanabi.server.live.review_rooms import ReviewRooms
from hanabi.server.metrics import Metrics
from hanabi.server.people.sanctions import Sanctions
from hanabi.server.rate_limits import ConnectionLimit, RateLimiter
from hanabi.server.settings import ServerLimits, Settings
from hanabi.server.sockets.table_socket import TableSession, TableSockets
from hanabi.server.tables import InitialSeat, Options, Table, apply_entry, entry_of
from hanabi.server.tables.features import clock, start
from hanabi.server.tables.options import Clock
from support.simulated_database import Faults, SimulatedDatabase, SimulatedStore

PROCESSES = 3
SETTINGS = Settings("", limits=ServerLimits(messages=0, requests=0), request_workers=0)
# Virtual seconds: while faults happen, until every game must be over after that, and until clients must be up to date.
TROUBLE, PATIENCE, SETTLING = 20.0, 150.0, 20.0
# A clock may end this much too early: the clocks of two processes differ.
CLOCK_TOLERANCE = 0.1
# A client that gets no answer connects again.
ANSWER_TIMEOUT = 8.0
_process: contextvars.ContextVar["SimulatedProcess | None"] = contextvars.ContextVar("process", default=None)


class InvariantBroken(AssertionError):
    """What must never happen has happened."""


class RandomBots(BotWorkers):
    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance

    async def choose(self, bot: SeatedBot, view: View, client: str = "") -> Action:
        await asyncio.sleep(self._chance.uniform(0.01, 1.0))
        return self._chance.choice(view.legal_actions)


class SimulatedContext(Context):
    """Only what sockets of tables use."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry, self.settings = registry, SETTINGS
        self.sanctions = Sanctions(registry.store)
        self.rooms = ReviewRooms(registry.store)
        self.metrics = Metrics(registry, self.rooms)
        self.limiter, self.sockets = RateLimiter({}), ConnectionLimit(0)


class SimulatedProcess:
    """Its tasks are those that were created in its context, so that they can end with it."""

    def __init__(self, database: SimulatedDatabase) -> None:
        self.context = contextvars.copy_context()
        self.context.run(_process.set, self)
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.sockets: dict[SimulatedSocket, None] = {}
        self.store = SimulatedStore(database, self.context)
        self.server = self.context.run(self._server, database)

    def _server(self, database: SimulatedDatabase) -> Context:
        return SimulatedContext(TableRegistry(self.store, RandomBots(database.chance), bot_pace=0.5))

    async def start(self) -> None:
        await self.run(self.server.registry.open())

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return asyncio.get_running_loop().create_task(work, context=self.context)

    def kill(self) -> None:
        self.store.alive = False
        for task in list(self.tasks):
            task.cancel()
        for socket in list(self.sockets):
            socket.lose()

    async def stop(self) -> None:
        """As after SIGTERM."""
        for socket in list(self.sockets):
            socket.lose()
        with contextlib.suppress(asyncio.CancelledError, StoreError):
            await self.run(self.server.registry.close())
        self.kill()


def grouping_factory(
    loop: asyncio.AbstractEventLoop, work: Any, context: contextvars.Context | None = None
) -> asyncio.Task[Any]:
    """Creates a task, and adds it to the process in whose context it runs."""
    process = (context or contextvars.copy_context()).get(_process)
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, context=context)
    if process is not None:
        process.tasks[task] = None
        task.add_done_callback(lambda task: process.tasks.pop(task, None))
    return task


class SimulatedSocket:
    """The server's end of a WebSocket. Messages arrive in order, after a while, unless the connection is lost."""

    is_full = False

    def __init__(self, process: SimulatedProcess, client: "SimulatedClient") -> None:
        self._process, self._client = process, client
        self.listener: TableSession | None = None
        self.closing = False
        self._arrival = 0.0
        process.sockets[self] = None

    def accept(self) -> None: ...

    def pause(self) -> None: ...

    def resume(self) -> None: ...

    def write(self, message: bytes) -> None:
        if not self.closing and self._process.store.alive:
            self._client.sent(self, message.decode())

    write_padded = write_uncompressed = write

    def close(self, code: int, reason: str = "") -> None:
        self.lose()

    def send(self, text: str) -> None:
        """From the client to the server."""
        asyncio.get_running_loop().call_at(self.arrival(), self._receive, text, context=self._process.context)

    def arrival(self) -> float:
        """When a message arrives that is sent now: after those before it."""
        now = asyncio.get_running_loop().time()
        self._arrival = max(self._arrival + 1e-6, now + self._client.chance.uniform(0.001, 0.05))
        return self._arrival

    def _receive(self, text: str) -> None:
        if not self.closing and self.listener is not None and self._process.store.alive:
            self.listener.message_received(text)

    def lose(self) -> None:
        if self.closing:
            return
        self.closing = True
        self._process.sockets.pop(self, None)
        self._client.lost(self)
        if self.listener is not None and self._process.store.alive:
            asyncio.get_running_loop().call_soon(self.listener.disconnected, context=self._process.context)


class SimulatedClient:
    """A player who moves at random, or a spectator (seat None). It reconnects, and repeats what was not answered."""

    def __init__(self, simulation: "Simulation", table: str, seat: int | None) -> None:
        self.simulation, self.table, self.seat = simulation, table, seat
        self.chance = simulation.chance
        self.over = False
        self.n = -1
        self._socket: SimulatedSocket | None = None
        self._inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._pending: tuple[str, str] | None = None
        self._view: dict[str, Any] | None = None
        self._count = 0

    async def play(self) -> None:
        while True:
            await self._connect()
            with contextlib.suppress(TimeoutError):
                await self._converse()
            if self._socket is not None:
                self._socket.lose()
            await asyncio.sleep(self.chance.uniform(0.05, 0.5))

    async def _connect(self) -> None:
        process = self.simulation.process_for(self.table)
        self._inbox = asyncio.Queue()
        self._socket = socket = SimulatedSocket(process, self)
        headers = [(b"authorization", f"Bearer {token(self.table, self.seat)}".encode())]
        query = b"" if self.n < 0 else f"since={self.n}".encode()
        http = HTTPConnection({"type": "http", "headers": headers, "query_string": query})
        opener: Any = TableSockets(process.server)
        opening = process.run(opener.open(http, socket, "192.0.2.1", self.table))
        await asyncio.wait([opening], timeout=ANSWER_TIMEOUT)
        if opening.done() and not opening.cancelled() and (error := opening.exception()) is not None:
            self.simulation.broken = InvariantBroken(f"a socket failed: {error!r}")
        if not opening.done() or socket.listener is None:
            socket.lose()
        elif self._pending is not None:
            socket.send(self._pending[1])

    def sent(self, socket: SimulatedSocket, text: str) -> None:
        """The server has sent a message: it must already be durable, even if it never arrives."""
        self.simulation.check_sent(self, json.loads(text), text)
        if socket is self._socket:
            asyncio.get_running_loop().call_at(socket.arrival(), self._inbox.put_nowait, text)

    def lost(self, socket: SimulatedSocket) -> None:
        if socket is self._socket:
            self._inbox.put_nowait(None)

    async def _converse(self) -> None:
        while True:
            waiting = ANSWER_TIMEOUT if self._pending is not None else None
            text = await asyncio.wait_for(self._inbox.get(), waiting)
            if text is None:
                return
            message = json.loads(text)
            if message["type"] == "state":
                self._saw(message)
            elif self._pending is not None and message["id"] == self._pending[0]:
                await self._answered(message)
            if self.simulation.is_in_trouble and self.chance.random() < 0.01:
                return

    async def _answered(self, message: dict[str, Any]) -> None:
        assert self._pending is not None
        if message["type"] == "error" and message["code"] in ("busy", "slow_down"):
            await asyncio.sleep(self.chance.uniform(0.1, 1.0))
            self._send(self._pending[1])
            return
        self._pending = None
        if message["type"] == "error":
            self.simulation.refusals.append(message["code"])
        self._consider()

    def _saw(self, state: dict[str, Any]) -> None:
        self.n = max(self.n, state["n"])
        self.over = state["table"]["phase"] == "over"
        self._view = state.get("view")
        self._consider()

    def _consider(self) -> None:
        """Think about a move if it is this player's turn."""
        if self._view is not None and self.seat is not None and self._view["player"] == self.seat:
            thinking = self.chance.uniform(0.01, 1.5) if self.chance.random() < 0.97 else 8.0
            asyncio.get_running_loop().call_later(thinking, self._move, self._view)

    def _move(self, view: dict[str, Any]) -> None:
        if self._pending is not None or view is not self._view or not view["legal"]:
            return
        action = {
            name: value for name, value in self.chance.choice(view["legal"]).items() if name not in ("slots", "card")
        }
        self._count += 1
        command = f"m{self._count}"
        text = json.dumps({"type": "move", "id": command, "actions": view["actions"], "action": action})
        self._pending = (command, text)
        for _ in range(2 if self.chance.random() < 0.1 else 1):
            self._send(text)

    def _send(self, text: str) -> None:
        if self._socket is not None:
            self._socket.send(text)


def token(table: str, seat: int | None) -> str:
    return f"token-{table}-{seat}"


class Simulation:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.database = SimulatedDatabase(self.chance, Faults())
        self.processes: list[SimulatedProcess] = []
        self.clients: list[SimulatedClient] = []
        self.is_in_trouble = False
        self.refusals: list[str] = []
        self.acks = 0
        # What each seat was shown of each event.
        self._shown: dict[tuple[str, int | None, bool, int], str] = {}
        self._secrets: dict[str, tuple[str, str]] = {}
        self.broken: InvariantBroken | None = None

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        loop.set_task_factory(grouping_factory)
        self.processes = [SimulatedProcess(self.database) for _ in range(PROCESSES)]
        for process in self.processes:
            await process.start()
        await self._open_tables()
        playing = [loop.create_task(client.play()) for client in self.clients]
        self.database.faults, self.is_in_trouble = Faults.random(self.chance), True
        await self._make_trouble(TROUBLE)
        self.database.faults, self.is_in_trouble = Faults(), False
        await self._until(lambda: all(client.over for client in self.clients), PATIENCE, "a game is not over")
        await self._until(self._all_are_current, SETTLING, "a client has not got the newest state")
        for task in playing:
            task.cancel()
        self._check_logs()

    async def _open_tables(self) -> None:
        options = (
            Options(spectators="public", spectator_delay=0, seats=3, clock=Clock(kind="bank", seconds=20, increment=2)),
            Options(spectators="public", spectator_delay=0, seats=2, clock=Clock(kind="move", seconds=5)),
            Options(spectators="public", spectator_delay=0, seats=3),
        )
        for number, chosen in enumerate(options):
            table = f"table-number-{number}"
            keys = [hashed(token(table, seat)) for seat in range(chosen.seats)]
            bots = [None, None, "random"] if number == 2 else [None] * chosen.seats
            seats = tuple(
                InitialSeat(f"P{seat}", bot, () if bot else (keys[seat],), None if bot else f"t{seat}")
                for seat, bot in enumerate(bots)
            )
            process = self.process_for(table)
            host = Actor(keys[0])
            await process.run(process.server.registry.create(chosen, host, seats, table_id=table))
            humans = [seat for seat, bot in enumerate(bots) if bot is None]
            self.clients += [SimulatedClient(self, table, seat) for seat in (None, *humans)]
            live = await process.run(process.server.registry.live_table(table))
            await process.run(live.perform(host, start.Start(id="start")))

    def process_for(self, table: str) -> SimulatedProcess:
        """As a proxy that hashes by table, and sometimes makes another choice because it has not noticed a change."""
        alive = [process for process in self.processes if process.store.alive]
        if self.is_in_trouble and self.chance.random() < 0.3:
            return self.chance.choice(alive)
        return alive[int(hashlib.sha256(table.encode()).hexdigest(), 16) % len(alive)]

    async def _make_trouble(self, seconds: float) -> None:
        """Kill, stop and replace processes, at least one of them at a time."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while loop.time() < until:
            await self._pause(self.chance.uniform(0.5, 6.0))
            victim = self.chance.choice(self.processes)
            if self.chance.random() < 0.7:
                victim.kill()
            else:
                await victim.stop()
            await self._pause(self.chance.uniform(0.0, 3.0))
            fresh = SimulatedProcess(self.database)
            with contextlib.suppress(StoreError):
                await fresh.start()
            self.processes[self.processes.index(victim)] = fresh
            self.database.stores.remove(victim.store)

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if self.broken is not None:
            raise self.broken

    async def _until(self, condition: Any, seconds: float, problem: str) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while not condition():
            await self._pause(0.25)
            if loop.time() > until:
                raise InvariantBroken(f"{problem}: {[self._describe(client) for client in self.clients]}")

    def _all_are_current(self) -> bool:
        return all(client.n == len(self.database.events[client.table]) - 1 for client in self.clients)

    def _describe(self, client: SimulatedClient) -> str:
        log = self.database.events[client.table]
        return f"{client.table} seat {client.seat}: {client.n} of {len(log) - 1}, over {client.over}, {client._pending}"

    # The invariants

    def check_sent(self, client: SimulatedClient, message: dict[str, Any], text: str) -> None:
        """Called when the server sends something."""
        try:
            if message["type"] == "ack":
                self._check_ack(client, message)
            elif message["type"] == "state":
                self._check_state(client, message, text)
        except InvariantBroken as broken:
            self.broken = self.broken or broken

    def _check_ack(self, client: SimulatedClient, message: dict[str, Any]) -> None:
        """Acknowledged means durable, under the number that was acknowledged."""
        assert client.seat is not None
        command = f"{hashed(token(client.table, client.seat))[:16]}:{message['id']}"
        self.acks += 1
        if self.database.commands.get((client.table, command)) != message["n"]:
            raise InvariantBroken(f"{client.table}: {message} was acknowledged, but it is not stored")

    def _check_state(self, client: SimulatedClient, message: dict[str, Any], text: str) -> None:
        """Shown means durable; everybody is shown one log; and nobody is shown what is secret."""
        table = client.table
        if message["n"] >= len(self.database.events[table]):
            raise InvariantBroken(f"{table}: event {message['n']} was shown, but it is not stored")
        events: dict[int, list[Any]] = {}
        for event in message["events"]:
            events.setdefault(event["n"], []).append(event)
        # After the game spectators see the cards that were drawn.
        sees_draws = client.seat is None and message["table"]["phase"] == "over"
        for n, of_entry in events.items():
            shown = json.dumps(of_entry, sort_keys=True)
            if self._shown.setdefault((table, client.seat, sees_draws, n), shown) != shown:
                raise InvariantBroken(f"{table}: event {n} was shown to seat {client.seat} in two ways")
        if message["table"]["phase"] != "over":
            if any(secret in text for secret in self._secrets_of(table)):
                raise InvariantBroken(f"{table}: the secret of the deal was shown")
            draws = [(event["seat"], event["card"]) for event in message["events"] if event["type"] == "draw"]
            hands = (message.get("view") or {}).get("hands", ())
            held = [(hand["seat"], card["card"]) for hand in hands for card in hand["cards"]]
            if any(card is not None and client.seat in (None, seat) for seat, card in draws + held):
                raise InvariantBroken(f"{table}: seat {client.seat} was shown a hidden card")

    def _secrets_of(self, name: str) -> tuple[str, str]:
        if name not in self._secrets:
            *_, (table, _) = self._replayed(name)
            assert table.secret is not None
            self._secrets[name] = (table.seed, table.secret)
        return self._secrets[name]

    def _replayed(self, name: str) -> Iterator[tuple[Table, Any]]:
        """The table before each entry of its log, and the entry."""
        table = Table(name)
        for row in self.database.events[name]:
            entry = entry_of(row)
            yield table, entry
            apply_entry(table, entry)

    def _check_logs(self) -> None:
        """Every log can be replayed, its times increase, and no clock ended early."""
        for name in self.database.events:
            before = 0.0
            for table, entry in self._replayed(name):
                if entry.at < before - CLOCK_TOLERANCE:
                    raise InvariantBroken(
                        f"{name}: event {entry.n} was {before - entry.at:.2f} s before the one before"
                    )
                before = entry.at
                if isinstance(entry.event, clock.TimeRanOut):
                    left = table.time_left[entry.event.seat] - (entry.at - table.turn_started_at)
                    if left > CLOCK_TOLERANCE:
                        raise InvariantBroken(f"{name}: time ran out with {left:.2f} s left")
