"""Files of puzzles: JSON lines, compressed if the name ends in .xz; and the puzzles of the package."""

import json
import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from hanabi.puzzles.puzzle import Puzzle, PuzzleError, puzzle_from

FORMAT = "hanabi-puzzles"
VERSION = 1
SHIPPED = "puzzles.jsonl.xz"


@dataclass
class PuzzleCollection:
    """Puzzles in the order they were found, and how far the search has come (`progress`, by source)."""

    puzzles: list[Puzzle] = field(default_factory=list)
    progress: dict[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)

    def add(self, puzzle: Puzzle) -> bool:
        """False if it is already there."""
        if any(puzzle.id == existing.id for existing in self.puzzles):
            return False
        self.puzzles.append(puzzle)
        return True

    def by_id(self) -> dict[str, Puzzle]:
        return {puzzle.id: puzzle for puzzle in self.puzzles}

    def save(self, file: Path) -> None:
        """Write the whole file, or leave it as it was."""
        data = self.dumps().encode()
        partial = file.with_name(f"{file.name}.part")
        partial.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME) if file.suffix == ".xz" else data)
        partial.replace(file)

    def dumps(self) -> str:
        head = {"format": FORMAT, "version": VERSION, "progress": self.progress}
        rows: Sequence[Mapping[str, Any]] = [head, *(puzzle.to_dict() for puzzle in self.puzzles)]
        return "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)


def load_collection(file: Path) -> PuzzleCollection:
    """Raises PuzzleError, which says what is wrong with the file."""
    try:
        data = file.read_bytes()
        return read_collection(lzma.decompress(data) if file.suffix == ".xz" else data)
    except (OSError, lzma.LZMAError) as error:
        raise PuzzleError(f"{file}: {error}") from error


def read_collection(data: bytes) -> PuzzleCollection:
    try:
        head, *rows = [json.loads(line) for line in data.decode().splitlines()]
    except ValueError as error:
        raise PuzzleError(f"is not a file of puzzles: {error}") from error
    if not isinstance(head, dict) or head.get("format") != FORMAT or head.get("version") != VERSION:
        raise PuzzleError(f'is not a file of puzzles: "format" must be "{FORMAT}" and "version" {VERSION}')
    return PuzzleCollection([puzzle_from(row) for row in rows], dict(head.get("progress", {})))


@cache
def shipped_puzzles() -> PuzzleCollection:
    """The puzzles that come with the package."""
    return read_collection(lzma.decompress((files("hanabi.puzzles") / SHIPPED).read_bytes()))
