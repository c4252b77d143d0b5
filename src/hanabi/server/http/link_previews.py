"""Previews of shared links: title, text and picture, in the visitor's language.

A preview shows what a spectator may see, and nothing if nobody may watch.
"""

import time
from collections import OrderedDict
from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from starlette.requests import Request

from hanabi.server.archive.contests.sealed_deals import SealedDeals
from hanabi.server.archive.studies import Study, StudyStore
from hanabi.server.database import StoreError
from hanabi.server.http.preview_picture import DRAWINGS, PreviewContent, fireworks_of, preview_document
from hanabi.server.http.request_workers import RequestWorkers
from hanabi.server.live.lobby import TableSummary, table_summary
from hanabi.server.live.registry import TableRegistry
from hanabi.server.refusals import Refused
from hanabi.server.tables import is_sealed
from hanabi.texts import day_and_month, join, match_language, say

MAX_PICTURES = 200
START = "start"
# Pages without a game, by the first part of their path: the title (None is the name of the game) and the text.
PAGES = {
    START: (None, "web.landing.lead"),
    "daily": ("web.daily.title", "web.landing.daily.text"),
    "e": ("web.events.title", "web.events.text"),
    "events": ("web.events.title", "web.events.text"),
    "learn": ("web.learn.title", "web.landing.learn.text"),
    "puzzles": ("puzzle.title", "web.landing.puzzles.text"),
    "rules": ("rules.title", "web.landing.lead"),
    "watch": ("web.watch.title", "web.watch.text"),
}
# Screens about the game that follows in their path, with their titles.
REVIEW_TITLES = {"review": "preview.review", "together": "preview.together"}


class LinkPreview(Struct, frozen=True):
    """`picture` is the path of the picture; `embed` the path of the page for frames, if there is one."""

    title: str
    text: str
    lang: str
    picture: str
    embed: str | None = None


# A cookie with the language that the visitor chose; it holds nothing else.
CHOSEN_LANGUAGE = "lang"


def preferred_language(request: Request) -> str:
    """The first of these that we have: `lang` in the query, the language that the visitor chose, Accept-Language,
    English."""
    header = request.headers.get("accept-language", "")[:200]
    chosen = request.cookies.get(CHOSEN_LANGUAGE, "")[:20]
    for name in (request.query_params.get("lang", ""), chosen, *header.split(",")):
        if language := match_language(name.partition(";")[0]):
            return language
    return "en"


