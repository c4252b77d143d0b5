"""Notes on conventions: each seat gets what it can know, and nobody else does."""

import json
import random

import msgspec
import pytest

from hanabi.bots.team import Team
from hanabi.bots.team.explanations import level_at
from hanabi.records import replay
from hanabi.server.archive.documents import notes_document
from hanabi.server.archive.positions import frames
from hanabi.server.context import Context
from hanabi.server.live.live_table import LiveTable
from hanabi.server.tables.features.play import checked_move
from support.hidden_cards import with_other_hidden_cards
from support.http_visitor import Visitor, fill_seats_and_start

pytestmark = pytest.mark.anyio


async def play_by_conventions(live: LiveTable, actions: int) -> None:
    """Play `actions` actions, or until the game ends."""
    bots = [Team() for _ in live.table.occupants]
    for _ in range(actions):
        game = live.table.game
        assert game is not None
        if (seat := game.player) is None:
            return
        action = bots[seat].choose(replay(live.table.record_so_far()).view(seat))
        move = checked_move(live.table, seat, action)
        await live.append(lambda _, move=move: move)  # type: ignore[misc]


async def test_a_seat_gets_the_notes_that_a_bot_in_this_seat_would_make(context: Context) -> None:
    host, stranger = Visitor(context), Visitor(context)
    table = (await host.post("/api/tables", {"options": {"seats": 3, "seed": "notes"}}))["table"]
    path = f"/api/tables/{table}/conventions"
    assert await host.refused("GET", path) == "wrong_phase"
    live = await fill_seats_and_start(context, table)
    await play_by_conventions(live, 12)
    told = await host.get(f"{path}?lang=es")
    notes = Team().notes(replay(live.table.record_so_far()).view(0))
    assert [(one["seat"], one["slot"], one["told"]) for one in told["frames"][-1]] == [
        (note.seat, note.slot, note.told) for note in notes
    ]
    assert notes
    assert len(told["frames"]) == 13
    assert "arta" in told["readings"][0]["sentence"]
    later = await host.get(f"{path}?first=10&lang=es")
    assert (later["first"], later["frames"]) == (10, told["frames"][10:])
    assert await stranger.refused("GET", path) == "not_seated"
    assert await host.refused("GET", f"{path}?lang=xx") == "malformed"
    assert await host.refused("GET", f"{path}?first=-1") == "malformed"
    await play_by_conventions(live, 400)
    assert live.table.phase == "over"
    whole = await stranger.get(path)
    seen = await stranger.get(f"{path}?seat=0")
    assert len(whole["frames"]) == len(seen["frames"]) == live.table.actions + 1
    assert await stranger.refused("GET", f"{path}?seat=3") == "no_such_seat"


async def test_a_table_that_limits_its_aids_gives_no_notes(context: Context) -> None:
    host = Visitor(context)
    table = (await host.post("/api/tables", {"options": {"seats": 2, "aids": "deduce"}}))["table"]
    await fill_seats_and_start(context, table)
    assert await host.refused("GET", f"/api/tables/{table}/conventions") == "aids_limited"


async def test_hidden_cards_change_no_byte_of_the_notes(context: Context) -> None:
    host = Visitor(context)
    table = (await host.post("/api/tables", {"options": {"seats": 3, "seed": "law"}}))["table"]
    live = await fill_seats_and_start(context, table)
    await play_by_conventions(live, 14)
    record, chance = live.table.record_so_far(), random.Random(5)
    for seat in range(3):
        told, others = notes_document(record.dumps(), seat, 3, "en", 0), 0
        events = [msgspec.json.decode(one)["events"] for one in frames(record, seat)]
        for _ in range(60):
            shuffled = with_other_hidden_cards(record, seat, chance)
            if [msgspec.json.decode(one)["events"] for one in frames(shuffled, seat)] != events:
                continue
            assert notes_document(shuffled.dumps(), seat, 3, "en", 0) == told
            others += shuffled.deck != record.deck
        assert others >= 3
    assert json.loads(notes_document(record.dumps(), None, 3, "en", 0))["frames"] == [[] for _ in range(15)]


@pytest.mark.parametrize(
    ("bots", "level"), [([None, "team:1"], 1), ([None, "team"], 3), (["hat", None], 3), (["team:2", "team:4"], 4)]
)
def test_the_bots_at_the_table_determine_the_conventions(bots: list[str | None], level: int) -> None:
    assert level_at(bots) == level


async def test_a_newcomer_among_bots_gets_advice_and_nobody_among_people(context: Context) -> None:
    host, stranger = Visitor(context), Visitor(context)
    body = {"options": {"seats": 3}, "seat": True, "name": "Ana", "bots": ["team:1", "team:1"], "start": True}
    table = (await host.post("/api/tables", body))["table"]
    path = f"/api/tables/{table}/advice?lang=nb"
    told = await host.get(path)
    assert told["actions"] == 0
    assert told["sentence"]
    assert await stranger.refused("GET", path) == "not_seated"
    as_at_a_real_table = body | {"options": {"seats": 3, "aids": "paper"}}
    table = (await host.post("/api/tables", as_at_a_real_table))["table"]
    assert await host.refused("GET", f"/api/tables/{table}/advice") == "aids_limited"
    among_people = (await host.post("/api/tables", {"options": {"seats": 3}}))["table"]
    assert await host.refused("GET", f"/api/tables/{among_people}/advice") in ("wrong_phase", "not_seated")
    await fill_seats_and_start(context, among_people)
    assert await host.refused("GET", f"/api/tables/{among_people}/advice") == "aids_limited"
