"""Link previews: tags for bots that run no scripts, pictures, oEmbed. They show only what spectators may see."""

import io
import json
import random
import re
import struct
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from hanabi.server.app import application
from hanabi.server.context import Context
from hanabi.server.http.preview_picture import DRAWINGS, Firework, PreviewContent, preview_document, preview_svg
from hanabi.server.tables import today
from hanabi.server.tasks import SharedWork
from hanabi.texts import LANGUAGES, say
from support.hidden_cards import shuffled
from support.http_visitor import Visitor, a_finished_game, fill_seats_and_start, http_context, play_some

pytestmark = pytest.mark.anyio

BUILT = pytest.mark.skipif(not DRAWINGS.is_file(), reason="the client is not built")
HOST = "http://tables.example"


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    async with http_context(tmp_path, logins=0) as context:
        yield context


async def fetched(context: Context, path: str, **headers: str) -> httpx.Response:
    """Fetch like a bot: no cookie, no script."""
    transport = httpx.ASGITransport(app=application(context))
    async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
        return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


def tags(page: str) -> dict[str, str]:
    pairs = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page)
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), "no tag occurs twice"
    return dict(pairs)


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", io.BytesIO(png[16:24]).read())
    return width, height


@BUILT
async def test_a_bot_without_scripts_sees_title_text_and_picture_in_its_language(context: Context) -> None:
    table = await a_finished_game(context, Visitor(context), 3)
    score = (await Visitor(context).get(f"/api/tables/{table}"))["over"]["score"]
    for lang in LANGUAGES:
        page = (await fetched(context, f"/r/{table}", accept_language=f"xx, {lang};q=0.8, en;q=0.1")).text
        points = say("web.games.points", lang, points=score)
        assert tags(page)["og:title"] == say("preview.score", lang, points=points)
        assert "Ana" in tags(page)["og:description"]
        assert f'<html lang="{lang}">' in page
        texts = re.findall(r'<link rel="modulepreload" crossorigin href="(/assets/[a-z]{2}(?:-[A-Z]{2})?-[^"]+)"', page)
        assert [text.startswith(f"/assets/{lang}-") for text in texts] == [True], "fetched in parallel with the scripts"
        assert (await fetched(context, texts[0])).status_code == 200
        picture = await fetched(context, tags(page)["og:image"].removeprefix(HOST))
        assert size_of(picture.content) == (1200, 630)
        assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
        if lang == "en":
            assert "application/json+oembed" in page
            assert 'src="/assets/' in page
    chosen = await fetched(context, "/", accept_language="pl", cookie="lang=nb")
    assert '<html lang="nb">' in chosen.text, "the chosen language comes before Accept-Language"
    assert chosen.headers["vary"].startswith("Accept-Language, Cookie")
    home = (await fetched(context, "/", accept_language="pl")).text
    assert tags(home)["description"] == say("web.landing.lead", "pl")
    for text in ("web.landing.lead", "web.landing.play", "web.landing.friends", "web.landing.learn.text"):
        assert say(text, "pl") in home.partition("<body>")[2], "the start page works before any script"
    assert "style=" not in home, "the content security policy allows no inline style"
    assert "data-shell" not in (await fetched(context, "/daily")).text
    packed, plain = [await fetched(context, "/", accept_encoding=how) for how in ("gzip", "identity")]
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert tags((await fetched(context, "/t/no-such-table")).text)["og:title"] == "Hanabi"
    for path, title in {"/": "Hanabi", "/daily": say("web.daily.title", "es"), "/learn/clues": "Curso"}.items():
        page_tags = tags((await fetched(context, f"{path}?lang=es")).text)
        assert page_tags["og:title"] == title
        drawn = await fetched(context, page_tags["og:image"].removeprefix(HOST))
        assert size_of(drawn.content) == (1200, 630)
        assert drawn.content != (await fetched(context, page_tags["og:image"].replace("=es", "=nb"))).content
    assert (await fetched(context, "/api/previews/pages/account")).status_code == 404


