"""Recorded games step by step, as a seat saw them or with all hands open, and positions of their variations."""

import secrets
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace

import msgspec

from hanabi.kernels import duplicate
from hanabi.records import Record, dealt_game, is_ended_by_agreement
from hanabi.rules import IllegalAction, NotationError, Referee, Reshuffle, check, read_action, write_action
from hanabi.rules.event_documents import EventDocument, over_event, stamp
from hanabi.rules.view_documents import Viewer
from hanabi.rules.view_writer import ViewSnapshot
from hanabi.server.refusals import Refused, refusal_of
from hanabi.server.tables.features.play import Choice, action_of, carry_out
from hanabi.server.wire.messages import Frame
from hanabi.server.wire.state_message import encode_events, events_for


def frames(record: Record, viewer: Viewer) -> Iterator[msgspec.Raw]:
    """The deal, then one Frame per action, as JSON."""
    game = dealt_game(record)
    game.seen = {}
    draw_numbers: dict[int, int] = {}
    snapshot = None
    for index in range(-1, len(record.actions)):
        entries = []
        if index >= 0:
            text = record.actions[index]
            events = carry_out(game, read_action(game.state, text), text, draw_numbers)
            if index == len(record.actions) - 1 and is_ended_by_agreement(record):
                events.append(over_event(game.end_by_agreement()))
            stamp(events, index, 0.0)
            entries = [encode_events(events)]
        snapshot = ViewSnapshot(game, draw_numbers, previous=snapshot)
        yield msgspec.Raw(msgspec.json.encode(Frame(events_for(viewer, entries), snapshot.view(viewer))))


class PositionExplorer:
    """A game that follows a line of moves, given in the notation of records or as a client's choice.

    It shows all hands and the legal moves of the player to act.
    """

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
        snapshot = ViewSnapshot(self.game, self._draw_numbers)
        view = snapshot.view("open")
        if self.game.player is not None:
            own = snapshot.view(self.game.player)
            view = msgspec.structs.replace(view, seat=own.seat, legal=own.legal, refused=own.refused)
        stamp(events, len(self.game.action_texts) - 1, 0.0)
        return Frame(events_for("open", [encode_events(events)]), view)
