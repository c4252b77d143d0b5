"""Lines, samples and scores: the words that all of judging uses.

* A *line* is a sequence of moves from a position; after it, the judge plays every seat to the end. The shortest line is
  a single move. The line that was played goes on with what the players did next. In an empty line the judge takes over
  at once.
* A *sample* is a number of worlds to play a line in. Equal samples are the same worlds.
* *Scores* are the final scores of one line, one per world of a sample. Lines are compared world by world.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabi.review.document import Value

# The hidden cards: "mover": the mover's own and the deck, by the mover's beliefs; "doubtful": the same, without false
# beliefs; "evident": also with what the move shows the mover knew; "open": the deck alone.
Perspective = Literal["mover", "doubtful", "evident", "open"]
Scores = NDArray[np.int64]
MoveScores = dict[int, Scores]  # of lines with a single move, in the same sample
Purpose = Literal["search", "fresh", "open"]  # each has its own worlds
PURPOSES: tuple[Purpose, ...] = ("search", "fresh", "open")
SALTS = 4  # of a position
SIGNIFICANT = 3.0  # standard errors


@dataclass(frozen=True)
class Sample:
    """`count` worlds from number `first` on; fewer if there are not that many.

    `salt` makes the worlds of one position and purpose differ from others. `exact`: these are all the worlds there are.
    """

    perspective: Perspective
    seed: int
    salt: int
    count: int
    first: int = 0
    exact: bool = False


class Gain(NamedTuple):
    """How much more one line scores than another on average, and the standard error."""

    mean: float
    error: float

    @property
    def is_significant(self) -> bool:
        return self.mean >= SIGNIFICANT * self.error


def salt_of(index: int, purpose: Purpose) -> int:
    """For the position before action number `index`."""
    return index * SALTS + PURPOSES.index(purpose)


def mean_gain(one: Scores, other: Scores, *, exact: bool = False) -> Gain:
    """The gain of one line over another in the worlds that both were played in."""
    both = min(len(one), len(other))
    difference = (one[:both] - other[:both]).astype(np.float64)
    return Gain(float(difference.mean()), 0.0 if exact else standard_error(difference))


def standard_error(numbers: NDArray[np.float64]) -> float:
    """Standard error of the mean, at least that of one number off by 1: equal numbers do not prove certainty."""
    count = len(numbers)
    spread = float(numbers.std(ddof=1)) if count > 1 else 0.0
    return max(spread / float(np.sqrt(count)), 1 / count)


def by_mean(scores: MoveScores) -> list[int]:
    """The moves by mean score; ties keep their order."""
    return sorted(scores, key=lambda move: -float(scores[move].mean()))


def best_scores(first: Scores, *others: Scores) -> Scores:
    """The scores of the best line; the first one of equals."""
    return max((first, *others), key=lambda scores: float(scores.mean()))


def with_more(scores: MoveScores, more: MoveScores) -> MoveScores:
    """The scores of the moves in `more`, continued by its worlds."""
    return {move: np.concatenate((scores[move], row)) for move, row in more.items()}


def value_of(scores: Scores, perfect: int, exact: bool) -> Value:
    numbers = scores.astype(np.float64)
    return Value(
        score=float(numbers.mean()),
        error=0.0 if exact else standard_error(numbers),
        perfect=float((scores == perfect).mean()),
        exact=exact,
    )
