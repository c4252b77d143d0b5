"""Events: teams play the same deals, each once. The code calls them contests, because a table's log has events.

All deals come from one secret, to which the server commits when the event is announced and which it reveals at the end.
A person is an account or a browser and enters once. The table of a deal opens for the whole team and starts at once.
"""

import secrets
from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

import hanabi.server.archive.contest_documents as documents
from hanabi.rules import RuleSet
from hanabi.server.actor import Actor, Owner
from hanabi.server.archive.contest_results import ContestStandings, KeptStandings
from hanabi.server.database.schema import (
    club_members,
    contest_entries as entries,
    contest_games as games,
    contest_teams as teams,
    contests,
    holders,
    tables,
)
from hanabi.server.database.store import store_of
from hanabi.server.live import seating
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.lobby import decode_summary
from hanabi.server.live.registry import TableRegistry
from hanabi.server.refusals import Refused
from hanabi.server.tables import ContestDeal, Options, clean_line, new_table_id
from hanabi.server.tables.fairness import commitment, derived_seed, event_deal_name, event_name
from hanabi.server.tables.features.setup import check_options
from hanabi.server.tables.options import ruleset_of

MAX_DAYS = 400
# Events in a list, and how long ago they may have ended.
MAX_LISTED, LISTED_SECONDS = 60, 60 * 86400.0
# Rows of the standings in one answer.
MAX_ROWS = 50
SEASON_COLUMNS = (
    *("account_id", "title", "text", "format", "options", "deals"),
    *("entry", "club_id", "listed", "bots", "drawn"),
)
# The latest events of a club that count in its standings.
MAX_COUNTED = 12


