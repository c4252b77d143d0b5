"""A table as its log makes it: who sits where, the game, requests under way. It changes only by `apply`."""

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from hanabi.chance import shuffled_deck, shuffled_tiles
from hanabi.records.record import Record
from hanabi.rules.cards import Card
from hanabi.rules.referee import Referee
from hanabi.rules.ruleset import RuleSet
from hanabi.tables import stored_events
from hanabi.tables.options import Options, ruleset_of
from hanabi.tables.stored_events import Entry
from hanabi.tables.wire import event_json
from hanabi.tables.wire.event_json import told

ABANDONED_AFTER = 120.0


@dataclass(slots=True)
class Chair:
    """A seat and who may act for it: the keys of browsers, and a token for links and programs (all as hashes).

    `bot` plays for it; with a `name` of a human underneath it is a bot that took over, and the human may come back.
    """

    name: str | None = None
    bot: str | None = None
    keys: set[str] = field(default_factory=set)
    token: str | None = None
    account: int | None = None
    away: bool = False
    took_over: bool = False

    @property
    def is_empty(self) -> bool:
        return self.name is None

    @property
    def is_human(self) -> bool:
        return self.name is not None and self.bot is None


@dataclass(slots=True)
class Request:
    """A question to the humans at the table: who has agreed so far."""

    by: int
    agreed: set[int]
    actions: int = 0
    seat: int = 0
    bot: str = ""


@lru_cache(maxsize=512)
def _rules(told: str) -> RuleSet:
    return ruleset_of(Options(rules=json.loads(told)))


def shared_rules(options: Options) -> RuleSet:
    """Equal rules are one object, so that a thousand tables share their tables."""
    return _rules(json.dumps(options.rules, sort_keys=True))


