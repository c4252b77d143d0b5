"""Reviews of games: every move judged, luck separated from skill (docs/review.md)."""

from typing import TYPE_CHECKING, Any

from hanabi.review.document import Review, ReviewError, parse_review
from hanabi.review.report.curve import curve_svg
from hanabi.review.report.text import ReviewText, sentences

if TYPE_CHECKING:
    from hanabi.review.reviewer import review

Review._repr_html_ = curve_svg  # what notebooks show

__all__ = ["Review", "ReviewError", "ReviewText", "parse_review", "review", "sentences"]


def __getattr__(name: str) -> Any:
    """Import `review` on first use: it loads the compiled bots, which reading a review does not need."""
    if name == "review":
        from hanabi.review.reviewer import review

        return review
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
