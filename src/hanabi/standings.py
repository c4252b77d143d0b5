"""Duplicate scoring: teams that play the same deals are compared deal by deal.

On each deal a team gets 2 matchpoints for every team it beats and 1 for every tie. Its share is the part it has of the
most it could have: 2 for every other team that has finished the deal. Alone on a deal, the share is a half. The total
is the mean share over all deals that count; a deal that was not finished counts 0. In a ladder, teams choose how many
deals they play: the total is the mean over those that the team has finished and three more with a share of 0. Ties are
broken by the sum of the scores, then by fewer turns; teams that are still equal share their rank.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

NOT_PLAYED = -1
ALONE = 0.5
# Deals with a share of 0 that each team of a ladder starts with.
LADDER_DEALS = 3


class TeamStanding(NamedTuple):
    """`total` is from 0 to 1. `team` counts from 0, `rank` from 1."""

    rank: int
    team: int
    total: float
    score: int
    turns: int


class Standings:
    """Results are added one by one, in any order; each changes the matchpoints of everybody on its deal.

    With a `goal`, teams are not compared deal by deal: the share is 1 for a score of at least the goal, otherwise 0.
    """

    def __init__(self, deals: int, teams: int = 0, goal: int | None = None, *, ladder: bool = False) -> None:
        self.goal, self.ladder = goal, ladder
        self.deals, self.teams, self.results = deals, 0, 0
        self._scores, self._turns, self._points = (np.zeros((0, deals), np.int32) for _ in range(3))
        self._finished = np.zeros(deals, np.int32)
        self.add_teams(teams)

    def add_teams(self, number: int = 1) -> None:
        self.teams += number
        if self.teams > len(self._scores):
            rows = max(self.teams, 2 * len(self._scores)) - len(self._scores)
            grow = ((0, rows), (0, 0))
            self._scores = np.pad(self._scores, grow, constant_values=NOT_PLAYED)
            self._turns, self._points = np.pad(self._turns, grow), np.pad(self._points, grow)

    def add(self, team: int, deal: int, score: int, turns: int) -> None:
        if self._scores[team, deal] != NOT_PLAYED:
            raise ValueError(f"team {team} has finished deal {deal} already")
        others, points = self._scores[:, deal], self._points[:, deal]
        better, equal = others > score, others == score
        points[better] += 2
        points[equal] += 1
        points[team] = 2 * (self._finished[deal] - better.sum() - equal.sum()) + equal.sum()
        self._scores[team, deal], self._turns[team, deal] = score, turns
        self._finished[deal] += 1
        self.results += 1

    def score(self, team: int, deal: int) -> int | None:
        score = int(self._scores[team, deal])
        return None if score == NOT_PLAYED else score

    def share(self, team: int, deal: int) -> float | None:
        """The matchpoints of a team on a deal, from 0 to 1; None if it has not finished the deal."""
        score, others = self.score(team, deal), int(self._finished[deal]) - 1
        if score is None:
            return None
        if self.goal is not None:
            return float(score >= self.goal)
        return float(self._points[team, deal]) / (2 * others) if others else ALONE

    def ranking(self, deals: Sequence[int] | None = None) -> list[TeamStanding]:
        """All teams, the best first. Only these deals count; by default all."""
        counted = list(range(self.deals)) if deals is None else list(deals)
        played = self._scores[: self.teams, counted] != NOT_PLAYED
        scores = np.where(played, self._scores[: self.teams, counted], 0).sum(axis=1)
        turns = self._turns[: self.teams, counted].sum(axis=1)
        parts = played.sum(axis=1) + LADDER_DEALS if self.ladder else max(1, len(counted))
        totals = self._shares(counted).sum(axis=1) / parts
        # Rounded, so that equal sums in another order are equal.
        keys = np.stack([-totals.round(9), -scores, turns])
        order = np.lexsort(keys[::-1])
        ranking: list[TeamStanding] = []
        previous: list[Any] = []
        for place, team in enumerate(order.tolist()):
            key = keys[:, team].tolist()
            rank = ranking[-1].rank if key == previous else place + 1
            ranking.append(TeamStanding(rank, team, float(totals[team]), int(scores[team]), int(turns[team])))
            previous = key
        return ranking

    def _shares(self, deals: list[int]) -> Any:
        if self.goal is not None:
            return np.where(self._scores[: self.teams, deals] >= self.goal, 1.0, 0.0)
        others = self._finished[deals] - 1
        shares = np.where(others > 0, self._points[: self.teams, deals] / np.maximum(1, 2 * others), ALONE)
        return np.where(self._scores[: self.teams, deals] == NOT_PLAYED, 0.0, shares)
