"""A table as its log describes it: who sits where, the game, open requests. It changes only by `apply`."""

from typing import Any

from hanabi.chance import shuffled_deck, shuffled_tiles
from hanabi.records.record import Record
from hanabi.rules.cards import Card
from hanabi.rules.notation import read_action
from hanabi.rules.referee import Referee
from hanabi.rules.ruleset import RuleSet
from hanabi.tables import stored_events
from hanabi.tables.consent import ConsentRequest
from hanabi.tables.occupant import Occupant
from hanabi.tables.options import Options, shared_rules
from hanabi.tables.stored_events import Entry, InitialSeat
from hanabi.tables.wire.event_json import EventFields, EventJson, carry_out, encode_events, table_event

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
        # The events of each log entry as clients are sent them.
        self.events_json: list[EventJson] = []
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
        fields = _APPLIERS[type(entry.event)](self, entry.event, entry)
        self.events_json.append(encode_events(entry.n, entry.at, fields))
        self.n = entry.n
        if entry.command is not None:
            self.commands[entry.command] = entry.n
        if not isinstance(entry.event, stored_events.Acted):
            self.revision += 1

    # Each of these applies one kind of stored event and returns the events that clients are sent.

    def _created(self, event: stored_events.TableCreated, entry: Entry) -> list[EventFields]:
        self.created_at = entry.at
        # An account's host is the account, on whatever device.
        self.host = event.host if event.host_account is None else ""
        self.host_account, self.host_token, self.origin = event.host_account, event.host_token, event.origin
        self.branch, self.daily = event.branch, event.daily
        self._set_options(event.options)
        for seat, start in enumerate(event.seats[: event.options.seats]):
            self.occupants[seat] = Occupant.of(start)
        return table_event("created")

    def _set_options(self, options: Options) -> None:
        self.options, self.rules = options, shared_rules(options)
        kept = self.occupants
        if options.seats < len(kept):
            kept = [occupant for occupant in kept if not occupant.is_nobody][: options.seats]
        self.occupants = kept + [Occupant() for _ in range(options.seats - len(kept))]

    def _seated(self, event: stored_events.Seated, _: Entry) -> list[EventFields]:
        keys = (event.key,) if event.account is None else ()
        self.occupants[event.seat] = Occupant.of(InitialSeat(event.name, None, keys, event.token, event.account))
        return table_event("sat", seat=event.seat, name=event.name)

    def _renamed(self, event: stored_events.Renamed, _: Entry) -> list[EventFields]:
        self.occupants[event.seat].name = event.name
        return table_event("sat", seat=event.seat, name=event.name)

    def _claimed(self, event: stored_events.Claimed, _: Entry) -> list[EventFields]:
        self.occupants[event.seat].claim(event)
        if event.replaces is not None and event.replaces == self.host:
            self.host, self.host_account = "", event.account
        return []

    def _access_revoked(self, event: stored_events.AccessRevoked, _: Entry) -> list[EventFields]:
        self.occupants[event.seat].revoke(event)
        return []

    def _token_renewed(self, event: stored_events.TokenRenewed, _: Entry) -> list[EventFields]:
        self.occupants[event.seat].token = event.token
        return []

    def _bot_seated(self, event: stored_events.BotSeated, _: Entry) -> list[EventFields]:
        self.occupants[event.seat] = Occupant(event.name, event.bot)
        return table_event("bot_sat", seat=event.seat, name=event.name, bot=event.bot)

    def _vacated(self, event: stored_events.Vacated, _: Entry) -> list[EventFields]:
        self.occupants[event.seat] = Occupant()
        return table_event("stood", seat=event.seat)

    def _options_set(self, event: stored_events.OptionsSet, _: Entry) -> list[EventFields]:
        self._set_options(event.options)
        return table_event("options_changed")

    def _started(self, event: stored_events.GameStarted, entry: Entry) -> list[EventFields]:
        self.started, self.started_n = event, entry.n
        self._replay(list(event.prelude))
        self.casual = bool(event.prelude)
        self.orders = [()] * len(self.occupants)
        self.notes = [{} for _ in self.occupants]
        self.time_left = [float(self.options.clock.seconds)] * len(self.occupants)
        self.turn_started_at = entry.at
        return table_event("started", first=event.first)

    def _dealt_game(self) -> Referee:
        assert self.started is not None
        seed = bytes.fromhex(self.started.seed)
        names = [occupant.name or "" for occupant in self.occupants]
        if self.branch is not None and self.branch.deck:
            deck, tiles = [Card.of(face) for face in self.branch.deck], list(self.branch.rewards)
        else:
            deck, tiles = shuffled_deck(self.rules, seed), shuffled_tiles(self.rules, seed)
        game = Referee(self.rules, names, deck, tiles, self.started.first)
        # Only bots need the events they have seen; clients are sent theirs.
        game.seen = {seat: [] for seat, occupant in enumerate(self.occupants) if occupant.bot is not None}
        return game

    def _acted(self, event: stored_events.Acted, entry: Entry) -> list[EventFields]:
        game = self.game
        assert game is not None
        action = read_action(game.state, event.action) if entry.action is None else entry.action
        fields = carry_out(game, action, event.action, self.draw_numbers)
        self.actors.append(event.seat)
        if self.options.clock.kind != "none":
            self._charge_clock(event.seat, entry.at)
        self.turn_started_at = entry.at
        occupant = self.occupants[event.seat]
        wanted = self.takeover is not None and self.takeover.seat == event.seat
        if wanted or self.take_back is not None or occupant.away:
            # Whoever moves is present: no bot need take over.
            self.takeover = None if wanted else self.takeover
            self.take_back, occupant.away = None, False
            self.revision += 1
        if game.player is None:
            self.revision += 1
        return fields

    def _charge_clock(self, seat: int, at: float) -> None:
        if self.options.clock.kind == "bank":
            spent = at - self.turn_started_at
            self.time_left[seat] = max(0.0, self.time_left[seat] - spent) + self.options.clock.increment
        self.revision += 1

    def _take_back_asked(self, event: stored_events.TakeBackAsked, _: Entry) -> list[EventFields]:
        self.take_back = ConsentRequest(event.seat, set(), actions=event.actions)
        return table_event("take_back_asked", seat=event.seat)

    def _take_back_agreed(self, event: stored_events.TakeBackAgreed, _: Entry) -> list[EventFields]:
        if self.take_back is not None:
            self.take_back.agreed.add(event.seat)
        return table_event("take_back_agreed", seat=event.seat)

    def _take_back_refused(self, event: stored_events.TakeBackRefused, _: Entry) -> list[EventFields]:
        self.take_back = None
        return table_event("take_back_refused", seat=event.seat)

    def _taken_back(self, event: stored_events.TakenBack, entry: Entry) -> list[EventFields]:
        """Replay the actions that are left. Cards that the undone ones have shown stay known to everybody."""
        assert self.game is not None
        undone = [text.split() for text in self.game.action_texts[event.actions :]]
        kept = self.game.action_texts[: event.actions]
        cards = [int(words[1]) for words in undone if words[0] in ("play", "discard")]
        self.exposed |= {(self.draw_numbers[card], card) for card in cards}
        self._replay(kept)
        self.take_back = self.takeover = None
        self.casual = True
        self.turn_started_at = entry.at
        return table_event("took_back", seat=event.by, actions=event.actions)

    def _replay(self, actions: list[str]) -> None:
        self.game, self.draw_numbers, self.actors = self._dealt_game(), {}, []
        for text in actions:
            self.actors.append(self.game.state.player)
            carry_out(self.game, read_action(self.game.state, text), text, self.draw_numbers)

    def _rearranged(self, event: stored_events.HandRearranged, _: Entry) -> list[EventFields]:
        self.orders[event.seat] = event.order
        return table_event("rearranged", seat=event.seat)

    def _noted(self, event: stored_events.Noted, _: Entry) -> list[EventFields]:
        self.notes[event.seat].pop(event.drawn, None)
        if event.text:
            self.notes[event.seat][event.drawn] = event.text
        return []

    def _said(self, event: stored_events.Said, entry: Entry) -> list[EventFields]:
        if event.phrase is None and event.text is None:
            # Its words were not kept.
            return []
        self.said.append(entry.n)
        return table_event("said", seat=event.seat, phrase=event.phrase, text=event.text)

    def _stood_up(self, event: stored_events.StoodUp, _: Entry) -> list[EventFields]:
        self.occupants[event.seat].away = True
        return table_event("stood", seat=event.seat)

    def _came_back(self, event: stored_events.CameBack, entry: Entry) -> list[EventFields]:
        occupant = self.occupants[event.seat]
        occupant.away, occupant.bot, occupant.took_over = False, None, False
        if self.takeover is not None and self.takeover.seat == event.seat:
            self.takeover = None
        self.turn_started_at = entry.at
        return table_event("sat", seat=event.seat, name=occupant.name or "")

    def _time_ran_out(self, event: stored_events.TimeRanOut, _: Entry) -> list[EventFields]:
        self.occupants[event.seat].away = True
        self.time_left[event.seat] = max(self.time_left[event.seat], float(self.options.clock.increment))
        return table_event("time_up", seat=event.seat)

    def _takeover_asked(self, event: stored_events.TakeoverAsked, _: Entry) -> list[EventFields]:
        self.takeover = ConsentRequest(event.by, {event.by}, seat=event.seat, bot=event.bot)
        return table_event("takeover_asked", seat=event.seat, by=event.by, bot=event.bot)

    def _takeover_agreed(self, event: stored_events.TakeoverAgreed, _: Entry) -> list[EventFields]:
        if self.takeover is not None:
            self.takeover.agreed.add(event.by)
        return table_event("takeover_agreed", seat=event.seat, by=event.by)

    def _takeover_refused(self, event: stored_events.TakeoverRefused, _: Entry) -> list[EventFields]:
        self.takeover = None
        return table_event("takeover_refused", seat=event.seat, by=event.by)

    def _bot_took_over(self, event: stored_events.BotTookOver, _: Entry) -> list[EventFields]:
        occupant = self.occupants[event.seat]
        occupant.bot, occupant.took_over, occupant.away = event.bot, True, False
        self.takeover = None
        assert self.game is not None
        self._replay(self.game.action_texts)
        return table_event("bot_sat", seat=event.seat, name=occupant.name or "", bot=event.bot)

    def _rematch_opened(self, event: stored_events.RematchOpened, _: Entry) -> list[EventFields]:
        self.rematch = event.table
        return table_event("rematch", table=event.table)

    def _closed(self, event: stored_events.ClosedByOperator, _: Entry) -> list[EventFields]:
        self.closed = event.reason
        return table_event("closed", reason=event.reason)

    def _hidden(self, event: stored_events.HiddenByOperator, _: Entry) -> list[EventFields]:
        self.hidden = event.hidden
        return []


