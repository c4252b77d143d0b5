"""Commands that are refused, malformed or too many: each gets one answer, and the table stays as it is."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hanabi.server import rate_limits
from hanabi.server.context import Context
from hanabi.server.live.live_table import LiveTable
from hanabi.server.tables.features.talk import PHRASES
from hanabi.server.wire.close_codes import CloseCode
from support.in_process_tables import RecordingClient, a_choice, a_registry, a_table

pytestmark = pytest.mark.anyio

COMMANDS, RUNS = 100_000, 10


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    async with a_registry(tmp_path) as context:
        yield context


async def started(context: Context, **options: Any) -> tuple[LiveTable, list[RecordingClient]]:
    live = await a_table(context, **options)
    clients = [RecordingClient(context, live, f"k{seat}") for seat in range(len(live.table.occupants))]
    assert (await clients[0].send_command(type="start", id="s"))["type"] == "ack"
    return live, clients


@pytest.mark.parametrize(
    ("who", "command", "code"),
    [
        (1, {"type": "start"}, "not_host"),
        (0, {"type": "start"}, "wrong_phase"),
        (1, {"type": "move", "actions": 0, "action": {"type": "play", "slot": 0}}, "wrong_player"),
        (0, {"type": "move", "actions": 5, "action": {"type": "play", "slot": 0}}, "stale"),
        (0, {"type": "move", "actions": 0, "action": {"type": "discard", "slot": 0}}, "all_tokens_available"),
        (0, {"type": "move", "actions": 0, "action": {"type": "clue", "to": 0, "about": "red"}}, "clue_to_self"),
        (0, {"type": "move", "actions": 0, "action": {"type": "clue", "to": 1, "about": "pink"}}, "no_such_color"),
        (0, {"type": "move", "actions": 0, "action": {"type": "rescue", "card_id": 3}}, "not_in_discard_pile"),
        (0, {"type": "chat", "text": "<script>alert(1)</script>"}, "phrases_only"),
        (0, {"type": "phrase", "phrase": "well_done"}, "no_comments"),
        (0, {"type": "phrase", "phrase": "thanks", "move": 1}, "malformed"),
        (0, {"type": "rearrange", "order": [0, 1, 2]}, "bad_order"),
        (0, {"type": "take_back", "answer": "ask"}, "nothing_to_take_back"),
        (1, {"type": "take_back", "answer": "agree"}, "no_request"),
        (0, {"type": "takeover", "seat": 1, "answer": "agree"}, "not_abandoned"),
        (0, {"type": "rematch"}, "wrong_phase"),
        (0, {"type": "sit", "name": "Again"}, "already_seated"),
        (None, {"type": "move", "actions": 0, "action": {"type": "play", "slot": 0}}, "not_seated"),
        (None, {"type": "sit", "name": "Mallory"}, "not_seated"),
        (None, {"type": "phrase", "phrase": "thanks"}, "not_seated"),
        (0, {"type": "move", "actions": 0, "action": {"type": "play", "slot": 0, "extra": 1}}, "malformed"),
        (0, {"type": "move", "actions": 0, "action": {"type": "play", "slot": "0"}}, "malformed"),
        (0, {"type": "move", "actions": 0, "action": {"type": "play", "slot": 7}}, "malformed"),
        (0, {"type": "explode"}, "malformed"),
    ],
)
async def test_an_illegal_command_is_refused_and_changes_nothing(
    context: Context, who: int | None, command: dict[str, Any], code: str
) -> None:
    live, clients = await started(context)
    speaker = RecordingClient(context, live, None) if who is None else clients[who]
    n, before = live.table.n, clients[0].state["view"]
    answer = await speaker.send_command(id="x", **command)
    assert (answer["type"], answer["code"]) == ("error", code)
    assert live.table.n == n
    assert clients[0].state["view"] == before


async def test_html_and_sql_in_names_and_chat_are_plain_text(context: Context) -> None:
    live = await a_table(context, communication="free")
    client = RecordingClient(context, live, "k1")
    nasty = "'; DROP TABLE event; -- <b>&\u202e\x00"
    assert (await client.send_command(type="rename", id="1", name=nasty[:24]))["type"] == "ack"
    assert (await client.send_command(type="chat", id="2", text=nasty))["type"] == "ack"
    said = client.state["events"][-1]
    assert said["text"] == "'; DROP TABLE event; -- <b>&"
    assert client.state["table"]["seats"][1]["name"] == "'; DROP TABLE event; --"


async def test_a_comment_belongs_to_a_move(context: Context) -> None:
    _, clients = await started(context, communication="free")
    await clients[0].send_command(id="m", **a_choice(clients[0].state, random.Random(1)))
    move = clients[1].state["events"][0]["n"]
    assert (await clients[1].send_command(type="phrase", id="w", phrase="well_done", move=move))["type"] == "ack"
    said = clients[0].state["events"][-1]
    assert (said["seat"], said["phrase"], said["move"]) == (1, "well_done", move)
    for number, phrase in ((0, "well_done"), (said["n"], "well_done"), (10**9, "well_done"), (move, "thanks")):
        answer = await clients[1].send_command(type="phrase", id=f"no {number}", phrase=phrase, move=number)
        assert answer["code"] == "malformed", "neither the start of the game nor a remark is a move"


async def test_a_command_sent_twice_is_executed_once(context: Context) -> None:
    live, clients = await started(context)
    move = a_choice(clients[0].state, random.Random(1))
    first = await clients[0].send_command(id="m", **move)
    again = await clients[0].send_command(id="m", **move)
    assert first == again
    assert live.table.actions == 1


async def test_five_malformed_messages_in_a_row_close_the_socket(context: Context) -> None:
    _, clients = await started(context)
    for _ in range(4):
        await clients[1].send_text("{")
    await clients[1].send_command(type="phrase", id="p", phrase="sorry")
    for _ in range(4):
        await clients[1].send_text(None)
    assert clients[1].closed_with is None
    await clients[1].send_text("[" * 4000)
    await asyncio.sleep(0)
    assert clients[1].closed_with == CloseCode.POLICY_VIOLATION


async def test_a_flood_of_messages_is_slowed_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: now))
    async with a_registry(tmp_path, messages=5, per_seconds=1.0) as context:
        _, clients = await started(context)
        answers = [await clients[1].send_command(type="ping", id=f"p{number}") for number in range(8)]
        assert {answer["type"] for answer in answers} == {"pong", "error"}
        assert {answer.get("code") for answer in answers} == {None, "slow_down"}
        now += 1.0
        assert (await clients[1].send_command(type="ping", id="later"))["type"] == "pong"


def a_message(chance: random.Random, state: dict[str, Any]) -> str:
    """Legal moves, near misses, other people's commands, broken JSON, wrong types, deep nesting."""
    numbers: list[Any] = [0, 1, 2, 3, 4, 5, -1, 99, 2**40, 1.5, True, None, "1", [], {}]
    words = ["red", "blue", "black", "multicolor", "", "x" * 400, "\u0000", "é", "' OR 1=1 --", "<b>", "\ud800"]
    number, word = chance.choice(numbers), chance.choice(words)
    seat = chance.choice([0, 1, 2, 3, 9, -1, None])
    actions = state["view"]["actions"] if state["view"] else 0
    choice = chance.choice(
        [
            {"type": "play", "slot": number},
            {"type": "play", "slot": 1, "announce": word},
            {"type": "discard", "slot": number},
            {"type": "clue", "to": seat, "about": chance.choice([number, word])},
            {"type": "reshuffle", "card_id": number},
            {"type": "rescue", "card_id": number},
        ]
    )
    command: dict[str, Any] = chance.choice(
        [
            {"type": "move", "actions": chance.choice([actions, actions, number]), "action": choice},
            {"type": "sit", "name": word, "seat": seat},
            {"type": "stand"},
            {"type": "rename", "name": word},
            {"type": "bot", "seat": seat, "bot": chance.choice([word, "random", None, "/etc/passwd.py"])},
            {"type": "unseat", "seat": seat},
            {"type": "options", "options": {"seats": number, "rules": {"edition": word, "strikes": number}}},
            {"type": "options", "options": {"seats": 3, "clock": {"kind": "bank", "seconds": number}}},
            {"type": "start"},
            {"type": "rearrange", "order": [number, number, 1]},
            {"type": "note", "drawn": number, "text": word},
            {"type": "phrase", "phrase": chance.choice([*PHRASES, word])},
            {"type": "chat", "text": word},
            {"type": "take_back", "answer": chance.choice(["ask", "agree", "refuse", word])},
            {"type": "takeover", "seat": seat, "answer": chance.choice(["agree", "refuse"]), "bot": word},
            {"type": "rematch"},
            {"type": "ping"},
            {"type": word},
        ]
    )
    command["id"] = chance.choice([f"c{chance.randrange(10**6)}", "same", "", number])
    if chance.random() < 0.1:
        command[word] = number
    if state["view"] and state["view"]["legal"] and chance.random() < 0.3:
        command = {"id": f"m{chance.randrange(10**9)}", **a_choice(state, chance)}
    text = json.dumps(command)
    match chance.randrange(25):
        case 0:
            return text[: chance.randrange(len(text))]
        case 1:
            at = chance.randrange(len(text))
            return text[:at] + chr(chance.randrange(0x250)) + text[at + 1 :]
        case 2:
            return chance.choice(
                ["[" * 3000, '{"a":' * 1500, "null", "0", '"x"', "[]", "{}", "", "\x00", "NaN", "1e999"]
            )
    return text