class Contests:
    def __init__(self, registry: TableRegistry) -> None:
        self._registry, self._store = registry, registry.store
        self._standings = ContestStandings(registry.store)

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
            if plan.club is not None and club_role(connection, plan.club, account) not in ("owner", "organizer"):
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
                partial(_enter, actor=actor, contest_id=contest_id, name=name, team=team, code=code)
            )
        except IntegrityError as error:
            raise Refused("contest_entered") from error

    async def leave(self, actor: Actor, contest_id: str) -> None:
        """Only before the team has opened a deal. Raises Refused."""

        def work(connection: Connection) -> None:
            contest, entry = _contest(connection, contest_id, lock=True), _entry(connection, contest_id, actor)
            if entry is None:
                raise Refused("contest_not_entered")
            if _games_of(connection, contest.id, entry.team):
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
        contest, people, game = opened
        try:
            live = await self._registry.live_table(game.table_id)
        except Refused:
            options = _options(contest)
            seats = tuple(
                seating.seat_of_person(people[seat] if seat < len(people) else None) for seat in range(options.seats)
            )
            host = Actor(people[0].key, people[0].account_id)
            deal = ContestDeal(contest.id, game.deal, contest.ends_at, contest.bots)
            secret = derived_seed(event_deal_name(contest.id, game.deal), contest.secret, ())
            live = await self._registry.create(
                options, host, seats, table_id=game.table_id, contest=deal, secret=secret
            )
        await seating.fill_and_start(self._registry, live)
        return live

    async def details(self, actor: Actor, contest_id: str) -> documents.ContestDetails:
        await self._prepare(contest_id)
        contest, entry, own_games, people = await self._store.query(
            partial(_details, actor=actor, contest_id=contest_id)
        )
        now, options = self._store.now(), _options(contest)
        own = None
        if entry is not None:
            kept = await self._kept(contest)
            counted = _visible_deals(contest, own_games, now)
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

    async def standings(self, actor: Actor, contest_id: str, first: int) -> documents.StandingsPage:
        """Ranks from place `first` on. Only deals that the visitor's team has finished count; after the end, all."""
        contest, entry, own_games, _ = await self._store.query(partial(_details, actor=actor, contest_id=contest_id))
        kept, counted = await self._kept(contest), _visible_deals(contest, own_games, self._store.now())
        own_team = None if entry is None else entry.team
        ranking = kept.ranking([deal - 1 for deal in counted])
        shown = ranking[first : first + MAX_ROWS]
        if own_team is not None and first == 0:
            # The visitor's team is always in view, with its neighbors.
            place = next((place for place, row in enumerate(ranking) if row.team == own_team - 1), 0)
            shown += ranking[max(MAX_ROWS, place - 1) : place + 2]
        names = await self._store.query(
            partial(_team_names, contest=contest.id, numbers=[row.team + 1 for row in shown])
        )
        rows = []
        for row in shown:
            name, people = names[row.team + 1]
            # In the order of all deals, so that a hidden one looks like one that was not played.
            scores = [kept.standings.score(row.team, d - 1) if d in counted else None for d in _numbers(contest)]
            shares = [kept.standings.share(row.team, d - 1) if d in counted else None for d in _numbers(contest)]
            mine = row.team + 1 == own_team
            rows.append(
                documents.StandingRow(
                    row.rank, row.team + 1, name, people, row.total, row.score, row.turns, scores, shares, mine
                )
            )
        return documents.StandingsPage(counted, kept.standings.teams, rows)

    async def games_on_deal(self, contest_id: str, deal: int, first: int = 0) -> documents.DealPage:
        """From place `first` on. Raises Refused before the end."""
        contest = await self._store.query(lambda connection: _contest(connection, contest_id))
        if not 1 <= deal <= contest.deals:
            raise Refused("no_such_contest")
        if self._store.now() < contest.ends_at:
            raise Refused("contest_sealed")
        kept = await self._kept(contest)
        ranking = [row for row in kept.ranking([deal - 1]) if kept.standings.score(row.team, deal - 1) is not None]
        shown = ranking[first : first + MAX_ROWS]

        def find(connection: Connection) -> documents.DealPage:
            numbers = [row.team + 1 for row in shown]
            names = _team_names(connection, contest.id, numbers)
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

    async def _kept(self, contest: Any) -> KeptStandings:
        rules: RuleSet = ruleset_of(_options(contest))
        goal = rules.max_score if contest.format == "gauntlet" else None
        return await self._standings.of(contest.id, contest.deals, goal, ladder=contest.format == "ladder")

    async def _prepare(self, contest_id: str) -> None:
        """Make the teams when the event has begun, if the server makes them; and the next season of a ladder when it
        has ended, if anybody took part."""
        contest, now = await self._store.query(lambda connection: _contest(connection, contest_id)), self._store.now()
        if contest.drawn and not contest.teams_drawn and contest.starts_at <= now:
            await self._store.write(partial(_draw, contest_id=contest_id))
        if contest.format == "ladder" and contest.ends_at <= now and contest.next_id is None and contest.results:
            await self._store.write(partial(_begin_season, contest_id=contest_id))

    async def club_totals(self, club: str) -> dict[int, list[float]]:
        """Of each account its team's totals, from 0 to 1, in the latest events of the club that have ended."""
        ended = select(contests).where(contests.c.club_id == club, contests.c.ends_at <= self._store.now())
        latest = ended.where(contests.c.results > 0).order_by(contests.c.ends_at.desc()).limit(MAX_COUNTED)
        totals: dict[int, list[float]] = {}
        for contest in await self._store.query(lambda connection: connection.execute(latest).all()):
            ranking = (await self._kept(contest)).ranking([deal - 1 for deal in _numbers(contest)])
            of_team = {row.team + 1: row.total for row in ranking if row.turns}
            played = select(entries.c.account_id, entries.c.team).where(
                entries.c.contest_id == contest.id, entries.c.account_id.is_not(None), entries.c.team.in_(of_team)
            )
            for row in await self._store.query(lambda connection, played=played: connection.execute(played).all()):  # type: ignore[misc]
                totals.setdefault(row.account_id, []).append(of_team[row.team])
        return totals


def club_people(connection: Connection, club: str) -> list[Any]:
    """The members of a club with their roles, the owner first. If the owner's account is gone, the oldest organizer is
    the owner, or else the oldest member."""
    own, organizes = club_members.c.role == "owner", club_members.c.role == "organizer"
    query = select(club_members).where(club_members.c.club_id == club)
    rows = connection.execute(query.order_by(own.desc(), organizes.desc(), club_members.c.number)).mappings()
    return [SimpleNamespace(**(row if place else row | {"role": "owner"})) for place, row in enumerate(map(dict, rows))]


def club_role(connection: Connection, club: str, account: int | None) -> str | None:
    """What this account is in the club."""
    return next((person.role for person in club_people(connection, club) if person.account_id == account), None)


def forget_contests(connection: Connection, before: float, limit: int) -> int:
    """Delete events that ended before this time, with their teams, entries and results."""
    old = select(contests.c.id).where(contests.c.ends_at < before).limit(limit)
    ids = list(connection.execute(old).scalars())
    for table in (games, entries, teams):
        connection.execute(delete(table).where(table.c.contest_id.in_(ids)))
    connection.execute(delete(contests).where(contests.c.id.in_(ids)))
    return len(ids)


