"""Clients in review rooms of a running server."""

import asyncio
import contextlib
import itertools
import json
import secrets
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hanabi.client import open_table, play_seat, take_seat


class RoomGuest:
    """Guests with the same `token` are the same person."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self.socket, self.token = socket, token
        self.room: dict[str, Any] = {}
        self.remarks: list[dict[str, Any]] = []
        self._ids = itertools.count()
        self._answers: dict[str, dict[str, Any]] = {}

    @property
    def me(self) -> dict[str, Any]:
        return next(one for one in self.room["participants"] if one["id"] == self.room["you"])

    async def receive(self) -> None:
        async with asyncio.timeout(30):
            message = json.loads(await self.socket.recv())
        match message["type"]:
            case "room":
                self.room = message
            case "remarks":
                self.remarks = [*(self.remarks if message["more"] else []), *message["remarks"]]
            case _:
                self._answers[message["id"]] = message

    async def until(self, condition: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Wait for a state of the room."""
        while not condition(self.room):
            await self.receive()
        return self.room

    async def do(self, type_: str, **fields: Any) -> str:
        """Send a command; returns "ack" or the refusal code."""
        return (await self.do_often(1, type_, **fields))[0]

    async def do_often(self, times: int, type_: str, **fields: Any) -> list[str]:
        """Send so many commands before reading an answer."""
        commands = [f"c{next(self._ids)}" for _ in range(times)]
        for command in commands:
            await self.socket.send(json.dumps({"type": type_, "id": command, **fields}))
        answers = []
        for command in commands:
            while command not in self._answers:
                await self.receive()
            answer = self._answers.pop(command)
            answers.append(str(answer["code"] if answer["type"] == "error" else answer["type"]))
        return answers

    async def show(self, turn: int, **position: Any) -> str:
        return await self.do("show", position={"turn": turn, **position})

    async def mark(self, drawn: int, to: dict[str, Any] | None = None, **fields: Any) -> str:
        spot = {"type": "card", "drawn": drawn}
        return await self.do("mark", **{"upon": self.room["n"], "spot": spot, "to": to, **fields})

    @property
    def is_connected(self) -> bool:
        return self.socket.close_code is None

    async def closed(self) -> int | None:
        """Read until the server closes the socket; returns the close code."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                async with asyncio.timeout(30):
                    await self.socket.recv()
        return self.socket.close_code

    async def leave(self) -> None:
        await self.socket.close()


class RoomDoor:
    """Lets guests into the rooms of a server; at the end all of them leave."""

    def __init__(self, server: str) -> None:
        self._address = f"{server.replace('http', 'ws', 1)}/ws/together/"
        self._guests: list[RoomGuest] = []

    async def __aenter__(self) -> "RoomDoor":
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(guest.leave() for guest in self._guests))

    async def enter(self, path: str, name: str, token: str | None = None) -> RoomGuest:
        token = token or secrets.token_urlsafe(12)
        headers = {"Authorization": f"Bearer {token}"}
        # A client that stops reading when its queue is full would not see the server's answer to its close frame.
        socket = await connect(
            f"{self._address}{path}?name={name}", additional_headers=headers, compression=None, max_queue=None
        )
        guest = RoomGuest(socket, token)
        self._guests.append(guest)
        await guest.until(lambda room: room)
        return guest


async def a_lost_game(server: str, **options: Any) -> tuple[str, list[str]]:
    """A two-player game lost by strikes; returns the table and the tokens of the seats."""
    ana = await open_table(server, name="Ana", seats=2, **options)
    bo = await take_seat(server, ana.table, name="Bo")
    assert ana.token is not None
    assert bo.token is not None
    await _start(server, ana.table, ana.token)
    await asyncio.gather(*(play_seat(seat, lambda view: view.legal_actions[0]) for seat in (ana, bo)))
    return ana.table, [ana.token, bo.token]


async def _start(server: str, table: str, token: str) -> None:
    address = f"{server.replace('http', 'ws', 1)}/ws/{table}"
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        await socket.send('{"type":"start","id":"start"}')
        async with asyncio.timeout(30):
            while '"ack"' not in str(await socket.recv()):
                pass
