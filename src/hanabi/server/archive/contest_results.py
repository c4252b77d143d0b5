"""The results of events: counted with the game that ends, and kept as standings in the memory of each process."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, and_, select, update

from hanabi.server.database import Store
from hanabi.server.database.schema import contest_entries as entries, contest_games as games, contests, finished_games
from hanabi.server.tables import Table

if TYPE_CHECKING:
    from hanabi.standings import TeamStanding

# Events whose standings a process keeps.
MAX_KEPT = 64


def count_result(connection: Connection, table: Table) -> None:
    """Store the result of a game of an event, if it ended in time. Part of the transaction that archives the game."""
    contest, game = table.contest, table.game
    if contest is None or game is None or game.over is None or table.changed_at >= contest.ends_at:
        return
    # This locks the event, so numbers appear in their order and without gaps.
    following = update(contests).where(contests.c.id == contest.contest).values(results=contests.c.results + 1)
    number = connection.execute(following.returning(contests.c.results)).scalar()
    result = {"number": number, "score": game.over.score, "turns": len(game.action_texts)}
    connection.execute(update(games).where(games.c.table_id == table.id).values(**result))


def sealed_games(connection: Connection, owners: Sequence[str], now: float) -> list[Any]:
    """The finished games of these owners in events that have not ended."""
    of_team = and_(entries.c.contest_id == games.c.contest_id, entries.c.team == games.c.team)
    query = select(finished_games).join(games, games.c.table_id == finished_games.c.table_id)
    query = query.join(contests, contests.c.id == games.c.contest_id).join(entries, of_team)
    return list(connection.execute(query.where(entries.c.owner.in_(owners), contests.c.ends_at > now).distinct()))


class KeptStandings:
    """The standings of one event; `ranking` remembers its answers until there is another result."""

    def __init__(self, deals: int, goal: int | None, *, ladder: bool = False) -> None:
        # Imported here, because NumPy would delay every start of a server.
        from hanabi.standings import Standings

        self.standings = Standings(deals, goal=goal, ladder=ladder)
        self._rankings: dict[tuple[int, ...], list[TeamStanding]] = {}

    def ranking(self, deals: Sequence[int]) -> list["TeamStanding"]:
        """Only these deals count; they count from 0."""
        key = tuple(deals)
        if key not in self._rankings:
            self._rankings[key] = self.standings.ranking(key)
        return self._rankings[key]

    def add(self, teams: int, results: Sequence[Any]) -> None:
        if teams > self.standings.teams or results:
            self._rankings = {}
        self.standings.add_teams(teams - self.standings.teams)
        for row in results:
            self.standings.add(row.team - 1, row.deal - 1, row.score, row.turns)


class ContestStandings:
    """Reads only results that it has not seen, in the order of their numbers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, KeptStandings] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def of(self, contest: str, deals: int, goal: int | None, *, ladder: bool = False) -> KeptStandings:
        async with self._locks[contest]:
            kept = self._kept.get(contest) or KeptStandings(deals, goal, ladder=ladder)
            teams, results = await self._store.query(
                partial(_news, contest=contest, teams=kept.standings.teams, results=kept.standings.results)
            )
            kept.add(teams, results)
            self._kept[contest] = kept
            self._kept.move_to_end(contest)
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        self._locks.pop(contest, None)
        return kept


def _news(connection: Connection, contest: str, teams: int, results: int) -> tuple[int, list[Any]]:
    """The number of teams, and the results after the first `results`."""
    counts = connection.execute(select(contests.c.teams, contests.c.results).where(contests.c.id == contest)).first()
    if counts is None or counts.results == results:
        return (teams if counts is None else counts.teams), []
    new = games.c.contest_id == contest, games.c.number > results
    columns = select(games.c.team, games.c.deal, games.c.score, games.c.turns)
    return counts.teams, list(connection.execute(columns.where(*new).order_by(games.c.number)))
