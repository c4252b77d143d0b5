"""Deals that many play: what makes two games comparable, and one deal a day (docs/protocol.md, "A fair deck")."""

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from hanabi.rules.cards import Card
from hanabi.rules.ruleset import RuleSet
from hanabi.tables.options import Options
from hanabi.tables.store import Store
from hanabi.tables.store.schema import secrets_kept
from hanabi.tables.stored_events import Branch, InitialSeat

if TYPE_CHECKING:
    from hanabi.tables.command_handlers import Actor
    from hanabi.tables.live.live_table import LiveTable
    from hanabi.tables.live.registry import TableRegistry

SECRET_NAME = "daily"


def deal_key(rules: RuleSet, players: int, first: int, deck: Sequence[Card], tiles: Sequence[str]) -> str:
    """Equal for games with the same cards in the same order under the same rules; a book's name changes nothing."""
    switches = {name: value for name, value in asdict(rules).items() if name != "edition"}
    fields = [switches, players, first, [str(card) for card in deck], list(tiles)]
    return hashlib.sha256(json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def today(now: float) -> str:
    """The day of the daily deal: it changes at midnight UTC, for everybody at once."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def ends_at(day: str) -> float:
    """When a day's deal is no secret any more."""
    following = date.fromisoformat(day) + timedelta(days=1)
    return datetime(following.year, following.month, following.day, tzinfo=UTC).timestamp()


def is_veiled(day: str | None, now: float) -> bool:
    """Whether the deal of this day may still be played, so that its cards are shown to nobody who has not."""
    return day is not None and now < ends_at(day)


def daily_seed(secret: bytes, day: str, players: int) -> bytes:
    """Nobody without the secret can predict it; with it, every server deals the same."""
    return hmac.digest(secret, f"hanabi-daily-v1\0{day}\0{players}".encode(), "sha256")


async def server_secret(store: Store) -> bytes:
    """Made at the first call and kept in the database, so that all processes share it."""

    def kept(connection: Connection) -> str | None:
        found = select(secrets_kept.c.value).where(secrets_kept.c.name == SECRET_NAME)
        return connection.execute(found).scalar()

    def made(connection: Connection) -> str:
        value = secrets.token_hex(32)
        connection.execute(insert(secrets_kept).values(name=SECRET_NAME, value=value))
        return value

    value = await store.query(kept)
    if value is None:
        try:
            value = await store.cold(made)
        except IntegrityError:
            value = await store.query(kept)
    assert value is not None
    return bytes.fromhex(value)


def daily_options(players: int) -> Options:
    """The same for everybody: the base rules, no spectators, no take-backs."""
    return Options(seats=players, first=0, take_backs=False, spectators="none")


class DailyDeals:
    def __init__(self, registry: "TableRegistry") -> None:
        self._registry = registry
        self._secret: bytes | None = None
        # Tables opened here today; their rows in the database are written a moment later.
        self._begun: dict[tuple[str, int, str], str] = {}

    def begun(self, day: str, players: int, actor: "Actor") -> str | None:
        """The table where this actor has just begun the deal of a day."""
        return self._begun.get((day, players, actor.key or ""))

    async def open_table(self, day: str, players: int, actor: "Actor", seats: tuple[InitialSeat, ...]) -> "LiveTable":
        if self._secret is None:
            self._secret = await server_secret(self._registry.store)
        given = Branch(daily_seed(self._secret, day, players).hex(), 0, ())
        live = await self._registry.create(daily_options(players), actor, seats, branch=given, daily=day)
        self._begun = {key: table for key, table in self._begun.items() if key[0] == day}
        self._begun[day, players, actor.key or ""] = live.table.id
        return live
