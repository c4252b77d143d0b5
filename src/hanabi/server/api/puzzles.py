"""Puzzles: one to solve, its answer, the puzzle of the day, and a bundle to solve without the server."""

import random
import time
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from hanabi.puzzles.puzzle import Puzzle
from hanabi.server.actor import Actor
from hanabi.server.api.resource import Resource, language_of
from hanabi.server.archive.puzzle_documents import answer_document, bundle_document, task_document, written_choice
from hanabi.server.http.responses import json_response
from hanabi.server.http.routes import route
from hanabi.server.tables.commands import Choice
from hanabi.server.tables.daily import today

BUNDLE = 24
THEME, LANG = "theme", "lang"


class PuzzleSolver(Struct, frozen=True):
    """Rating and deviation are those of Glicko-2; every puzzle counts once."""

    rating: int
    deviation: int
    tried: int
    solved: int


class PuzzleOverview(Struct, frozen=True):
    """`daily` is the id of the puzzle of the day."""

    themes: dict[str, int]
    daily: str | None
    you: PuzzleSolver


class PuzzleTask(Struct, frozen=True):
    """Before it is solved: the last rounds as the player to move saw them. `before`: actions until then."""

    puzzle: str
    seat: int
    players: list[str]
    rules: dict[str, Any]
    task: list[str]
    before: int
    frames: list[dict[str, Any]]


class PuzzleAttempt(Struct, frozen=True, forbid_unknown_fields=True):
    """`action` null: the solver gives up."""

    action: Choice | None = None


class PuzzleAnswer(Struct, frozen=True):
    """`line` begins with the position and goes on with the solution, all hands open. `counted`: for the rating."""

    text: str
    theme: str
    solution: Choice
    why: list[str]
    line: list[dict[str, Any]]
    right: bool
    counted: bool
    rating: int
    you: PuzzleSolver


class PuzzleBundle(Struct, frozen=True):
    """Whole puzzles, each with its task, its solution and what is said to every move."""

    puzzles: list[dict[str, Any]]


class PuzzlesResource(Resource):
    @route("GET", "/api/puzzles", summary="Themes, the puzzle of the day and your strength", gives=PuzzleOverview)
    async def show_puzzles(self, request: Request) -> Response:
        """How many puzzles there are of each theme."""
        actor, key = await self.actor_or_new(request)
        store = self.context.puzzles
        daily = await store.of_day(today(time.time()))
        you = msgspec.convert(await store.solver(actor.owners), PuzzleSolver)
        overview = PuzzleOverview(await store.themes(), None if daily is None else daily.id, you)
        return self.with_cookie(request, json_response(overview), key)

    @route(
        "GET",
        "/api/puzzles/next",
        summary="A puzzle to solve",
        gives=PuzzleTask,
        refuses=(404,),
        query=(THEME, LANG),
    )
    async def next_puzzle(self, request: Request) -> Response:
        """One that you have not tried, near to your strength; of one theme if it is asked for."""
        actor = await self.context.actor(request)
        theme = request.query_params.get(THEME) or None
        return await self._task(request, await self.context.puzzles.next_for(actor.owners, theme, random.random()))

    @route(
        "GET",
        "/api/puzzles/bundle",
        summary="Puzzles to solve without the server",
        gives=PuzzleBundle,
        query=(LANG,),
    )
    async def bundle_puzzles(self, request: Request) -> Response:
        """Two dozen that change from day to day, solutions included: for clients that are offline later. They do not
        count for anybody's strength unless they are answered through the server."""
        chosen = await self.context.puzzles.some_of_day(today(time.time()), BUNDLE)
        texts = [_text(puzzle) for puzzle in chosen]
        return await self.context.workers.response(request, bundle_document, texts, language_of(request))

    @route("GET", "/api/puzzles/{puzzle}", summary="One puzzle", gives=PuzzleTask, refuses=(404,), query=(LANG,))
    async def show_puzzle(self, request: Request) -> Response:
        """What the player to move knows, and nothing more."""
        return await self._task(request, await self.context.puzzles.find(request.path_params["puzzle"]))

    @route(
        "POST",
        "/api/puzzles/{puzzle}/answer",
        summary="Solve a puzzle, or give up",
        takes=PuzzleAttempt,
        gives=PuzzleAnswer,
        refuses=(404, 409),
        query=(LANG,),
    )
    async def answer_puzzle(self, request: Request) -> Response:
        """Says whether the move is the best one, and why. Your first attempt counts for your strength."""
        actor, key = await self.actor_or_new(request)
        attempt = await self.body(request, PuzzleAttempt)
        puzzle = await self.context.puzzles.find(request.path_params["puzzle"])
        right = attempt.action is not None and puzzle.is_solution(written_choice(puzzle, attempt.action))
        choice = None if attempt.action is None else msgspec.json.encode(attempt.action)
        work = (answer_document, _text(puzzle), choice, language_of(request))
        answer = msgspec.json.decode(await self.context.workers.run(request, *work), type=dict[str, msgspec.Raw])
        counted = await self._count(actor, puzzle, right=right)
        strength = await self.context.puzzles.strength_of(puzzle)
        you = await self.context.puzzles.solver(actor.owners)
        extra = {"right": right, "counted": counted, "rating": round(strength.rating), "you": you}
        return self.with_cookie(request, json_response({**answer, **extra}), key)

    async def _task(self, request: Request, puzzle: Puzzle) -> Response:
        return await self.context.workers.response(request, task_document, _text(puzzle), language_of(request))

    async def _count(self, actor: Actor, puzzle: Puzzle, *, right: bool) -> bool:
        owners = actor.owners
        return bool(owners) and await self.context.puzzles.attempt(owners, puzzle, right=right)


def _text(puzzle: Puzzle) -> str:
    return msgspec.json.encode(puzzle.to_dict()).decode()
