"""Events are stored one after the other, in the order in which they were asked for, and nothing stored is lost."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from hanabi.server.database import Row, StoreError
from hanabi.server.live.live_table import EventFactory
from hanabi.server.tables.features.talk import Said
from support.in_process_tables import RecordingClient, a_registry, a_table

pytestmark = pytest.mark.anyio


def saying(text: str) -> EventFactory:
    return lambda _: Said(seat=0, text=text)


async def test_events_keep_the_order_in_which_they_were_asked_for(tmp_path: Path) -> None:
    async with a_registry(tmp_path) as context:
        live = await a_table(context)
        appended = [live.append(saying(str(n))) for n in range(30)]
        assert await asyncio.gather(*appended) == list(range(1, 31))
        assert [event["text"] for event in RecordingClient(context, live, "k1", since=0).state["events"]] == [
            str(n) for n in range(30)
        ]
        assert not live.is_busy


async def test_an_event_is_sent_although_its_caller_was_cancelled(tmp_path: Path) -> None:
    async with a_registry(tmp_path) as context:
        live = await a_table(context)
        client = RecordingClient(context, live, "k1")
        caller = asyncio.create_task(live.append(saying("still here")))
        await asyncio.sleep(0)
        caller.cancel()
        await live.append(saying("later"))
        assert caller.cancelled()
        assert [event["text"] for state in client.sent for event in _said(state)] == ["still here", "later"]


async def test_an_event_that_was_stored_in_spite_of_an_error_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_registry(tmp_path) as context:
        live = await a_table(context)
        client = RecordingClient(context, live, "k1")
        append = context.registry.store.append

        async def stored_and_lost(row: Row) -> bool:
            await append(row)
            raise StoreError("the connection was lost")

        monkeypatch.setattr(context.registry.store, "append", stored_and_lost)
        assert (await client.send_command(type="phrase", id="p", phrase="thanks"))["code"] == "busy"
        monkeypatch.undo()
        assert (await client.send_command(type="phrase", id="p", phrase="thanks")) == {"type": "ack", "id": "p", "n": 1}
        assert live.table.n == 1
        assert len(await context.registry.store.read(live.table.id)) == 2


def _said(message: str) -> list[dict[str, str]]:
    events: list[dict[str, str]] = msgspec.json.decode(message)["events"]
    return [event for event in events if event["type"] == "said"]
