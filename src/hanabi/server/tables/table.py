"""A table as its log describes it: seats, game, open requests. Only the appliers in `features/` change it."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import Struct, to_builtins

from hanabi.records import Record, ended_field
from hanabi.rules import Referee, RuleSet
from hanabi.rules.event_documents import EventDocument
from hanabi.server.actor import Actor, Owner
from hanabi.server.refusals import Refused
from hanabi.server.tables.daily import daily_name, is_sealed
from hanabi.server.tables.fairness import COMMITTED, Deal, DealKind, DealProof, commitment, event_deal_name
from hanabi.server.tables.options import Options, shared_rules

Phase = Literal["setup", "playing", "over", "closed"]


class InitialSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a new table; `owner` and `guests` as in Occupant."""

    name: str | None = None
    bot: str | None = None
    keys: tuple[str, ...] = ()
    token: str | None = None
    account: int | None = None
    owner: str | None = None
    guests: tuple[int, ...] = ()
    beside: str | None = None


@dataclass(slots=True)
class Occupant:
    """The player in a seat; without a name the seat is empty.

    The player who sat down is an `account` or, without one, a browser (`owner` is its key). Through a link other
    browsers may act for the seat too: by their `keys`, or as accounts (`guests`). Programs and links use its token.
    Keys and token are hashes. `nonce` is the player's part of a fresh deal. `bot` is the bot that plays; `took_over`
    means it replaces the human of this name, who may come back. `beside`: the account or browser of another player, on
    whose device this one plays too.
    """

    name: str | None = None
    bot: str | None = None
    keys: set[str] = field(default_factory=set)
    token: str | None = None
    account: int | None = None
    away: bool = False
    took_over: bool = False
    owner: str | None = None
    guests: set[int] = field(default_factory=set)
    nonce: str | None = None
    beside: str | None = None

    @classmethod
    def of(cls, start: InitialSeat) -> "Occupant":
        occupant = cls(start.name, start.bot, set(start.keys), start.token, start.account)
        occupant.owner = start.owner or (start.keys[0] if start.keys and start.account is None else None)
        occupant.guests, occupant.beside = set(start.guests), start.beside
        return occupant

    def rematch_seat(self) -> InitialSeat:
        """This seat at a rematch; a human who was replaced by a bot gets it back."""
        bot = None if self.took_over else self.bot
        keys, guests = tuple(self.keys), tuple(self.guests)
        return InitialSeat(self.name, bot, keys, self.token, self.account, self.owner, guests, self.beside)

    @property
    def holders(self) -> list[tuple[str, int | None]]:
        """The rows of the database by which people find their seats: (key or account owner, account)."""
        accounts = [(Owner.of_account(account), account) for account in sorted(self.accounts)]
        return [(key, self.account) for key in sorted(self.keys)] + accounts

    @property
    def device(self) -> str:
        """The account or the browser that plays this seat."""
        return self.beside or Owner.of(self.owner, self.account)

    @property
    def is_nobody(self) -> bool:
        return self.name is None

    @property
    def is_human(self) -> bool:
        return self.name is not None and self.bot is None

    @property
    def accounts(self) -> set[int]:
        """All accounts that may act for the seat."""
        return self.guests if self.account is None else self.guests | {self.account}

    def is_owned_by(self, key: str | None, account: int | None) -> bool:
        """Whether this is the player who sat down, not a guest who came by a link."""
        return (account is not None and account == self.account) or (key is not None and key == self.owner)


class Branch(Struct, frozen=True):
    """A finished game to continue: its deal and the actions so far.

    Without `deck` the seed determines the cards; with it, the seed only places reshuffled cards.
    """

    seed: str
    first: int
    actions: tuple[str, ...]
    deck: tuple[str, ...] = ()
    rewards: tuple[str, ...] = ()


class ContestDeal(Struct, frozen=True):
    """A deal of an event; until `ends_at` only the team at the table may see it. `bots`: whether bots may play."""

    contest: str
    deal: int
    ends_at: float
    bots: bool


@dataclass(slots=True)
class ConsentRequest:
    """A take-back, the end of the game, or a bot for the player of `seat`: all other humans at the table must agree."""

    by: int
    agreed: set[int]
    actions: int = 0
    seat: int = -1
    bot: str = ""


