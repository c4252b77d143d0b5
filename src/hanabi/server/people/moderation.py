"""The actions of operators, on the database of a running or a stopped server. Each is written to the audit log.

Players report a table, a name or a remark to the operators (`Reports`).
"""

import re
import time
from dataclasses import asdict
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from hanabi.server.actor import Actor
from hanabi.server.archive.archive import is_public_game
from hanabi.server.database import Store
from hanabi.server.database.notices import post_notice
from hanabi.server.database.schema import accounts, audit, finished_games, reports, tables
from hanabi.server.people.account_data import DELETED, AccountData
from hanabi.server.people.accounts import end_sessions, sessions_of
from hanabi.server.people.retention import RetentionPolicy, RetentionReport, retain
from hanabi.server.people.sanctions import Sanction, SanctionType, impose, lift, sanctioned_network, sanctions_in_force
from hanabi.server.refusals import Refused
from hanabi.server.tables import Entry, Table, apply_entry, clean_line, entry_of, row_of, skeleton
from hanabi.server.tables.features import operator, talk
from hanabi.server.wire.state_message import summary_of


class Reports:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, table: Table, actor: Actor, reason: str, text: str, *, seat: int | None, n: int | None) -> None:
        """About a seat, about the message with number `n`, or about the whole table. Raises Refused."""
        quoted = table.options.title
        if n is not None:
            seat, quoted = await self._message(table.id, n)
        elif seat is not None:
            quoted = _name(table, seat)
        row: dict[str, Any] = {
            "made_at": time.time(),
            "table_id": table.id,
            "seat": seat,
            "event": n,
            "reason": reason,
            "text": clean_line(text),
            "quoted": quoted,
            "reporter": actor.key,
            "reporter_account": actor.account,
        }
        await self._store.write(lambda connection: connection.execute(insert(reports).values(**row)))

    async def _message(self, table_id: str, n: int) -> tuple[int, str]:
        """The seat that said it, and its words."""
        rows = await self._store.read(table_id, n - 1)
        event = entry_of(rows[0]).event if rows else None
        if not isinstance(event, talk.Said):
            raise Refused("no_such_event")
        return event.seat, event.text or event.phrase or ""


def _name(table: Table, seat: int) -> str:
    if seat >= len(table.occupants):
        raise Refused("no_such_seat", seats=list(range(len(table.occupants))))
    return table.occupants[seat].name or ""


ATTEMPTS = 50
# Shorter prefixes cover whole parts of the internet and are taken for a slip.
SHORTEST_PREFIX = {4: 8, 6: 20}


class NotFound(LookupError):
    """There is no such table, account, report or sanction."""


class Ambiguous(ValueError):
    """The name fits two things, or far too many addresses. The text says how to be more specific."""


