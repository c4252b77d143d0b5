"""How much the searching team player thinks."""

from typing import NamedTuple

from hanabi.bots.search.budget import RolloutBudget

UNLIMITED = 1 << 60


class TeamBudget(NamedTuple):
    moves: int  # that are tried
    rollouts: RolloutBudget


BUDGETS = {
    2: TeamBudget(4, RolloutBudget(first=5, worlds=20, growth=3, sure=200, close=0, margin=100)),
    3: TeamBudget(4, RolloutBudget(first=5, worlds=10, growth=3, sure=200, close=0, margin=50)),
    4: TeamBudget(4, RolloutBudget(first=5, worlds=10, growth=3, sure=200, close=0, margin=50)),
    5: TeamBudget(4, RolloutBudget(first=5, worlds=10, growth=3, sure=200, close=0, margin=50)),
}


def team_budget(players: int, worlds: int | None = None) -> TeamBudget:
    usual = BUDGETS[players]
    return usual if worlds is None else usual._replace(rollouts=usual.rollouts._replace(worlds=worlds))
