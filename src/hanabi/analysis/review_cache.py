"""A cache of reviews in the user's cache folder, by game, judge, depth, seed and version of the program."""

import hashlib
from functools import cache
from pathlib import Path

from hanabi.analysis.review_document import Judge, Review, ReviewError, loads
from hanabi.bots.compiled import BOTS
from hanabi.native.cache import KERNELS, cache_folder, digest
from hanabi.records.record import replace_file

SOURCES = (Path(__file__).parent, Path(__file__).parent / "compiled", KERNELS)
SOURCES_OF_JUDGES = (BOTS / "hat", BOTS / "team" / "engine")


@cache
def program_digest() -> str:
    """A digest of everything a review depends on, the judges' tuned parameters included."""
    habits = hashlib.sha256((BOTS / "hat" / "habits.json").read_bytes()).hexdigest()
    return digest((*SOURCES, *SOURCES_OF_JUDGES), habits)


def cache_file(record: str, judge: Judge, depth: str, seed: int) -> Path:
    """The file of the review of the game with this digest."""
    named = "\0".join((record, judge.name, judge.knowledge, depth, str(seed), program_digest()))
    return cache_folder().parent.parent / "reviews" / f"{hashlib.sha256(named.encode()).hexdigest()[:32]}.json"


def load_review(file: Path) -> Review | None:
    try:
        return loads(file.read_bytes())
    except (OSError, ReviewError):
        return None


def save_review(review: Review, file: Path) -> None:
    """A cache that cannot be written is no error: the caller still has the review."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, review.dumps())
    except OSError:
        return
