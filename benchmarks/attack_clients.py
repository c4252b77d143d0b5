"""Clients that attack the table server, one attack per process; attacks.py measures how much others notice.

    python attack_clients.py ATTACK HOST:PORT SECONDS ENOUGH ADDRESS…

The clients use the given source addresses (Linux accepts any of 127.0.0.0/8) and continue for SECONDS or until their
standard input is closed. Prints `begun`, then `enough` after ENOUGH refusals (0: as soon as there are many clients),
and at the end, as JSON, how often they were answered, refused (HTTP status 400 and above, or a close code) and
disconnected without an answer.
"""

import asyncio
import base64
import contextlib
import json
import os
import random
import re
import secrets
import socket
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

MANY = 50
# The beginning of an HTTP error, or a close frame with a code from 1000 or from 4000.
REFUSAL = re.compile(rb"^HTTP/1.1 4|\x88[\x02-\x7d][\x03\x0f]")
# What people look at often, so that many visitors at once are nothing unusual.
HOT = ("/api/puzzles", "/api/daily", "/api/tables", "/api/rules?edition=pl&lang=pl", "/no-such-page", "/api/me")
PAGES = ("/", "/api/texts/pl", "/api/rules?edition=pl&lang=pl", "/api/editions", "/api/openapi.json")


