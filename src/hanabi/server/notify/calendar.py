"""A calendar in the format of RFC 5545: what every calendar program reads of it, and no more."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

# Bytes of a line, without its end.
LINE = 75


@dataclass(frozen=True)
class CalendarEntry:
    """`uid` stays the same when the entry changes; `busy`: whether it takes its owner's time."""

    uid: str
    start: float
    end: float
    changed: float
    title: str
    text: str
    url: str
    busy: bool


def calendar_document(name: str, entries: Iterable[CalendarEntry]) -> bytes:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Hanabi//Hanabi//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_escaped(name)}",
        # How often it is worth asking again; the second is for older programs.
        "REFRESH-INTERVAL;VALUE=DURATION:PT30M",
        "X-PUBLISHED-TTL:PT30M",
    ]
    for entry in entries:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{entry.uid}",
            f"DTSTAMP:{_time(entry.changed)}",
            f"LAST-MODIFIED:{_time(entry.changed)}",
            f"DTSTART:{_time(entry.start)}",
            f"DTEND:{_time(entry.end)}",
            f"SUMMARY:{_escaped(entry.title)}",
            f"DESCRIPTION:{_escaped(entry.text)}",
            f"URL:{entry.url}",
            f"TRANSP:{'OPAQUE' if entry.busy else 'TRANSPARENT'}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return b"".join(_folded(line) for line in lines)


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    plain = "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in text)
    for sign, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        plain = plain.replace(sign, written)
    return plain


def _folded(line: str) -> bytes:
    """In lines of at most 75 bytes, none of which splits a character."""
    pieces, piece = [], b""
    for sign in line:
        written = sign.encode()
        if len(piece) + len(written) > LINE:
            pieces.append(piece)
            piece = b" "
        piece += written
    return b"\r\n".join([*pieces, piece]) + b"\r\n"
