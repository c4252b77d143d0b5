"""A cache of reviews in the user's cache folder, by game, judge, depth, seed and version of the program."""

import hashlib
from functools import cache
from pathlib import Path

from hanabi.bots import hat
from hanabi.compiled.compilation import cache_root, source_digest
from hanabi.records import replace_file
from hanabi.review.compiled import FAMILY
from hanabi.review.document import Judge, Review, ReviewError, parse_review

SOURCES = (Path(__file__).parent, *FAMILY.sources)
PARAMETERS = Path(hat.__file__).parent / "parameters.json"


@cache
def program_digest() -> str:
    """A digest of everything a review depends on, including the judges' tuned parameters."""
    return source_digest(SOURCES, hashlib.sha256(PARAMETERS.read_bytes()).hexdigest())


def cache_file(record: str, judge: Judge, depth: str, seed: int) -> Path:
    """The file of the review of the game with this digest."""
    judge_fields = (judge.name, judge.knowledge, judge.version, judge.reading or "")
    key = "\0".join((record, *judge_fields, depth, str(seed), program_digest()))
    return cache_root() / "reviews" / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"


def load_review(file: Path) -> Review | None:
    try:
        return parse_review(file.read_bytes())
    except (OSError, ReviewError):
        return None


def save_review(review: Review, file: Path) -> None:
    """Errors are ignored: the caller still has the review."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, review.dumps())
    except OSError:
        return