async def test_a_new_socket_does_not_reset_the_limits(tmp_path: Path) -> None:
    async with a_registry(tmp_path, messages=100, chats=3, per_seconds=60.0, visitors=2) as context:
        live, _ = await started(context, communication="free")
        answers = []
        for number in range(6):
            client = RecordingClient(context, live, "k1")
            answers.append((await client.send_command(type="chat", id=f"c{number}", text="again")).get("code"))
        assert answers == [None] * 3 + ["slow_down"] * 3
        # Other visitors at the same address have their own limit, up to a number of visitors.
        for seat in (0, 2):
            for number in range(3):
                client = RecordingClient(context, live, f"k{seat}")
                answer = await client.send_command(type="chat", id=f"d{number}", text="and again")
                answers.append(answer.get("code"))
        assert answers[6:] == [None] * 3 + ["slow_down"] * 3
        # Only chat is refused.
        assert (await RecordingClient(context, live, "k1").send_command(type="ping", id="p"))["type"] == "pong"


async def test_a_client_that_never_waits_for_answers_is_disconnected(context: Context) -> None:
    _, clients = await started(context)
    for number in range(200):
        clients[1].session.message_received(json.dumps({"type": "phrase", "id": str(number), "phrase": "sorry"}))
    assert clients[1].closed_with == CloseCode.POLICY_VIOLATION
    long = " " * 7000 + json.dumps({"type": "phrase", "id": "long", "phrase": "sorry"})
    for _ in range(12):
        clients[2].session.message_received(long)
    assert clients[2].closed_with == CloseCode.POLICY_VIOLATION


