"""Profiles: what an account shows about itself, to everybody or only to its friends; and friends by a link."""

import secrets
import time
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs
from sqlalchemy import Connection, func, insert, select, update

from hanabi.puzzles import Puzzle
from hanabi.server.actor import Actor
from hanabi.server.archive.archive import GameResult
from hanabi.server.archive.contests.sealed_deals import sealed_games
from hanabi.server.archive.player_statistics import own_statistics
from hanabi.server.archive.puzzles import solver_strength
from hanabi.server.archive.ratings import RatingHistory, rating_histories
from hanabi.server.archive.statistics import Group
from hanabi.server.database import Store
from hanabi.server.database.schema import (
    accounts,
    finished_games as games,
    holders,
    profiles,
    puzzle_attempts,
    puzzle_ratings,
)
from hanabi.server.people.invitations import befriend, relation_between
from hanabi.server.refusals import Refused

BEST_PUZZLES = 5


class SolvedPuzzle(Struct, frozen=True):
    id: str
    rating: int


class ProfilePuzzles(Struct, frozen=True):
    """The strength as a solver, within `deviation`, and the hardest puzzles that were solved at the first attempt."""

    rating: int
    deviation: int
    solved: int
    best: list[SolvedPuzzle]


class Profile(Struct, frozen=True):
    """`favorite` is the edition with the most games. `perfect_at`: when the latest of the recent games with all points
    ended. `friend`: whether you have them as a friend."""

    profile: str | None
    name: str
    public: bool
    since: float | None
    whole: Group
    favorite: Group | None
    perfect_at: float | None
    ratings: list[RatingHistory]
    puzzles: ProfilePuzzles
    recent: list[GameResult]
    mine: bool
    friend: bool = False


class OwnProfile(Struct, frozen=True):
    """`friend_link`: the path of a page where others become your friends."""

    profile: str
    name: str
    public: bool
    friend_link: str


class SeatProfile(Struct, frozen=True):
    seat: int
    profile: str


class Profiles:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def own(self, actor: Actor, puzzles: dict[str, Puzzle]) -> Profile:
        """Also of a browser without an account."""

        def find(connection: Connection) -> Profile:
            row = None if actor.account is None else _row(connection, profiles.c.account_id == actor.account)
            return _profile(connection, actor, row, puzzles, mine=True)

        return await self._store.query(find)

    async def find(self, profile: str, viewer: Actor, puzzles: dict[str, Puzzle], invite: str = "") -> Profile:
        """Raises Refused: a private profile is for friends, and for those with the secret of the link."""

        def find(connection: Connection) -> Profile:
            row = _row(connection, profiles.c.id == profile)
            if row is None:
                raise Refused("no_such_profile")
            mine = viewer.account == row.account_id
            relation = None if viewer.account is None else relation_between(connection, row.account_id, viewer.account)
            welcome = row.public or relation == "friend" or _is_secret(row, invite)
            if not mine and (relation == "blocked" or not welcome):
                raise Refused("no_such_profile")
            back = None if viewer.account is None else relation_between(connection, viewer.account, row.account_id)
            shown = _profile(connection, Actor(None, row.account_id), row, puzzles, mine=mine)
            return structs.replace(shown, friend=back == "friend")

        return await self._store.query(find)

    async def change(self, account: int, name: str, public: bool | None, *, new_link: bool) -> OwnProfile:
        def work(connection: Connection) -> OwnProfile:
            row = _ensured(connection, account, name)
            values: dict[str, Any] = {"name": name, "public": row.public if public is None else public}
            if new_link:
                values["invite"] = secrets.token_urlsafe(12)
            connection.execute(update(profiles).where(profiles.c.account_id == account).values(**values))
            row = _ensured(connection, account, name)
            return OwnProfile(row.id, row.name, row.public, f"/p/{row.id}?friend={row.invite}")

        return await self._store.write(work)

    async def accept(self, account: int, name: str, profile: str, invite: str) -> None:
        """Both become friends, because one has sent the link and the other has opened it. Raises Refused."""

        def work(connection: Connection) -> None:
            host = _row(connection, profiles.c.id == profile)
            if host is None or not _is_secret(host, invite):
                raise Refused("no_such_profile")
            if host.account_id == account or relation_between(connection, host.account_id, account) == "blocked":
                raise Refused("no_such_profile")
            guest = _ensured(connection, account, name)
            befriend(connection, account, host.account_id, host.name, host.id)
            befriend(connection, host.account_id, account, guest.name, guest.id)

        await self._store.write(work)

    async def at_table(self, table_id: str) -> list[SeatProfile]:
        """The public profiles of the people at a table."""
        query = select(holders.c.seat, profiles.c.id).join(profiles, profiles.c.account_id == holders.c.account_id)
        shown = query.where(holders.c.table_id == table_id, profiles.c.public.is_(True)).order_by(holders.c.seat)
        rows = await self._store.query(lambda connection: connection.execute(shown).all())
        return [SeatProfile(row.seat, row.id) for row in rows]


