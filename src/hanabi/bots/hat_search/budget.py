"""How much the searching player thinks."""

from math import sqrt
from typing import NamedTuple

ENOUGH_WORLDS = 1000  # for the usual margin
MOST_MARGIN = 150


class RolloutBudget(NamedTuple):
    """In how many worlds moves are played on, and when a move is given up or preferred."""

    first: int  # worlds before moves are compared for the first time; then twice as many, and so on
    worlds: int  # at most, for the first moves of a game
    growth: int  # how many times as many near the end of the deck
    sure: int  # hundredths of a standard error: a move so far behind the best is given up
    close: int  # thousandths of a point: a move that would hardly gain more than this on the best is given up
    margin: int  # hundredths of a standard error that a move must gain on the one the player would make without search

    @property
    def most(self) -> int:
        """Worlds at the end of the deck."""
        return self.worlds * self.growth


BUDGETS = {
    2: RolloutBudget(first=100, worlds=2000, growth=1, sure=225, close=20, margin=50),
    3: RolloutBudget(first=24, worlds=300, growth=8, sure=200, close=0, margin=150),
    4: RolloutBudget(first=24, worlds=200, growth=8, sure=200, close=0, margin=150),
    5: RolloutBudget(first=24, worlds=300, growth=8, sure=200, close=0, margin=150),
}


def budget_for(players: int, worlds: int | None = None) -> RolloutBudget:
    """The usual one, or one for other numbers of worlds: the fewer they are, the more a move must gain in them."""
    usual = BUDGETS[players]
    if worlds is None:
        return usual
    if worlds < 1:
        raise ValueError(f"a search needs a world at least, not {worlds}")
    careful = min(MOST_MARGIN, round(usual.margin * sqrt(ENOUGH_WORLDS / worlds)))
    return usual._replace(worlds=worlds, margin=max(usual.margin, careful))
