"""Spectators: the delayed view of a table, and their chat."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hanabi.server.archive.ratings import is_rated
from hanabi.server.context import Context
from hanabi.server.database import Connected
from hanabi.server.live import clients
from hanabi.server.live.clients import SMALL_AUDIENCE
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.lobby import SeenProgress, _as_spectators_see, watchable_tables
from hanabi.server.live.spectators import MAX_CHARACTERS
from hanabi.server.refusals import Refused
from hanabi.server.tables import Clock, Options
from hanabi.server.tables.features import takeover
from hanabi.server.wire.state_message import StateMessageWriter
from support.hidden_cards import shuffled
from support.in_process_tables import RecordingClient, a_choice, a_registry, a_table

pytestmark = pytest.mark.anyio
DELAY = 4


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    async with a_registry(tmp_path) as context:
        yield context


async def a_running_table(context: Context, **options: Any) -> tuple[LiveTable, list[RecordingClient]]:
    live = await a_table(context, **options)
    players = [RecordingClient(context, live, f"k{seat}") for seat in range(3)]
    await players[0].send_command(type="start", id="s")
    return live, players


async def a_move(live: LiveTable, players: list[RecordingClient], chance: random.Random) -> None:
    assert live.table.game is not None
    seat = live.table.game.player
    assert seat is not None
    command = a_choice(players[seat].state, chance)
    answer = await players[seat].send_command(id=f"m{live.table.n}", **command)
    assert answer["type"] in ("ack", "spectators"), answer


@pytest.mark.parametrize("spectators", ["public", "open"])
async def test_newer_actions_change_no_byte_for_delayed_spectators(spectators: Any, context: Context) -> None:
    """Every message to a spectator is the one that a table without delay would have sent DELAY actions earlier."""
    chance = random.Random(11)
    clock = Clock("bank", 600)
    live = await a_table(context, spectators=spectators, spectator_delay=DELAY, seed="later", clock=clock)
    players = [RecordingClient(context, live, f"k{seat}") for seat in range(3)]
    watcher = RecordingClient(context, live, None)
    await players[0].send_command(type="start", id="s")
    assert watcher.state["table"]["phase"] == "setup", "the deal is delayed like everything else"
    faces_after: list[str] = []
    acted: list[int] = []
    while live.table.phase == "playing":
        sent = len(watcher.sent)
        await a_move(live, players, chance)
        if live.table.phase != "playing":
            break
        seen = live.clients.spectator_table
        acted.append(live.table.n)
        assert seen.n < acted[-DELAY:][0]
        assert len(acted) <= DELAY or seen.n >= acted[-DELAY - 1]
        assert len(watcher.sent) - sent == (len(acted) >= DELAY), "not even a message reveals an action"
        if seen.game is None:
            continue
        state = watcher.state
        assert state["n"] == seen.n < live.table.n
        assert state["view"]["actions"] == seen.actions
        assert state["table"]["clock"]["left"] is None
        # A spectator who comes now sees the same state.
        late = RecordingClient(context, live, None, since=live.table.n)
        assert late.state["view"] == state["view"]
        assert {event["n"] for event in late.state["events"]} <= set(range(seen.n + 1))
        live.clients.dismiss(late.client)
        faces_after.append(json.dumps(state["view"]))
        if spectators == "public":
            twin = StateMessageWriter(shuffled(seen, None, chance), shows_clock=False)
            again = twin.message(None, None, False, seen.n - 1, 0.0)
            assert again == StateMessageWriter(seen, shows_clock=False).message(None, None, False, seen.n - 1, 0.0)
        if len(acted) == 9:
            await _take_back(live, players)
    assert len(set(faces_after)) > 20
    assert watcher.state["table"]["phase"] == "over", "after the game nothing is held back"
    assert watcher.state["n"] == live.table.n
    numbers = [event["n"] for text in watcher.sent if '"state"' in text for event in json.loads(text)["events"]]
    assert numbers == sorted(numbers), "each event came once, in order"


async def _take_back(live: LiveTable, players: list[RecordingClient]) -> None:
    assert live.table.game is not None
    last = live.table.actors[-1]
    for seat, answer in ((last, "ask"), ((last + 1) % 3, "agree"), ((last + 2) % 3, "agree")):
        command = {"type": "take_back", "id": f"t{live.table.n}", "answer": answer}
        assert (await players[seat].send_command(**command))["type"] == "ack"


async def test_a_reloaded_table_shows_spectators_the_same(context: Context) -> None:
    live, players = await a_running_table(context, spectator_delay=2)
    chance = random.Random(3)
    for _ in range(5):
        await a_move(live, players, chance)
    seen = RecordingClient(context, live, None).state
    await context.registry.reload(live.table.id)
    again = RecordingClient(context, await context.registry.live_table(live.table.id), None).state
    assert (again["n"], again["view"]) == (seen["n"], seen["view"])


async def test_players_read_spectator_chat_only_after_the_game(context: Context) -> None:
    live, players = await a_running_table(context)
    eve, kim = RecordingClient(context, live, None), RecordingClient(context, live, None)
    answer = await eve.send_command(type="spectator_chat", id="c1", name="P1", text="the red\u202e one!")
    assert answer["type"] == "spectators"
    assert [(one["name"], one["text"]) for one in answer["chat"]] == [("P1 2", "the red one!")]
    assert any("the red one!" in text for text in kim.sent)
    late = RecordingClient(context, live, None)
    assert "the red one!" in late.sent[-1]
    refused = await players[1].send_command(type="spectator_chat", id="c2", name="P1", text="hello")
    assert refused["code"] == "not_spectator"
    chance = random.Random(5)
    while live.table.phase == "playing":
        assert not any("the red one!" in text for player in players for text in player.sent)
        await a_move(live, players, chance)
    assert all("the red one!" in "".join(player.sent) for player in players)


async def test_a_remark_is_sent_once_and_a_newcomer_gets_the_newest(context: Context) -> None:
    live, _ = await a_running_table(context)
    eve, kim = RecordingClient(context, live, None), RecordingClient(context, live, None)
    for number in range(15):
        await eve.send_command(type="spectator_chat", id=f"c{number}", name="Eve", text="ż" * 290 + f" no {number}")
    for number in range(15, 40):
        context.registry.messages.say(live, "Eve", "ż" * 290 + f" no {number}")
    assert "".join(kim.sent).count("ż") == 40 * 290, "nobody gets the whole chat again"
    assert [json.loads(text)["more"] for text in kim.sent if "no 3" in text][-1]
    late = json.loads(RecordingClient(context, live, None).sent[-1])
    texts = [remark["text"] for remark in late["chat"]]
    assert texts[-1].endswith(" no 39")
    assert 0 < sum(map(len, texts)) <= MAX_CHARACTERS
    assert not late["more"]


@pytest.mark.parametrize(("allowed", "players_read"), [("shared", True), ("none", False)])
async def test_the_table_decides_about_spectator_chat(allowed: str, players_read: bool, context: Context) -> None:
    live, players = await a_running_table(context, spectator_chat=allowed)
    eve = RecordingClient(context, live, None)
    answer = await eve.send_command(type="spectator_chat", id="c1", name="Eve", text="good luck")
    assert answer.get("code") == (None if players_read else "silent_table")
    assert any("good luck" in text for text in players[0].sent) == players_read


async def test_a_large_audience_gets_fewer_states_but_always_the_newest(
    monkeypatch: pytest.MonkeyPatch, context: Context
) -> None:
    monkeypatch.setattr(clients, "AUDIENCE_DELAY", 0.05)
    live, players = await a_running_table(context)
    audience = [RecordingClient(context, live, None) for _ in range(SMALL_AUDIENCE)]
    chance = random.Random(3)
    for _ in range(12):
        await a_move(live, players, chance)
    assert all(len(player.sent) > 12 for player in players)
    assert all(len(spectator.sent) < 12 for spectator in audience)
    for number in range(12):
        context.registry.messages.say(live, "Eve", f"remark {number}")
    newcomer = RecordingClient(context, live, None)
    audience.append(newcomer)
    async with asyncio.timeout(20):
        while any("remark 11" not in "".join(spectator.sent) for spectator in audience):
            await asyncio.sleep(0.01)
    assert {spectator.state["n"] for spectator in audience} == {live.table.n}
    assert audience[0].state["view"] == newcomer.state["view"]
    for spectator in audience:
        chats = [message for text in spectator.sent if (message := json.loads(text))["type"] == "spectators"]
        assert len(chats) < 12
        heard = [remark["text"] for chat in chats for remark in chat["chat"]]
        assert heard == [f"remark {number}" for number in range(12)], "each once"


async def test_running_public_games_are_listed_by_their_spectators(context: Context) -> None:
    tables = {}
    variants: dict[str, dict[str, Any]] = {
        "quiet": {},
        "followed": {},
        "later": {"spectator_delay": 3},
        "private": {"public": False},
        "closed": {"spectators": "none"},
    }
    for name, options in variants.items():
        tables[name], _ = await a_running_table(context, **{"public": True, **options})
    await a_table(context, public=True)
    watchers = [RecordingClient(context, tables["followed"], None) for _ in range(3)]
    watchers.append(RecordingClient(context, tables["later"], None))
    for live in tables.values():
        context.registry.presence_changed(live)
    await context.registry._publish_changes()
    now = context.registry.store.now()
    listed = await context.registry.store.query(lambda connection: watchable_tables(connection, now, 0))
    names = [next(name for name, live in tables.items() if live.table.id == one.id) for one in listed]
    assert names == ["followed", "later", "quiet"]
    assert [one.watching for one in listed] == [3, 1, 0]
    assert [one.player is None for one in listed] == [False, True, False]
    assert [(one.turn, one.score, one.max_score) for one in listed] == [(0, 0, 25), (None, None, 25), (0, 0, 25)]
    assert [sum(one.fireworks.values()) if one.fireworks else None for one in listed] == [0, None, 0]
    players = [RecordingClient(context, tables["later"], f"k{seat}") for seat in range(3)]
    chance = random.Random(3)
    for _ in range(5):
        await a_move(tables["later"], players, chance)
    await context.registry._maintain()
    listed = await context.registry.store.query(lambda connection: watchable_tables(connection, now, 0))
    later = next(one for one in listed if one.id == tables["later"].table.id)
    seen = tables["later"].clients.spectator_table.game
    assert seen is not None
    assert (later.turn, later.player) == (seen.turn, seen.player) == (2, 2), "as far as spectators see it"
    assert later.seen is None
    sealed = msgspec.structs.replace(later, sealed_until=2 * now, seen=SeenProgress(0, 9, 9, {"red": 5}))
    assert (_as_spectators_see(sealed).turn, _as_spectators_see(sealed).seen) == (None, None)
    old = await context.registry.store.query(lambda connection: watchable_tables(connection, now + 1000, 0))
    assert old == []


async def seen_hands(context: Context, live: LiveTable, players: list[RecordingClient]) -> set[bool]:
    """Whether the cards were shown that somebody saw who watched the whole game."""
    chance, shown = random.Random(2), set[bool]()
    watcher = RecordingClient(context, live, None)
    while live.table.phase == "playing":
        if watcher.state["view"]:
            hands = watcher.state["view"]["hands"]
            shown.update(card["card"] is not None for hand in hands for card in hand["cards"])
        await a_move(live, players, chance)
    assert all(card["card"] for hand in watcher.state["view"]["hands"] for card in hand["cards"])
    return shown


async def test_by_default_spectators_see_all_hands_three_moves_later(context: Context) -> None:
    """The deal code may be known to a player, so the game does not count."""
    by_default = Options()
    live, players = await a_running_table(
        context, seed="a code", spectators=by_default.spectators, spectator_delay=by_default.spectator_delay
    )
    assert not live.table.counts
    eve = RecordingClient(context, live, None)
    assert eve.state["table"]["phase"] == "setup"
    chance = random.Random(2)
    for _ in range(4):
        await a_move(live, players, chance)
    assert eve.state["view"]["actions"] == 1
    assert await seen_hands(context, live, players) == {True}


async def test_nobody_sees_the_hands_of_a_game_that_counts(context: Context) -> None:
    """A player could watch with a second browser."""
    live, players = await a_running_table(context, spectators="open", spectator_delay=0)
    assert live.table.counts
    assert await seen_hands(context, live, players) == {False}


async def test_a_host_may_show_the_hands_of_a_game_that_then_does_not_count(context: Context) -> None:
    live, players = await a_running_table(context, public=True, spectators="shown", spectator_delay=0)
    assert not live.table.counts
    assert live.table.is_listed
    assert await seen_hands(context, live, players) == {True}
    assert not is_rated(live.table)
    assert not live.table.is_listed


async def test_a_player_whom_a_bot_replaces_for_a_while_cannot_look_at_the_hands(context: Context) -> None:
    live, _ = await a_running_table(context, spectators="open", spectator_delay=0)
    watcher = RecordingClient(context, live, None)
    for seat in (0, 1, 2):
        event = takeover.BotTookOver(seat=seat, by=(seat + 1) % 3, bot="simple")
        await live.append(lambda _, event=event: event)  # type: ignore[misc]
    assert not live.table.humans
    assert not any(card["card"] for hand in watcher.state["view"]["hands"] for card in hand["cards"])


async def test_everybody_sees_who_watches(context: Context) -> None:
    live, players = await a_running_table(context)
    eve = RecordingClient(context, live, None)
    eve.client.name = "Eve"
    guests = [RecordingClient(context, live, None) for _ in range(2)]
    live.clients.show_presence(Connected(watching=1, names=frozenset({"Ana"})))
    for client in (*players, eve):
        assert (client.state["table"]["watching"], client.state["table"]["viewers"]) == (4, ["Ana", "Eve"])
    for guest in guests:
        live.clients.dismiss(guest.client)
    live.clients.show_presence(Connected())
    assert (players[0].state["table"]["watching"], players[0].state["table"]["viewers"]) == (1, ["Eve"])


async def test_a_table_can_forbid_spectators(context: Context) -> None:
    live, _ = await a_running_table(context, spectators="none", spectator_delay=2)
    with pytest.raises(Refused, match="no_spectators"):
        RecordingClient(context, live, None)
