"""Bots at a table, their names, and who is shown as connected."""

import asyncio
from pathlib import Path

import pytest

from hanabi.bots.roster import make_bot
from hanabi.rules import Discard, Play
from hanabi.server.actor import Actor
from hanabi.server.tables import Options
from hanabi.server.tables.seated_bots import NAMES, OFFERED_BOTS, RECOMMENDED_BOT, SEATED_BOTS
from hanabi.texts import catalog
from support.in_process_tables import RecordingClient, a_registry
from support.text_table import a_table

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("name", SEATED_BOTS)
def test_every_bot_for_tables_exists(name: str) -> None:
    assert callable(make_bot(name).choose)


def test_tables_offer_the_levels_and_the_recommended_bot() -> None:
    assert {"team:1", "team:2", "team:3", "team:4"} <= set(OFFERED_BOTS)
    assert RECOMMENDED_BOT in OFFERED_BOTS
    assert "cheat" not in SEATED_BOTS


def test_the_recommended_bot_understands_a_newcomers_clues() -> None:
    told_red = a_table("Ana y3 g4 w2 b4 r1 · Bo* y4 w3 g3 w4 r5").clues("Ana", "red")
    assert make_bot(RECOMMENDED_BOT).choose(told_red.view("Ana")) == Play(4), "a clue about one card asks for it"
    told_five = a_table("clues 1 · Ana r5 y3 g4 w2 b4 · Bo* y4 w3 g3 w4 r4").clues("Ana", 5)
    assert make_bot(RECOMMENDED_BOT).choose(told_five.view("Ana")) != Discard(0), "a 5 is kept"


@pytest.mark.parametrize("name", SEATED_BOTS)
def test_every_bot_for_tables_has_its_texts(name: str) -> None:
    key = f"bot.{name.replace(':', '.')}"
    assert {f"{key}.title", f"{key}.text"} <= catalog().keys()


async def test_bots_have_different_first_names(tmp_path: Path) -> None:
    async with a_registry(tmp_path) as context:
        live = await context.registry.create(Options(seats=5), Actor("k0", None))
        host = RecordingClient(context, live, "k0")
        await host.send_command(type="sit", id="s", name="Mira", seat=0)
        for seat in range(1, 5):
            answer = await host.send_command(type="bot", id=f"b{seat}", seat=seat, bot="team:1")
            assert answer["type"] == "ack", answer
        seats = host.state["table"]["seats"]
    names = [seat["name"] for seat in seats]
    assert len(set(names)) == 5
    assert set(names) <= set(NAMES)
    assert [seat["bot"] for seat in seats] == [None] + ["team:1"] * 4


async def test_a_friend_who_sits_down_is_online_at_once(tmp_path: Path) -> None:
    """The friend's page was already connected before it had a seat."""
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
