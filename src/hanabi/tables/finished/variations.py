"""A recorded game tried in another way: any position with all hands open, and what the player on turn may do there."""

import secrets
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import msgspec

from hanabi.kernels import visibility
from hanabi.kernels.layout import duplicate
from hanabi.records.record import Record
from hanabi.records.replay import deal
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.errors import IllegalAction
from hanabi.rules.notation import NotationError, read_action, write_action
from hanabi.rules.referee import Referee
from hanabi.rules.validation import check
from hanabi.tables import commands as c
from hanabi.tables.command_handlers import Refused
from hanabi.tables.wire import event_json
from hanabi.tables.wire.view_json import ViewWriter

Frame = dict[str, Any]


class PositionExplorer:
    """A game on the way through a line of moves; moves go by the record's texts or by a client's choice."""

    def __init__(self, record: Record, actions: Sequence[str]) -> None:
        self.game: Referee = deal(record)
        self.game.seen = {}
        self._drawn_of: dict[int, int] = {}
        for index, text in enumerate(actions):
            self.follow(index, text)

    def fork(self) -> "PositionExplorer":
        """Another game that goes on from here by itself."""
        twin = copy(self)
        twin.game = copy(self.game)
        twin.game.state = duplicate(self.game.state)
        twin.game.action_texts = list(self.game.action_texts)
        twin._drawn_of = dict(self._drawn_of)
        return twin

    def follow(self, index: int, text: str) -> list[dict[str, Any]]:
        """Carry out one action of a line; Refused says which one is wrong and why."""
        game = self.game
        try:
            if game.player is None:
                raise Refused("bad_line", index=index, action=text, detail="the game is over")
            action = read_action(game.state, text)
            check(game.rules, game.compiled_rules, game.state, action)
            return event_json.act(game, text, self._drawn_of)
        except (IllegalAction, NotationError) as error:
            raise Refused("bad_line", index=index, action=text, detail=str(error)) from error

    def choose(self, choice: Any) -> tuple[str, list[dict[str, Any]]]:
        """Carry out what a client chose from `legal`; returns the record's text for it and what happened."""
        game = self.game
        if game.player is None:
            raise Refused("game_over")
        action = self._action(choice)
        try:
            check(game.rules, game.compiled_rules, game.state, action)
        except IllegalAction as error:
            raise Refused(error.reason, **error.values) from error
        if isinstance(action, Reshuffle):
            action = replace(action, at=secrets.randbelow(game.deck_size + 1))
        text = write_action(game.state, action)
        return text, event_json.act(game, text, self._drawn_of)

    def frame(self, told: Sequence[dict[str, Any]] = ()) -> Frame:
        """What happened last and the position after it: all hands open, seen from the seat on turn, with its moves."""
        orders: list[tuple[int, ...]] = [()] * len(self.game.players)
        snapshot = ViewWriter(self.game).snapshot(self._drawn_of, orders, set())
        view = msgspec.json.decode(snapshot.view("open"))
        if self.game.player is not None:
            own = msgspec.json.decode(snapshot.view(self.game.player))
            view |= {"seat": self.game.player, "legal": own["legal"], "refused": own["refused"]}
        index = len(self.game.action_texts) - 1
        return {"events": [{"n": index, "at": 0.0, **event} for event in told], "view": view}

    def _action(self, choice: Any) -> Action:
        match choice:
            case c.PlayChoice(slot, announce):
                return Play(slot, announce)
            case c.DiscardChoice(slot):
                return Discard(slot)
            case c.ClueChoice(to, about):
                return Clue(to, about)
        state = self.game.state
        for card in state.discards[: state.pile]:
            if self._drawn_of[card] == choice.card_id:
                shown = visibility.shown_id(state, card)
                return Reshuffle(shown) if isinstance(choice, c.ReshuffleChoice) else Rescue(shown)
        raise Refused("not_in_discard_pile")
