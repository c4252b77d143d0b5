"""The load generator: a separate process with raw sockets, whose clients play real games (see server.py)."""

import asyncio
import base64
import json
import os
import random
import struct
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec
import uvloop


class Legal(msgspec.Struct):
    type: str
    slot: int | None = None
    to: int | None = None
    about: str | int | None = None


class Seen(msgspec.Struct):
    actions: int
    player: int | None
    legal: list[Legal]


class State(msgspec.Struct, tag="state"):
    n: int
    view: Seen | None


class Ack(msgspec.Struct, tag="ack"):
    id: str
    n: int


class Refused(msgspec.Struct, tag="error"):
    id: str | None
    code: str


class Pong(msgspec.Struct, tag="pong"):
    id: str


_decoder = msgspec.json.Decoder(State | Ack | Refused | Pong)


class Seat(asyncio.Protocol):
    """One client. It only decodes a state when it is its turn."""

    def __init__(self, load: "Load", table: "TableLoad", seat: int, token: str) -> None:
        self.load, self.table, self.seat, self.token = load, table, seat, token
        self.buffer = bytearray()
        self.open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.last = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws/{self.table.id} HTTP/1.1\r\nHost: {self.load.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {self.token}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self.buffer += data
        if not self.open:
            head, found, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise SystemExit(head.decode())
            self.open, self.buffer = True, bytearray(rest)
        while True:
            frame = self._frame()
            if frame is None:
                return
            opcode, payload = frame
            if opcode == 9:
                self._write(10, payload)
            elif opcode == 1:
                self._receive(payload, now)

    def connection_lost(self, error: Exception | None) -> None:
        self.load.lost += 1

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 127, 2
        if size == 126:
            if len(buffer) < 4:
                return None
            size, start = struct.unpack_from("!H", buffer, 2)[0], 4
        elif size == 127:
            if len(buffer) < 10:
                return None
            size, start = struct.unpack_from("!Q", buffer, 2)[0], 10
        if len(buffer) < start + size:
            return None
        opcode, payload = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return opcode, payload

    def _write(self, opcode: int, payload: bytes) -> None:
        # A mask of zeros is valid and costs nothing.
        size = bytes([128 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack("!H", len(payload))
        self.transport.write(bytes([128 | opcode]) + size + b"\0\0\0\0" + payload)

    def send(self, command: dict[str, Any]) -> None:
        self._write(1, json.dumps(command).encode())

    def _receive(self, payload: bytes, now: float) -> None:
        if payload.startswith(b'{"type":"state"'):
            self.load.states += 1
            self.last = payload
            self.table.seen(self, now)
            if not self.ready.done():
                self.ready.set_result(None)
            return
        message = _decoder.decode(payload)
        if isinstance(message, Ack):
            self.table.acknowledged(message.id, now)
        elif isinstance(message, Refused):
            self.load.refused[message.code] = self.load.refused.get(message.code, 0) + 1
            self.table.moving = False

    def view(self) -> Seen | None:
        state = _decoder.decode(self.last)
        return state.view if isinstance(state, State) else None


class TableLoad:
    def __init__(self, load: "Load", table: str) -> None:
        self.load, self.id = load, table
        self.seats: list[Seat] = []
        self.moving = False
        self.sent: tuple[str, float] = ("", 0.0)
        self.count = 0
        self.states_received = 0

    def move(self) -> bool:
        """Send a legal move of the player to move; False while a move is unacknowledged, or when the game is over."""
        if self.moving:
            return False
        for seat in self.seats:
            if b'"legal":[{' not in seat.last:
                continue
            view = seat.view()
            if view is None or not view.legal:
                continue
            choice = _cautious_action(view, self.load.random)
            self.count += 1
            command = f"{self.load.name}-{self.count}"
            self.moving, self.states_received = True, 0
            self.sent = (command, time.perf_counter())
            action = {name: value for name, value in msgspec.to_builtins(choice).items() if value is not None}
            seat.send({"type": "move", "id": command, "actions": view.actions, "action": action})
            seat.last = b""
            return True
        return False

    def acknowledged(self, command: str, now: float) -> None:
        if command == self.sent[0]:
            self.load.acks.append((now, now - self.sent[1]))
            self.moving = False
            self.load.idle(self)

    def seen(self, seat: Seat, now: float) -> None:
        self.states_received += 1
        if self.states_received == len(self.seats):
            self.load.shown.append(now - self.sent[1])


def _cautious_action(view: Seen, chance: random.Random) -> Legal:
    """For long games: clues and discards in realistic proportions, and very few plays."""
    wanted = "clue" if chance.random() < 0.6 else "discard"
    safe = [action for action in view.legal if action.type == wanted]
    return chance.choice(safe or [action for action in view.legal if action.type != "play"] or view.legal)


class Load:
    def __init__(self, address: str, name: str) -> None:
        self.host, self.name = address, name
        self.random = random.Random(name)
        self.tables: list[TableLoad] = []
        self.acks: list[tuple[float, float]] = []
        self.shown: list[float] = []
        self.states = self.lost = 0
        self.refused: dict[str, int] = {}
        self.idle: Callable[[TableLoad], None] = lambda table: None

    async def connect(self, places: list[dict[str, Any]], at_once: int = 200) -> float:
        """Open every socket; returns the seconds until all have their view."""
        loop, began = asyncio.get_running_loop(), time.perf_counter()
        host, port = self.host.split(":")
        gate = asyncio.Semaphore(at_once)
        self.tables = []

        async def join(table: TableLoad, seat: int, token: str) -> None:
            async with gate:
                for attempt in range(200):
                    try:
                        _, protocol = await loop.create_connection(
                            lambda: Seat(self, table, seat, token), host, int(port)
                        )
                        await asyncio.wait_for(protocol.ready, 30)
                        table.seats.append(protocol)
                        return
                    except OSError:
                        await asyncio.sleep(0.01 * (attempt + 1))

        joining = []
        for place in places:
            table = TableLoad(self, place["table"])
            self.tables.append(table)
            joining += [join(table, seat, token) for seat, token in enumerate(place["tokens"])]
        await asyncio.gather(*joining)
        return time.perf_counter() - began

    async def come_back(self, places: list[dict[str, Any]]) -> tuple[float, float]:
        """Open every socket and move wherever possible; returns the seconds to all views and to the first ack."""
        began = time.perf_counter()
        self.idle = lambda table: None
        connecting = asyncio.ensure_future(self.connect(places))
        while not self.acks:
            for table in self.tables:
                table.move()
            await asyncio.sleep(0.005)
        first = self.acks[0][0] - began
        return await connecting, first

    async def pace(self, rate: float, seconds: float) -> None:
        """A fixed rate of moves, spread over the tables."""
        instruction = self.tables[:]
        self.random.shuffle(instruction)
        self.idle = lambda table: None
        began, sent, at = time.perf_counter(), 0, 0
        while (elapsed := time.perf_counter() - began) < seconds:
            missed = 0
            while sent < elapsed * rate and missed < len(instruction):
                at = (at + 1) % len(instruction)
                if instruction[at].move():
                    sent += 1
                    missed = 0
                else:
                    missed += 1
            await asyncio.sleep(0.002)
        await asyncio.sleep(0.5)

    async def flood(self, seconds: float, tables: int) -> None:
        """As many moves as possible: this many tables, each sending its next move after the acknowledgment."""
        until = time.perf_counter() + seconds

        def again(table: TableLoad) -> None:
            if time.perf_counter() < until:
                asyncio.get_running_loop().call_soon(self._next, table)

        self.idle = again
        for table in self.tables[:tables]:
            table.move()
        await asyncio.sleep(seconds + 0.3)
        self.idle = lambda table: None

    def _next(self, table: TableLoad) -> None:
        """The state may come after the ack; look again shortly."""
        if not table.move() and not table.moving:
            asyncio.get_running_loop().call_later(0.001, self._next, table) if any(
                s.last for s in table.seats
            ) else None

    def take(self) -> dict[str, Any]:
        acks, shown = self.acks, self.shown
        self.acks, self.shown = [], []
        span = acks[-1][0] - acks[0][0] if len(acks) > 1 else 0.0
        times = sorted(seconds for _, seconds in acks)
        last = sorted(shown)
        result = {
            "moves": len(acks),
            "moves_per_second": len(acks) / span if span else 0.0,
            "ack_ms": _percentiles(times),
            "last_seat_ms": _percentiles(last),
            "lost": self.lost,
            "refused": self.refused,
        }
        self.refused = {}
        return result


def _percentiles(ordered: list[float]) -> dict[str, float]:
    if not ordered:
        return dict.fromkeys(PARTS, float("nan"))
    return {name: 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))] for name, part in PARTS.items()}


PARTS = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p999": 0.999}


async def main() -> None:
    """Instructions are JSON lines on standard input; results are JSON lines on standard output."""
    load: Load | None = None
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        instruction = json.loads(line)
        match instruction["do"]:
            case "connect":
                load = Load(instruction["host"], instruction["name"])
                seconds = await load.connect(instruction["places"])
                result: dict[str, Any] = {"seconds": seconds}
            case "come_back":
                load = Load(instruction["host"], instruction["name"])
                seconds, first = await load.come_back(instruction["places"])
                result = {"seconds": seconds, "first_move": first}
            case "pace":
                assert load
                load.take()
                await load.pace(instruction["rate"], instruction["seconds"])
                result = load.take()
            case "flood":
                assert load
                load.take()
                await load.flood(instruction["seconds"], instruction["tables"])
                result = load.take()
            case _:
                return
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    import gc

    gc.set_threshold(100_000, 50, 1000)
    uvloop.run(main())
