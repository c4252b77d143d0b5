"""Fills a database with many finished games (see archive.py).

The rows about games are complete. A log is stored only for every LOG_EVERY-th game, because no list or count reads
logs; unfinished tables have logs that a server can load.
"""

import asyncio
import hashlib
import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import insert

from hanabi.server.actor import Actor
from hanabi.server.database import open_store
from hanabi.server.database.schema import metadata, stored_secrets
from hanabi.server.http.cookies import SECRET_NAME, signed_key
from hanabi.server.live.registry import TableRegistry
from hanabi.server.tables import Clock, InitialSeat, Options
from hanabi.server.tables.features.seating import BotSeated
from hanabi.server.tables.features.start import start_event
from hanabi.server.wire.state_message import summary_of

LOG_EVERY = 20
LOG_EVENTS = 60
CHUNK = 20_000
# Seconds from the end of one game to the end of the next.
SECONDS_APART = 30.0
VISITORS = 50_000
# One visitor has played very often. The server accepts the key because the database gets this secret.
SECRET = bytes(32)
BUSY_VISITOR, BUSY_GAMES = signed_key(SECRET, "a-busy-visitor-of-ours"), 5_000
EDITIONS = ("pl", "ro", "es", "nb", "pt-BR", None)
OUTCOMES = ("finished", "finished", "finished", "lost", "won")
Rows = dict[str, list[tuple[Any, ...]]]


def key_of(visitor: str) -> str:
    return hashlib.sha256(visitor.encode()).hexdigest()


class Filler:
    """Writes rows in bulk."""

    def insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        raise NotImplementedError

    def run(self, statement: str) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError


class SqliteFiller(Filler):
    def __init__(self, file: str) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None)
        for pragma in ("synchronous = OFF", "cache_size = -400000", "wal_autocheckpoint = 100000"):
            self._connection.execute(f"PRAGMA {pragma}")

    def insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        names = columns(table)
        self._connection.execute("BEGIN")
        self._connection.executemany(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})", rows
        )
        self._connection.execute("COMMIT")

    def run(self, statement: str) -> None:
        self._connection.execute(statement)

    def close(self) -> None:
        self._connection.execute("ANALYZE")
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()


