"""Puzzles as JSON for clients: first only the mover's view, later the solution with its reasons.

Text in, text out: another process can run each of these. Only `bundle_document` sends solutions in advance, for clients
that work offline.
"""

from typing import Any

import msgspec

from hanabi.puzzles.puzzle import Puzzle, puzzle_from
from hanabi.puzzles.puzzle_text import answer_text, task_text, why_text
from hanabi.rules import Action, Clue, Discard, IllegalAction, Play, check, read_action, write_action
from hanabi.rules.view_documents import Viewer
from hanabi.server.archive.positions import frames
from hanabi.server.refusals import refusal_of
from hanabi.server.tables.features.play import Choice, ClueChoice, DiscardChoice, PlayChoice, action_of

ROUNDS_BEFORE = 2  # rounds that a solver can look back


def task_document(text: str, lang: str) -> bytes:
    """The mover's knowledge: the last rounds as that seat saw them, and the task in words."""
    return msgspec.json.encode(_task(_puzzle(text), lang))


def answer_document(text: str, choice: bytes | None, lang: str) -> bytes:
    """Whether a choice (JSON; None: given up) solves the puzzle, why, and how the game continues."""
    puzzle = _puzzle(text)
    action = None if choice is None else written_choice(puzzle, msgspec.json.decode(choice, type=Choice))
    return msgspec.json.encode({"text": answer_text(puzzle, action, lang), **_solution(puzzle, lang)})


def bundle_document(texts: list[str], lang: str) -> bytes:
    """Whole puzzles, with the answer to every move."""
    return msgspec.json.encode({"puzzles": [_whole(_puzzle(text), lang) for text in texts]})


def written_choice(puzzle: Puzzle, choice: Choice) -> str:
    """A client's choice in the notation of records; refused if it is not legal."""
    game = puzzle.position()
    try:
        action = action_of(game.state, {}, choice)
        check(game.rules, game.rule_tables, game.state, action)
    except IllegalAction as error:
        raise refusal_of(error) from error
    return write_action(game.state, action)


def _puzzle(text: str) -> Puzzle:
    return puzzle_from(msgspec.json.decode(text))


def _whole(puzzle: Puzzle, lang: str) -> dict[str, Any]:
    answers = [
        {
            "action": _choice(puzzle, action),
            "right": puzzle.is_solution(action),
            "text": answer_text(puzzle, action, lang),
        }
        for action in puzzle.values
    ]
    given_up = answer_text(puzzle, None, lang)
    return {**_task(puzzle, lang), "answers": answers, "given_up": given_up, **_solution(puzzle, lang)}


def _task(puzzle: Puzzle, lang: str) -> dict[str, Any]:
    record, seat = puzzle.record, puzzle.seat
    return {
        "puzzle": puzzle.id,
        "seat": seat,
        "players": record.players,
        "rules": record.rules,
        "task": task_text(puzzle, lang),
        "before": len(record.actions),
        "frames": _frames(puzzle, (), seat, ROUNDS_BEFORE * len(record.players) + 1),
    }


def _solution(puzzle: Puzzle, lang: str) -> dict[str, Any]:
    return {
        "theme": puzzle.theme,
        "solution": _choice(puzzle, puzzle.solution),
        "why": why_text(puzzle, lang),
        "line": _frames(puzzle, puzzle.line, "open", len(puzzle.line) + 1),
    }


def _frames(puzzle: Puzzle, line: tuple[str, ...], viewer: Viewer, last: int) -> list[msgspec.Raw]:
    return list(frames(puzzle.record_with(line), viewer))[-last:]


def _choice(puzzle: Puzzle, text: str) -> Choice:
    action: Action = read_action(puzzle.start.state, text)
    match action:
        case Clue(to, about):
            return ClueChoice(to, about)
        case Play(slot, announce):
            return PlayChoice(slot, announce)
        case Discard(slot):
            return DiscardChoice(slot)
    raise AssertionError(text)
