"""Log entries as events for clients (`hanabi.server.wire.events`).

Each entry is encoded twice: with the face of the drawn card, for viewers who see that hand, and without it, for its
owner and for spectators.
"""

from typing import NamedTuple

import msgspec

from hanabi.rules.documents import EventFields
from hanabi.server.wire.view_json import Viewer

_encoder = msgspec.json.Encoder()


class EventJson(NamedTuple):
    """The events of one log entry; `drawer` is the seat that drew a card, if any."""

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
