"""Puzzles: tasks, answers, the puzzle of the day, and a bundle to solve offline."""

import random
import time
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from hanabi.puzzles.puzzle import Puzzle
from hanabi.server.api.resource import Actor, Request, Resource, Response, json_response, route
from hanabi.server.api.shared_bodies import Frame, LanguageParameter, RuleValues
from hanabi.server.archive.puzzle_documents import answer_document, bundle_document, task_document, written_choice
from hanabi.server.tables import today
from hanabi.server.tables.features.play import Choice

BUNDLE = 24


class PuzzleSolver(Struct, frozen=True):
    """Glicko-2 rating and deviation; every puzzle counts once."""

    rating: int
    deviation: int
    tried: int
    solved: int


class SolverRating(Struct, frozen=True):
    """A solver's rating at a time in seconds."""

    at: float
    rating: int
    deviation: int


class MissedPuzzle(Struct, frozen=True):
    puzzle: str
    theme: str
    at: float


class SolverHistory(Struct, frozen=True):
    """`streak` counts puzzles solved in a row; `strengths` are ratings by theme; `missed` starts with the newest."""

    curve: list[SolverRating]
    streak: int
    best_streak: int
    strengths: dict[str, int]
    missed: list[MissedPuzzle]


class PuzzleOverview(Struct, frozen=True):
    """`daily` is the id of the puzzle of the day."""

    themes: dict[str, int]
    daily: str | None
    you: PuzzleSolver
    history: SolverHistory


class PuzzleTask(Struct, frozen=True):
    """The last rounds as the player to move saw them. `before` is the number of actions until then."""

    puzzle: str
    seat: int
    players: list[str]
    rules: RuleValues
    task: list[str]
    before: int
    frames: list[Frame]


class PuzzleAttempt(Struct, frozen=True, forbid_unknown_fields=True):
    """Without an `action`, the solver gives up."""

    action: Choice | None = None


class PuzzleAnswer(Struct, frozen=True):
    """`line` is the position and then the solution, with all hands open. `counted`: whether it changed your rating."""

    text: str
    theme: str
    solution: Choice
    why: list[str]
    line: list[Frame]
    right: bool
    counted: bool
    rating: int
    you: PuzzleSolver


class PuzzleReply(Struct, frozen=True):
    action: Choice
    right: bool
    text: str


class WholePuzzle(PuzzleTask, frozen=True):
    """A puzzle with the reply to every move, the reply to giving up, and the solution."""

    answers: list[PuzzleReply]
    given_up: str
    theme: str
    solution: Choice
    why: list[str]
    line: list[Frame]


class PuzzleBundle(Struct, frozen=True):
    puzzles: list[WholePuzzle]


class NextPuzzleParameters(LanguageParameter, frozen=True):
    theme: Annotated[str, Meta(max_length=20)] | None = None


class PuzzlesResource(Resource):
    @route("GET", "/api/puzzles", summary="Themes, the puzzle of the day and your results", gives=PuzzleOverview)
    async def show_puzzles(self, request: Request) -> Response:
        """`themes` has the number of puzzles per theme; `history` tells of your newest 500 attempts."""
        actor, key = await self.actor_or_new(request)
        store = self.context.puzzles
        daily = await store.of_day(today(time.time()))
        if key is None:
            you, history = await self._results(actor.owners)
        else:
            you, history = await self.context.shared_work.result("a new solver", lambda: self._results([]))
        overview = PuzzleOverview(await store.themes(), None if daily is None else daily.id, you, history)
        return self.with_cookie(request, json_response(overview), key)

    async def _results(self, owners: Sequence[str]) -> tuple[PuzzleSolver, SolverHistory]:
        store = self.context.puzzles
        you, history = await store.solver(owners), await store.history(owners)
        return msgspec.convert(you, PuzzleSolver), msgspec.convert(history, SolverHistory)

    @route(
        "GET",
        "/api/puzzles/next",
        summary="A puzzle to solve",
        gives=PuzzleTask,
        parameters=NextPuzzleParameters,
        refuses=(404,),
    )
    async def next_puzzle(self, request: Request) -> Response:
        """One that you have not tried and that suits your rating, optionally of one `theme`."""
        actor = await self.context.actor(request)
        theme = self.parameters(request, NextPuzzleParameters).theme
        return await self._task(request, await self.context.puzzles.next_for(actor.owners, theme, random.random()))

    @route(
        "GET",
        "/api/puzzles/bundle",
        summary="Puzzles to solve offline",
        gives=PuzzleBundle,
        parameters=LanguageParameter,
    )
    async def bundle_puzzles(self, request: Request) -> Response:
        """Two dozen puzzles, solutions included, that change every day. They count for your rating only if you answer
        them through the server."""
        chosen = await self.context.puzzles.some_of_day(today(time.time()), BUNDLE)
        texts = [_text(puzzle) for puzzle in chosen]
        return await self.context.workers.response(request, bundle_document, texts, self.language(request))

    @route("GET", "/api/puzzles/{puzzle}", summary="One puzzle", gives=PuzzleTask, parameters=LanguageParameter)
    async def show_puzzle(self, request: Request) -> Response:
        """Only what the player to move knows."""
        return await self._task(request, await self.context.puzzles.find(request.path_params["puzzle"]))

    @route(
        "POST",
        "/api/puzzles/{puzzle}/answer",
        summary="Solve a puzzle, or give up",
        takes=PuzzleAttempt,
        gives=PuzzleAnswer,
        parameters=LanguageParameter,
    )
    async def answer_puzzle(self, request: Request) -> Response:
        """Whether the move is the best one, and why. Your first attempt counts for your rating."""
        actor, key = await self.actor_or_new(request)
        attempt = await self.body(request, PuzzleAttempt)
        puzzle = await self.context.puzzles.find(request.path_params["puzzle"])
        right = attempt.action is not None and puzzle.is_solution(written_choice(puzzle, attempt.action))
        choice = None if attempt.action is None else msgspec.json.encode(attempt.action)
        work = (answer_document, _text(puzzle), choice, self.language(request))
        answer = msgspec.json.decode(await self.context.workers.run(request, *work), type=dict[str, msgspec.Raw])
        counted = await self._count(actor, puzzle, right=right)
        strength = await self.context.puzzles.strength_of(puzzle)
        you = await self.context.puzzles.solver(actor.owners)
        extra = {"right": right, "counted": counted, "rating": round(strength.rating), "you": you}
        return self.with_cookie(request, json_response({**answer, **extra}), key)

    async def _task(self, request: Request, puzzle: Puzzle) -> Response:
        return await self.context.workers.response(request, task_document, _text(puzzle), self.language(request))

    async def _count(self, actor: Actor, puzzle: Puzzle, *, right: bool) -> bool:
        owners = actor.owners
        return bool(owners) and await self.context.puzzles.attempt(owners, puzzle, right=right)


def _text(puzzle: Puzzle) -> str:
    return msgspec.json.encode(puzzle.to_dict()).decode()
