"""The sentences about a puzzle, before and after it is solved, in every language."""

from hanabi.puzzles.puzzle import Puzzle
from hanabi.review.report.text import card_name, decimal
from hanabi.rules import Clue, Discard, Play, read_action
from hanabi.texts import join, say


def task_text(puzzle: Puzzle, language: str) -> tuple[str, str]:
    """The task and how to read the clues, without any hint at the solution."""
    player = puzzle.record.players[puzzle.seat]
    if puzzle.level:
        return say("puzzle.task", language, player=player), say("puzzle.read.conventions", language, level=puzzle.level)
    return say("puzzle.task", language, player=player), say("puzzle.read.literal", language)


def why_text(puzzle: Puzzle, language: str) -> list[str]:
    """Why the solution is the best move: the reason, the clue behind it, and the figures."""
    lines = [say(f"puzzle.why.{puzzle.reason}", language, **_values(puzzle, language))]
    if puzzle.reason in ("promise", "blind"):
        lines += _clue_behind(puzzle, language)
    best, second = sorted(puzzle.values.values(), reverse=True)[:2]
    lines.append(say("puzzle.lead", language, best=decimal(best, language), second=decimal(second, language)))
    first, again = puzzle.gaps
    if puzzle.exact:
        lines.append(say("puzzle.exact", language))
    else:
        gaps = {"first": decimal(first, language), "second": decimal(again, language)}
        lines.append(say("puzzle.verified", language, **gaps))
    return lines


def answer_text(puzzle: Puzzle, action: str | None, language: str) -> str:
    """Whether a move is the solution. None means that the solver gave up."""
    best = puzzle_move_text(puzzle, puzzle.solution, language)
    if action is None or action not in puzzle.values:
        return say("puzzle.solution", language, move=best)
    if puzzle.is_solution(action):
        return say("puzzle.right", language, move=best)
    values = {"score": decimal(puzzle.values[action], language), "best": decimal(puzzle.value, language)}
    return say("puzzle.wrong", language, move=puzzle_move_text(puzzle, action, language), **values)


def puzzle_move_text(puzzle: Puzzle, action: str, language: str) -> str:
    match read_action(puzzle.start.state, action):
        case Clue(to, about):
            named = str(about) if isinstance(about, int) else say(f"suit.{about}", language)
            return say("review.move.clue", language, to=puzzle.record.players[to], about=named)
        case Play(slot):
            return say("review.move.play", language, slot=slot + 1)
        case Discard(slot):
            return say("review.move.discard", language, slot=slot + 1)
    raise AssertionError(action)


def _values(puzzle: Puzzle, language: str) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, fact in puzzle.facts.items():
        match name:
            case "card":
                values[name] = card_name(fact, language)
            case "cards":
                values[name] = join((card_name(card, language) for card in fact), language, style="or")
            case "to" | "player":
                values[name] = puzzle.record.players[fact]
            case "slot":
                values[name] = fact + 1
    return values


def _clue_behind(puzzle: Puzzle, language: str) -> list[str]:
    """The reading of the clue that promises the card, if the current conventions still agree."""
    # Imported here because a server that only describes puzzles needs neither NumPy nor the bot.
    from hanabi.bots.team import readings_of
    from hanabi.review.judging.clue_causes import clue_behind_play
    from hanabi.review.recorded_game import recorded_game

    game = recorded_game(puzzle.record)
    position = game.positions[-1]
    behind = clue_behind_play(game, position, int(puzzle.facts["slot"]), puzzle.level) if puzzle.level else None
    return [
        say("puzzle.clue_behind", language, turn=reading.action + 1, reading=reading.sentence)
        for reading in readings_of(position.view, puzzle.level, language)
        if behind is not None and reading.action == behind
    ]