class LinkPreviews:
    def __init__(
        self, registry: TableRegistry, studies: StudyStore, workers: RequestWorkers, sealed_deals: SealedDeals
    ) -> None:
        self._registry, self._studies, self._workers = registry, studies, workers
        self._sealed_deals = sealed_deals
        # By a hash of their content; the least recently used is dropped first.
        self._pictures: OrderedDict[bytes, bytes] = OrderedDict()

    async def of_path(self, path: str, lang: str) -> LinkPreview:
        """The preview of any page of the client. A missing or hidden game gets the preview of the start page."""
        screen, *rest = [part for part in path.split("/") if part][:3] or [""]
        title = REVIEW_TITLES.get(screen) if rest else None
        if title is not None:
            screen, rest = ("study" if rest[0] == "study" else "r"), rest[1:]
        try:
            if screen in ("t", "r") and rest:
                return await self.of_table(rest[0], lang, title)
            if screen == "study" and rest:
                return await self.of_study(rest[0], lang, title)
        except (Refused, StoreError):
            pass
        page = screen if screen in PAGES else START
        content = _page_content(page, lang)
        return LinkPreview(content.title, content.text, lang, _picture_path("pages", page, lang))

    async def of_table(self, table_id: str, lang: str, review_title: str | None = None) -> LinkPreview:
        summary = await self._summary(table_id)
        title, text = _table_texts(summary, lang, review_title)
        is_visible = summary.phase == "over" and not _is_sealed(summary)
        embed = f"/embed/r/{table_id}" if is_visible else None
        return LinkPreview(title, text, lang, _picture_path("tables", table_id, lang), embed)

    async def of_study(self, study_id: str, lang: str, review_title: str | None = None) -> LinkPreview:
        study = await self._study(study_id)
        title, text = _study_texts(study, lang, review_title)
        return LinkPreview(title, text, lang, _picture_path("studies", study_id, lang), f"/embed/study/{study_id}")

    async def page_picture(self, request: Request, page: str, lang: str) -> bytes:
        if page not in PAGES:
            raise Refused("no_such_page")
        return await self._drawn(request, _page_content(page, lang))

    async def table_picture(self, request: Request, table_id: str, lang: str) -> bytes:
        summary = await self._summary(table_id)
        return await self._drawn(request, await self.table_content(summary, lang))

    async def table_content(self, summary: TableSummary, lang: str) -> PreviewContent:
        """Includes the fireworks only if spectators may see them."""
        title, text = _table_texts(summary, lang)
        hidden = summary.phase == "playing" and summary.spectators == "none"
        if summary.phase not in ("playing", "over") or hidden or _is_sealed(summary):
            return PreviewContent(title, text)
        live = await self._registry.live_table(summary.id)
        view = msgspec.json.decode(live.clients.spectator_writer.view(None))
        return PreviewContent(title, text, fireworks_of(view) if view is not None else ())

    async def study_picture(self, request: Request, study_id: str, lang: str) -> bytes:
        study = await self._study(study_id)
        return await self._drawn(request, PreviewContent(*_study_texts(study, lang)), study.record.dumps())

    async def _drawn(self, request: Request, content: PreviewContent, record: str | None = None) -> bytes:
        if not DRAWINGS.is_file():
            raise Refused("no_such_page")
        encoded = msgspec.json.encode(content)
        key = sha256(encoded + (record or "").encode()).digest()
        if (picture := self._pictures.get(key)) is None:
            picture = await self._workers.run(request, preview_document, encoded, record)
            self._pictures[key] = picture
            while len(self._pictures) > MAX_PICTURES:
                self._pictures.popitem(last=False)
        else:
            self._pictures.move_to_end(key)
        return picture

    async def _summary(self, table_id: str) -> TableSummary:
        summary = await self._registry.store.query(lambda connection: table_summary(connection, table_id))
        if summary.phase == "closed":
            raise Refused("no_such_table")
        return summary

    async def _study(self, study_id: str) -> Study:
        study = await self._studies.read(study_id)
        await self._sealed_deals.check(study.record.deck)
        if is_sealed(study.daily, time.time()):
            raise Refused("daily_sealed")
        return study


def _is_sealed(summary: TableSummary) -> bool:
    return time.time() < summary.sealed_until or is_sealed(summary.daily, time.time())


def _picture_path(folder: str, name: str, lang: str) -> str:
    return f"/api/previews/{folder}/{name}?{urlencode({'lang': lang})}"


def _page_content(page: str, lang: str) -> PreviewContent:
    title, text = PAGES[page]
    return PreviewContent("Hanabi" if title is None else say(title, lang), say(text, lang))


def _table_texts(summary: TableSummary, lang: str, review_title: str | None = None) -> tuple[str, str]:
    names = [seat.name for seat in summary.seats if seat.name]
    if summary.over is not None:
        points = say("web.games.points", lang, points=summary.over["score"])
        if review_title:
            title = say(review_title, lang)
        elif summary.daily is not None:
            title = say(
                "preview.daily", lang, day=day_and_month(date.fromisoformat(summary.daily), lang), points=points
            )
        else:
            title = say("preview.score", lang, points=points)
        return title, _named("preview.played", lang, names)
    title = say("preview.setup" if summary.phase == "setup" else "preview.playing", lang)
    return summary.title or title, _named("preview.players", lang, names)


def _study_texts(study: Study, lang: str, review_title: str | None = None) -> tuple[str, str]:
    title = say(review_title or "preview.study", lang)
    return study.title or title, _named("preview.played", lang, study.record.players)


def _named(key: str, lang: str, names: Sequence[str]) -> str:
    return say(key, lang, names=join(names, lang)) if names else say("web.landing.daily.text", lang)
