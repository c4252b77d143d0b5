"""State messages: the public part of a table, the events, and the view of a client."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from hanabi.rules import Referee
from hanabi.rules.event_documents import DrawEvent, EventDocument
from hanabi.rules.view_documents import SeenGame, Viewer
from hanabi.rules.view_writer import ViewSnapshot, encoded
from hanabi.server.database import Connected
from hanabi.server.tables import AnyEvent, Occupant, Table, switches_of
from hanabi.server.wire import messages

_encoder = msgspec.json.Encoder()
MAX_SAID = 200


class EventJson(NamedTuple):
    """The events of one log entry, already as JSON; `drawer` is the seat that drew a card, if any."""

    drawer: int | None
    with_face: list[AnyEvent]
    without_face: list[AnyEvent]


NO_EVENTS = EventJson(None, encoded([]), encoded([]))


def encode_events(documents: Sequence[EventDocument]) -> EventJson:
    """Twice: with the face of the drawn card for viewers who see that hand, and without it for all others."""
    with_face: Any = msgspec.Raw(_encoder.encode(documents))
    draw = next((document for document in documents if isinstance(document, DrawEvent)), None)
    if draw is None:
        return EventJson(None, with_face, with_face)
    hidden = msgspec.structs.replace(draw, card=None)
    without_face: Any = encoded([hidden if document is draw else document for document in documents])
    return EventJson(draw.seat, with_face, without_face)


def events_for(viewer: Viewer, entries: Sequence[EventJson]) -> list[AnyEvent]:
    """The events of these entries in one list, already as JSON."""
    lists: list[Any] = [hidden if viewer in (None, drawer) else shown for drawer, shown, hidden in entries]
    if len(lists) == 1:
        return lists[0]  # type: ignore[no-any-return]
    joined: Any = msgspec.Raw(b"[" + b",".join(filter(None, [bytes(part)[1:-1] for part in lists])) + b"]")
    return joined  # type: ignore[no-any-return]


def viewer_for(table: Table, seat: int | None) -> Viewer:
    """What a client may see: its own seat's view, or that of a spectator."""
    if seat is not None:
        return seat
    return "open" if table.shows_hands else None


class StateMessageWriter:
    """Writes state messages for one table. The parts that messages share are encoded once."""

    def __init__(self, table: Table, *, shows_clock: bool = True) -> None:
        self.table, self._shows_clock = table, shows_clock
        self.connected = Connected()
        # The events of all log entries.
        self._events: list[EventJson] = []
        # What messages share, and what it was made from.
        self._public: messages.SeenTable | None = None
        self._public_source: tuple[int, Connected] | None = None
        self._you: dict[tuple[int | None, bool], messages.You] = {}
        self._snapshot: ViewSnapshot | None = None
        self._views: dict[Viewer, SeenGame] = {}
        # The entry of the log and who was connected at the newest messages.
        self._shown: tuple[int, Connected] | None = None

    def message(self, viewer: Viewer, seat: int | None, host: bool, since: int | None, now: float) -> bytes:
        table, shown = self.table, self._shown
        if shown is None or shown[0] != table.n or shown[1] is not self.connected:
            self._renew()
        assert self._public is not None
        you, events = self._you.get((seat, host)) or self._you_of(seat, host), self._events_since(viewer, since)
        view = self._views.get(viewer) or self._view(viewer)
        return _encoder.encode(messages.StateMessage(table.n, events, self._public, you, view, int(1000 * now) / 1000))

    def view(self, viewer: Viewer) -> bytes:
        self._renew()
        return _encoder.encode(self._view(viewer))

    def forget_views(self) -> None:
        """Free memory that a table without clients does not need."""
        self._shown, self._snapshot, self._views = None, None, {}

    def _renew(self) -> None:
        """Follow the table to its newest entry, and to who is connected."""
        table, game = self.table, self.table.game
        self._events += map(encode_events, table.events[len(self._events) :])
        if self._public_source != (table.revision, self.connected):
            self._public, self._you = encoded(seen_table(table, self.connected, self._shows_clock)), {}
            self._public_source = table.revision, self.connected
        if game is not None and (self._shown is None or self._shown[0] != table.n):
            earlier, self._views = self._snapshot, {}
            self._snapshot = ViewSnapshot(game, table.draw_numbers, table.orders, table.exposed, earlier)
        self._shown = table.n, self.connected

    def _you_of(self, seat: int | None, host: bool) -> messages.You:
        notes = self.table.notes[seat] if seat is not None and self.table.notes else {}
        seats = [] if seat is None else self.table.seats_beside(seat)
        you = encoded(messages.You(seat, host, {str(draw): text for draw, text in notes.items()}, seats))
        self._you[seat, host] = you
        return you

    def _view(self, viewer: Viewer) -> SeenGame | None:
        if self._snapshot is None:
            return None
        view = self._views[viewer] = self._snapshot.view(viewer)
        return view

    def _events_since(self, viewer: Viewer, since: int | None) -> list[AnyEvent]:
        """The events after entry `since` for this viewer; by default since the start of the game.

        Only the newest MAX_SAID chat messages are included, so that chat cannot make the message long.
        """
        table = self.table
        first = table.started_n if since is None else since + 1
        entries = self._events[first:]
        if len(table.said) > MAX_SAID:
            for n in table.said[:-MAX_SAID]:
                if n >= first:
                    entries[n - first] = NO_EVENTS
        return events_for(viewer, entries)


