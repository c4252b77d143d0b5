"""Positions of a recorded game and its variations, with all hands open and the legal moves of the player to act."""

import secrets
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import msgspec

from hanabi.kernels import duplicate
from hanabi.records import Record, dealt_game
from hanabi.rules import IllegalAction, NotationError, Referee, Reshuffle, check, read_action, write_action
from hanabi.rules.event_documents import EventDocument, stamp
from hanabi.server.refusals import Refused, refusal_of
from hanabi.server.tables.features.play import Choice, action_of, carry_out
from hanabi.server.wire.view_json import ViewWriter

Frame = dict[str, Any]


class PositionExplorer:
    """A game that follows a line of moves, given in the notation of records or as a client's choice."""

    def __init__(self, record: Record, actions: Sequence[str]) -> None:
        self.game: Referee = dealt_game(record)
        self.game.seen = {}
        self._draw_numbers: dict[int, int] = {}
        for index, text in enumerate(actions):
            self.follow(index, text)

    def fork(self) -> "PositionExplorer":
        """An independent copy."""
        explorer = copy(self)
        explorer.game = copy(self.game)
        explorer.game.state = duplicate(self.game.state)
        explorer.game.action_texts = list(self.game.action_texts)
        explorer._draw_numbers = dict(self._draw_numbers)
        return explorer

    def follow(self, index: int, text: str) -> list[EventDocument]:
        """Take one action of a line; Refused says which one is wrong and why."""
        game = self.game
        try:
            if game.player is None:
                raise Refused("bad_line", index=index, action=text, detail="the game is over")
            action = read_action(game.state, text)
            check(game.rules, game.rule_tables, game.state, action)
            return carry_out(game, action, text, self._draw_numbers)
        except (IllegalAction, NotationError) as error:
            raise Refused("bad_line", index=index, action=text, detail=str(error)) from error

    def choose(self, choice: Choice) -> tuple[str, list[EventDocument]]:
        """Take an action that a client chose from `legal`; returns its notation and its events."""
        game = self.game
        if game.player is None:
            raise Refused("game_over")
        try:
            action = action_of(game.state, self._draw_numbers, choice)
            check(game.rules, game.rule_tables, game.state, action)
        except IllegalAction as error:
            raise refusal_of(error) from error
        if isinstance(action, Reshuffle):
            action = replace(action, at=secrets.randbelow(game.deck_size + 1))
        text = write_action(game.state, action)
        return text, carry_out(game, action, text, self._draw_numbers)

    def frame(self, events: Sequence[EventDocument] = ()) -> Frame:
        """The events of the last action and the position after it."""
        orders: list[tuple[int, ...]] = [()] * len(self.game.players)
        snapshot = ViewWriter(self.game).snapshot(self._draw_numbers, orders, set())
        view = msgspec.json.decode(snapshot.view("open"))
        if self.game.player is not None:
            own = msgspec.json.decode(snapshot.view(self.game.player))
            view |= {"seat": self.game.player, "legal": own["legal"], "refused": own["refused"]}
        index = len(self.game.action_texts) - 1
        stamp(events, index, 0.0)
        return {"events": msgspec.to_builtins(events), "view": view}
