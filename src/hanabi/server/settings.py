"""Settings of the server; durations are in seconds."""

from dataclasses import dataclass, field

from hanabi.server.notify.settings import MailSettings, PushSettings
from hanabi.server.people.retention import RetentionPolicy
from hanabi.server.rate_limits import RateLimit


@dataclass(frozen=True)
class ServerLimits:
    """Limits per visitor, per address and in total; 0 means no limit. An address is an IPv4 address or an IPv6 /64."""

    # Bytes per WebSocket message.
    frame: int = 8192
    # Bytes per request body: for most requests, and the maximum of all requests.
    body: int = 16384
    max_body: int = 96 * 1024
    # Messages per visitor in `per_seconds` seconds; at most `chats` of them are chat.
    messages: int = 100
    chats: int = 15
    per_seconds: float = 20.0
    # Visitors at one address who may each send that many messages: a household, a club, a school.
    visitors: int = 10
    # Malformed messages in a row before a socket is closed.
    malformed: int = 5
    # Open connections of any type: per address, and in total.
    connections: int = 400
    total_connections: int = 10_000
    # Per address and minute. A first visit takes about forty requests; after that the browser has the files. So fifteen
    # people at one address can visit at once, and then make ten requests per second together.
    new_connections: int = 600
    new_sockets: int = 300
    requests: int = 600
    computations: int = 300
    new_tables: int = 30
    logins: int = 10
    new_reviews: int = 10
    exports: int = 5
    invitations: int = 20
    subscriptions: int = 30
    reports: int = 5
    # Per account and hour: tries to sign in from browsers that never were, and as many from others.
    guesses: int = 10
    # Per address and hour: confirmation mails, and new studies, which are stored and may be large.
    mail_confirmations: int = 10
    new_studies: int = 120
    # Tables in the lobby that were opened from one address.
    listed: int = 10

    def rates(self) -> dict[str, RateLimit]:
        """Rate limits by name; `address_…` are for all visitors at one address together."""
        per_minute = (
            "new_sockets",
            "requests",
            "new_tables",
            "logins",
            "new_reviews",
            "exports",
            "invitations",
            "subscriptions",
            "reports",
        )
        rates = {name: RateLimit(getattr(self, name), 60.0) for name in per_minute}
        per_hour = ("guesses", "mail_confirmations", "new_studies")
        rates |= {name: RateLimit(getattr(self, name), 3600.0) for name in per_hour}
        rates["computations"] = RateLimit(min(self.computations, self.requests), 60.0)
        rates["new_connections"] = RateLimit(min(self.new_connections, self.connections and self.requests), 60.0)
        for name, limit in (("messages", self.messages), ("chats", min(self.chats, self.messages))):
            rates[name] = RateLimit(limit, self.per_seconds)
            rates[f"address_{name}"] = RateLimit(limit * self.visitors, self.per_seconds)
        return rates


@dataclass(frozen=True)
class Settings:
    database: str
    # Whether every move must be on a PostgreSQL standby before it is acknowledged.
    standby: bool = False
    host: str = "127.0.0.1"
    port: int = 8000
    # Origins other than the server's own that may connect, such as "https://cards.example".
    origins: tuple[str, ...] = ()
    # The public address of this server, such as "https://cards.example"; without it, what a request claims.
    site: str = ""
    # Networks that may read /metrics.
    metrics_from: tuple[str, ...] = ("127.0.0.0/8", "::1")
    # Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted.
    proxies: tuple[str, ...] = ()
    # Minimum time of a bot for a move, and the processor time it may use (0: no limit).
    bot_pace: float = 1.0
    bot_budget: float = 10.0
    bot_workers: int = 1
    # Interval of keepalive pings.
    ping: float = 20.0
    review_depth: str = "normal"
    # Processes for replays and other expensive requests; 0 uses a thread of the server.
    request_workers: int = 1
    retention: RetentionPolicy = field(default_factory=RetentionPolicy)
    # Time from a stop signal until connections are closed; /readyz reports it meanwhile.
    drain: float = 0.0
    push: PushSettings = field(default_factory=PushSettings)
    mail: MailSettings | None = None
    limits: ServerLimits = field(default_factory=ServerLimits)
