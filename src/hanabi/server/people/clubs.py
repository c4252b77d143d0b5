"""Clubs: groups of accounts with a page, standings, events of their own, and their conventions as text."""

import secrets
from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from hanabi.server.actor import Actor
from hanabi.server.archive.contests.contests import Contests
from hanabi.server.archive.contests.documents import ContestSummary
from hanabi.server.archive.contests.teams import club_people, club_role
from hanabi.server.database import Store
from hanabi.server.database.schema import club_members as members, clubs
from hanabi.server.database.store import store_of
from hanabi.server.refusals import Refused
from hanabi.server.tables import new_table_id

Role = Literal["owner", "organizer", "member"]
LEADERS = ("owner", "organizer")
MAX_MEMBERS, MAX_CLUBS = 500, 30


class ClubSummary(Struct, frozen=True):
    id: str
    name: str
    members: int
    role: Role


class ClubMember(Struct, frozen=True):
    """`total`: the mean of the teams' totals in the club's latest `events` that have ended, from 0 to 1."""

    number: int
    name: str
    role: Role
    joined_at: float
    events: int
    total: float | None
    mine: bool


class ClubDetails(Struct, frozen=True):
    """`role`: null if you are not a member. `code` and `people`, the best first, are for members; with the code others
    join. `welcome`: you have come with the code."""

    id: str
    name: str
    text: str
    conventions: str
    members: int
    role: Role | None
    code: str | None
    welcome: bool
    people: list[ClubMember]
    events: list[ContestSummary]


class Clubs:
    def __init__(self, store: Store, contests: Contests) -> None:
        self._store, self._contests = store, contests

    async def own(self, account: int) -> list[ClubSummary]:
        def find(connection: Connection) -> list[ClubSummary]:
            query = select(clubs).join(members, members.c.club_id == clubs.c.id).where(members.c.account_id == account)
            found = []
            for row in connection.execute(query.order_by(clubs.c.name)).all():
                people = club_people(connection, row.id)
                found.append(ClubSummary(row.id, row.name, len(people), _role_among(people, account)))
            return found

        return await self._store.query(find)

    async def open(self, account: int, name: str, person: str) -> str:
        """The id of the new club, which this account owns. Raises Refused."""

        def work(connection: Connection) -> str:
            club, now = new_table_id(), store_of(connection).now()
            row = {"id": club, "made_at": now, "name": name, "text": "", "conventions": "", "joined": 0}
            connection.execute(insert(clubs).values(**row, code=secrets.token_urlsafe(9)))
            _add(connection, club, account, person, "owner")
            return club

        return await self._store.write(work)

    async def details(self, actor: Actor, club: str, code: str) -> ClubDetails:
        """Raises Refused."""

        def find(connection: Connection) -> tuple[Any, list[Any]]:
            return _club(connection, club), club_people(connection, club)

        row, people = await self._store.query(find)
        role = next((person.role for person in people if person.account_id == actor.account), None)
        totals = await self._contests.results.club_totals(club) if role is not None else {}
        shown = [
            ClubMember(
                number=person.number,
                name=person.name,
                role=person.role,
                joined_at=person.joined_at,
                events=len(own := totals.get(person.account_id, [])),
                total=sum(own) / len(own) if own else None,
                mine=person.account_id == actor.account,
            )
            for person in people
        ]
        shown.sort(key=lambda person: -1.0 if person.total is None else person.total, reverse=True)
        return ClubDetails(
            id=club,
            name=row.name,
            text=row.text,
            conventions=row.conventions,
            members=len(people),
            role=role,
            code=None if role is None else row.code,
            welcome=role is None and secrets.compare_digest(row.code.encode(), code.encode()),
            people=[] if role is None else shown,
            events=await self._contests.listed(actor, club),
        )

    async def change(self, account: int, club: str, *, new_code: bool, **texts: str) -> None:
        """By its owner and organizers. Raises Refused."""

        def work(connection: Connection) -> None:
            _club(connection, club)
            _require(connection, club, account, LEADERS)
            values = texts | ({"code": secrets.token_urlsafe(9)} if new_code else {})
            connection.execute(update(clubs).where(clubs.c.id == club).values(**values))

        await self._store.write(work)

    async def join(self, account: int, club: str, code: str, person: str) -> None:
        """Raises Refused."""

        def work(connection: Connection) -> None:
            row = _club(connection, club, lock=True)
            if not secrets.compare_digest(row.code.encode(), code.encode()):
                raise Refused("club_code")
            people = club_people(connection, club)
            if any(member.account_id == account for member in people):
                return
            if len(people) >= MAX_MEMBERS:
                raise Refused("too_many")
            _add(connection, club, account, person, "member")

        await self._store.write(work)

    async def set_role(self, account: int, club: str, number: int, role: Role | None) -> None:
        """Everybody may leave (no role); organizers remove members; the owner gives roles, also their own. A club that
        nobody is left in is deleted. Raises Refused."""

        def work(connection: Connection) -> None:
            _club(connection, club, lock=True)
            people = club_people(connection, club)
            own = next((person for person in people if person.account_id == account), None)
            other = next((person for person in people if person.number == number), None)
            if own is None or other is None:
                raise Refused("club_role")
            leaves = other is own and role is None
            removes = role is None and own.role in LEADERS and other.role == "member"
            if not (leaves or removes or (own.role == "owner" and (other is not own or role == "owner"))):
                raise Refused("club_role")
            of_other = members.c.club_id == club, members.c.number == number
            if role is None:
                connection.execute(delete(members).where(*of_other))
                forget_empty_clubs(connection)
            else:
                if role == "owner":
                    of_own = members.c.club_id == club, members.c.account_id == account
                    connection.execute(update(members).where(*of_own).values(role="organizer"))
                connection.execute(update(members).where(*of_other).values(role=role))

        await self._store.write(work)


def forget_empty_clubs(connection: Connection) -> None:
    """Delete the clubs whose last member has left or has deleted the account."""
    connection.execute(delete(clubs).where(clubs.c.id.not_in(select(members.c.club_id))))


def _club(connection: Connection, club: str, *, lock: bool = False) -> Any:
    query = select(clubs).where(clubs.c.id == club)
    row = connection.execute(query.with_for_update() if lock else query).first()
    if row is None:
        raise Refused("no_such_club")
    return row


def _role_among(people: list[Any], account: int) -> Role:
    role: Role = next(person.role for person in people if person.account_id == account)
    return role


def _require(connection: Connection, club: str, account: int, roles: tuple[str, ...]) -> None:
    if club_role(connection, club, account) not in roles:
        raise Refused("club_role")


def _add(connection: Connection, club: str, account: int, person: str, role: Role) -> None:
    known = select(func.count()).select_from(members).where(members.c.account_id == account)
    if (connection.execute(known).scalar() or 0) >= MAX_CLUBS:
        raise Refused("too_many")
    following = update(clubs).where(clubs.c.id == club).values(joined=clubs.c.joined + 1)
    number = connection.execute(following.returning(clubs.c.joined)).scalar()
    row = {"club_id": club, "account_id": account, "number": number, "name": person, "role": role}
    connection.execute(insert(members).values(**row, joined_at=store_of(connection).now()))
