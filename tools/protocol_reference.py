"""The generated parts of docs/protocol.md: the routes of the HTTP API, and the messages of the socket.

`python tools/protocol_reference.py FILE` renews them from the declared routes and from the Structs.
"""

import re
import sys
from pathlib import Path
from typing import Any, get_args

from msgspec import NODEFAULT, inspect

from hanabi.rules import view_documents
from hanabi.rules.event_documents import EventDocument
from hanabi.server.api import endpoints
from hanabi.server.http.routes import Endpoint
from hanabi.server.tables import AnyCommand, AnyEvent, BaseCommand, fairness, options
from hanabi.server.tables.features import play
from hanabi.server.wire import messages, room_messages

CHAPTERS: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("Commands", get_args(AnyCommand)),
    ("Choices of a move", get_args(play.Choice)),
    ("Options of a table", (options.Options, options.Clock)),
    ("Messages", get_args(messages.AnyMessage)),
    (
        "Parts of a state",
        (
            messages.SeenTable,
            messages.SeenSeat,
            messages.SeenTakeBack,
            messages.SeenTakeover,
            messages.SeenEnding,
            messages.SeenClock,
            fairness.Deal,
            fairness.DealProof,
            messages.You,
            view_documents.SeenGame,
            view_documents.SeenFirework,
            view_documents.SeenDiscard,
            view_documents.SeenHand,
            view_documents.SeenCard,
            view_documents.SeenOutcome,
        ),
    ),
    ("Legal actions", get_args(view_documents.LegalAction)),
    ("Events", get_args(AnyEvent)),
    (
        "Commands in a review room",
        tuple(kind for kind in get_args(room_messages.AnyRoomCommand) if kind not in get_args(AnyCommand)),
    ),
    ("Messages in a review room", (room_messages.RoomMessage, room_messages.RoomChat)),
    (
        "Parts of a review room",
        (
            room_messages.RoomPosition,
            *get_args(room_messages.Spot),
            room_messages.SeenParticipant,
            room_messages.SeenMark,
            room_messages.RoomRemark,
        ),
    ),
)


def reference() -> str:
    parts = []
    for title, structs in CHAPTERS:
        parts.append(f"### {title}\n")
        parts += [_described(struct) for struct in structs]
    return "\n".join(parts)


def route_table() -> str:
    rows = [f"| `{_address(endpoint)}` | {_purpose(endpoint)} | {_bodies(endpoint)} |" for endpoint in endpoints()]
    return "\n".join(["", "| route | what | body → answer |", "|---|---|---|", *rows, ""])


def renewed(text: str) -> str:
    """The document with its generated sections rewritten."""
    for name, section in (("routes", route_table()), ("reference", reference())):
        begin, end = f"<!-- {name}: begin (make protocol) -->", f"<!-- {name}: end -->"
        pattern = re.compile(re.escape(begin) + ".*" + re.escape(end), re.DOTALL)
        text = pattern.sub(f"{begin}\n{section}\n{end}".replace("\\", r"\\"), text)
    return text


def _address(endpoint: Endpoint) -> str:
    query = "&".join(f"{name}=" for name in endpoint.query_names)
    return f"{endpoint.method} {endpoint.path}" + (f"?{query}" if query else "")


def _purpose(endpoint: Endpoint) -> str:
    return f"{endpoint.summary}. {endpoint.description}".strip()


def _bodies(endpoint: Endpoint) -> str:
    takes = "" if endpoint.takes is None else f"{_fields(endpoint.takes, optional='?')} "
    gives = "" if endpoint.gives is None else f"→ {_fields(endpoint.gives)}"
    return (takes + gives).strip()


def _fields(body: Any, optional: str = "") -> str:
    """The names of a body's fields; `optional` marks those with a default."""
    info = inspect.type_info(body)
    if not isinstance(info, inspect.StructType):
        return "an object"
    names = [f'"{field.encode_name}"' + ("" if field.required else optional) for field in info.fields]
    return f"`{{{', '.join(names)}}}`"


def _described(struct: Any) -> str:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    name = f"`{info.tag}`" if info.tag else struct.__name__
    said = " ".join(line.strip() for line in (struct.__dict__.get("__doc__") or "").splitlines()).strip()
    lines = [f"**{name}**" + (f" – {said}" if said and not said.startswith(f"{struct.__name__}(") else ""), ""]
    fields = [field for field in info.fields if not (info.tag and field.name in ("id", "n", "at") and _common(struct))]
    if fields:
        lines += ["| field | type | default |", "|---|---|---|"]
        lines += [f"| `{field.encode_name}` | {_named(field.type)} | {_default(field)} |" for field in fields]
        lines.append("")
    return "\n".join(lines)


def _common(struct: Any) -> bool:
    return issubclass(struct, BaseCommand | EventDocument)


def _default(field: inspect.Field) -> str:
    if field.required:
        return ""
    if isinstance(field.default, options.Clock):
        return "no clock"
    if field.name == "communication":
        return "as in the book"
    if field.default is field.default_factory:
        return "left out"
    if field.default is NODEFAULT:
        return "empty"
    return "null" if field.default is None else f"`{str(field.default).lower()}`"


def _named(kind: inspect.Type) -> str:
    match kind:
        case inspect.UnionType(types=types):
            shown = [_named(item) for item in types]
            if len(shown) > 8 and all(isinstance(item, inspect.StructType) for item in types):
                return "an event"
            return " or ".join(shown)
        case inspect.StructType(cls=cls, tag=tag):
            return f"`{tag}`" if tag else cls.__name__
        case inspect.Metadata(type=inner):
            return _named(inner)
        case inspect.EnumType(cls=names):
            return " or ".join(f'`"{name.value}"`' for name in names)
        case inspect.LiteralType(values=values):
            return " or ".join(f'`"{value}"`' for value in sorted(values, key=str))
        case inspect.ListType(item_type=item, max_length=most):
            return f"list of {_named(item)}" + (f", at most {most}" if most else "")
        case inspect.DictType(value_type=value):
            return f"object of {_named(value)}"
        case inspect.IntType(ge=low, le=high):
            return "integer" + (f" {low}–{high}" if low is not None else "")
        case inspect.StrType(max_length=most):
            return "string" + (f", at most {most}" if most else "")
        case inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
    return "any"


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        file.write_text(renewed(file.read_text(encoding="utf-8")), encoding="utf-8")
