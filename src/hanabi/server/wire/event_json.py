"""Log entries as the events that clients are sent (`hanabi.server.wire.events`).

The events of an entry are written in two ways: with the face of the card drawn, for those who see that hand, and
without it, for its owner and for spectators.
"""

from typing import Any, NamedTuple

import msgspec

from hanabi.kernels import visibility
from hanabi.rules import events
from hanabi.rules.actions import Action
from hanabi.rules.event_document import EventFields, event_document
from hanabi.rules.referee import Referee
from hanabi.server.wire.view_json import Viewer

_encoder = msgspec.json.Encoder()


class EventJson(NamedTuple):
    """The events of one log entry; `drawer` is the seat that drew a card in them, if any."""

    drawer: int | None
    with_face: str
    without_face: str

    def for_viewer(self, viewer: Viewer) -> str:
        hidden = self.drawer is not None and (viewer is None or viewer == self.drawer)
        return self.without_face if hidden else self.with_face


NO_EVENTS = EventJson(None, "", "")


def encode_events(n: int, at: float, fields: list[EventFields]) -> EventJson:
    """The events of log entry `n`."""
    if not fields:
        return NO_EVENTS
    head = f'{{"n":{n},"at":{at:.3f},'
    texts = [head + _encoder.encode(event).decode()[1:] for event in fields]
    draw = next((place for place, event in enumerate(fields) if event["type"] == "draw"), None)
    with_face = ",".join(texts)
    if draw is None:
        return EventJson(None, with_face, with_face)
    texts[draw] = head + _encoder.encode({**fields[draw], "card": None}).decode()[1:]
    return EventJson(fields[draw]["seat"], with_face, ",".join(texts))


def carry_out(game: Referee, action: Action, text: str, draw_numbers: dict[int, int]) -> list[EventFields]:
    """Carry out an action that is known to be legal; `text` is the action as the record writes it.

    `draw_numbers` is given the number under which each card that leaves a hand was drawn.
    """
    state, seat = game.state, game.state.player
    slot = getattr(action, "slot", None)
    if slot is not None:
        card = state.hands[seat][slot]
        drawn = draw_numbers[card] = state.serials[seat][slot]
    else:
        shown_id = getattr(action, "card_id", None)
        drawn = 0 if shown_id is None else draw_numbers[visibility.card_shown_as(state, shown_id)]
    return [_game_event(game, event, drawn) for event in game.carry_out(action, text)]


def _game_event(game: Referee, event: events.Event, drawn: int) -> EventFields:
    number = game.state.drawn - 1 if isinstance(event, events.CardDrawn) else drawn
    return event_document(event, drawn=number, strikes=game.state.strikes, strikes_max=game.rules.strikes)


def table_event(kind: str, **values: Any) -> list[EventFields]:
    """One event about the table itself."""
    return [{"type": kind, **values}]
