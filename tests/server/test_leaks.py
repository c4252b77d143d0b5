"""Hidden cards change no byte sent to a seat or a spectator, through whole games."""

import random
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hanabi.kernels import knowledge
from hanabi.rules import Play
from hanabi.server.actor import Actor
from hanabi.server.live.clients import Client
from hanabi.server.live.live_table import LiveTable
from hanabi.server.notify.channels import Notification
from hanabi.server.notify.notifier import PendingNotification
from hanabi.server.wire.state_message import StateMessageWriter
from support.expected_views import RULES
from support.hidden_cards import shuffled
from support.http_visitor import Visitor, fill_seats_and_start, http_context, play_some
from support.in_process_tables import RecordingClient, a_choice, a_registry, a_table
from support.socket_pair import connected

pytestmark = pytest.mark.anyio


def choice(live: LiveTable, chance: random.Random) -> dict[str, Any] | None:
    """Players peek now and then, so that games reach the late rules."""
    game = live.table.game
    assert game is not None
    state, seat = game.state, game.player
    assert seat is not None
    playable = knowledge.playable_kinds(game.rule_tables, state)
    slots = [action.slot for action in game.legal_actions() if isinstance(action, Play)]
    good = [slot for slot in slots if playable >> state.faces[state.hands[seat][slot]] & 1]
    if good and chance.random() < 0.6:
        return {"type": "play", "slot": chance.choice(good)}
    return None


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(map(str, rules.values())) or "base")
async def test_hidden_cards_change_no_byte_that_is_sent(tmp_path: Path, rules: dict[str, Any]) -> None:
    chance = random.Random(3)
    async with a_registry(tmp_path) as context:
        live = await a_table(context, rules=rules, seed="a known deal", take_backs=True)
        clients: dict[int | None, RecordingClient] = {
            seat: RecordingClient(context, live, f"k{seat}") for seat in range(3)
        }
        clients[None] = RecordingClient(context, live, None)
        await clients[0].send_command(type="start", id="s")
        step = 0
        while live.table.phase == "playing":
            assert live.table.game is not None
            seat = live.table.game.player
            assert seat is not None
            state = clients[seat].state
            legal = state["view"]["legal"]
            calm = [action for action in legal if action["type"] != "play"] or legal
            action = choice(live, chance) or chance.choice(calm)
            action = {name: value for name, value in action.items() if name not in ("slots", "card")}
            step += 1
            command = {"type": "move", "actions": state["view"]["actions"], "action": action}
            assert (await clients[seat].send_command(id=f"m{step}", **command))["type"] == "ack"
            # Refusals of illegal moves and of moves out of turn must not leak anything either.
            await clients[(seat + 1) % 3].send_command(id=f"e{step}", **command)
            if step == 9:
                for other, answer in ((seat, "ask"), ((seat + 1) % 3, "agree"), ((seat + 2) % 3, "agree")):
                    assert (await clients[other].send_command(type="take_back", id=f"t{other}", answer=answer))[
                        "type"
                    ] == "ack"
            if live.table.phase != "playing":
                break
            for eyes, client in clients.items():
                twin = StateMessageWriter(shuffled(live.table, eyes, chance))
                again = twin.message(client.client.viewer, eyes, client.client.host, live.table.n - 1, 0.0)
                own = live.clients.state_writer.message(
                    client.client.viewer, eyes, client.client.host, live.table.n - 1, 0.0
                )
                assert again == own
        seed, secret = live.table.seed, live.table.secret
        for client in clients.values():
            before_the_end = "".join(text for text in client.sent if '"phase":"over"' not in text)
            assert seed not in before_the_end
            assert secret not in before_the_end
            assert "a known deal" not in before_the_end
            assert seed in client.sent[-1] + client.sent[-2]


@pytest.mark.parametrize("deflate", [False, True], ids=["plain", "deflated"])
@pytest.mark.parametrize("rules", [RULES[0], RULES[3], RULES[7]], ids=["base", "suit", "flamboyants"])
async def test_hidden_cards_change_no_length_on_the_wire(tmp_path: Path, rules: dict[str, Any], deflate: bool) -> None:
    """Whoever sees a teammate's encrypted traffic learns nothing of their own hand: they could count the bytes."""
    chance, players = random.Random(4), 4
    async with a_registry(tmp_path) as context:
        live = await a_table(context, players, rules=rules)
        clients = [RecordingClient(context, live, f"k{seat}") for seat in range(players)]
        # The teammates of seat 0 in this world and in another one, where seat 0 has other cards.
        pairs = [[await connected(deflate=deflate) for _ in range(2)] for _ in range(1, players)]
        await clients[0].send_command(type="start", id="s")
        for step in range(40):
            game = live.table.game
            assert game is not None
            if game.player is None:
                break
            other = StateMessageWriter(shuffled(live.table, 0, chance))
            for seat, both in enumerate(pairs, start=1):
                lengths = []
                for pair, writer in zip(both, (live.clients.state_writer, other), strict=True):
                    client = Client(Actor(f"k{seat}"), None, pair.connection)
                    client.seat = seat
                    message = writer.message(seat, seat, False, live.table.n - 1, 0.0)
                    client.send_state(FixedMessage(message))
                    pair.connection.flush()
                    lengths.append(len(pair.transport.written))
                    assert [bytes(frame.data).rstrip() for frame in pair.receive()] == [message]
                assert lengths[0] == lengths[1]
            mover = clients[game.player]
            assert (await mover.send_command(id=f"m{step}", **a_choice(mover.state, chance)))["type"] == "ack"
        assert step > 20


