"""Events: teams enter once, play the same deals once, and learn nothing too early."""

import asyncio
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from hanabi.records import loads
from hanabi.server.api import endpoints
from hanabi.server.archive.contests import results
from hanabi.server.context import Context
from hanabi.server.database.postgres import PostgresStore
from hanabi.server.database.schema import contest_entries, contest_games, contest_teams, metadata
from hanabi.server.live.live_table import LiveTable
from hanabi.server.people.retention import RetentionPolicy, retain
from hanabi.server.refusals import Refused
from hanabi.server.tables import verify
from hanabi.server.tables.fairness import commitment, event_name, verify_event
from hanabi.server.tables.table import Table
from support.http_visitor import Visitor, a_finished_game, http_context, play_to_end, signed_up
from support.in_process_tables import RecordingClient

pytestmark = pytest.mark.anyio
HOUR = 3600.0
# Short games.
RULES = {"strikes": 1}


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the clock of the whole process forward by some hours."""
    real, of_database = time.time, PostgresStore.now

    def forward(hours: float) -> None:
        monkeypatch.setattr(time, "time", lambda: real() + hours * HOUR)
        monkeypatch.setattr(PostgresStore, "now", lambda store: of_database(store) + hours * HOUR)

    return forward


async def announced(context: Context, name: str = "Olga", **plan: Any) -> str:
    organizer = await signed_up(context, name)
    now = time.time()
    dates = {"starts_at": now, "ends_at": now + HOUR}
    options = {"seats": 2, "rules": RULES} | plan.pop("options", {})
    body = {"title": "Lantern Week", "deals": 2, "options": options, **dates, **plan}
    event: str = (await organizer.post("/api/events", body))["event"]
    return event


async def a_team(context: Context, event: str, name: str) -> list[Visitor]:
    """Two people who have entered."""
    first, second = Visitor(context), Visitor(context)
    own = (await first.post(f"/api/events/{event}/entry", {"name": f"{name} 1", "team": name}))["own"]
    await second.post(f"/api/events/{event}/entry", {"name": f"{name} 2", "code": own["code"]})
    return [first, second]


async def plays(context: Context, event: str, person: Visitor, seed: int = 0) -> LiveTable:
    """The next deal of a person's team, to the end."""
    table = (await person.post(f"/api/events/{event}/play"))["table"]
    live = await context.registry.live_table(table)
    await play_to_end(context, live, seed)
    return live


async def test_two_teams_play_a_challenge_and_the_commitment_verifies(new_database: str, later: Any) -> None:
    async with http_context(new_database) as context:
        event = await announced(context)
        owls, foxes = await a_team(context, event, "Owls"), await a_team(context, event, "Foxes")
        promised = (await owls[0].get(f"/api/events/{event}"))["commitment"]
        # Both members ask at the same moment and get one table.
        opened = await asyncio.gather(*(person.post(f"/api/events/{event}/play") for person in owls))
        assert opened[0] == opened[1]
        first = await plays(context, event, owls[1])
        other = await plays(context, event, foxes[0], seed=1)
        assert first.table.game is not None
        assert other.table.game is not None
        assert first.table.game.deck == other.table.game.deck
        second = await plays(context, event, owls[0])
        assert second.table.game is not None
        assert second.table.game.deck != first.table.game.deck
        assert await owls[0].refused("POST", f"/api/events/{event}/play") == "contest_over"
        page = await foxes[1].get(f"/api/events/{event}/standings")
        assert (page["counted"], page["teams"]) == ([1], 2)
        assert {row["name"] for row in page["rows"]} == {"Owls", "Foxes"}
        assert sum(row["total"] for row in page["rows"]) == 1.0
        assert [row["scores"][1] for row in page["rows"]] == [None, None]
        own = (await foxes[1].get(f"/api/events/{event}"))["own"]
        assert (own["next"], own["people"], own["deals"][0]["table"]) == (2, ["Foxes 1", "Foxes 2"], other.table.id)
        later(2)
        details = await Visitor(context).get(f"/api/events/{event}")
        assert commitment(event_name(event), details["secret"]) == promised
        page = await Visitor(context).get(f"/api/events/{event}/standings")
        assert page["counted"] == [1, 2]
        games = (await Visitor(context).get(f"/api/events/{event}/deals/1"))["games"]
        assert {game["table"] for game in games} == {first.table.id, other.table.id}
        for game in games:
            record = loads((await Visitor(context).fetch(f"/api/tables/{game['table']}/record")).decode())
            deal = verify(record)
            assert deal.proof is not None
            assert verify_event(deal.proof, details["secret"]) == promised


