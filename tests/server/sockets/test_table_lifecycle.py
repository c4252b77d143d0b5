"""Clocks, takeovers, take-backs, rematches, and tables that continue a finished game."""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from hanabi.client import CommandRefused, SeatAt, TableClient, open_table, play_seat, request
from hanabi.records import branch, loads, replay
from hanabi.server.context import Context
from hanabi.server.live.live_table import LiveTable
from hanabi.server.tables import Clock
from support.in_process_tables import RecordingClient, a_choice, a_registry, a_table
from support.server_process import running_server
from support.waiting import until

pytestmark = pytest.mark.anyio

DAY = 86400


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    async with a_registry(tmp_path) as context:
        yield context


async def started(context: Context, players: int = 3, **options: Any) -> tuple[LiveTable, list[RecordingClient]]:
    live = await a_table(context, players, **options)
    clients = [RecordingClient(context, live, f"k{seat}") for seat in range(players)]
    assert (await clients[0].send_command(type="start", id="s"))["type"] == "ack"
    return live, clients


def pass_time(folder: Path, seconds: float) -> None:
    """Move all stored events `seconds` into the past."""
    with sqlite3.connect(folder / "tables.db") as database:
        database.execute("UPDATE event SET at = at - ?", (seconds,))
    database.close()


async def a_table_left_for(folder: Path, seconds: float, clock: Clock) -> str:
    """A game that started under this clock, on a server that was then down for `seconds`."""
    async with a_registry(folder) as context:
        live, _ = await started(context, clock=clock)
        await context.registry._save_summaries()
    pass_time(folder, seconds)
    return live.table.id


async def test_a_player_whose_time_is_up_is_away_until_the_next_move(tmp_path: Path) -> None:
    table = await a_table_left_for(tmp_path, 4.5, Clock("move", 5))

    async with a_registry(tmp_path) as context:
        # A server that starts finds the running clocks by itself.
        await context.registry.open()
        await until(lambda: table in context.registry.live_tables)
        live = await context.registry.live_table(table)
        clients = [RecordingClient(context, live, f"k{seat}") for seat in range(3)]
        await until(lambda: live.table.occupants[0].away)
        assert clients[1].state["events"][-1]["type"] == "time_up"
        assert clients[1].state["table"]["seats"][0]["away"] is True
        # The player keeps the turn: nobody loses by the clock.
        assert clients[0].state["view"]["player"] == 0
        n = live.table.n
        assert (await clients[0].send_command(id="m", **a_choice(clients[0].state, random.Random(1))))["type"] == "ack"
        assert clients[1].state["table"]["seats"][0]["away"] is False
        assert clients[1].state["n"] == n + 1


async def test_a_move_in_time_stops_the_clock(tmp_path: Path) -> None:
    table = await a_table_left_for(tmp_path, 500, Clock("move", 600))
    async with a_registry(tmp_path) as context:
        live = await context.registry.live_table(table)
        client = RecordingClient(context, live, "k0")

        def seconds_left() -> float:
            timer = context.registry._driver._timers[table]
            return timer.when() - asyncio.get_running_loop().time()

        await until(lambda: live.driving)
        assert seconds_left() <= 100
        answer = await client.send_command(id="m", **a_choice(client.state, random.Random(1)))
        assert answer["type"] == "ack"
        assert seconds_left() > 300, "the clock of the player who moved still runs"
        assert not any(occupant.away for occupant in live.table.occupants)
        assert client.state["table"]["clock"]["since"] == live.table.turn_started_at


async def test_a_correspondence_table_waits_for_its_days_and_no_longer(tmp_path: Path) -> None:
    table = await a_table_left_for(tmp_path, 2 * DAY, Clock("move", 3 * DAY))
    async with a_registry(tmp_path) as context:
        live = await context.registry.live_table(table)
        await until(lambda: live.driving)
        await asyncio.sleep(0.3)
        assert not live.table.occupants[0].away
    pass_time(tmp_path, DAY)
    async with a_registry(tmp_path) as context:
        live = await context.registry.live_table(table)
        await until(lambda: live.table.occupants[0].away)


async def test_a_time_bank_is_spent_and_refilled(tmp_path: Path) -> None:
    table = await a_table_left_for(tmp_path, 100, Clock("bank", 300, 7))
    async with a_registry(tmp_path) as context:
        live = await context.registry.live_table(table)
        clients = [RecordingClient(context, live, f"k{seat}") for seat in range(3)]
        await clients[0].send_command(id="m", **a_choice(clients[0].state, random.Random(1)))
        left = clients[1].state["table"]["clock"]["left"]
        spent = live.table.turn_started_at - live.table.created_at
        assert 307 - spent - 1 < left[0] <= 207
        assert left[1:] == [300, 300]


