"""The parts of a feature (`features/`): its commands, the events that the log stores, and the events for clients.

A handler returns the event to store, or raises Refused; it changes nothing. An applier changes the table by a stored
event and returns the events for clients.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar

from msgspec import Meta, Struct, structs

from hanabi.rules.event_documents import EventDocument, SeatEvent, stamp
from hanabi.server.actor import Actor
from hanabi.server.refusals import Refused
from hanabi.server.tables.table import Table

__all__ = [
    "Actor", "BaseCommand", "Command", "Entry", "EventDocument", "Ping", "Refused", "SeatEvent", "StoredEvent",
    "StoredSeatEvent", "Table", "applies", "apply_entry", "handle", "handles", "union_of",
]  # fmt: skip

# No control characters: some databases do not store them.
CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+\Z")]


class BaseCommand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True):
    """A message from a client; its `id`, chosen by the client, makes it idempotent."""

    id: CommandId


class Command(BaseCommand, frozen=True):
    """A command at a table. `talk`: whether it counts as chat; a muted player may not send text."""

    talk: ClassVar[Literal["none", "phrase", "text"]] = "none"


class Ping(Command, frozen=True, tag="ping"):
    """The answer is `pong` with the server's time."""


class StoredEvent(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """One event of the log.

    `log_room`: what a full log still takes. The game could not continue without a "reserved" event; nothing refuses an
    "unlimited" one. `in_summary`: it changes the table's row in the lobby. `private`: only its seat gets the new state.
    """

    is_move: ClassVar[bool] = False
    log_room: ClassVar[Literal["limited", "reserved", "unlimited"]] = "limited"
    in_summary: ClassVar[bool] = True
    private: ClassVar[bool] = False

    def erased(self, names: dict[int, str]) -> Self:
        """Without the words of the person who had these seats; `names` are the person's new names, by seat."""
        return self


class StoredSeatEvent(StoredEvent, frozen=True):
    """Something that a seat did or that happened to it.

    `personal`: the field with words of its player, and what it becomes when that player is erased; None: a new name.
    """

    personal: ClassVar[tuple[str, str | None] | None] = None
    seat: int

    def erased(self, names: dict[int, str]) -> Self:
        if self.personal is None or getattr(self, self.personal[0]) is None:
            return self
        field, words = self.personal
        return structs.replace(self, **{field: names[self.seat] if words is None else words})


class Entry(Struct, frozen=True):
    """One entry of the log. `command` is the idempotency id of the client command that caused it."""

    n: int
    at: float
    event: StoredEvent
    command: str | None = None


C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=StoredEvent)
Handler = Callable[[Table, C, Actor, float], StoredEvent]
Applier = Callable[[Table, E], Sequence[EventDocument]]
_handlers: dict[type[Command], Handler[Any]] = {}
_appliers: dict[type[StoredEvent], Applier[Any]] = {}


def handles(command: type[C]) -> Callable[[Handler[C]], Handler[C]]:
    def register(handler: Handler[C]) -> Handler[C]:
        return _handlers.setdefault(command, handler)

    return register


def applies(event: type[E]) -> Callable[[Applier[E]], Applier[E]]:
    def register(applier: Applier[E]) -> Applier[E]:
        return _appliers.setdefault(event, applier)

    return register


def handle(table: Table, command: Command, actor: Actor, now: float) -> StoredEvent:
    """The event to store. Raises Refused."""
    if table.closed is not None:
        raise Refused("table_closed", reason=table.closed)
    handler = _handlers.get(type(command))
    if handler is None:
        raise Refused("malformed")
    return handler(table, command, actor, now)


def apply_entry(table: Table, entry: Entry) -> None:
    """Apply the next entry of the log."""
    if entry.n != table.n + 1:
        raise ValueError(f"event {entry.n} cannot follow {table.n} at table {table.id}")
    table.changed_at = entry.at
    documents = _appliers[type(entry.event)](table, entry.event)
    stamp(documents, entry.n, round(entry.at, 3))
    table.events.append(documents)
    table.n = entry.n
    phase = table.phase
    if table.closed is not None:
        table.phase = "closed"
    elif table.game is not None:
        table.phase = "playing" if table.game.player is not None else "over"
    if entry.command is not None:
        table.commands[entry.command] = entry.n
    if not entry.event.is_move or table.phase != phase:
        table.revision += 1


def _leaves(base: type) -> list[type]:
    kinds: list[type] = base.__subclasses__()
    return [leaf for kind in kinds for leaf in _leaves(kind) or [kind]]


def union_of(base: type) -> Any:
    """All kinds of `base`, module by module, as a type that msgspec decodes by their tags."""
    first, *others = sorted(_leaves(base), key=lambda kind: kind.__module__)
    union: Any = first
    for kind in others:
        union |= kind
    return union
