"""The end of a game solved exactly, hidden cards and all, where few enough worlds are left."""

from hanabi.solvers.endgame.solver import Limits, Solution, solve_endgame

__all__ = ["Limits", "Solution", "solve_endgame"]
