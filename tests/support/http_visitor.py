"""An HTTP client of an application in the test's process; it keeps its cookie like a browser."""

import contextlib
import json
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec

from hanabi.chance import key_of
from hanabi.rules import Action, Play
from hanabi.server.api import endpoints
from hanabi.server.app import application
from hanabi.server.context import Context
from hanabi.server.http.cookies import hashed
from hanabi.server.live.live_table import LiveTable
from hanabi.server.tables.features.play import checked_move
from hanabi.server.tables.features.start import start_event
from support.in_process_tables import a_registry


class Visitor:
    def __init__(self, context: Context) -> None:
        self._app = application(context)
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=self._app),
            base_url="http://tables.example",
            headers={"Origin": "http://tables.example"},
        )

    @property
    def cookie(self) -> str:
        return self._client.cookies["hanabi"]

    @cookie.setter
    def cookie(self, value: str) -> None:
        self._client.cookies.clear()
        self._client.cookies.set("hanabi", value)

    @property
    def key(self) -> str:
        """The hash of the cookie's key, as tables know it."""
        return hashed(self.cookie)

    def set_header(self, name: str, value: str) -> None:
        """Send this with every request."""
        self._client.headers[name] = value

    async def raw(self, method: str, path: str, body: Any = None) -> httpx.Response:
        return await self._client.request(method, path, json=body)

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        answer = await self.raw(method, path, body)
        if answer.is_success:
            check_declared_answer(method, path, answer)
        return answer.status_code, answer.json() if answer.content else None

    async def get(self, path: str) -> Any:
        status, answer = await self.request("GET", path)
        assert status == 200, (path, answer)
        return answer

    async def fetch(self, path: str) -> bytes:
        """The body of a response that is not JSON."""
        answer = await self._client.get(path)
        assert answer.status_code == 200, (path, answer.text)
        return answer.content

    async def post(self, path: str, body: Any = None) -> Any:
        status, answer = await self.request("POST", path, body)
        assert status in (200, 201, 204), (path, answer)
        return answer

    async def refused(self, method: str, path: str, body: Any = None) -> str:
        status, answer = await self.request(method, path, body)
        assert status >= 400, (path, answer)
        return str(answer["code"])


def check_declared_answer(method: str, path: str, answer: httpx.Response) -> None:
    """The client's types are generated from the declared ones: an answer has their fields, and no others."""
    address = path.partition("?")[0]
    declared = next(
        endpoint
        for endpoint in endpoints()
        if endpoint.method == method and re.fullmatch(re.sub(r"{\w+}", "[^/]+", endpoint.path), address)
    )
    assert answer.status_code == declared.status
    if declared.gives is not None:
        body = msgspec.json.decode(answer.content, type=declared.gives)
        assert json.loads(msgspec.json.encode(body)) == answer.json(), f"{method} {path} is not a {declared.gives}"
    elif declared.in_openapi:
        assert answer.content == b""


@contextlib.asynccontextmanager
async def http_context(folder: Path | str, **limits: Any) -> AsyncIterator[Context]:
    """A server without limits, except for those that are given."""
    unlimited = {"new_tables": 0, "new_studies": 0, "logins": 0, "exports": 0}
    async with a_registry(folder, **{**unlimited, **limits}) as context:
        yield context
        await context.close()


PASSWORD = "correct horse"


async def signed_up(context: Context, name: str = "Ana") -> Visitor:
    """A visitor with a new account."""
    visitor = Visitor(context)
    await visitor.post("/api/account/register", {"name": name, "password": PASSWORD})
    return visitor


async def fill_seats_and_start(context: Context, table: str, deal: str | None = None) -> LiveTable:
    """New visitors take the free seats, and the game starts; chance deals the cards that the code `deal` would deal."""
    live = await context.registry.live_table(table)
    for occupant in live.table.occupants:
        if occupant.is_nobody:
            await Visitor(context).post(f"/api/tables/{table}/sit", {})
    event = start_event(live.table)
    if deal is not None:
        event = msgspec.structs.replace(event, seed=key_of(deal).hex())
    await live.append(lambda _: event)
    return live


async def a_finished_game(
    context: Context, host: Visitor, players: int = 3, deal: str = "a deal", **options: Any
) -> str:
    """A game that the host and new visitors finished; returns its table."""
    body = {"options": {"seats": players, **options}, "name": "Ana"}
    table: str = (await host.post("/api/tables", body))["table"]
    await play_to_end(context, await fill_seats_and_start(context, table, deal))
    return table


async def play_to_end(context: Context, live: LiveTable, seed: int = 0) -> None:
    """Play random legal moves to the end of the game."""
    chance = random.Random(seed)
    while live.table.phase == "playing":
        game = live.table.game
        assert game is not None
        await _move(live, chance.choice(game.legal_actions()))
    await context.registry._save_summaries()
    await context.archive.settle()


async def play_some(live: LiveTable, actions: int) -> None:
    """Clues, then discards: moves that do not end the game."""
    for _ in range(actions):
        game = live.table.game
        assert game is not None
        await _move(live, next(action for action in game.legal_actions() if not isinstance(action, Play)))


async def _move(live: LiveTable, action: Action) -> None:
    game = live.table.game
    assert game is not None
    assert game.player is not None
    event = checked_move(live.table, game.player, action)
    await live.append(lambda _: event)
