"""Limits that processes share: exact under contention, and released when a process dies."""

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from hanabi.server.rate_limits import RateLimit, RateLimiter
from hanabi.server.workers import shared_counters
from hanabi.server.workers.shared_counters import NOT_ACCEPTING, WAYS, SharedCounters

FORK = multiprocessing.get_context("fork")


@pytest.fixture
def counters() -> Iterator[SharedCounters]:
    shared = SharedCounters.create(3)
    yield shared
    shared.close()


def worker(counters: SharedCounters, column: int) -> SharedCounters:
    return SharedCounters(os.dup(counters.descriptor), column)


def allow(counters: SharedCounters, name: str, key: str, limit: int, per_seconds: float) -> bool:
    return RateLimiter({name: RateLimit(limit, per_seconds)}, counters).allow(name, key)


def in_processes(target: Any, *arguments: tuple[Any, ...]) -> list[Any]:
    results = FORK.SimpleQueue()
    processes = [FORK.Process(target=lambda values=values: results.put(target(*values))) for values in arguments]
    for process in processes:
        process.start()
    gathered = [results.get() for _ in processes]
    for process in processes:
        process.join()
    return gathered


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait long for locks, because counts are exact only with the lock."""
    monkeypatch.setattr(shared_counters, "LOCK_TIMEOUT", 60.0)


@pytest.mark.usefixtures("patient")
def test_a_limit_holds_for_all_processes_together(counters: SharedCounters) -> None:
    def ask(column: int) -> int:
        own = worker(counters, column)
        return sum(allow(own, "tables", "192.0.2.1", 50, 3600.0) for _ in range(200))

    assert sum(in_processes(ask, (0,), (1,), (2,))) == 50


@pytest.mark.usefixtures("patient")
def test_connections_are_counted_exactly_under_contention(counters: SharedCounters) -> None:
    def come_and_go(column: int) -> int:
        own = worker(counters, column)
        entered = 0
        for _ in range(500):
            entered += all([own.enter("sockets", "192.0.2.1", 2000), own.enter("sockets", "192.0.2.1", 2000)])
            own.leave("sockets", "192.0.2.1")
        return entered

    assert in_processes(come_and_go, (0,), (1,)) == [500, 500]
    third = worker(counters, 2)
    assert not third.enter("sockets", "192.0.2.1", 1000)
    assert third.enter("sockets", "192.0.2.1", 1001)


def test_a_limit_refills(counters: SharedCounters, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert [allow(counters, "logins", "a", 3, 60.0) for _ in range(4)] == [True, True, True, False]
    assert allow(counters, "logins", "b", 3, 60.0)
    assert allow(counters, "tables", "a", 3, 60.0)
    now += 20.0
    assert [allow(counters, "logins", "a", 3, 60.0) for _ in range(2)] == [True, False]
    now += 3600.0
    assert [allow(counters, "logins", "a", 3, 60.0) for _ in range(4)] == [True, True, True, False]


def test_a_cell_is_free_again_when_its_limit_has_refilled(
    counters: SharedCounters, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The size is fixed: a set remembers the newest of its keys, and old keys cost nothing."""
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(shared_counters, "RATE_SETS", 1)
    for number in range(WAYS):
        assert allow(counters, "tables", f"old {number}", 1, 60.0)
    now += 61.0
    for number in range(WAYS):
        assert allow(counters, "tables", f"new {number}", 1, 60.0)
    assert not any(allow(counters, "tables", f"new {number}", 1, 60.0) for number in range(WAYS))


def test_connections_of_a_dead_worker_no_longer_count(counters: SharedCounters) -> None:
    first, second = worker(counters, 0), worker(counters, 1)
    assert first.enter("sockets", "a", 3)
    assert first.enter("sockets", "a", 3)
    assert second.enter("sockets", "a", 3)
    assert not second.enter("sockets", "a", 3)
    counters.clear(0)
    assert [second.enter("sockets", "a", 3) for _ in range(3)] == [True, True, False]
    first.leave("sockets", "a")
    assert not second.enter("sockets", "a", 3)


def test_a_lock_is_released_when_its_process_dies(counters: SharedCounters) -> None:
    def die_with_the_lock() -> None:
        own = worker(counters, 0)
        own.enter("sockets", "a", 10)
        with own._set_of("sockets", "a"):
            os.kill(os.getpid(), signal.SIGKILL)

    process = FORK.Process(target=die_with_the_lock)
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    second = worker(counters, 1)
    assert second.enter("sockets", "a", 2)
    assert not second.enter("sockets", "a", 2)


def test_nobody_waits_forever_for_a_stopped_process(counters: SharedCounters) -> None:
    ours, theirs = FORK.Pipe()

    def hold_the_lock() -> None:
        with worker(counters, 0)._set_of("sockets", "a"):
            theirs.send("locked")
            theirs.recv()

    process = FORK.Process(target=hold_the_lock)
    process.start()
    assert ours.recv() == "locked"
    assert worker(counters, 1).enter("sockets", "a", 1)
    ours.send("go on")
    process.join()


def test_keys_without_a_cell_are_admitted_and_do_not_disturb_the_others(
    counters: SharedCounters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_counters, "CONNECTION_SETS", 1)
    own = worker(counters, 0)
    keys = [f"key {number}" for number in range(WAYS + 1)]
    assert all(own.enter("sockets", key, 1) for key in keys)
    assert not any(own.enter("sockets", key, 1) for key in keys[:WAYS])
    own.leave("sockets", keys[-1])
    own.leave("sockets", keys[0])
    assert own.enter("sockets", keys[-1], 1)
    assert not own.enter("sockets", keys[-1], 1)


def test_the_least_load_is_of_other_workers_that_accept_connections(counters: SharedCounters) -> None:
    first, second, third = (worker(counters, column) for column in range(3))
    assert first.least_load() == NOT_ACCEPTING
    first.set_load(5)
    second.set_load(7)
    third.set_load(9)
    assert (first.least_load(), second.least_load()) == (7, 5)
    first.clear_own()
    assert third.least_load() == 7


def test_a_table_keeps_its_owner_when_another_worker_starts_or_stops(counters: SharedCounters) -> None:
    first, second, third = (worker(counters, column) for column in range(3))
    tables = [f"table {number}" for number in range(300)]
    assert first.owner("table") is None
    first.set_load(0)
    second.set_load(10)
    before = {table: third.owner(table) for table in tables}
    assert {first.owner(table) for table in tables} == {0, 1}
    assert {table: second.owner(table) for table in tables} == before
    third.set_load(0)
    moved = [table for table in tables if first.owner(table) != before[table]]
    assert {first.owner(table) for table in moved} == {2}
    assert 50 < len(moved) < 150
    third.clear_own()
    assert {table: first.owner(table) for table in tables} == before
