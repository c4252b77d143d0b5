"""`hanabi admin`: moderate a server's tables, accounts, addresses and reports."""

import asyncio
import getpass
import json
import os
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hanabi.cli import CommandGroup
from hanabi.cli._options import OutputPath, json_option
from hanabi.cli._output import echo_result
from hanabi.cli.db import database_option
from hanabi.cli.serve import default_database, retention_options, retention_policy

if TYPE_CHECKING:
    from hanabi.server.people.moderation import Moderation

T = TypeVar("T")
UNITS = {"m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
why_option = click.option("--why", default="", metavar="TEXT", help="The reason, for the audit log.")
limit_option = click.option(
    "--limit", default=50, show_default=True, type=click.IntRange(1, 10_000), help="Maximum number of lines."
)


class Duration(click.ParamType[float]):
    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        parts = re.fullmatch(r"(\d{1,6})([mhdw])", str(value))
        if parts is None:
            self.fail(f"{value!r} is not a duration: 30m, 12h, 7d or 4w", param, ctx)
        return int(parts[1]) * float(UNITS[parts[2]])


for_option = click.option(
    "--for", "seconds", type=Duration(), default=None, help="Such as 30m, 12h, 7d or 4w. [default: until lifted]"
)


@click.group(cls=CommandGroup)
@database_option
@click.option(
    "--as", "who", default=getpass.getuser, metavar="NAME", help="Your name, for the audit log. [default: your login]"
)
@click.pass_context
def command(ctx: click.Context, database: str | None, who: str) -> None:
    """Moderate a server: its tables, accounts, addresses and reports.

    Works on the database of a running server, which notices within a few seconds, or of a stopped one. Every action is
    written to the audit log.
    """
    ctx.obj = (database or default_database(), who)


def work(ctx: click.Context, task: Callable[["Moderation"], Awaitable[T]]) -> T:
    """Run `task` on the database."""
    from hanabi.server.database import StoreError, open_store
    from hanabi.server.people.moderation import Ambiguous, Moderation, NotFound
    from hanabi.server.refusals import Refused

    database, who = ctx.obj

    async def run() -> T:
        store = open_store(database, beside_server=True)
        await store.open()
        try:
            return await task(Moderation(store, who))
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except (StoreError, NotFound, Ambiguous, Refused) as error:
        raise click.ClickException(str(error)) from error


def moment(at: float | None) -> datetime | None:
    return None if at is None else datetime.fromtimestamp(at, UTC)


def echo_rows(rows: list[dict[str, Any]], nothing: str, as_json: bool) -> None:
    """One line per row, its fields separated by tabs; or a JSON list."""
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, default=datetime.isoformat))
        return
    for row in rows:
        click.echo("\t".join(_shown(name, field) for name, field in row.items()))
    if not rows:
        click.echo(nothing)


def _shown(name: str, field: Any) -> str:
    if field is None:
        return "–"
    if isinstance(field, datetime):
        return field.strftime("%Y-%m-%d %H:%M")
    return f"seat {field}" if name == "seat" else str(field)


@command.command()
@click.option("--phase", type=click.Choice(["setup", "playing", "over", "closed"]), default=None)
@limit_option
@json_option
@click.pass_context
def tables(ctx: click.Context, phase: str | None, limit: int, as_json: bool) -> None:
    """List tables, newest first: id, phase, listed or not, last change, title, players."""
    rows = work(ctx, lambda moderation: moderation.tables(phase=phase, limit=limit))
    listed = []
    for row in rows:
        summary = json.loads(row.summary)
        listed.append(
            {
                "id": row.id,
                "phase": row.phase,
                "lobby": "listed" if row.public else "unlisted",
                "changed": moment(row.updated_at),
                "title": summary["title"],
                "players": ", ".join(seat["name"] or "·" for seat in summary["seats"]),
            }
        )
    echo_rows(listed, "There are no tables.", as_json)


@command.command()
@click.argument("table")
@why_option
@json_option
@click.pass_context
def close(ctx: click.Context, table: str, why: str, as_json: bool) -> None:
    """End a table for everybody and show them the reason."""
    work(ctx, lambda moderation: moderation.close_table(table, why))
    echo_result(f"Table {table} is closed.", as_json, closed=table)


@command.command()
@click.argument("table")
@why_option
@json_option
@click.pass_context
def hide(ctx: click.Context, table: str, why: str, as_json: bool) -> None:
    """Take a table out of the lobby and all lists."""
    work(ctx, lambda moderation: moderation.hide_table(table, why))
    echo_result(f"Table {table} is hidden.", as_json, hidden=table)


@command.command()
@click.argument("table")
@why_option
@json_option
@click.pass_context
def unhide(ctx: click.Context, table: str, why: str, as_json: bool) -> None:
    """Show a hidden table again."""
    work(ctx, lambda moderation: moderation.hide_table(table, why, hidden=False))
    echo_result(f"Table {table} is shown again.", as_json, shown=table)


@command.command()
@click.argument("against", metavar="ADDRESS|RANGE|ACCOUNT")
@for_option
@why_option
@json_option
@click.pass_context
def ban(ctx: click.Context, against: str, seconds: float | None, why: str, as_json: bool) -> None:
    """Ban an address, a range such as 192.0.2.0/24, or an account, which is signed out.

    A single IPv6 address stands for its /64, the usual size of one subscriber's network.
    """
    expires_at = None if seconds is None else time.time() + seconds
    shown = work(ctx, lambda moderation: moderation.impose("ban", against, why, expires_at))
    echo_result(f"Banned: {shown}.", as_json, banned=shown)


