"""A table as its log describes it: who sits where, the game, open requests. It changes only by `apply`."""

from typing import Any

from hanabi.records.record import Record
from hanabi.rules.event_document import EventFields
from hanabi.rules.referee import Referee
from hanabi.rules.ruleset import RuleSet
from hanabi.server.tables import stored_events
from hanabi.server.tables.applied_events import APPLIERS
from hanabi.server.tables.consent import ConsentRequest
from hanabi.server.tables.occupant import Occupant
from hanabi.server.tables.options import Options, shared_rules
from hanabi.server.tables.stored_events import Entry

ABANDONED_AFTER = 120.0


class Table:
    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.n = -1
        self.options = Options()
        self.rules: RuleSet = shared_rules(self.options)
        self.occupants: list[Occupant] = []
        self.host = ""
        self.host_account: int | None = None
        self.host_token: str | None = None
        # Why an operator has closed the table, if so.
        self.closed: str | None = None
        self.hidden = False
        self.origin: str | None = None
        self.branch: stored_events.Branch | None = None
        self.daily: str | None = None
        self.created_at = self.changed_at = 0.0
        self.game: Referee | None = None
        self.started: stored_events.GameStarted | None = None
        self.started_n = 0
        # Under which number each card that left a hand was drawn.
        self.draw_numbers: dict[int, int] = {}
        self.actors: list[int] = []
        self.orders: list[tuple[int, ...]] = []
        self.notes: list[dict[int, str]] = []
        self.exposed: set[tuple[int, int]] = set()
        self.take_back: ConsentRequest | None = None
        self.takeover: ConsentRequest | None = None
        self.casual = False
        self.rematch: str | None = None
        self.turn_started_at = 0.0
        self.time_left: list[float] = []
        self.commands: dict[str, int] = {}
        # The numbers of the entries where somebody spoke.
        self.said: list[int] = []
        # The events of each log entry, and when it was stored.
        self.events: list[tuple[float, list[EventFields]]] = []
        # Counts the changes of what a state message says besides the view.
        self.revision = 0

    @property
    def phase(self) -> str:
        if self.closed is not None:
            return "closed"
        if self.game is None:
            return "setup"
        return "playing" if self.game.player is not None else "over"

    @property
    def actions(self) -> int:
        return 0 if self.game is None else len(self.game.action_texts)

    @property
    def humans(self) -> list[int]:
        return [seat for seat, occupant in enumerate(self.occupants) if occupant.is_human]

    @property
    def is_branch(self) -> bool:
        """Whether the game goes on from another one, from the deal at least: then its cards may have been known."""
        given = self.branch
        return given is not None and (self.origin is not None or bool(given.deck) or bool(given.actions))

    @property
    def counts(self) -> bool:
        """Whether the game is to be compared with others: not one that goes on from another, nor one of bots alone."""
        return not self.is_branch and bool(self.humans)

    @property
    def is_listed(self) -> bool:
        """Whether the table is shown to everybody; when it is over, only if its game counts."""
        return self.options.public and not self.hidden and (self.phase != "over" or self.counts)

    def seat_of(self, key: str | None, account: int | None = None) -> int | None:
        """The seat that this key, token or account may act for."""
        for seat, occupant in enumerate(self.occupants):
            if key is not None and (key in occupant.keys or key == occupant.token):
                return seat
        for seat, occupant in enumerate(self.occupants):
            if account is not None and account in occupant.accounts:
                return seat
        return None

    def is_host(self, key: str | None, account: int | None = None) -> bool:
        """Who opened the table; when they have no seat, also the first human who has."""
        if key is not None and key in (self.host, self.host_token):
            return True
        if account is not None and account == self.host_account:
            return True
        seat = self.seat_of(key, account)
        if seat is None:
            return False
        if self._host_seat is None:
            return self.humans[:1] == [seat]
        return seat == self._host_seat

    @property
    def host_seat(self) -> int | None:
        """The seat of whoever may direct the table."""
        if self._host_seat is not None:
            return self._host_seat
        return next(iter(self.humans), None)

    @property
    def _host_seat(self) -> int | None:
        return self.seat_of(self.host, self.host_account)

    def waiting_for(self, request: ConsentRequest) -> list[int]:
        """Humans who have yet to agree; those away are not asked."""
        return [
            seat
            for seat in self.humans
            if seat not in request.agreed and seat != request.by and not self.occupants[seat].away
        ]

    def record(self) -> Record:
        """The game as a record with its fairness revealed: for a finished game only. A given deck has none."""
        assert self.game is not None
        assert self.started is not None
        assert self.phase == "over"
        proof = {"commitment": self.started.commitment, "seed": self.started.seed, "salt": self.started.salt}
        fairness = proof if self.started.commitment else {}
        return self._record(
            {
                "table": self.id,
                "time": self.changed_at,
                **fairness,
                "bots": [occupant.bot for occupant in self.occupants],
                "casual": self.casual,
                "notes": [{str(drawn): text for drawn, text in notes.items()} for notes in self.notes],
                "result": self.game.over.to_dict() if self.game.over else None,
            }
        )

    def record_so_far(self) -> Record:
        """The game up to now, to make views from: it holds all cards and goes to nobody."""
        return self._record({})

    def _record(self, extra: dict[str, Any]) -> Record:
        assert self.game is not None
        return Record(
            rules=self.rules,
            players=self.game.players,
            deck=self.game.deck,
            actions=tuple(self.game.action_texts),
            first=self.game.first,
            rewards=self.game.rewards,
            extra=extra,
        )

    def apply(self, entry: Entry) -> None:
        """Apply the next entry of the log."""
        if entry.n != self.n + 1:
            raise ValueError(f"event {entry.n} cannot follow {self.n} at table {self.id}")
        self.changed_at = entry.at
        fields = APPLIERS[type(entry.event)](self, entry.event, entry)
        self.events.append((entry.at, fields))
        self.n = entry.n
        if entry.command is not None:
            self.commands[entry.command] = entry.n
        if not isinstance(entry.event, stored_events.Acted):
            self.revision += 1
