"""How a game ended, and the rating of its score (rules.md, section 4)."""

from dataclasses import dataclass
from typing import Any

OUTCOMES = (None, "won", "finished", "lost")
REASONS = (None, "complete", "deck", "strikes", "indispensable", "stuck")
RATINGS = (
    (30, "divine"),
    (25, "legendary"),
    (21, "extraordinary"),
    (16, "excellent"),
    (11, "honorable"),
    (6, "mediocre"),
)


def rating_of(score: int) -> str:
    return next((key for least, key in RATINGS if score >= least), "horrible")


@dataclass(frozen=True, slots=True)
class Outcome:
    """`outcome` is won, finished or lost. A lost game scores 0; it has no rating, and neither has all-or-nothing."""

    outcome: str
    reason: str
    score: int
    rating: str | None

    def to_dict(self) -> dict[str, Any]:
        return {"outcome": self.outcome, "reason": self.reason, "score": self.score, "rating": self.rating}
