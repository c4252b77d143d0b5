"""People who pass one device around: the device sees the hands as the person sees them who has it."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hanabi.server.actor import Actor
from hanabi.server.context import Context
from hanabi.server.tables import InitialSeat, Options
from support.in_process_tables import RecordingClient, a_choice, a_registry

pytestmark = pytest.mark.anyio


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    async with a_registry(tmp_path) as context:
        yield context


async def test_one_browser_plays_two_seats_one_at_a_time(context: Context) -> None:
    seats = tuple(InitialSeat(f"P{seat}", None, (f"k{seat}",), f"t{seat}") for seat in (0, 1))
    live = await context.registry.create(Options(seats=3), Actor("k0"), seats)
    ana, bo = (RecordingClient(context, live, key) for key in ("k0", "k1"))
    stranger = RecordingClient(context, live, "stranger")
    assert (await stranger.send_command(id="0", type="sit_beside", seat=2, name="Eve"))["code"] == "not_seated"
    assert (await ana.send_command(id="1", type="sit_beside", seat=1, name="Cy"))["code"] == "seat_taken"
    assert (await ana.send_command(id="2", type="sit_beside", seat=2, name="Cy"))["type"] == "ack"
    await ana.send_command(id="3", type="start")
    assert ana.state["you"]["seats"] == [0, 2]
    assert bo.state["you"]["seats"] == [1]
    assert not live.table.counts, "somebody may have seen all hands"

    def hidden(client: RecordingClient) -> list[int]:
        hands = client.state["view"]["hands"]
        return [seat for seat, hand in enumerate(hands) if all(card["card"] is None for card in hand["cards"])]

    await ana.send_command(id="4", **a_choice(ana.state, random.Random(1)))
    await bo.send_command(id="5", **a_choice(bo.state, random.Random(1)))
    early = await ana.send_command(id="6", type="move", actions=2, action={"type": "play", "slot": 0})
    assert early["code"] == "wrong_player"
    # The device changes hands.
    cy = RecordingClient(context, live, "k0", seat=2)
    assert (cy.state["you"]["seat"], hidden(cy), hidden(ana)) == (2, [2], [0])
    assert (await cy.send_command(id="7", **a_choice(cy.state, random.Random(1))))["type"] == "ack"
    # Nobody else gets that seat by asking for it.
    assert RecordingClient(context, live, "k1", seat=2).state["you"]["seat"] == 1
    assert RecordingClient(context, live, "stranger", seat=2).state["you"]["seat"] is None
    # One answer is enough for a device.
    await bo.send_command(id="8", type="end_game", answer="ask")
    assert cy.state["table"]["ending"]["waiting"] == [0]
    assert (await cy.send_command(id="9", type="end_game", answer="agree"))["type"] == "ack"
    assert live.table.phase == "over"
