"""Expensive requests: computed in another process, in turn for each address, and given up if they hang."""

import asyncio
import contextlib
import gzip
import json
import os
import time
from collections.abc import AsyncIterator

import pytest
from starlette.requests import Request

from hanabi.course.lesson import lessons
from hanabi.server.archive.documents import MAX_ACTIONS, opened_record, replay_document
from hanabi.server.http import request_workers
from hanabi.server.http.request_limits import RELEASE
from hanabi.server.http.request_workers import MAX_WAITING_PER_ADDRESS, RequestWorkers
from hanabi.server.rate_limits import RateLimit, RateLimiter
from hanabi.server.refusals import Refused

pytestmark = pytest.mark.anyio


def request_of(address: str, **headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "client": (address, 1), "headers": raw})


@contextlib.asynccontextmanager
async def request_workers_of(
    *, processes: int = 1, timeout: float = 300.0, computations: int = 0
) -> AsyncIterator[RequestWorkers]:
    limiter = RateLimiter({"computations": RateLimit(computations, 60.0)})
    workers = RequestWorkers(limiter, processes=processes, timeout=timeout)
    try:
        yield workers
    finally:
        workers.close()


def process_number() -> bytes:
    return str(os.getpid()).encode()


def refusal() -> bytes:
    raise Refused("bad_line", index=3, action="play 9")


def death() -> bytes:
    os._exit(1)


def sleep(seconds: float) -> bytes:
    time.sleep(seconds)
    return b"slept"


def text(size: int) -> bytes:
    return b"x" * size


@pytest.mark.parametrize("processes", [0, 1])
async def test_work_runs_elsewhere_and_its_refusals_come_back(processes: int) -> None:
    async with request_workers_of(processes=processes) as workers:
        ana = request_of("192.0.2.1")
        assert (int(await workers.run(ana, process_number)) == os.getpid()) is (processes == 0)
        with pytest.raises(Refused) as refused:
            await workers.run(ana, refusal)
        assert (refused.value.code, refused.value.values) == ("bad_line", {"index": 3, "action": "play 9"})


async def test_a_response_is_compressed_by_the_worker() -> None:
    async with request_workers_of(processes=0) as workers:
        packed = await workers.response(request_of("192.0.2.1", accept_encoding="br, gzip"), text, 5000)
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(bytes(packed.body)) == b"x" * 5000
        plain = await workers.response(request_of("192.0.2.1"), text, 5000)
        assert bytes(plain.body) == b"x" * 5000
        assert "content-encoding" not in plain.headers


async def test_a_process_that_dies_or_hangs_is_replaced() -> None:
    async with request_workers_of() as workers:
        ana = request_of("192.0.2.1")
        first = await workers.run(ana, process_number)
        with pytest.raises(Refused, match="busy"):
            await workers.run(ana, death)
        second = await workers.run(ana, process_number)
        assert second != first
        workers._timeout = 0.5
        with pytest.raises(Refused, match="busy"):
            await workers.run(ana, sleep, 3600)
        workers._timeout = 300.0
        assert await workers.run(ana, process_number) != second


async def test_the_start_of_a_process_does_not_count_as_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_workers, "initialize_worker", initialize_slowly)
    async with request_workers_of(timeout=1.0) as workers:
        assert await workers.run(request_of("192.0.2.1"), text, 1) == b"x"


def initialize_slowly(nice: int) -> None:
    time.sleep(1.5)


async def test_an_address_with_many_requests_waits_behind_the_others() -> None:
    async with request_workers_of(processes=0) as workers:
        answered = list[str]()

        async def ask(address: str) -> None:
            await workers.run(request_of(address), sleep, 0.01)
            answered.append(address)

        greedy = [asyncio.ensure_future(ask("192.0.2.1")) for _ in range(MAX_WAITING_PER_ADDRESS + 1)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="busy"):
            await ask("192.0.2.1")
        await ask("192.0.2.2")
        assert answered.count("192.0.2.1") <= 3
        await asyncio.gather(*greedy)


async def test_computations_are_limited_and_release_the_slot_of_the_request() -> None:
    async with request_workers_of(processes=0, computations=1) as workers:
        ana, released = request_of("192.0.2.1"), list[bool]()
        ana.scope[RELEASE] = lambda: released.append(True)
        assert await workers.run(ana, text, 1) == b"x"
        assert released == [True]
        with pytest.raises(Refused) as refused:
            await workers.run(ana, text, 1)
        assert refused.value.code == "too_many"
        assert refused.value.values["seconds"] > 1
        assert await workers.run(request_of("192.0.2.2"), text, 1) == b"x"


def test_a_game_with_too_many_actions_is_refused() -> None:
    record = lessons()[0].exercises[1].record.to_dict()
    record["actions"] = record["actions"][:1] * (MAX_ACTIONS + 1)
    for work in (opened_record, lambda text: replay_document(text, "all")):
        with pytest.raises(Refused) as refused:
            work(json.dumps(record))
        assert refused.value.code == "bad_record"
        assert "1000" in refused.value.values["detail"]
