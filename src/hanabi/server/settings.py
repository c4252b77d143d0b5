"""Settings of the server."""

from dataclasses import dataclass, field

from hanabi.server.notify.settings import MailSettings, PushSettings
from hanabi.server.people.retention import RetentionPolicy
from hanabi.server.rate_limits import RateLimit


@dataclass(frozen=True)
class ServerLimits:
    """What a visitor, an address or all of them may do; 0 is no limit. An address is an IPv4 address or an IPv6 /64."""

    # Bytes of a message of a socket, of the body of most requests, and of the largest that any request takes.
    frame: int = 8192
    body: int = 16384
    max_body: int = 96 * 1024
    # Messages of a visitor in so many seconds, and chats among them.
    messages: int = 100
    chats: int = 15
    per_seconds: float = 20.0
    # Visitors that are as busy as that behind one address: a household, a club, a school.
    visitors: int = 10
    # Malformed messages in a row after which a socket is closed.
    malformed: int = 5
    # Connections that an address may have open, whatever it does with them, and all addresses together.
    connections: int = 400
    total_connections: int = 10_000
    # A minute, for an address. A first visit takes some forty requests; then the browser has the files.
    new_connections: int = 1500
    new_sockets: int = 300
    requests: int = 3000
    computations: int = 300
    new_tables: int = 30
    logins: int = 10
    new_reviews: int = 10
    exports: int = 5
    invitations: int = 20
    subscriptions: int = 30
    reports: int = 5
    # Per address and hour: mails that ask for a confirmation, and studies, which are kept and may be large.
    mail_confirmations: int = 10
    new_studies: int = 120
    # Open tables of one address in the lobby.
    listed: int = 10

    def rates(self) -> dict[str, RateLimit]:
        """By the names that the server counts them under; `address_…` are for all visitors of an address together."""
        a_minute = (
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
        rates = {name: RateLimit(getattr(self, name), 60.0) for name in a_minute}
        rates |= {name: RateLimit(getattr(self, name), 3600.0) for name in ("mail_confirmations", "new_studies")}
        for name, whole in (("computations", self.requests), ("new_connections", self.connections and self.requests)):
            rates[name] = RateLimit(min(getattr(self, name), whole), 60.0)
        for name, most in (("messages", self.messages), ("chats", min(self.chats, self.messages))):
            rates[name] = RateLimit(most, self.per_seconds)
            rates[f"address_{name}"] = RateLimit(most * self.visitors, self.per_seconds)
        return rates


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
    # Processes for replays and other work that requests ask for; 0: threads of the server itself.
    request_workers: int = 1
    retention: RetentionPolicy = field(default_factory=RetentionPolicy)
    # Seconds from a signal to stop until connections are closed; /readyz says so meanwhile.
    drain: float = 0.0
    push: PushSettings = field(default_factory=PushSettings)
    mail: MailSettings | None = None
    limits: ServerLimits = field(default_factory=ServerLimits)
