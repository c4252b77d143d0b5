"""Review rooms: one participant leads, others follow, all draw; access, commands and limits."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from hanabi.client import open_table, request
from hanabi.server.actor import Actor
from hanabi.server.database import open_store
from hanabi.server.live import review_rooms
from hanabi.server.live.clients import Client
from hanabi.server.live.review_rooms import ROOMS, ReviewRooms, RoomGame, RoomKey
from hanabi.server.wire.close_codes import CloseCode
from hanabi.server.wire.room_messages import MAX_TRIED, Lead
from support.http_visitor import Visitor, a_finished_game, http_context
from support.room_guest import RoomDoor, a_lost_game
from support.server_process import Server, running_server

pytestmark = pytest.mark.anyio

ROOM = "a-room-of-our-own"
RED = {"type": "firework", "suit": "red"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rooms")


@pytest.fixture(scope="module")
def study(folder: Path) -> str:
    """A study in the server's database."""

    async def save() -> str:
        async with http_context(folder) as context:
            host = Visitor(context)
            game = {"table": await a_finished_game(context, host)}
            return str((await host.post("/api/studies", {"of": game}))["study"])

    return asyncio.run(save())


@pytest.fixture(scope="module")
def server(folder: Path, study: str) -> Iterator[Server]:
    with running_server(str(folder / "tables.db")) as running:
        yield running


@pytest.fixture
async def door(server: Server) -> AsyncIterator[RoomDoor]:
    async with RoomDoor(server.address) as door:
        yield door


def a_path(table: str, kind: str = "table") -> str:
    return f"{kind}/{table}/{secrets.token_urlsafe(16)}"


async def test_one_leads_others_follow_and_all_draw(server: Server, door: RoomDoor) -> None:
    path = a_path((await a_lost_game(server.address))[0])
    ana = await door.enter(path, "Ana")
    kim = await door.enter(path, "Kim")
    await ana.until(lambda room: len(room["participants"]) == 2)
    assert [one["name"] for one in ana.room["participants"]] == ["Ana 2", "Kim"], "Ana sat at the table"
    assert len({one["color"] for one in ana.room["participants"]}) == 2
    assert kim.room["leader"] == ana.room["you"] != kim.room["you"]

    assert await ana.show(3, seat=1) == "ack"
    await kim.until(lambda room: room["n"] == 1)
    assert kim.room["position"] == {"turn": 3, "after": 0, "actions": [], "seat": 1}
    assert await kim.show(2) == "not_leader"
    assert await ana.show(5, after=2, actions=["play 1", "clue 0 red", "discard 3"]) == "ack"
    await kim.until(lambda room: room["n"] == 2)
    assert kim.room["position"]["actions"][1] == "clue 0 red"

    assert await kim.mark(3) == "ack"
    assert await kim.mark(3) == "ack", "twice is once"
    assert await ana.mark(4, RED) == "stale", "drawn before the new position was seen"
    await ana.until(lambda room: room["n"] == 2)
    assert await ana.mark(4, RED) == "ack"
    await kim.until(lambda room: len(room["marks"]) == 2)
    assert kim.room["marks"][1] == {"by": ana.room["you"], "spot": {"type": "card", "drawn": 4}, "to": RED}
    assert await kim.mark(3, on=False) == "ack"
    await ana.until(lambda room: len(room["marks"]) == 1)
    assert await kim.mark(3) == "ack"
    assert await kim.do("clear") == "ack"
    assert await kim.do("clear", whose="all") == "not_leader"
    await ana.until(lambda room: [mark["by"] for mark in room["marks"]] == [ana.room["you"]])

    assert await kim.do("follow", following=False) == "ack"
    await ana.until(lambda room: not room["participants"][1]["following"])
    assert await ana.do("lead", to=kim.room["you"]) == "ack"
    await kim.until(lambda room: room["leader"] == room["you"])
    assert kim.me["following"], "a leader always follows"
    assert await ana.do("lead", to=ana.room["you"]) == "not_leader"
    assert await kim.do("lead", to=99) == "no_such_participant"
    assert await kim.show(1) == "ack"
    await ana.until(lambda room: room["n"] == 3 and room["marks"] == [])
    assert await ana.do("lead") == "ack", "the lead can be taken"
    await kim.until(lambda room: room["leader"] == ana.room["you"])
    assert await kim.do("rename", name="Ana") == "ack"
    await ana.until(lambda room: room["participants"][1]["name"] == "Ana 3")


async def test_a_returning_participant_finds_everything_unchanged(server: Server, door: RoomDoor) -> None:
    table, tokens = await a_lost_game(server.address, communication="free")
    path = a_path(table)
    ana = await door.enter(path, "whatever", tokens[0])
    bo = await door.enter(path, "", tokens[1])
    assert [(one["name"], one["seat"]) for one in bo.room["participants"]] == [("Ana", 0), ("Bo", 1)]
    await ana.show(3)
    await bo.until(lambda room: room["n"] == 1)
    assert await bo.mark(7) == "ack"
    assert await bo.do("chat", text="why not\u202e the red one?\0") == "ack"
    before = (await bo.until(lambda room: room["marks"]))["participants"]
    await bo.leave()
    await ana.until(lambda room: not room["participants"][1]["here"])
    again = await door.enter(path, "Bo", tokens[1])
    assert (again.room["participants"], again.room["you"]) == (before, bo.room["you"])
    assert (again.room["position"]["turn"], len(again.room["marks"])) == (3, 1)
    assert [(one["name"], one["text"]) for one in again.remarks] == [("Bo", "why not the red one?")]


