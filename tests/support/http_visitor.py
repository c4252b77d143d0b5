"""The application asked without a network: one visitor, one cookie."""

import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx

from hanabi.tables.command_handlers import checked_move, start_event
from hanabi.tables.live.live_table import LiveTable
from hanabi.web.app import application
from hanabi.web.context import Context
from support.in_process_tables import a_hall


class Visitor:
    def __init__(self, context: Context) -> None:
        self._app = application(context)
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=self._app),
            base_url="http://tables.example",
            headers={"Origin": "http://tables.example"},
        )

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        answer = await self._client.request(method, path, json=body)
        return answer.status_code, answer.json() if answer.content else None

    async def get(self, path: str) -> Any:
        status, told = await self.ask("GET", path)
        assert status == 200, (path, told)
        return told

    async def post(self, path: str, body: Any) -> Any:
        status, told = await self.ask("POST", path, body)
        assert status in (200, 201), (path, told)
        return told

    async def refused(self, method: str, path: str, body: Any = None) -> str:
        status, told = await self.ask(method, path, body)
        assert status >= 400, (path, told)
        return str(told["code"])


@contextlib.asynccontextmanager
async def visited(folder: Path | str, **limits: Any) -> AsyncIterator[Context]:
    async with a_hall(folder, new_tables=0, new_studies=0, **limits) as context:
        yield context
        await context.close()


async def fill(context: Context, table: str) -> LiveTable:
    """Strangers take the free seats, and the game begins."""
    live = await context.registry.live_table(table)
    for occupant in live.table.occupants:
        if occupant.is_nobody:
            await Visitor(context).post(f"/api/tables/{table}/sit", {})
    await live.append(lambda _: start_event(live.table))
    return live


async def a_game(context: Context, host: Visitor, players: int = 3, **options: Any) -> str:
    """A game that the host and strangers have finished; returns its table."""
    wish = {"options": {"seats": players, "seed": "a deal", **options}, "name": "Ana"}
    table: str = (await host.post("/api/tables", wish))["table"]
    await finish(context, await fill(context, table))
    return table


async def finish(context: Context, live: LiveTable, seed: int = 0) -> None:
    """Play a game to its end by chance, as the log would write it."""
    chance = random.Random(seed)
    while live.table.phase == "playing":
        game = live.table.game
        assert game is not None
        assert game.player is not None
        action = chance.choice(game.legal_actions())
        event = checked_move(live.table, game.player, action)
        await live.append(lambda _, event=event: event)
    await context.registry._save_summaries()
    await context.archive.settle()
