"""Puzzles over HTTP: tasks, answers, ratings, accounts, and puzzles of the server's own games."""

import json
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from hanabi.puzzles import Puzzle, shipped_puzzles
from hanabi.records import redeal_hidden
from hanabi.server.archive.puzzle_documents import bundle_document, task_document
from hanabi.server.archive.puzzle_games import add_puzzles
from hanabi.server.context import Context
from hanabi.server.database.schema import finished_games
from support.http_visitor import Visitor, a_finished_game

pytestmark = pytest.mark.anyio


def text_of(puzzle: Puzzle) -> str:
    return json.dumps(puzzle.to_dict())


SOME = shipped_puzzles().puzzles[:: max(1, len(shipped_puzzles()) // 8)]


def test_a_task_does_not_depend_on_hidden_cards() -> None:
    """Shuffling the cards that the mover does not see changes no byte of the task."""
    changed = 0
    for puzzle in SOME:
        task = task_document(text_of(puzzle), "en")
        for seed in range(3):
            record = redeal_hidden(puzzle.record, len(puzzle.record.actions), puzzle.seat, seed)
            other = replace(puzzle, record=replace(record, players=puzzle.record.players, extra=puzzle.record.extra))
            changed += other.record.deck != puzzle.record.deck
            assert task_document(text_of(other), "en") == task
        document = json.loads(task)
        assert set(document) == {"puzzle", "seat", "players", "rules", "task", "before", "frames"}
        for frame in document["frames"]:
            assert all(card.get("card") is None for card in frame["view"]["hands"][puzzle.seat]["cards"])
    assert changed > len(SOME)


def test_only_the_bundle_sends_solutions_in_advance() -> None:
    (whole,) = json.loads(bundle_document([text_of(SOME[0])], "pl"))["puzzles"]
    assert [answer["action"] for answer in whole["answers"] if answer["right"]] == [whole["solution"]]
    assert len(whole["answers"]) == len(SOME[0].values)
    assert len(whole["line"]) == len(SOME[0].line) + 1
    assert whole["why"]


def choice_of(answers: list[dict[str, Any]], *, right: bool) -> Any:
    return next(answer["action"] for answer in answers if answer["right"] is right)


async def test_an_attempt_counts_once_and_goes_with_the_account(context: Context) -> None:
    ana = Visitor(context)
    overview = await ana.get("/api/puzzles")
    assert sum(overview["themes"].values()) == len(shipped_puzzles())
    assert overview["you"] == {"rating": 1500, "deviation": 350, "tried": 0, "solved": 0}
    whole = (await ana.get("/api/puzzles/bundle?lang=en"))["puzzles"][0]
    path = f"/api/puzzles/{whole['puzzle']}/answer?lang=en"
    right = await ana.post(path, {"action": choice_of(whole["answers"], right=True)})
    assert right["right"]
    assert right["counted"]
    assert right["you"]["rating"] > 1500
    assert right["line"] == whole["line"]
    again = await ana.post(path, {"action": choice_of(whole["answers"], right=False)})
    assert not again["right"]
    assert not again["counted"]
    assert again["you"] == right["you"]
    task = await ana.get(f"/api/puzzles/{whole['puzzle']}")
    assert task["frames"] == whole["frames"]
    await ana.post("/api/account/register", {"name": "Ana", "password": "correct horse battery"})
    assert (await ana.get("/api/puzzles"))["you"] == right["you"]
    exported = await ana.get("/api/account/export")
    assert [attempt["puzzle"] for attempt in exported["puzzles"]["attempts"]] == [whole["puzzle"]]
    assert (await ana.get("/api/puzzles"))["history"]["streak"] == 1
    missed = (await ana.get("/api/puzzles/next"))["puzzle"]
    gave_up = await ana.post(f"/api/puzzles/{missed}/answer", {})
    assert not gave_up["right"]
    overview = await ana.get("/api/puzzles")
    history = overview["history"]
    assert [one["puzzle"] for one in history["missed"]] == [missed]
    assert (history["streak"], history["best_streak"]) == (0, 1)
    first, last = (point["rating"] for point in history["curve"])
    assert first > 1500
    assert last == overview["you"]["rating"]
    assert whole["theme"] in history["strengths"]
    assert gave_up["you"]["tried"] == 2


async def test_what_is_refused(context: Context) -> None:
    ana = Visitor(context)
    puzzle = SOME[0]
    assert await ana.refused("GET", "/api/puzzles/000000000000") == "no_such_puzzle"
    assert await ana.refused("GET", "/api/puzzles/next?theme=chess") == "no_such_puzzle"
    path = f"/api/puzzles/{puzzle.id}/answer"
    assert (
        await ana.refused("POST", path, {"action": {"type": "clue", "to": puzzle.seat, "about": 1}}) == "clue_to_self"
    )
    assert await ana.refused("POST", path, {"action": {"type": "fold"}}) == "malformed"
    assert await ana.refused("GET", f"/api/puzzles/{puzzle.id}?lang=xx") == "malformed"


async def test_the_next_puzzle_is_new_and_of_the_theme(context: Context) -> None:
    ana = Visitor(context)
    theme = SOME[0].theme
    puzzles = shipped_puzzles().by_id()
    seen = set()
    for _ in range(3):
        puzzle_id = (await ana.get(f"/api/puzzles/next?theme={theme}"))["puzzle"]
        assert puzzles[puzzle_id].theme == theme
        assert puzzle_id not in seen
        seen.add(puzzle_id)
        await ana.post(f"/api/puzzles/{puzzle_id}/answer", {})


async def test_a_servers_own_games_add_puzzles_without_names(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search itself is tested elsewhere; here it always finds the same puzzle."""
    puzzle = replace(SOME[0], id="abcdefabcdef")
    monkeypatch.setattr("hanabi.server.archive.puzzle_games._puzzles", lambda table: [puzzle])
    ana = Visitor(context)
    table = await a_finished_game(context, ana)
    await context.archive.settle()
    store = context.registry.store
    assert await add_puzzles(store, 10) == 0, "a private game stays private"
    shown = update(finished_games).where(finished_games.c.table_id == table).values(public=True)
    await store.write(lambda connection: connection.execute(shown))
    assert await add_puzzles(store, 10) == 1
    assert await add_puzzles(store, 10) == 0, "each game is searched once"
    context.puzzles._read_at = float("-inf")
    assert (await ana.get(f"/api/puzzles/{puzzle.id}"))["players"] == list(puzzle.record.players)
