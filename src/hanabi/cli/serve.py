"""`hanabi serve`: the server for tables in the browser."""

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
    from hanabi.server.settings import Settings


def default_database() -> str:
    return str(user_data_path("hanabi", appauthor=False) / "tables.db")


# What `hanabi serve` and `hanabi admin` delete after a number of days, with the default; 0 keeps it forever.
RETENTION = {
    "abandoned": (60, "unfinished tables that nobody comes back to"),
    "games": (0, "finished games"),
    "studies": (0, "studies that nobody changes"),
    "chat": (365, "chat messages and reports"),
    "accounts": (0, "accounts that play no games"),
    "attempts": (365, "puzzle attempts of browsers without an account"),
}


def retention_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--keep-…` for each entry of RETENTION; `retention_policy` reads them."""
    for name, (days, subject) in reversed(RETENTION.items()):
        command = click.option(
            f"--keep-{name}",
            default=days,
            show_default=True,
            type=click.FloatRange(min=0),
            metavar="DAYS",
            help=f"Delete {subject} after this many days (0 = never).",
        )(command)
    return command


def retention_policy(options: dict[str, Any]) -> "RetentionPolicy":
    """Take the `--keep-…` options out of `options`."""
    from hanabi.server.people.retention import RetentionPolicy

    return RetentionPolicy(**{name: options.pop(f"keep_{name}") or None for name in RETENTION})


def checked_proxies(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses and ranges in normal form. A misspelled one would silently never match."""
    return tuple(value if value == "*" else _checked_proxy(value) for value in values)


def _checked_proxy(value: str) -> str:
    try:
        return str(ip_network(value, strict=False) if "/" in value else ip_address(value))
    except ValueError as error:
        text = f"{value!r} is neither an address, such as 127.0.0.1, nor a range, such as 172.16.0.0/12"
        raise click.BadParameter(text) from error


def checked_origins(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Origins in the form that browsers send."""
    return tuple(map(_checked_origin, values))


def _checked_origin(value: str) -> str:
    refusal = click.BadParameter(f"{value!r} is not an origin such as https://my.example")
    try:
        url = urlsplit(value)
        has_default_port = url.port in (None, {"http": 80, "https": 443}.get(url.scheme))
    except ValueError as error:
        raise refusal from error
    extra = (url.path.rstrip("/"), url.query, url.fragment, url.username)
    if url.scheme not in ("http", "https") or not url.hostname or any(extra):
        raise refusal
    host = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
    return f"{url.scheme}://{host}" + ("" if has_default_port else f":{url.port}")


def checked_site(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    return _checked_origin(value) if value else ""


def option(name: str, default: Any, type_: Any, help_: str) -> Callable[[Any], Any]:
    return click.option(f"--{name}", default=default, show_default=True, type=type_, help=help_)


def environment_option(name: str, help_: str, **attributes: Any) -> Callable[[Any], Any]:
    variable = f"HANABI_{name.upper().replace('-', '_')}"
    return click.option(f"--{name}", envvar=variable, show_envvar=True, help=help_, **attributes)


COUNT, SECONDS, PROCESSES = click.IntRange(min=0), click.FloatRange(min=0), click.IntRange(1, 64)
LIMITS = ("connections", "total_connections", "requests", "messages", "visitors", "new_tables")


# Options that need no conversion have the name of their field in Settings, or in ServerLimits if LIMITS lists them.
@click.command()
@option("host", "127.0.0.1", str, "Address to listen on; 0.0.0.0 accepts connections from everywhere.")
@option("port", 8000, click.IntRange(0, 65535), "Port to listen on (0 = any free port).")
@environment_option("database", "An SQLite file or postgresql://… [default: in your data folder]", metavar="FILE|URL")
@environment_option("standby", "Refuse a PostgreSQL that acknowledges moves before its standby has them.", is_flag=True)
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
    help="Address or range of reverse proxies whose X-Forwarded-* headers are trusted.",
)
@option("bot-pace", 1.0, SECONDS, "Minimum seconds a bot takes for a move.")
@option("bot-budget", 10.0, SECONDS, "Processor time a bot may use for a move, in seconds (0 = no limit).")
@option("bot-workers", 1, PROCESSES, "Processes for bots.")
@option("connections", 400, COUNT, "Connections per address (0 = no limit).")
@option("total-connections", 10_000, COUNT, "Connections in total (0 = as many as the open-file limit allows).")
@option("requests", 600, COUNT, "HTTP requests per address and minute (0 = no limit).")
@option("messages", 100, COUNT, "Messages per visitor in 20 seconds (0 = no limit).")
@option("visitors", 10, COUNT, "Visitors at one address who may each send that many messages.")
@option("new-tables", 30, COUNT, "New tables per address and minute (0 = no limit).")
@option("review-depth", "normal", click.Choice(["quick", "normal", "deep"]), "Search effort of game reviews.")
@option("drain", 0.0, SECONDS, "Seconds to keep serving after a stop signal, while /readyz reports it.")
@environment_option(
    "push-contact", "mailto:… or https://… where operators of push services can reach you.", metavar="URL"
)
@environment_option(
    "smtp",
    "A mail server for e-mail notifications: smtp://user:password@host:587, or smtps://…",
    metavar="URL",
)
@environment_option("mail-from", "Sender of the mails: Hanabi <a@b.example>.")
@environment_option("site", "Public address of this server, for links: https://cards.example.", callback=checked_site)
@click.option(
    "--metrics-from",
    multiple=True,
    default=("127.0.0.0/8", "::1"),
    show_default=True,
    callback=checked_proxies,
    help="Address or range that may read /metrics.",
)
@retention_options
@option("log-level", "WARNING", click.Choice(["DEBUG", "INFO", "WARNING"]), "What to log.")
def command(log_level: str, **options: Any) -> None:
    """Serve tables. Open the printed address in a browser; press Ctrl+C to stop. All games are saved."""
    from hanabi.server import logs
    from hanabi.server.database import StoreError

    logs.set_up(log_level)
    # Prints a traceback when a signal such as a bus error kills the process.
    if sys.__stderr__ is not None:
        faulthandler.enable(sys.__stderr__)
    options["database"] = options["database"] or default_database()
    from hanabi.server.server import run_server

    try:
        run_server(server_settings(options), echo_address)
    except StoreError as error:
        raise click.ClickException(str(error)) from error


def server_settings(options: dict[str, Any]) -> "Settings":
    from hanabi.server.notify.settings import PushSettings
    from hanabi.server.settings import ServerLimits, Settings

    limits = {name: options.pop(name) for name in LIMITS}
    if not limits["connections"]:
        limits["new_sockets"] = 0
    contact = options.pop("push_contact")
    return Settings(
        limits=ServerLimits(**limits),
        push=PushSettings(contact=contact) if contact else PushSettings(),
        mail=mail_settings(options.pop("smtp"), options.pop("mail_from"), options["site"]),
        retention=retention_policy(options),
        **options,
    )


def mail_settings(smtp: str | None, sender: str | None, site: str) -> "MailSettings | None":
    """None without a mail server. Errors name what is missing or wrong, but never show the password."""
    from hanabi.server.notify.mail import is_sender
    from hanabi.server.notify.settings import MailSettings
    from hanabi.server.notify.smtp import SmtpAddressError, SmtpServer

    if not smtp:
        return None
    try:
        server = SmtpServer.parse(smtp)
    except SmtpAddressError as error:
        raise click.BadParameter(str(error), param_hint="--smtp") from error
    if not sender or not is_sender(sender):
        raise click.BadParameter("--smtp needs a sender, such as hanabi@cards.example", param_hint="--mail-from")
    if not site:
        raise click.BadParameter(
            "--smtp needs this server's address, such as https://cards.example", param_hint="--site"
        )
    return MailSettings(server, sender, site)


def echo_address(address: str) -> None:
    click.echo(f"Hanabi is served at {address}")
