"""A state machine of commands: after any sequence, each client has the state that the stored log replays to."""

import asyncio
import json
import random
import tempfile
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from hanabi.server.live.live_table import LiveTable
from support.in_process_tables import RecordingClient, a_choice, a_registry, a_table
from support.long_form import times

T = TypeVar("T")
SEATS = 3
seats = st.integers(0, SEATS - 1)


class TableMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.count = 0
        self.last: dict[int, dict[str, Any]] = {}

    def run(self, coroutine: Awaitable[T]) -> T:
        return self.loop.run_until_complete(coroutine)

    @initialize(flamboyants=st.booleans(), open_hands=st.booleans())
    def open_the_table(self, flamboyants: bool, open_hands: bool) -> None:
        self.registry = a_registry(Path(self.folder.name))
        self.context = self.run(self.registry.__aenter__())
        options: dict[str, Any] = {
            "rules": {"flamboyants": flamboyants},
            "spectators": "open" if open_hands else "public",
        }
        live_table = self.run(a_table(self.context, SEATS, communication="free", **options))
        self.table = live_table.table.id
        self.clients: dict[int | None, RecordingClient] = {}
        for seat in (None, *range(SEATS)):
            self.connect(seat, None)
        self.send_command(0, type="start")

    def live_table(self) -> LiveTable:
        return self.run(self.context.registry.live_table(self.table))

    def connect(self, seat: int | None, since: int | None) -> None:
        key = None if seat is None else f"k{seat}"
        self.clients[seat] = RecordingClient(self.context, self.live_table(), key, since)

    def send_command(self, seat: int, **command: Any) -> dict[str, Any]:
        self.count += 1
        command.setdefault("id", f"c{self.count}")
        self.last[seat] = command
        return self.run(self.clients[seat].send_command(**command))

    @rule(chance=st.randoms(use_true_random=False), times=st.integers(1, 8))
    def move(self, chance: random.Random, times: int) -> None:
        for _ in range(times):
            state = self.clients[0].state
            if state["view"] and state["view"]["player"] is not None:
                seat = state["view"]["player"]
                answer = self.send_command(seat, **a_choice(self.clients[seat].state, chance))
                assert answer["type"] == "ack" or answer["code"] == "not_seated", answer

    @rule(seat=seats)
    def repeat(self, seat: int) -> None:
        """Send the last command again: the same answer, and nothing happens twice."""
        if seat in self.last:
            n = self.live_table().table.n
            self.run(self.clients[seat].send_command(**self.last[seat]))
            assert self.live_table().table.n in (n, n + 1)

    @rule(seat=seats, actions=st.integers(0, 40))
    def move_stale_or_out_of_turn(self, seat: int, actions: int) -> None:
        table = self.live_table().table
        assert table.game is not None
        n, right = table.n, table.actions == actions and table.game.player == seat
        answer = self.send_command(seat, type="move", actions=actions, action={"type": "play", "slot": 0})
        assert right or (answer["type"] == "error" and self.live_table().table.n == n)

    @rule(seat=seats, answer=st.sampled_from(["ask", "agree", "refuse"]))
    def take_back(self, seat: int, answer: str) -> None:
        self.send_command(seat, type="take_back", answer=answer)

    @rule(seat=seats, chance=st.randoms(use_true_random=False))
    def rearrange(self, seat: int, chance: random.Random) -> None:
        state = self.clients[seat].state
        if state["view"]:
            order = [card["drawn"] for card in state["view"]["hands"][seat]["cards"]]
            chance.shuffle(order)
            self.send_command(seat, type="rearrange", order=order)

    @rule(seat=seats, drawn=st.integers(0, 60), text=st.text(max_size=20))
    def note(self, seat: int, drawn: int, text: str) -> None:
        self.send_command(seat, type="note", drawn=drawn, text=text)

    @rule(seat=seats)
    def stand_up_and_sit_down(self, seat: int) -> None:
        self.send_command(seat, type="stand")
        self.send_command(seat, type="sit", name="Back")

    @rule(seat=seats)
    def leave(self, seat: int) -> None:
        self.send_command(seat, type="stand")

    @rule(seat=st.one_of(st.none(), seats), keep=st.booleans())
    def reconnect(self, seat: int | None, keep: bool) -> None:
        old = self.clients[seat]
        since = old.state["n"] if keep else None
        self.live_table().clients.dismiss(old.client)
        self.connect(seat, since)
        assert not keep or self.clients[seat].state["events"] == []

    @rule()
    def restart(self) -> None:
        self.run(self.registry.__aexit__(None, None, None))
        self.registry = a_registry(Path(self.folder.name))
        self.context = self.run(self.registry.__aenter__())
        for seat, client in list(self.clients.items()):
            self.connect(seat, client.state["n"])

    @invariant()
    def everybody_sees_what_the_log_replays_to(self) -> None:
        if not hasattr(self, "clients"):
            return
        fresh = LiveTable(self.table, self.context.registry.store, lambda live_table, event: None)
        self.run(fresh.load())
        for seat, client in self.clients.items():
            viewer = client.client.viewer
            assert client.state["view"] == json.loads(fresh.clients.state_writer.view(viewer))
            assert client.state["table"]["phase"] == fresh.table.phase
            if seat is not None:
                assert client.state["you"]["notes"] == {str(k): v for k, v in fresh.table.notes[seat].items()}

    def teardown(self) -> None:
        if hasattr(self, "registry"):
            self.run(self.registry.__aexit__(None, None, None))
        self.loop.close()
        self.folder.cleanup()


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(
    max_examples=times(10, 100), stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
