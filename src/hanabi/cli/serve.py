"""`hanabi serve`: tables for people and bots in the browser."""

import faulthandler
import sys
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click
from platformdirs import user_data_path

if TYPE_CHECKING:
    from hanabi.server.notify.settings import MailSettings
    from hanabi.server.people.retention import RetentionPolicy


def default_database() -> str:
    return str(user_data_path("hanabi", appauthor=False) / "tables.db")


def keep_option(name: str, days: float, what: str) -> Callable[[Any], Any]:
    """How long something is kept, in days."""
    return click.option(
        f"--keep-{name}",
        default=days,
        show_default=True,
        type=click.FloatRange(min=0),
        metavar="DAYS",
        help=f"Keep {what} for so many days; 0: for ever.",
    )


KEPT = (
    ("abandoned", 60, "unfinished tables where nobody comes back"),
    ("games", 0, "finished games"),
    ("studies", 0, "studies that nobody changes"),
    ("chat", 365, "the words of chat, and reports,"),
    ("accounts", 0, "accounts that play no games"),
    ("attempts", 365, "puzzles tried by browsers without an account"),
)


def keep_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--keep-…` for each of `KEPT`, read by `retention_policy`."""
    for kept in reversed(KEPT):
        command = keep_option(*kept)(command)
    return command


def retention_policy(**days: float) -> "RetentionPolicy":
    """What the options of `keep_options` mean."""
    from hanabi.server.people.retention import RetentionPolicy

    return RetentionPolicy(**{name.removeprefix("keep_"): value or None for name, value in days.items()})


def checked_proxies(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses and ranges as they are compared with: one that is misspelled would be believed by nobody, silently."""
    return tuple(value if value == "*" else _checked_proxy(value) for value in values)


def _checked_proxy(value: str) -> str:
    try:
        return str(ip_network(value, strict=False) if "/" in value else ip_address(value))
    except ValueError as error:
        text = f"{value!r} is neither an address, such as 127.0.0.1, nor a range, such as 172.16.0.0/12"
        raise click.BadParameter(text) from error


def checked_origins(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Origins as browsers send them."""
    return tuple(map(_checked_origin, values))


def _checked_origin(value: str) -> str:
    try:
        address = urlsplit(value)
        usual = address.port in (None, {"http": 80, "https": 443}.get(address.scheme))
    except ValueError as error:
        raise click.BadParameter(f"{value!r} is no origin such as https://my.example") from error
    given = (address.path.rstrip("/"), address.query, address.fragment, address.username)
    if address.scheme not in ("http", "https") or not address.hostname or any(given):
        raise click.BadParameter(f"{value!r} is no origin such as https://my.example")
    host = f"[{address.hostname}]" if ":" in address.hostname else address.hostname
    return f"{address.scheme}://{host}" + ("" if usual else f":{address.port}")


LIMIT, SECONDS = click.IntRange(min=0), click.FloatRange(min=0)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for everybody.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one.")
@click.option(
    "--database",
    envvar="HANABI_DATABASE",
    show_envvar=True,
    metavar="FILE|URL",
    help="An SQLite file or postgresql://… [default: yours]",
)
@click.option(
    "--workers",
    envvar="HANABI_WORKERS",
    show_envvar=True,
    type=click.IntRange(1, 64),
    help="Supervised processes behind the port; several need PostgreSQL. [default: one, not supervised]",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    callback=checked_origins,
    help="Another origin that may connect, such as https://my.example.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    callback=checked_proxies,
    help="Address or range of reverse proxies whose X-Forwarded-* are believed.",
)
@click.option(
    "--bot-pace", default=1.0, show_default=True, type=SECONDS, help="Seconds a bot takes at least for a move."
)
@click.option(
    "--bot-budget", default=10.0, show_default=True, type=SECONDS, help="Seconds a bot may think about a move."
)
@click.option("--bot-workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes for bots.")
@click.option(
    "--connections", default=400, show_default=True, type=LIMIT, help="Connections of an address; 0: any number."
)
@click.option(
    "--total-connections", default=10_000, show_default=True, type=LIMIT, help="Of all; 0: as the descriptors allow."
)
@click.option(
    "--requests",
    default=3000,
    show_default=True,
    type=LIMIT,
    help="HTTP requests of an address a minute; 0: any number.",
)
@click.option(
    "--messages", default=100, show_default=True, type=LIMIT, help="Messages of a visitor in 20 s; 0: any number."
)
@click.option(
    "--visitors", default=10, show_default=True, type=LIMIT, help="Visitors as busy as that behind one address."
)
@click.option(
    "--new-tables",
    default=30,
    show_default=True,
    type=LIMIT,
    help="Tables an address may open a minute; 0: any number.",
)
@click.option(
    "--review-depth",
    default="normal",
    show_default=True,
    type=click.Choice(["quick", "normal", "deep"]),
    help="How carefully finished games are reviewed.",
)
@click.option(
    "--drain",
    default=0.0,
    show_default=True,
    type=SECONDS,
    help="Seconds to go on after a signal to stop, while /readyz says so.",
)
@click.option(
    "--push-contact",
    envvar="HANABI_PUSH_CONTACT",
    show_envvar=True,
    metavar="URL",
    help="mailto:… or https://… for those who run push services: whom to ask about this server.",
)
@click.option(
    "--smtp",
    envvar="HANABI_SMTP",
    show_envvar=True,
    metavar="URL",
    help="A mail server for notifications by e-mail: smtp://user:password@host:587, or smtps://…",
)
@click.option(
    "--mail-from", envvar="HANABI_MAIL_FROM", show_envvar=True, help="Who mails are from: Hanabi <a@b.example>."
)
@click.option(
    "--site", envvar="HANABI_SITE", show_envvar=True, metavar="URL", help="This server in mails: https://cards.example."
)
@keep_options
@click.option("--log-level", default="WARNING", type=click.Choice(["DEBUG", "INFO", "WARNING"]), show_default=True)
def command(
    host: str,
    port: int,
    database: str | None,
    workers: int | None,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    bot_pace: float,
    bot_budget: float,
    bot_workers: int,
    connections: int,
    total_connections: int,
    requests: int,
    messages: int,
    visitors: int,
    new_tables: int,
    review_depth: str,
    drain: float,
    push_contact: str | None,
    smtp: str | None,
    mail_from: str | None,
    site: str | None,
    log_level: str,
    **days: float,
) -> None:
    """Serve tables. Open the printed address in a browser; Ctrl+C ends it, and nothing is lost."""
    from hanabi.server import logs
    from hanabi.server.database import StoreError
    from hanabi.server.notify.settings import PushSettings
    from hanabi.server.settings import ServerLimits, Settings
    from hanabi.server.workers.worker import inherited

    logs.set_up(log_level)
    # What a signal such as a bus error ends cannot say why by itself.
    if sys.__stderr__ is not None:
        faulthandler.enable(sys.__stderr__)
    worker = inherited()
    if workers is not None and worker is None:
        supervise(host, port, database or default_database(), workers)
        return
    from hanabi.server.server import run

    limits = ServerLimits(
        connections=connections,
        total_connections=total_connections,
        requests=requests,
        messages=messages,
        visitors=visitors,
        new_tables=new_tables,
        new_sockets=ServerLimits.new_sockets if connections else 0,
    )
    settings = Settings(
        database=database or default_database(),
        host=host,
        port=port,
        origins=origins,
        proxies=proxies,
        bot_pace=bot_pace,
        bot_budget=bot_budget,
        bot_workers=bot_workers,
        review_depth=review_depth,
        drain=drain,
        push=PushSettings(contact=push_contact) if push_contact else PushSettings(),
        mail=mail_settings(smtp, mail_from, site),
        retention=retention_policy(**days),
        limits=limits,
    )
    try:
        run(settings, echo_address, worker)
    except StoreError as error:
        raise click.ClickException(str(error)) from error


def mail_settings(smtp: str | None, sender: str | None, site: str | None) -> "MailSettings | None":
    """None without a mail server; what is missing or wrong is said, but never a password."""
    from hanabi.server.notify.mail_message import is_sender
    from hanabi.server.notify.settings import MailSettings
    from hanabi.server.notify.smtp import SmtpAddressError, SmtpServer

    if not smtp:
        return None
    try:
        server = SmtpServer.parse(smtp)
    except SmtpAddressError as error:
        raise click.BadParameter(str(error), param_hint="--smtp") from error
    if not sender or not is_sender(sender):
        raise click.BadParameter(
            "--smtp needs who mails are from, such as hanabi@cards.example", param_hint="--mail-from"
        )
    address = urlsplit(site or "")
    if address.scheme not in ("http", "https") or not address.netloc or address.path.strip("/") or address.query:
        raise click.BadParameter(
            "--smtp needs this server's address, such as https://cards.example", param_hint="--site"
        )
    return MailSettings(server, sender, f"{address.scheme}://{address.netloc}")


def echo_address(address: str) -> None:
    click.echo(f"Hanabi is served at {address}")


def supervise(host: str, port: int, database: str, workers: int) -> None:
    """Start workers with this very command line."""
    from hanabi.server.database import StoreError, is_shared
    from hanabi.server.workers.supervisor import SupervisorError, run

    try:
        overlap = is_shared(database)
        if workers > 1 and not overlap:
            raise click.ClickException(
                f"{workers} workers need PostgreSQL: an SQLite file belongs to one process. "
                "Leave --workers out, or name a database: --database postgresql://user@host/name"
            )
        run(sys.argv[1:], host, port, workers=workers, overlap=overlap, ready=echo_address)
    except (StoreError, SupervisorError) as error:
        raise click.ClickException(str(error)) from error
