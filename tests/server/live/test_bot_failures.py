"""A bot that fails spoils only its own game, and everybody at the table is told."""

import asyncio
import json
import os
import random
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from hanabi.client import CommandRefused, open_table, play_seat
from hanabi.rules import Action, View
from hanabi.server.actor import Actor
from hanabi.server.live.bot_workers import BotWorkers, NoBotMove, SeatedBot
from hanabi.server.tables import InitialSeat, Options
from support.in_process_tables import RecordingClient, a_choice, a_registry
from support.server_process import running_server

pytestmark = pytest.mark.anyio


async def test_a_game_with_a_failed_bot_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose, chance = BotWorkers.choose, random.Random(1)
    failures = [True]

    async def choose_later(self: BotWorkers, *arguments: Any) -> Any:
        if failures and failures.pop():
            raise NoBotMove
        return await choose(self, *arguments)

    monkeypatch.setattr(BotWorkers, "choose", choose_later)
    async with a_registry(tmp_path) as context:
        seats = (InitialSeat("Ana", None, ("k0",), "t0"), InitialSeat("Bo", "random"))
        live = await context.registry.create(Options(seats=2, first=0, public=True), Actor("k0"), seats)
        player = RecordingClient(context, live, "k0")
        await player.send_command(type="start", id="start")
        while live.table.phase == "playing":
            if live.table.game is not None and live.table.game.player == 0:
                await player.send_command(id=f"m{live.table.n}", **a_choice(player.state, chance))
            await asyncio.sleep(0.001)
        seen = [event for text in player.sent for event in json.loads(text).get("events", ())]
        failed = [place for place, event in enumerate(seen) if event["type"] == "bot_failed"]
        assert [seen[place]["seat"] for place in failed] == [1]
        assert seen[failed[0] + 1]["seat"] == 1, "the log says it before the move"
        assert not live.table.counts
        assert not live.table.is_listed
        context.registry.live_tables.clear()
        assert not (await context.registry.live_table(live.table.id)).table.counts


async def test_the_bots_of_a_rematch_are_told_which_game_was_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated: list[SeatedBot] = []

    async def choose(self: BotWorkers, bot: SeatedBot, view: View, client: str = "") -> Action:
        seated.append(bot)
        return view.legal_actions[-1]

    monkeypatch.setattr(BotWorkers, "choose", choose)
    async with a_registry(tmp_path) as context:
        seats = (InitialSeat("Ana", None, ("k0",), "t0"), InitialSeat("Bo", "random"))
        live = await context.registry.create(Options(seats=2, first=1), Actor("k0"), seats)
        player = RecordingClient(context, live, "k0")
        await player.send_command(type="start", id="start")
        while live.table.phase == "playing":
            if live.table.game is not None and live.table.game.player == 0:
                await player.send_command(id=f"m{live.table.n}", **a_choice(player.state, random.Random(1)))
            await asyncio.sleep(0.001)
        await player.send_command(type="rematch", id="again")
        assert live.table.rematch is not None
        again = await context.registry.live_table(live.table.rematch)
        await RecordingClient(context, again, "k0").send_command(type="start", id="start")
        while again.table.actions == 0:
            await asyncio.sleep(0.001)
    first = SeatedBot("random", f"{live.table.id} 1", (None,))
    assert (seated[0], seated[-1]) == (first, SeatedBot("random", f"{again.table.id} 1", (None,), first.seed))


@pytest.mark.slow
async def test_a_bot_that_nobody_has_compiled_holds_up_no_other_bot(tmp_path: Path) -> None:
    """As after an installation: it cannot be seated yet, and the bots at other tables play as always."""
    environment = {**os.environ, "HANABI_CACHE": str(tmp_path / "cache")}
    with running_server(str(tmp_path / "tables.db"), "--bot-budget", "1", env=environment) as server:
        with pytest.raises(CommandRefused) as refused:
            await open_table(server.address, seats=5, bots=("search",) * 4, start=True)
        assert refused.value.code == "bot_not_ready"
        assert refused.value.values["seconds"] > 0
        seat = await open_table(server.address, seats=2, bots=("simple",), start=True, first=0)
        await play_seat(seat, lambda view: view.legal_actions[0])
        with urllib.request.urlopen(f"{server.address}/metrics") as metrics:
            assert b"hanabi_bot_failures_total 0.0" in metrics.read()