async def test_two_links_to_one_game_are_two_rooms(study: str, door: RoomDoor) -> None:
    guests = [await door.enter(a_path(study, "study"), "Eve") for _ in range(2)]
    for guest in guests:
        assert len(guest.room["participants"]) == 1
        assert await guest.show(1) == "ack"


async def closed_with(door: RoomDoor, path: str) -> int | None:
    try:
        await door.enter(path, "Eve")
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
    return None


async def test_only_visible_finished_games_have_rooms(server: Server, door: RoomDoor) -> None:
    running = await open_table(server.address, seats=2, bots=("simple",), start=True)
    daily = await request(server.address, "/api/daily", {"players": 2, "bot": "simple", "name": "Ana"})
    table, _ = await a_lost_game(server.address)
    assert await closed_with(door, a_path(running.table)) == CloseCode.NO_SPECTATORS
    assert await closed_with(door, a_path(daily["table"])) == CloseCode.NO_SPECTATORS
    for path in (
        a_path("nobody-here"),
        a_path(table, "study"),
        a_path(table, "puzzle"),
        f"table/{table}/short",
        f"table/{table}/{ROOM}/more",
        f"table/{table}/{ROOM[:-1]}%6e",
        f"table/{table}",
        "",
    ):
        assert await closed_with(door, path) == CloseCode.NOT_FOUND, path


@pytest.mark.parametrize(
    ("options", "player", "guest"),
    [
        ({}, "ack", "ack"),
        ({"communication": "silent"}, "silent_table", "silent_table"),
        ({"spectator_chat": "none"}, "ack", "silent_table"),
    ],
)
async def test_chat_follows_the_options_of_the_table(
    server: Server, options: dict[str, Any], player: str, guest: str, door: RoomDoor
) -> None:
    table, tokens = await a_lost_game(server.address, **options)
    path = a_path(table)
    ana = await door.enter(path, "Ana", tokens[0])
    eve = await door.enter(path, "Eve")
    assert (ana.room["talks"], eve.room["talks"]) == (player == "ack", guest == "ack")
    assert await ana.do("chat", text="well") == player
    assert await eve.do("chat", text="well") == guest
    assert await eve.do("chat", text="\u200b \0") == ("malformed" if guest == "ack" else guest)
    assert len(eve.remarks) <= (player == "ack") + (guest == "ack")


async def test_a_room_and_its_marks_have_limits(server: Server, door: RoomDoor) -> None:
    table, _ = await a_lost_game(server.address)
    path = a_path(table)
    guests = [await door.enter(path, "Guest") for _ in range(review_rooms.MAX_PARTICIPANTS)]
    names = {one["name"] for one in guests[-1].room["participants"]}
    assert names == {"Guest", *(f"Guest {number}" for number in range(2, review_rooms.MAX_PARTICIPANTS + 1))}
    assert await closed_with(door, path) == CloseCode.ROOM_FULL
    await guests[0].leave()
    await guests[1].until(lambda room: not room["participants"][0]["here"])
    late = await door.enter(path, "Late")
    assert len(late.room["participants"]) == review_rooms.MAX_PARTICIPANTS, "in place of a participant who was gone"
    assert await closed_with(door, path) == CloseCode.ROOM_FULL
    leader = await guests[1].until(lambda room: room["leader"] == guests[1].room["you"])
    assert leader["participants"][0]["name"] == "Guest 2", "the lead goes to the participant who came first"

    share = review_rooms.MAX_MARKS // review_rooms.MAX_PARTICIPANTS
    codes = [await late.mark(drawn) for drawn in range(share + 2)]
    assert codes == ["ack"] * share + ["marks_full"] * 2
    alone = await door.enter(a_path(table), "Alone")
    codes = [await alone.mark(drawn) for drawn in range(review_rooms.MAX_MARKS_OF_PARTICIPANT + 2)]
    assert codes == ["ack"] * review_rooms.MAX_MARKS_OF_PARTICIPANT + ["marks_full"] * 2
    for _ in range(5):
        newest = await door.enter(path, "Late", late.token)
    assert len(newest.room["participants"]) == review_rooms.MAX_PARTICIPANTS
    assert await late.closed() == CloseCode.REPLACED, "the oldest socket of a visitor is closed"


