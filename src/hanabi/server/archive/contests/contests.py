"""Announces events, opens the tables of their deals, and begins the next seasons of ladders.

All deals come from one secret, to which the server commits when the event is announced and which it reveals at the end.
A person is an account or a browser and enters once. The table of a deal opens for the whole team and starts at once.
"""

import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from hanabi.server.actor import Actor
from hanabi.server.archive.contests import documents, teams
from hanabi.server.archive.contests.results import ContestResults, KeptStandings, visible_deals
from hanabi.server.database.schema import contest_entries as entries, contest_games as games, contests, holders
from hanabi.server.database.store import store_of
from hanabi.server.live import seating
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.registry import TableRegistry
from hanabi.server.refusals import Refused
from hanabi.server.tables import ContestDeal, clean_line, new_table_id
from hanabi.server.tables.fairness import commitment, derived_seed, event_deal_name, event_name
from hanabi.server.tables.features.setup import check_options
from hanabi.server.tables.options import ruleset_of

MAX_DAYS = 400
# Events in a list, and how long ago they may have ended.
MAX_LISTED, LISTED_SECONDS = 60, 60 * 86400.0
SEASON_COLUMNS = (
    *("account_id", "title", "text", "format", "options", "deals"),
    *("entry", "club_id", "listed", "bots", "drawn"),
)