class Moderation:
    def __init__(self, store: Store, who: str) -> None:
        self._store, self._who = store, who

    async def tables(self, *, phase: str | None, limit: int) -> list[Any]:
        """The newest first."""
        query = select(tables).order_by(tables.c.updated_at.desc()).limit(limit)
        if phase is not None:
            query = query.where(tables.c.phase == phase)
        return await self._store.query(lambda connection: list(connection.execute(query)))

    async def close_table(self, table_id: str, why: str) -> None:
        """End it for everybody. Its log stays."""
        await self._append(table_id, operator.ClosedByOperator(reason=why), "close", why)

    async def hide_table(self, table_id: str, why: str, *, hidden: bool = True) -> None:
        """Take it out of the lobby and the lists, or put it back. Players who have its link can still play there."""
        event = operator.HiddenByOperator(hidden=hidden)
        await self._append(table_id, event, "hide" if hidden else "unhide", why)

    async def impose(self, sanction_type: SanctionType, against: str, why: str, expires_at: float | None) -> str:
        """Against an address, a range or an account; returns its name in the lists."""

        def work(connection: Connection) -> str:
            address, account, shown = self._target(connection, against)
            impose(connection, Sanction(sanction_type, address, account, why, expires_at))
            if sanction_type == "ban" and account is not None:
                end_sessions(connection, [session.key for session in sessions_of(connection, account)])
            self._log(connection, sanction_type, shown, why)
            return shown

        return await self._store.write(work)

    async def lift(self, sanction_type: SanctionType, against: str, why: str) -> str:
        def work(connection: Connection) -> str:
            address, account, shown = self._target(connection, against)
            if not lift(connection, sanction_type, address, account):
                raise NotFound(f"there is no {sanction_type} against {shown}")
            self._log(connection, f"un{sanction_type}", shown, why)
            return shown

        return await self._store.write(work)

    async def sanctions(self) -> list[tuple[str, Sanction]]:
        """Those in force, each with the address or the name of the account."""

        def work(connection: Connection) -> list[tuple[str, Sanction]]:
            in_force = sanctions_in_force(connection, time.time())
            return [
                (sanction.address or _account_name(connection, sanction.account), sanction) for sanction in in_force
            ]

        return await self._store.query(work)

    async def reports(self, *, resolved: bool, limit: int) -> list[tuple[str, Any]]:
        """The oldest first, each with the name of the reporter's account, if any."""
        state = reports.c.resolved_at.is_not(None) if resolved else reports.c.resolved_at.is_(None)

        def work(connection: Connection) -> list[tuple[str, Any]]:
            rows = connection.execute(select(reports).where(state).order_by(reports.c.id).limit(limit)).all()
            return [(_account_name(connection, row.reporter_account), row) for row in rows]

        return await self._store.query(work)

    async def resolve(self, report: int, resolution: str) -> None:
        def work(connection: Connection) -> None:
            statement = update(reports).where(reports.c.id == report, reports.c.resolved_at.is_(None))
            if not connection.execute(statement.values(resolved_at=time.time(), resolution=resolution)).rowcount:
                raise NotFound(f"there is no open report {report}")
            self._log(connection, "resolve", f"report {report}", resolution)

        await self._store.write(work)

    async def export_account(self, name: str, why: str) -> dict[str, Any]:
        account = await self._account(name)
        pieces = [piece async for piece in await AccountData(self._store).export(account)]
        await self._store.write(partial(self._log, what="export-account", subject=f"account {account}", why=why))
        exported: dict[str, Any] = msgspec.json.decode(b"".join(pieces))
        return exported

    async def delete_account(self, name: str, why: str, *, keep_studies: bool) -> None:
        """The audit log keeps the account's number, not its name."""
        account = await self._account(name)
        await self._store.write(partial(self._log, what="delete-account", subject=f"account {account}", why=why))
        await AccountData(self._store).delete(account, keep_studies=keep_studies)

    async def retain(self, policy: RetentionPolicy, why: str) -> RetentionReport:
        """Delete everything older than the policy allows."""
        deleted = await retain(self._store, policy)
        counts = ", ".join(f"{count} {what}" for what, count in asdict(deleted).items())
        await self._store.write(partial(self._log, what="retention", subject=counts, why=why))
        return deleted

    async def audit(self, limit: int) -> list[Any]:
        """The newest first."""
        query = select(audit).order_by(audit.c.id.desc()).limit(limit)
        return await self._store.query(lambda connection: list(connection.execute(query)))

    def _log(self, connection: Connection, what: str, subject: str, why: str) -> None:
        row = {"at": time.time(), "who": self._who[:80], "what": what, "subject": subject[:80], "why": why[:200]}
        connection.execute(insert(audit).values(**row))

    def _target(self, connection: Connection, against: str) -> tuple[str | None, int | None, str]:
        """Address, account, and its name in the lists."""
        try:
            network = sanctioned_network(against)
        except ValueError:
            account = _account_called(connection, against)
            return None, account, f"account {account} ({_account_name(connection, account)})"
        if "/" not in against and (namesake := _account_named(connection, against)) is not None:
            text = f"{against}/{network.max_prefixlen}"
            raise Ambiguous(f"an account has this name: say '#{namesake}' for it, or {text} for the address")
        if network.prefixlen < SHORTEST_PREFIX[network.version]:
            raise Ambiguous(f"{network} is too large: /{SHORTEST_PREFIX[network.version]} is the largest range")
        text = str(network.network_address) if network.num_addresses == 1 else str(network)
        return text, None, text

    async def _account(self, name: str) -> int:
        return await self._store.query(lambda connection: _account_called(connection, name))

    async def _append(self, table_id: str, event: Any, what: str, why: str) -> None:
        """Add an event to the log of a table as a server would: if another event came first, try again."""
        for _ in range(ATTEMPTS):
            table = Table(table_id)
            for row in await self._store.read(table_id):
                apply_entry(table, entry_of(row))
            if table.n < 0:
                raise NotFound(f"there is no table {table_id}")
            entry = Entry(table.n + 1, time.time(), event)
            if await self._store.append(row_of(table_id, entry)):
                apply_entry(table, entry)
                await self._store.write(partial(self._appended, table=table, what=what, why=why))
                return
        raise RuntimeError(f"table {table_id} changes too fast")

    def _appended(self, connection: Connection, table: Table, what: str, why: str) -> None:
        """Update the rows about the table, for servers that do not have it in memory; one that does rewrites them."""
        values: dict[str, Any] = {
            "phase": table.phase,
            "public": table.is_listed,
            "summary": msgspec.json.encode(summary_of(table)).decode(),
        }
        if table.phase == "closed":
            values["driven"] = False
        connection.execute(update(tables).where(tables.c.id == table.id).values(**values))
        archived = update(finished_games).where(finished_games.c.table_id == table.id)
        connection.execute(archived.values(public=is_public_game(table)))
        post_notice(connection, "table_changed", table.id)
        self._log(connection, what, f"table {table.id}", why)


def _account_called(connection: Connection, name: str) -> int:
    """By name, or by number as `#7`."""
    account = namesake = _account_named(connection, name)
    if re.fullmatch(r"#[0-9]{1,9}", name):
        by_number = select(accounts.c.id).where(accounts.c.id == int(name[1:]), accounts.c.password != DELETED)
        account = connection.execute(by_number).scalar()
        if namesake is not None and namesake != account:
            raise Ambiguous(f"account {namesake} has the name {name}: say '#{namesake}' if you mean that one")
    if account is None:
        raise NotFound(f"{name!r} is neither an account nor an address")
    return int(account)


def _account_named(connection: Connection, name: str) -> int | None:
    return connection.execute(select(accounts.c.id).where(accounts.c.folded == skeleton(name))).scalar()


def _account_name(connection: Connection, account: int | None) -> str:
    if account is None:
        return ""
    name = connection.execute(select(accounts.c.name).where(accounts.c.id == account)).scalar()
    return name or f"#{account}"
