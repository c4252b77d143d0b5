"""Puzzles: positions in which one move is clearly the best, found and verified by rollouts (docs/puzzles.md)."""

from hanabi.puzzles.collection import PuzzleCollection, load_collection, shipped_puzzles
from hanabi.puzzles.puzzle import Puzzle, PuzzleError
from hanabi.puzzles.themes import THEMES

__all__ = ["THEMES", "Puzzle", "PuzzleCollection", "PuzzleError", "load_collection", "shipped_puzzles"]