class PostgresFiller(Filler):
    def __init__(self, address: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._connection = self._loop.run_until_complete(asyncpg.connect(address))
        self.run("SET synchronous_commit = off")

    def insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        copy = self._connection.copy_records_to_table(table, records=rows, columns=columns(table))
        self._loop.run_until_complete(copy)

    def run(self, statement: str) -> None:
        self._loop.run_until_complete(self._connection.execute(statement, timeout=3600))

    def close(self) -> None:
        self.run("VACUUM ANALYZE")
        self.run("CHECKPOINT")
        self._loop.run_until_complete(self._connection.close())
        self._loop.close()


def columns(table: str) -> list[str]:
    return [column.name for column in metadata.tables[table].columns]


def row_of(table: str, values: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(values[name] for name in columns(table))


async def template(options: Options, *, bot: bool) -> tuple[dict[str, Any], list[tuple[Any, ...]]]:
    """The summary and the log of a game that has just started."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(str(Path(folder) / "tables.db"))
        await store.open()
        registry = TableRegistry(store, bot_pace=3600.0)
        seats = tuple(InitialSeat(f"P{seat}", None, (f"k{seat}",), f"t{seat}") for seat in range(options.seats - bot))
        live = await registry.create(options, Actor("k0"), seats)
        if bot:
            await live.append(lambda _: BotSeated(seat=options.seats - 1, bot="random", name="Random"))
        await live.append(lambda _: start_event(live.table))
        rows = [tuple(row)[1:] for row in await store.read(live.table.id)]
        summary = summary_of(live.table)
        summary["clock"] = json.loads(json.dumps(summary["clock"]))
        await registry.close()
        await store.close()
        return summary, rows


def finished_games(count: int, begun: dict[str, Any], chance: random.Random) -> Iterator[Rows]:
    """Rows of finished games, in chunks; the newest come last."""
    visitors = [key_of(f"visitor {number}") for number in range(VISITORS)]
    busy, every = key_of(BUSY_VISITOR), max(1, count // BUSY_GAMES)
    body = '{"type":"acted","seat":1,"action":"clue 2 yellow"}'
    first = time.time() - count * SECONDS_APART
    for start in range(0, count, CHUNK):
        rows: Rows = {"game_table": [], "holder": [], "finished_game": [], "event": []}
        for number in range(start, min(count, start + CHUNK)):
            table, at = f"g{number:011d}", first + number * SECONDS_APART
            players, edition, public = chance.randint(2, 5), chance.choice(EDITIONS), chance.random() < 0.5
            outcome, score = chance.choice(OUTCOMES), chance.randint(5, 25)
            names = [f"Player {chance.randrange(5000)}" for _ in range(players)]
            seats = [{"name": name, "kind": "human"} for name in names]
            over = {"outcome": outcome, "reason": "deck", "score": score, "rating": None}
            summary = begun | {"id": table, "phase": "over", "created_at": at - 900, "updated_at": at, "over": over}
            summary |= {"players": players, "seats": seats, "player": None}
            common = {"players": players, "edition": edition, "score": score, "outcome": outcome, "public": public}
            rows["game_table"].append(
                row_of(
                    "game_table",
                    {
                        "id": table,
                        "created_at": at - 900,
                        "updated_at": at,
                        "phase": "over",
                        "driven": False,
                        "summary": json.dumps(summary),
                        "seen_at": at,
                        "opened_from": None,
                        "archived": True,
                        **common,
                    },
                )
            )
            keys = [chance.choice(visitors) for _ in range(players)]
            if number % every == 0:
                keys[0] = busy
            rows["holder"] += [(table, seat, key, None, at) for seat, key in enumerate(keys)]
            facts = {"strikes": 0, "discarded": 25 - score, "misplayed": 0, "time": 0}
            rows["finished_game"].append(
                row_of(
                    "finished_game",
                    {
                        "table_id": table,
                        "over_at": at,
                        "deal": hashlib.sha256(table.encode()).hexdigest(),
                        "deal_kind": "fresh",
                        "daily": None,
                        "max_score": 25,
                        "casual": False,
                        "again": False,
                        "seats": json.dumps([{"name": name, "bot": None} for name in names]),
                        "facts": json.dumps(facts),
                        **common,
                    },
                )
            )
            if number % LOG_EVERY == 0:
                rows["event"] += [(table, n, at, body, f"0123456789abcdef:{n}") for n in range(LOG_EVENTS)]
        yield rows


# All games in the order of the tables, in which both sides of the join are stored.
PLAYED = """
CREATE TEMPORARY TABLE played AS
SELECT holder.key AS owner, edition, finished_game.players AS players, score, max_score, outcome, over_at
FROM holder JOIN finished_game ON finished_game.table_id = holder.table_id
"""
# The totals that the server updates as games end, with twenty partners per player.
TOTALS = """
INSERT INTO player_total (owner, kind, name, games, score, squares, best, perfect, lost)
SELECT owner, '{kind}', {name}, count(*), sum(score), sum(score * score), max(score),
       sum(CASE WHEN score = max_score THEN 1 ELSE 0 END), sum(CASE WHEN outcome = 'lost' THEN 1 ELSE 0 END)
FROM played GROUP BY 1, 3 ORDER BY 1, 3
"""
KINDS = {
    "whole": "''",
    "edition": "coalesce(edition, '–')",
    "players": "CAST(players AS text)",
    "score": "max_score || ':' || score",
    "partner": "'Player ' || CAST(over_at / 30 AS integer) % 20",
}
SCORES = """
INSERT INTO score_total (edition, players, outcome, games, score, best)
SELECT coalesce(edition, ''), players, outcome, count(*), sum(score), max(score)
FROM finished_game WHERE public GROUP BY 1, 2, 3
"""


def unfinished_tables(
    count: int, templates: Sequence[tuple[dict[str, Any], list[tuple[Any, ...]]]], chance: random.Random
) -> Iterator[Rows]:
    """Tables with a bot or a clock that everybody left."""
    now = time.time()
    for start in range(0, count, CHUNK):
        rows: Rows = {"game_table": [], "event": [], "driven_table": []}
        for number in range(start, min(count, start + CHUNK)):
            table, at = f"u{number:011d}", now - 3600 - chance.random() * 86400 * 20
            summary, log = templates[number % len(templates)]
            values = {
                "id": table,
                "created_at": at,
                "updated_at": at,
                "phase": "playing",
                "public": number % 2 == 0,
                "driven": True,
                "players": summary["players"],
                "edition": None,
                "score": None,
                "outcome": None,
                "summary": json.dumps(summary | {"id": table, "created_at": at, "updated_at": at}),
                "seen_at": at,
                "opened_from": None,
                "archived": False,
            }
            rows["game_table"].append(row_of("game_table", values))
            rows["event"] += [(table, n, at, body, command) for n, _, body, command in log]
            rows["driven_table"].append((table, None, at))
        yield rows


def fill(database: str, games: int, unfinished: int) -> None:
    """Create a database with this many finished games, and this many unfinished tables for drivers to check."""

    async def create_schema() -> None:
        store = open_store(database)
        await store.open()
        secret = insert(stored_secrets).values(name=SECRET_NAME, value=SECRET.hex())
        await store.write(lambda connection: connection.execute(secret))
        await store.close()

    asyncio.run(create_schema())
    chance = random.Random(7)
    bot = asyncio.run(template(Options(seats=3, public=True, first=2), bot=True))
    clock = asyncio.run(template(Options(seats=3, clock=Clock("move", 300)), bot=False))
    is_postgres = database.startswith("postgres")
    filler: Filler = PostgresFiller(database) if is_postgres else SqliteFiller(database)
    chunks: Iterable[Rows] = finished_games(games, bot[0], chance)
    for source in (chunks, unfinished_tables(unfinished, (bot, clock), chance)):
        for rows in source:
            for table, table_rows in rows.items():
                filler.insert(table, table_rows)
    filler.run(PLAYED)
    for kind, name in KINDS.items():
        filler.run(TOTALS.format(kind=kind, name=name))
    filler.run(SCORES)
    filler.close()
