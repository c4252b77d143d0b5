"""The end of a game solved exactly, hidden cards and all, where few enough worlds are left."""

from hanabi.solvers.endgame.solver import Solution, SolverLimits, solve_endgame

__all__ = ["Solution", "SolverLimits", "solve_endgame"]
