"""A joint policy that all seats follow, move after move.

It begins at a position with what is common knowledge there. From then on an action means what the policy makes of it:
the belief that follows holds the worlds in which the policy would have led to what was seen, and no others. All of it
is worked out from what everybody knows, in a fixed number of steps, so every seat comes to the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

from hanabi.kernels.layout import Rules
from hanabi.solvers.endgame.position import Action, Scene, World, step
from hanabi.solvers.endgame.solver import GaveUp, Solver, SolverLimits, seen_by
from hanabi.solvers.endgame.worlds import Masks, TooMany, all_worlds

UNLIMITED = 1 << 60


class JointPolicy:
    """The best joint policy from a belief on: `find_joint_policy` makes the first, `after` the next one."""

    def __init__(
        self, solver: Solver, scene: Scene, worlds: Sequence[World], chosen: tuple[int, dict[World, Action]]
    ) -> None:
        self._solver = solver
        self.scene = scene
        self.worlds = worlds
        self.total, self.policy = chosen  # the sum over the worlds as the solver counts it; view to action

    def after(self, action: Action, shown: int, scene: Scene) -> "JointPolicy | None":
        """Once everybody has seen this happen. None: nobody who follows the policy would have done it."""
        left = []
        for world in self.worlds:
            if self.policy[seen_by(self.scene.player, world)] == action:
                observed, then, later = step(self._solver.r, self.scene, world, action)
                if observed == shown and then == scene:
                    left.append(later)
        return JointPolicy(self._solver, scene, left, self._solver.choose(scene, left)) if left else None


class PolicySearch(NamedTuple):
    """A joint policy, or why there is none."""

    joint_policy: JointPolicy | None = None
    why_not: str | None = None


def find_joint_policy(r: Rules, scene: Scene, masks: Masks, limits: SolverLimits) -> PolicySearch:
    """The best joint policy from here on, if the end game is small enough and anything is left to gain."""
    if any(r.wins_tile):
        return PolicySearch(None, "reward tiles")
    try:
        worlds = all_worlds(r, scene, masks, limits.worlds)
    except TooMany:
        return PolicySearch(None, "too many worlds")
    solver = Solver(r, limits.steps)
    if not worlds:
        return PolicySearch(None, "the masks rule out every world")
    if all(solver.is_settled(scene, world) for world in worlds):
        return PolicySearch(None, "nothing is left to gain")
    try:
        found = JointPolicy(solver, scene, worlds, solver.choose(scene, worlds))
    except GaveUp:
        return PolicySearch(None, "too many steps")
    solver.limit = UNLIMITED  # what follows is a part of what has been solved
    return PolicySearch(found)
