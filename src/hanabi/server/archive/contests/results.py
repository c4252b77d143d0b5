"""The results of events: counted with the game that ends, and kept as standings in the memory of each process."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select, update

from hanabi.server.actor import Actor
from hanabi.server.archive.contests import documents, teams
from hanabi.server.database import Store
from hanabi.server.database.schema import contest_entries as entries, contest_games as games, contests, tables
from hanabi.server.live.lobby import decode_summary
from hanabi.server.refusals import Refused
from hanabi.server.tables import Table
from hanabi.server.tables.options import ruleset_of

if TYPE_CHECKING:
    from hanabi.standings import TeamStanding

# Events whose standings a process keeps.
MAX_KEPT = 64
# Rows of the standings in one answer.
MAX_ROWS = 50
# The latest events of a club that count in its standings.
MAX_COUNTED = 12


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


class ContestResults:
    """Standings and games as visitors see them. Reads only results that are new, in the order of their numbers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, KeptStandings] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def kept(self, contest: Any) -> KeptStandings:
        async with self._locks[contest.id]:
            kept = self._kept.get(contest.id)
            if kept is None:
                goal = ruleset_of(teams.contest_options(contest)).max_score if contest.format == "gauntlet" else None
                kept = KeptStandings(contest.deals, goal, ladder=contest.format == "ladder")
            number, results = await self._store.query(
                partial(_news, contest=contest.id, teams=kept.standings.teams, results=kept.standings.results)
            )
            kept.add(number, results)
            self._kept[contest.id] = kept
            self._kept.move_to_end(contest.id)
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        self._locks.pop(contest.id, None)
        return kept

    async def standings(self, actor: Actor, contest_id: str, first: int) -> documents.StandingsPage:
        """Ranks from place `first` on. Only deals that the visitor's team has finished count; after the end, all."""
        contest, entry, own_games, _ = await self._store.query(
            partial(teams.visitors_team, actor=actor, contest_id=contest_id)
        )
        kept, counted = await self.kept(contest), visible_deals(contest, own_games, self._store.now())
        own_team = None if entry is None else entry.team
        ranking = kept.ranking([deal - 1 for deal in counted])
        shown = ranking[first : first + MAX_ROWS]
        if own_team is not None and first == 0:
            # The visitor's team is always in view, with its neighbors.
            place = next((place for place, row in enumerate(ranking) if row.team == own_team - 1), 0)
            shown += ranking[max(MAX_ROWS, place - 1) : place + 2]
        names = await self._store.query(
            partial(teams.team_names, contest=contest.id, numbers=[row.team + 1 for row in shown])
        )
        rows = []
        for row in shown:
            name, people = names[row.team + 1]
            # In the order of all deals, so that a hidden one looks like one that was not played.
            scores = [
                kept.standings.score(row.team, d - 1) if d in counted else None for d in teams.deal_numbers(contest)
            ]
            shares = [
                kept.standings.share(row.team, d - 1) if d in counted else None for d in teams.deal_numbers(contest)
            ]
            mine = row.team + 1 == own_team
            rows.append(
                documents.StandingRow(
                    row.rank, row.team + 1, name, people, row.total, row.score, row.turns, scores, shares, mine
                )
            )
        return documents.StandingsPage(counted, kept.standings.teams, rows)

    async def games_on_deal(self, contest_id: str, deal: int, first: int = 0) -> documents.DealPage:
        """From place `first` on. Raises Refused before the end."""
        contest = await self._store.query(lambda connection: teams.contest_row(connection, contest_id))
        if not 1 <= deal <= contest.deals:
            raise Refused("no_such_contest")
        if self._store.now() < contest.ends_at:
            raise Refused("contest_sealed")
        kept = await self.kept(contest)
        ranking = [row for row in kept.ranking([deal - 1]) if kept.standings.score(row.team, deal - 1) is not None]
        shown = ranking[first : first + MAX_ROWS]

        def find(connection: Connection) -> documents.DealPage:
            numbers = [row.team + 1 for row in shown]
            names = teams.team_names(connection, contest.id, numbers)
            of_deal = games.c.contest_id == contest.id, games.c.deal == deal, games.c.team.in_(numbers)
            joined = select(games.c.team, games.c.table_id, tables.c.summary).join(
                tables, tables.c.id == games.c.table_id, isouter=True
            )
            played = {row.team: row for row in connection.execute(joined.where(*of_deal))}
            found = []
            for row in shown:
                game, (name, people) = played[row.team + 1], names[row.team + 1]
                fireworks = decode_summary(game.summary).fireworks if game.summary is not None else {}
                found.append(
                    documents.DealGame(
                        row.rank, row.team + 1, name, people, game.table_id, row.score, row.total, row.turns, fireworks
                    )
                )
            return documents.DealPage(deal, len(ranking), found)

        return await self._store.query(find)

    async def club_totals(self, club: str) -> dict[int, list[float]]:
        """Of each account its team's totals, from 0 to 1, in the latest events of the club that have ended."""
        ended = select(contests).where(contests.c.club_id == club, contests.c.ends_at <= self._store.now())
        latest = ended.where(contests.c.results > 0).order_by(contests.c.ends_at.desc()).limit(MAX_COUNTED)
        totals: dict[int, list[float]] = {}
        for contest in await self._store.query(lambda connection: connection.execute(latest).all()):
            ranking = (await self.kept(contest)).ranking([deal - 1 for deal in teams.deal_numbers(contest)])
            of_team = {row.team + 1: row.total for row in ranking if row.turns}
            played = select(entries.c.account_id, entries.c.team).where(
                entries.c.contest_id == contest.id, entries.c.account_id.is_not(None), entries.c.team.in_(of_team)
            )
            for row in await self._store.query(lambda connection, played=played: connection.execute(played).all()):  # type: ignore[misc]
                totals.setdefault(row.account_id, []).append(of_team[row.team])
        return totals


def _news(connection: Connection, contest: str, teams: int, results: int) -> tuple[int, list[Any]]:
    """The number of teams, and the results after the first `results`."""
    counts = connection.execute(select(contests.c.teams, contests.c.results).where(contests.c.id == contest)).first()
    if counts is None or counts.results == results:
        return (teams if counts is None else counts.teams), []
    new = games.c.contest_id == contest, games.c.number > results
    columns = select(games.c.team, games.c.deal, games.c.score, games.c.turns)
    return counts.teams, list(connection.execute(columns.where(*new).order_by(games.c.number)))


def visible_deals(contest: Any, own_games: Sequence[Any], now: float) -> list[int]:
    """The deals of which a visitor may see scores: those that their team has finished; after the end, all."""
    if now >= contest.ends_at:
        return list(teams.deal_numbers(contest))
    return [game.deal for game in own_games if game.number is not None]