HOSTILE = [
    "",
    "null",
    "[" * 5000,
    '{"type":"show","id":"a","position":{"turn":-1}}',
    '{"type":"show","id":"a","position":{"turn":1e999}}',
    '{"type":"show","id":"a\\u0000","position":{"turn":1}}',
    '{"type":"show","id":"a","position":{"turn":1,"seat":5}}',
    json.dumps({"type": "show", "id": "a", "position": {"turn": 1, "actions": ["play 1"] * (MAX_TRIED + 1)}}),
    json.dumps({"type": "show", "id": "a", "position": {"turn": 1, "actions": ["p" * 41]}}),
    '{"type":"mark","id":"a","upon":0,"spot":{"type":"card","drawn":1000}}',
    '{"type":"mark","id":"a","upon":0,"spot":{"type":"firework","suit":"<b>"}}',
    '{"type":"mark","id":"a","upon":99999999999,"spot":{"type":"card","drawn":1}}',
    '{"type":"lead","id":"a","to":-1}',
    '{"type":"chat","id":"a","text":"' + "a" * 301 + '"}',
    '{"type":"move","id":"a","actions":0,"action":{"type":"play","slot":0}}',
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
]


async def test_hostile_messages_are_refused_without_affecting_others(server: Server, door: RoomDoor) -> None:
    table, _ = await a_lost_game(server.address)
    path = a_path(table)
    ana = await door.enter(path, "Ana")
    eve = await door.enter(path, "Eve%00%E2%80%AE" + "x" * 500)
    assert eve.me["name"] == "Eve" + "x" * 21
    await eve.do("lead")
    before = (await ana.until(lambda room: room["leader"] == eve.room["you"])).copy()
    for text in HOSTILE:
        await eve.socket.send(text)
        while "error" not in (answer := str(await eve.socket.recv())):
            pass
        assert json.loads(answer)["code"] == "malformed", text
        assert await eve.do("ping") == "pong"
    for turn, position in (
        (999, {}),
        (1, {"after": 999}),
        (9, {"after": 2, "actions": ["play 1"]}),
        (0, {"seat": 2}),
    ):
        assert await eve.show(turn, **position) == "malformed"
    assert await ana.do("ping") == "pong"
    assert ana.room == before
    # One message that is too long is enough: data after the close would reset the connection before we read its code.
    for message, times, code in ((b"\0\1", 5, CloseCode.POLICY_VIOLATION), ("x" * 9000, 1, CloseCode.MESSAGE_TOO_BIG)):
        eve = await door.enter(path, "Eve", eve.token)
        for _ in range(times):
            await eve.socket.send(message)
        assert await eve.closed() == code


async def test_a_flood_is_slowed_down(tmp_path: Path) -> None:
    """Messages are counted per visitor, across rooms."""
    with running_server(str(tmp_path / "tables.db"), "--messages", "100") as limited:
        async with RoomDoor(limited.address) as door:
            table, _ = await a_lost_game(limited.address)
            eve = await door.enter(a_path(table), "Eve")
            chats = await eve.do_often(50, "chat", text="again")
            assert chats[:15] == ["ack"] * 15
            assert "slow_down" in chats
            await eve.do_often(50, "show", position={"turn": 1})
            again = await door.enter(a_path(table), "Eve", eve.token)
            assert "slow_down" in await again.do_often(50, "show", position={"turn": 1})


class NoTransport:
    is_full = False
    code: int | None = None

    def write(self, message: bytes) -> None:
        pass

    write_padded = write_uncompressed = write

    def close(self, code: int) -> None:
        self.code = code


async def test_empty_and_unused_rooms_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    now = 1000.0
    rooms = ReviewRooms(open_store(str(tmp_path / "tables.db")), clock=lambda: now)
    keys = [RoomKey("table", "a-table", f"room {number}") for number in range(4)]
    game = RoomGame(2, 10, ("Ana", "Bo"))
    people = []
    for key in keys:
        room, transport = rooms.room(key, game), NoTransport()
        client = Client(Actor(None), None, transport)
        people.append((room, room.enter(client, "Eve", None, True), client, transport))
    assert rooms.room(keys[0], game) is people[0][0]
    people[0][0].leave(people[0][1], people[0][2])
    now += review_rooms.RETURN_SECONDS + 1
    rooms.maintain()
    assert people[0][0].participants == []
    assert people[0][0].leader is None
    assert len(rooms) == 4, "a participant who reloads the page finds the room"
    now += review_rooms.KEEP_EMPTY + 1
    rooms.maintain()
    assert len(rooms) == 3
    people[1][0].lead(people[1][1], Lead(id="l"))
    rooms._opened_elsewhere(ROOMS, "/".join(keys[2]))
    assert people[2][3].code == CloseCode.RESTARTING
    now += review_rooms.MAX_UNUSED - 1
    people[1][0].lead(people[1][1], Lead(id="l"))
    rooms.maintain()
    assert (people[1][3].code, people[3][3].code, len(rooms)) == (None, CloseCode.ROOM_ENDED, 1)
    rooms.end_of_table("a-table")
    assert (people[1][3].code, len(rooms)) == (CloseCode.TABLE_CLOSED, 0)
    monkeypatch.setattr(review_rooms, "MAX_EMPTY", 3)
    for number in range(6):
        rooms.room(RoomKey("table", "a-table", str(number)), game)
    rooms.maintain()
    assert len(rooms) == 3
