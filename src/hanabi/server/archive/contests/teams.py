"""The teams of events: who may enter, who plays with whom, and what the database has about a visitor's team."""

import secrets
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, select, update

from hanabi.server.actor import Actor, Owner
from hanabi.server.database.schema import club_members, contest_entries, contest_games, contest_teams, contests
from hanabi.server.database.store import store_of
from hanabi.server.refusals import Refused
from hanabi.server.tables import Options

entries, games, teams = contest_entries, contest_games, contest_teams


def contest_row(connection: Connection, contest_id: str, *, lock: bool = False) -> Any:
    query = select(contests).where(contests.c.id == contest_id)
    contest = connection.execute(query.with_for_update() if lock else query).first()
    if contest is None:
        raise Refused("no_such_contest")
    return contest


def contest_options(contest: Any) -> Options:
    return msgspec.json.decode(contest.options, type=Options)


def deal_numbers(contest: Any) -> range:
    return range(1, contest.deals + 1)


def games_of_team(connection: Connection, contest_id: str, team: int | None) -> list[Any]:
    if team is None:
        return []
    of_team = games.c.contest_id == contest_id, games.c.team == team
    return list(connection.execute(select(games).where(*of_team).order_by(games.c.deal)))


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


def transfer_entries(connection: Connection, key: str, account: int, new_key: str) -> None:
    """Give the entries of a browser to the account it signed in to, unless the account has entered itself."""
    owner = Owner.of_account(account)
    own = select(entries.c.contest_id).where(entries.c.owner == owner)
    of_browser = update(entries).where(entries.c.owner == key, entries.c.contest_id.not_in(own))
    connection.execute(of_browser.values(owner=owner, key=new_key, account_id=account))


def own_entry(connection: Connection, contest_id: str, actor: Actor) -> Any:
    own = entries.c.contest_id == contest_id, entries.c.owner.in_(actor.owners)
    return connection.execute(select(entries).where(*own)).first()


def people_of_team(connection: Connection, contest_id: str, team: int | None) -> list[Any]:
    if team is None:
        return []
    of_team = entries.c.contest_id == contest_id, entries.c.team == team
    query = select(entries).where(*of_team).order_by(entries.c.made_at, entries.c.owner)
    return list(connection.execute(query))


def _new_team(connection: Connection, contest_id: str, name: str) -> int:
    following = update(contests).where(contests.c.id == contest_id).values(teams=contests.c.teams + 1)
    number = connection.execute(following.returning(contests.c.teams)).scalar_one()
    row = {"contest_id": contest_id, "number": number, "name": name, "code": secrets.token_urlsafe(9)}
    connection.execute(insert(teams).values(**row))
    return int(number)


def enter_team(connection: Connection, actor: Actor, contest_id: str, name: str, team: str, code: str | None) -> None:
    # Entering a team locks the event, so that two people cannot take the last seat.
    contest = contest_row(connection, contest_id, lock=True)
    now = store_of(connection).now()
    if now >= contest.ends_at:
        raise Refused("contest_closed")
    if contest.entry != "anyone" and actor.account is None:
        raise Refused("not_signed_in")
    if contest.entry == "club" and club_role(connection, contest.club_id, actor.account) is None:
        raise Refused("club_role")
    if own_entry(connection, contest_id, actor) is not None:
        raise Refused("contest_entered")
    seats, number = contest_options(contest).seats, None
    if contest.drawn:
        if contest.teams_drawn:
            number = _team_with_room(connection, contest_id, seats) or _new_team(connection, contest_id, "")
    elif code is not None:
        same = teams.c.contest_id == contest_id, teams.c.code == code
        number = connection.execute(select(teams.c.number).where(*same)).scalar()
        if number is None or len(people_of_team(connection, contest_id, number)) >= seats:
            raise Refused("contest_team")
        if contest.bots and games_of_team(connection, contest_id, number):
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


def draw_teams(connection: Connection, contest_id: str) -> None:
    contest = contest_row(connection, contest_id, lock=True)
    if contest.teams_drawn:
        return
    waiting = select(entries.c.owner).where(entries.c.contest_id == contest_id, entries.c.team.is_(None))
    people, seats = list(connection.execute(waiting).scalars()), contest_options(contest).seats
    secrets.SystemRandom().shuffle(people)
    for start in range(0, len(people), seats):
        number = _new_team(connection, contest_id, "")
        members = entries.c.contest_id == contest_id, entries.c.owner.in_(people[start : start + seats])
        connection.execute(update(entries).where(*members).values(team=number))
    connection.execute(update(contests).where(contests.c.id == contest_id).values(teams_drawn=True))


def _with_team(connection: Connection, entry: Any) -> Any:
    of_team = (
        teams.c.contest_id == entries.c.contest_id,
        teams.c.number == entries.c.team,
    )
    query = select(entries, teams.c.name.label("team_name"), teams.c.code).join(teams, and_(*of_team), isouter=True)
    own = entries.c.contest_id == entry.contest_id, entries.c.owner == entry.owner
    return connection.execute(query.where(*own)).one()


def team_names(connection: Connection, contest: str, numbers: Sequence[int]) -> dict[int, tuple[str, list[str]]]:
    of_teams = teams.c.contest_id == contest, teams.c.number.in_(numbers)
    names: dict[int, tuple[str, list[str]]] = {
        row.number: (row.name, []) for row in connection.execute(select(teams).where(*of_teams))
    }
    members = entries.c.contest_id == contest, entries.c.team.in_(numbers)
    query = select(entries.c.team, entries.c.name).where(*members).order_by(entries.c.made_at, entries.c.owner)
    for row in connection.execute(query):
        names[row.team][1].append(row.name)
    return names


def visitors_team(connection: Connection, actor: Actor, contest_id: str) -> tuple[Any, Any, list[Any], list[Any]]:
    """The event, and the visitor's entry, games and teammates."""
    contest, entry = contest_row(connection, contest_id), own_entry(connection, contest_id, actor)
    if entry is None:
        return contest, None, [], []
    people = people_of_team(connection, contest_id, entry.team)
    return contest, _with_team(connection, entry), games_of_team(connection, contest_id, entry.team), people


def forget_contests(connection: Connection, before: float, limit: int) -> int:
    """Delete events that ended before this time, with their teams, entries and results."""
    old = select(contests.c.id).where(contests.c.ends_at < before).limit(limit)
    ids = list(connection.execute(old).scalars())
    for table in contests.metadata.sorted_tables:
        if "contest_id" in table.c:
            connection.execute(delete(table).where(table.c.contest_id.in_(ids)))
    connection.execute(delete(contests).where(contests.c.id.in_(ids)))
    return len(ids)
