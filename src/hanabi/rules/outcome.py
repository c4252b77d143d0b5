"""How a game ended, and the rating of its score (rules.md, section 4)."""

from dataclasses import dataclass
from typing import Any

from hanabi.rules.editions import edition
from hanabi.rules.ruleset import RuleSet

OUTCOMES = (None, "won", "finished", "lost")
REASONS = (None, "complete", "deck", "strikes", "indispensable", "stuck", "agreement")
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
    """`outcome` is won, finished or lost. A lost game scores 0. Lost and all-or-nothing games have no rating."""

    outcome: str
    reason: str
    score: int
    rating: str | None

    def to_dict(self) -> dict[str, Any]:
        return {"outcome": self.outcome, "reason": self.reason, "score": self.score, "rating": self.rating}


@dataclass(frozen=True, slots=True)
class EditionVerdict:
    """An edition's opinion of a result: its rating, and whether the team may add a commendation."""

    rating: str | None
    commended: bool


def verdict_on(rules: RuleSet, over: Outcome) -> EditionVerdict:
    """Some editions rate a lost game, at the bottom of their scale."""
    if rules.edition is None or rules.all_or_nothing:
        return EditionVerdict(over.rating, commended=False)
    book, lost = edition(rules.edition), over.outcome == "lost"
    rating = rating_of(over.score) if lost and book.rates_lost_games else over.rating
    return EditionVerdict(rating, not lost and any(getattr(rules, switch) for switch in book.commends))
