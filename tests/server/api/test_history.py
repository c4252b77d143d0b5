"""The history of a running game: each seat gets what it saw, and nothing else."""

import json
import random
from pathlib import Path

import msgspec
import pytest

from hanabi.server.archive.positions import frames
from hanabi.server.context import Context
from support.hidden_cards import with_other_hidden_cards
from support.http_visitor import Visitor, fill_seats_and_start, http_context, play_some

pytestmark = pytest.mark.anyio


async def test_the_history_is_what_the_seat_saw_and_ends_with_the_present(context: Context) -> None:
    host = Visitor(context)
    table = (await host.post("/api/tables", {"options": {"seats": 3, "seed": "history"}}))["table"]
    assert await host.refused("GET", f"/api/tables/{table}/history") == "wrong_phase"
    live = await fill_seats_and_start(context, table)
    await play_some(live, 9)
    shown = (await host.get(f"/api/tables/{table}/history"))["frames"]
    assert [frame["view"]["actions"] for frame in shown] == list(range(10))
    assert all(card["card"] is None for frame in shown for card in frame["view"]["hands"][0]["cards"])
    assert all(card["card"] for frame in shown for card in frame["view"]["hands"][1]["cards"])
    now = json.loads(live.clients.state_writer.view(0))
    assert now == shown[-1]["view"]
    assert live.table.game is not None
    deck = live.table.game.deck
    assert str(deck) not in json.dumps(shown)


async def test_a_spectator_sees_hands_only_if_the_table_allows_it_and_the_game_does_not_count(context: Context) -> None:
    host, stranger = Visitor(context), Visitor(context)
    for policy, code, open_hands in (("public", "code", False), ("open", None, False), ("open", "code", True)):
        options = {"seats": 2, "spectators": policy, "seed": code}
        table = (await host.post("/api/tables", {"options": options}))["table"]
        await play_some(await fill_seats_and_start(context, table), 4)
        shown = (await stranger.get(f"/api/tables/{table}/history"))["frames"]
        faces = [card["card"] for frame in shown for hand in frame["view"]["hands"] for card in hand["cards"]]
        assert all(faces) if open_hands else not any(faces)
    table = (await host.post("/api/tables", {"options": {"seats": 2, "spectators": "none"}}))["table"]
    await fill_seats_and_start(context, table)
    assert await stranger.refused("GET", f"/api/tables/{table}/history") == "no_spectators"


async def test_histories_count_as_computations(tmp_path: Path) -> None:
    async with http_context(tmp_path, requests=1000, computations=2) as context:
        host = Visitor(context)
        table = (await host.post("/api/tables", {"options": {"seats": 2}}))["table"]
        await fill_seats_and_start(context, table)
        for _ in range(2):
            await host.get(f"/api/tables/{table}/history")
        assert await host.refused("GET", f"/api/tables/{table}/history") == "too_many"


def events_in(frame: msgspec.Raw) -> object:
    return msgspec.json.decode(frame)["events"]


async def test_hidden_cards_change_no_byte_of_the_history(context: Context) -> None:
    host = Visitor(context)
    table = (await host.post("/api/tables", {"options": {"seats": 3, "seed": "law"}}))["table"]
    live = await fill_seats_and_start(context, table)
    await play_some(live, 12)
    record, chance = live.table.record_so_far(), random.Random(5)
    for seat in range(3):
        told, others = list(frames(record, seat)), 0
        for _ in range(300):
            shuffled = with_other_hidden_cards(record, seat, chance)
            again = list(frames(shuffled, seat))
            # If the clues would have touched other cards, the seat can tell the games apart.
            if [msgspec.json.decode(one)["events"] for one in again] != [
                msgspec.json.decode(one)["events"] for one in told
            ]:
                continue
            assert again == told
            others += shuffled.deck != record.deck
        assert others >= 5
