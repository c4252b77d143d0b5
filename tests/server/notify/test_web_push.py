"""Web Push to a push service of our own, which verifies signatures and decrypts: turns, invitations, refusals."""

import asyncio
import base64
import contextlib
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hanabi.server.archive.review_queue import ReviewJob, ReviewQueue
from hanabi.server.context import Context
from hanabi.server.database import Connected
from hanabi.server.notify.push import (
    PushMessage,
    PushQueue,
    PushRefused,
    PushTransport,
    checked_endpoint,
    domain_of,
    is_known_service,
    is_public_address,
)
from hanabi.server.notify.queue import MAX_WAITING
from hanabi.server.notify.settings import PushSettings
from hanabi.server.notify.web_push import BrowserKeys, ServerKeys, from_base64, to_base64
from hanabi.server.people.preferences import NotificationPreferences, QuietHours
from support.http_visitor import Visitor, a_finished_game, fill_seats_and_start, http_context, play_some
from support.push_service import PushService
from support.waiting import until

pytestmark = pytest.mark.anyio

FAST = PushSettings(contact="mailto:ops@cards.example", delay=0.0, interval=0.02, first_pause=0.02, anywhere=True)
PASSWORD = "correct horse"


@contextlib.asynccontextmanager
async def push_service(context: Context, status: int = 201) -> AsyncIterator[PushService]:
    service = PushService(status)
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    service.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    service.key = (await context.notifications.push.keys()).public
    yield service
    server.close()


@contextlib.asynccontextmanager
async def push_context(folder: Path, push: PushSettings = FAST) -> AsyncIterator[Context]:
    async with http_context(folder, push=push, logins=0, subscriptions=0) as context:
        context.notifications.open()
        yield context


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    async with push_context(tmp_path) as context:
        yield context


async def subscribed(visitor: Visitor, service: PushService, **preferences: Any) -> str:
    status, answer = await visitor.request("PUT", "/api/push", service.subscription(**preferences))
    assert status == 200, answer
    return str(answer["subscription"])


async def a_running_game(context: Context, host: Visitor) -> Any:
    """The host sits at seat 1, so the game begins with somebody else's turn."""
    opened = await host.post("/api/tables", {"name": "Ana", "at": 1, "options": {"seats": 2}})
    return await fill_seats_and_start(context, opened["table"])


async def test_a_player_who_is_away_gets_one_encrypted_signed_push_per_turn(context: Context) -> None:
    async with push_service(context) as service:
        ana = Visitor(context)
        live = await a_running_game(context, ana)
        key = (await ana.get("/api/push"))["key"]
        assert from_base64(key) == service.key
        assert len(service.key) == 65
        await subscribed(ana, service, language="pl")
        await play_some(live, 1)
        await until(lambda: len(service.received) == 1)
        (told,) = service.received
        assert told["title"] == "Twoja tura"
        assert told["path"] == f"/t/{live.table.id}"
        assert set(told) == {"title", "body", "path", "tag"}
        context.registry.when_turn(live)
        await context.notifications.send_due()
        assert context.notifications.push.queue.waiting == 0, "once per turn"


async def test_players_who_are_there_or_do_not_want_it_get_no_push(tmp_path: Path) -> None:
    async with push_context(tmp_path, replace(FAST, interval=3600.0)) as context, push_service(context) as service:
        ana, tell = Visitor(context), context.notifications.send_due
        live = await a_running_game(context, ana)
        await subscribed(ana, service, turns=False)
        await play_some(live, 1)
        await tell()
        await subscribed(ana, service)
        live.clients.state_writer.connected = Connected(frozenset({1}))
        await play_some(live, 2)
        await tell()
        live.clients.state_writer.connected = Connected()
        await play_some(live, 1)
        await tell()
        assert context.notifications.push.queue.waiting == 0
        await play_some(live, 1)
        await tell()
        await until(lambda: len(service.received) == 1)


async def test_a_player_who_leaves_during_the_turn_gets_a_push(tmp_path: Path) -> None:
    """A phone is put away: its connection ends some time after the turn began."""
    async with push_context(tmp_path, replace(FAST, interval=3600.0)) as context, push_service(context) as service:
        ana, registry = Visitor(context), context.registry
        live = await a_running_game(context, ana)
        await subscribed(ana, service)
        live.clients.state_writer.connected = Connected(frozenset({1}))
        await play_some(live, 1)
        await context.notifications.send_due()
        assert context.notifications.push.queue.waiting == 0
        for _ in range(2):
            registry.presence_changed(live)
            await registry._publish_changes()
        assert live.clients.state_writer.connected == Connected()
        await context.notifications.send_due()
        await until(lambda: len(service.received) == 1)


