"""Messages to clients are built as text: they have exactly the fields of the protocol's Structs."""

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hanabi.records import Record
from hanabi.server.archive.positions import frames
from hanabi.server.context import Context
from hanabi.server.tables import Clock
from hanabi.server.wire.messages import AnyMessage, Frame
from support.expected_views import RULES
from support.in_process_tables import RecordingClient, a_choice, a_registry, a_table

pytestmark = pytest.mark.anyio
MESSAGE = msgspec.json.Decoder(AnyMessage, strict=True)


def assert_complete(text: str | bytes, decoder: msgspec.json.Decoder[Any]) -> None:
    """A missing field fails to decode; an unknown one is lost when encoding again."""
    assert msgspec.to_builtins(decoder.decode(text)) == json.loads(text)


async def play(context: Context, rules: dict[str, Any], chance: random.Random) -> tuple[Record, list[str]]:
    """A game with chat, notes, take-backs, a player who leaves, and a spectator. Returns all messages."""
    live = await a_table(
        context, rules=rules, seed="a deal", communication="free", spectators="open", clock=Clock("bank", 600, 5)
    )
    people = [RecordingClient(context, live, f"k{seat}") for seat in range(3)]
    listeners = [*people, RecordingClient(context, live, None)]
    await people[1].send_command(id="phrase", type="phrase", phrase="good_luck")
    await people[0].send_command(id="start", type="start")
    for step in range(400):
        assert live.table.game is not None
        seat = live.table.game.player
        if seat is None:
            break
        player = people[seat]
        if step == 6:
            await player.send_command(id="chat", type="chat", text="“Hm?”")
            await player.send_command(id="note", type="note", drawn=seat, text='a "5"?')
            order = [card["drawn"] for card in player.state["view"]["hands"][seat]["cards"]]
            await player.send_command(id="order", type="rearrange", order=order[::-1])
            await player.send_command(id="ask", type="take_back", answer="ask")
            await people[seat - 1].send_command(id="refuse", type="take_back", answer="refuse")
            await player.send_command(id="again", type="take_back", answer="ask")
            for other in {0, 1, 2} - {seat}:
                await people[other].send_command(id=f"agree {other}", type="take_back", answer="agree")
            await people[seat - 1].send_command(id="away", type="stand")
            await player.send_command(id="bot", type="takeover", seat=(seat - 1) % 3, answer="agree", bot="simple")
            await people[seat - 2].send_command(id="no", type="takeover", seat=(seat - 1) % 3, answer="refuse")
            await people[seat - 1].send_command(id="back", type="sit", name="")
            continue
        await player.send_command(id=f"move {step}", **a_choice(player.state, chance))
    assert live.table.phase == "over"
    await people[0].send_command(id="rematch", type="rematch")
    late = [RecordingClient(context, live, key) for key in ("k0", None)]
    return live.table.record(), [text for listener in (*listeners, *late) for text in listener.sent]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(map(str, rules.values())) or "base")
async def test_messages_have_exactly_the_fields_of_the_protocol(tmp_path: Path, rules: dict[str, Any]) -> None:
    async with a_registry(tmp_path) as context:
        record, sent = await play(context, rules, random.Random(1))
    for text in dict.fromkeys(sent):
        assert_complete(text, MESSAGE)
    events = {event["type"] for text in sent for event in json.loads(text).get("events", [])}
    assert events >= {
        "clue",
        "discard",
        "draw",
        "said",
        "rearranged",
        "took_back",
        "takeover_asked",
        "stood",
        "rematch",
    }
    frame = msgspec.json.Decoder(Frame, strict=True)
    for viewer in ("open", 0, None):
        for encoded in frames(record, viewer):
            assert_complete(bytes(encoded), frame)
