"""A game looked at again: every move judged, luck apart from skill (docs/review.md)."""

from hanabi.analysis.result import Review, ReviewError, loads
from hanabi.analysis.reviewing import review
from hanabi.analysis.telling import Telling, sentences

__all__ = ["Review", "ReviewError", "Telling", "loads", "review", "sentences"]