async def test_an_invitation_is_pushed_and_signing_out_ends_it(context: Context) -> None:
    async with push_service(context) as service:
        ana, bo = Visitor(context), Visitor(context)
        await subscribed(bo, service)
        for visitor, name in ((ana, "Ana"), (bo, "Bo")):
            await visitor.post("/api/account/register", {"name": name, "password": PASSWORD})
        played = (await ana.post("/api/tables", {"name": "Ana", "options": {"seats": 3}}))["table"]
        await bo.post(f"/api/tables/{played}/sit", {"name": "Bo"})
        await context.registry._save_summaries()
        table = (await ana.post("/api/tables", {"name": "Ana"}))["table"]
        wish = {"partner": {"table": played, "seat": 1}}
        await ana.post(f"/api/tables/{table}/invitations", wish)
        await until(lambda: len(service.received) == 1)
        assert service.received[0]["title"] == "Ana invites you"
        await bo.post("/api/account/logout")
        other = (await ana.post("/api/tables", {"name": "Ana"}))["table"]
        await ana.post(f"/api/tables/{other}/invitations", wish)
        await asyncio.sleep(0.2)
        assert len(service.received) == 1


async def test_everybody_who_asked_for_a_review_gets_a_push_when_it_is_ready(context: Context) -> None:
    class WaitingReviews(ReviewQueue):
        """Reviews are ready when the test says so: real ones take long and are tested elsewhere."""

        ready = asyncio.Event()

        async def _review(self, job: ReviewJob) -> str:
            await self.ready.wait()
            return "{}"

    reviews = context.reviews = context.notifications._reviews = WaitingReviews(context.registry.store)
    async with push_service(context) as service, push_service(context) as other:
        ana, bo, cy = Visitor(context), Visitor(context), Visitor(context)
        table = await a_finished_game(context, ana, 2, rules={"strikes": 1})
        await subscribed(ana, service, language="es")
        await subscribed(bo, other)
        await subscribed(cy, other, endpoint=f"{other.address}/push/cy")
        for visitor in (ana, bo):
            assert (await visitor.request("POST", f"/api/tables/{table}/review"))[0] == 202
        await asyncio.sleep(0.3)
        assert service.received == other.received == []
        reviews.ready.set()
        await until(lambda: bool(service.received and other.received))
        assert [(told["title"], told["path"]) for told in service.received] == [
            ("Tu análisis está listo", f"/review/table/{table}")
        ]
        await context.notifications.send_due()
        assert len(other.received) == 1, "once, and nobody who only looks"


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_is_gone_is_forgotten(context: Context, status: int) -> None:
    async with push_service(context, status) as service:
        ana = Visitor(context)
        live = await a_running_game(context, ana)
        number = await subscribed(ana, service)
        await play_some(live, 1)
        await until(lambda: service.requests == 1)
        await play_some(live, 2)
        await asyncio.sleep(0.2)
        assert service.requests == 1
        assert await ana.refused("DELETE", f"/api/push/{number}") == "no_such_subscription"


async def test_a_dead_push_service_delays_no_move_and_its_messages_are_bounded(tmp_path: Path) -> None:
    """It accepts connections and never answers."""
    async with push_context(tmp_path, PushSettings(delay=0.0, interval=0.02, timeout=0.5, anywhere=True)) as context:
        silent = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        service = PushService()
        service.address = f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}"
        ana = Visitor(context)
        live = await a_running_game(context, ana)
        await subscribed(ana, service)
        queue, message = context.notifications.push.queue, None
        for _ in range(10):
            await play_some(live, 2)
        assert live.table.actions == 20
        keys = BrowserKeys(from_base64(service.subscription()["keys"]["p256dh"]), service.auth)
        message = PushMessage("x", f"{service.address}/x", keys, b"{}", "t")
        for _ in range(MAX_WAITING + 100):
            queue.put(message)
        assert queue.waiting <= MAX_WAITING
        assert queue.dropped >= 90
        await play_some(live, 1)
        silent.close()


async def test_a_service_that_fails_is_tried_again_and_left_alone_meanwhile() -> None:
    statuses, gone = [503, 429, 201], []

    class Transport(PushTransport):
        async def post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
            return statuses.pop(0)

    async def keys() -> ServerKeys:
        return ServerKeys(bytes(32), "mailto:a@b.example")

    async def forget(number: str) -> None:
        gone.append(number)

    service = PushService()
    service.address = "https://push.example"
    wish = service.subscription()
    queue = PushQueue(Transport(), keys, forget, first_pause=0.01)
    browser = BrowserKeys(from_base64(wish["keys"]["p256dh"]), service.auth)
    queue.put(PushMessage("x", wish["endpoint"], browser, b"{}", "t"))
    await until(lambda: queue.sent == 1)
    assert (statuses, gone) == ([], [])
    await queue.close()