# Every page of the API about events and tables, so that a new one is looked at too. Pictures are of what tables tell.
SPIES = sorted(
    endpoint.path.replace("{deal}", "1")
    for endpoint in endpoints()
    if endpoint.method == "GET"
    and endpoint.path.startswith(("/api/events", "/api/tables", "/api/watch", "/api/records", "/api/me/games"))
    and set(re.findall(r"{(\w+)}", endpoint.path)) <= {"event", "table", "deal"}
    and "search" not in endpoint.path
)
SECRETS = {"score", "scores", "shares", "fireworks", "deck", "over", "actions", "frames", "secret", "seed", "table"}


async def learned(
    context: Context, spy: Visitor, event: str, live: LiveTable, *, key: str = "nobody", own: bool = False
) -> list[str]:
    """What somebody learns of a game of an event that has not ended, from all pages that might tell."""
    found = []
    for path in SPIES:
        address = path.format(event=event, table=live.table.id)
        status, answer = await spy.request("GET", address)
        if status == 200:
            found += [f"{address}: {leak}" for leak in _leaks(answer, own)]
    for method, path, body in [
        ("POST", "/api/studies", {"of": {"table": live.table.id}}),
        ("POST", "/api/tables", {"branch": {"table": live.table.id, "actions": 1}}),
        ("POST", f"/api/tables/{live.table.id}/review", None),
        ("POST", f"/api/tables/{live.table.id}/link", None),
        ("POST", f"/api/tables/{live.table.id}/claim", {"token": "0" * 32}),
        ("POST", f"/api/tables/{live.table.id}/sit", {"name": "Spy"}),
        ("POST", f"/api/tables/{live.table.id}/start", {}),
    ]:
        status, _ = await spy.request(method, path, body)
        if status < 400:
            found.append(path)
    if not own:
        try:
            RecordingClient(context, live, key)
            found.append("socket")
        except Refused:
            pass
    return found


def _leaks(answer: Any, own: bool) -> list[str]:
    if isinstance(answer, list):
        return [leak for item in answer for leak in _leaks(item, own)]
    if not isinstance(answer, dict):
        return []
    found = []
    for name, value in answer.items():
        told = any(item is not None for item in value) if isinstance(value, list) else value not in (None, {}, 0)
        if name in SECRETS and told and not own:
            found.append(f"{name} {value}")
        found += _leaks(value, own)
    return found


async def test_nobody_learns_a_score_or_a_card_before_the_end(context: Context, later: Any) -> None:
    event = await announced(context)
    owls, foxes = await a_team(context, event, "Owls"), await a_team(context, event, "Foxes")
    live = await plays(context, event, owls[0])
    assert await learned(context, Visitor(context), event, live) == []
    assert await learned(context, foxes[0], event, live, key=foxes[0].key) == []
    # The players themselves can neither replay nor study it, and their data has no proof.
    assert await learned(context, owls[0], event, live, own=True) == []
    for path in ("record", "replay", "export", "review", "history"):
        assert await owls[0].refused("GET", f"/api/tables/{live.table.id}/{path}") == "contest_sealed"
    assert live.table.deal.proof is None
    assert live.table.secret not in "".join(RecordingClient(context, live, owls[0].key).sent)
    later(2)
    assert live.table.deal.proof is not None
    assert await learned(context, foxes[0], event, live) != []


async def test_nobody_sees_a_running_game_of_an_event(context: Context) -> None:
    event = await announced(context)
    owls, foxes = await a_team(context, event, "Owls"), await a_team(context, event, "Foxes")
    table = (await owls[0].post(f"/api/events/{event}/play"))["table"]
    live = await context.registry.live_table(table)
    assert await learned(context, Visitor(context), event, live) == []
    assert await learned(context, foxes[0], event, live, key=foxes[0].key) == []
    # The players' own pages do not show the other seats' knowledge, and no help beyond the rules of the event.
    assert await learned(context, owls[0], event, live, own=True) == []