class Contests:
    def __init__(self, registry: TableRegistry) -> None:
        self._registry, self._store = registry, registry.store
        self.results = ContestResults(registry.store)

    async def announce(self, account: int, plan: documents.Announcement) -> str:
        """The id of the new event. Raises Refused."""
        now = self._store.now()
        if not now - 60 <= plan.starts_at < plan.ends_at <= now + MAX_DAYS * 86400:
            raise Refused("contest_dates")
        if (plan.entry == "club") > (plan.club is not None):
            raise Refused("contest_rules")
        changes = {"title": "", "public": False, "take_backs": False, "spectators": "none", "seed": None}
        options = check_options(msgspec.structs.replace(plan.options, **changes))
        row = {
            "account_id": account,
            "title": clean_line(plan.title) or "–",
            "text": plan.text.strip(),
            "format": plan.format,
            "options": msgspec.json.encode(options).decode(),
            "deals": plan.deals,
            "entry": plan.entry,
            "club_id": plan.club,
            "listed": plan.listed,
            "bots": plan.bots,
            "drawn": plan.drawn,
            "season": 1,
            "starts_at": plan.starts_at,
            "ends_at": plan.ends_at,
        }

        def work(connection: Connection) -> str:
            if plan.club is not None and teams.club_role(connection, plan.club, account) not in ("owner", "organizer"):
                raise Refused("club_role")
            return _insert(connection, row)

        return await self._store.write(work)

    async def listed(self, actor: Actor, club: str | None = None) -> list[documents.ContestSummary]:
        """Those that run or will run, the next end first; then those that have ended; unlisted ones only if entered.
        With a `club`, all of its events."""
        now = self._store.now()

        def find(connection: Connection) -> list[documents.ContestSummary]:
            own_entries = select(entries.c.contest_id).where(entries.c.owner.in_(actor.owners))
            own = set(connection.execute(own_entries).scalars())
            made = [] if actor.account is None else [contests.c.account_id == actor.account]
            recent = and_(contests.c.listed, contests.c.ends_at > now - LISTED_SECONDS)
            shown = or_(recent, contests.c.id.in_(own), *made) if club is None else contests.c.club_id == club
            query = select(contests).where(shown)
            found = connection.execute(query.order_by(contests.c.ends_at.desc()).limit(MAX_LISTED))
            rows = sorted(found, key=lambda row: (row.ends_at <= now, abs(row.ends_at - now)))
            return [_summary(row, row.id in own) for row in rows]

        return await self._store.query(find)

    async def enter(self, actor: Actor, contest_id: str, name: str, team: str, code: str | None) -> None:
        """Enter with a new team of this name, or join the team with this code. Raises Refused."""
        await self._prepare(contest_id)
        try:
            await self._store.write(
                partial(teams.enter_team, actor=actor, contest_id=contest_id, name=name, team=team, code=code)
            )
        except IntegrityError as error:
            raise Refused("contest_entered") from error

    async def leave(self, actor: Actor, contest_id: str) -> None:
        """Only before the team has opened a deal. Raises Refused."""

        def work(connection: Connection) -> None:
            contest, entry = (
                teams.contest_row(connection, contest_id, lock=True),
                teams.own_entry(connection, contest_id, actor),
            )
            if entry is None:
                raise Refused("contest_not_entered")
            if teams.games_of_team(connection, contest.id, entry.team):
                raise Refused("contest_rules")
            own = entries.c.contest_id == contest.id, entries.c.owner == entry.owner
            connection.execute(delete(entries).where(*own))

        await self._store.write(work)

    async def open_deal(self, actor: Actor, contest_id: str) -> LiveTable:
        """The table of the team's next deal, or of the one that it is playing. Raises Refused."""
        await self._prepare(contest_id)
        try:
            opened = await self._store.write(partial(_reserve, actor=actor, contest_id=contest_id))
        except IntegrityError:
            # A teammate was faster.
            opened = await self._store.write(partial(_reserve, actor=actor, contest_id=contest_id))
        contest, people, game, is_new = opened
        try:
            # There is no table yet, and nothing to look for.
            live = None if is_new else await self._registry.live_table(game.table_id)
        except Refused:
            live = None
        if live is None:
            live = await self._create(contest, people, game)
        await seating.fill_and_start(self._registry, live)
        return live

    async def _create(self, contest: Any, people: Sequence[Any], game: Any) -> LiveTable:
        options = teams.contest_options(contest)
        seats = tuple(
            seating.seat_of_person(people[seat] if seat < len(people) else None) for seat in range(options.seats)
        )
        host = Actor(people[0].key, people[0].account_id)
        deal = ContestDeal(contest.id, game.deal, contest.ends_at, contest.bots)
        secret = derived_seed(event_deal_name(contest.id, game.deal), contest.secret, ())
        return await self._registry.create(options, host, seats, table_id=game.table_id, contest=deal, secret=secret)

    async def details(self, actor: Actor, contest_id: str) -> documents.ContestDetails:
        await self._prepare(contest_id)
        contest, entry, own_games, people = await self._store.query(
            partial(teams.visitors_team, actor=actor, contest_id=contest_id)
        )
        now, options = self._store.now(), teams.contest_options(contest)
        own = None
        if entry is not None:
            kept = await self.results.kept(contest)
            counted = visible_deals(contest, own_games, now)
            own = _own_team(contest, entry, own_games, people, kept, counted, now)
        return documents.ContestDetails(
            id=contest.id,
            title=contest.title,
            text=contest.text,
            format=contest.format,
            options=options,
            deals=contest.deals,
            starts_at=contest.starts_at,
            ends_at=contest.ends_at,
            now=now,
            season=contest.season,
            next_season=contest.next_id,
            entry=contest.entry,
            club=contest.club_id,
            listed=contest.listed,
            bots=contest.bots,
            drawn=contest.drawn,
            teams=contest.teams,
            max_score=ruleset_of(options).max_score,
            commitment=commitment(event_name(contest.id), contest.secret),
            secret=contest.secret if now >= contest.ends_at else None,
            organizer=actor.account is not None and actor.account == contest.account_id,
            own=own,
        )

    async def _prepare(self, contest_id: str) -> None:
        """Make the teams when the event has begun, if the server makes them; and the next season of a ladder when it
        has ended, if anybody took part."""
        contest, now = (
            await self._store.query(lambda connection: teams.contest_row(connection, contest_id)),
            self._store.now(),
        )
        if contest.drawn and not contest.teams_drawn and contest.starts_at <= now:
            await self._store.write(partial(teams.draw_teams, contest_id=contest_id))
        if contest.format == "ladder" and contest.ends_at <= now and contest.next_id is None and contest.results:
            await self._store.write(partial(_begin_season, contest_id=contest_id))


def _insert(connection: Connection, row: dict[str, Any]) -> str:
    """Announce an event with a new secret."""
    now = store_of(connection).now()
    new = {"id": new_table_id(), "made_at": now, "secret": secrets.token_hex(32), "teams": 0, "results": 0}
    connection.execute(insert(contests).values(**row, **new, teams_drawn=False))
    return str(new["id"])


