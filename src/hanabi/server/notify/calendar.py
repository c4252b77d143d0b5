"""Writes calendars (RFC 5545), using only the parts that every calendar program reads."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

# Bytes per line, without its end.
MAX_LINE = 75


@dataclass(frozen=True)
class CalendarEntry:
    """`uid` stays the same when the entry changes; `busy` marks its owner's time as taken."""

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
        # How often to fetch the calendar again; the second spelling is for older programs.
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
    escaped = "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in text)
    for sign, escape in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        escaped = escaped.replace(sign, escape)
    return escaped


def _folded(line: str) -> bytes:
    """Split into lines of at most 75 bytes, never inside a character."""
    pieces, piece = [], b""
    for sign in line:
        encoded = sign.encode()
        if len(piece) + len(encoded) > MAX_LINE:
            pieces.append(piece)
            piece = b" "
        piece += encoded
    return b"\r\n".join([*pieces, piece]) + b"\r\n"
