"""The pace of bots: the slowest choice of the connected players, and no pause when one of them skips."""

import asyncio
from pathlib import Path

import pytest

from hanabi.server.actor import Actor
from hanabi.server.context import Context
from hanabi.server.database import open_store
from hanabi.server.live.clock import BotPace
from hanabi.server.live.registry import TableRegistry
from hanabi.server.settings import ServerLimits, Settings
from hanabi.server.tables import InitialSeat, Options, Table
from support.in_process_tables import RecordingClient

pytestmark = pytest.mark.anyio


def test_the_slowest_choice_of_the_connected_players_wins() -> None:
    pace, table = BotPace(), Table("table")
    assert pace.factor(table, {0, 1}) == 1.0
    pace.choose(0, "fast")
    assert pace.factor(table, {0, 1}) == 0.25
    pace.choose(1, "slow")
    assert pace.factor(table, {0, 1}) == 2.5
    assert pace.factor(table, {0}) == 0.25


async def test_a_player_skips_the_pauses_of_bots_until_their_turn(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "tables.db"))
    await store.open()
    # Without a skip, bots would move tomorrow.
    registry = TableRegistry(store, bot_pace=86_400.0)
    context = Context(registry, Settings("", limits=ServerLimits(messages=0, requests=0), request_workers=0))
    await registry.open()
    try:
        seats = (InitialSeat("Ana", None, ("k0",), "t0"), InitialSeat("Bo", "random"), InitialSeat("Cy", "random"))
        live = await registry.create(Options(seats=3), Actor("k0"), seats)
        player, spectator = RecordingClient(context, live, "k0"), RecordingClient(context, live, None)
        await player.send_command(type="start", id="s")

        async def move(number: int) -> None:
            clue = next(one for one in player.state["view"]["legal"] if one["type"] == "clue")
            action = {"type": "clue", "to": clue["to"], "about": clue["about"]}
            await player.send_command(type="move", id=f"m{number}", actions=number, action=action)

        await move(0)
        assert (await spectator.send_command(type="skip", id="x"))["code"] == "not_seated"
        assert (await player.send_command(type="pace", id="p", pace="slow"))["type"] == "ack"
        await asyncio.sleep(0.3)
        assert live.table.actions == 1
        assert (await player.send_command(type="skip", id="k"))["type"] == "ack"
        while live.table.actions < 3:
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.3)
        assert live.table.actions == 3
        # On the player's own turn there is nothing to skip, and after it bots pause again.
        await player.send_command(type="skip", id="k2")
        await move(3)
        await asyncio.sleep(0.3)
        assert (live.table.actions, live.wait_factor()) == (4, 2.5)
    finally:
        await registry.close()
        await store.close()
