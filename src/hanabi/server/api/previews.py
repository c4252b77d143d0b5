"""Preview pictures of links, and oEmbed for pages that show a replay in a frame."""

from html import escape
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from hanabi.server.api.resource import Resource
from hanabi.server.http.link_previews import language_of
from hanabi.server.http.responses import json_response
from hanabi.server.http.routes import route
from hanabi.server.refusals import Refused

# Seconds for which a picture is not asked for again; the game may go on meanwhile.
FRESH = 300
# The frame of an embedded replay, unless whoever embeds it has less room.
FRAME_WIDTH, FRAME_HEIGHT = 720, 560
MIN_WIDTH, MIN_HEIGHT = 280, 360


class OEmbedResponse(Struct, frozen=True):
    """As oembed.com describes it."""

    type: str
    version: str
    title: str
    provider_name: str
    provider_url: str
    html: str
    width: int
    height: int
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int


class PreviewsResource(Resource):
    @route(
        "GET",
        "/api/previews/tables/{table}",
        summary="The preview picture of a table",
        query=("lang",),
        in_openapi=False,
    )
    async def show_table_picture(self, request: Request) -> Response:
        """A PNG of 1200 by 630 pixels with the fireworks, where a spectator would see them, and who plays."""
        lang = language_of(request)
        return _picture(await self.context.previews.table_picture(request, request.path_params["table"], lang))

    @route(
        "GET",
        "/api/previews/studies/{study}",
        summary="The preview picture of a study",
        query=("lang",),
        in_openapi=False,
    )
    async def show_study_picture(self, request: Request) -> Response:
        """As for a table: the fireworks at the end of the game."""
        lang = language_of(request)
        return _picture(await self.context.previews.study_picture(request, request.path_params["study"], lang))

    @route(
        "GET",
        "/api/previews/pages/{page}",
        summary="The preview picture of a page without a game",
        query=("lang",),
        in_openapi=False,
    )
    async def show_page_picture(self, request: Request) -> Response:
        """`start`, `daily`, `learn`, `puzzles`, `rules` or `watch`: five cards, and what stands there."""
        lang = language_of(request)
        return _picture(await self.context.previews.page_picture(request, request.path_params["page"], lang))

    @route(
        "GET",
        "/api/oembed",
        summary="How to embed a replay",
        gives=OEmbedResponse,
        refuses=(400, 404),
        query=("url", "format", "maxwidth", "maxheight", "lang"),
    )
    async def describe_embedding(self, request: Request) -> Response:
        """[oEmbed](https://oembed.com) for the address of a finished game, `/t/…`, `/r/…` or `/study/…`."""
        wishes = request.query_params
        if wishes.get("format", "json") != "json":
            raise Refused("malformed", detail="only JSON")
        try:
            address = urlsplit(wishes.get("url", "")[:500])
        except ValueError as error:
            raise Refused("malformed", detail="not a URL") from error
        if address.netloc.lower() != request.headers.get("host", "").lower():
            raise Refused("no_such_page")
        preview = await self.context.previews.of_path(address.path, language_of(request))
        if preview.embed is None:
            raise Refused("no_such_page")
        width = _size(wishes.get("maxwidth"), MIN_WIDTH, FRAME_WIDTH)
        height = _size(wishes.get("maxheight"), MIN_HEIGHT, FRAME_HEIGHT)
        origin = f"{request.url.scheme}://{address.netloc}"
        answer = OEmbedResponse(
            type="rich",
            version="1.0",
            title=preview.title,
            provider_name="Hanabi",
            provider_url=origin,
            html=frame_html(origin + preview.embed, preview.title, width, height),
            width=width,
            height=height,
            thumbnail_url=origin + preview.picture,
            thumbnail_width=1200,
            thumbnail_height=630,
        )
        return json_response(answer)


def frame_html(address: str, title: str, width: int, height: int) -> str:
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)}" width="{width}" height="{height}" '
        'style="border:0;max-width:100%" loading="lazy" allowfullscreen></iframe>'
    )


def _size(wish: Any, least: int, most: int) -> int:
    return max(least, min(most, int(wish))) if wish and wish.isdecimal() and len(wish) < 6 else most


def _picture(png: bytes) -> Response:
    return Response(png, media_type="image/png", headers={"Cache-Control": f"public, max-age={FRESH}"})
