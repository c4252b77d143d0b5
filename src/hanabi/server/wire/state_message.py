"""State messages, built from parts that many clients share."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from hanabi.rules.event_documents import DrawEvent, EventDocument
from hanabi.server.tables import Table, switches_of
from hanabi.server.wire.view_json import Viewer, ViewSnapshot, ViewWriter

_encoder = msgspec.json.Encoder()
MAX_SAID = 200


def _json(value: Any) -> str:
    return _encoder.encode(value).decode()


class EventJson(NamedTuple):
    """The events of one log entry; `drawer` is the seat that drew a card, if any."""

    drawer: int | None
    with_face: str
    without_face: str

    def for_viewer(self, viewer: Viewer) -> str:
        hidden = self.drawer is not None and (viewer is None or viewer == self.drawer)
        return self.without_face if hidden else self.with_face


NO_EVENTS = EventJson(None, "", "")


def encode_events(documents: Sequence[EventDocument]) -> EventJson:
    """Twice: with the face of the drawn card for viewers who see that hand, and without it for all others."""
    with_face = _json(documents)[1:-1]
    draw = next((document for document in documents if isinstance(document, DrawEvent)), None)
    if draw is None:
        return EventJson(None, with_face, with_face)
    hidden = msgspec.structs.replace(draw, card=None)
    without_face = _json([hidden if document is draw else document for document in documents])[1:-1]
    return EventJson(draw.seat, with_face, without_face)


def viewer_for(table: Table, seat: int | None) -> Viewer:
    """What a client may see: spectators see all hands only if the table allows it, or after the game."""
    if seat is not None:
        return seat
    return "open" if table.options.spectators == "open" or table.phase == "over" else None


class StateMessageWriter:
    """Writes state messages for one table and caches the parts that stay the same."""

    def __init__(self, table: Table, *, shows_clock: bool = True) -> None:
        self.table, self._shows_clock = table, shows_clock
        self.online: frozenset[int] = frozenset()
        self._view_writer: ViewWriter | None = None
        self._snapshot: ViewSnapshot | None = None
        self._snapshot_at = -1
        self._you_json: dict[tuple[int | None, bool], bytes] = {}
        # The start of messages with the newest event: for viewers who see the drawn card, and for the others.
        self._with_face = self._without_face = b""
        self._drawer: int | None = None
        self._encoded_events: list[EventJson] = []
        # The inputs of the cached parts.
        self._table_json = ""
        self._n = self._revision = -1
        self._online: frozenset[int] = frozenset()
        self._ending = b""
        self._ending_at = -1.0

    def message(self, viewer: Viewer, seat: int | None, host: bool, since: int | None, now: float) -> str:
        return b"".join(self.pieces(viewer, seat, host, since, now)).decode()

    def pieces(self, viewer: Viewer, seat: int | None, host: bool, since: int | None, now: float) -> list[bytes]:
        """A state message. Messages share many pieces, and no piece is copied before it is sent."""
        table = self.table
        if self._n != table.n or self._revision != table.revision or self._online != self.online:
            self._renew_openings()
        if since is None or since + 1 != table.n:
            opening = self._opening_json(self.events(viewer, since))
        elif self._drawer is not None and (viewer is None or viewer == self._drawer):
            opening = self._without_face
        else:
            opening = self._with_face
        if not 0 <= now - self._ending_at < 0.001:
            self._ending, self._ending_at = f',"time":{now:.3f}}}'.encode(), now
        you = self._you_json.get((seat, host)) or self._written_you(seat, host)
        return [opening, you, *self._view_parts(viewer), self._ending]

    def _renew_openings(self) -> None:
        """Write the start of messages for clients that only lack the newest event."""
        table = self.table
        if self._revision != table.revision:
            self._you_json = {}
        if self._revision != table.revision or self._online != self.online:
            self._table_json = _json(table_dict(table, self.online, self._shows_clock))
        self._n, self._revision, self._online = table.n, table.revision, self.online
        self._drawer, with_face, without_face = self._events_json()[-1] if table.events else NO_EVENTS
        self._with_face = self._opening_json(with_face)
        self._without_face = self._with_face if self._drawer is None else self._opening_json(without_face)

    def _opening_json(self, events: str) -> bytes:
        return f'{{"type":"state","n":{self.table.n},"events":[{events}],"table":{self._table_json},"you":'.encode()

    def events(self, viewer: Viewer, since: int | None) -> str:
        """The events after entry `since` for this viewer; by default since the start of the game.

        Only the newest MAX_SAID chat messages are included, so that chat cannot make the message long.
        """
        table = self.table
        first = table.started_n if since is None else since + 1
        entries = self._events_json()[first:]
        if len(table.said) > MAX_SAID:
            for n in table.said[:-MAX_SAID]:
                if n >= first:
                    entries[n - first] = NO_EVENTS
        return ",".join(filter(None, [events.for_viewer(viewer) for events in entries]))

    def _events_json(self) -> list[EventJson]:
        """The events of all log entries; each is encoded once."""
        encoded, events = self._encoded_events, self.table.events
        for n in range(len(encoded), len(events)):
            encoded.append(encode_events(events[n]))
        return encoded

    def view(self, viewer: Viewer) -> str:
        return b"".join(self._view_parts(viewer)).decode()

    def _view_parts(self, viewer: Viewer) -> list[bytes]:
        table = self.table
        if self._snapshot is None or self._snapshot_at != table.n or self._snapshot.game is not table.game:
            if table.game is None:
                return [b"null"]
            if self._view_writer is None or self._view_writer.game is not table.game:
                self._view_writer = ViewWriter(table.game)
            self._snapshot_at = table.n
            self._snapshot = self._view_writer.snapshot(table.draw_numbers, table.orders, table.exposed)
        return self._snapshot.parts(viewer)

    def forget_views(self) -> None:
        """Free memory that a table without clients does not need."""
        self._view_writer = self._snapshot = None
        self._with_face = self._without_face = b""
        self._n = -1

    def _written_you(self, seat: int | None, host: bool) -> bytes:
        notes = self.table.notes[seat] if seat is not None and self.table.notes else {}
        fields = _json({"seat": seat, "host": host, "notes": notes})
        you = self._you_json[seat, host] = f'{fields},"view":'.encode()
        return you


def table_dict(table: Table, online: frozenset[int], shows_clock: bool = True) -> dict[str, Any]:
    """The public part of a state message besides the view (`SeenTable`)."""
    options, over = table.options, table.phase == "over"
    host = table.host_seat
    clock = options.clock.kind != "none" and table.game is not None and shows_clock
    commitment = table.deal.commitment if table.deal else None
    return {
        "id": table.id,
        "phase": table.phase,
        "options": options if over or options.seed is None else msgspec.structs.replace(options, seed=None),
        "seeded": options.seed is not None,
        "rules": switches_of(table.rules),
        "by_the_book": table.rules.by_the_book,
        "offered_by": table.rules.offered_by,
        "seats": [
            {
                "seat": seat,
                "kind": "empty" if occupant.is_nobody else "human" if occupant.is_human else "bot",
                "name": occupant.name,
                "bot": occupant.bot,
                "host": seat == host,
                "away": occupant.away,
                "online": seat in online or occupant.bot is not None,
            }
            for seat, occupant in enumerate(table.occupants)
        ],
        "first": table.deal.first if table.deal else None,
        "take_back": None
        if table.take_back is None
        else {
            "by": table.take_back.by,
            "actions": table.take_back.actions,
            "agreed": sorted(table.take_back.agreed),
            "waiting": table.waiting_for(table.take_back),
        },
        "takeover": None
        if table.takeover is None
        else {
            "seat": table.takeover.seat,
            "bot": table.takeover.bot,
            "agreed": sorted(table.takeover.agreed),
            "waiting": [seat for seat in table.waiting_for(table.takeover) if seat != table.takeover.seat],
        },
        "clock": {
            "since": table.turn_started_at if clock else None,
            "left": [round(seconds, 3) for seconds in table.time_left] if clock else None,
        },
        "commitment": commitment or None,
        "fairness": {"seed": table.deal.seed, "salt": table.deal.salt} if over and table.deal and commitment else None,
        "notes": [{str(draw): text for draw, text in notes.items()} for notes in table.notes] if over else None,
        "rematch": table.rematch,
        "daily": table.daily,
        "casual": table.casual,
    }


def summary_of(table: Table, watching: int = 0) -> dict[str, Any]:
    """A table in the lobby and in lists of games; `watching` is the number of spectators."""
    over = table.game.over if table.game is not None else None
    return {
        "id": table.id,
        "title": table.options.title,
        "phase": table.phase,
        "created_at": table.created_at,
        "updated_at": table.changed_at,
        "players": len(table.occupants),
        "seats": [
            {"name": occupant.name, "kind": "empty" if occupant.is_nobody else "human" if occupant.is_human else "bot"}
            for occupant in table.occupants
        ],
        "rules": table.rules.to_dict(),
        "by_the_book": table.rules.by_the_book,
        "communication": table.options.communication,
        "clock": json.loads(_encoder.encode(table.options.clock)),
        "spectators": table.options.spectators,
        "spectator_delay": table.options.spectator_delay,
        "watching": watching,
        "over": None if over is None else over.to_dict(),
        "player": None if table.game is None else table.game.player,
        "daily": table.daily,
    }
