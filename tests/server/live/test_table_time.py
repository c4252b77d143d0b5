"""System clocks that are wrong, or change during a game: no player loses or gains time."""

import asyncio
import random
import time
from pathlib import Path

import pytest

from hanabi.server.database import Store
from hanabi.server.tables import Clock
from support.in_process_tables import RecordingClient, a_choice, a_registry, a_table

pytestmark = pytest.mark.anyio

HOUR = 3600.0


def shift_clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + seconds)


@pytest.mark.parametrize("shift", [HOUR, -HOUR], ids=["forward", "back"])
async def test_setting_the_clock_changes_no_time_bank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shift: float
) -> None:
    async with a_registry(tmp_path) as context:
        live = await a_table(context, 2, clock=Clock("bank", 600, 0))
        clients = [RecordingClient(context, live, f"k{seat}") for seat in range(2)]
        await clients[0].send_command(type="start", id="s")
        shift_clock(monkeypatch, shift)
        chance = random.Random(1)
        for number in range(4):
            player = clients[live.table.game.player]  # type: ignore[union-attr, index]
            answer = await player.send_command(id=f"m{number}", **a_choice(player.state, chance))
            assert answer["type"] == "ack", answer
        assert all(0 <= 600 - left < 60 for left in live.table.time_left), live.table.time_left
        state = clients[0].state
        # The state's time is rounded to milliseconds.
        assert -0.001 <= state["time"] - state["table"]["clock"]["since"] < 60
        assert not any(seat["away"] for seat in state["table"]["seats"])


async def test_a_clock_set_back_while_the_server_was_down_gives_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_registry(tmp_path) as context:
        live = await a_table(context, 2, clock=Clock("bank", 600, 0))
        await RecordingClient(context, live, "k0").send_command(type="start", id="s")
    shift_clock(monkeypatch, -HOUR)
    async with a_registry(tmp_path) as context:
        live = await context.registry.live_table(live.table.id)
        player = RecordingClient(context, live, "k0")
        assert (await player.send_command(id="m", **a_choice(player.state, random.Random(1))))["type"] == "ack"
        assert all(left <= 600 for left in live.table.time_left)


async def test_processes_on_one_postgresql_use_its_clock(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of one process is half an hour ahead: no player is timed out."""
    async with a_registry(postgres) as here:
        shift_clock(monkeypatch, HOUR / 2)
        async with a_registry(postgres) as there:
            stores: list[Store] = [here.registry.store, there.registry.store]
            assert abs(stores[0].now() - stores[1].now()) < 10
            live = await a_table(there, 2, clock=Clock("move", 60))
            await RecordingClient(there, live, "k0").send_command(type="start", id="s")
            same = await here.registry.live_table(live.table.id)
            await asyncio.sleep(0.5)
            assert not any(occupant.away for occupant in same.table.occupants)
            assert abs(same.clock.now() - live.clock.now()) < 10