@pytest.mark.parametrize("deflate", [False, True], ids=["plain", "deflated"])
async def test_a_new_connection_gets_as_many_bytes_in_a_long_game_as_in_a_short_one(
    tmp_path: Path, deflate: bool
) -> None:
    """Otherwise a state that is about as long as a step of the padding would cross it with some cards only."""
    chance, lengths = random.Random(6), set()
    async with a_registry(tmp_path) as context:
        live = await a_table(context, 2, rules={"clue_tokens": 50}, seed="a long game")
        clients = [RecordingClient(context, live, f"k{seat}") for seat in range(2)]
        await clients[0].send_command(type="start", id="s")
        while live.table.game is not None and (seat := live.table.game.player) is not None:
            if live.table.n % 8 == 0:
                pair = await connected(deflate=deflate)
                client = Client(Actor("k0"), None, pair.connection)
                live.admit(client)
                pair.connection.flush()
                lengths.add(len(pair.transport.written))
                live.clients.dismiss(client)
            state = clients[seat].state
            command = a_choice(state, chance)
            while command["action"]["type"] == "play":
                command = a_choice(state, chance)
            assert (await clients[seat].send_command(id=f"m{live.table.n}", **command))["type"] == "ack"
        assert live.table.n > 100
        assert len(lengths) == 1


class FixedMessage:
    def __init__(self, message: bytes) -> None:
        self._message = message

    def message_for(self, client: Client) -> bytes:
        return self._message


async def test_own_draws_are_never_shown(tmp_path: Path) -> None:
    """Before the end no message shows a seat its own draws; its teammates see them."""
    chance = random.Random(5)
    async with a_registry(tmp_path) as context:
        live = await a_table(context)
        clients = {seat: RecordingClient(context, live, f"k{seat}") for seat in range(3)}
        await clients[0].send_command(type="start", id="s")
        step, draws = 0, 0
        while live.table.phase == "playing":
            assert live.table.game is not None
            seat = live.table.game.player
            assert seat is not None
            state = clients[seat].state
            step += 1
            legal = [action for action in state["view"]["legal"] if action["type"] in ("discard", "clue")]
            action = chance.choice(legal or state["view"]["legal"])
            action = {name: value for name, value in action.items() if name not in ("slots", "card")}
            await clients[seat].send_command(
                id=f"m{step}", type="move", actions=state["view"]["actions"], action=action
            )
            for viewer, client in clients.items():
                for event in client.state["events"]:
                    if event["type"] == "draw":
                        draws += 1
                        assert (event["card"] is None) == (event["seat"] == viewer)
        assert draws > 20
        for secret in (live.table.secret, live.table.seed):
            for client in clients.values():
                assert all(('"phase":"over"' in text) >= (secret in text) for text in client.sent)
                assert secret in client.state["table"]["deal"]["proof"].values()


class RecordingChannel:
    """A notification channel that records its messages."""

    delay = 0.0

    def __init__(self) -> None:
        self.sent: list[tuple[Notification, tuple[str, str]]] = []

    def open(self) -> None: ...

    async def close(self) -> None: ...

    async def rows(self, owners: Iterable[str]) -> list[Any]:
        return [SimpleNamespace(language="en", turns=True, invitations=True, reviews=True, quiet_from=None)]

    async def send(self, row: Any, notification: Notification) -> None:
        self.sent.append((notification, notification.sentences("en")))


async def test_notifications_and_calendars_do_not_depend_on_cards(tmp_path: Path) -> None:
    async with http_context(tmp_path, logins=0) as context:
        ana, channel = Visitor(context), RecordingChannel()
        await ana.post("/api/account/register", {"name": "Ana", "password": "correct horse"})
        path = (await ana.post("/api/account/calendar"))["path"]
        options = {"seats": 3, "clock": {"kind": "move", "seconds": 86400}}
        opened = await ana.post("/api/tables", {"name": "Ana", "options": options})
        live = await fill_seats_and_start(context, opened["table"])
        await play_some(live, 6)
        await context.registry._save_summaries()
        calendars = []
        for deal in range(4):
            note = PendingNotification(0.0, channel, "turns", live.table.id, seat=0, actions=6)
            await context.notifications._send("turn", note)
            text = (await ana.fetch(path)).decode()
            calendars.append([line for line in text.split("\r\n") if not line.startswith(("DTSTART", "DTEND"))])
            live.table = shuffled(live.table, None, random.Random(deal))
        assert len(channel.sent) == 4
        assert all(message == channel.sent[0] for message in channel.sent)
        assert any(line.startswith("SUMMARY") for line in calendars[0])
        assert all(calendar == calendars[0] for calendar in calendars)