class Table:
    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.n = -1
        self.options = Options()
        self.rules: RuleSet = shared_rules(self.options)
        self.chairs: list[Chair] = []
        self.host = ""
        self.host_account: int | None = None
        self.origin: str | None = None
        self.branch: stored_events.Branch | None = None
        self.daily: str | None = None
        self.created_at = self.changed_at = 0.0
        self.game: Referee | None = None
        self.started: stored_events.GameStarted | None = None
        self.started_n = 0
        self.drawn_of: dict[int, int] = {}
        self.actors: list[int] = []
        self.orders: list[tuple[int, ...]] = []
        self.notes: list[dict[int, str]] = []
        self.exposed: set[tuple[int, int]] = set()
        self.take_back: Request | None = None
        self.takeover: Request | None = None
        self.casual = False
        self.rematch: str | None = None
        self.turn_began = 0.0
        self.left: list[float] = []
        self.commands: dict[str, int] = {}
        # What each event looked like, by number: to all who may see the drawn card, and to the others.
        self.told: list[tuple[int | None, str, str]] = []
        self.revision = 0

    @property
    def phase(self) -> str:
        if self.game is None:
            return "setup"
        return "playing" if self.game.player is not None else "over"

    @property
    def actions(self) -> int:
        return 0 if self.game is None else len(self.game.action_texts)

    @property
    def humans(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_human]

    def seat_of(self, key: str | None, account: int | None = None) -> int | None:
        """The seat that this key, token or account may act for."""
        for seat, chair in enumerate(self.chairs):
            if key is not None and (key in chair.keys or key == chair.token):
                return seat
        for seat, chair in enumerate(self.chairs):
            if account is not None and chair.account == account:
                return seat
        return None

    def is_host(self, key: str | None, account: int | None = None) -> bool:
        """Who opened the table; when they have no seat, also the first human who has."""
        if key is not None and key == self.host:
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

    def waiting_for(self, request: Request) -> list[int]:
        """Humans whose consent is still open; somebody away is not asked."""
        return [
            seat
            for seat in self.humans
            if seat not in request.agreed and seat != request.by and not self.chairs[seat].away
        ]

    def record(self) -> Record:
        """The game as a record with its fairness revealed: for a finished game only. A given deck has none."""
        assert self.game is not None
        assert self.started is not None
        assert self.phase == "over"
        told = {"commitment": self.started.commitment, "seed": self.started.seed, "salt": self.started.salt}
        fairness = told if self.started.commitment else {}
        return Record(
            rules=self.rules,
            players=self.game.players,
            deck=self.game.deck,
            actions=tuple(self.game.action_texts),
            first=self.game.first,
            rewards=self.game.rewards,
            extra={
                "table": self.id,
                "time": self.changed_at,
                **fairness,
                "bots": [chair.bot for chair in self.chairs],
                "casual": self.casual,
                "notes": [{str(drawn): text for drawn, text in notes.items()} for notes in self.notes],
                "result": self.game.over.to_dict() if self.game.over else None,
            },
        )

    def apply(self, entry: Entry) -> None:
        """Take in the next line of the log."""
        if entry.n != self.n + 1:
            raise ValueError(f"event {entry.n} cannot follow {self.n} at table {self.id}")
        self.changed_at = entry.at
        shown = _HANDLERS[type(entry.event)](self, entry.event, entry)
        self.told.append(event_json.encoded(entry.n, entry.at, shown))
        self.n = entry.n
        if entry.command is not None:
            self.commands[entry.command] = entry.n
        if not isinstance(entry.event, stored_events.Acted):
            self.revision += 1

    # Each of these carries out one kind of stored event and returns what the table sees of it.

    def _created(self, event: stored_events.TableCreated, entry: Entry) -> list[Any]:
        self.created_at = entry.at
        self.host, self.host_account, self.origin = event.host, event.host_account, event.origin
        self.branch, self.daily = event.branch, event.daily
        self._set_options(event.options)
        for seat, start in enumerate(event.seats[: event.options.seats]):
            self.chairs[seat] = Chair(start.name, start.bot, set(start.keys), start.token, start.account)
        return told("created")

    def _set_options(self, options: Options) -> None:
        self.options, self.rules = options, shared_rules(options)
        chairs = [chair for chair in self.chairs if not chair.is_empty] if options.seats < len(self.chairs) else None
        kept = self.chairs if chairs is None else chairs[: options.seats]
        self.chairs = kept + [Chair() for _ in range(options.seats - len(kept))]

    def _seated(self, event: stored_events.Seated, _: Entry) -> list[Any]:
        self.chairs[event.seat] = Chair(event.name, None, {event.key}, event.token, event.account)
        return told("sat", seat=event.seat, name=event.name)

    def _renamed(self, event: stored_events.Renamed, _: Entry) -> list[Any]:
        self.chairs[event.seat].name = event.name
        return told("sat", seat=event.seat, name=event.name)

    def _claimed(self, event: stored_events.Claimed, _: Entry) -> list[Any]:
        chair = self.chairs[event.seat]
        chair.keys.add(event.key)
        if event.account is not None:
            chair.account = event.account
        return []

    def _token_renewed(self, event: stored_events.TokenRenewed, _: Entry) -> list[Any]:
        self.chairs[event.seat].token = event.token
        return []

    def _bot_seated(self, event: stored_events.BotSeated, _: Entry) -> list[Any]:
        self.chairs[event.seat] = Chair(event.name, event.bot)
        return told("bot_sat", seat=event.seat, name=event.name, bot=event.bot)

    def _vacated(self, event: stored_events.Vacated, _: Entry) -> list[Any]:
        self.chairs[event.seat] = Chair()
        return told("stood", seat=event.seat)

    def _options_set(self, event: stored_events.OptionsSet, _: Entry) -> list[Any]:
        self._set_options(event.options)
        return told("options_changed")

    def _started(self, event: stored_events.GameStarted, entry: Entry) -> list[Any]:
        self.started, self.started_n = event, entry.n
        self._replay(list(event.prelude))
        self.casual = bool(event.prelude)
        self.orders = [()] * len(self.chairs)
        self.notes = [{} for _ in self.chairs]
        self.left = [float(self.options.clock.seconds)] * len(self.chairs)
        self.turn_began = entry.at
        return told("started", first=event.first)

    def _dealt(self) -> Referee:
        assert self.started is not None
        seed = bytes.fromhex(self.started.seed)
        names = [chair.name or "" for chair in self.chairs]
        if self.branch is not None and self.branch.deck:
            deck, tiles = [Card.of(face) for face in self.branch.deck], list(self.branch.rewards)
        else:
            deck, tiles = shuffled_deck(self.rules, seed), shuffled_tiles(self.rules, seed)
        game = Referee(self.rules, names, deck, tiles, self.started.first)
        # Only bots look back at all they saw; everybody else was told at the time.
        game.seen = {seat: [] for seat, chair in enumerate(self.chairs) if chair.bot is not None}
        return game

    def _acted(self, event: stored_events.Acted, entry: Entry) -> list[Any]:
        game = self.game
        assert game is not None
        shown = event_json.act(game, event.action, self.drawn_of)
        self.actors.append(event.seat)
        if self.options.clock.kind != "none":
            self._pay(event.seat, entry.at)
        self.turn_began = entry.at
        chair = self.chairs[event.seat]
        wanted = self.takeover is not None and self.takeover.seat == event.seat
        if wanted or self.take_back is not None or chair.away:
            # Whoever moves is there: nobody need play for them.
            self.takeover = None if wanted else self.takeover
            self.take_back, chair.away = None, False
            self.revision += 1
        if game.player is None:
            self.revision += 1
        return shown

    def _pay(self, seat: int, at: float) -> None:
        if self.options.clock.kind == "bank":
            spent = at - self.turn_began
            self.left[seat] = max(0.0, self.left[seat] - spent) + self.options.clock.increment
        self.revision += 1

    def _take_back_asked(self, event: stored_events.TakeBackAsked, _: Entry) -> list[Any]:
        self.take_back = Request(event.seat, set(), actions=event.actions)
        return told("take_back_asked", seat=event.seat)

    def _take_back_agreed(self, event: stored_events.TakeBackAgreed, _: Entry) -> list[Any]:
        if self.take_back is not None:
            self.take_back.agreed.add(event.seat)
        return told("take_back_agreed", seat=event.seat)

    def _take_back_refused(self, event: stored_events.TakeBackRefused, _: Entry) -> list[Any]:
        self.take_back = None
        return told("take_back_refused", seat=event.seat)

    def _taken_back(self, event: stored_events.TakenBack, entry: Entry) -> list[Any]:
        """Replay up to there. What the undone actions had shown stays known to everybody."""
        assert self.game is not None
        undone = [text.split() for text in self.game.action_texts[event.actions :]]
        kept = self.game.action_texts[: event.actions]
        shown = [int(words[1]) for words in undone if words[0] in ("play", "discard")]
        self.exposed |= {(self.drawn_of[card], card) for card in shown}
        self._replay(kept)
        self.take_back = self.takeover = None
        self.casual = True
        self.turn_began = entry.at
        return told("took_back", seat=event.by, actions=event.actions)

    def _replay(self, actions: list[str]) -> None:
        self.game, self.drawn_of, self.actors = self._dealt(), {}, []
        for text in actions:
            self.actors.append(self.game.state.player)
            event_json.act(self.game, text, self.drawn_of)

    def _rearranged(self, event: stored_events.HandRearranged, _: Entry) -> list[Any]:
        self.orders[event.seat] = event.order
        return told("rearranged", seat=event.seat)

    def _noted(self, event: stored_events.Noted, _: Entry) -> list[Any]:
        self.notes[event.seat].pop(event.drawn, None)
        if event.text:
            self.notes[event.seat][event.drawn] = event.text
        return []

    def _said(self, event: stored_events.Said, _: Entry) -> list[Any]:
        return told("said", seat=event.seat, phrase=event.phrase, text=event.text)

    def _stood_up(self, event: stored_events.StoodUp, _: Entry) -> list[Any]:
        self.chairs[event.seat].away = True
        return told("stood", seat=event.seat)

    def _came_back(self, event: stored_events.CameBack, entry: Entry) -> list[Any]:
        chair = self.chairs[event.seat]
        chair.away, chair.bot, chair.took_over = False, None, False
        if self.takeover is not None and self.takeover.seat == event.seat:
            self.takeover = None
        self.turn_began = entry.at
        return told("sat", seat=event.seat, name=chair.name or "")

    def _time_ran_out(self, event: stored_events.TimeRanOut, _: Entry) -> list[Any]:
        self.chairs[event.seat].away = True
        self.left[event.seat] = max(self.left[event.seat], float(self.options.clock.increment))
        return told("time_up", seat=event.seat)

    def _takeover_asked(self, event: stored_events.TakeoverAsked, _: Entry) -> list[Any]:
        self.takeover = Request(event.by, {event.by}, seat=event.seat, bot=event.bot)
        return told("takeover_asked", seat=event.seat, by=event.by, bot=event.bot)

    def _takeover_agreed(self, event: stored_events.TakeoverAgreed, _: Entry) -> list[Any]:
        if self.takeover is not None:
            self.takeover.agreed.add(event.by)
        return told("takeover_agreed", seat=event.seat, by=event.by)

    def _takeover_refused(self, event: stored_events.TakeoverRefused, _: Entry) -> list[Any]:
        self.takeover = None
        return told("takeover_refused", seat=event.seat, by=event.by)

    def _bot_took_over(self, event: stored_events.BotTookOver, _: Entry) -> list[Any]:
        chair = self.chairs[event.seat]
        chair.bot, chair.took_over, chair.away = event.bot, True, False
        self.takeover = None
        assert self.game is not None
        self._replay(self.game.action_texts)
        return told("bot_sat", seat=event.seat, name=chair.name or "", bot=event.bot)

    def _rematch_opened(self, event: stored_events.RematchOpened, _: Entry) -> list[Any]:
        self.rematch = event.table
        return told("rematch", table=event.table)


_HANDLERS: dict[type, Any] = {
    stored_events.TableCreated: Table._created,
    stored_events.Seated: Table._seated,
    stored_events.Renamed: Table._renamed,
    stored_events.Claimed: Table._claimed,
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
}