def _begin_season(connection: Connection, contest_id: str) -> None:
    """The same rules and the same length, with new deals."""
    contest, now = teams.contest_row(connection, contest_id, lock=True), store_of(connection).now()
    if contest.next_id is not None:
        return
    row = {name: contest._mapping[name] for name in SEASON_COLUMNS}
    dates = {"starts_at": now, "ends_at": now + contest.ends_at - contest.starts_at}
    following = _insert(connection, row | dates | {"season": contest.season + 1})
    connection.execute(update(contests).where(contests.c.id == contest_id).values(next_id=following))


def _next_deal(contest: Any, own_games: Sequence[Any], now: float) -> int | None:
    """The deal to open or to continue. In a gauntlet a team plays until its first game below the full score."""
    if not contest.starts_at <= now < contest.ends_at:
        return None
    running = [game.deal for game in own_games if game.number is None]
    if running:
        return int(running[0])
    if contest.format == "gauntlet":
        goal = ruleset_of(teams.contest_options(contest)).max_score
        if any(game.score < goal for game in own_games):
            return None
    return len(own_games) + 1 if len(own_games) < contest.deals else None


def _reserve(connection: Connection, actor: Actor, contest_id: str) -> tuple[Any, list[Any], Any, bool]:
    """The event, the team's people, and the row of the game to play with whether it is new. Its key allows one attempt
    per team and deal.
    """
    contest, entry = teams.contest_row(connection, contest_id), teams.own_entry(connection, contest_id, actor)
    now = store_of(connection).now()
    if not contest.starts_at <= now < contest.ends_at:
        raise Refused("contest_closed")
    if entry is None or entry.team is None:
        raise Refused("contest_not_entered")
    people = teams.people_of_team(connection, contest_id, entry.team)
    own_games = teams.games_of_team(connection, contest_id, entry.team)
    deal = _next_deal(contest, own_games, now)
    if deal is None:
        raise Refused("contest_over")
    for game in own_games:
        if game.deal == deal:
            return contest, people, game, False
    if len(people) < teams.contest_options(contest).seats and not contest.bots:
        raise Refused("contest_incomplete")
    # A person who holds a seat in another team, in any browser that the server knows, has seen the deal.
    keys = [person.key for person in people]
    accounts = [person.account_id for person in people if person.account_id is not None]
    seen = select(games.c.team).join(holders, holders.c.table_id == games.c.table_id)
    of_deal = games.c.contest_id == contest_id, games.c.deal == deal, games.c.team != entry.team
    held = or_(holders.c.key.in_(keys), holders.c.account_id.in_(accounts))
    if connection.execute(seen.where(*of_deal, held).limit(1)).first() is not None:
        raise Refused("contest_over")
    row = {"contest_id": contest_id, "team": entry.team, "deal": deal, "table_id": new_table_id()}
    return contest, people, connection.execute(insert(games).values(**row).returning(games)).one(), True


def _own_team(
    contest: Any,
    entry: Any,
    own_games: Sequence[Any],
    people: Sequence[Any],
    kept: KeptStandings,
    counted: Sequence[int],
    now: float,
) -> documents.OwnTeam:
    standing = None
    if entry.team is not None and counted:
        ranking = kept.ranking([deal - 1 for deal in counted])
        standing = next((row for row in ranking if row.team == entry.team - 1), None)
    deals = [
        documents.OwnDeal(
            game.deal,
            game.table_id,
            game.score,
            kept.standings.share(entry.team - 1, game.deal - 1) if game.number is not None else None,
        )
        for game in own_games
    ]
    return documents.OwnTeam(
        number=entry.team,
        name=entry.team_name or "",
        code=None if contest.drawn else entry.code,
        people=[person.name for person in people] or [entry.name],
        deals=deals,
        next=_next_deal(contest, own_games, now),
        rank=None if standing is None else standing.rank,
        total=None if standing is None else standing.total,
    )


def _summary(row: Any, entered: bool) -> documents.ContestSummary:
    return documents.ContestSummary(
        row.id,
        row.title,
        row.format,
        teams.contest_options(row).seats,
        row.deals,
        row.starts_at,
        row.ends_at,
        row.teams,
        entered,
    )
