"""The browser client's types of the protocol, made from the Structs: `python tools/typescript_types.py FILE`."""

import sys
import textwrap
from collections.abc import Iterable, Iterator
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any, get_args

from msgspec import inspect

from hanabi.rules import Suit, views
from hanabi.server.tables import commands, options
from hanabi.server.wire import events, messages, room_messages
from hanabi.server.wire.close_codes import CloseCode

WIDTH = 120
HEADER = """\
/**
 * What the server sends and takes: see docs/protocol.md. The client draws this and knows no rules.
 * Made by `make protocol` from the Python definitions; not to be edited.
 */"""
# What the client calls the parts of a state.
NAMES: dict[type, str] = {
    messages.SeenCard: "CardView",
    messages.SeenHand: "HandView",
    messages.SeenFirework: "FireworkView",
    messages.SeenDiscard: "DiscardedCard",
    messages.SeenGame: "View",
    messages.SeenOutcome: "Outcome",
    messages.SeenSeat: "Seat",
    messages.SeenTakeBack: "TakeBackVote",
    messages.SeenTakeover: "TakeoverVote",
    messages.SeenClock: "ClockState",
    messages.SeenTable: "Table",
    messages.Ack: "AckMessage",
    messages.Pong: "PongMessage",
    room_messages.SeenParticipant: "Participant",
    room_messages.SeenMark: "BoardMark",
    **{command: f"{command.__name__}Command" for command in get_args(commands.AnyCommand)},
    **{command: f"{command.__name__}Command" for command in get_args(room_messages.AnyRoomCommand)},
}
# Choices that have a name, with the name of the list of all of them in order.
CHOICES: tuple[tuple[str, str, Any], ...] = (
    ("AidLevel", "AID_LEVELS", views.AidLevel),
    ("PhraseName", "PHRASES", commands.PhraseName),
)
UNIONS: tuple[tuple[str, str, Any], ...] = (
    ("Choice", "", commands.Choice),
    ("Command", "Without the `id`, which is added when a command is sent.", commands.AnyCommand),
    ("LegalAction", "", messages.LegalAction),
    ("GameEvent", "", events.AnySeenEvent),
    ("ServerMessage", "", messages.AnyMessage),
    ("Spot", "", room_messages.Spot),
    ("RoomCommand", "Without the `id`, as a `Command`.", room_messages.AnyRoomCommand),
    ("RoomServerMessage", "", room_messages.AnyRoomMessage),
)
PARTS: tuple[type, ...] = (
    messages.SeenCard,
    messages.SeenHand,
    messages.SeenFirework,
    messages.SeenDiscard,
    messages.SeenOutcome,
    messages.SeenGame,
    options.Clock,
    options.Options,
    messages.SeenSeat,
    messages.SeenTakeBack,
    messages.SeenTakeover,
    messages.SeenClock,
    messages.SpectatorRemark,
    messages.Fairness,
    messages.SeenTable,
    messages.You,
    room_messages.RoomPosition,
    room_messages.SeenParticipant,
    room_messages.SeenMark,
    room_messages.RoomRemark,
)


def typescript() -> str:
    """The whole file."""
    named = [_alias(title, said, kind) for title, said, kind in _named_types()]
    parts = [_interface(struct) for struct in PARTS]
    unions, shown = [], set[Any]()
    for name, said, union in UNIONS:
        members = get_args(union)
        unions += [_interface(struct) for struct in members if struct not in shown]
        shown.update(members)
        unions.append(_comment(said) + _union(name, [_name(struct) for struct in members]))
    choices = [_choice(*choice) for choice in CHOICES]
    return "\n\n".join([HEADER, _constants("CloseCode", CloseCode), *named, *choices, *parts, *unions]) + "\n"


def _constants(name: str, numbers: type[IntEnum]) -> str:
    lines = [f"  {number.name}: {number.value}," for number in numbers]
    return "\n".join([f"export const {name} = {{", *lines, "} as const;"])


