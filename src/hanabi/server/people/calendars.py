"""Secret addresses where calendar programs read the deadlines of an account's games."""

import hashlib
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from hanabi.server.database import Store
from hanabi.server.database.schema import calendar_feeds as feeds

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


class CalendarFeeds:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def renew(self, account: int, language: str) -> str:
        """Returns a new token, of which only the hash is stored. It replaces the previous one."""
        token = secrets.token_urlsafe(24)

        def work(connection: Connection) -> None:
            forget_feed(connection, account)
            row = {"account_id": account, "token": _token_hash(token), "language": language, "made_at": time.time()}
            connection.execute(insert(feeds).values(**row))

        await self._store.write(work)
        return token

    async def revoke(self, account: int) -> None:
        await self._store.write(lambda connection: forget_feed(connection, account))

    async def made_at(self, account: int) -> float | None:
        return await self._store.query(lambda connection: feed_made_at(connection, account))

    async def find(self, token: str) -> Any:
        """The row (`account_id`, `language`) of a token, or None."""
        query = select(feeds).where(feeds.c.token == _token_hash(token))
        return await self._store.query(lambda connection: connection.execute(query).first())


def feed_made_at(connection: Connection, account: int) -> float | None:
    return connection.execute(select(feeds.c.made_at).where(feeds.c.account_id == account)).scalar()


def forget_feed(connection: Connection, account: int) -> None:
    connection.execute(delete(feeds).where(feeds.c.account_id == account))


def _token_hash(token: str) -> str:
    return hashlib.sha256(f"calendar\0{token}".encode()).hexdigest()
