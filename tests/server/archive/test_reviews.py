"""Reviews run in a separate process, one at a time, and are stored."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from hanabi.course.lesson import lessons
from hanabi.records import loads
from hanabi.review import review, sentences
from hanabi.server.archive.explanations import explanations
from hanabi.server.archive.review_queue import MAX_WAITING_OF_ADDRESS, WARM_UP, ReviewJob, ReviewQueue
from hanabi.server.context import Context
from hanabi.server.http.request_limits import CONCURRENT_PER_ADDRESS
from hanabi.server.refusals import Refused
from support.http_visitor import Visitor, a_finished_game, fill_seats_and_start, http_context

pytestmark = pytest.mark.anyio
# Random players lose at once: a short game to review.
SHORT = {"strikes": 1}


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    async with http_context(tmp_path) as context:
        context.reviews = ReviewQueue(context.registry.store, depth="quick")
        yield context


async def until_done(visitor: Visitor, path: str) -> tuple[dict[str, Any], list[float], list[str]]:
    """The final answer, the progress values, and the stages of the unfinished reviews."""
    seen: list[float] = []
    stages: list[str] = []
    number = 0
    for _ in range(6000):
        answer = await visitor.get(f"{path}?lang=pl&after={number}")
        seen.append(answer["progress"])
        # On a slow machine an answer can come without news.
        if answer["state"] == "running" and answer["number"] > number:
            number = answer["number"]
            stages.append(answer["review"]["stage"])
        if answer["state"] not in ("waiting", "running"):
            return answer, seen, stages
        await asyncio.sleep(0.05)
    raise AssertionError("it was never done")


async def test_a_review_is_made_once_in_the_readers_language_and_stored(context: Context) -> None:
    ana = Visitor(context)
    tables = [await a_finished_game(context, ana, deal=f"deal {number}", rules=SHORT) for number in range(2)]
    paths = [f"/api/tables/{table}/review" for table in tables]
    assert (await ana.get(paths[0]))["state"] == "none"
    asked = [(await ana.request("POST", path))[1] for path in paths]
    assert [answer["ahead"] for answer in asked] == [0, 1]
    record = loads(json.dumps(await ana.get(f"/api/tables/{tables[0]}/record")))
    answer, seen, stages = await until_done(ana, paths[0])
    assert answer["state"] == "done", answer
    assert seen == sorted(seen)
    assert stages[0] == "rough"
    assert set(stages[1:]) <= {"refining"}
    expected = review(record, depth="quick", workers=1)
    assert answer["review"] | {"winnable": ""} == json.loads(expected.dumps()) | {"winnable": ""}
    assert answer["review"]["winnable"] in ("yes", "no", "unknown")
    assert len(answer["moves"]) == len(answer["sentences"]["turns"]) == len(record.actions)
    assert answer["sentences"]["summary"][0] == sentences(expected, "pl").summary[0]
    assert (await until_done(ana, paths[1]))[0]["state"] == "done"
    context.reviews.close()
    context.reviews = ReviewQueue(context.registry.store, depth="quick")
    assert (await ana.get(f"{paths[0]}?lang=pl"))["review"] == answer["review"]
    assert (await ana.request("POST", paths[0]))[1]["state"] == "done"
    assert await ana.refused("GET", f"{paths[0]}?lang=xx") == "malformed"
    assert await ana.refused("GET", f"{paths[0]}?lang=en&after=x") == "malformed"


async def test_a_worker_that_dies_fails_one_review_and_the_next_gets_another(context: Context) -> None:
    ana = Visitor(context)
    path = f"/api/tables/{await a_finished_game(context, ana, rules=SHORT)}/review"
    await ana.request("POST", path)
    while context.reviews._process is None:
        await asyncio.sleep(0.01)
    context.reviews._process.kill()
    assert (await until_done(ana, path))[0]["state"] == "failed"
    assert (await ana.request("POST", path))[1]["state"] in ("waiting", "running")
    context.reviews.idle_after = 0.01
    while context.reviews._process is None:
        await asyncio.sleep(0.01)
    worker = context.reviews._process
    assert (await until_done(ana, path))[0]["state"] == "done"
    # A compiled judge is large: the process ends when nobody needs it.
    await asyncio.to_thread(worker.join, 30)
    assert not worker.is_alive()


async def test_a_warm_up_compiles_and_stores_nothing(context: Context) -> None:
    ana = Visitor(context)
    path = f"/api/tables/{await a_finished_game(context, ana, rules=SHORT)}/review"
    context.reviews.warm_up()
    context.reviews.warm_up()
    assert (await ana.request("POST", path))[1]["ahead"] == 1
    assert (await until_done(ana, path))[0]["state"] == "done"
    assert (await context.reviews.status(WARM_UP)).state == "none"


async def test_only_finished_games_with_moves_are_reviewed(context: Context) -> None:
    ana = Visitor(context)
    table = (await ana.post("/api/tables", {"options": {"seats": 2}}))["table"]
    await fill_seats_and_start(context, table)
    for method in ("GET", "POST"):
        assert await ana.refused(method, f"/api/tables/{table}/review") == "running"
    study = (await ana.post("/api/open", {"text": "p2v0s1"}))["study"]
    assert await ana.refused("POST", f"/api/studies/{study}/review") == "nothing_to_review"


async def test_moves_of_a_finished_game_are_explained(context: Context) -> None:
    ana = Visitor(context)
    table = await a_finished_game(context, ana, deal="explanations")
    record = loads(json.dumps(await ana.get(f"/api/tables/{table}/record")))
    answer = await ana.get(f"/api/tables/{table}/reasons?lang=nb")
    assert [[tuple(explanation.values()) for explanation in one] for one in answer["actions"]] == [
        [(explanation.seat, explanation.sentence) for explanation in one] for one in explanations(record, "nb")
    ]
    assert (await ana.request("GET", f"/api/tables/{table}/reasons?lang=tlh"))[0] == 400


async def test_waiting_for_a_review_delays_no_other_request(context: Context) -> None:
    class EndlessReviews(ReviewQueue):
        async def _review(self, job: ReviewJob) -> str:
            await asyncio.Event().wait()
            raise AssertionError

    context.reviews = EndlessReviews(context.registry.store)
    ana = Visitor(context)
    path = f"/api/tables/{await a_finished_game(context, ana)}/review"
    await ana.request("POST", path)
    while (await ana.get(path))["state"] != "running":
        await asyncio.sleep(0.01)
    waiting = [asyncio.ensure_future(ana.get(f"{path}?after=0")) for _ in range(2 * CONCURRENT_PER_ADDRESS)]
    await asyncio.sleep(0)
    await ana.get("/api/me")
    assert not any(request.done() for request in waiting)
    for request in waiting:
        request.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    context.reviews.close()


async def test_addresses_take_turns_and_none_can_fill_the_queue(context: Context) -> None:
    class InstantReviews(ReviewQueue):
        """Notes the order instead of reviewing, once it may."""

        order: list[str]
        may_begin: asyncio.Event

        async def _review(self, job: ReviewJob) -> str:
            await self.may_begin.wait()
            self.order.append(job.subject)
            return "{}"

    queue = InstantReviews(context.registry.store)
    queue.order, queue.may_begin = [], asyncio.Event()
    record = lessons()[0].exercises[1].record
    for number in range(MAX_WAITING_OF_ADDRESS):
        await queue.request(f"g{number}", record, "greedy")
    with pytest.raises(Refused, match="too_many"):
        await queue.request("more", record, "greedy")
    await queue.request("a1", record, "ana")
    await queue.request("b1", record, "bo")
    assert queue._order()[:3] == ["g0", "a1", "b1"]
    queue.may_begin.set()
    while queue._waiting:
        await asyncio.sleep(0.01)
    assert queue.order == ["g0", "a1", "b1", "g1", "g2", "g3", "g4"]
    await queue.request("more", record, "greedy")
    queue.close()
