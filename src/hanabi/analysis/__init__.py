"""A game looked at again: every move judged, luck apart from skill (docs/review.md)."""

from typing import TYPE_CHECKING, Any

from hanabi.analysis.review_document import Review, ReviewError, loads
from hanabi.analysis.review_text import ReviewText, sentences

if TYPE_CHECKING:
    from hanabi.analysis.reviewer import review

__all__ = ["Review", "ReviewError", "ReviewText", "loads", "review", "sentences"]


def __getattr__(name: str) -> Any:
    """Judging needs the compiled players; reading and telling a review does not wait for them."""
    if name == "review":
        from hanabi.analysis.reviewer import review

        return review
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
