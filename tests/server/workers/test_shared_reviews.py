"""Every worker sees the progress of reviews in other workers, and only one review runs at a time."""

import asyncio
import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanabi import Game
from hanabi.server.archive.review_queue import MAX_WAITING, ReviewJob, ReviewQueue, ReviewStatus
from hanabi.server.database import open_store
from hanabi.server.workers.shared_reviews import SharedReviews

pytestmark = pytest.mark.anyio

FORK = multiprocessing.get_context("fork")


@pytest.fixture
def shared() -> Iterator[SharedReviews]:
    reviews = SharedReviews.create(3)
    yield reviews
    reviews.close()


def worker(shared: SharedReviews, column: int) -> SharedReviews:
    return SharedReviews(os.dup(shared.descriptor), column)


def test_the_queue_of_one_worker_is_visible_to_the_others(shared: SharedReviews) -> None:
    first, second = worker(shared, 0), worker(shared, 1)
    queue = {"a": ReviewStatus("running", 0.25), "b": ReviewStatus("waiting", ahead=1)}
    first.publish(queue)
    assert second.status("a") == ReviewStatus("running", 0.25)
    assert second.status("b") == ReviewStatus("waiting", ahead=1)
    assert second.status("c") is None
    assert first.status("a") is None
    first.publish({"b": ReviewStatus("running", 0.5)})
    assert second.status("a") is None
    assert second.status("b") == ReviewStatus("running", 0.5)


def test_a_full_queue_fits(shared: SharedReviews) -> None:
    worker(shared, 2).publish({str(ahead): ReviewStatus("waiting", ahead=ahead) for ahead in range(MAX_WAITING + 5)})
    assert shared.status(str(MAX_WAITING - 1)) == ReviewStatus("waiting", ahead=MAX_WAITING - 1)
    assert shared.status(str(MAX_WAITING)) is None


def test_reviews_of_a_dead_worker_are_forgotten(shared: SharedReviews) -> None:
    worker(shared, 1).publish({"a": ReviewStatus("running", 0.5)})
    shared.clear(1)
    assert worker(shared, 0).status("a") is None


def test_one_worker_at_a_time_has_its_turn(shared: SharedReviews) -> None:
    ours, theirs = FORK.Pipe()

    def in_another_process() -> None:
        other = worker(shared, 1)
        theirs.send(other.take_turn())
        theirs.recv()
        theirs.send(other.take_turn())
        theirs.recv()
        os._exit(0)

    own = worker(shared, 0)
    assert own.take_turn()
    process = FORK.Process(target=in_another_process)
    process.start()
    assert ours.recv() is False
    own.end_turn()
    ours.send("again")
    assert ours.recv() is True
    assert not own.take_turn()
    ours.send("end")
    process.join()
    assert own.take_turn()


async def test_a_review_is_made_once_whichever_worker_is_asked(
    shared: SharedReviews, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    go_on = asyncio.Event()

    async def review(queue: ReviewQueue, job: ReviewJob) -> str:
        made.append(job.subject)
        job.progress = 0.5
        queue._publish()
        await go_on.wait()
        return "{}"

    monkeypatch.setattr(ReviewQueue, "_review", review)
    store = open_store(str(tmp_path / "tables.db"))
    await store.open()
    queues = [ReviewQueue(store, others=worker(shared, column)) for column in range(2)]
    record = Game.new(edition="pl", players=2, seed=1).record()
    await queues[0].request("game", record)
    while not made:
        await asyncio.sleep(0.01)
    seen = [await queues[1].request("game", record), await queues[1].status("game")]
    go_on.set()
    while (await queues[0].status("game")).state != "done":
        await asyncio.sleep(0.01)
    seen.append(await queues[1].status("game"))
    for queue in queues:
        queue.close()
    await store.close()
    states = [(status.state, status.progress) for status in seen]
    assert states == [("running", 0.5), ("running", 0.5), ("done", 1.0)]
    assert made == ["game"]
