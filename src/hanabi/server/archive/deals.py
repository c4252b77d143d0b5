"""Deals that many people play: the key of a deal, and the daily deal (docs/protocol.md, "A fair deal")."""

import hashlib
import hmac
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from hanabi.rules import Card, RuleSet
from hanabi.server.actor import Actor
from hanabi.server.database.schema import daily_entries
from hanabi.server.database.secrets import load_secret
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.registry import TableRegistry
from hanabi.server.refusals import Refused
from hanabi.server.tables import Branch, InitialSeat, Options, daily_name, derived_seed, new_table_id

SECRET_NAME = "daily"
# Seconds from an entry to its table; after that, the table was never opened.
OPENING_SECONDS = 60.0


def deal_key(rules: RuleSet, players: int, first: int, deck: Sequence[Card], tiles: Sequence[str]) -> str:
    """Equal for games with the same cards in the same order under the same rules, whatever the edition is called."""
    switches = {name: value for name, value in asdict(rules).items() if name != "edition"}
    fields = [switches, players, first, [str(card) for card in deck], list(tiles)]
    return hashlib.sha256(json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def daily_secret(secret: bytes, day: str, players: int) -> bytes:
    """Unpredictable without the secret; with it, every process deals the same cards."""
    return hmac.digest(secret, f"hanabi-daily-v1\0{day}\0{players}".encode(), "sha256")


def daily_options(players: int) -> Options:
    """The same for everybody: the base rules, no spectators, no take-backs."""
    return Options(seats=players, first=0, take_backs=False, spectators="none")


class DailyDeals:
    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._secret: bytes | None = None

    async def open_table(
        self, day: str, players: int, actor: Actor, seats: tuple[InitialSeat, ...], opened_from: str | None = None
    ) -> LiveTable:
        """Refused as `daily_played` if this browser or account has begun the deal, even at the same moment."""
        table_id = new_table_id()
        await self._enter(day, players, actor, table_id)
        secret = await self._secret_of(day, players)
        return await self._registry.create(
            daily_options(players),
            actor,
            seats,
            daily=day,
            opened_from=opened_from,
            table_id=table_id,
            secret=secret,
        )

    async def open_past_table(
        self, day: str, players: int, actor: Actor, seats: tuple[InitialSeat, ...], opened_from: str | None = None
    ) -> LiveTable:
        """The cards of an earlier day, which everybody may know by now: the game counts nowhere."""
        seed = derived_seed(daily_name(day, players), await self._secret_of(day, players), ())
        past = Branch(seed, 0, ())
        return await self._registry.create(daily_options(players), actor, seats, branch=past, opened_from=opened_from)

    async def _secret_of(self, day: str, players: int) -> str:
        if self._secret is None:
            self._secret = await load_secret(self._registry.store, SECRET_NAME)
        return daily_secret(self._secret, day, players).hex()

    async def _enter(self, day: str, players: int, actor: Actor, table_id: str) -> None:
        """The primary key of the entries decides between concurrent requests, also of several processes."""
        entry: dict[str, Any] = {"day": day, "players": players, "holder": actor.owner, "table_id": table_id}
        same = [daily_entries.c[name] == entry[name] for name in ("day", "players", "holder")]

        def enter(connection: Connection) -> None:
            connection.execute(delete(daily_entries).where(daily_entries.c.day < day))
            connection.execute(insert(daily_entries).values(**entry, made_at=time.time()))

        def existing_entry(connection: Connection) -> Any:
            return connection.execute(select(daily_entries).where(*same)).one()

        try:
            await self._registry.store.write(enter)
        except IntegrityError as error:
            first = await self._registry.store.query(existing_entry)
            unchanged = update(daily_entries).where(*same, daily_entries.c.table_id == first.table_id)
            replacement = unchanged.values(table_id=table_id, made_at=time.time())
            if not await self._was_never_opened(first) or not await self._registry.store.write(
                lambda connection: connection.execute(replacement).rowcount
            ):
                raise Refused("daily_played", table=first.table_id) from error

    async def _was_never_opened(self, entry: Any) -> bool:
        """Whether the server stopped between the entry and opening its table."""
        if time.time() - entry.made_at < OPENING_SECONDS:
            return False
        return not await self._registry.store.read(entry.table_id)
