"""Reviews kept in the user's cache, by the game, the judge, the depth, the seed and the program that made them."""

import hashlib
from functools import cache
from pathlib import Path

from hanabi.analysis.compiled import FAMILY
from hanabi.analysis.review_document import Judge, Review, ReviewError, loads
from hanabi.bots import hat
from hanabi.native.cache import cache_root, digest

SOURCES = (Path(__file__).parent, *FAMILY.sources)
HABITS = Path(hat.__file__).parent / "habits.json"


@cache
def program() -> str:
    """Changes with everything a review depends on, the judges' tuned numbers included."""
    return digest(SOURCES, hashlib.sha256(HABITS.read_bytes()).hexdigest())


def place(record: str, judge: Judge, depth: str, seed: int) -> Path:
    """Where the review of the game with this digest is kept."""
    named = "\0".join((record, judge.name, judge.knowledge, depth, str(seed), program()))
    return cache_root() / "reviews" / f"{hashlib.sha256(named.encode()).hexdigest()[:32]}.json"


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
