"""A table whose deal the test knows: every seat's key, a mirror of the game, and players that see all cards.

The test plays such a game over the protocol up to the moment it is about, then lets a browser take a seat.
"""

import json
import random
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

from hanabi import Game, RuleSet
from hanabi.rules import Action, Clue, Discard, Play, Rescue, Reshuffle, action_of_id
from support.game_drivers import peeking


class TableMates:
    def __init__(
        self, server: str, players: int = 2, *, seed: str = "e2e", options: Any = None, **switches: Any
    ) -> None:
        self.server, self.players = server, players
        self.rng = random.Random(seed)
        names = ["Ana", "Bo", "Cy", "Dee", "Eli"][:players]
        watched = {"spectators": "public", "spectator_delay": 0}
        wanted = {"seats": players, "rules": switches, "seed": seed, **watched, **(options or {})}
        opened = self._post("/api/tables", {"options": wanted, "name": names[0]})
        self.table: str = opened["table"]
        self.tokens: list[str] = [opened["token"]]
        for name in names[1:]:
            self.tokens.append(self._post(f"/api/tables/{self.table}/sit", {"name": name})["token"])
        self.game = Game.new(players=names, seed=seed, rules=RuleSet.from_dict(switches))
        self.open = ExitStack()
        self.sockets: dict[int, ClientConnection] = {}
        self.states: dict[int, dict[str, Any]] = {}
        self.commands = 0
        self.send(0, type="start")

    def _post(self, path: str, body: Any) -> Any:
        headers = {"content-type": "application/json"}
        with urllib.request.urlopen(
            urllib.request.Request(self.server + path, json.dumps(body).encode(), headers)
        ) as clued:
            return json.loads(clued.read())

    @property
    def path(self) -> str:
        return f"/t/{self.table}"

    def seat_path(self, seat: int) -> str:
        return f"/t/{self.table}#{self.tokens[seat]}"

    def close(self) -> None:
        self.open.close()
        self.sockets.clear()

    def send(self, seat: int, **command: Any) -> None:
        """Say something for a seat and wait until it is stored."""
        self.commands += 1
        socket = self._socket(seat)
        socket.send(json.dumps({"id": f"test-{seat}-{self.commands}", **command}))
        while True:
            message = json.loads(socket.recv(timeout=60))
            if message["type"] == "state":
                self.states[seat] = message
            elif message.get("id") == f"test-{seat}-{self.commands}":
                assert message["type"] == "ack", message
                return

    def _socket(self, seat: int) -> ClientConnection:
        if seat not in self.sockets:
            address = f"{self.server.replace('http', 'ws', 1)}/ws/{self.table}"
            headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
            self.sockets[seat] = self.open.enter_context(connect(address, additional_headers=headers, max_size=2**20))
        return self.sockets[seat]

    def drawn(self, seat: int, slot: int) -> int:
        return int(self.game.state.draw_numbers[seat][slot])

    def advance(self, until: Callable[[Game], bool] = lambda game: False, most: int = 400) -> None:
        """Play on over the protocol until the moment, or to the end of the game."""
        for _ in range(most):
            if self.game.over or until(self.game):
                return
            self.act(self.chosen())

    def finish(self) -> Self:
        """Play to the end of the game and leave."""
        self.advance()
        self.close()
        return self

    def chosen(self) -> Action:
        number, _ = peeking(self.game.rule_tables, self.game.state, self.rng)
        return action_of_id(self.game.rules, self.game.rule_tables, self.game.state, number)

    def act(self, action: Action) -> None:
        seat, actions = self.game.player, len(self.game.action_texts)
        assert seat is not None
        choice = self.choice(action)
        self.game.act(action)
        self.send(seat, type="move", actions=actions, action=choice)

    def choice(self, action: Action) -> dict[str, Any]:
        """An action as the protocol writes it; a discarded card is named by the number under which it was drawn."""
        match action:
            case Play(slot, announce):
                return {"type": "play", "slot": slot} | ({"announce": announce} if announce else {})
            case Discard(slot):
                return {"type": "discard", "slot": slot}
            case Clue(to, about):
                return {"type": "clue", "to": to, "about": about}
            case Reshuffle(card_id) | Rescue(card_id):
                kind = "reshuffle" if isinstance(action, Reshuffle) else "rescue"
                return {"type": kind, "card_id": self.number_of(card_id)}

    def number_of(self, card_id: int) -> int:
        place = list(self.game.state.discards[: self.game.state.discard_count]).index(card_id)
        seat = self.game.player
        assert seat is not None
        return int(self.latest(seat)["view"]["discards"][place]["id"])

    def latest(self, seat: int) -> dict[str, Any]:
        """The newest state a seat was sent."""
        socket, wanted = self._socket(seat), len(self.game.action_texts)
        while self.states.get(seat, {}).get("view", None) is None or self.states[seat]["view"]["actions"] < wanted:
            message = json.loads(socket.recv(timeout=60))
            if message["type"] == "state":
                self.states[seat] = message
        return self.states[seat]
