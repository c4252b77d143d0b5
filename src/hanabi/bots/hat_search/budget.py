"""The effort of the searching player."""

from math import sqrt
from typing import NamedTuple

UNLIMITED = 1 << 60  # rollouts
ENOUGH_WORLDS = 1000  # with fewer worlds the margin grows
MAX_MARGIN = 150


class RolloutBudget(NamedTuple):
    """The number of worlds in which moves are tried, and when a move is dropped or preferred."""

    first: int  # worlds before moves are first compared; this number doubles every time
    worlds: int  # the limit for the first moves of a game
    growth: int  # the factor by which the limit grows as the deck shrinks
    sure: int  # hundredths of a standard error: a move this far behind the best is dropped
    close: int  # thousandths of a point: a move that can hardly beat the best by more than this is dropped
    margin: int  # hundredths of a standard error by which a move must beat the player's usual move

    @property
    def max_worlds(self) -> int:
        """The limit at the end of the deck."""
        return self.worlds * self.growth


BUDGETS = {
    2: RolloutBudget(first=100, worlds=2000, growth=1, sure=225, close=20, margin=50),
    3: RolloutBudget(first=24, worlds=300, growth=8, sure=200, close=0, margin=150),
    4: RolloutBudget(first=24, worlds=200, growth=8, sure=200, close=0, margin=150),
    5: RolloutBudget(first=24, worlds=300, growth=8, sure=200, close=0, margin=150),
}


def budget_for(players: int, worlds: int | None = None) -> RolloutBudget:
    """The usual budget, or one for another number of worlds: with fewer worlds a move must gain more."""
    usual = BUDGETS[players]
    if worlds is None:
        return usual
    if worlds < 1:
        raise ValueError(f"a search needs at least one world, not {worlds}")
    careful = min(MAX_MARGIN, round(usual.margin * sqrt(ENOUGH_WORLDS / worlds)))
    return usual._replace(worlds=worlds, margin=max(usual.margin, careful))