_APPLIERS: dict[type, Any] = {
    stored_events.TableCreated: Table._created,
    stored_events.Seated: Table._seated,
    stored_events.Renamed: Table._renamed,
    stored_events.Claimed: Table._claimed,
    stored_events.AccessRevoked: Table._access_revoked,
    stored_events.TokenRenewed: Table._token_renewed,
    stored_events.BotSeated: Table._bot_seated,
    stored_events.Vacated: Table._vacated,
    stored_events.OptionsSet: Table._options_set,
    stored_events.GameStarted: Table._started,
    stored_events.Acted: Table._acted,
    stored_events.TakeBackAsked: Table._take_back_asked,
    stored_events.TakeBackAgreed: Table._take_back_agreed,
    stored_events.TakeBackRefused: Table._take_back_refused,
    stored_events.TakenBack: Table._taken_back,
    stored_events.HandRearranged: Table._rearranged,
    stored_events.Noted: Table._noted,
    stored_events.Said: Table._said,
    stored_events.StoodUp: Table._stood_up,
    stored_events.CameBack: Table._came_back,
    stored_events.TimeRanOut: Table._time_ran_out,
    stored_events.TakeoverAsked: Table._takeover_asked,
    stored_events.TakeoverAgreed: Table._takeover_agreed,
    stored_events.TakeoverRefused: Table._takeover_refused,
    stored_events.BotTookOver: Table._bot_took_over,
    stored_events.RematchOpened: Table._rematch_opened,
    stored_events.ClosedByOperator: Table._closed,
    stored_events.HiddenByOperator: Table._hidden,
}
