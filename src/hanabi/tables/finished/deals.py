"""Deals that many play: what makes two games comparable, and one deal a day for everybody."""

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from hanabi.rules.cards import Card
from hanabi.rules.ruleset import RuleSet
from hanabi.tables.store import Store
from hanabi.tables.store.schema import secrets_kept

SECRET = "daily"


def deal_key(rules: RuleSet, players: int, first: int, deck: Sequence[Card], tiles: Sequence[str]) -> str:
    """Equal for games with the same cards in the same order under the same rules; a book's name changes nothing."""
    switches = {name: value for name, value in asdict(rules).items() if name != "edition"}
    told = [switches, players, first, [str(card) for card in deck], list(tiles)]
    return hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


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
    """Nobody without the secret can tell it ahead; with it, every server deals the same."""
    return hmac.digest(secret, f"hanabi-daily-v1\0{day}\0{players}".encode(), "sha256")


async def server_secret(store: Store) -> bytes:
    """Made at the first call and kept in the database, so that all processes share it."""

    def kept(connection: Connection) -> str | None:
        found = select(secrets_kept.c.value).where(secrets_kept.c.name == SECRET)
        return connection.execute(found).scalar()

    def made(connection: Connection) -> str:
        value = secrets.token_hex(32)
        connection.execute(insert(secrets_kept).values(name=SECRET, value=value))
        return value

    value = await store.cold(kept)
    if value is None:
        try:
            value = await store.cold(made)
        except IntegrityError:
            value = await store.cold(kept)
    assert value is not None
    return bytes.fromhex(value)
