"""Solves endgames exactly, with hidden cards, if few enough worlds are left."""

from hanabi.solvers.endgame.solver import Solution, SolverLimits, solve_endgame

__all__ = ["Solution", "SolverLimits", "solve_endgame"]
