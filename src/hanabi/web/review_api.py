"""What a finished game teaches: its review, made on request and kept."""

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from hanabi.analysis import loads, sentences
from hanabi.analysis.review_text import move_text
from hanabi.records.record import Record
from hanabi.tables.command_handlers import Refused
from hanabi.texts import LANGUAGES
from hanabi.web import study_schemas as shapes
from hanabi.web.handlers import Endpoint, Handlers, address, answer

ON_REVIEW = (403, 404, 409)


class ReviewApi(Handlers):
    async def ask(self, request: Request) -> Response:
        """Have a review made; its state is asked for with GET."""
        subject, record = await self._subject(request)
        if (await self.context.reviews.standing(subject)).state in ("none", "failed"):
            if not record.actions:
                raise Refused("nothing_to_review")
            if not self.context.new_reviews.take(address(request)):
                raise Refused("too_many")
        standing = await self.context.reviews.ask(subject, record)
        return answer(shapes.ReviewShown(standing.state, standing.progress, standing.ahead), 202)

    async def show(self, request: Request) -> Response:
        lang = request.query_params.get("lang", "en")
        if lang not in LANGUAGES:
            raise Refused("malformed")
        subject, _ = await self._subject(request)
        standing = await self.context.reviews.standing(subject)
        shown = shapes.ReviewShown(standing.state, standing.progress, standing.ahead, reason=standing.reason)
        if standing.body is not None:
            made = loads(standing.body)
            words = [
                shapes.MovesInWords(move_text(made, turn, lang), [move_text(made, move, lang) for move in turn.best])
                for turn in made.turns
            ]
            told = sentences(made, lang)
            shown = shapes.ReviewShown("done", 1.0, 0, made.to_dict(), msgspec.to_builtins(told), words)
        return answer(shown)

    async def reasons(self, request: Request) -> Response:
        """Why the team bots moved as they did, and how the clubs' conventions read each clue."""
        from hanabi.tables.finished.explanations import explanations

        lang = request.query_params.get("lang", "en")
        if lang not in LANGUAGES:
            raise Refused("malformed")
        _, record = await self._subject(request)
        told = await asyncio.to_thread(explanations, record, lang)
        return answer(
            shapes.ExplanationsBody([[shapes.ExplanationBody(*spoken) for spoken in action] for action in told])
        )

    async def _subject(self, request: Request) -> tuple[str, Record]:
        if "table" in request.path_params:
            table = await self.finished(request, request.path_params["table"])
            return f"table:{table.id}", table.record()
        study = await self.study(request, request.path_params["study"])
        return f"study:{study.id}", study.record


def endpoints(api: ReviewApi) -> list[Endpoint]:
    made = []
    for of in ("/api/tables/{table}", "/api/studies/{study}"):
        path, why = f"{of}/review", f"{of}/reasons"
        made += [
            Endpoint(
                "GET", why, api.reasons, "The moves explained", None, shapes.ExplanationsBody, 200, ON_REVIEW, ("lang",)
            ),
            Endpoint("POST", path, api.ask, "Have a game reviewed", None, shapes.ReviewShown, 202, ON_REVIEW),
            Endpoint(
                "GET", path, api.show, "The review of a game", None, shapes.ReviewShown, 200, ON_REVIEW, ("lang",)
            ),
        ]
    return made
