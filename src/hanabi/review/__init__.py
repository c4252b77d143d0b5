"""Reviews of games: every move judged, luck separated from skill (docs/review.md)."""

from typing import TYPE_CHECKING, Any

from hanabi.review.document import Review, ReviewError, parse_review
from hanabi.review.report.text import ReviewText, sentences

if TYPE_CHECKING:
    from hanabi.review.reviewer import review

__all__ = ["Review", "ReviewError", "ReviewText", "parse_review", "review", "sentences"]


def __getattr__(name: str) -> Any:
    """Imported on first use: making a review parse_review the compiled bots, reading one does not need them."""
    if name == "review":
        from hanabi.review.reviewer import review

        return review
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
