"""Puzzles: the referee checks each that is shipped; new ones are found, verified again and kept in files."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from hanabi.puzzles import THEMES, Puzzle, PuzzleCollection, PuzzleError, load_collection, shipped_puzzles
from hanabi.puzzles.maker import make_puzzles, puzzle_judge
from hanabi.puzzles.puzzle import check_puzzle
from hanabi.puzzles.puzzle_text import answer_text, task_text, why_text
from hanabi.puzzles.source_games import bot_game
from hanabi.puzzles.verification import LEAST_GAP, find_solution
from hanabi.review.recorded_game import recorded_game
from hanabi.rules import id_of_action, read_action
from hanabi.texts import LANGUAGES

CHECKED_EVERY = 6  # of the shipped puzzles; `make` had the referee check each when it was found


@pytest.fixture(scope="module")
def found() -> Puzzle:
    """The first puzzle of the bots' games."""
    return next(puzzle for number in range(30) for puzzle in make_puzzles(bot_game(number, seed=5)))


def test_shipped_puzzles_are_valid() -> None:
    puzzles = shipped_puzzles()
    assert len(puzzles.by_id()) == len(puzzles) >= 1000
    for number, puzzle in enumerate(puzzles):
        if number % CHECKED_EVERY == 0:
            check_puzzle(puzzle)
        others = [value for action, value in puzzle.values.items() if action != puzzle.solution]
        assert min(puzzle.gaps) >= LEAST_GAP
        assert puzzle.value - max(others) >= LEAST_GAP - 0.011, "values are rounded to two places"
        assert puzzle.theme in THEMES
        assert set(puzzle.record.extra) <= {"bots"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_a_sentence(lang: str) -> None:
    reasons = {puzzle.reason: puzzle for puzzle in shipped_puzzles()}
    for puzzle in reasons.values():
        assert all(task_text(puzzle, lang))
        assert len(why_text(puzzle, lang)) >= 3
        told = {answer_text(puzzle, action, lang) for action in (*puzzle.values, None)}
        assert len(told) == len(puzzle.values) + 1


def test_the_clue_that_promises_the_card_is_named_and_not_just_the_last_one() -> None:
    puzzle = shipped_puzzles().by_id()["9d3d4d3b5599"]
    assert puzzle.facts["cards"] == ["w4"]
    told = " ".join(why_text(puzzle, "en"))
    assert "white 4" in told
    assert "yellow 5" not in told, "of a later clue about another card"


def test_no_theme_outweighs_the_others() -> None:
    themes = Counter(puzzle.theme for puzzle in shipped_puzzles())
    assert set(themes) == set(THEMES)
    assert themes.most_common(1)[0][1] <= 0.25 * themes.total()
    assert min(themes.values()) >= 20


def test_only_puzzles_of_the_given_themes_are_made(found: Puzzle) -> None:
    source = next(
        source
        for source in (bot_game(number, seed=5) for number in range(30))
        if any(puzzle.id == found.id for puzzle in make_puzzles(source))
    )
    others = [theme for theme in THEMES if theme != found.theme]
    assert {puzzle.theme for puzzle in make_puzzles(source, themes=others)} <= set(others)


def test_a_found_puzzle_holds_in_other_worlds(found: Puzzle) -> None:
    check_puzzle(found)
    position = recorded_game(found.record).positions[-1]
    judge = puzzle_judge(recorded_game(found.record), found.level)
    judge.set_position(position)
    again = find_solution(judge, position, seed=271_828)
    assert again is not None
    solution = read_action(position.state, found.solution)
    assert again.move == id_of_action(found.record.rules, position.rule_tables, position.state, solution)


def test_the_referee_refuses_broken_puzzles(found: Puzzle) -> None:
    other = next(action for action in found.values if action != found.solution)
    for wrong in (
        replace(found, solution="play 99"),
        replace(found, line=(other,)),
        replace(found, id="0" * 12),
        replace(found, values={found.solution: 20.0}),
        replace(found, record=replace(found.record, actions=found.record.actions[:-1])),
    ):
        with pytest.raises(PuzzleError):
            check_puzzle(wrong)


@pytest.mark.parametrize("name", ["puzzles.jsonl", "puzzles.jsonl.xz"])
def test_a_file_stores_puzzles_and_the_progress_of_the_search(found: Puzzle, tmp_path: Path, name: str) -> None:
    made = PuzzleCollection(progress={"bots/1": 7})
    assert made.add(found)
    assert not made.add(found)
    made.save(tmp_path / name)
    read = load_collection(tmp_path / name)
    assert read.puzzles == [found]
    assert read.progress == {"bots/1": 7}


def test_other_files_are_refused(tmp_path: Path) -> None:
    for text in ("", "[]\n", '{"format": "hanabi-record"}\n', '{"format": "hanabi-puzzles", "version": 1}\n{}\n'):
        (tmp_path / "wrong.jsonl").write_text(text)
        with pytest.raises(PuzzleError):
            load_collection(tmp_path / "wrong.jsonl")
