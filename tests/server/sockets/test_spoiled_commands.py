"""Whatever a client sends at a table: it gets an answer, and the server neither fails nor stores nonsense."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from hanabi.server.wire.close_codes import CloseCode
from support.in_process_tables import RecordingClient, a_registry, a_table
from support.long_form import times
from support.spoiled_documents import JUNK, spoiled

pytestmark = pytest.mark.anyio

COMMANDS: list[dict[str, Any]] = [
    {"type": "move", "id": "1", "actions": 0, "action": {"type": "clue", "to": 1, "about": "red"}},
    {"type": "move", "id": "2", "actions": 0, "action": {"type": "discard", "slot": 0}},
    {"type": "move", "id": "3", "actions": 1, "action": {"type": "play", "slot": 4}},
    {"type": "rename", "id": "4", "name": "Ana"},
    {"type": "chat", "id": "5", "text": "hello"},
    {"type": "take_back", "id": "6", "answer": "ask"},
    {"type": "note", "id": "7", "card": 3, "text": "red?"},
    {"type": "ping", "id": "8"},
]
MESSAGES = st.sampled_from(COMMANDS).flatmap(spoiled) | st.sampled_from(COMMANDS) | JUNK
TEXTS = MESSAGES.map(json.dumps) | st.text(max_size=60)


@settings(max_examples=times(40, 5_000), deadline=None)
@given(said=st.lists(TEXTS, min_size=1, max_size=8))
async def test_every_message_is_answered_and_the_log_still_replays(
    said: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder: Path = tmp_path_factory.mktemp("commands")
    async with a_registry(folder, malformed=100) as context:
        live = await a_table(context, 2, communication="free")
        player = RecordingClient(context, live, "k0")
        await player.send_command(type="start", id="s")
        for text in said:
            if player.closed_with is None:
                answer = json.loads(await player.send_text(text))
                assert answer["type"] in ("ack", "error", "pong")
        assert player.closed_with != CloseCode.INTERNAL_ERROR
        context.registry.live_tables.clear()
        again = await context.registry.live_table(live.table.id)
        assert again.table.n == live.table.n
        assert RecordingClient(context, again, "k0").state["view"] == player.state["view"]
