"""Limits per address: a new connection does not reset them, and they refill over time."""

import asyncio
from typing import cast

import pytest

from hanabi.server.fair_queue import FairQueue, QueueFull
from hanabi.server.net.connection_limits import AbortableConnection, ConnectionLimits
from hanabi.server.rate_limits import (
    NETWORKS_PER_SITE,
    ConnectionLimit,
    RateLimit,
    RateLimiter,
    network_of,
)
from hanabi.server.settings import ServerLimits

pytestmark = pytest.mark.anyio


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr("hanabi.server.rate_limits.time.monotonic", lambda: now[0])
    return now


def test_a_limit_is_used_up_and_refills(clock: list[float]) -> None:
    limiter = RateLimiter({"chats": RateLimit(3, 6.0)})
    assert [limiter.allow("chats", "ana") for _ in range(5)] == [True, True, True, False, False]
    assert limiter.allow("chats", "bo")
    assert limiter.retry_after("chats", "ana") == pytest.approx(1.0)
    clock[0] += 2.0
    assert [limiter.allow("chats", "ana") for _ in range(2)] == [True, False]
    clock[0] += 100.0
    assert [limiter.allow("chats", "ana") for _ in range(4)] == [True, True, True, False]


def test_names_are_counted_separately_and_zero_is_no_limit(clock: list[float]) -> None:
    limiter = RateLimiter({"chats": RateLimit(1, 1.0), "moves": RateLimit(1, 1.0), "tables": RateLimit(0, 1.0)})
    assert limiter.allow("chats", "ana")
    assert limiter.allow("moves", "ana")
    assert all(limiter.allow("tables", "ana") for _ in range(100))
    assert all(limiter.allow("unheard of", "ana") for _ in range(100))


def test_a_limiter_holds_a_bounded_number_of_addresses(clock: list[float]) -> None:
    limiter = RateLimiter({"requests": RateLimit(1, 1.0)}, max_keys=10)
    for number in range(1000):
        assert limiter.allow("requests", str(number))
    assert len(limiter._used_until) == 10
    assert not limiter.allow("requests", "999")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_a_subscriber_is_an_ipv4_address_or_an_ipv6_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_connections_are_counted_until_they_leave() -> None:
    limit = ConnectionLimit(2)
    assert [limit.enter("ana") for _ in range(3)] == [True, True, False]
    assert limit.enter("bo")
    limit.leave("ana")
    assert limit.enter("ana")
    for _ in range(5):
        limit.leave("ana")
    limit.leave("bo")
    assert not limit._open


def test_the_many_networks_of_one_site_are_limited_together(clock: list[float]) -> None:
    limiter, connections = RateLimiter({"logins": RateLimit(10, 60.0)}), ConnectionLimit(4)
    networks = [network_of(f"2001:db8:5:{number:x}::1") for number in range(1000)]
    assert sum(limiter.allow("logins", network) for network in networks) == 10 * NETWORKS_PER_SITE
    assert limiter.allow("logins", network_of("2001:db8:6::1")), "another site"
    inside = [network for network in networks for _ in range(2) if connections.enter(network)]
    assert len(inside) == 4 * NETWORKS_PER_SITE
    for network in inside:
        connections.leave(network)
    assert connections.enter(networks[-1])
    limits = ConnectionLimits(400, 100, 65_536)
    addresses = [(cast(AbortableConnection, object()), f"2001:db8:7:{number:x}::1") for number in range(1000)]
    for connection, address in addresses:
        if limits.enter(connection, address):
            limits.replace(connection, connection)
    assert len(limits) == 50, "half of all"


def test_an_address_has_the_limits_of_several_visitors() -> None:
    rates = ServerLimits(messages=100, visitors=10).rates()
    assert rates["address_messages"].limit == 10 * rates["messages"].limit
    assert ServerLimits(messages=0).rates()["chats"].limit == 0


async def test_clients_are_served_round_robin() -> None:
    queue, done = FairQueue(slots=2, slots_per_key=1, max_waiting_per_key=9, max_waiting=20), list[str]()

    async def work(key: str) -> None:
        async with queue.slot(key):
            await asyncio.sleep(0)
            done.append(key)

    await asyncio.gather(*(work(key) for key in ["greedy"] * 8 + ["ana", "bo", "ana"]))
    assert not queue._waiting
    assert not queue._running
    assert sorted(done) == ["ana"] * 2 + ["bo"] + ["greedy"] * 8
    assert max(position for position, key in enumerate(done) if key != "greedy") <= 5


async def test_a_full_queue_first_refuses_the_clients_that_filled_it() -> None:
    queue = FairQueue(slots=1, slots_per_key=1, max_waiting_per_key=2, max_waiting=3)
    await queue.acquire("greedy")
    waiting = [asyncio.ensure_future(queue.acquire("greedy")) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(QueueFull):
        await queue.acquire("greedy")
    other = asyncio.ensure_future(queue.acquire("ana"))
    await asyncio.sleep(0)
    with pytest.raises(QueueFull):
        await queue.acquire("bo")
    waiting[0].cancel()
    await asyncio.gather(waiting[0], return_exceptions=True)
    queue.release("greedy")
    await waiting[1]
    queue.release("greedy")
    await other
    queue.release("ana")
    assert not queue._running
    assert queue._count == 0
