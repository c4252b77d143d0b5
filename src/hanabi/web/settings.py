"""Settings of the server."""

from dataclasses import dataclass, field

from hanabi.tables.retention import RetentionPolicy


@dataclass(frozen=True)
class ServerLimits:
    """Limits of one socket or one address; 0 connections or tables means no limit.

    `new_tables`, `logins`, `new_studies`, `new_reviews`, `exports` (of an account's data) and `reports` are a minute;
    `frame` and `body` are bytes.
    """

    frame: int = 8192
    messages: int = 100
    per_seconds: float = 20.0
    malformed: int = 5
    connections: int = 20
    new_tables: int = 10
    logins: int = 10
    new_studies: int = 30
    new_reviews: int = 10
    exports: int = 5
    reports: int = 5
    body: int = 16384
    # Open tables of one address in the lobby.
    listed: int = 10


@dataclass(frozen=True)
class Settings:
    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    # Origins besides the server's own that may open sockets, such as "https://cards.example".
    origins: tuple[str, ...] = ()
    # Addresses of reverse proxies whose X-Forwarded-For and -Proto are trusted.
    proxies: tuple[str, ...] = ()
    bot_pace: float = 1.0
    bot_budget: float = 10.0
    bot_workers: int = 1
    ping: float = 20.0
    review_depth: str = "normal"
    retention: RetentionPolicy = field(default_factory=RetentionPolicy)
    # Seconds from a signal to stop until connections are closed; /readyz says so meanwhile.
    drain: float = 0.0
    limits: ServerLimits = field(default_factory=ServerLimits)
