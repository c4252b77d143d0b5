"""State messages: the public part of a table, the events, and the view of a client."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, cast

import msgspec

from hanabi.rules import Referee
from hanabi.rules.event_documents import DrawEvent, EventDocument
from hanabi.rules.view_documents import SeenGame, Viewer
from hanabi.rules.view_writer import ViewSnapshot, encoded
from hanabi.server.tables import AnyEvent, Occupant, Table, switches_of
from hanabi.server.wire import messages

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


def events_for(viewer: Viewer, entries: Iterable[EventJson]) -> list[AnyEvent]:
    """The events of these entries in one list, which is already JSON."""
    return _event_list(",".join(filter(None, [entry.for_viewer(viewer) for entry in entries])))


# Most clients lack the same events.
@lru_cache(maxsize=16)
def _event_list(events: str) -> list[AnyEvent]:
    return cast(list[AnyEvent], msgspec.Raw(f"[{events}]"))


def viewer_for(table: Table, seat: int | None) -> Viewer:
    """What a client may see: spectators see all hands only if the table allows it, or after the game."""
    if seat is not None:
        return seat
    return "open" if table.options.spectators == "open" or table.phase == "over" else None


class StateMessageWriter:
    """Writes state messages for one table. The parts that messages share are encoded once."""

    def __init__(self, table: Table, *, shows_clock: bool = True) -> None:
        self.table, self._shows_clock = table, shows_clock
        self.online: frozenset[int] = frozenset()
        # The events of all log entries.
        self._events: list[EventJson] = []
        # The newest public part and the newest views, and what they were made from.
        self._public: messages.SeenTable | None = None
        self._snapshot: ViewSnapshot | None = None
        self._public_source: object = None
        self._snapshot_source: object = None
        self._spectator_views: dict[Viewer, SeenGame] = {}

    def message(self, viewer: Viewer, seat: int | None, host: bool, since: int | None, now: float) -> bytes:
        table = self.table
        notes = table.notes[seat] if seat is not None and table.notes else {}
        you = messages.You(seat, host, {str(draw): text for draw, text in notes.items()})
        events = self._events_since(viewer, since)
        public, view = self._public_part(), self._view(viewer)
        return _encoder.encode(messages.StateMessage(table.n, events, public, you, view, round(now, 3)))

    def view(self, viewer: Viewer) -> bytes:
        return _encoder.encode(self._view(viewer))

    def forget_views(self) -> None:
        """Free memory that a table without clients does not need."""
        self._snapshot, self._spectator_views = None, {}

    def _public_part(self) -> messages.SeenTable:
        source = (self.table.revision, self.online)
        if self._public is None or self._public_source != source:
            self._public = encoded(seen_table(self.table, self.online, self._shows_clock))
            self._public_source = source
        return self._public

    def _events_since(self, viewer: Viewer, since: int | None) -> list[AnyEvent]:
        """The events after entry `since` for this viewer; by default since the start of the game.

        Only the newest MAX_SAID chat messages are included, so that chat cannot make the message long.
        """
        table, written = self.table, self._events
        written += map(encode_events, table.events[len(written) :])
        first = table.started_n if since is None else since + 1
        entries = written[first:]
        if len(table.said) > MAX_SAID:
            for n in table.said[:-MAX_SAID]:
                if n >= first:
                    entries[n - first] = NO_EVENTS
        return events_for(viewer, entries)

    def _view(self, viewer: Viewer) -> SeenGame | None:
        table, game = self.table, self.table.game
        if game is None:
            return None
        if self._snapshot is None or self._snapshot_source != (table.n, game):
            self._snapshot = ViewSnapshot(game, table.draw_numbers, table.orders, table.exposed, self._snapshot)
            self._snapshot_source, self._spectator_views = (table.n, game), {}
        if isinstance(viewer, int):
            return self._snapshot.view(viewer)
        if viewer not in self._spectator_views:
            self._spectator_views[viewer] = encoded(self._snapshot.view(viewer))
        return self._spectator_views[viewer]


def _kind(occupant: Occupant) -> Literal["empty", "human", "bot"]:
    return "empty" if occupant.is_nobody else "human" if occupant.is_human else "bot"


def seen_table(table: Table, online: frozenset[int], shows_clock: bool = True) -> messages.SeenTable:
    options, over = table.options, table.phase == "over"
    take_back, takeover = table.take_back, table.takeover
    has_clock = options.clock.kind != "none" and table.game is not None and shows_clock
    return messages.SeenTable(
        id=table.id,
        phase=table.phase,
        options=options if over or options.seed is None else msgspec.structs.replace(options, seed=None),
        rules=switches_of(table.rules),
        by_the_book=table.rules.by_the_book,
        offered_by=list(table.rules.offered_by),
        seats=[
            messages.SeenSeat(
                seat,
                _kind(occupant),
                occupant.name,
                occupant.bot,
                host=seat == table.host_seat,
                away=occupant.away,
                online=seat in online or occupant.bot is not None,
            )
            for seat, occupant in enumerate(table.occupants)
        ],
        first=None if table.game is None else table.first,
        take_back=None
        if take_back is None
        else messages.SeenTakeBack(
            take_back.by, take_back.actions, sorted(take_back.agreed), table.waiting_for(take_back)
        ),
        takeover=None
        if takeover is None
        else messages.SeenTakeover(
            takeover.seat,
            takeover.bot,
            sorted(takeover.agreed),
            [seat for seat in table.waiting_for(takeover) if seat != takeover.seat],
        ),
        clock=messages.SeenClock(
            table.turn_started_at if has_clock else None,
            [round(seconds, 3) for seconds in table.time_left] if has_clock else None,
        ),
        deal=table.deal,
        notes=[{str(draw): text for draw, text in notes.items()} for notes in table.notes] if over else None,
        rematch=table.rematch,
        daily=table.daily,
        casual=table.casual,
    )


def summary_of(table: Table, watching: int = 0) -> dict[str, Any]:
    """A table in the lobby and in lists of games; `watching` is the number of spectators."""
    game = table.game
    over = game.over if game is not None else None
    return {
        "id": table.id,
        "title": table.options.title,
        "phase": table.phase,
        "created_at": table.created_at,
        "updated_at": table.changed_at,
        "players": len(table.occupants),
        "seats": [{"name": occupant.name, "kind": _kind(occupant)} for occupant in table.occupants],
        "rules": table.rules.to_dict(),
        "by_the_book": table.rules.by_the_book,
        "communication": table.options.communication,
        "clock": msgspec.to_builtins(table.options.clock),
        "spectators": table.options.spectators,
        "spectator_delay": table.options.spectator_delay,
        "watching": watching,
        "over": None if over is None else over.to_dict(),
        "player": None if game is None else game.player,
        **({} if game is None else _progress(game)),
        "daily": table.daily,
    }


def _progress(game: Referee) -> dict[str, Any]:
    state = game.state
    cards = {suit.value: state.fireworks[place] for place, suit in enumerate(game.rules.suits)}
    score = sum(cards.values()) - game.rule_tables.score_offset
    return {"turn": game.turn, "score": score, "max_score": game.rules.max_score, "fireworks": cards}
