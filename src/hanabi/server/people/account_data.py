"""All data of an account: exported for its owner, or deleted."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select, update

from hanabi.server.actor import Owner
from hanabi.server.archive.archive import ArchivedPlayer
from hanabi.server.archive.puzzles import exported_attempts, forget_attempts
from hanabi.server.archive.totals import forget_totals, rename_partner
from hanabi.server.database import Store, schema
from hanabi.server.database.notices import post_notice
from hanabi.server.people.accounts import end_sessions, sessions_of
from hanabi.server.people.calendars import feed_made_at, forget_feed
from hanabi.server.people.invitations import forget_invitations
from hanabi.server.people.mail import exported_address, forget_address
from hanabi.server.people.person_log import PersonLog
from hanabi.server.people.push import exported_subscriptions, forget_subscriptions
from hanabi.server.refusals import Refused
from hanabi.server.wire.state_message import StateMessageWriter

# The row of a deleted account stays, so that its number is never used again.
DELETED = "deleted"


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
    row = connection.execute(select(schema.accounts).where(schema.accounts.c.id == account)).first()
    if row is None:
        return None
    own_reports = connection.execute(select(schema.reports).where(schema.reports.c.reporter_account == account)).all()
    against = connection.execute(select(schema.sanctions).where(schema.sanctions.c.account_id == account)).all()
    return {
        "account": {"name": row.name, "made_at": row.created_at},
        "exported_at": time.time(),
        "sessions": [
            {"made_at": session.made_at, "seen_at": session.seen_at, "device": session.device}
            for session in sessions_of(connection, account)
        ],
        "reports": [
            {"table": report.table_id, "at": report.made_at, "reason": report.reason, "text": report.text}
            for report in own_reports
        ],
        "invitations": [
            {"table": invitation.table_id, "at": invitation.made_at, "from": invitation.sender}
            for invitation in connection.execute(
                select(schema.invitations).where(schema.invitations.c.account_id == account)
            )
        ],
        "notified": exported_subscriptions(connection, account),
        "mail": exported_address(connection, account),
        "calendar": feed_made_at(connection, account),
        "sanctions": [
            {"kind": sanction.kind, "reason": sanction.reason, "until": sanction.expires_at} for sanction in against
        ],
        "puzzles": exported_attempts(connection, Owner.of_account(account)),
    }


def _study(connection: Connection, study_id: str) -> dict[str, Any] | None:
    study = connection.execute(select(schema.studies).where(schema.studies.c.id == study_id)).first()
    if study is None:
        return None
    return {
        "study": study.id,
        "title": study.title,
        "made_at": study.created_at,
        "updated_at": study.updated_at,
        "record": msgspec.Raw(study.record),
        "lines": msgspec.Raw(study.lines),
    }


def exported_game(log: PersonLog) -> dict[str, Any]:
    table = log.table
    game: dict[str, Any] = {
        "table": table.id,
        "title": table.options.title,
        "made_at": table.created_at,
        "seats": log.seats,
        "phase": table.phase,
    }
    if table.game is not None and table.game.player is None:
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
    owner = Owner.of_account(account)
    connection.execute(delete(schema.holders).where(schema.holders.c.key == owner))
    connection.execute(update(schema.holders).where(schema.holders.c.account_id == account).values(account_id=None))
    connection.execute(delete(schema.daily_entries).where(schema.daily_entries.c.holder == owner))
    forget_totals(connection, owner)
    forget_attempts(connection, owner)
    forget_invitations(connection, account)
    forget_address(connection, account)
    forget_feed(connection, account)
    forget_subscriptions(connection, account)
    connection.execute(delete(schema.recovery_codes).where(schema.recovery_codes.c.account_id == account))
    connection.execute(delete(schema.sanctions).where(schema.sanctions.c.account_id == account))
    connection.execute(
        update(schema.reports)
        .where(schema.reports.c.reporter_account == account)
        .values(reporter_account=None, reporter=None)
    )
    blank = {"name": "", "folded": f"{DELETED}:{account}", "password": DELETED, "created_at": 0.0}
    connection.execute(update(schema.accounts).where(schema.accounts.c.id == account).values(**blank))