def transfer_entries(connection: Connection, key: str, account: int, new_key: str) -> None:
    """Give the entries of a browser to the account it signed in to, unless the account has entered itself."""
    owner = Owner.of_account(account)
    own = select(entries.c.contest_id).where(entries.c.owner == owner)
    of_browser = update(entries).where(entries.c.owner == key, entries.c.contest_id.not_in(own))
    connection.execute(of_browser.values(owner=owner, key=new_key, account_id=account))


def _insert(connection: Connection, row: dict[str, Any]) -> str:
    """Announce an event with a new secret."""
    now = store_of(connection).now()
    new = {"id": new_table_id(), "made_at": now, "secret": secrets.token_hex(32), "teams": 0, "results": 0}
    connection.execute(insert(contests).values(**row, **new, teams_drawn=False))
    return str(new["id"])


def _begin_season(connection: Connection, contest_id: str) -> None:
    """The same rules and the same length, with new deals."""
    contest, now = _contest(connection, contest_id, lock=True), store_of(connection).now()
    if contest.next_id is not None:
        return
    row = {name: contest._mapping[name] for name in SEASON_COLUMNS}
    dates = {"starts_at": now, "ends_at": now + contest.ends_at - contest.starts_at}
    following = _insert(connection, row | dates | {"season": contest.season + 1})
    connection.execute(update(contests).where(contests.c.id == contest_id).values(next_id=following))


def _contest(connection: Connection, contest_id: str, *, lock: bool = False) -> Any:
    query = select(contests).where(contests.c.id == contest_id)
    contest = connection.execute(query.with_for_update() if lock else query).first()
    if contest is None:
        raise Refused("no_such_contest")
    return contest


def _options(contest: Any) -> Options:
    return msgspec.json.decode(contest.options, type=Options)


def _numbers(contest: Any) -> range:
    return range(1, contest.deals + 1)


def _entry(connection: Connection, contest_id: str, actor: Actor) -> Any:
    own = entries.c.contest_id == contest_id, entries.c.owner.in_(actor.owners)
    return connection.execute(select(entries).where(*own)).first()


def _people(connection: Connection, contest_id: str, team: int | None) -> list[Any]:
    if team is None:
        return []
    of_team = entries.c.contest_id == contest_id, entries.c.team == team
    query = select(entries).where(*of_team).order_by(entries.c.made_at, entries.c.owner)
    return list(connection.execute(query))


def _games_of(connection: Connection, contest_id: str, team: int | None) -> list[Any]:
    if team is None:
        return []
    of_team = games.c.contest_id == contest_id, games.c.team == team
    return list(connection.execute(select(games).where(*of_team).order_by(games.c.deal)))


def _new_team(connection: Connection, contest_id: str, name: str) -> int:
    following = update(contests).where(contests.c.id == contest_id).values(teams=contests.c.teams + 1)
    number = connection.execute(following.returning(contests.c.teams)).scalar_one()
    row = {"contest_id": contest_id, "number": number, "name": name, "code": secrets.token_urlsafe(9)}
    connection.execute(insert(teams).values(**row))
    return int(number)


def _enter(connection: Connection, actor: Actor, contest_id: str, name: str, team: str, code: str | None) -> None:
    # Entering a team locks the event, so that two people cannot take the last seat.
    contest = _contest(connection, contest_id, lock=True)
    now = store_of(connection).now()
    if now >= contest.ends_at:
        raise Refused("contest_closed")
    if contest.entry != "anyone" and actor.account is None:
        raise Refused("not_signed_in")
    if contest.entry == "club" and club_role(connection, contest.club_id, actor.account) is None:
        raise Refused("club_role")
    if _entry(connection, contest_id, actor) is not None:
        raise Refused("contest_entered")
    seats, number = _options(contest).seats, None
    if contest.drawn:
        if contest.teams_drawn:
            number = _team_with_room(connection, contest_id, seats) or _new_team(connection, contest_id, "")
    elif code is not None:
        same = teams.c.contest_id == contest_id, teams.c.code == code
        number = connection.execute(select(teams.c.number).where(*same)).scalar()
        if number is None or len(_people(connection, contest_id, number)) >= seats:
            raise Refused("contest_team")
        if contest.bots and _games_of(connection, contest_id, number):
            # Bots have played in the seat.
            raise Refused("contest_team")
    else:
        if not team:
            raise Refused("bad_name")
        number = _new_team(connection, contest_id, team)
    row = {"contest_id": contest_id, "owner": actor.owner, "key": actor.key, "account_id": actor.account}
    connection.execute(insert(entries).values(**row, name=name, team=number, made_at=now))


