"""`hanabi serve`: tables for people and bots in the browser."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from platformdirs import user_data_path

if TYPE_CHECKING:
    from hanabi.tables.retention import RetentionPolicy


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
    ("chat", 365, "the words of chat"),
    ("accounts", 0, "accounts that play no games"),
)


def keep_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--keep-…` for each of `KEPT`, read by `retention_policy`."""
    for kept in reversed(KEPT):
        command = keep_option(*kept)(command)
    return command


def retention_policy(**days: float) -> "RetentionPolicy":
    """What the options of `keep_options` mean."""
    from hanabi.tables.retention import RetentionPolicy

    return RetentionPolicy(**{name.removeprefix("keep_"): value or None for name, value in days.items()})


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for everybody.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one.")
@click.option("--database", default=None, metavar="FILE|URL", help="An SQLite file or postgresql://… [default: yours]")
@click.option("--origin", "origins", multiple=True, help="Another origin that may connect, such as https://my.example.")
@click.option("--proxy", "proxies", multiple=True, help="Address of a reverse proxy whose X-Forwarded-* are believed.")
@click.option("--bot-pace", default=1.0, show_default=True, help="Seconds a bot takes at least for a move.")
@click.option("--bot-budget", default=10.0, show_default=True, help="Seconds a bot may think about a move.")
@click.option("--bot-workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes for bots.")
@click.option("--connections", default=20, show_default=True, help="Sockets an address may have open; 0: any number.")
@click.option("--new-tables", default=10, show_default=True, help="Tables an address may open a minute; 0: any number.")
@click.option(
    "--review-depth",
    default="normal",
    show_default=True,
    type=click.Choice(["quick", "normal", "deep"]),
    help="How carefully finished games are reviewed.",
)
@click.option(
    "--drain", default=0.0, show_default=True, help="Seconds to go on after a signal to stop, while /readyz says so."
)
@keep_options
@click.option("--log-level", default="WARNING", type=click.Choice(["DEBUG", "INFO", "WARNING"]), show_default=True)
def command(
    host: str,
    port: int,
    database: str | None,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    bot_pace: float,
    bot_budget: float,
    bot_workers: int,
    connections: int,
    new_tables: int,
    review_depth: str,
    drain: float,
    log_level: str,
    **days: float,
) -> None:
    """Serve tables. Open the printed address in a browser; Ctrl+C ends it, and nothing is lost."""
    from hanabi.tables.store import StoreError
    from hanabi.web import json_logs
    from hanabi.web.server import run
    from hanabi.web.settings import ServerLimits, Settings

    json_logs.set_up(log_level)
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
        retention=retention_policy(**days),
        limits=ServerLimits(connections=connections, new_tables=new_tables),
    )
    try:
        run(settings, lambda address: click.echo(f"Hanabi is served at {address}"))
    except StoreError as error:
        raise click.ClickException(str(error)) from error
