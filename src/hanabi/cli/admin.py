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

from hanabi.cli._options import OutputPath
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


@click.group()
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


def shown_time(at: float | None) -> str:
    return "–" if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def echo_lines(rows: list[tuple[Any, ...]], nothing: str) -> None:
    """One line per row, its fields separated by tabs."""
    for row in rows:
        click.echo("\t".join(str(field) for field in row))
    if not rows:
        click.echo(nothing)


@command.command()
@click.option("--phase", type=click.Choice(["setup", "playing", "over", "closed"]), default=None)
@limit_option
@click.pass_context
def tables(ctx: click.Context, phase: str | None, limit: int) -> None:
    """List tables, newest first: id, phase, listed or not, last change, title, players."""
    rows = work(ctx, lambda moderation: moderation.tables(phase=phase, limit=limit))
    lines = []
    for row in rows:
        summary = json.loads(row.summary)
        names = ", ".join(seat["name"] or "·" for seat in summary["seats"])
        listed = "listed" if row.public else "unlisted"
        lines.append((row.id, row.phase, listed, shown_time(row.updated_at), summary["title"], names))
    echo_lines(lines, "There are no tables.")


@command.command()
@click.argument("table")
@why_option
@click.pass_context
def close(ctx: click.Context, table: str, why: str) -> None:
    """End a table for everybody and show them the reason."""
    work(ctx, lambda moderation: moderation.close_table(table, why))
    click.echo(f"Table {table} is closed.")


@command.command()
@click.argument("table")
@why_option
@click.pass_context
def hide(ctx: click.Context, table: str, why: str) -> None:
    """Take a table out of the lobby and all lists."""
    work(ctx, lambda moderation: moderation.hide_table(table, why))
    click.echo(f"Table {table} is hidden.")


@command.command()
@click.argument("table")
@why_option
@click.pass_context
def unhide(ctx: click.Context, table: str, why: str) -> None:
    """Show a hidden table again."""
    work(ctx, lambda moderation: moderation.hide_table(table, why, hidden=False))
    click.echo(f"Table {table} is shown again.")


@command.command()
@click.argument("against", metavar="ADDRESS|RANGE|ACCOUNT")
@for_option
@why_option
@click.pass_context
def ban(ctx: click.Context, against: str, seconds: float | None, why: str) -> None:
    """Ban an address, a range such as 192.0.2.0/24, or an account, which is signed out.

    A single IPv6 address stands for its /64, the usual size of one subscriber's network.
    """
    expires_at = None if seconds is None else time.time() + seconds
    shown = work(ctx, lambda moderation: moderation.impose("ban", against, why, expires_at))
    click.echo(f"Banned: {shown}.")


@command.command()
@click.argument("against", metavar="ADDRESS|RANGE|ACCOUNT")
@why_option
@click.pass_context
def unban(ctx: click.Context, against: str, why: str) -> None:
    """Lift a ban."""
    click.echo(f"No longer banned: {work(ctx, lambda moderation: moderation.lift('ban', against, why))}.")


@command.command()
@click.argument("against", metavar="ADDRESS|RANGE|ACCOUNT")
@for_option
@why_option
@click.pass_context
def mute(ctx: click.Context, against: str, seconds: float | None, why: str) -> None:
    """Let an address, a range or an account play, but not chat."""
    expires_at = None if seconds is None else time.time() + seconds
    shown = work(ctx, lambda moderation: moderation.impose("mute", against, why, expires_at))
    click.echo(f"Muted: {shown}.")


@command.command()
@click.argument("against", metavar="ADDRESS|RANGE|ACCOUNT")
@why_option
@click.pass_context
def unmute(ctx: click.Context, against: str, why: str) -> None:
    """Lift a mute."""
    click.echo(f"No longer muted: {work(ctx, lambda moderation: moderation.lift('mute', against, why))}.")


@command.command()
@click.pass_context
def sanctions(ctx: click.Context) -> None:
    """List bans and mutes: ban or mute, against whom, since, until, reason."""
    in_force = work(ctx, lambda moderation: moderation.sanctions())
    lines = [
        (sanction.type, shown, shown_time(sanction.made_at), shown_time(sanction.expires_at), sanction.reason)
        for shown, sanction in in_force
    ]
    echo_lines(lines, "Nobody is banned or muted.")


@command.command()
@click.option("--resolved", is_flag=True, help="List the resolved reports instead.")
@limit_option
@click.pass_context
def reports(ctx: click.Context, resolved: bool, limit: int) -> None:
    """List open reports: number, time, table, seat, reason, quotation, the reporter's words, the reporter."""
    rows = work(ctx, lambda moderation: moderation.reports(resolved=resolved, limit=limit))
    lines = []
    for reporter, row in rows:
        seat = "–" if row.seat is None else f"seat {row.seat}"
        fields = (
            row.id,
            shown_time(row.made_at),
            row.table_id,
            seat,
            row.reason,
            row.quoted,
            row.text,
            reporter or "–",
        )
        lines.append((*fields, row.resolution) if resolved else fields)
    echo_lines(lines, "There are no reports.")


@command.command()
@click.argument("report", type=int)
@click.option("--why", "resolution", required=True, metavar="TEXT", help="What was done about it.")
@click.pass_context
def resolve(ctx: click.Context, report: int, resolution: str) -> None:
    """Mark a report as dealt with."""
    work(ctx, lambda moderation: moderation.resolve(report, resolution))
    click.echo(f"Report {report} is resolved.")


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
@click.pass_context
def delete_account(ctx: click.Context, name: str, keep_studies: bool, yes: bool, why: str) -> None:
    """Delete an account. Its games stay, without its name and its words."""
    if not yes:
        click.confirm(f"Delete the account {name} for good?", abort=True)
    work(ctx, lambda moderation: moderation.delete_account(name, why, keep_studies=keep_studies))
    click.echo(f"The account {name} is deleted.")


@command.command()
@retention_options
@why_option
@click.pass_context
def retention(ctx: click.Context, /, why: str, **days: float) -> None:
    """Delete data older than these numbers of days, as a running server does by itself."""
    deleted = work(ctx, lambda moderation: moderation.retain(retention_policy(days), why))
    click.echo("Deleted: " + ", ".join(f"{count} {what}" for what, count in asdict(deleted).items()) + ".")


@command.command()
@limit_option
@click.pass_context
def audit(ctx: click.Context, limit: int) -> None:
    """Show the audit log, newest first: time, who, action, subject, reason."""
    rows = work(ctx, lambda moderation: moderation.audit(limit))
    echo_lines(
        [(shown_time(row.at), row.who, row.what, row.subject, row.why) for row in rows], "The audit log is empty."
    )