@pytest.mark.parametrize("leak", [None, "profile"])
async def test_a_public_profile_tells_nothing_of_a_running_event(
    context: Context, later: Any, leak: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = await announced(context)
    ana, bo = await signed_up(context, "Ana"), Visitor(context)
    own = (await ana.post(f"/api/events/{event}/entry", {"name": "Ana", "team": "Owls"}))["own"]
    await bo.post(f"/api/events/{event}/entry", {"name": "Bo", "code": own["code"]})
    profile = (await ana.post("/api/account/profile", {"name": "Ana", "public": True}))["profile"]
    await a_finished_game(context, ana, deal="another")
    await context.archive.settle()
    path = f"/api/profiles/{profile}"
    before = await bo.get(path)
    if leak is not None:
        monkeypatch.setattr("hanabi.server.people.profiles.sealed_games", lambda *_: [])
    await plays(context, event, ana)
    await context.archive.settle()
    assert (await ana.get("/api/me/profile"))["whole"]["games"] == 2
    assert (await bo.get(path) == before) == (leak is None)
    later(2)
    assert (await bo.get(path))["whole"]["games"] == 2


@pytest.mark.parametrize("leak", ["standings", "table", "summary"])
async def test_a_planted_leak_is_found(context: Context, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    event = await announced(context)
    owls, foxes = await a_team(context, event, "Owls"), await a_team(context, event, "Foxes")
    if leak == "summary":
        monkeypatch.setattr("hanabi.server.live.lobby._as_spectators_see", lambda table: table)
    live = await plays(context, event, owls[0])
    if leak == "standings":
        monkeypatch.setattr(results, "visible_deals", lambda contest, own, now: [1, 2])
    if leak == "table":
        monkeypatch.setattr(Table, "is_in_contest", lambda table, now: False)
    assert await learned(context, foxes[0], event, live) != []


async def test_a_person_enters_once_with_any_cookie_or_account(context: Context) -> None:
    event = await announced(context)
    owls = await a_team(context, event, "Owls")
    path = f"/api/events/{event}/entry"
    assert await owls[0].refused("POST", path, {"name": "Again", "team": "Other"}) == "contest_entered"
    code = (await owls[0].get(f"/api/events/{event}"))["own"]["code"]
    assert await Visitor(context).refused("POST", path, {"name": "Third", "code": code}) == "contest_team"
    # Signing in takes the entry along.
    await owls[0].post("/api/account/register", {"name": "Owl", "password": "correct horse"})
    assert await owls[0].refused("POST", path, {"name": "Again", "team": "Other"}) == "contest_entered"
    assert (await owls[0].get(f"/api/events/{event}"))["own"]["name"] == "Owls"
    # Another browser of the same account, too.
    other = Visitor(context)
    await other.post("/api/account/login", {"name": "Owl", "password": "correct horse"})
    assert (await other.get(f"/api/events/{event}"))["own"]["name"] == "Owls"


async def test_nobody_opens_a_deal_that_they_hold_a_seat_of_in_another_team(context: Context) -> None:
    """Entered with an account on one device and without it on another; then the other one signs in."""
    event = await announced(context, bots=True)
    ana, elsewhere = await signed_up(context, "Ana"), Visitor(context)
    path = f"/api/events/{event}/entry"
    await ana.post(path, {"name": "Ana", "team": "One"})
    await elsewhere.post(path, {"name": "Anne", "team": "Two"})
    table = (await elsewhere.post(f"/api/events/{event}/play"))["table"]
    await elsewhere.post("/api/account/login", {"name": "Ana", "password": "correct horse"})
    assert (await context.registry.live_table(table)).table.phase == "playing"
    assert await ana.refused("POST", f"/api/events/{event}/play") == "contest_over"


async def test_who_may_play_and_when(context: Context, later: Any) -> None:
    now = time.time()
    event = await announced(context, starts_at=now + HOUR, ends_at=now + 2 * HOUR)
    person = Visitor(context)
    play = f"/api/events/{event}/play"
    assert await person.refused("POST", play) == "contest_closed"
    await person.post(f"/api/events/{event}/entry", {"name": "Ana", "team": "One"})
    later(1.1)
    assert await Visitor(context).refused("POST", play) == "contest_not_entered"
    assert await person.refused("POST", play) == "contest_incomplete"
    later(3)
    assert await person.refused("POST", f"/api/events/{event}/entry", {"name": "x", "team": "y"}) == "contest_closed"
    assert await person.refused("GET", "/api/events/nothing-here") == "no_such_contest"
    assert await person.refused("POST", "/api/events", {"title": "x", "deals": 1, "starts_at": 1, "ends_at": 2}) == (
        "not_signed_in"
    )


async def test_the_server_draws_the_teams_at_the_start(context: Context, later: Any) -> None:
    now = time.time()
    event = await announced(context, drawn=True, bots=True, starts_at=now + HOUR, ends_at=now + 3 * HOUR)
    people = [Visitor(context) for _ in range(5)]
    for number, person in enumerate(people):
        own = (await person.post(f"/api/events/{event}/entry", {"name": f"P{number}"}))["own"]
        assert (own["number"], own["next"]) == (None, None)
    later(1.5)
    owns = [(await person.get(f"/api/events/{event}"))["own"] for person in people]
    assert sorted(len(own["people"]) for own in owns) == [1, 2, 2, 2, 2]
    # Somebody who comes later joins the one who is left over.
    late = Visitor(context)
    await late.post(f"/api/events/{event}/entry", {"name": "Late"})
    assert len((await late.get(f"/api/events/{event}"))["own"]["people"]) == 2


async def test_a_gauntlet_ends_with_the_first_game_below_the_full_score(context: Context) -> None:
    event = await announced(context, format="gauntlet", deals=5)
    owls = await a_team(context, event, "Owls")
    await plays(context, event, owls[0])
    assert await owls[0].refused("POST", f"/api/events/{event}/play") == "contest_over"
    own = (await owls[0].get(f"/api/events/{event}"))["own"]
    assert (own["next"], own["deals"][0]["share"], own["total"]) == (None, 0.0, 0.0)


async def test_no_bot_plays_where_none_may(context: Context) -> None:
    event = await announced(context)
    owls = await a_team(context, event, "Owls")
    table = (await owls[0].post(f"/api/events/{event}/play"))["table"]
    client = RecordingClient(context, await context.registry.live_table(table), owls[0].key)
    answer = await client.send_command(type="takeover", id="1", seat=1, answer="agree")
    assert answer["code"] == "contest_rules"


async def test_a_result_after_a_crash_counts_once_and_standings_survive(tmp_path: Path) -> None:
    async with http_context(tmp_path) as context:
        event = await announced(context)
        owls = await a_team(context, event, "Owls")
        live = await plays(context, event, owls[0])
        await context.archive._insert(live.table)
        cookie = owls[0].cookie
    async with http_context(tmp_path) as context:
        again = Visitor(context)
        again.cookie = cookie
        page = await again.get(f"/api/events/{event}/standings")
        assert (page["counted"], page["rows"][0]["shares"][0]) == ([1], 0.5)
        rows = await context.registry.store.query(lambda connection: connection.execute(select(contest_games)).all())
        assert [row.number for row in rows] == [1]


async def test_export_deletion_and_retention(context: Context, later: Any) -> None:
    event = await announced(context)
    ana = await signed_up(context, "Ana")
    await ana.post(f"/api/events/{event}/entry", {"name": "Ana", "team": "One"})
    exported = json.loads(await ana.fetch("/api/account/export"))
    assert exported["events"]["entered"][0]["event"] == event
    assert exported["events"]["made"] == []
    await ana.post("/api/account/delete", {"password": "correct horse"})
    store = context.registry.store
    assert not await store.query(lambda connection: connection.execute(select(contest_entries)).all())
    assert await store.query(lambda connection: connection.execute(select(contest_teams)).all())
    later(24 * 30)
    await retain(store, RetentionPolicy(games=7.0))
    of_events = [table for table in metadata.sorted_tables if "contest_id" in table.c]
    for table in of_events:
        assert not await store.query(lambda connection, table=table: connection.execute(select(table)).all())  # type: ignore[misc]
    assert len(of_events) > 2
    assert await Visitor(context).refused("GET", f"/api/events/{event}") == "no_such_contest"


async def test_a_ladder_counts_what_a_team_has_played_and_begins_a_new_season(context: Context, later: Any) -> None:
    event = await announced(context, format="ladder", deals=3)
    owls, foxes = await a_team(context, event, "Owls"), await a_team(context, event, "Foxes")
    for _ in range(2):
        await plays(context, event, owls[0])
    await plays(context, event, foxes[0], seed=1)
    path = f"/api/events/{event}"
    # Alone on the second deal, the Owls have half of its matchpoints.
    rows = {row["name"]: row for row in (await owls[0].get(f"{path}/standings"))["rows"]}
    first = rows["Owls"]["shares"][0]
    assert rows["Owls"]["total"] == pytest.approx((first + 0.5) / 5)
    assert rows["Foxes"]["total"] == pytest.approx((1 - first) / 4)
    assert (await owls[0].get(path))["next_season"] is None
    later(2)
    await asyncio.gather(*(person.get(path) for person in owls))
    details = await owls[0].get(path)
    following = await owls[0].get(f"/api/events/{details['next_season']}")
    assert (following["season"], following["format"], following["own"]) == (2, "ladder", None)
    assert following["commitment"] != details["commitment"]
    assert following["ends_at"] - following["starts_at"] == pytest.approx(HOUR)
    assert len((await owls[0].get("/api/events"))["events"]) == 2
