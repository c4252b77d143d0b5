"""Makes puzzles of a server's own finished games: public ones, and daily deals after their day."""

import json
import time
from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection, or_, select

from hanabi.puzzles.maker import make_puzzles
from hanabi.puzzles.puzzle import Puzzle
from hanabi.puzzles.source_games import recorded_source
from hanabi.records import RecordError
from hanabi.server.database import Store, upsert
from hanabi.server.database.schema import finished_games, puzzles, watermarks
from hanabi.server.tables import Table, apply_entry, entry_of, today

WATERMARK = "puzzles"


async def add_puzzles(store: Store, limit: int, progress: Callable[[int, int], None] | None = None) -> int:
    """Look for puzzles in games that ended since the last call, until `limit` were added; returns how many were.

    The puzzles have no player names. May run beside a server, which notices them within minutes.
    """
    games = await store.query(_games)
    added = 0
    for done, (table_id, over_at) in enumerate(games, start=1):
        table = Table(table_id)
        for row in await store.read(table_id):
            apply_entry(table, entry_of(row))
        for puzzle in _puzzles(table):
            added += await store.write(partial(_save, puzzle=puzzle, table_id=table_id))
        await store.write(partial(_set_watermark, over_at=over_at))
        if progress is not None:
            progress(done, len(games))
        if added >= limit:
            break
    return added


def _games(connection: Connection) -> list[tuple[str, float]]:
    since = connection.execute(select(watermarks.c.value).where(watermarks.c.name == WATERMARK)).scalar() or 0.0
    query = select(finished_games.c.table_id, finished_games.c.over_at).where(
        finished_games.c.public,
        finished_games.c.over_at > since,
        or_(finished_games.c.daily.is_(None), finished_games.c.daily < today(time.time())),
    )
    return [(row.table_id, row.over_at) for row in connection.execute(query.order_by(finished_games.c.over_at))]


def _puzzles(table: Table) -> list[Puzzle]:
    try:
        return list(make_puzzles(recorded_source(table.record())))
    except RecordError:
        return []


def _save(connection: Connection, puzzle: Puzzle, table_id: str) -> int:
    row = {
        "id": puzzle.id,
        "made_at": time.time(),
        "origin": table_id,
        "theme": puzzle.theme,
        "body": json.dumps(puzzle.to_dict(), ensure_ascii=False),
    }
    return connection.execute(upsert(connection, puzzles).values(**row).on_conflict_do_nothing()).rowcount


def _set_watermark(connection: Connection, over_at: float) -> None:
    new = upsert(connection, watermarks).values(name=WATERMARK, value=over_at)
    connection.execute(new.on_conflict_do_update(index_elements=[watermarks.c.name], set_={"value": over_at}))
