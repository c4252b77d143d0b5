"""The state message of each client, put together from parts that many of them share."""

import json
from typing import Any

import msgspec

from hanabi.tables.options import switches_of
from hanabi.tables.table import Table
from hanabi.tables.wire.view_json import Eyes, ViewSnapshot, ViewWriter

_encoder = msgspec.json.Encoder()


def _json(value: Any) -> str:
    return _encoder.encode(value).decode()


def eyes_for(table: Table, seat: int | None) -> Eyes:
    """How much a client may see; a spectator sees all hands only where the table says so, or after the end."""
    if seat is not None:
        return seat
    return "open" if table.options.spectators == "open" or table.phase == "over" else None


class StateMessageWriter:
    """Writes state messages for one table and keeps what does not change from one to the next."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.online: frozenset[int] = frozenset()
        self._view_writer: ViewWriter | None = None
        self._snapshot: ViewSnapshot | None = None
        self._snapshot_at = -1
        self._yours: dict[tuple[int | None, bool], bytes] = {}
        # How messages begin: with the newest event, for those who may see a card drawn in it and for the others.
        self._with_face = self._without_face = b""
        self._drawer: int | None = None
        # What that was written from.
        self._table_json = ""
        self._n = self._revision = -1
        self._online: frozenset[int] = frozenset()
        self._ending = b""
        self._ending_at = -1.0

    def message(self, eyes: Eyes, seat: int | None, host: bool, since: int | None, now: float) -> str:
        return b"".join(self.pieces(eyes, seat, host, since, now)).decode()

    def pieces(self, eyes: Eyes, seat: int | None, host: bool, since: int | None, now: float) -> list[bytes]:
        """A state message. Many of its pieces are those of other messages, and none is copied before it is sent."""
        table = self.table
        if self._n != table.n or self._revision != table.revision or self._online != self.online:
            self._begin()
        if since is None or since + 1 != table.n:
            opening = self._opened(self.events(eyes, since))
        elif self._drawer is not None and (eyes is None or eyes == self._drawer):
            opening = self._without_face
        else:
            opening = self._with_face
        if not 0 <= now - self._ending_at < 0.001:
            self._ending, self._ending_at = f',"time":{now:.3f}}}'.encode(), now
        you = self._yours.get((seat, host)) or self._you(seat, host)
        return [opening, you, *self._parts(eyes), self._ending]

    def _begin(self) -> None:
        """Something has changed: write how messages begin for those who have seen all but the newest event."""
        table = self.table
        if self._revision != table.revision:
            self._yours = {}
        if self._revision != table.revision or self._online != self.online:
            self._table_json = _json(table_dict(table, self.online))
        self._n, self._revision, self._online = table.n, table.revision, self.online
        self._drawer, with_face, without = table.told[-1] if table.told else (None, "", "")
        self._with_face = self._opened(with_face)
        self._without_face = self._with_face if self._drawer is None else self._opened(without)

    def _opened(self, events: str) -> bytes:
        return f'{{"type":"state","n":{self.table.n},"events":[{events}],"table":{self._table_json},"you":'.encode()

    def events(self, eyes: Eyes, since: int | None) -> str:
        """What happened after event `since` as these eyes saw it; by default, since the game began."""
        table = self.table
        first = table.started_n if since is None else since + 1
        shown = []
        for drawer, with_face, without in table.told[first:]:
            hidden = drawer is not None and (eyes is None or eyes == drawer)
            if told := without if hidden else with_face:
                shown.append(told)
        return ",".join(shown)

    def view(self, eyes: Eyes) -> str:
        return b"".join(self._parts(eyes)).decode()

    def _parts(self, eyes: Eyes) -> list[bytes]:
        table = self.table
        if self._snapshot is None or self._snapshot_at != table.n or self._snapshot.game is not table.game:
            if table.game is None:
                return [b"null"]
            if self._view_writer is None or self._view_writer.game is not table.game:
                self._view_writer = ViewWriter(table.game)
            self._snapshot_at = table.n
            self._snapshot = self._view_writer.snapshot(table.drawn_of, table.orders, table.exposed)
        return self._snapshot.parts(eyes)

    def forget_views(self) -> None:
        """Free what a quiet table need not keep."""
        self._view_writer = self._snapshot = None
        self._with_face = self._without_face = b""
        self._n = -1

    def _you(self, seat: int | None, host: bool) -> bytes:
        notes = self.table.notes[seat] if seat is not None and self.table.notes else {}
        told = _json({"seat": seat, "host": host, "notes": notes})
        you = self._yours[seat, host] = f'{told},"view":'.encode()
        return you


def table_dict(table: Table, online: frozenset[int]) -> dict[str, Any]:
    """What everybody may know of the table around the game (`SeenTable`)."""
    options, over = table.options, table.phase == "over"
    host = table.host_seat
    clock = options.clock.kind != "none" and table.game is not None
    promise = table.started.commitment if table.started else None
    return {
        "id": table.id,
        "phase": table.phase,
        "options": options if over or options.seed is None else msgspec.structs.replace(options, seed=None),
        "seeded": options.seed is not None,
        "rules": switches_of(table.rules),
        "by_the_book": table.rules.by_the_book,
        "seats": [
            {
                "seat": seat,
                "kind": "empty" if chair.is_empty else "human" if chair.is_human else "bot",
                "name": chair.name,
                "bot": chair.bot,
                "host": seat == host,
                "away": chair.away,
                "online": seat in online or chair.bot is not None,
            }
            for seat, chair in enumerate(table.chairs)
        ],
        "first": table.started.first if table.started else None,
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
            "since": table.turn_began if clock else None,
            "left": [round(left, 3) for left in table.left] if clock else None,
        },
        "commitment": promise or None,
        "fairness": {"seed": table.started.seed, "salt": table.started.salt}
        if over and table.started and promise
        else None,
        "notes": [{str(drawn): text for drawn, text in notes.items()} for notes in table.notes] if over else None,
        "rematch": table.rematch,
        "daily": table.daily,
        "casual": table.casual,
    }


def summary_of(table: Table) -> dict[str, Any]:
    """What the lobby and the list of games say of a table."""
    over = table.game.over if table.game is not None else None
    return {
        "id": table.id,
        "title": table.options.title,
        "phase": table.phase,
        "created_at": table.created_at,
        "updated_at": table.changed_at,
        "players": len(table.chairs),
        "seats": [
            {"name": chair.name, "kind": "empty" if chair.is_empty else "human" if chair.is_human else "bot"}
            for chair in table.chairs
        ],
        "rules": table.rules.to_dict(),
        "by_the_book": table.rules.by_the_book,
        "communication": table.options.communication,
        "clock": json.loads(_encoder.encode(table.options.clock)),
        "spectators": table.options.spectators,
        "over": None if over is None else over.to_dict(),
        "player": None if table.game is None else table.game.player,
        "daily": table.daily,
    }
