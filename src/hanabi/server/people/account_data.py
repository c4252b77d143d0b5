"""All data of an account: exported for its owner, or deleted."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from functools import partial
from operator import itemgetter
from typing import Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import Column, Connection, Table as Schema, delete, select, update

from hanabi.server.actor import Owner
from hanabi.server.archive.archive import ArchivedPlayer
from hanabi.server.archive.totals import rename_partner
from hanabi.server.database import Store, schema
from hanabi.server.database.notices import post_notice
from hanabi.server.people.accounts import end_sessions, sessions_of
from hanabi.server.people.person_log import PersonLog
from hanabi.server.people.preferences import NotificationPreferences
from hanabi.server.refusals import Refused
from hanabi.server.wire.state_message import StateMessageWriter

# The row of a deleted account stays, so that its number is never used again.
DELETED = "deleted"
PREFERENCES = schema.PREFERENCE["export"]


class AccountData:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def export(self, account: int) -> AsyncIterator[bytes]:
        """A JSON document, in pieces because an account may have thousands of games. Finished games are records,
        running ones are what the account's seat sees now. It has no hashes and no keys. Raises Refused.
        """
        rows = await self._store.query(partial(_exported_rows, account=account))
        if rows is None:
            raise Refused("not_signed_in")
        return self._document(account, rows)

    async def _document(self, account: int, rows: dict[str, Any]) -> AsyncIterator[bytes]:
        yield msgspec.json.encode(rows)[:-1]
        # Tables where the person has said something.
        spoken: list[str] = []
        lists = {"studies": self._studies(account), "games": self._games(account, spoken)}
        for name, items in (*lists.items(), ("said", self._said(account, spoken))):
            before = f',"{name}":['.encode()
            async for item in items:
                yield before + msgspec.json.encode(item)
                before = b","
            yield b"]" if before == b"," else before + b"]"
        yield b"}"

    async def _studies(self, account: int) -> AsyncIterator[dict[str, Any]]:
        query = select(schema.studies.c.id).where(schema.studies.c.account_id == account)
        for study_id in await self._store.query(lambda connection: list(connection.execute(query).scalars())):
            study = await self._store.query(partial(_study, study_id=study_id))
            if study is not None:
                yield study

    async def _games(self, account: int, spoken: list[str]) -> AsyncIterator[dict[str, Any]]:
        for table_id in await self._tables(account):
            log = PersonLog(table_id, await self._store.read(table_id), account)
            if log.said:
                spoken.append(table_id)
            yield exported_game(log)
            await asyncio.sleep(0)

    async def _said(self, account: int, spoken: list[str]) -> AsyncIterator[dict[str, Any]]:
        for table_id in spoken:
            for at, event in PersonLog(table_id, await self._store.read(table_id), account).said:
                yield {"table": table_id, "at": at, "phrase": event.phrase, "text": event.text}
            await asyncio.sleep(0)

    async def delete(self, account: int, *, keep_studies: bool) -> None:
        """Its games stay, without its name and words. Its studies are deleted too, or stay for those with the links."""
        await self._store.write(partial(_end_all_sessions, account=account))
        # Twice, because a rematch with the same people may open meanwhile.
        for _ in range(2):
            for table_id in await self._tables(account):
                log = PersonLog(table_id, await self._store.read(table_id), account)
                await self._store.write(partial(_erase_from_table, log=log))
                await asyncio.sleep(0)
        await self._store.write(partial(_erase_rows, account=account, keep_studies=keep_studies))

    async def _tables(self, account: int) -> list[str]:
        query = select(schema.holders.c.table_id).where(schema.holders.c.account_id == account).distinct()
        return await self._store.query(lambda connection: list(connection.execute(query).scalars()))


def _exported_rows(connection: Connection, account: int) -> dict[str, Any] | None:
    """The data of an account, except for its studies and the logs of its tables."""
    own = connection.execute(select(schema.accounts).where(schema.accounts.c.id == account)).first()
    if own is None:
        return None

    def rows(table: Schema) -> list[dict[str, Any]]:
        owner = next(column for column in table.c if "owner" in column.info)
        query = select(table).where(owner == _value_of(owner, account))
        return [exported_row(table, row) for row in connection.execute(query)]

    def row(table: Schema) -> dict[str, Any] | None:
        return next(iter(rows(table)), None)

    return {
        "account": exported_row(schema.accounts, own),
        "exported_at": time.time(),
        "sessions": sorted(rows(schema.visitors), key=itemgetter("seen_at"), reverse=True),
        "reports": rows(schema.reports),
        "invitations": rows(schema.invitations),
        "events": {"made": rows(schema.contests), "entered": rows(schema.contest_entries)},
        "clubs": rows(schema.club_members),
        "friends_and_blocked": rows(schema.relations),
        "looking_for_players": row(schema.seekers),
        "profile": row(schema.profiles),
        "ratings": rows(schema.player_ratings),
        "tags": rows(schema.game_tags),
        "notified": rows(schema.push_subscriptions),
        "mail": row(schema.mail_addresses),
        "calendar": (row(schema.calendar_feeds) or {}).get("made_at"),
        "sanctions": rows(schema.sanctions),
        "puzzles": {
            **(row(schema.puzzle_solvers) or {"rating": None, "deviation": None}),
            "attempts": rows(schema.puzzle_attempts),
        },
    }


def exported_row(table: Schema, row: Any) -> dict[str, Any]:
    """A row as its columns declare it in the schema."""
    names = {column.name: column.info["export"] for column in table.c if column.info.get("export") is not None}
    document = {name: getattr(row, column) for column, name in names.items() if name != PREFERENCES}
    return document | asdict(NotificationPreferences.of_row(row)) if PREFERENCES in names.values() else document


def _value_of(column: Column[Any], account: int) -> int | str:
    """What a column that names the owner of its row has for this account."""
    return account if column.info["owner"] == "account" else Owner.of_account(account)


def _study(connection: Connection, study_id: str) -> dict[str, Any] | None:
    study = connection.execute(select(schema.studies).where(schema.studies.c.id == study_id)).first()
    if study is None:
        return None
    document = exported_row(schema.studies, study)
    return document | {name: msgspec.Raw(document[name]) for name in ("record", "lines")}


def exported_game(log: PersonLog) -> dict[str, Any]:
    table = log.table
    game: dict[str, Any] = {
        "table": table.id,
        "title": table.options.title,
        "made_at": table.created_at,
        "seats": log.seats,
        "phase": table.phase,
    }
    sealed = table.is_in_contest(time.time())
    if table.game is not None and table.game.player is None and not sealed:
        return game | {"record": msgspec.Raw(table.record().dumps())}
    if table.game is not None and log.seats:
        seat = log.seats[0]
        view = msgspec.Raw(StateMessageWriter(table).view(seat))
        return game | {"view": view, "notes": {str(drawn): text for drawn, text in table.notes[seat].items()}}
    return game


def _end_all_sessions(connection: Connection, account: int) -> None:
    end_sessions(connection, [session.key for session in sessions_of(connection, account)])


def _erase_from_table(connection: Connection, log: PersonLog) -> None:
    table_id, names = log.table.id, log.neutral_names()
    for n, body in log.erased().items():
        connection.execute(
            update(schema.events).where(schema.events.c.table_id == table_id, schema.events.c.n == n).values(body=body)
        )
    summary = connection.execute(select(schema.tables.c.summary).where(schema.tables.c.id == table_id)).scalar()
    if summary is not None:
        shown = json.loads(summary)
        for seat, name in names.items():
            shown["seats"][seat]["name"] = name
        text = msgspec.json.encode(shown).decode()
        connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(summary=text))
    archived = connection.execute(
        select(schema.finished_games.c.seats).where(schema.finished_games.c.table_id == table_id)
    ).scalar()
    if archived is not None:
        players = msgspec.json.decode(archived, type=list[ArchivedPlayer])
        renamed = [
            msgspec.structs.replace(player, name=names.get(seat, player.name)) for seat, player in enumerate(players)
        ]
        held = connection.execute(select(schema.holders).where(schema.holders.c.table_id == table_id)).all()
        for owner in {Owner.of(row.key, row.account_id) for row in held}:
            for seat, name in names.items():
                rename_partner(connection, owner, players[seat].name, name)
        row = update(schema.finished_games).where(schema.finished_games.c.table_id == table_id)
        connection.execute(row.values(seats=msgspec.json.encode(renamed).decode()))
    _erase_from_studies(connection, table_id, names)
    connection.execute(delete(schema.reviews).where(schema.reviews.c.subject == f"table:{table_id}"))
    post_notice(connection, "table_rewritten", table_id)


def _erase_from_studies(connection: Connection, table_id: str, names: dict[int, str]) -> None:
    """Studies of the game by anyone also hold the names and notes of its players."""
    for study in connection.execute(
        select(schema.studies.c.id, schema.studies.c.record).where(schema.studies.c.origin == table_id)
    ).all():
        record = json.loads(study.record)
        for seat, name in names.items():
            record["players"][seat] = name
            if "notes" in record:
                record["notes"][seat] = {}
        text = msgspec.json.encode(record).decode()
        connection.execute(update(schema.studies).where(schema.studies.c.id == study.id).values(record=text))
        connection.execute(delete(schema.reviews).where(schema.reviews.c.subject == f"study:{study.id}"))


def _erase_rows(connection: Connection, account: int, keep_studies: bool) -> None:
    own_studies = schema.studies.c.account_id == account
    if keep_studies:
        connection.execute(update(schema.studies).where(own_studies).values(account_id=None, owner=None))
    else:
        subjects = [f"study:{row.id}" for row in connection.execute(select(schema.studies.c.id).where(own_studies))]
        connection.execute(delete(schema.reviews).where(schema.reviews.c.subject.in_(subjects)))
        connection.execute(delete(schema.studies).where(own_studies))
    for table in schema.metadata.sorted_tables:
        linked = {column.name: None for column in table.c if column.info.get("erase") == "value"}
        for column in table.c:
            if "owner" not in column.info:
                continue
            own = column == _value_of(column, account)
            is_row = column.info["erase"] == "row"
            connection.execute(delete(table).where(own) if is_row else update(table).where(own).values(linked))
    # The empty value of each type, also for columns to come.
    blank = {column.name: None if column.nullable else column.type.python_type() for column in schema.accounts.c}
    blank |= {"id": account, "folded": f"{DELETED}:{account}", "password": DELETED}
    connection.execute(update(schema.accounts).where(schema.accounts.c.id == account).values(**blank))