async def test_a_bot_takes_over_when_everybody_present_agrees_and_the_player_can_come_back(context: Context) -> None:
    live, people = await started(context, 4, first=1)
    ask = {"type": "takeover", "seat": 0, "answer": "agree", "bot": "random"}
    assert (await people[1].send_command(id="1", **ask))["code"] == "not_abandoned"
    await people[0].send_command(id="1", type="stand")
    assert (await people[1].send_command(id="2", **ask))["type"] == "ack"
    asked = people[2].state["table"]["takeover"]
    assert asked == {"seat": 0, "bot": "random", "agreed": [1], "waiting": [2, 3]}
    # The game continues during the vote.
    await people[1].send_command(id="m", **a_choice(people[1].state, random.Random(1)))
    assert people[2].state["table"]["takeover"] == asked
    assert (await people[2].send_command(id="3", **ask))["type"] == "ack"
    assert live.table.occupants[0].bot is None
    assert (await people[3].send_command(id="4", type="takeover", seat=0, answer="refuse"))["type"] == "ack"
    assert people[1].state["table"]["takeover"] is None
    for seat, number in ((1, "5"), (2, "6"), (3, "7")):
        assert (await people[seat].send_command(id=number, **ask))["type"] == "ack"
    assert people[1].state["table"]["seats"][0]["kind"] == "bot"
    for seat in (2, 3):
        await people[seat].send_command(id=f"m{seat}", **a_choice(people[seat].state, random.Random(seat)))
    await until(lambda: live.table.actors[-1] == 0)
    move = {"type": "move", "actions": live.table.actions, "action": {"type": "play", "slot": 0}}
    assert (await people[0].send_command(id="8", **move))["code"] == "not_seated"
    assert (await people[0].send_command(id="9", type="sit", name="Ana"))["type"] == "ack"
    seat = people[1].state["table"]["seats"][0]
    assert (seat["kind"], seat["name"], seat["away"]) == ("human", "P0", False)


async def test_an_absent_player_who_moves_ends_the_vote(context: Context) -> None:
    _, people = await started(context, 3)
    await people[0].send_command(id="1", type="stand")
    await people[1].send_command(id="1", type="takeover", seat=0, answer="agree", bot="random")
    await people[0].send_command(id="2", **a_choice(people[0].state, random.Random(1)))
    assert people[2].state["table"]["takeover"] is None
    late = await people[2].send_command(id="1", type="takeover", seat=0, answer="agree", bot="random")
    assert late["code"] == "not_abandoned"


async def test_a_take_back_needs_everybody_and_hides_no_card_again(context: Context) -> None:
    live, people = await started(context, 3, seed="a deal to undo")
    spectator = RecordingClient(context, live, None)
    before = people[0].state["view"]
    slot = 2
    play = {"type": "move", "actions": 0, "action": {"type": "play", "slot": slot}}
    await people[0].send_command(id="p", **play)
    shown = next(event for event in people[0].state["events"] if event["type"] == "play")
    await people[1].send_command(id="m", **a_choice(people[1].state, random.Random(4)))
    assert (await people[0].send_command(id="t", type="take_back", answer="ask"))["type"] == "ack"
    assert people[1].state["table"]["take_back"]["waiting"] == [1, 2]
    await people[1].send_command(id="t", type="take_back", answer="agree")
    assert live.table.actions == 2
    await people[2].send_command(id="t", type="take_back", answer="agree")
    assert live.table.actions == 0
    for client in (people[0], people[2], spectator):
        hand = client.state["view"]["hands"][0]["cards"]
        # As before, except that everybody, even its owner, has seen the played card.
        assert (hand[slot]["drawn"], hand[slot]["card"]) == (shown["drawn"], shown["card"])
        assert people[0].state["table"]["casual"] is True
    own = people[0].state["view"]["hands"][0]["cards"]
    others = [card for place, card in enumerate(own) if place != slot]
    assert others == [card for place, card in enumerate(before["hands"][0]["cards"]) if place != slot]
    assert all(card["card"] is None for card in others)
    # It stays visible until it is played.
    clue = next(action for action in people[0].state["view"]["legal"] if action["type"] == "clue")
    choice = {name: value for name, value in clue.items() if name != "slots"}
    await people[0].send_command(id="c", type="move", actions=0, action=choice)
    assert people[0].state["view"]["hands"][0]["cards"][slot]["card"] == shown["card"]


