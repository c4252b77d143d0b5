"""The objects that all request handlers share: tables, stores, limits and metrics, wired together here."""

import hmac
from typing import Any, Literal

from starlette.requests import HTTPConnection

from hanabi.server.actor import Actor
from hanabi.server.archive.archive import Archive
from hanabi.server.archive.contests.contests import Contests
from hanabi.server.archive.contests.sealed_deals import SealedDeals
from hanabi.server.archive.deals import DailyDeals
from hanabi.server.archive.puzzles import PuzzleStore
from hanabi.server.archive.ratings import Ratings
from hanabi.server.archive.review_queue import ReviewQueue
from hanabi.server.archive.studies import StudyStore
from hanabi.server.database.notices import NoticePoller
from hanabi.server.database.secrets import load_secret
from hanabi.server.http.cookies import ACCOUNT_KEY_PREFIX, CookieKeys, bearer_of, hashed
from hanabi.server.http.link_previews import LinkPreviews
from hanabi.server.http.request_workers import RequestWorkers
from hanabi.server.live.registry import TableRegistry
from hanabi.server.live.review_rooms import ReviewRooms
from hanabi.server.metrics import Metrics
from hanabi.server.notify.notifier import Notifier
from hanabi.server.people.account_data import AccountData
from hanabi.server.people.accounts import Accounts
from hanabi.server.people.calendars import CalendarFeeds
from hanabi.server.people.clubs import Clubs
from hanabi.server.people.invitations import Invitations
from hanabi.server.people.matchmaker import Matchmaker
from hanabi.server.people.moderation import Reports
from hanabi.server.people.notice_receiver import NoticeReceiver
from hanabi.server.people.profiles import Profiles
from hanabi.server.people.sanctions import Sanctions
from hanabi.server.rate_limits import ConnectionLimit, RateLimiter, network_of
from hanabi.server.settings import Settings
from hanabi.server.tasks import SharedWork


class Context:
    def __init__(self, registry: TableRegistry, settings: Settings) -> None:
        self.registry, self.settings = registry, settings
        self.state: Literal["starting", "ready", "stopping", "unhealthy"] = "starting"
        self.keys = CookieKeys(registry.store)
        self.sanctions = Sanctions(registry.store)
        self.accounts = Accounts(registry.store, self.sanctions)
        self.account_data = AccountData(registry.store)
        self.invitations = Invitations(registry.store)
        self.profiles = Profiles(registry.store)
        self.matchmaker = Matchmaker(registry)
        self.reports = Reports(registry.store)
        self.calendars = CalendarFeeds(registry.store)
        self.rooms = ReviewRooms(registry.store)
        receiver = NoticeReceiver(registry, self.accounts, self.sanctions, self.rooms)
        self.notices = NoticePoller(registry.store, receiver.receive)
        self.archive = Archive(registry.store)
        self.studies = StudyStore(registry.store)
        self.dailies = DailyDeals(registry)
        self.contests = Contests(registry)
        self.sealed_deals = SealedDeals(registry.store)
        self.clubs = Clubs(registry.store, self.contests)
        self.puzzles = PuzzleStore(registry.store)
        self.reviews = ReviewQueue(registry.store, depth=settings.review_depth)
        self.notifications = Notifier(registry, self.reviews, settings.push, settings.mail)
        self.metrics = Metrics(registry, self.rooms)
        self.shared_work = SharedWork[Any]()
        self._mark_secret: bytes | None = None
        self.limiter = RateLimiter(settings.limits.rates())
        self.workers = RequestWorkers(self.limiter, processes=settings.request_workers)
        self.ratings = Ratings(registry.store, self.workers.compute)
        self.previews = LinkPreviews(registry, self.studies, self.workers, self.sealed_deals)
        self.sockets = ConnectionLimit(settings.limits.connections)
        # Who listens to what.
        registry.when_over = self.archive.add
        if settings.request_workers:
            self.archive.when_archived = self.ratings.add
        registry.when_turn = self.notifications.turn_came
        self.accounts.when_ended = receiver.close_sessions

    async def open(self) -> None:
        """Load the bans, and start listening to other processes and operators."""
        await self.notices.open()
        await self.sanctions.load()
        self.notifications.open()
        self.rooms.open()

    async def close(self) -> None:
        await self.notices.close()
        await self.rooms.close()
        await self.notifications.close()
        self.reviews.close()
        await self.archive.close()
        await self.ratings.close()
        self.workers.close()

    def origin_of(self, request: HTTPConnection) -> str:
        """The address of this server, for links that other sites and programs get."""
        return self.settings.site or f"{request.url.scheme}://{request.headers.get('host', '')}"

    async def mark_of(self, address: str) -> str:
        """A keyed hash, stored instead of the address itself."""
        if self._mark_secret is None:
            self._mark_secret = await load_secret(self.registry.store, "address marks")
        return hmac.digest(self._mark_secret, f"address\0{network_of(address)}".encode(), "sha256").hex()[:16]

    async def actor(self, connection: HTTPConnection) -> Actor:
        """The sender of a request. A bearer token stands for one seat, a cookie for a browser and its account."""
        bearer = bearer_of(connection.headers)
        if bearer is not None:
            return Actor(hashed(bearer))
        cookie = await self.keys.of(connection)
        if cookie is None:
            return Actor(None)
        key = hashed(cookie)
        account = await self.accounts.of_key(key) if cookie.startswith(ACCOUNT_KEY_PREFIX) else None
        return Actor(key, account)