@pytest.mark.parametrize("command_id", ["\0", "a\0b", "\n", "a\n", "\x7f", "", "x" * 41])
async def test_an_id_with_control_characters_is_refused_before_it_is_stored(context: Context, command_id: str) -> None:
    live, clients = await started(context)
    before = live.table.n
    answer = await clients[1].send_command(type="phrase", id=command_id, phrase="sorry")
    assert (answer["type"], answer["id"], answer["code"]) == ("error", None, "malformed")
    assert live.table.n == before
    assert (await clients[1].send_command(type="phrase", id="as ever", phrase="sorry"))["type"] == "ack"


async def test_a_hundred_thousand_generated_messages_break_nothing(tmp_path: Path) -> None:
    """Each gets exactly one answer, nothing is raised, and the log still replays to the table in memory."""

    async def send_random_messages(context: Context, seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(COMMANDS // RUNS // 2000):
            rules = chance.choice([{}, {"edition": "pl", "flamboyants": True}, {"choreography": True}])
            options: dict[str, Any] = {"rules": rules, "communication": chance.choice(["free", "silent", "phrases"])}
            live = await a_table(context, **options)
            clients = [RecordingClient(context, live, f"k{seat}") for seat in range(3)]
            clients += [RecordingClient(context, live, None), RecordingClient(context, live, "k9")]
            for step in range(2000):
                speaker = chance.choice(clients)
                if step % 50 == 0:
                    for client in clients:
                        client.sent[:] = [next(t for t in reversed(client.sent) if '"state"' in t[:20])]
                before = len(speaker.sent)
                text = a_message(chance, speaker.state)
                await speaker.send_text(None if chance.random() < 0.01 else text)
                answers = [sent for sent in speaker.sent[before:] if not sent.startswith('{"type":"state"')]
                assert len(answers) == 1, (text, answers)
            # Bots may be seated by now and about to move.
            live.driving = False
            while live.table.id in context.registry._driver.bots_moving:
                await asyncio.sleep(0.01)
            context.registry.live_tables.pop(live.table.id)
            again = LiveTable(live.table.id, context.registry.store, lambda live, event: None)
            await again.load()
            assert again.table.events == live.table.events
            assert again.clients.state_writer.view(0) == live.clients.state_writer.view(0)

    async with a_registry(tmp_path, malformed=10**9) as context:
        await asyncio.gather(*(send_random_messages(context, seed) for seed in range(RUNS)))
