"""How much the searching team player thinks."""

from typing import NamedTuple

from hanabi.bots.hat_search.budget import RolloutBudget

UNLIMITED = 1 << 60


class TeamBudget(NamedTuple):
    moves: int  # that are tried
    rollouts: RolloutBudget


BUDGETS = {
    2: TeamBudget(8, RolloutBudget(first=25, worlds=100, growth=1, sure=200, close=50, margin=50)),
    3: TeamBudget(5, RolloutBudget(first=20, worlds=60, growth=1, sure=200, close=50, margin=50)),
    4: TeamBudget(5, RolloutBudget(first=20, worlds=60, growth=1, sure=200, close=50, margin=50)),
    5: TeamBudget(5, RolloutBudget(first=20, worlds=60, growth=1, sure=200, close=50, margin=50)),
}


def team_budget(players: int, worlds: int | None = None) -> TeamBudget:
    usual = BUDGETS[players]
    return usual if worlds is None else usual._replace(rollouts=usual.rollouts._replace(worlds=worlds))