class Table:
    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.n = -1
        # "setup", "playing", "over" or "closed", after each entry of the log.
        self.phase: Phase = "setup"
        self.options = Options()
        self.rules: RuleSet = shared_rules(self.options)
        self.occupants: list[Occupant] = []
        self.host = ""
        self.host_account: int | None = None
        self.host_token: str | None = None
        # The reason if an operator has closed the table.
        self.closed: str | None = None
        self.hidden = False
        self.origin: str | None = None
        self.branch: Branch | None = None
        self.daily: str | None = None
        self.contest: ContestDeal | None = None
        self.created_at = self.changed_at = 0.0
        self.game: Referee | None = None
        # In hexadecimal: the secret to which the server is committed from the beginning, and the seed of the deal.
        self.secret = self.seed = ""
        self.first = 0
        self.started_n = 0
        # The draw number of each card that left a hand.
        self.draw_numbers: dict[int, int] = {}
        self.actors: list[int] = []
        self.orders: list[tuple[int, ...]] = []
        self.notes: list[dict[int, str]] = []
        self.exposed: set[tuple[int, int]] = set()
        self.take_back: ConsentRequest | None = None
        self.takeover: ConsentRequest | None = None
        self.ending: ConsentRequest | None = None
        self.casual = False
        # Whether a simple move was made for a bot that failed.
        self.bot_failed = False
        self.rematch: str | None = None
        self.turn_started_at = 0.0
        self.time_left: list[float] = []
        self.commands: dict[str, int] = {}
        # The numbers of the log entries that are chat.
        self.said: list[int] = []
        # The events for clients of each log entry.
        self.events: list[Sequence[EventDocument]] = []
        # Counts changes to the parts of a state message other than the view.
        self.revision = 0

    @property
    def actions(self) -> int:
        return 0 if self.game is None else len(self.game.action_texts)

    @property
    def humans(self) -> list[int]:
        return [seat for seat, occupant in enumerate(self.occupants) if occupant.is_human]

    @property
    def deal_kind(self) -> DealKind:
        if self.branch is not None and (self.daily is None or self.origin is not None):
            return "given" if self.branch.deck else "repeated"
        if self.contest is not None:
            return "event"
        return "daily" if self.daily is not None else "fresh" if self.options.seed is None else "coded"

    @property
    def deal_name(self) -> str:
        """What the commitment is for. All tables with the same deal have the same name and commitment."""
        if self.contest is not None:
            return event_deal_name(self.contest.contest, self.contest.deal)
        return daily_name(self.daily, len(self.occupants)) if self.daily and self.deal_kind == "daily" else self.id

    @property
    def nonces(self) -> list[str | None] | None:
        return [occupant.nonce for occupant in self.occupants] if self.deal_kind == "fresh" else None

    @property
    def deal(self) -> Deal:
        """What everybody may know about the deal: its secret and its seed only after the game, or after the event."""
        kind, options = self.deal_kind, self.options
        secret = self.secret if kind in COMMITTED else ""
        proof = None
        if self.phase == "over" and kind != "given" and not self.is_in_contest(time.time()):
            proof = DealProof(self.deal_name, self.seed, secret or None, options.seed, options.first == "random")
        return Deal(kind, commitment(self.deal_name, secret) if secret else None, self.nonces, proof)

    def is_in_contest(self, now: float) -> bool:
        """Whether this is a game of an event that has not ended: not even its players may study it."""
        return self.contest is not None and now < self.contest.ends_at

    def is_sealed(self, now: float) -> bool:
        """Whether only people who have played this deal may see its cards."""
        return self.is_in_contest(now) or is_sealed(self.daily, now)

    @property
    def is_compared(self) -> bool:
        """Whether it is listed with other games on its deal: not if it continues one, if only bots play, or if people
        share a device, which can show all hands.
        """
        if self.bot_failed or any(occupant.beside for occupant in self.occupants):
            return False
        return self.deal_kind not in ("repeated", "given") and bool(self.humans)

    @property
    def counts(self) -> bool:
        """Whether the game is in public scores and lists: only if nobody can have known its cards."""
        return self.is_compared and self.deal_kind != "coded" and self.options.spectators != "shown"

    @property
    def shows_hands(self) -> bool:
        """Whether spectators see the hands: always after the game. Before that, only if the table allows it and the
        game does not count, because a player can watch too, also one who comes back to a seat that a bot took over.
        """
        if self.options.spectators == "open" and self.phase != "over":
            return not self.counts and not any(occupant.took_over for occupant in self.occupants)
        return self.options.spectators == "shown" or self.phase == "over"

    @property
    def is_listed(self) -> bool:
        """Whether the lobby shows the table; after the game, only if the game counts."""
        return self.options.public and not self.hidden and (self.phase != "over" or self.counts)

    def seat_of(self, key: str | None, account: int | None = None) -> int | None:
        """The seat for which this key, token or account may act."""
        for seat, occupant in enumerate(self.occupants):
            if key is not None and (key in occupant.keys or key == occupant.token):
                return seat
        for seat, occupant in enumerate(self.occupants):
            if account is not None and account in occupant.accounts:
                return seat
        return None

    def seat_for(self, actor: Actor) -> int | None:
        """The seat for which the actor acts now: on a shared device, the seat of the person who has it."""
        own = self.seat_of(actor.key, actor.account)
        beside = [seat for seat, occupant in enumerate(self.occupants) if occupant.beside]
        if not beside:
            return own
        owners = actor.owners
        beside = [seat for seat in beside if self.occupants[seat].beside in owners]
        if actor.seat in beside or (own is None and beside):
            return actor.seat if actor.seat in beside else beside[0]
        return own

    def seats_beside(self, seat: int) -> list[int]:
        """All seats that are played on the same device as this one, with itself."""
        device = self.occupants[seat].device
        return [seat] if not device else [other for other in self.humans if self.occupants[other].device == device]

    def is_host(self, key: str | None, account: int | None = None) -> bool:
        """The player who opened the table is the host; if they have no seat, the first seated human is too."""
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
        """The seat of the host."""
        if self._host_seat is not None:
            return self._host_seat
        return next(iter(self.humans), None)

    @property
    def _host_seat(self) -> int | None:
        return self.seat_of(self.host, self.host_account)

    def own_seat(self, actor: Actor) -> int:
        """Raises Refused without a seat."""
        seat = self.seat_for(actor)
        if seat is None:
            raise Refused("not_seated")
        return seat

    def existing_seat(self, seat: int) -> int:
        if seat >= len(self.occupants):
            raise Refused("no_such_seat", seats=list(range(len(self.occupants))))
        return seat

    def require_host(self, actor: Actor) -> None:
        if not self.is_host(actor.key, actor.account):
            raise Refused("not_host")

    def require_phase(self, *phases: str) -> None:
        if self.phase not in phases:
            raise Refused("wrong_phase", phase=self.phase)

    def waiting_for(self, request: ConsentRequest) -> list[int]:
        """Humans who have not agreed yet. Players who are away are not asked; one answers for a shared device."""
        answered = {place for seat in (request.by, *request.agreed) for place in self.seats_beside(seat)}
        return [
            seat
            for seat in self.humans
            if seat not in answered
            and seat != request.seat
            and not self.occupants[seat].away
            and not self.occupants[seat].beside
        ]

    def answer_to(self, request: ConsentRequest | None, actor: Actor, *, agrees: bool) -> tuple[int, bool]:
        """The seat that answers for the actor, and whether all agree then. Raises Refused if it is not asked."""
        if request is None:
            raise Refused("no_request")
        seat, waiting = self.answering_seat(actor), self.waiting_for(request)
        if agrees and seat not in waiting:
            raise Refused("no_request")
        return seat, agrees and waiting == [seat]

    def answering_seat(self, actor: Actor) -> int:
        """The seat that answers requests: on a shared device, its owner's."""
        own = self.own_seat(actor)
        return next((seat for seat in self.seats_beside(own) if not self.occupants[seat].beside), own)

    def record(self) -> Record:
        """The record of a finished game, with the proof of its deal."""
        assert self.game is not None
        assert self.phase == "over"
        return self._record(
            {
                "table": self.id,
                "time": self.changed_at,
                "deal": to_builtins(self.deal),
                "bots": [occupant.bot for occupant in self.occupants],
                "casual": self.casual,
                "notes": [{str(draw): text for draw, text in notes.items()} for notes in self.notes],
                "result": self.game.over.to_dict() if self.game.over else None,
            }
        )

    def record_so_far(self) -> Record:
        """The game up to now, for computing views. It has all cards, so no client may get it."""
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
            extra={**ended_field(self.game), **extra},
        )


def new_table_id() -> str:
    """A random id. It never starts with "-", which a command line would read as an option."""
    while (table_id := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return table_id


def is_table_id(text: str) -> bool:
    return 8 <= len(text) <= 32 and text.isascii() and text.replace("-", "a").replace("_", "a").isalnum()