async def test_services_that_never_answer_hold_up_nobody_else() -> None:
    """A wildcard domain has any number of names, and an attacker any number of owners."""
    held: list[str] = []

    class Transport(PushTransport):
        async def post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
            if "tarpit" in endpoint:
                held.append(endpoint)
                await asyncio.Event().wait()
            return 201

    async def keys() -> ServerKeys:
        return ServerKeys(bytes(32), "mailto:a@b.example")

    async def forget(_: str) -> None:
        raise AssertionError

    wish = PushService().subscription()
    queue = PushQueue(Transport(), keys, forget)
    browser = BrowserKeys(from_base64(wish["keys"]["p256dh"]), PushService().auth)

    def put(endpoint: str, owner: str) -> None:
        queue.put(PushMessage("x", endpoint, browser, b"{}", "t", owner))

    for number in range(100):
        put(f"https://n{number}.tarpit.example/x", f"attacker {number}")
        put(f"https://tarpit{number}.example/x", "one attacker")
    put("https://updates.push.services.mozilla.com/x", "Ana")
    put("https://push.honest.example/x", "Bo")
    await until(lambda: queue.sent == 2)
    assert len(held) == 2, "one message per domain, and one per owner"
    await queue.close()


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("a.b.evil.example", "evil.example"),
        ("evil.example", "evil.example"),
        ("a.b.evil.co.uk", "evil.co.uk"),
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::1"),
    ],
)
def test_names_of_a_domain_belong_together(host: str, domain: str) -> None:
    assert domain_of(host) == domain
    assert not is_known_service(host)
    assert is_known_service("fcm.googleapis.com")
    assert not is_known_service("evilfcm.googleapis.com.example")


REFUSED = [
    "http://push.example/x",
    "https://127.0.0.1/x",
    "https://10.1.2.3/x",
    "https://[::1]/x",
    "https://169.254.169.254/latest",
    "https://100.64.0.1/x",
    "https://224.0.0.1/x",
    "https://[::ffff:127.0.0.1]/x",
    "https://[64:ff9b::a00:1]/x",
    "https://[2002:7f00:1::]/x",
    "https://[fec0::1]/x",
    "https://push.example:8443/x",
    "https://user@push.example/x",
    "https://push.example/a b",
    "https://push.example/\r\nX: y",
    "ftp://push.example/x",
    "https:///x",
    "https://[",
]


@pytest.mark.parametrize("endpoint", REFUSED)
def test_only_public_https_endpoints_are_taken(endpoint: str) -> None:
    with pytest.raises(PushRefused):
        checked_endpoint(endpoint)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_the_open_internet_is_public_also_behind_a_gateway(address: str) -> None:
    assert is_public_address(address)


async def test_a_name_that_leads_to_a_private_address_is_not_connected_to() -> None:
    with pytest.raises(PushRefused):
        await PushTransport().post("https://localhost/x", {}, b"")


async def test_a_name_server_that_does_not_answer_delays_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = threading.Event()

    def silent(*_: object, **__: object) -> list[Any]:
        answers.wait(60)
        return []

    monkeypatch.setattr("socket.getaddrinfo", silent)
    transport = PushTransport(timeout=0.05)
    for number in range(40):
        with pytest.raises((TimeoutError, OSError)):
            await transport.post(f"https://name{number}.example/x", {}, b"")
    looking = [thread for thread in threading.enumerate() if thread.name == "hanabi-names"]
    assert 0 < len(looking) <= 16
    assert all(thread.daemon for thread in looking)
    assert await asyncio.wait_for(asyncio.to_thread(lambda: "others work"), 10) == "others work"
    answers.set()


async def test_subscriptions_that_no_browser_sends_are_refused(tmp_path: Path) -> None:
    async with push_context(tmp_path, PushSettings()) as context:
        ana, service = Visitor(context), PushService()
        service.address = "https://push.example"
        good = service.subscription()
        bad_key = base64.urlsafe_b64encode(bytes(65)).rstrip(b"=").decode()
        for body in (
            good | {"endpoint": "https://127.0.0.1/x"},
            good | {"keys": good["keys"] | {"p256dh": bad_key}},
            good | {"keys": good["keys"] | {"auth": to_base64(bytes(15))}},
            good | {"language": "xx"},
            good | {"quiet": {"start": 0, "until": 60, "timezone": "../etc/passwd"}},
        ):
            assert await ana.refused("PUT", "/api/push", body) == "malformed", body
        number = (await ana.request("PUT", "/api/push", good))[1]["subscription"]
        assert await Visitor(context).refused("DELETE", f"/api/push/{number}") == "no_such_subscription"
        assert (await ana.request("DELETE", f"/api/push/{number}"))[0] == 204


def test_quiet_hours_go_by_the_clock_where_the_browser_is() -> None:
    night = NotificationPreferences(quiet=QuietHours(22 * 60, 7 * 60, "Europe/Warsaw"))

    def at(hour: int, minute: int = 0) -> float:
        return night.quiet_for(datetime(2026, 1, 5, hour, minute, tzinfo=UTC))

    assert at(20, 59) == 0
    assert at(21) == 9 * 3600
    assert at(5, 30) == 30 * 60
    assert at(6) == 0
    assert NotificationPreferences().quiet_for(datetime.now(UTC)) == 0


async def test_the_key_stays_the_same_after_a_restart(tmp_path: Path) -> None:
    keys: list[str] = []
    for _ in range(2):
        async with push_context(tmp_path) as context:
            keys.append((await Visitor(context).get("/api/push"))["key"])
    assert keys[0] == keys[1]