async def test_a_game_ends_with_its_score_when_everybody_agrees(context: Context) -> None:
    live, people = await started(context, 3, seed="a deal to stop")
    early = await people[0].send_command(id="e", type="end_game", answer="ask")
    assert early["code"] == "wrong_phase", "nothing has been played"
    for turn in range(4):
        await people[turn % 3].send_command(id=f"m{turn}", **a_choice(people[turn % 3].state, random.Random(turn)))
    await people[0].send_command(id="a", type="end_game", answer="ask")
    assert people[1].state["table"]["ending"] == {"by": 0, "agreed": [], "waiting": [1, 2]}
    # Whoever moves instead plays on.
    await people[1].send_command(id="p", **a_choice(people[1].state, random.Random(1)))
    assert people[0].state["table"]["ending"] is None
    await people[0].send_command(id="b", type="end_game", answer="ask")
    await people[1].send_command(id="c", type="end_game", answer="agree")
    assert live.table.phase == "playing"
    await people[2].send_command(id="d", type="end_game", answer="agree")
    over = people[0].state["view"]["over"]
    assert (over["outcome"], over["reason"]) == ("finished", "agreement")
    assert live.table.game is not None
    assert over["score"] == sum(live.table.game.state.fireworks)
    assert people[1].state["events"][-1]["type"] == "over"
    record = live.table.record()
    replayed = replay(loads(record.dumps())).over
    assert replayed is not None
    assert (replayed.reason, replayed.score, replayed.rating) == (over["reason"], over["score"], over["rating"])
    # A part of the game, or another line of it, has not ended.
    assert replay(branch(record, 3)).over is None


async def test_a_card_drawn_in_place_of_a_shown_card_is_hidden(context: Context) -> None:
    """Only this very card is exposed: not another card with its draw number, nor the same card drawn again."""
    live, people = await started(context, 3)
    assert live.table.game is not None
    state = live.table.game.state
    drawn, card = state.draw_numbers[0][0], state.hands[0][0]
    live.table.exposed = {(drawn, card + 1), (drawn + 1, card)}
    people.append(RecordingClient(context, live, "k0"))
    assert all(held["card"] is None for held in people[-1].state["view"]["hands"][0]["cards"])


async def test_a_rematch_keeps_everybody_and_is_opened_once(context: Context) -> None:
    live, people = await started(context, 3, rules={"strikes": 2}, title="Friday", seed="known")
    step = 0
    while live.table.phase == "playing":
        step += 1
        assert live.table.game is not None
        seat = live.table.game.player
        assert seat is not None
        action = {"type": "play", "slot": 0}
        await people[seat].send_command(id=f"m{step}", type="move", actions=live.table.actions, action=action)
    answers = await asyncio.gather(*(one.send_command(id="r", type="rematch") for one in people))
    assert {answer["type"] for answer in answers} == {"ack"}
    (table,) = {one.state["table"]["rematch"] for one in people}
    following = await context.registry.live_table(table)
    for seat in range(3):
        client = RecordingClient(context, following, f"k{seat}")
        assert client.state["you"]["seat"] == seat
        assert client.state["you"]["host"] is (seat == 0)
        assert RecordingClient(context, following, f"t{seat}").state["you"]["seat"] == seat
    about = client.state["table"]
    assert [seat["name"] for seat in about["seats"]] == ["P0", "P1", "P2"]
    assert (about["options"]["title"], about["rules"]["strikes"], about["phase"]) == ("Friday", 2, "setup")
    # The same people, not the same deal.
    assert about["deal"]["kind"] == "fresh"
    assert following.table.origin == live.table.id


async def test_a_finished_game_is_continued_from_the_middle(tmp_path: Path) -> None:
    with running_server(str(tmp_path / "tables.db")) as server:
        address = server.address
        seat = await open_table(address, seats=2, bots=("random",), start=True)
        body = {"branch": {"table": seat.table, "actions": 4}, "name": "Ana", "bots": ["random"], "start": True}
        with pytest.raises(CommandRefused, match="running"):
            await request(address, "/api/tables", body)
        await asyncio.wait_for(play_seat(seat, lambda view: view.legal_actions[-1]), 120)
        record = await request(address, f"/api/tables/{seat.table}/record")
        opened = await request(address, "/api/tables", body)
        async with TableClient(SeatAt(address, opened["table"], opened["token"])) as client:
            state = await client.wait_for(lambda state: state.view is not None)
            assert state.table.casual is True
            view = state.view
            assert view is not None
        over = await asyncio.wait_for(
            play_seat(SeatAt(address, opened["table"], opened["token"]), lambda view: view.legal_actions[-1]), 60
        )
        again = await request(address, f"/api/tables/{opened['table']}/record")
    assert view.actions >= 4
    assert again["deck"] == record["deck"]
    assert again["actions"][:4] == record["actions"][:4]
    assert again["result"]["outcome"] == over.outcome
    assert again["casual"] is True