def _is_secret(row: Any, invite: str) -> bool:
    return secrets.compare_digest(row.invite.encode(), invite.encode())


def _row(connection: Connection, condition: Any) -> Any:
    return connection.execute(select(profiles).where(condition)).first()


def _ensured(connection: Connection, account: int, name: str) -> Any:
    """The account's row; a new one is private."""
    own = profiles.c.account_id == account
    if (row := _row(connection, own)) is None:
        values = {
            "account_id": account,
            "id": secrets.token_hex(6),
            "name": name,
            "public": False,
            "invite": secrets.token_urlsafe(12),
            "made_at": time.time(),
        }
        connection.execute(insert(profiles).values(**values))
        row = _row(connection, own)
    return row


def _profile(connection: Connection, actor: Actor, row: Any, puzzles: dict[str, Puzzle], *, mine: bool) -> Profile:
    # Nobody learns from a profile how the team has done in an event that has not ended.
    sealed = [] if mine else sealed_games(connection, actor.owners, time.time())
    statistics = own_statistics(connection, actor, sealed)
    since = select(func.min(accounts.c.created_at)).where(accounts.c.id == actor.account)
    perfect = [game.over_at for game in statistics.recent if game.score == game.max_score]
    return Profile(
        profile=None if row is None else row.id,
        name="" if row is None else row.name,
        public=row is not None and row.public,
        since=connection.execute(since).scalar(),
        whole=statistics.whole,
        favorite=next(iter(statistics.editions), None),
        perfect_at=max(perfect, default=None),
        ratings=rating_histories(connection, actor.owners),
        puzzles=_puzzles(connection, actor.owners, puzzles),
        recent=statistics.recent if mine else _public(connection, statistics.recent),
        mine=mine,
    )


def _public(connection: Connection, recent: Sequence[GameResult]) -> list[GameResult]:
    shown = select(games.c.table_id).where(games.c.table_id.in_([game.table for game in recent]), games.c.public)
    public = set(connection.execute(shown).scalars())
    return [structs.replace(game, mine=False) for game in recent if game.table in public]


def _puzzles(connection: Connection, owners: Sequence[str], puzzles: dict[str, Puzzle]) -> ProfilePuzzles:
    strength = solver_strength(connection, owners)
    query = select(puzzle_attempts.c.puzzle).where(puzzle_attempts.c.owner.in_(owners), puzzle_attempts.c.solved)
    solved = set(connection.execute(query).scalars())
    measured = select(puzzle_ratings.c.puzzle, puzzle_ratings.c.rating).where(puzzle_ratings.c.puzzle.in_(solved))
    ratings = {one: puzzles[one].rating for one in solved if one in puzzles}
    ratings |= {row.puzzle: row.rating for row in connection.execute(measured) if row.puzzle in ratings}
    hardest = sorted(ratings, key=lambda one: (-ratings[one], one))[:BEST_PUZZLES]
    best = [SolvedPuzzle(one, round(ratings[one])) for one in hardest]
    return ProfilePuzzles(round(strength.rating), round(strength.deviation), len(solved), best)
