"""Chooses the one sentence about a whole game: where it was decided, and why (docs/review.md, The headline)."""

from typing import Any

from hanabi.review.document import Headline, Review, Turn
from hanabi.review.judging.findings import KINDS

LEAST_DROP = 0.3  # points that a strike or a lost card must have cost to be mentioned
NOTHING = 0.05  # points; less counts as nothing


def headline_of(review: Review) -> Headline:
    final = review.final or given_up(review)
    if final is None:
        return Headline("unfinished")
    if final["score"] == review.max_score:
        slip = _decisive(review, least=0.0)
        return Headline("clean") if slip is None else _headline("recovered", slip)
    decisive = _decisive(review, LEAST_DROP)
    missing = {"missing": review.max_score - final["score"]}
    if final["outcome"] == "lost":
        last = review.turns[-1]
        turn = last if last.cause is not None else decisive or last
        return _headline("lost", turn)
    return Headline("faultless", None, missing) if decisive is None else _headline("turned", decisive, missing)


def given_up(review: Review) -> dict[str, Any] | None:
    """The result of a game that its players left when nothing more could be gained."""
    if not review.turns or not _is_nothing_left(review):
        return None
    return {"outcome": "finished", "score": review.points}


def _is_nothing_left(review: Review) -> bool:
    """By the discard pile, or because nobody has a playable card in the last round: the curve ends at the points."""
    return review.turns[-1].best_score <= review.points or review.curve[-1].score == review.points


def _decisive(review: Review, least: float) -> Turn | None:
    """The action that cost the most: by its fault, or by how far the curve fell at a strike or a lost card."""

    def cost(turn: Turn) -> float:
        return max(turn.loss, _fall(review, turn) if _went_wrong(review, turn) else 0.0)

    slips = [turn for turn in review.turns if turn.level != "none" or _went_wrong(review, turn)]
    return max((turn for turn in slips if cost(turn) >= least), key=cost, default=None)


def _fall(review: Review, turn: Turn) -> float:
    return review.curve[turn.index].score - review.curve[turn.index + 1].score


def _went_wrong(review: Review, turn: Turn) -> bool:
    before = review.turns[turn.index - 1].best_score if turn.index else None
    struck = any(KINDS[finding.kind].decides for finding in turn.kinds) and not cost_nothing(review, turn)
    return struck or turn.cause is not None or (before is not None and turn.best_score < before)


def cost_nothing(review: Review, turn: Turn) -> bool:
    """Whether a strike cost nothing: no clue was misunderstood, and nothing was lost. It can be a way to pass."""
    return turn.cause is None and turn.level == "none" and turn.judged and _fall(review, turn) < NOTHING


def _headline(kind: str, turn: Turn, facts: dict[str, int] | None = None) -> Headline:
    return Headline(kind, turn.index, {**(facts or {}), "why": why_of(turn)})


def why_of(turn: Turn) -> str:
    """The reason: a clue given, read or missing; or the move itself."""
    word = turn.action.partition(" ")[0]
    if turn.cause is not None and (turn.cause.fault != "missing" or word == "discard"):
        if turn.cause.fault == "read" and turn.cause.reading == "finesse":
            return "read_finesse"
        if turn.cause.reading == "signal":
            return "given_signal"
        return (
            f"{turn.cause.fault}_{'play' if word == 'play' else 'discard'}"
            if turn.cause.fault != "missing"
            else "missing"
        )
    if turn.level != "none":
        return "better"
    return "misplay" if word == "play" else "discard"
