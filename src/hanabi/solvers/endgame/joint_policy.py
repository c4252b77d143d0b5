"""A joint policy that all seats follow, move after move.

It begins with the common knowledge at a position. From then on the policy gives each action its meaning: the next
belief holds exactly the worlds in which the policy leads to what everybody saw. All of it is computed from common
knowledge, in a fixed number of steps, so every seat gets the same result.
"""

from collections.abc import Sequence
from typing import NamedTuple

from hanabi.kernels import Rules
from hanabi.solvers.endgame.position import Action, Masks, Scene, TooMany, World, all_worlds, take_turn
from hanabi.solvers.endgame.solver import GaveUp, Solver, SolverLimits, hands_seen_by

UNLIMITED = 1 << 60


class JointPolicy:
    """The best joint policy from a belief on: `find_joint_policy` returns the first, `after` the next one."""

    def __init__(
        self, solver: Solver, scene: Scene, worlds: Sequence[World], chosen: tuple[int, dict[World, Action]]
    ) -> None:
        self._solver = solver
        self.scene = scene
        self.worlds = worlds
        self.total, self.policy = chosen  # the sum over the worlds as the solver counts it; view to action

    def after(self, action: Action, shown: int, scene: Scene) -> "JointPolicy | None":
        """The policy after everybody saw this happen. None if nobody who follows the policy would do it."""
        remaining = []
        for world in self.worlds:
            if self.policy[hands_seen_by(self.scene.player, world)] == action:
                observed, then, later = take_turn(self._solver.r, self.scene, world, action)
                if observed == shown and then == scene:
                    remaining.append(later)
        if not remaining:
            return None
        return JointPolicy(self._solver, scene, remaining, self._solver.choose(scene, remaining))


class PolicySearch(NamedTuple):
    """A joint policy, or the reason why there is none."""

    joint_policy: JointPolicy | None = None
    why_not: str | None = None


def find_joint_policy(r: Rules, scene: Scene, masks: Masks, limits: SolverLimits) -> PolicySearch:
    """The best joint policy from here on, if the endgame is small enough and there is something to gain."""
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
        joint_policy = JointPolicy(solver, scene, worlds, solver.choose(scene, worlds))
    except GaveUp:
        return PolicySearch(None, "too many steps")
    solver.limit = UNLIMITED  # later policies are part of this solution
    return PolicySearch(joint_policy)
