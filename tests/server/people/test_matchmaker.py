"""Matchmaking: strangers with the same wish meet, across processes too, and nobody waits in vain."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import given, strategies as st
from sqlalchemy import select, update

from hanabi.server.context import Context
from hanabi.server.database.schema import seekers
from hanabi.server.people import matchmaker
from hanabi.server.people.matchmaker import ANY, BOTS_AFTER, Seeker, groups_of
from hanabi.server.people.retention import RetentionPolicy, retain
from support.http_visitor import Visitor, http_context, signed_up

pytestmark = pytest.mark.anyio
NOW = 10_000.0


def seeker(owner: str, **wish: Any) -> Seeker:
    waited = wish.pop("waited", 0.0)
    given_wish = {"players": 3, "pace": "relaxed", "language": "en", "level": 1500.0, "bots_at": None, **wish}
    return Seeker(owner=owner, since=NOW - waited, **given_wish)


def names(waiting: list[Seeker], apart: Any = ()) -> list[tuple[str, int]]:
    return [("".join(one.owner for one in people), seats) for people, seats in groups_of(waiting, NOW, apart)]


def test_people_with_the_same_wish_play_together() -> None:
    assert names([seeker("a"), seeker("b")]) == []
    assert names([seeker("a"), seeker("b"), seeker("c", players=ANY), seeker("d", players=2)]) == [("abc", 3)]
    assert names([seeker("a", players=ANY), seeker("b", players=ANY)]) == [("ab", 2)]
    assert names([seeker("a", players=2, pace="slow"), seeker("b", players=2)]) == []


def test_a_longer_wait_makes_language_and_level_matter_less() -> None:
    far = {"players": 2, "level": 2300.0}
    assert names([seeker("a", players=2), seeker("b", **far)]) == []
    assert names([seeker("a", players=2, waited=40), seeker("b", **far)]) == []
    assert names([seeker("a", players=2, waited=40), seeker("b", waited=40, **far)]) == [("ab", 2)]
    polish = {"players": 2, "language": "pl"}
    assert names([seeker("a", players=2), seeker("b", **polish)]) == []
    assert names([seeker("a", players=2, waited=30), seeker("b", waited=30, **polish)]) == [("ab", 2)]


def test_bots_take_the_seats_of_those_who_want_them() -> None:
    waited = {"waited": BOTS_AFTER, "bots_at": NOW}
    assert names([seeker("a", **waited)]) == [("a", 3)]
    assert names([seeker("a", players=ANY, **waited)]) == [("a", 3)]
    assert names([seeker("a", waited=BOTS_AFTER)]) == []
    # Another person who would take bots later comes along; one who wants people only does not.
    assert names([seeker("a", **waited), seeker("b", bots_at=NOW + 50)]) == [("ab", 3)]
    assert names([seeker("a", **waited), seeker("b")]) == [("a", 3)]


def test_people_who_are_kept_apart_do_not_meet() -> None:
    waiting = [seeker("a", players=2, level=1500.0), seeker("b", players=2, level=1501.0)]
    assert names(waiting, {frozenset("ab")}) == []
    assert names([*waiting, seeker("c", players=2, level=1502.0)], {frozenset("ab")}) == [("bc", 2)]


@given(st.integers(0, 2**32))
def test_groups_keep_every_promise(seed: int) -> None:
    chance = random.Random(seed)
    waiting = [
        seeker(
            str(number),
            players=chance.choice([ANY, 2, 3, 4, 5]),
            pace=chance.choice(["quick", "slow"]),
            language=chance.choice(["en", "pl"]),
            level=chance.uniform(800, 2200),
            waited=(waited := chance.uniform(0, 90)),
            bots_at=chance.choice([None, NOW - waited + BOTS_AFTER]),
        )
        for number in range(chance.randrange(40))
    ]
    apart = {frozenset(pair) for pair in zip("0123", "4567", strict=True)}
    groups = groups_of(waiting, NOW, apart)
    grouped = [one.owner for group in groups for one in group.people]
    assert len(grouped) == len(set(grouped))
    for people, seats in groups:
        assert {one.pace for one in people} == {people[0].pace}
        assert all(one.players in (seats, ANY) for one in people)
        assert len(people) == seats or all(one.bots_at is not None for one in people)
        assert not any(pair <= {one.owner for one in people} for pair in apart)
        assert len({one.language for one in people}) == 1 or all(NOW - one.since >= 20 for one in people)
    left = [one for one in waiting if one.owner not in grouped]
    assert not [one for one in left if one.bots_at is not None and one.bots_at <= NOW]


@contextlib.asynccontextmanager
async def two_processes(address: str) -> AsyncIterator[tuple[Context, Context]]:
    """On SQLite, one process with two names."""
    async with http_context(address) as here:
        if here.registry.store.shared:
            async with http_context(address) as there:
                yield here, there
        else:
            yield here, here


async def found(*visitors: Visitor) -> list[str]:
    """Ask until everybody has a table."""
    tables: list[str | None] = [None] * len(visitors)
    while None in tables:
        tables = [(await visitor.get("/api/match"))["table"] for visitor in visitors]
        await asyncio.sleep(0.05)
    return [str(table) for table in tables]


async def test_strangers_on_two_processes_get_one_running_table(new_database: str) -> None:
    async with two_processes(new_database) as (here, there):
        ana, bo = Visitor(here), await signed_up(there, "Bo")
        assert (await ana.get("/api/match"))["since"] is None
        waiting = await ana.post("/api/match", {"players": 2, "pace": "quick", "name": "Ana"})
        assert (waiting["table"], waiting["people"], waiting["company"]) == (None, 1, [])
        await bo.post("/api/match", {"players": 0, "pace": "quick", "name": "Bo"})
        # Both ask at the same moment, and each process may open the table.
        tables = await asyncio.gather(found(ana), found(bo))
        assert tables[0] == tables[1]
        live = await here.registry.live_table(tables[0][0])
        assert live.table.phase == "playing"
        assert {occupant.name for occupant in live.table.occupants} == {"Ana", "Bo"}
        assert live.table.options.clock.seconds == 600
        (held,) = (await bo.get("/api/me"))["seats"]
        assert held["table"]["id"] == tables[1][0]


async def test_bots_join_at_once_and_a_place_can_be_given_up(context: Context) -> None:
    ana, bo = Visitor(context), Visitor(context)
    await ana.post("/api/match", {"players": 3, "name": "Ana", "bots": False})
    waiting = await bo.post("/api/match", {"players": 3, "name": "Bo"})
    assert (waiting["company"], 55 < waiting["bots_in"] <= 60) == (["Ana"], True)
    since = waiting["since"]
    assert (await bo.post("/api/match", {"players": 4, "name": "Bo"}))["since"] == since
    assert (await ana.request("DELETE", "/api/match"))[0] == 204
    assert (await ana.get("/api/match"))["since"] is None
    await bo.post("/api/match", {"players": 3, "name": "Bo", "at_once": True})
    (table,) = await found(bo)
    live = await context.registry.live_table(table)
    assert [occupant.bot is not None for occupant in live.table.occupants] == [False, True, True]


async def test_those_who_left_are_forgotten_except_in_slow_games(context: Context) -> None:
    quick, slow = Visitor(context), await signed_up(context, "Cy")
    await quick.post("/api/match", {"pace": "quick", "bots": False, "name": "Ana"})
    await slow.post("/api/match", {"pace": "slow", "bots": False, "name": "Cy"})
    export = json.loads(await slow.fetch("/api/account/export"))
    assert export["looking_for_players"]["pace"] == "slow"
    aged = update(seekers).values(seen_at=seekers.c.seen_at - matchmaker.KEPT_SECONDS - 1)
    store = context.registry.store
    await store.write(lambda connection: connection.execute(aged))
    await retain(store, RetentionPolicy())
    left = await store.query(lambda connection: list(connection.execute(select(seekers.c.name)).scalars()))
    assert left == ["Cy"]
