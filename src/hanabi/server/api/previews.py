"""Preview pictures for links, and oEmbed for pages that embed a replay."""

from html import escape
from typing import Annotated, Literal
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from hanabi.server.api.resource import Refused, Request, Resource, Response, json_response, route
from hanabi.server.http.link_previews import preferred_language

# Seconds for which clients may cache a picture, although the game may continue.
CACHE_SECONDS = 300
# The default size of an embedded replay, and the smallest one.
FRAME_WIDTH, FRAME_HEIGHT = 720, 560
MIN_WIDTH, MIN_HEIGHT = 280, 360


class OEmbedResponse(Struct, frozen=True):
    """See https://oembed.com."""

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


# Anything else than a number counts as not given; it is not refused.
Pixels = Annotated[str, Meta(extra_json_schema={"pattern": "^[0-9]{1,5}$"})] | None


class PreviewParameters(Struct, frozen=True):
    """An unknown `lang` is not refused either."""

    lang: Annotated[str, Meta(extra_json_schema={"maxLength": 8})] | None = None


class OEmbedParameters(PreviewParameters, frozen=True):
    url: Annotated[str, Meta(extra_json_schema={"maxLength": 500})] = ""
    format: Literal["json"] = "json"
    maxwidth: Pixels = None
    maxheight: Pixels = None


class PreviewsResource(Resource):
    @route(
        "GET",
        "/api/previews/tables/{table}",
        summary="The preview picture of a table",
        parameters=PreviewParameters,
        in_openapi=False,
    )
    async def show_table_picture(self, request: Request) -> Response:
        """A PNG of 1200 by 630 pixels with the fireworks, if a spectator may see them, and the names of the players."""
        lang = preferred_language(request)
        return _picture(await self.context.previews.table_picture(request, request.path_params["table"], lang))

    @route(
        "GET",
        "/api/previews/studies/{study}",
        summary="The preview picture of a study",
        parameters=PreviewParameters,
        in_openapi=False,
    )
    async def show_study_picture(self, request: Request) -> Response:
        """As for a table, with the fireworks at the end of the game."""
        lang = preferred_language(request)
        return _picture(await self.context.previews.study_picture(request, request.path_params["study"], lang))

    @route(
        "GET",
        "/api/previews/pages/{page}",
        summary="The preview picture of a page without a game",
        parameters=PreviewParameters,
        in_openapi=False,
    )
    async def show_page_picture(self, request: Request) -> Response:
        """`start`, `daily`, `learn`, `puzzles`, `rules` or `watch`: five cards, and the title and text of the page."""
        lang = preferred_language(request)
        return _picture(await self.context.previews.page_picture(request, request.path_params["page"], lang))

    @route(
        "GET",
        "/api/oembed",
        summary="How to embed a replay",
        gives=OEmbedResponse,
        parameters=OEmbedParameters,
        refuses=(404,),
    )
    async def describe_embedding(self, request: Request) -> Response:
        """[oEmbed](https://oembed.com) for the URL of a finished game: `/t/…`, `/r/…` or `/study/…`."""
        asked = self.parameters(request, OEmbedParameters)
        try:
            url = urlsplit(asked.url[:500])
        except ValueError as error:
            raise Refused("malformed", detail="not a URL") from error
        origin = self.context.origin_of(request)
        if url.netloc.lower() != urlsplit(origin).netloc.lower():
            raise Refused("no_such_page")
        preview = await self.context.previews.of_path(url.path, preferred_language(request))
        if preview.embed is None:
            raise Refused("no_such_page")
        width = _size(asked.maxwidth, MIN_WIDTH, FRAME_WIDTH)
        height = _size(asked.maxheight, MIN_HEIGHT, FRAME_HEIGHT)
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


def _size(text: str | None, minimum: int, maximum: int) -> int:
    if text is None or not text.isdecimal() or len(text) > 5:
        return maximum
    return max(minimum, min(maximum, int(text)))


def _picture(png: bytes) -> Response:
    return Response(png, media_type="image/png", headers={"Cache-Control": f"public, max-age={CACHE_SECONDS}"})