class Attack:
    def __init__(self, server: str, seconds: float, enough: int, sources: list[str]) -> None:
        self.host, port = server.split(":")
        self.port, self.sources = int(port), sources
        self.until, self.enough = time.monotonic() + seconds, enough
        self.counts: Counter[str] = Counter()

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    @property
    def is_enough(self) -> bool:
        if self.enough == 0:
            return self.counts["connections"] >= MANY
        return self.counts["refused"] + self.counts["disconnected"] >= self.enough

    def end_with_input(self) -> None:
        """Called when standard input is readable, which means that it was closed."""
        if not os.read(sys.stdin.fileno(), 1):
            asyncio.get_running_loop().remove_reader(sys.stdin)
            self.until = time.monotonic()

    async def connect(self, *, small_window: bool = False) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        line = socket.socket()
        if small_window:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.bind((random.choice(self.sources), 0))
        line.setblocking(False)
        self.counts["connections"] += 1
        await asyncio.wait_for(asyncio.get_running_loop().sock_connect(line, (self.host, self.port)), 10)
        return await asyncio.open_connection(sock=line, limit=2**20)

    async def request(self, method: str, path: str, body: Any = None, headers: str = "") -> tuple[int, Any]:
        """One request on a new connection; status 0 means that the connection ended before the answer."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nConnection: close\r\n{headers}"
        head += f"Content-Length: {len(data)}\r\n\r\n"
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, IndexError):
            reader, writer = await self.connect()
            try:
                writer.write(head.encode() + data)
                answer = await asyncio.wait_for(reader.read(), 30)
                start, _, content = answer.partition(b"\r\n\r\n")
                status = int(start.split()[1])
                self.counts["refused" if status >= 400 else "answered"] += 1
                with contextlib.suppress(ValueError):
                    return status, json.loads(content)
                return status, None
            finally:
                writer.close()
        self.counts["disconnected"] += 1
        return 0, None

    async def open_socket(
        self, table: str, token: str = "", *, small_window: bool = False, deflate: bool = False
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self.connect(small_window=small_window)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /ws/{table} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"{'Sec-WebSocket-Extensions: permessage-deflate' + chr(13) + chr(10) if deflate else ''}"
            f"{f'Authorization: Bearer {token}' + chr(13) + chr(10) if token else ''}\r\n".encode()
        )
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
        if b" 101 " not in head.partition(b"\r\n")[0]:
            self.counts["refused"] += 1
            writer.close()
            raise TimeoutError
        return reader, writer

    async def own_table(self) -> dict[str, Any]:
        """Open a table with two seats where chat is allowed."""
        while True:
            status, table = await self.request("POST", "/api/tables", {"options": {"communication": "free"}})
            if status == 201:
                return dict(table)
            if not self.goes_on:
                raise TimeoutError
            await asyncio.sleep(0.2)

    async def repeat(self, work: Callable[[], Awaitable[None]], parallel: int) -> None:
        """Repeat the work until the time is up, `count` at once."""

        async def loop() -> None:
            while self.goes_on:
                try:
                    await asyncio.wait_for(work(), max(0.1, self.until - time.monotonic()))
                except TimeoutError:
                    pass
                except (OSError, asyncio.IncompleteReadError):
                    self.counts["disconnected"] += 1
                await asyncio.sleep(0.001)

        await asyncio.gather(*(loop() for _ in range(parallel)))

    async def pour(self, writer: asyncio.StreamWriter, data: bytes, times: int) -> None:
        """Send the same bytes until the server ends the connection."""
        for _ in range(times):
            writer.write(data)
            await writer.drain()
            self.counts["megabytes"] += len(data) / 1e6  # type: ignore[assignment]
            if not self.goes_on:
                return

    async def listen(self, reader: asyncio.StreamReader) -> None:
        """Read until the connection ends, and count how it ended."""
        last = b""
        with contextlib.suppress(ConnectionError):
            while not REFUSAL.search(last) and (data := await reader.read(65536)):
                last = (last + data)[-200:]
        if REFUSAL.search(last):
            self.counts["refused"] += 1
        else:
            self.counts["disconnected"] += 1

    async def flood(self, start: bytes, more: bytes, times: int) -> None:
        reader, writer = await self.connect()
        heard = asyncio.ensure_future(self.listen(reader))
        try:
            writer.write(start)
            await self.pour(writer, more, times)
        finally:
            with contextlib.suppress(OSError):
                await heard
            writer.close()


def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    size = bytes([128 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
    return bytes([(128 if final else 0) | opcode]) + size + b"\0\0\0\0" + payload


def text(**command: Any) -> bytes:
    return frame(1, json.dumps(command).encode())


async def continuation_frames(attack: Attack) -> None:
    """One message in 30,000 empty frames."""
    table = (await attack.own_table())["table"]
    message = frame(1, b"{", final=False) + frame(0, final=False) * 30_000

    async def work() -> None:
        reader, writer = await attack.open_socket(table)
        writer.write(message)
        try:
            await attack.listen(reader)
        finally:
            writer.close()

    await attack.repeat(work, 4)


async def pings(attack: Attack) -> None:
    """Pings as fast as possible, without reading the pongs."""
    table = (await attack.own_table())["table"]
    many = frame(9, b"x" * 125) * 500

    async def work() -> None:
        _, writer = await attack.open_socket(table, small_window=True)
        try:
            await attack.pour(writer, many, 2000)
        finally:
            writer.close()

    await attack.repeat(work, 4)


async def headers(attack: Attack) -> None:
    """100 MB of small headers."""
    start, more = b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 10_000
    await attack.repeat(lambda: attack.flood(start, more, 1700), 4)


async def urls(attack: Attack) -> None:
    """A URL of 100 MB."""
    await attack.repeat(lambda: attack.flood(b"GET /", b"a" * 64_000, 1600), 4)


async def half_open(attack: Attack) -> None:
    """1,200 connections that start a request and never finish it."""

    async def work() -> None:
        reader, writer = await attack.connect()
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        try:
            await attack.listen(reader)
        finally:
            writer.close()

    await attack.repeat(work, 1200)


async def half_sent_bodies(attack: Attack) -> None:
    """Requests whose body arrives letter by letter."""

    async def work() -> None:
        reader, writer = await attack.connect()
        heard = asyncio.ensure_future(attack.listen(reader))
        try:
            writer.write(b"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: 16000\r\n\r\n")
            while not heard.done() and attack.goes_on:
                writer.write(b"x")
                await asyncio.sleep(0.2)
        finally:
            heard.cancel()
            writer.close()

    await attack.repeat(work, 600)


async def nul_ids(attack: Attack) -> None:
    """Commands whose id has a character that PostgreSQL cannot store."""
    table = await attack.own_table()

    async def work() -> None:
        reader, writer = await attack.open_socket(table["table"], table["token"])
        heard = asyncio.ensure_future(attack.listen(reader))
        try:
            while not heard.done() and attack.goes_on:
                writer.write(text(type="chat", id=f"\0{random.random()}", text="x"))
                await asyncio.sleep(0.01)
        finally:
            heard.cancel()
            writer.close()

    await attack.repeat(work, 16)


async def chats(attack: Attack) -> None:
    """A hundred chats, a new socket, the next hundred."""
    table = await attack.own_table()

    async def work() -> None:
        reader, writer = await attack.open_socket(table["table"], table["token"])
        try:
            for _ in range(100):
                writer.write(text(type="chat", id=str(random.random()), text="x" * 290))
            await writer.drain()
            with contextlib.suppress(TimeoutError):
                while data := await asyncio.wait_for(reader.read(2**20), 0.5):
                    attack.counts["answered"] += data.count(b'"type":"ack"')
                    attack.counts["refused"] += data.count(b"slow_down")
        finally:
            writer.close()

    await attack.repeat(work, 8)


async def non_readers(attack: Attack) -> None:
    """Spectators that request the whole state and do not read it, but answer pings."""
    table = await attack.own_table()

    async def talk() -> None:
        reader, writer = await attack.open_socket(table["table"], table["token"])
        heard = asyncio.ensure_future(attack.listen(reader))
        try:
            while not heard.done() and attack.goes_on:
                writer.write(text(type="chat", id=str(random.random()), text="x" * 290))
                await asyncio.sleep(0.1)
        finally:
            heard.cancel()
            writer.close()

    async def work() -> None:
        _, writer = await attack.open_socket(table["table"], small_window=True)
        try:
            while attack.goes_on:
                writer.write(text(type="ping", id="here"))
                await writer.drain()
                await asyncio.sleep(0.05)
        finally:
            writer.close()

    await asyncio.gather(attack.repeat(talk, 1), attack.repeat(work, 60))


async def audiences(attack: Attack) -> None:
    """Hundreds of spectators at tables with as much chat and as many changes as possible."""
    body = {"options": {"seats": 5, "communication": "free"}}
    _, table = await attack.request("POST", "/api/tables", body)
    path, tokens = table["table"], [table["token"]]
    for _ in range(4):
        tokens.append((await attack.request("POST", f"/api/tables/{path}/sit", {}))[1]["token"])

    async def watch() -> None:
        reader, writer = await attack.open_socket(path, secrets.token_hex(8), deflate=True)
        try:
            await attack.listen(reader)
        finally:
            writer.close()

    async def repeat(token: str, pause: float, command: Callable[[], dict[str, Any]]) -> None:
        reader, writer = await attack.open_socket(path, token)
        heard = asyncio.ensure_future(attack.listen(reader))
        try:
            while not heard.done() and attack.goes_on:
                writer.write(text(id=secrets.token_hex(4), **command()))
                await asyncio.sleep(pause)
        finally:
            heard.cancel()
            writer.close()

    async def talk() -> None:
        said = {"type": "spectator_chat", "name": "A"}
        await repeat(secrets.token_hex(8), 0.1, lambda: {**said, "text": long_text()})

    async def rename() -> None:
        token = tokens.pop(0)
        try:
            await repeat(token, 0.2, lambda: {"type": "rename", "name": secrets.token_hex(8)})
        finally:
            tokens.append(token)

    await asyncio.gather(attack.repeat(rename, len(tokens)), attack.repeat(talk, 10), attack.repeat(watch, 280))


async def review_rooms(attack: Attack) -> None:
    """Full review rooms where everybody draws as much as possible."""
    _, study = await attack.request("POST", "/api/open", {"text": a_record().decode()})
    rooms = [f"together/study/{study['study']}/{secrets.token_hex(8)}" for _ in range(6)]
    keys = {room: [secrets.token_hex(8) for _ in range(16)] for room in rooms}
    places = [(room, key, number) for number in range(3) for room in rooms for key in keys[room]]

    async def draw() -> None:
        place = places.pop(0)
        try:
            await sit(*place)
        finally:
            places.append(place)

    async def sit(room: str, key: str, number: int) -> None:
        """The first socket of each room draws."""
        reader, writer = await attack.open_socket(room, key, deflate=True)
        heard, drawn = asyncio.ensure_future(attack.listen(reader)), 0
        try:
            while not heard.done() and attack.goes_on:
                drawn += 1
                if number == 0:
                    spot, to = ({"type": "card", "drawn": drawn % most} for most in (40, 39))
                    writer.write(text(type="mark", id=str(drawn), upon=0, spot=spot, to=to, on=drawn % 60 < 30))
                await asyncio.sleep(0.2)
        finally:
            heard.cancel()
            writer.close()

    await attack.repeat(draw, len(places))


async def unread_replays(attack: Attack) -> None:
    """Large answers that nobody reads."""
    record = a_record()

    async def work() -> None:
        _, writer = await attack.connect(small_window=True)
        try:
            head = f"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: {len(record)}\r\n\r\n"
            while attack.goes_on:
                writer.write(head.encode() + record)
                await writer.drain()
                await asyncio.sleep(0.5)
        finally:
            writer.close()

    await attack.repeat(work, 100)


def getting(paths: tuple[str, ...], parallel: int) -> Callable[[Attack], Awaitable[None]]:
    async def get(attack: Attack) -> None:
        async def work() -> None:
            await attack.request("GET", random.choice(paths), headers="Accept-Encoding: gzip\r\n")

        await attack.repeat(work, parallel)

    get.__doc__ = f"{parallel} loops over {', '.join(paths)}."
    return get


async def visitors(attack: Attack) -> None:
    """Browsers at many addresses that read the same pages as fast as the limits allow, on open connections."""

    async def work() -> None:
        reader, writer = await attack.connect()
        try:
            while attack.goes_on:
                writer.write(f"GET {random.choice(HOT)} HTTP/1.1\r\nHost: {attack.host}:{attack.port}\r\n\r\n".encode())
                head = await reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", head)
                await reader.readexactly(int(length[1]) if length else 0)
                is_refused = int(head.split()[1]) >= 429
                attack.counts["refused" if is_refused else "answered"] += 1
                if is_refused:
                    return
        finally:
            writer.close()

    await attack.repeat(work, 4 * len(attack.sources))


async def logins(attack: Attack) -> None:
    """Wrong passwords from many addresses, for many accounts."""

    async def work() -> None:
        body = {"name": f"somebody {random.randrange(1000)}", "password": secrets.token_hex(8)}
        await attack.request("POST", "/api/account/login", body)

    await attack.repeat(work, len(attack.sources))


async def replays(attack: Attack) -> None:
    """40 loops that request replays."""
    record = json.loads(a_record())

    async def work() -> None:
        await attack.request("POST", "/api/replay", record, "Accept-Encoding: gzip\r\n")

    await attack.repeat(work, 40)


async def histories(attack: Attack) -> None:
    """40 loops that request the history of a running game."""
    study = await made(attack, "/api/open", {"text": a_record().decode()})
    branch = {"study": study["study"], "line": 0, "actions": 50}
    table = await made(attack, "/api/tables", {"branch": branch, "bots": ["random"] * 3, "start": True})

    async def work() -> None:
        await attack.request("GET", f"/api/tables/{table['table']}/history", headers="Accept-Encoding: gzip\r\n")

    await attack.repeat(work, 40)


async def made(attack: Attack, path: str, body: Any) -> Any:
    """What the server makes, as soon as it is not too busy."""
    while True:
        status, answer = await attack.request("POST", path, body)
        if status == 201:
            return answer
        await asyncio.sleep(0.5)


async def reviews(attack: Attack) -> None:
    """Import games, request reviews, and request explanations of their moves."""

    async def work() -> None:
        body = {"text": a_record(random.getrandbits(32)).decode()}
        status, study = await attack.request("POST", "/api/open", body)
        if status == 201:
            path = f"/api/studies/{study['study']}"
            await asyncio.gather(attack.request("POST", f"{path}/review", {}), attack.request("GET", f"{path}/reasons"))

    await attack.repeat(work, 30)


def long_text() -> str:
    """The longest remark, made of bytes that do not compress."""
    return "".join(chr(random.randrange(0x4E00, 0x9FFF)) for _ in range(300))


def a_record(seed: int = 1) -> bytes:
    """A complete game of cautious players."""
    from hanabi import Game

    chance, game = random.Random(seed), Game.new(players=4, seed=str(seed))
    while game.player is not None:
        legal = game.legal_actions()
        game.act(chance.choice([action for action in legal if type(action).__name__ != "Play"] or legal))
    return game.record().dumps().encode()


ATTACKS: dict[str, Callable[[Attack], Awaitable[None]]] = {
    "continuation-frames": continuation_frames,
    "pings": pings,
    "headers": headers,
    "urls": urls,
    "half-open": half_open,
    "half-sent-bodies": half_sent_bodies,
    "nul-ids": nul_ids,
    "chats": chats,
    "non-readers": non_readers,
    "audiences": audiences,
    "review-rooms": review_rooms,
    "unread-replays": unread_replays,
    "statistics": getting(("/api/statistics", "/api/me/games"), 8),
    "records": getting(("/api/records", "/api/records?edition=pl", "/api/tables"), 8),
    "pages": getting(PAGES, 40),
    "visitors": visitors,
    "logins": logins,
    "replays": replays,
    "histories": histories,
    "reviews": reviews,
}


async def main(name: str, server: str, seconds: str, enough: str, *sources: str) -> None:
    attack = Attack(server, float(seconds), int(enough), list(sources))
    asyncio.get_running_loop().add_reader(sys.stdin, attack.end_with_input)
    print("begun", flush=True)
    attacking, is_told = asyncio.ensure_future(ATTACKS[name](attack)), False
    while attack.goes_on and not attacking.done():
        if not is_told and attack.is_enough:
            is_told = True
            print("enough", flush=True)
        await asyncio.sleep(0.1)
    await asyncio.wait([attacking], timeout=1.0)
    attacking.cancel()
    with contextlib.suppress(asyncio.CancelledError, TimeoutError):
        await attacking
    print(json.dumps(attack.counts), flush=True)


if __name__ == "__main__":
    os.nice(10)
    asyncio.run(main(*sys.argv[1:]))
