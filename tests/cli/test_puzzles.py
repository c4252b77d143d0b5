"""`hanabi puzzles`: made from a folder, listed and solved in the terminal."""

import json
from pathlib import Path

from click.testing import CliRunner

from hanabi.cli import main
from hanabi.puzzles import load_collection, shipped_puzzles
from hanabi.puzzles.source_games import bot_game
from hanabi.rules import Clue, Play, read_action


def test_puzzles_are_made_from_a_folder_and_the_search_resumes(tmp_path: Path) -> None:
    games, output = tmp_path / "games", tmp_path / "made.jsonl"
    games.mkdir()
    bot_game(1, seed=1).record.save(games / "a.json")
    (games / "b.json").write_text("no game")
    run = ["puzzles", "make", "--from", str(games), "--output", str(output), "--count", "50"]
    first = CliRunner().invoke(main, run)
    assert first.exit_code == 0, first.output
    assert "b.json" in first.output
    assert set(load_collection(output).progress) == {"a.json", "b.json"}
    again = CliRunner().invoke(main, [*run, "--json"])
    assert again.exit_code == 0
    assert again.stderr == ""
    assert json.loads(again.stdout) == {"file": str(output), "puzzles": len(load_collection(output))}


def test_an_output_is_required() -> None:
    assert CliRunner().invoke(main, ["puzzles", "make"]).exit_code == 2


def test_the_list_counts_the_themes() -> None:
    shown = CliRunner().invoke(main, ["puzzles", "list"])
    assert shown.exit_code == 0
    assert f"{len(shipped_puzzles())} puzzles:" in shown.output.splitlines()[-1]


def test_a_puzzle_is_solved_in_the_terminal() -> None:
    puzzle = next(
        puzzle
        for puzzle in shipped_puzzles()
        if isinstance(read_action(puzzle.position().state, puzzle.solution), Play)
    )
    action = read_action(puzzle.position().state, puzzle.solution)
    assert isinstance(action, Play)
    play = ["puzzles", "play", "--id", puzzle.id, "--lang", "en"]
    solved = CliRunner().invoke(main, play, input=f"table\nplay {action.slot + 1}\n")
    assert "Right: play card" in solved.output, solved.output
    assert "Solved: 1 of 1." in solved.output
    wrong = next(other for other in puzzle.values if other.startswith(("discard ", "clue ")))
    told = read_action(puzzle.position().state, wrong)
    line = (
        f"clue {puzzle.record.players[told.to]} {told.about}" if isinstance(told, Clue) else f"discard {told.slot + 1}"  # type: ignore[union-attr]
    )
    failed = CliRunner().invoke(main, play, input=f"{line}\n")
    assert "Not the best" in failed.output, failed.output
    assert "The best move: play card" in failed.output


def test_an_unknown_theme_is_refused() -> None:
    assert CliRunner().invoke(main, ["puzzles", "play", "--theme", "chess"]).exit_code == 2
