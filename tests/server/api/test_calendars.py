"""Calendars of correspondence games, read with an independent parser."""

import time
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from icalendar import Calendar

from hanabi.server.app import application
from hanabi.server.context import Context
from hanabi.server.people.calendars import CalendarEntry, calendar_document
from support.http_visitor import Visitor, fill_seats_and_start, play_some

pytestmark = pytest.mark.anyio

DAYS = 3 * 86400
PASSWORD = "correct horse"


async def fetched(context: Context, path: str) -> httpx.Response:
    """Fetch like a calendar program: without a cookie, by another host name."""
    transport = httpx.ASGITransport(app=application(context))
    async with httpx.AsyncClient(transport=transport, base_url="https://cards.example") as client:
        return await client.get(path)


async def a_game(context: Context, host: Visitor, **clock: Any) -> Any:
    options = {"seats": 2, "title": "Lunch; with, friends \\", "clock": clock}
    table = (await host.post("/api/tables", {"name": "Ana", "at": 1, "options": options}))["table"]
    live = await fill_seats_and_start(context, table)
    await context.registry._save_summaries()
    return live


def entries(text: bytes) -> list[Any]:
    return list(Calendar.from_ical(text).walk("VEVENT"))


async def test_a_calendar_has_the_deadlines_of_your_games_and_nothing_else(context: Context) -> None:
    ana = Visitor(context)
    await ana.post("/api/account/register", {"name": "Ana", "password": PASSWORD})
    assert (await ana.get("/api/account/calendar"))["made_at"] is None
    path = (await ana.post("/api/account/calendar", {"language": "es"}))["path"]
    slow = await a_game(context, ana, kind="move", seconds=DAYS)
    await a_game(context, ana, kind="move", seconds=60)
    await a_game(context, ana, kind="none")

    answer = await fetched(context, path)
    assert answer.headers["content-type"].startswith("text/calendar")
    assert answer.headers["cache-control"] == "no-store"
    (waiting,) = entries(answer.content)
    assert waiting["TRANSP"] == "TRANSPARENT"
    assert waiting["SUMMARY"] != "Hanabi: termina tu turno"

    await play_some(slow, 1)
    (own,) = entries((await fetched(context, path)).content)
    assert own["SUMMARY"] == "Hanabi: termina tu turno"
    assert own["UID"] == waiting["UID"]
    assert own["TRANSP"] == "OPAQUE"
    assert abs(own["DTEND"].dt.timestamp() - (time.time() + DAYS)) < 60
    assert own["DTSTART"].dt < own["DTEND"].dt
    assert own["URL"] == f"https://cards.example/t/{slow.table.id}"
    assert own["DESCRIPTION"].startswith("Lunch; with, friends \\\nEn la mesa: ")
    words = (await fetched(context, path)).text.lower()
    assert not any(f" {suit} " in words for suit in ("rojo", "azul", "verde", "amarillo", "blanco"))


async def test_the_address_is_secret_and_can_be_revoked(context: Context) -> None:
    ana = Visitor(context)
    assert await ana.refused("POST", "/api/account/calendar") == "not_signed_in"
    await ana.post("/api/account/register", {"name": "Ana", "password": PASSWORD})
    first = (await ana.post("/api/account/calendar"))["path"]
    second = (await ana.post("/api/account/calendar"))["path"]
    assert first != second
    assert (await fetched(context, first)).status_code == 404, "one address at a time"
    assert (await fetched(context, second)).status_code == 200
    assert (await fetched(context, "/calendar/guess.ics")).status_code == 404
    assert (await ana.request("DELETE", "/api/account/calendar"))[0] == 204
    assert (await fetched(context, second)).status_code == 404
    third = (await ana.post("/api/account/calendar"))["path"]
    await ana.post("/api/account/delete", {"password": PASSWORD})
    assert (await fetched(context, third)).status_code == 404


def test_long_lines_and_special_characters_survive() -> None:
    title = "Łódź, ș; \\ 🎆" * 20
    entry = CalendarEntry("a@b", 1e9, 1e9 + 60, 1e9, title, "one\ntwo\r\nBEGIN:VEVENT", "https://x.example/t/1", True)
    written = calendar_document("Hanabi", [entry])
    assert all(len(line) <= 75 for line in written.split(b"\r\n"))
    (read,) = entries(written)
    assert str(read["SUMMARY"]) == title
    assert str(read["DESCRIPTION"]) == "one\ntwo \nBEGIN:VEVENT"
    assert read["DTSTART"].dt == datetime.fromtimestamp(1e9, UTC)
