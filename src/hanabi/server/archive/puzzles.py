"""The puzzles of a server, attempts at them, and the strength of solvers and puzzles (Glicko-2)."""

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from hanabi.puzzles import Puzzle, shipped_puzzles
from hanabi.puzzles.glicko2 import Strength, rated_attempt
from hanabi.puzzles.puzzle import puzzle_from
from hanabi.server.actor import ACCOUNT_PREFIX
from hanabi.server.database import Store, upsert
from hanabi.server.database.schema import puzzle_attempts, puzzle_ratings, puzzle_solvers, puzzles
from hanabi.server.refusals import Refused

NEW_PUZZLE_DEVIATION = 200.0  # its first rating is an estimate, which is better than nothing
NEAR = 12  # the next puzzle is one of the 12 nearest to the solver's strength
HISTORY = 500  # the newest attempts that a solver's history covers
POINTS, MISSED = 60, 20  # of the rating's curve, and puzzles to try again
REFRESH_SECONDS = 300.0


class PuzzleStore:
    """The puzzles of the package, and those made of this server's own games, which are reloaded now and then."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, asyncio.Lock()
        self._all: dict[str, Puzzle] = {}
        self._themes: dict[str, int] = {}
        # All puzzles in the order of a day, and that day.
        self._order: tuple[str, list[Puzzle]] = ("", [])
        self._read_at = float("-inf")

    async def all(self) -> dict[str, Puzzle]:
        async with self._lock:
            if time.monotonic() - self._read_at > REFRESH_SECONDS:
                rows = await self._store.query(
                    lambda connection: list(connection.execute(select(puzzles.c.body)).scalars())
                )
                # Reading those of the package takes a while the first time.
                shipped, own = await asyncio.to_thread(shipped_puzzles), [puzzle_from(json.loads(row)) for row in rows]
                self._all = {puzzle.id: puzzle for puzzle in (*shipped, *own)}
                self._themes, self._order = dict(Counter(puzzle.theme for puzzle in self._all.values())), ("", [])
                self._read_at = time.monotonic()
        return self._all

    async def find(self, puzzle_id: str) -> Puzzle:
        puzzle = (await self.all()).get(puzzle_id)
        if puzzle is None:
            raise Refused("no_such_puzzle")
        return puzzle

    async def of_day(self, day: str) -> Puzzle | None:
        """The same for all who have the same puzzles."""
        return next(iter(await self.some_of_day(day, 1)), None)

    async def some_of_day(self, day: str, count: int) -> list[Puzzle]:
        """Puzzles of a day in an order that differs from day to day."""

        def place(puzzle: Puzzle) -> str:
            return hashlib.sha256(f"{day} {puzzle.id}".encode()).hexdigest()

        puzzles = await self.all()
        if self._order[0] != day:
            self._order = day, sorted(puzzles.values(), key=place)
        return self._order[1][:count]

    async def themes(self) -> dict[str, int]:
        await self.all()
        return self._themes

    async def next_for(self, owners: Sequence[str], theme: str | None, chance: float) -> Puzzle:
        """A puzzle that this solver has not tried, near the solver's strength; `chance` is from 0 to 1."""
        candidates = [puzzle for puzzle in (await self.all()).values() if theme is None or puzzle.theme == theme]
        if not candidates:
            raise Refused("no_such_puzzle")

        def work(connection: Connection) -> tuple[set[str], dict[str, float], Strength]:
            attempts = select(puzzle_attempts.c.puzzle).where(puzzle_attempts.c.owner.in_(owners))
            tried = set(connection.execute(attempts).scalars())
            rows = connection.execute(select(puzzle_ratings.c.puzzle, puzzle_ratings.c.rating))
            return tried, {row.puzzle: row.rating for row in rows}, solver_strength(connection, owners)

        tried, ratings, solver = await self._store.query(work)
        fresh = [puzzle for puzzle in candidates if puzzle.id not in tried] or candidates

        def distance(puzzle: Puzzle) -> float:
            return abs(ratings.get(puzzle.id, puzzle.rating) - solver.rating)

        near = sorted(fresh, key=lambda puzzle: (distance(puzzle), puzzle.id))[:NEAR]
        return near[min(len(near) - 1, int(chance * len(near)))]

    async def strength_of(self, puzzle: Puzzle) -> Strength:
        return await self._store.query(lambda connection: puzzle_strength(connection, puzzle))

    async def solver(self, owners: Sequence[str]) -> dict[str, Any]:
        def work(connection: Connection) -> dict[str, Any]:
            row = _solver_row(connection, owners)
            strength = solver_strength(connection, owners)
            counts = (0, 0) if row is None else (row.tried, row.solved)
            return {
                "rating": round(strength.rating),
                "deviation": round(strength.deviation),
                "tried": counts[0],
                "solved": counts[1],
            }

        return await self._store.query(work)

    async def history(self, owners: Sequence[str]) -> dict[str, Any]:
        """The solver's rating over time, streaks, strength by theme, and the puzzles missed, newest first.

        Earlier ratings are not stored: the newest attempts are rated once more, by the puzzles' ratings of today.
        """
        puzzles = await self.all()

        def work(connection: Connection) -> dict[str, Any]:
            mine = puzzle_attempts.c.owner.in_(owners)
            newest = select(puzzle_attempts).where(mine).order_by(puzzle_attempts.c.at.desc()).limit(HISTORY)
            attempts = [row for row in reversed(connection.execute(newest).all()) if row.puzzle in puzzles]
            now, by_theme = Strength(), dict[str, Strength]()
            curve, streaks, missed = list[dict[str, Any]](), [0], list[dict[str, Any]]()
            ratings = _ratings(connection, [row.puzzle for row in attempts])
            for row in attempts:
                puzzle = puzzles[row.puzzle]
                against = ratings.get(puzzle.id) or Strength(puzzle.rating, NEW_PUZZLE_DEVIATION)
                now = rated_attempt(now, against, right=row.solved)[0]
                of_theme = by_theme.get(puzzle.theme, Strength())
                by_theme[puzzle.theme] = rated_attempt(of_theme, against, right=row.solved)[0]
                curve.append({"at": row.at, "rating": round(now.rating), "deviation": round(now.deviation)})
                streaks.append(streaks[-1] + 1 if row.solved else 0)
                if not row.solved:
                    missed.insert(0, {"puzzle": puzzle.id, "theme": puzzle.theme, "at": row.at})
            if curve:
                strength = solver_strength(connection, owners)
                curve[-1] |= {"rating": round(strength.rating), "deviation": round(strength.deviation)}
            every = max(1, -(-len(curve) // POINTS))
            return {
                "curve": curve[::-1][::every][::-1],
                "streak": streaks[-1],
                "best_streak": max(streaks),
                "strengths": {theme: round(strength.rating) for theme, strength in by_theme.items()},
                "missed": missed[:MISSED],
            }

        return await self._store.query(work)

    async def attempt(self, owners: Sequence[str], puzzle: Puzzle, *, right: bool) -> bool:
        """Count an attempt. False if this solver has tried the puzzle before: only the first attempt counts."""
        owner, now = owners[0], time.time()

        def work(connection: Connection) -> None:
            row = {"owner": owner, "puzzle": puzzle.id, "solved": right, "at": now}
            connection.execute(insert(puzzle_attempts).values(**row))
            solver, strength = solver_strength(connection, owners), puzzle_strength(connection, puzzle)
            solver, strength = rated_attempt(solver, strength, right=right)
            _save(connection, puzzle_solvers, "owner", owner, solver, right, tried_at=now)
            _save(connection, puzzle_ratings, "puzzle", puzzle.id, strength, right)

        try:
            await self._store.write(work)
        except IntegrityError:
            return False
        return True


def solver_strength(connection: Connection, owners: Sequence[str]) -> Strength:
    row = _solver_row(connection, owners)
    return Strength() if row is None else Strength(row.rating, row.deviation, row.volatility)


def puzzle_strength(connection: Connection, puzzle: Puzzle) -> Strength:
    return _ratings(connection, [puzzle.id]).get(puzzle.id) or Strength(puzzle.rating, NEW_PUZZLE_DEVIATION)


def _ratings(connection: Connection, ids: Sequence[str]) -> dict[str, Strength]:
    rows = connection.execute(select(puzzle_ratings).where(puzzle_ratings.c.puzzle.in_(ids)))
    return {row.puzzle: Strength(row.rating, row.deviation, row.volatility) for row in rows}


def _solver_row(connection: Connection, owners: Sequence[str]) -> Any:
    rows = connection.execute(select(puzzle_solvers).where(puzzle_solvers.c.owner.in_(owners))).all()
    return min(rows, key=lambda row: list(owners).index(row.owner), default=None)


def _save(
    connection: Connection, table: Any, key: str, name: str, strength: Strength, right: bool, **more: float
) -> None:
    figures = {
        "rating": strength.rating,
        "deviation": strength.deviation,
        "volatility": strength.volatility,
        **more,
    }
    counts = {"tried": table.c.tried + 1, "solved": table.c.solved + int(right)}
    new = upsert(connection, table).values({key: name, **figures, "tried": 1, "solved": int(right)})
    connection.execute(new.on_conflict_do_update(index_elements=[table.c[key]], set_={**figures, **counts}))


def transfer_attempts(connection: Connection, source: str, target: str) -> None:
    """Give the attempts of `source` to `target`, and the strength too if `target` has none yet."""
    of_target = select(puzzle_attempts.c.puzzle).where(puzzle_attempts.c.owner == target)
    tried = set(connection.execute(of_target).scalars())
    of_source = puzzle_attempts.c.owner == source
    connection.execute(delete(puzzle_attempts).where(of_source, puzzle_attempts.c.puzzle.in_(tried)))
    connection.execute(update(puzzle_attempts).where(of_source).values(owner=target))
    if connection.execute(select(puzzle_solvers.c.owner).where(puzzle_solvers.c.owner == target)).first() is None:
        connection.execute(update(puzzle_solvers).where(puzzle_solvers.c.owner == source).values(owner=target))
    else:
        connection.execute(delete(puzzle_solvers).where(puzzle_solvers.c.owner == source))


def forget_old_attempts(connection: Connection, before: float, limit: int) -> int:
    """Forget up to `limit` browsers without an account that have tried nothing since; puzzles keep their strength.

    Returns the number of browsers.
    """
    without_account = puzzle_solvers.c.owner.not_like(f"{ACCOUNT_PREFIX}%")
    old = select(puzzle_solvers.c.owner).where(puzzle_solvers.c.tried_at < before, without_account)
    owners = list(connection.execute(old.limit(limit)).scalars())
    for schema in (puzzle_attempts, puzzle_solvers):
        connection.execute(delete(schema).where(schema.c.owner.in_(owners)))
    return len(owners)