@command.command()
@click.argument("against", metavar="ADDRESS|RANGE|ACCOUNT")
@why_option
@json_option
@click.pass_context
def unban(ctx: click.Context, against: str, why: str, as_json: bool) -> None:
    """Lift a ban."""
    shown = work(ctx, lambda moderation: moderation.lift("ban", against, why))
    echo_result(f"No longer banned: {shown}.", as_json, unbanned=shown)


@command.command()
@click.argument("against", metavar="ADDRESS|RANGE|ACCOUNT")
@for_option
@why_option
@json_option
@click.pass_context
def mute(ctx: click.Context, against: str, seconds: float | None, why: str, as_json: bool) -> None:
    """Let an address, a range or an account play, but not chat."""
    expires_at = None if seconds is None else time.time() + seconds
    shown = work(ctx, lambda moderation: moderation.impose("mute", against, why, expires_at))
    echo_result(f"Muted: {shown}.", as_json, muted=shown)


@command.command()
@click.argument("against", metavar="ADDRESS|RANGE|ACCOUNT")
@why_option
@json_option
@click.pass_context
def unmute(ctx: click.Context, against: str, why: str, as_json: bool) -> None:
    """Lift a mute."""
    shown = work(ctx, lambda moderation: moderation.lift("mute", against, why))
    echo_result(f"No longer muted: {shown}.", as_json, unmuted=shown)


@command.command()
@json_option
@click.pass_context
def sanctions(ctx: click.Context, as_json: bool) -> None:
    """List bans and mutes: ban or mute, against whom, since, until, reason."""
    in_force = work(ctx, lambda moderation: moderation.sanctions())
    rows = [
        {
            "type": sanction.type,
            "against": shown,
            "since": moment(sanction.made_at),
            "until": moment(sanction.expires_at),
            "reason": sanction.reason,
        }
        for shown, sanction in in_force
    ]
    echo_rows(rows, "Nobody is banned or muted.", as_json)


@command.command()
@click.option("--resolved", is_flag=True, help="List the resolved reports instead.")
@limit_option
@json_option
@click.pass_context
def reports(ctx: click.Context, resolved: bool, limit: int, as_json: bool) -> None:
    """List open reports: number, time, table, seat, reason, quotation, the reporter's words, the reporter."""
    rows = work(ctx, lambda moderation: moderation.reports(resolved=resolved, limit=limit))
    listed = []
    for reporter, row in rows:
        report = {
            "number": row.id,
            "time": moment(row.made_at),
            "table": row.table_id,
            "seat": row.seat,
            "reason": row.reason,
            "quoted": row.quoted,
            "text": row.text,
            "reporter": reporter or None,
        }
        listed.append(report | {"resolution": row.resolution} if resolved else report)
    echo_rows(listed, "There are no reports.", as_json)


@command.command()
@click.argument("report", type=int)
@click.option("--why", "resolution", required=True, metavar="TEXT", help="What was done about it.")
@json_option
@click.pass_context
def resolve(ctx: click.Context, report: int, resolution: str, as_json: bool) -> None:
    """Mark a report as dealt with."""
    work(ctx, lambda moderation: moderation.resolve(report, resolution))
    echo_result(f"Report {report} is resolved.", as_json, resolved=report)


@command.command("export-account")
@click.argument("name", metavar="NAME|#NUMBER")
@click.option("-o", "--output", type=OutputPath(), help="Output file. [default: standard output]")
@why_option
@click.pass_context
def export_account(ctx: click.Context, name: str, output: Path | None, why: str) -> None:
    """Write all data of an account as JSON. Only you can read the output file."""
    text = json.dumps(work(ctx, lambda moderation: moderation.export_account(name, why)), ensure_ascii=False, indent=1)
    if output is None:
        click.echo(text)
    else:
        try:
            descriptor = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with open(descriptor, "w", encoding="utf-8") as file:
                os.fchmod(descriptor, 0o600)
                file.write(text + "\n")
        except OSError as error:
            raise click.ClickException(f"{output} cannot be written: {error.strerror}") from error


@command.command("delete-account")
@click.argument("name", metavar="NAME|#NUMBER")
@click.option("--keep-studies", is_flag=True, help="Keep its studies for those who have their links.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@why_option
@json_option
@click.pass_context
def delete_account(ctx: click.Context, name: str, keep_studies: bool, yes: bool, why: str, as_json: bool) -> None:
    """Delete an account. Its games stay, without its name and its words."""
    if not yes:
        click.confirm(f"Delete the account {name} for good?", abort=True)
    work(ctx, lambda moderation: moderation.delete_account(name, why, keep_studies=keep_studies))
    echo_result(f"The account {name} is deleted.", as_json, deleted=name)


@command.command()
@retention_options
@why_option
@json_option
@click.pass_context
def retention(ctx: click.Context, /, why: str, as_json: bool, **days: float) -> None:
    """Delete data older than these numbers of days, as a running server does by itself."""
    deleted = work(ctx, lambda moderation: moderation.retain(retention_policy(days), why))
    counts = asdict(deleted)
    sentence = "Deleted: " + ", ".join(f"{count} {what}" for what, count in counts.items()) + "."
    echo_result(sentence, as_json, deleted=counts)


@command.command()
@limit_option
@json_option
@click.pass_context
def audit(ctx: click.Context, limit: int, as_json: bool) -> None:
    """Show the audit log, newest first: time, who, action, subject, reason."""
    rows = work(ctx, lambda moderation: moderation.audit(limit))
    listed = [
        {"time": moment(row.at), "who": row.who, "action": row.what, "subject": row.subject, "reason": row.why}
        for row in rows
    ]
    echo_rows(listed, "The audit log is empty.", as_json)
