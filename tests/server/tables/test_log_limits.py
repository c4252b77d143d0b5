"""The limits of a table's log: chat is refused, the game continues, and the first message stays short."""

import random
from pathlib import Path
from typing import Any

import pytest

from hanabi.server.tables import log
from hanabi.server.wire import state_message
from support.in_process_tables import RecordingClient, a_choice, a_registry, a_table

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("limit", ["MAX_EVENTS", "MAX_BYTES"])
async def test_a_full_log_refuses_chat_but_not_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    async with a_registry(tmp_path) as context:
        live = await a_table(context, 2, communication="free")
        clients = [RecordingClient(context, live, f"k{seat}") for seat in range(2)]
        await clients[0].send_command(type="start", id="s")
        assert (await clients[0].send_command(type="chat", id="c1", text="hello"))["type"] == "ack"
        monkeypatch.setattr(log, limit, live.table.n if limit == "MAX_EVENTS" else live.log_bytes)
        talk: dict[str, dict[str, Any]] = {
            "chat": {"text": "hello"},
            "phrase": {"phrase": "thanks"},
            "note": {"drawn": 0, "text": "?"},
        }
        for kind, fields in talk.items():
            answer = await clients[0].send_command(type=kind, id=f"x{kind}", **fields)
            assert (answer["type"], answer["code"]) == ("error", "log_full")
        # A repeated command is acknowledged again.
        assert (await clients[0].send_command(type="chat", id="c1", text="hello"))["type"] == "ack"
        assert (await clients[1].send_command(type="stand", id="up"))["type"] == "ack"
        chance = random.Random(3)
        while live.table.phase == "playing":
            player = clients[live.table.game.player]  # type: ignore[union-attr, index]
            move = await player.send_command(id=f"m{live.table.n}", **a_choice(player.state, chance))
            assert move["type"] == "ack"
        assert (await clients[0].send_command(type="rematch", id="r"))["type"] == "ack"


async def test_the_reserve_of_a_log_has_a_limit_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MAX_EVENTS", 3)
    monkeypatch.setattr(log, "RESERVE_EVENTS", 20)
    async with a_registry(tmp_path) as context:
        live = await a_table(context, 2)
        host = RecordingClient(context, live, "k0")
        await host.send_command(type="start", id="s")
        answers = [
            await host.send_command(type=kind, id=f"{kind}{number}", **fields)
            for number in range(30)
            for kind, fields in (("stand", {}), ("sit", {"name": "Ana"}))
        ]
        assert answers[0]["type"] == "ack"
        assert answers[-2].get("code") == "log_full"
        assert live.table.n < 30


async def test_loading_a_log_counts_its_size(tmp_path: Path) -> None:
    async with a_registry(tmp_path) as context:
        live = await a_table(context, 2)
        await RecordingClient(context, live, "k0").send_command(type="chat", id="c", text="hello")
        context.registry.live_tables.clear()
        again = await context.registry.live_table(live.table.id)
        assert 0 < live.log_bytes <= again.log_bytes


async def test_a_first_message_has_only_the_newest_chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_message, "MAX_SAID", 5)
    async with a_registry(tmp_path) as context:
        live = await a_table(context, 2, communication="free")
        host = RecordingClient(context, live, "k0")
        await host.send_command(type="start", id="s")
        for number in range(12):
            await host.send_command(type="chat", id=f"c{number}", text=f"line {number}")
        for since in (None, 0, 3):
            events = RecordingClient(context, live, None, since).state["events"]
            said = [event["text"] for event in events if event["type"] == "said"]
            assert said == [f"line {number}" for number in range(7, 12)]
        types = {event["type"] for event in RecordingClient(context, live, "k1", -1).state["events"]}
        assert {"created", "started"} <= types
