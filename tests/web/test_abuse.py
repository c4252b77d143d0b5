"""Nobody gets in, and nothing breaks: every attempt has a clear answer, and the table is unharmed."""

import asyncio
import json
import random

import pytest

from hanabi.tables.commands import PHRASES
from hanabi.tables.live.live_table import LiveTable
from support.in_process_tables import Listener, a_choice, a_hall, a_table

COMMANDS, SHOWERS = 100_000, 10


def run(coroutine):
    return asyncio.run(coroutine)


async def started(context, **options):
    live = await a_table(context, **options)
    listeners = [Listener(context, live, f"k{seat}") for seat in range(len(live.table.occupants))]
    assert (await listeners[0].say(type="start", id="s"))["type"] == "ack"
    return live, listeners


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
def test_what_may_not_be_done_is_refused_and_changes_nothing(tmp_path, who, command, code):
    async def attempt():
        async with a_hall(tmp_path) as context:
            live, listeners = await started(context)
            speaker = Listener(context, live, None) if who is None else listeners[who]
            n, before = live.table.n, listeners[0].state["view"]
            answer = await speaker.say(id="x", **command)
            assert (answer["type"], answer["code"]) == ("error", code)
            assert live.table.n == n
            assert listeners[0].state["view"] == before

    run(attempt())


def test_html_and_sql_in_names_and_chat_are_only_text(tmp_path):
    async def talk():
        async with a_hall(tmp_path) as context:
            live = await a_table(context, communication="free")
            listener = Listener(context, live, "k1")
            nasty = "'; DROP TABLE event; -- <b>&\u202e\x00"
            assert (await listener.say(type="rename", id="1", name=nasty[:24]))["type"] == "ack"
            assert (await listener.say(type="chat", id="2", text=nasty))["type"] == "ack"
            said = listener.state["events"][-1]
            assert said["text"] == "'; DROP TABLE event; -- <b>&\u202e"
            assert listener.state["table"]["seats"][1]["name"] == "'; DROP TABLE event; --"

    run(talk())


def test_a_command_sent_twice_is_carried_out_once(tmp_path):
    async def twice():
        async with a_hall(tmp_path) as context:
            live, listeners = await started(context)
            move = a_choice(listeners[0].state, random.Random(1))
            first = await listeners[0].say(id="m", **move)
            again = await listeners[0].say(id="m", **move)
            assert first == again
            assert live.table.actions == 1

    run(twice())


def test_five_malformed_messages_close_the_socket_and_a_good_one_forgives(tmp_path):
    async def shout():
        async with a_hall(tmp_path) as context:
            _, listeners = await started(context)
            for _ in range(4):
                await listeners[1].hear("{")
            await listeners[1].say(type="phrase", id="p", phrase="sorry")
            for _ in range(4):
                await listeners[1].hear(None)
            assert listeners[1].closed_with is None
            await listeners[1].hear("[" * 4000)
            await asyncio.sleep(0)
            assert listeners[1].closed_with == 1008

    run(shout())


def test_a_flood_is_slowed_down_not_banned(tmp_path):
    async def flood():
        async with a_hall(tmp_path, messages=5, per_seconds=1.0) as context:
            _, listeners = await started(context)
            answers = [await listeners[1].say(type="ping", id=f"p{number}") for number in range(8)]
            kinds = {answer["type"] for answer in answers}
            assert kinds == {"pong", "error"}
            assert {answer.get("code") for answer in answers} == {None, "slow_down"}
            await asyncio.sleep(1.0)
            assert (await listeners[1].say(type="ping", id="later"))["type"] == "pong"

    run(flood())


def a_message(chance: random.Random, state: dict) -> str:
    """Anything: legal moves, near misses, other people's commands, broken JSON, wrong types, deep and odd things."""
    numbers = [0, 1, 2, 3, 4, 5, -1, 99, 2**40, 1.5, True, None, "1", [], {}]
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
    command = chance.choice(
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


def test_a_hundred_thousand_generated_messages_break_nothing(tmp_path):
    """Each gets exactly one answer; nothing is raised, and the log still replays to the table in memory."""

    async def shower(context, seed):
        chance = random.Random(seed)
        for _ in range(COMMANDS // SHOWERS // 2000):
            rules = chance.choice([{}, {"edition": "pl", "flamboyants": True}, {"choreography": True}])
            options = {"rules": rules, "communication": chance.choice(["free", "silent", "phrases"])}
            live = await a_table(context, **options)
            listeners = [Listener(context, live, f"k{seat}") for seat in range(3)]
            listeners += [Listener(context, live, None), Listener(context, live, "k9")]
            for step in range(2000):
                speaker = chance.choice(listeners)
                if step % 50 == 0:
                    for listener in listeners:
                        listener.sent[:] = [next(t for t in reversed(listener.sent) if '"state"' in t[:20])]
                before = len(speaker.sent)
                text = a_message(chance, speaker.state)
                await speaker.hear(None if chance.random() < 0.01 else text)
                answers = [sent for sent in speaker.sent[before:] if not sent.startswith('{"type":"state"')]
                assert len(answers) == 1, (text, answers)
            # Bots may sit there by now and be about to move.
            live.driving = False
            while live.table.id in context.registry._bots_moving:
                await asyncio.sleep(0.01)
            context.registry.live_tables.pop(live.table.id)
            again = LiveTable(live.table.id, context.registry.store, lambda live, event: None)
            await again.load()
            assert again.table.events_json == live.table.events_json
            assert again.state_writer.view(0) == live.state_writer.view(0)

    async def showers():
        async with a_hall(tmp_path, malformed=10**9) as context:
            await asyncio.gather(*(shower(context, seed) for seed in range(SHOWERS)))

    run(showers())
