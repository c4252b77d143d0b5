"""What all request handlers share: the tables, the stores beside them, the limits and the metrics."""

import hmac
from typing import Any, Literal

from starlette.requests import HTTPConnection

from hanabi.rules.cards import Card
from hanabi.tables.account_data import AccountData
from hanabi.tables.accounts import Accounts
from hanabi.tables.command_handlers import Actor
from hanabi.tables.finished.archive import Archive
from hanabi.tables.finished.deals import DailyDeals, server_secret
from hanabi.tables.finished.review_queue import ReviewQueue
from hanabi.tables.finished.studies import StudyStore
from hanabi.tables.live.notice_receiver import NoticeReceiver
from hanabi.tables.live.registry import TableRegistry
from hanabi.tables.notices import NoticePoller
from hanabi.tables.sanctions import Sanctions
from hanabi.web.identity import ACCOUNT_MARK, bearer_of, hashed
from hanabi.web.metrics import Metrics
from hanabi.web.rate_limits import ConnectionLimit, TokenBuckets
from hanabi.web.settings import Settings
from hanabi.web.visitor_keys import VisitorKeys


class Context:
    def __init__(self, registry: TableRegistry, settings: Settings) -> None:
        self.registry, self.settings = registry, settings
        self.state: Literal["starting", "ready", "stopping", "unhealthy"] = "starting"
        self.keys = VisitorKeys(registry.store)
        self.sanctions = Sanctions(registry.store)
        self.accounts = Accounts(registry.store, self.sanctions)
        self.account_data = AccountData(registry.store)
        receiver = NoticeReceiver(registry, self.accounts, self.sanctions)
        self.notices = NoticePoller(registry.store, receiver.receive)
        self.archive = Archive(registry)
        self.studies = StudyStore(registry.store)
        self.dailies = DailyDeals(registry)
        self.reviews = ReviewQueue(registry.store, depth=settings.review_depth)
        self.metrics = Metrics(registry)
        self._mark_secret: bytes | None = None
        limits = settings.limits
        self.connections = ConnectionLimit(limits.connections)
        self.new_tables = TokenBuckets(limits.new_tables, 60.0)
        self.new_studies = TokenBuckets(limits.new_studies, 60.0)
        self.new_reviews = TokenBuckets(limits.new_reviews, 60.0)
        self.logins = TokenBuckets(limits.logins, 60.0)
        self.exports = TokenBuckets(limits.exports, 60.0)
        self.reports = TokenBuckets(limits.reports, 60.0)

    async def open(self) -> None:
        """Read who is banned, and listen to what other processes and operators do."""
        await self.notices.open()
        await self.sanctions.load()

    async def close(self) -> None:
        await self.notices.close()
        self.reviews.close()
        await self.archive.close()

    async def mark_of(self, address: str) -> str:
        """Stands for an address where the address itself is not to be stored."""
        if self._mark_secret is None:
            self._mark_secret = await server_secret(self.registry.store, "address marks")
        return hmac.digest(self._mark_secret, f"address\0{address}".encode(), "sha256").hex()[:16]

    async def actor(self, connection: HTTPConnection) -> Actor:
        """Who sends a request: a bearer token stands for one seat, a cookie for a browser and its account if any."""
        bearer = bearer_of(connection.headers)
        if bearer is not None:
            return Actor(hashed(bearer))
        cookie = await self.keys.of(connection)
        if cookie is None:
            return Actor(None)
        key = hashed(cookie)
        account = await self.accounts.of_key(key) if cookie.startswith(ACCOUNT_MARK) else None
        return Actor(key, account)


def plain_values(values: dict[str, Any]) -> dict[str, Any]:
    """The values of a refusal as JSON can hold them."""
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value
