"""Bots at a table: which are offered, what they are called, and who is seen to be there."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from hanabi.bots.roster import make_bot
from hanabi.server.actor import Actor
from hanabi.server.tables.options import Options
from hanabi.server.tables.seated_bots import NAMES, OFFERED_BOTS, RECOMMENDED_BOT, SEATED_BOTS
from support.in_process_tables import RecordingClient, a_registry


@pytest.mark.parametrize("name", SEATED_BOTS)
def test_every_bot_that_can_be_seated_can_be_made(name: str) -> None:
    assert callable(make_bot(name).choose)


def test_levels_are_a_choice_and_the_recommended_bot_is_offered() -> None:
    assert {"team:1", "team:2", "team:3", "team:4"} <= set(OFFERED_BOTS)
    assert RECOMMENDED_BOT in OFFERED_BOTS
    assert "cheat" not in SEATED_BOTS


def test_bots_have_first_names_and_no_two_the_same(tmp_path: Path) -> None:
    async def seat_bots() -> list[dict[str, Any]]:
        async with a_registry(tmp_path) as context:
            live = await context.registry.create(Options(seats=5), Actor("k0", None))
            host = RecordingClient(context, live, "k0")
            await host.send_command(type="sit", id="s", name="Mira", seat=0)
            for seat in range(1, 5):
                answer = await host.send_command(type="bot", id=f"b{seat}", seat=seat, bot="team:1")
                assert answer["type"] == "ack", answer
            seats: list[dict[str, Any]] = host.state["table"]["seats"]
            return seats

    seats = asyncio.run(seat_bots())
    names = [seat["name"] for seat in seats]
    assert len(set(names)) == 5
    assert set(names) <= set(NAMES)
    assert [seat["bot"] for seat in seats] == [None] + ["team:1"] * 4


def test_a_friend_who_sits_down_by_the_link_is_seen_at_once(tmp_path: Path) -> None:
    """The friend's page is connected before it has a seat; nothing has to be loaded again."""

    async def sit_down() -> None:
        async with a_registry(tmp_path) as context:
            await context.registry.open()
            live = await context.registry.create(Options(seats=2), Actor("k0", None))
            host = RecordingClient(context, live, "k0")
            await host.send_command(type="sit", id="s", name="Ana", seat=0)
            friend = RecordingClient(context, live, "k1")
            await friend.send_command(type="sit", id="s", name="Bo")
            async with asyncio.timeout(20):
                while [seat["online"] for seat in host.state["table"]["seats"]] != [True, True]:
                    await asyncio.sleep(0.01)

    asyncio.run(sit_down())