@BUILT
async def test_names_and_titles_are_escaped(context: Context) -> None:
    ana = Visitor(context)
    body = {"name": "A<b>&\"'", "options": {"title": '"><script>alert(1)</script>'}}
    table = (await ana.post("/api/tables", body))["table"]
    await context.registry._save_summaries()
    answer = await fetched(context, f"/t/{table}")
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;alert" in answer.text
    assert size_of((await fetched(context, f"/api/previews/tables/{table}")).content) == (1200, 630)
    await fetched(context, f"/t/{table}", host='x"><script>')
    assert "<script>&" not in (await fetched(context, f"/t/{table}", host='x"><script>&')).text


@BUILT
@pytest.mark.parametrize("spectators", ["public", "open", "none"])
async def test_no_preview_of_a_running_game_depends_on_hidden_cards(context: Context, spectators: str) -> None:
    """Pages and their tags, pictures, frames, oEmbed, and the list of games to watch."""
    chance = random.Random(3)
    context.shared_work = SharedWork(seconds=0)
    ana = Visitor(context)
    options = {"seats": 3, "spectators": spectators, "public": True}
    table = (await ana.post("/api/tables", {"name": "Ana", "options": options}))["table"]
    live = await fill_seats_and_start(context, table)
    pages = [f"/{screen}/{table}" for screen in ("t", "r", "embed/r", "review/table", "together/table")]
    answers = [f"/api/oembed?url={HOST}/t/{table}", f"/api/tables/{table}/replay?seat=all", "/api/watch"]

    async def shown() -> list[str]:
        context.registry._summaries.mark(table)
        await context.registry._save_summaries()
        summary = await context.previews._summary(table)
        content = await context.previews.table_content(summary, "en")
        assert bool(content.fireworks) == (spectators != "none")
        return [preview_svg(content), *[(await fetched(context, path)).text for path in pages + answers]]

    for seats in ((None, 1), (0, 2)):
        await play_some(live, 6)
        before = await shown()
        assert (table in before[-1]) == (spectators != "none")
        assert [json.loads(answer)["code"] for answer in before[-3:-1]] == ["no_such_page", "running"]
        for seat in seats:
            live.table = live.clients.table = live.clients.state_writer.table = shuffled(live.table, seat, chance)
            live.clients.state_writer.forget_views()
            assert await shown() == before


@BUILT
async def test_a_daily_deal_shows_no_fireworks_before_its_day_is_over(context: Context) -> None:
    table = await a_finished_game(context, Visitor(context), 2)
    summary = await context.previews._summary(table)
    assert (await context.previews.table_content(summary, "en")).fireworks
    of_today = msgspec.structs.replace(summary, daily=today(context.registry.store.now()))
    assert not (await context.previews.table_content(of_today, "en")).fireworks
    long_ago = msgspec.structs.replace(summary, daily="2026-03-09")
    shown = await context.previews.table_content(long_ago, "pl")
    assert shown.title.startswith("Rozdanie z 9 marca: ")
    assert shown.fireworks


@BUILT
def test_a_long_text_gets_two_lines_and_a_long_title_smaller_letters() -> None:
    text = say("web.landing.lead", "pt-BR")
    drawn = re.findall(r'<text [^>]*font-size="([\d.]+)"[^>]*>([^<]*)', preview_svg(PreviewContent("x" * 44, text)))
    assert 48 < float(drawn[0][0]) < 58
    assert " ".join(line for _, line in drawn[1:]) == text
    assert len(drawn) == 3
    assert len(re.findall("<text", preview_svg(PreviewContent("Hanabi", "word " * 60)))) == 3
    assert len(re.findall("<text", preview_svg(PreviewContent("Hanabi", "")))) == 1
    unbroken = preview_svg(PreviewContent("Hanabi", "x" * 200))
    assert all(len(line) <= 62 for line in re.findall(r">([^<]+)</text>", unbroken))


