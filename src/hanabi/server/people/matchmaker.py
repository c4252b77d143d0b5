"""Matchmaking. People who look for others wait in the database, so any process can bring them together.

Their own requests do the work: each one that asks how it stands lets the server group those who wait, at most twice a
second per process. A group is stored with the id of its table; the first member to ask opens that table and starts.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, or_, select, update

from hanabi.server.actor import Actor, Owner
from hanabi.server.archive.puzzles import solver_strength
from hanabi.server.database import upsert
from hanabi.server.database.schema import seekers
from hanabi.server.live import seating
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.registry import TableRegistry
from hanabi.server.people.invitations import blocked_pairs
from hanabi.server.refusals import Refused
from hanabi.server.tables import Clock, Options, new_table_id
from hanabi.server.tasks import SharedWork

Pace = Literal["quick", "relaxed", "slow"]
CLOCKS: dict[str, Clock] = {
    "quick": Clock(kind="bank", seconds=600),
    "relaxed": Clock(kind="bank", seconds=1800),
    "slow": Clock(kind="move", seconds=86400),
}
ANY = 0
# Sizes of a group of people who do not mind.
USUAL_SIZES = (3, 2)
# Bots take the empty seats after this many seconds, if the waiting person wants that.
BOTS_AFTER = 60.0
# How far levels may differ at first, and by how much more for each second of waiting.
LEVELS_APART, LEVELS_PER_SECOND = 200.0, 20.0
# After this many seconds, people with different languages may meet.
ANY_LANGUAGE_AFTER = 20.0
# Somebody who was seen this many seconds ago is still there; after this many, the place in the list is free.
PRESENT_SECONDS, KEPT_SECONDS = 30.0, 60.0
# Nobody needs to be there to wait for a slow game.
SLOW_KEPT_SECONDS = 7 * 86400.0
ROUND_SECONDS = 0.5
# Groups per round, those who have waited longest first: moves wait for each transaction, so keep it small.
MAX_GROUPS = 100
# How often presence is stored, and how often clients ask: the more people wait, the less often.
SEEN_SECONDS, ASK_SECONDS, PEOPLE_PER_SECOND = 5.0, 1.5, 400


class Seeker(NamedTuple):
    """What grouping needs to know. `bots_at`: from when on bots may take empty seats, if ever."""

    owner: str
    players: int
    pace: str
    language: str
    level: float
    since: float
    bots_at: float | None


class MatchedGroup(NamedTuple):
    """Bots take the seats that are left."""

    people: list[Seeker]
    seats: int


class Waiting(Struct, frozen=True):
    """How the search for players stands. `since`: null if you are not looking. `company`: names of people who want the
    same. `bots_in`: seconds until bots take the empty seats, null if they never do. `people`: everyone who is looking.
    `table`: where you play now. Ask again after `again_in` seconds."""

    since: float | None = None
    players: int = ANY
    pace: Pace = "relaxed"
    waited: float = 0.0
    bots_in: float | None = None
    company: list[str] = []
    people: int = 0
    table: str | None = None
    again_in: float = ASK_SECONDS


def groups_of(waiting: Iterable[Seeker], now: float, apart: Collection[frozenset[str]] = ()) -> list[MatchedGroup]:
    """People who play together now: with the same pace and number of players, first within a language and near in
    level; those who wait longer are less particular. `apart` has pairs of owners who do not meet.
    """
    pools: dict[tuple[str, ...], list[Seeker]] = defaultdict(list)
    patient: dict[tuple[str, ...], list[Seeker]] = defaultdict(list)
    for seeker in sorted(waiting, key=attrgetter("level")):
        pools[seeker.pace, seeker.language].append(seeker)
        if now - seeker.since >= ANY_LANGUAGE_AFTER:
            patient[(seeker.pace,)].append(seeker)
    groups: list[MatchedGroup] = []
    taken: set[str] = set()

    def take(people: list[Seeker], seats: int) -> None:
        groups.append(MatchedGroup(people, seats))
        taken.update([seeker.owner for seeker in people])

    for pool in (*pools.values(), *patient.values()):
        oldest_first = sorted(pool, key=attrgetter("since"))
        wanted = [seeker.players for seeker in oldest_first if seeker.players != ANY]
        for size in dict.fromkeys((*wanted, *USUAL_SIZES)):
            free = [seeker for seeker in pool if seeker.players in (size, ANY) and seeker.owner not in taken]
            start = 0
            while start + size <= len(free):
                people = free[start : start + size]
                fits = _fit(people, now, apart)
                if fits:
                    take(people, size)
                start += size if fits else 1
        for seeker in oldest_first:
            if seeker.bots_at is not None and seeker.bots_at <= now and seeker.owner not in taken:
                take(*_with_bots(seeker, (other for other in oldest_first if other.owner not in taken), now, apart))
    return groups


def _with_bots(seeker: Seeker, others: Iterable[Seeker], now: float, apart: Collection[frozenset[str]]) -> MatchedGroup:
    """People who do not mind bots join somebody who has waited long enough."""
    seats, people = seeker.players or USUAL_SIZES[0], [seeker]
    for other in others:
        joins = other is not seeker and other.bots_at is not None and other.players in (seats, ANY)
        if len(people) < seats and joins and _fit([*people, other], now, apart):
            people.append(other)
    return MatchedGroup(people, seats)


def _fit(people: Sequence[Seeker], now: float, apart: Collection[frozenset[str]]) -> bool:
    levels = [seeker.level for seeker in people]
    too_far = max(levels) - min(levels) - LEVELS_APART
    if too_far > 0 and too_far > LEVELS_PER_SECOND * (now - max(seeker.since for seeker in people)):
        return False
    return not apart or not any(
        frozenset((one.owner, other.owner)) in apart for place, one in enumerate(people) for other in people[:place]
    )


class Matchmaker:
    def __init__(self, registry: TableRegistry) -> None:
        self._registry, self._store = registry, registry.store
        self._rounds = SharedWork[None](ROUND_SECONDS)
        self._opening: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def seek(
        self, actor: Actor, name: str, *, players: int, pace: Pace, language: str, bots: bool, at_once: bool
    ) -> None:
        """Begin to look for players, or change the wish and keep the place. `at_once`: bots take empty seats now."""
        now = self._store.now()

        def work(connection: Connection) -> None:
            earlier = _own_row(connection, actor)
            waits = earlier is not None and earlier.table_id is None
            since = earlier.since if waits else now
            values = {
                "key": actor.key,
                "account_id": actor.account,
                "name": name,
                "players": players,
                "pace": pace,
                "language": language,
                "level": solver_strength(connection, actor.owners).rating,
                "since": since,
                "seen_at": now,
                "bots_at": now if at_once else since + BOTS_AFTER if bots else None,
                "table_id": None,
                "seat": None,
                "seats": None,
            }
            new = upsert(connection, seekers).values(owner=actor.owner, **values)
            connection.execute(new.on_conflict_do_update(index_elements=[seekers.c.owner], set_=values))

        await self._store.write(work)

    async def stop(self, actor: Actor) -> None:
        await self._store.write(
            lambda connection: connection.execute(delete(seekers).where(seekers.c.owner == actor.owner))
        )

    async def state(self, actor: Actor) -> Waiting:
        """How the search stands, after the people who wait have been grouped. Raises Refused."""
        row = await self._store.query(partial(_own_row, actor=actor))
        if row is None:
            return Waiting()
        if row.table_id is None:
            if self._store.now() - row.seen_at > SEEN_SECONDS:
                await self._seen(row.owner)
            await self._rounds.result("round", self.bring_together)
            row = await self._store.query(partial(_own_row, actor=actor))
            if row is None:
                return Waiting()
        if row.table_id is not None:
            await self._opened(row.table_id)
        return await self._store.query(partial(_waiting, row=row, now=self._store.now()))

    async def bring_together(self) -> None:
        """Forget those who left, and store who plays with whom. A thread forms the groups, so that no move waits."""
        now = self._store.now()
        people, apart = await self._store.query(partial(_free_people, now=now))
        groups = await asyncio.to_thread(groups_of, people, now, apart)
        groups.sort(key=lambda group: min(seeker.since for seeker in group.people))
        await self._store.write(partial(_store_groups, groups=groups[:MAX_GROUPS], now=now))

    async def _seen(self, owner: str) -> None:
        seen = update(seekers).where(seekers.c.owner == owner).values(seen_at=self._store.now())
        await self._store.write(lambda connection: connection.execute(seen))

    async def _opened(self, table_id: str) -> None:
        """Open and start the table of a group, or finish what a process left undone."""
        async with self._opening[table_id]:
            try:
                live = await self._registry.live_table(table_id)
            except Refused:
                live = await self._open(table_id)
            await seating.fill_and_start(self._registry, live)
        self._opening.pop(table_id, None)

    async def _open(self, table_id: str) -> LiveTable:
        members = select(seekers).where(seekers.c.table_id == table_id).order_by(seekers.c.seat)
        rows = await self._store.query(lambda connection: list(connection.execute(members)))
        if not rows:
            raise Refused("no_such_table")
        by_seat = {row.seat: row for row in rows}
        seats = tuple(seating.seat_of_person(by_seat.get(seat)) for seat in range(rows[0].seats))
        options = Options(
            public=True,
            seats=rows[0].seats,
            first="random",
            clock=CLOCKS[rows[0].pace],
            # Strangers need not trust each other not to watch their own hand.
            spectators="public",
            spectator_delay=0,
        )
        host = Actor(rows[0].key, rows[0].account_id)
        return await self._registry.create(options, host, seats, table_id=table_id)


def _own_row(connection: Connection, actor: Actor) -> Any:
    return connection.execute(select(seekers).where(seekers.c.owner == actor.owner)).first()


def _is_present(now: float) -> ColumnElement[bool]:
    return or_(seekers.c.pace == "slow", seekers.c.seen_at > now - PRESENT_SECONDS)


def _waiting(connection: Connection, row: Any, now: float) -> Waiting:
    free = and_(seekers.c.table_id.is_(None), _is_present(now))
    people = connection.execute(select(func.count()).select_from(seekers).where(free)).scalar() or 0
    company: list[str] = []
    if row.table_id is None:
        same = [seekers.c.pace == row.pace, seekers.c.owner != row.owner]
        if row.players != ANY:
            same.append(seekers.c.players.in_((row.players, ANY)))
        names = select(seekers.c.name).where(free, *same).order_by(seekers.c.since)
        company = list(connection.execute(names.limit((row.players or 5) - 1)).scalars())
    bots_in = None if row.bots_at is None else max(0.0, row.bots_at - now)
    again_in = ASK_SECONDS + people / PEOPLE_PER_SECOND
    return Waiting(row.since, row.players, row.pace, now - row.since, bots_in, company, people, row.table_id, again_in)


def forget_gone_seekers(connection: Connection, now: float) -> None:
    """Delete the places of people who have not asked for too long."""
    is_slow = seekers.c.pace == "slow"
    gone = or_(
        and_(~is_slow, seekers.c.seen_at < now - KEPT_SECONDS),
        and_(is_slow, seekers.c.seen_at < now - SLOW_KEPT_SECONDS),
    )
    connection.execute(delete(seekers).where(gone))


def _free_people(connection: Connection, now: float) -> tuple[list[Seeker], set[frozenset[str]]]:
    """Everybody who waits, and who does not want to meet whom."""
    columns = [seekers.c[name] for name in Seeker._fields]
    waiting = select(*columns).where(seekers.c.table_id.is_(None), _is_present(now))
    among = select(seekers.c.account_id).where(seekers.c.account_id.is_not(None))
    apart = {frozenset[str](map(Owner.of_account, pair)) for pair in blocked_pairs(connection, among)}
    return [Seeker(*row) for row in connection.execute(waiting)], apart


def _store_groups(connection: Connection, groups: Sequence[MatchedGroup], now: float) -> None:
    """A group whose members have left, changed their wish or found another one meanwhile waits for the next round.
    Other processes skip the rows of this transaction.
    """
    forget_gone_seekers(connection, now)
    columns = [seekers.c[name] for name in Seeker._fields]
    wanted = seekers.c.owner.in_([seeker.owner for group in groups for seeker in group.people])
    free = select(*columns).where(seekers.c.table_id.is_(None), wanted).order_by(seekers.c.owner)
    unchanged = {Seeker(*row) for row in connection.execute(free.with_for_update(skip_locked=True))}
    matched: list[dict[str, Any]] = []
    for people, seats in groups:
        if unchanged.issuperset(people):
            table_id = new_table_id()
            matched += [
                {"of": seeker.owner, "table": table_id, "place": place, "size": seats}
                for place, seeker in enumerate(people)
            ]
    if matched:
        values: dict[str, Any] = {
            "table_id": bindparam("table"),
            "seat": bindparam("place"),
            "seats": bindparam("size"),
        }
        connection.execute(update(seekers).where(seekers.c.owner == bindparam("of")).values(values), matched)
