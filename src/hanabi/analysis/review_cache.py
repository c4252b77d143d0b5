"""Reviews kept in the user's cache, by the game, the judge, the depth, the seed and the program that made them."""

import hashlib
from functools import cache
from pathlib import Path

from hanabi.analysis.review_document import Judge, Review, ReviewError, loads
from hanabi.bots.compiled import BOTS
from hanabi.native.cache import KERNELS, cache_folder, digest

SOURCES = (Path(__file__).parent, Path(__file__).parent / "compiled", KERNELS)
SOURCES_OF_JUDGES = (BOTS / "hat", BOTS / "team" / "engine")


@cache
def program() -> str:
    """Changes with everything a review depends on, the judges' tuned numbers included."""
    parameters = hashlib.sha256((BOTS / "hat" / "parameters.json").read_bytes()).hexdigest()
    return digest((*SOURCES, *SOURCES_OF_JUDGES), parameters)


def place(record: str, judge: Judge, depth: str, seed: int) -> Path:
    """Where the review of the game with this digest is kept."""
    named = "\0".join((record, judge.name, judge.knowledge, depth, str(seed), program()))
    return cache_folder().parent.parent / "reviews" / f"{hashlib.sha256(named.encode()).hexdigest()[:32]}.json"


def kept(file: Path) -> Review | None:
    try:
        return loads(file.read_bytes())
    except (OSError, ReviewError):
        return None


def keep(review: Review, file: Path) -> None:
    """A cache that cannot be written is none; the review is not lost by that."""
    partial = file.with_name(f"{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(review.dumps(), encoding="utf-8")
        partial.replace(file)
    except OSError:
        return