def _team_with_room(connection: Connection, contest_id: str, seats: int) -> int | None:
    """A drawn team that has not opened a deal and has a free seat."""
    begun = select(games.c.team).where(games.c.contest_id == contest_id)
    query = select(entries.c.team).where(entries.c.contest_id == contest_id, entries.c.team.not_in(begun))
    query = query.group_by(entries.c.team).having(func.count() < seats).order_by(entries.c.team).limit(1)
    return connection.execute(query).scalar()


def _draw(connection: Connection, contest_id: str) -> None:
    contest = _contest(connection, contest_id, lock=True)
    if contest.teams_drawn:
        return
    waiting = select(entries.c.owner).where(entries.c.contest_id == contest_id, entries.c.team.is_(None))
    people, seats = list(connection.execute(waiting).scalars()), _options(contest).seats
    secrets.SystemRandom().shuffle(people)
    for start in range(0, len(people), seats):
        number = _new_team(connection, contest_id, "")
        members = entries.c.contest_id == contest_id, entries.c.owner.in_(people[start : start + seats])
        connection.execute(update(entries).where(*members).values(team=number))
    connection.execute(update(contests).where(contests.c.id == contest_id).values(teams_drawn=True))


def _next_deal(contest: Any, own_games: Sequence[Any], now: float) -> int | None:
    """The deal to open or to continue. In a gauntlet a team plays until its first game below the full score."""
    if not contest.starts_at <= now < contest.ends_at:
        return None
    running = [game.deal for game in own_games if game.number is None]
    if running:
        return int(running[0])
    if contest.format == "gauntlet":
        goal = ruleset_of(_options(contest)).max_score
        if any(game.score < goal for game in own_games):
            return None
    return len(own_games) + 1 if len(own_games) < contest.deals else None


def _reserve(connection: Connection, actor: Actor, contest_id: str) -> tuple[Any, list[Any], Any]:
    """The event, the team's people, and the row of the game to play; its key allows one attempt per team and deal."""
    contest, entry = _contest(connection, contest_id), _entry(connection, contest_id, actor)
    now = store_of(connection).now()
    if not contest.starts_at <= now < contest.ends_at:
        raise Refused("contest_closed")
    if entry is None or entry.team is None:
        raise Refused("contest_not_entered")
    people = _people(connection, contest_id, entry.team)
    own_games = _games_of(connection, contest_id, entry.team)
    deal = _next_deal(contest, own_games, now)
    if deal is None:
        raise Refused("contest_over")
    for game in own_games:
        if game.deal == deal:
            return contest, people, game
    if len(people) < _options(contest).seats and not contest.bots:
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
    connection.execute(insert(games).values(**row))
    return contest, people, connection.execute(select(games).where(games.c.table_id == row["table_id"])).one()


def _details(connection: Connection, actor: Actor, contest_id: str) -> tuple[Any, Any, list[Any], list[Any]]:
    """The event, and the visitor's entry, games and teammates."""
    contest, entry = _contest(connection, contest_id), _entry(connection, contest_id, actor)
    if entry is None:
        return contest, None, [], []
    people = _people(connection, contest_id, entry.team)
    return contest, _with_team(connection, entry), _games_of(connection, contest_id, entry.team), people


def _with_team(connection: Connection, entry: Any) -> Any:
    of_team = teams.c.contest_id == entries.c.contest_id, teams.c.number == entries.c.team
    query = select(entries, teams.c.name.label("team_name"), teams.c.code).join(teams, and_(*of_team), isouter=True)
    own = entries.c.contest_id == entry.contest_id, entries.c.owner == entry.owner
    return connection.execute(query.where(*own)).one()


def _visible_deals(contest: Any, own_games: Sequence[Any], now: float) -> list[int]:
    """The deals of which a visitor may see scores: those that their team has finished; after the end, all."""
    if now >= contest.ends_at:
        return list(_numbers(contest))
    return [game.deal for game in own_games if game.number is not None]


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


def _team_names(connection: Connection, contest: str, numbers: Sequence[int]) -> dict[int, tuple[str, list[str]]]:
    of_teams = teams.c.contest_id == contest, teams.c.number.in_(numbers)
    names: dict[int, tuple[str, list[str]]] = {
        row.number: (row.name, []) for row in connection.execute(select(teams).where(*of_teams))
    }
    members = entries.c.contest_id == contest, entries.c.team.in_(numbers)
    query = select(entries.c.team, entries.c.name).where(*members).order_by(entries.c.made_at, entries.c.owner)
    for row in connection.execute(query):
        names[row.team][1].append(row.name)
    return names


def _summary(row: Any, entered: bool) -> documents.ContestSummary:
    return documents.ContestSummary(
        row.id,
        row.title,
        row.format,
        _options(row).seats,
        row.deals,
        row.starts_at,
        row.ends_at,
        row.teams,
        entered,
    )