@BUILT
async def test_oembed_describes_only_finished_games_of_this_server(context: Context) -> None:
    ana = Visitor(context)
    table = await a_finished_game(context, ana, 2)
    answer = await ana.get(f"/api/oembed?url={HOST}/r/{table}&maxwidth=400")
    assert (answer["type"], answer["version"], answer["width"]) == ("rich", "1.0", 400)
    assert f'src="{HOST}/embed/r/{table}"' in answer["html"]
    study = (await ana.post("/api/studies", {"of": {"table": table}, "title": "Fun"}))["study"]
    assert (await ana.get(f"/api/oembed?url={HOST}/study/{study}"))["title"] == "Fun"
    assert size_of((await fetched(context, f"/api/previews/studies/{study}")).content) == (1200, 630)
    running = (await ana.post("/api/tables", {"name": "Ana"}))["table"]
    await context.registry._save_summaries()
    for url in (f"{HOST}/t/{running}", f"https://elsewhere.example/r/{table}", f"{HOST}/rules", "http://["):
        assert await ana.refused("GET", f"/api/oembed?url={url}") in ("no_such_page", "malformed")
    assert await ana.refused("GET", f"/api/oembed?format=xml&url={HOST}/r/{table}") == "malformed"


async def test_only_the_embedded_page_may_be_framed_and_it_sets_no_cookie(context: Context) -> None:
    framed, page = await fetched(context, "/embed/r/abc"), await fetched(context, "/r/abc")
    assert "frame-ancestors *" in framed.headers["content-security-policy"]
    assert "default-src 'self'" in framed.headers["content-security-policy"]
    assert "x-frame-options" not in framed.headers
    assert "set-cookie" not in framed.headers
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert page.headers["x-frame-options"] == "DENY"


@BUILT
async def test_pictures_are_cached_and_their_number_is_bounded(context: Context, monkeypatch: Any) -> None:
    drawn = []

    async def draw(request: Any, work: Any, content: bytes, record: str | None) -> bytes:
        drawn.append(content)
        return b"picture"

    monkeypatch.setattr(context.workers, "run", draw)
    monkeypatch.setattr("hanabi.server.http.link_previews.MAX_PICTURES", 2)
    table = await a_finished_game(context, Visitor(context), 2)
    for lang in ("en", "en", "pl", "en", "es", "nb", "ro", "en"):
        await fetched(context, f"/api/previews/tables/{table}?lang={lang}")
    assert len(drawn) == 6
    assert len(context.previews._pictures) == 2


@BUILT
def test_every_suit_and_the_text_are_drawn() -> None:
    suits = ("white", "red", "blue", "yellow", "green", "multicolor", "black")
    fireworks = tuple(Firework(suit, place % 6 or None) for place, suit in enumerate(suits))
    with_text = preview_document(msgspec.json.encode(PreviewContent("Łączny ȘȚ ăîé", "25", fireworks)))
    without = preview_document(msgspec.json.encode(PreviewContent("", "", fireworks)))
    assert size_of(with_text) == (1200, 630)
    assert len(with_text) > len(without) + 1000


@pytest.mark.parametrize(("delay", "actions_seen"), [(0, 4), (3, 1), (20, None)])
async def test_previews_respect_the_spectator_delay(context: Context, delay: int, actions_seen: int | None) -> None:
    body = {"options": {"spectator_delay": delay, "seats": 2}, "name": "Ana"}
    table = (await Visitor(context).post("/api/tables", body))["table"]
    live = await fill_seats_and_start(context, table)
    await play_some(live, 4)
    await context.registry._publish_changes()
    view = msgspec.json.decode(live.clients.spectator_writer.view(None))
    assert (view and view["actions"]) == actions_seen
    summary = await context.previews._summary(table)
    assert bool((await context.previews.table_content(summary, "en")).fireworks) == (actions_seen is not None)