def _named_types() -> Iterator[tuple[str, str, inspect.Type]]:
    yield "Suit", "", inspect.type_info(Suit)
    for alias in (events.Word, messages.Masks, messages.Mark):
        info = inspect.type_info(alias)
        assert isinstance(info, inspect.Metadata)
        assert info.extra_json_schema is not None
        yield info.extra_json_schema["title"], info.extra_json_schema.get("description", ""), info.type


def _alias(name: str, said: str, kind: inspect.Type) -> str:
    types = _values(kind.cls) if isinstance(kind, inspect.EnumType) else _type(kind).split(" | ")
    return _comment(said) + _union(name, types)


def _choice(name: str, constant: str, literal: Any) -> str:
    values = [f'"{value}"' for value in get_args(literal)]
    line = f"export const {constant}: {name}[] = [{', '.join(values)}];"
    if len(line) > WIDTH:
        line = f"export const {constant}: {name}[] = [\n" + "".join(f"  {value},\n" for value in values) + "];"
    return f"{_union(name, values)}\n\n{line}"


def _union(name: str, types: Iterable[str]) -> str:
    types = list(types)
    line = f"export type {name} = {' | '.join(types)};"
    return line if len(line) <= WIDTH else f"export type {name} =\n" + "\n".join(f"  | {item}" for item in types) + ";"


def _interface(struct: Any) -> str:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    sent_by_client = issubclass(struct, (commands.Command, *get_args(commands.Choice), room_messages.RoomPosition))
    lines = [] if info.tag is None else [f'  type: "{info.tag}";']
    for field in info.fields:
        if issubclass(struct, commands.Command) and field.name == "id":
            continue
        # The server sends every field that has a value; a client may leave out what has a default.
        unset = not field.required and field.default is field.default_factory
        mark = "?" if unset or (sent_by_client and not field.required) else ""
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type)};")
    said = struct.__dict__.get("__doc__") or ""
    comment = _comment("" if said.startswith(f"{struct.__name__}(") else said)
    return comment + f"export interface {_name(struct)} " + "\n".join(["{", *lines, "}"])


def _comment(said: str) -> str:
    said = " ".join(said.split())
    if not said:
        return ""
    if len(said) + 8 <= WIDTH:
        return f"/** {said} */\n"
    return "\n".join(["/**", *(f" * {line}" for line in textwrap.wrap(said, WIDTH - 3)), " */"]) + "\n"


def _name(struct: Any) -> str:
    name: str = NAMES.get(struct, struct.__name__)
    return name


def _values(names: type[Enum]) -> list[str]:
    return [f'"{name.value}"' for name in names]


def _type(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(type=inner, extra_json_schema=schema):
            return str(schema["title"]) if schema else _type(inner)
        case inspect.EnumType(cls=cls):
            return cls.__name__
        case inspect.StructType(cls=cls):
            return _name(cls)
        case inspect.LiteralType(values=values):
            known = (name for name, _, literal in CHOICES if set(get_args(literal)) == set(values))
            return next(known, " | ".join(f'"{value}"' for value in values))
        case inspect.UnionType(types=types):
            return _union_type([item for item in types if not isinstance(item, inspect.NoneType)], types)
        case inspect.ListType(item_type=item):
            text = _type(item)
            return f"({text})[]" if " | " in text else f"{text}[]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_type(value)}>"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.StrType():
            return "string"
        case inspect.BoolType():
            return "boolean"
        case inspect.AnyType():
            return "unknown"
    raise TypeError(f"no TypeScript type is known for {kind}")


def _union_type(present: list[inspect.Type], types: tuple[inspect.Type, ...]) -> str:
    for name, _, union in UNIONS:
        if {item.cls for item in present if isinstance(item, inspect.StructType)} == set(get_args(union)):
            return name if len(present) == len(types) else f"{name} | null"
    texts = list(dict.fromkeys(_type(item) for item in present))
    return " | ".join([*texts, "null"] if len(present) < len(types) else texts)


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        file.write_text(typescript(), encoding="utf-8")
