"""Profiles are private until their owners show them; a link makes two people friends."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hanabi.server.context import Context
from support.http_visitor import PASSWORD, Visitor, a_finished_game, http_context, signed_up

pytestmark = pytest.mark.anyio


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    async with http_context(tmp_path) as context:
        yield context


async def test_a_profile_is_private_until_its_owner_shows_it(context: Context) -> None:
    ana, stranger = await signed_up(context, "Ana"), Visitor(context)
    public = await a_finished_game(context, ana, public=True, deal="one")
    await a_finished_game(context, ana, deal="two")
    own = await ana.get("/api/me/profile")
    assert (own["profile"], own["public"], own["mine"], own["whole"]["games"]) == (None, False, True, 2)
    made = await ana.post("/api/account/profile", {"name": "Anna"})
    path, at_table = f"/api/profiles/{made['profile']}", f"/api/tables/{public}/profiles"
    assert not made["public"]
    assert await stranger.refused("GET", path) == "no_such_profile"
    assert (await stranger.get(at_table))["profiles"] == []
    await ana.post("/api/account/profile", {"name": "Anna", "public": True})
    seen = await stranger.get(path)
    assert (seen["name"], seen["mine"], seen["whole"]["games"], seen["favorite"]["games"]) == ("Anna", False, 2, 2)
    assert [game["table"] for game in seen["recent"]] == [public], "private games stay private"
    assert (await stranger.get(at_table))["profiles"] == [{"seat": 0, "profile": made["profile"]}]
    await ana.post("/api/account/delete", {"password": PASSWORD})
    assert await stranger.refused("GET", path) == "no_such_profile"


async def test_a_link_makes_friends_unless_one_is_blocked_or_the_link_is_old(context: Context) -> None:
    ana, bo = await signed_up(context, "Ana"), await signed_up(context, "Bogdan")
    made = await ana.post("/api/account/profile", {"name": "Ana"})
    path, _, secret = made["friend_link"].partition("?friend=")
    profile = f"/api/profiles{path.removeprefix('/p')}"
    assert await bo.refused("GET", profile) == "no_such_profile"
    assert (await bo.get(f"{profile}?friend={secret}"))["name"] == "Ana"
    for wrong in ("wrong", secret[:-1]):
        assert await bo.refused("POST", f"{profile}/friends", {"friend": wrong}) == "no_such_profile"
    assert await Visitor(context).refused("POST", f"{profile}/friends", {"friend": secret}) == "not_signed_in"
    assert await ana.refused("POST", f"{profile}/friends", {"friend": secret}) == "no_such_profile"
    await bo.post(f"{profile}/friends", {"friend": secret, "name": "Bo"})
    (friend,) = (await ana.get("/api/account/partners"))["partners"]
    assert (friend["name"], friend["relation"], friend["online"]) == ("Bo", "friend", True)
    assert (await bo.get(profile))["friend"]
    table = (await ana.post("/api/tables", {"options": {"seats": 2}, "name": "Ana"}))["table"]
    place = {"table": friend["table"], "seat": friend["seat"]}
    await ana.post(f"/api/tables/{table}/invitations", {"partner": place})
    assert [one["sender"] for one in (await bo.get("/api/me"))["invitations"]] == ["Ana"]
    await ana.post("/api/account/partners", {"partner": place, "relation": "blocked"})
    assert await bo.refused("POST", f"{profile}/friends", {"friend": secret}) == "no_such_profile"
    await ana.post("/api/account/profile", {"name": "Ana", "new_link": True})
    cy = await signed_up(context, "Cyprian")
    assert await cy.refused("POST", f"{profile}/friends", {"friend": secret}) == "no_such_profile"


async def test_games_are_found_by_partner_edition_score_mistake_and_tag(context: Context) -> None:
    ana, bo = Visitor(context), Visitor(context)
    first = await a_finished_game(context, ana, deal="one", rules={"edition": "pl"})
    second = await a_finished_game(context, ana, deal="two")

    async def found(**search: object) -> set[str]:
        query = "&".join(f"{name}={value}" for name, value in search.items())
        answer = await ana.get(f"/api/me/games/search?{query}")
        assert answer["searched"] == 2
        return {one["game"]["table"] for one in answer["games"]}

    assert await found() == {first, second}
    assert await found(edition="pl") == {first}
    assert await found(text="aNA") == {first, second}
    assert await found(text="nobody") == set()
    scores = {one["game"]["table"]: one for one in (await ana.get("/api/me/games/search"))["games"]}
    best = max(one["game"]["score"] for one in scores.values())
    assert await found(score=best + 1) == set()
    causes = scores[first]["mistakes"]
    assert causes
    assert first in await found(mistake=causes[0])
    assert await found(mistake="none") == set()
    await ana.request("PUT", f"/api/me/games/{second}/tags", {"tags": ["for  the club", "for the club"]})
    assert await found(text="club") == {second}
    assert await bo.refused("PUT", f"/api/me/games/{second}/tags", {"tags": ["mine"]}) == "no_such_table"
    await ana.post("/api/account/register", {"name": "Ana", "password": PASSWORD})
    assert await found(text="club") == {second}
    assert [row["tag"] for row in (await ana.get("/api/account/export"))["tags"]] == ["for the club"]
    await ana.request("PUT", f"/api/me/games/{second}/tags", {"tags": []})
    assert await found(text="club") == set()