def _kind(occupant: Occupant) -> Literal["empty", "human", "bot"]:
    return "empty" if occupant.is_nobody else "human" if occupant.is_human else "bot"


def seen_table(table: Table, connected: Connected, shows_clock: bool = True) -> messages.SeenTable:
    options, over = table.options, table.phase == "over"
    take_back, takeover = table.take_back, table.takeover
    has_clock = options.clock.kind != "none" and table.game is not None and shows_clock
    return messages.SeenTable(
        id=table.id,
        phase=table.phase,
        options=options if over or options.seed is None else msgspec.structs.replace(options, seed=None),
        rules=switches_of(table.rules),
        by_the_book=table.rules.by_the_book,
        printed_apart=table.rules.printed_apart,
        offered_by=list(table.rules.offered_by),
        seats=[
            messages.SeenSeat(
                seat,
                _kind(occupant),
                occupant.name,
                occupant.bot,
                host=seat == table.host_seat,
                away=occupant.away,
                online=seat in connected.seats or occupant.bot is not None,
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
            table.waiting_for(takeover),
        ),
        ending=None
        if table.ending is None
        else messages.SeenEnding(table.ending.by, sorted(table.ending.agreed), table.waiting_for(table.ending)),
        clock=messages.SeenClock(
            table.turn_started_at if has_clock else None,
            [round(seconds, 3) for seconds in table.time_left] if has_clock else None,
        ),
        deal=table.deal,
        notes=[{str(draw): text for draw, text in notes.items()} for notes in table.notes] if over else None,
        rematch=table.rematch,
        daily=table.daily,
        contest=None if table.contest is None else table.contest.contest,
        casual=table.casual,
        watching=connected.watching,
        viewers=sorted(connected.names),
    )


def summary_of(table: Table, watching: int = 0, seen: Table | None = None) -> dict[str, Any]:
    """A table in the lobby and in lists of games; `watching` is the number of spectators, `seen` the table that
    they see, if that is an earlier one."""
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
        "seen": None if seen is None or seen.game is None else {"player": seen.game.player, **_progress(seen.game)},
        "daily": table.daily,
        "contest": None if table.contest is None else table.contest.contest,
        "sealed_until": 0.0 if table.contest is None else table.contest.ends_at,
    }


def _progress(game: Referee) -> dict[str, Any]:
    state = game.state
    cards = {suit.value: state.fireworks[place] for place, suit in enumerate(game.rules.suits)}
    score = sum(cards.values()) - game.rule_tables.score_offset
    return {"turn": game.turn, "score": score, "max_score": game.rules.max_score, "fireworks": cards}
