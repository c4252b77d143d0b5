"""Reviews and explanations of finished games, from tables and studies."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hanabi.records import Record
from hanabi.review import Review, ReviewText
from hanabi.server.api.resource import Refused, Request, Resource, Response, client_address, json_response, route
from hanabi.server.api.shared_bodies import LanguageParameter
from hanabi.server.archive.documents import explanations_document, review_document
from hanabi.server.archive.explanations import MoveExplanation
from hanabi.server.game_access import finished_table, visible_study
from hanabi.server.http.request_limits import release_slot
from hanabi.server.rate_limits import network_of

# Maximum seconds that a request waits for progress of a review.
NEWS_SECONDS = 10.0


class MoveTexts(Struct, frozen=True):
    """The move that was made, and the best moves in the order of the review."""

    made: str
    best: list[str]


class ReviewResponse(Struct, frozen=True):
    """`progress` is from 0 to 1, `ahead` the number of reviews queued before it; `number` counts the states of an
    unfinished review.

    As soon as a rough review exists, the response has the review (docs/review.md), its sentences and its moves in the
    language of the query.
    """

    state: Literal["none", "waiting", "running", "done", "failed"]
    progress: float = 0.0
    ahead: int = 0
    review: Review | None = None
    sentences: ReviewText | None = None
    moves: list[MoveTexts] | None = None
    reason: str | None = None
    number: int = 0


class GameExplanations(Struct, frozen=True):
    """For each action, the explanations of the bot that made it and of the players who received it."""

    actions: list[list[MoveExplanation]]


class ReviewParameters(LanguageParameter, frozen=True):
    after: Annotated[int, Meta(ge=0, le=999_999_999)] | None = None


class ReviewsResource(Resource):
    @route(
        "POST",
        "/api/tables/{table}/review",
        "/api/studies/{study}/review",
        summary="Request a review of a game",
        gives=ReviewResponse,
        status=202,
    )
    async def request_review(self, request: Request) -> Response:
        """Poll with GET and `after` until `state` is `done` or `failed`. Joins a review that is already running."""
        subject, record = await self._subject(request)
        if (await self.context.reviews.status(subject)).state in ("none", "failed"):
            if not record.actions:
                raise Refused("nothing_to_review")
            self.enforce_limit(request, "new_reviews")
        status = await self.context.reviews.request(subject, record, network_of(client_address(request)))
        if status.state in ("waiting", "running"):
            self.context.notifications.review_asked(await self.context.actor(request), subject)
        return json_response(ReviewResponse(status.state, status.progress, status.ahead), 202)

    @route(
        "GET",
        "/api/tables/{table}/review",
        "/api/studies/{study}/review",
        summary="The review of a game",
        gives=ReviewResponse,
        parameters=ReviewParameters,
        refuses=(403,),
    )
    async def show_review(self, request: Request) -> Response:
        """`state` and `progress`; then `review` (`docs/review.md`), `sentences` and `moves`, rough at first. With
        `after`, the response waits up to ten seconds for a state of the review with a larger `number`.
        """
        asked = self.parameters(request, ReviewParameters)
        subject, _ = await self._subject(request)
        if asked.after is None:
            status = await self.context.reviews.status(subject)
        else:
            release_slot(request.scope)
            status = await self.context.reviews.next_status(subject, asked.after, NEWS_SECONDS)
        if status.body is None:
            return json_response(ReviewResponse(status.state, status.progress, status.ahead, reason=status.reason))
        progress = {"state": status.state, "progress": status.progress, "ahead": status.ahead, "number": status.number}
        return await self.context.workers.response(request, review_document, status.body, asked.lang, progress)

    @route(
        "GET",
        "/api/tables/{table}/reasons",
        "/api/studies/{study}/reasons",
        summary="Explanations of the moves",
        gives=GameExplanations,
        parameters=LanguageParameter,
        refuses=(403,),
    )
    async def explain_moves(self, request: Request) -> Response:
        """For each action: why a `team` bot chose it, and what a clue means to the other players by the clubs'
        conventions.
        """
        lang = self.language(request)
        _, record = await self._subject(request)
        return await self.context.workers.response(request, explanations_document, record.dumps(), lang)

    async def _subject(self, request: Request) -> tuple[str, Record]:
        """The name of the game in the review queue, and its record."""
        if "table" in request.path_params:
            table = await finished_table(self.context, request, request.path_params["table"])
            return f"table:{table.id}", table.record()
        study = await visible_study(self.context, request, request.path_params["study"])
        return f"study:{study.id}", study.record
